// A game in the real window, from its start to the next day: a hand from a photo, a correction, points and dealer, undo and
// redo, close and come back.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { confirm, givePicture, handOver, setDora, shown, slots, speak, startGame } from './steps.mjs';
import { Key } from './webdriver.mjs';

const NAMES = ['하늘', '보미', '아라'];
/** What lies in the picture, and what it is worth by ron with a 5 as dora: run 1, triplet 2, two reds 2, tanyao 1. */
const PICTURE = 'easy.jpg';
const TILES = ['2', '3', '4r', '7', '7', '7r'];
const WORTH = 6;

describe('a game in the real window', { timeout: 240_000 }, () => {
  let app;
  let window;
  let fresh;
  let won;
  /** The slot of the tile that is corrected. */
  let red;

  before(async () => {
    app = await App.start('game');
    window = await app.open();
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  it('starts with Korean names', async () => {
    await speak(window, 'ko');
    await app.shoot(window, 'start');
    await startGame(window, NAMES);
    fresh = await shown(window, 3);
    assert.deepEqual(fresh.names, NAMES);
    assert.equal(fresh.dealer, 0);
    assert.equal(fresh.hand, 1);
    assert.ok(fresh.points[0] > 0 && fresh.points.every((points) => points === fresh.points[0]));
    await app.shoot(window, 'table');
  });

  it('turns up the dora', async () => {
    await setDora(window, '5');
    fresh = await shown(window, 3);
    assert.equal(fresh.dora, '5');
    await app.shoot(window, 'dora');
  });

  it('reads a hand from a picture', async () => {
    await handOver(window, 2, 1);
    await app.shoot(window, 'hand-over');
    await givePicture(window, PICTURE);
    await app.shoot(window, 'picture');
    // Which end of a row is its beginning depends on where one sits; the tiles of a hand have no order.
    const read = await slots(window);
    assert.deepEqual(read.toSorted(), TILES);
    red = read.indexOf('4r');
    await window.textIs('score-total', (text) => Number(text) === WORTH, WORTH);
  });

  it('lets one tile be corrected, and corrected again', async () => {
    for (const [tile, worth, name] of [['4', WORTH - 1, 'corrected'], ['4r', WORTH, 'corrected-back']]) {
      await window.click(`slot-${red}`);
      await window.click(`alt-${tile}`);
      await window.attributeIs(`slot-${red}`, 'data-tile', tile);
      await app.shoot(window, name);
      await window.click('look-away');
      await window.textIs('score-total', (text) => Number(text) === worth, worth);
    }
  });

  it('shows who pays before it is confirmed, and moves points and dealer after', async () => {
    const [east, south, west] = fresh.points;
    await window.textIs('points-after-2', (text) => Number(text) === west + WORTH, west + WORTH);
    await app.shoot(window, 'worth');
    await confirm(window);
    won = await shown(window, 3);
    assert.deepEqual(won.points, [east, south - WORTH, west + WORTH]);
    assert.equal(won.dealer, 1);
    assert.equal(won.hand, 2);
    assert.equal(won.dora, null);
    await app.shoot(window, 'paid');
  });

  it('takes the hand back and brings it again', async () => {
    await window.press('z', [Key.Control]);
    await window.attributeIs('hand-number', 'data-hand', '1');
    assert.deepEqual(await shown(window, 3), fresh);
    await app.shoot(window, 'undone');
    await window.click('redo');
    await window.attributeIs('hand-number', 'data-hand', '2');
    assert.deepEqual(await shown(window, 3), won);
  });

  it('takes a hand by keys alone', async () => {
    await setDora(window, 'c');
    await window.press(Key.Space);
    await window.see('hand-over-sheet');
    // W goes through the winners, T says tsumo, a digit is a tile, G the green dragon.
    await window.press('wwt');
    await window.press('123ggg');
    assert.deepEqual(await slots(window), ['1', '2', '3', 'g', 'g', 'g']);
    await app.shoot(window, 'keys');
    await window.enabled('confirm');
    await window.press(Key.Escape);
    await window.gone('hand-over-sheet');
  });

  it('keeps what was confirmed when the window is closed', async () => {
    const last = await shown(window, 3);
    await window.close();
    window = await app.open();
    await window.see('table-screen');
    assert.deepEqual(await shown(window, 3), last);
    assert.deepEqual(last.points, won.points);
    await window.click('history');
    await window.see('history-line-0');
    await app.shoot(window, 'next-day');
  });

  it('shows the picture of the hand again, the next day too', async () => {
    await window.click('show-picture');
    await window.see('kept-picture');
    await app.shoot(window, 'kept-picture');
  });
});
