// Souzu: bamboo sticks in the traditional arrangements. Red in the normal print: the middle one of 5, the top one of 7, the middle column of 9.

import { round } from './brush.mjs';

/** A stick: three nodes and two internodes with a slit of light each; `degrees` turns it about its centre. */
function stick(cx, cy, width, height, degrees = 0) {
  const turn = (degrees * Math.PI) / 180;
  const at = (x, y) => {
    const px = cx + x * Math.cos(turn) - y * Math.sin(turn);
    const py = cy + x * Math.sin(turn) + y * Math.cos(turn);
    return `${round(px)} ${round(py)}`;
  };
  const w = width / 2;
  const h = height / 2;
  const waist = w * 0.7;
  const knot = Math.min(h * 0.2, w * 0.62);
  // Down the right side, then up the left: cap, internode, middle knot, internode, foot.
  const side = (s) => [
    ['C', at(s * w * 0.7, -h), at(s * w, -h + knot * 0.35), at(s * w, -h + knot * 0.8)],
    ['C', at(s * w, -h + knot * 1.3), at(s * waist, -h + knot * 1.5), at(s * waist, -h + knot * 2.2)],
    ['L', at(s * waist, -knot * 1.3)],
    ['C', at(s * waist, -knot * 0.9), at(s * w, -knot * 0.7), at(s * w, 0)],
  ];
  const right = side(1).map((c) => c.join(' '));
  const mirrored = [
    ['C', at(w, knot * 0.7), at(waist, knot * 0.9), at(waist, knot * 1.3)],
    ['L', at(waist, h - knot * 2.2)],
    ['C', at(waist, h - knot * 1.5), at(w, h - knot * 1.3), at(w, h - knot * 0.8)],
    ['C', at(w, h - knot * 0.35), at(w * 0.7, h), at(0, h)],
    ['C', at(-w * 0.7, h), at(-w, h - knot * 0.35), at(-w, h - knot * 0.8)],
    ['C', at(-w, h - knot * 1.3), at(-waist, h - knot * 1.5), at(-waist, h - knot * 2.2)],
    ['L', at(-waist, knot * 1.3)],
    ['C', at(-waist, knot * 0.9), at(-w, knot * 0.7), at(-w, 0)],
    ['C', at(-w, -knot * 0.7), at(-waist, -knot * 0.9), at(-waist, -knot * 1.3)],
    ['L', at(-waist, -h + knot * 2.2)],
    ['C', at(-waist, -h + knot * 1.5), at(-w, -h + knot * 1.3), at(-w, -h + knot * 0.8)],
    ['C', at(-w, -h + knot * 0.35), at(-w * 0.7, -h), at(0, -h)],
  ].map((c) => c.join(' '));
  const slit = (from, to) => {
    const s = waist * 0.24;
    return `M${at(-s, from)}L${at(0, from - s)} ${at(s, from)} ${at(s, to)} ${at(0, to + s)} ${at(-s, to)}Z`;
  };
  return (
    `M${at(0, -h)}${right.join('')}${mirrored.join('')}Z` +
    slit(-h + knot * 2.1, -knot * 1.35) +
    slit(knot * 1.35, h - knot * 2.1)
  );
}

const LEFT = 68;
const MIDDLE = 150;
const RIGHT = 232;

const two = (x, y) => [x, y, 60, 160];
const three = (x, y) => [x, y, 56, 112];
const ROWS_2 = [113, 287];
const ROWS_3 = [82, 200, 318];

const grid = (rows, columns, make) => rows.flatMap((y) => columns.map((x) => make(x, y)));

/** Sticks in the main colour and in the accent, by number. */
const ARRANGEMENTS = {
  2: { main: grid(ROWS_2, [MIDDLE], two), accent: [] },
  3: { main: [two(MIDDLE, ROWS_2[0]), two(90, ROWS_2[1]), two(210, ROWS_2[1])], accent: [] },
  4: { main: grid(ROWS_2, [90, 210], two), accent: [] },
  5: { main: grid(ROWS_2, [66, 234], two), accent: [two(MIDDLE, 200)] },
  6: { main: grid(ROWS_2, [LEFT, MIDDLE, RIGHT], two), accent: [] },
  7: { main: grid(ROWS_3.slice(1), [LEFT, MIDDLE, RIGHT], three), accent: [three(MIDDLE, ROWS_3[0])] },
  8: {
    main: [
      [46, 113, 46, 160],
      [254, 113, 46, 160],
      [117, 118, 44, 142, -30],
      [183, 118, 44, 142, 30],
      [46, 287, 46, 160],
      [254, 287, 46, 160],
      [117, 282, 44, 142, 30],
      [183, 282, 44, 142, -30],
    ],
    accent: [],
  },
  9: { main: grid(ROWS_3, [LEFT, RIGHT], three), accent: grid(ROWS_3, [MIDDLE], three) },
};

export function bamboo(number, colours) {
  const { main, accent } = ARRANGEMENTS[number];
  const path = (sticks, fill) =>
    sticks.map((s) => `<path fill="${fill}" fill-rule="evenodd" d="${stick(...s)}"/>`).join('');
  return path(main, colours.main) + path(accent, colours.accent);
}
