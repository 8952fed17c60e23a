// Draws every tile face into this folder: `node src/tiles/draw.mjs`. The face only, 300 x 400 on a transparent ground: whoever shows it
// draws the tile's body. Plain paths and fills, so that any SVG reader shows the same.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GREEN_DRAGON, NUMERALS, RED_DRAGON, TEN_THOUSAND, WINDS } from './drawing/characters.mjs';
import { bamboo } from './drawing/bamboo.mjs';
import { back, haku, writing } from './drawing/honours.mjs';
import { circles } from './drawing/circles.mjs';
import { INK } from './drawing/ink.mjs';
import { sparrow } from './drawing/sparrow.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

function save(face, parts) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">${parts}</svg>\n`;
  writeFileSync(`${folder}${face}.svg`, svg);
}

const NORMAL = { main: INK.green, accent: INK.red, dark: INK.darkGreen };
const ALL_RED = { main: INK.red, accent: INK.red, dark: INK.red };

save('1s', sparrow(NORMAL));
save('1sr', sparrow(ALL_RED));
for (let number = 2; number <= 9; number++) {
  save(`${number}s`, bamboo(number, NORMAL));
  save(`${number}sr`, bamboo(number, ALL_RED));
}
for (let number = 1; number <= 9; number++) {
  save(`${number}m`, numeral(number, INK.black, INK.red));
  save(`${number}p`, circles(number));
}
save('5mr', numeral(5, INK.red, INK.red));
save('5pr', circles(5, INK.red));

for (const [wind, strokes] of Object.entries(WINDS)) {
  save(wind, writing(strokes, { x: 40, y: 62, w: 220, h: 276 }, 25, INK.black));
}
save('hatsu', writing(GREEN_DRAGON, { x: 34, y: 52, w: 232, h: 296 }, 22, INK.green));
save('chun', writing(RED_DRAGON, { x: 52, y: 56, w: 196, h: 288 }, 30, INK.red));
save('haku', haku());
save('back', back());

function numeral(number, ink, lower) {
  return (
    writing(NUMERALS[number - 1], { x: 62, y: 36, w: 176, h: 138 }, 22, ink) +
    writing(TEN_THOUSAND, { x: 62, y: 196, w: 176, h: 172 }, 16.5, lower)
  );
}
