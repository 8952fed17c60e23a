// 白, the back, and anything that is a single character.

import { write } from './brush.mjs';
import { INK } from './ink.mjs';

export function writing(strokes, box, base, ink) {
  return `<path fill="${ink}" d="${write(strokes, box, base)}"/>`;
}

const frame = (inset, radius) => {
  const [w, h] = [300 - 2 * inset, 400 - 2 * inset];
  const straight = [w - 2 * radius, h - 2 * radius];
  return (
    `M${inset + radius} ${inset}h${straight[0]}a${radius} ${radius} 0 0 1 ${radius} ${radius}v${straight[1]}` +
    `a${radius} ${radius} 0 0 1 ${-radius} ${radius}h${-straight[0]}a${radius} ${radius} 0 0 1 ${-radius} ${-radius}` +
    `v${-straight[1]}a${radius} ${radius} 0 0 1 ${radius} ${-radius}Z`
  );
};

/** 白: an empty frame, thick outside and thin inside. */
export function haku() {
  return `<path fill="${INK.blue}" fill-rule="evenodd" d="${frame(42, 20)}${frame(58, 10)}${frame(68, 6)}${frame(73, 4)}"/>`;
}

/** The back: the coloured face of the tile with a lattice of small lozenges. */
export function back() {
  const lozenges = [];
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < (row % 2 ? 5 : 6); column++) {
      const x = 50 + column * 40 + (row % 2 ? 20 : 0);
      const y = 40 + row * 40;
      lozenges.push(`M${x} ${y - 13}l9 13l-9 13l-9 -13Z`);
    }
  }
  return (
    `<path fill="#c9842b" d="${frame(6, 26)}"/>` +
    `<path fill="#e0a24b" fill-rule="evenodd" d="${frame(16, 18)}${frame(21, 14)}"/>` +
    `<path fill="#e0a24b" d="${lozenges.join('')}"/>`
  );
}
