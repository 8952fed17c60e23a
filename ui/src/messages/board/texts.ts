/** The texts of the board: the table for a TV or the far side. */
export interface BoardTexts {
  board: { title: string; open: string; second: string; leave: string; turn: string; waiting: string };
}
