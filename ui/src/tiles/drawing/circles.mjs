// Pinzu: coins in the traditional arrangements and colours.

import { round } from './brush.mjs';
import { INK } from './ink.mjs';

const disc = (x, y, r) => `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** A coin: a rim, a ring of light, and a core with a pierced centre. */
function coin(x, y, r, ink) {
  const radii = [r, r * 0.76, r * 0.6, r * 0.2].map(round);
  return `<path fill="${ink}" fill-rule="evenodd" d="${radii.map((s) => disc(x, y, s)).join('')}"/>`;
}

/** The single coin of 1: a rim of beads around a flower. */
function great(ink, petals) {
  const beads = [];
  for (let i = 0; i < 20; i++) {
    const turn = (i * Math.PI) / 10;
    beads.push(disc(round(150 + 92 * Math.cos(turn)), round(200 + 92 * Math.sin(turn)), 7));
  }
  const flower = [];
  for (let i = 0; i < 8; i++) {
    const turn = (i * Math.PI) / 4;
    const tip = (r, side) => `${round(150 + r * Math.cos(turn + side))} ${round(200 + r * Math.sin(turn + side))}`;
    flower.push(`M${tip(16, 0)}Q${tip(44, -0.5)} ${tip(60, 0)}Q${tip(44, 0.5)} ${tip(16, 0)}Z`);
  }
  return (
    `<path fill="${ink}" fill-rule="evenodd" d="${disc(150, 200, 118)}${disc(150, 200, 106)}${disc(150, 200, 78)}${disc(150, 200, 70)}"/>` +
    `<path fill="${ink}" d="${beads.join('')}"/>` +
    `<path fill="${petals}" d="${flower.join('')}${disc(150, 200, 12)}"/>`
  );
}

const { green: G, red: R, blue: B } = INK;

/** [x, y, radius, ink] */
const ARRANGEMENTS = {
  2: [[150, 112, 68, G], [150, 288, 68, B]],
  3: [[76, 82, 50, B], [150, 200, 50, R], [224, 318, 50, G]],
  4: [[84, 106, 54, B], [216, 106, 54, G], [84, 294, 54, G], [216, 294, 54, B]],
  5: [[76, 84, 48, B], [224, 84, 48, G], [150, 200, 48, R], [76, 316, 48, G], [224, 316, 48, B]],
  6: [[90, 82, 46, G], [210, 82, 46, G], [90, 216, 46, R], [210, 216, 46, R], [90, 320, 46, R], [210, 320, 46, R]],
  7: [[62, 62, 36, G], [150, 96, 36, G], [238, 130, 36, G], [96, 236, 42, R], [204, 236, 42, R], [96, 334, 42, R], [204, 334, 42, R]],
  8: [62, 154, 246, 338].flatMap((y) => [[96, y, 40, B], [204, y, 40, B]]),
  9: [[80, G], [200, R], [320, B]].flatMap(([y, ink]) => [62, 150, 238].map((x) => [x, y, 39, ink])),
};

export function circles(number, only) {
  if (number === 1) {
    return great(INK.blue, INK.red);
  }
  return ARRANGEMENTS[number].map(([x, y, r, ink]) => coin(x, y, r, only ?? ink)).join('');
}
