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
    ['1r23ccc', ['1r', '2', '3', 'c', 'c', 'c'], null],
    ['1R 2 3', ['1r', '2', '3'], null],
    ['發 发 발 中 중', ['g', 'g', 'g', 'c', 'c'], null],
    ['12x3', ['1', '2'], 'x'],
    ['0', [], '0'],
    ['', [], null],
  ])('are read from typed notation: %s', (text, tiles, unknown) => {
    expect(parseTyped(text)).toEqual({ tiles, unknown });
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
  it('is read as well while the keyboard of Korea or Japan is on', () => {
    for (const typed of ['1r2r3rgcc', '1ㄱ2ㄱ3ㄲㅎㅊㅊ', '１ｒ２ｒ３Ｒｇｃｃ']) {
      expect(parseTyped(typed)).toEqual({ tiles: ['1r', '2r', '3r', 'g', 'c', 'c'], unknown: null });
    }
    expect(parseTyped('12ㅏ').unknown).toBe('ㅏ');
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
