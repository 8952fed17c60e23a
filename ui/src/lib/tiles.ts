// Tiles as the rules write them (`3`, `3r`, `g`, `c`) and faces as they are printed (`3s`, `3sr`, `hatsu`).

const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** The 20 faces of the box, in the keypad's order: two rows of ten. */
export const KEYPAD_ROWS: readonly (readonly string[])[] = [
  [...NUMBERS, 'g'],
  [...NUMBERS.map((number) => `${number}r`), 'c'],
];

/** The 20 faces of the box. */
export const ALL_TILES: readonly string[] = KEYPAD_ROWS.flat();

/** The printed face of a tile of the Suzume set. */
export function faceOf(tile: string): string {
  if (tile === 'g') return 'hatsu';
  if (tile === 'c') return 'chun';
  return tile.endsWith('r') ? `${tile[0]}sr` : `${tile}s`;
}

/** The kind of a tile, whatever its colour: furiten counts kinds. */
export function kindOf(tile: string): string {
  return tile.replace('r', '');
}

/** Whether a face is printed all in red: it carries a second mark, since hue alone is not seen by everybody. */
export function isRedFace(face: string): boolean {
  return face === 'chun' || /^\d[smp]r$/.test(face);
}

const drawings = import.meta.glob<string>('../tiles/*.svg', { eager: true, query: '?url', import: 'default' });

/** Where the drawing of a face is; `null` for a face that we do not draw. */
export function drawingOf(face: string): string | null {
  return drawings[`../tiles/${face}.svg`] ?? null;
}

/** Loads every drawing ahead, so that no tile appears blank first. Whoever calls keeps the answer. */
export function loadDrawings(): HTMLImageElement[] {
  return Object.values(drawings).map((source) => Object.assign(new Image(), { src: source }));
}

/** What else is read for our letters: what a Korean keyboard has on the keys of r, g and c, and what is printed on the tiles. */
const LETTERS: Record<string, string> = { ㄱ: 'r', ㄲ: 'r', ㅎ: 'g', 發: 'g', 发: 'g', 発: 'g', 발: 'g', ㅊ: 'c', 中: 'c', 중: 'c' };

/** The letter that is meant; wide ones and capitals count as ours. `rules::notation` reads the same; `tests/golden/notation.json` holds both to it. */
function plain(letter: string): string {
  const narrow = /[！-～]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) - 0xfee0) : letter;
  return LETTERS[narrow] ?? narrow.toLowerCase();
}

/** Reads typed notation, as far as a text field needs it: tiles, and the first thing that is none. */
export function parseTyped(text: string): { tiles: string[]; unknown: string | null } {
  const tiles: string[] = [];
  for (const [piece] of [...text].map(plain).join('').matchAll(/[1-9]r?|[gc]|\s+|./gu)) {
    if (/^([1-9]r?|[gc])$/.test(piece)) tiles.push(piece);
    else if (piece.trim() !== '') return { tiles, unknown: piece };
  }
  return { tiles, unknown: null };
}
