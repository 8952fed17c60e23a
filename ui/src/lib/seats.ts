// Where players sit on the screen. Seats run counter-clockwise: the next player is on one's right.

export type Place = 'bottom' | 'right' | 'top' | 'left' | 'top-right' | 'top-left';

const PLACES: Record<number, readonly Place[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'right', 'left'],
  4: ['bottom', 'right', 'top', 'left'],
  5: ['bottom', 'right', 'top-right', 'top-left', 'left'],
};

/** The place of a seat among so many players. */
export function placeOf(seat: number, players: number): Place {
  return PLACES[players]?.[seat] ?? 'bottom';
}

/** The other seats, counter-clockwise from the one after this. */
export function othersFrom(seat: number, players: number): number[] {
  return Array.from({ length: players - 1 }, (_, step) => (seat + 1 + step) % players);
}
