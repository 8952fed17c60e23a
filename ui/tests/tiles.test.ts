import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tileForKey } from '../src/lib/keys';
import { othersFrom, placeOf } from '../src/lib/seats';
import { READING } from '../src/backend/scenes';
import { frameOf } from '../src/photo/frame';
import { ALL_TILES, drawingOf, faceOf, isRedFace, parseTyped } from '../src/lib/tiles';

describe('tiles', () => {
  it('are 20 faces, each with a drawing', () => {
    expect(new Set(ALL_TILES).size).toBe(20);
    for (const tile of ALL_TILES) expect(drawingOf(faceOf(tile)), tile).toBeTruthy();
    for (const face of ['5m', '5mr', '9p', '5pr', 'E', 'S', 'W', 'N', 'haku', 'back']) expect(drawingOf(face), face).toBeTruthy();
  });

  it('mark the ten red faces', () => {
    expect(ALL_TILES.map(faceOf).filter(isRedFace)).toHaveLength(10);
  });

  it.each([
    [{ code: 'Digit3' }, '3'],
    [{ code: 'Digit3', shiftKey: true, key: '#' }, '3r'],
    [{ code: 'Numpad9' }, '9'],
    [{ code: 'KeyG', key: 'ㅎ' }, 'g'],
    [{ code: 'KeyC', key: 'Process' }, 'c'],
    [{ code: 'KeyC', ctrlKey: true }, null],
    [{ code: 'Digit0' }, null],
  ])('have a key whatever the layout or input method: %o', (init, tile) => {
    expect(tileForKey(new KeyboardEvent('keydown', init))).toBe(tile);
  });
});

describe('typed notation', () => {
  // `crates/rules/tests/notation.rs` holds the core to the same list.
  const golden = JSON.parse(readFileSync(join(import.meta.dirname, '../../tests/golden/notation.json'), 'utf8')) as { typed: [string, string | null][] };

  it.each(golden.typed)('is read as the core reads it: %j', (typed, tiles) => {
    const read = parseTyped(typed);
    expect(read.unknown === null ? read.tiles.join('') : null).toBe(tiles);
  });

  it('is read up to the first thing that is no tile, which is told', () => {
    expect(parseTyped('12x3')).toEqual({ tiles: ['1', '2'], unknown: 'x' });
  });
});

describe('seats', () => {
  it('go round counter-clockwise: the next is on one’s right', () => {
    expect([0, 1, 2, 3].map((seat) => placeOf(seat, 4))).toEqual(['bottom', 'right', 'top', 'left']);
    expect([0, 1, 2, 3, 4].map((seat) => placeOf(seat, 5))).toEqual(['bottom', 'right', 'top-right', 'top-left', 'left']);
    expect(othersFrom(2, 4)).toEqual([3, 0, 1]);
  });
});

describe('the frame of a photo', () => {
  it('holds every corner, and no more than the picture', () => {
    const frame = frameOf(READING);
    for (const [x, y] of READING.tiles.flatMap((tile) => tile.corners)) {
      expect(x).toBeGreaterThan(frame.x);
      expect(x).toBeLessThan(frame.x + frame.width);
      expect(y).toBeGreaterThan(frame.y);
      expect(y).toBeLessThan(frame.y + frame.height);
    }
    expect(frame.width).toBeLessThan(READING.width);
    expect(frame.x + frame.width).toBeLessThanOrEqual(READING.width);
  });

  it('is the whole picture where no tile was found', () => {
    expect(frameOf({ ...READING, tiles: [] })).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
  });
});
