// The ledger in the real window, beyond the plain hand: several rons, a false win, sticks, a correction, swapped seats, an
// early end, and what all games tell together.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { confirm, handOver, shown, speak, startGame } from './steps.mjs';
import { Key } from './webdriver.mjs';

const NAMES = ['Ada', 'Bo', 'Noor'];

describe('the ledger in the real window', { timeout: 240_000 }, () => {
  let app;
  let window;
  const points = async () => (await shown(window, 3)).points;

  before(async () => {
    app = await App.start('ledger');
    window = await app.open();
    await speak(window, 'en');
    await startGame(window, NAMES);
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  it('pays two rons on one discard in one step, the nearest first', async () => {
    // Bo discards the red 1: Noor has 6, Ada, the dealer, Super Red with 22 and 2.
    await handOver(window, 2, 1);
    await window.fill('notation', '1r11789');
    await window.click('add-winner');
    await window.fill('notation', '1r2r3r7r8r9r');
    await window.enabled('confirm');
    assert.match(await window.text('payment-0'), /^Bo → Noor/);
    await app.shoot(window, 'two-rons');
    await confirm(window);
    assert.deepEqual(await points(), [64, 10, 46]);
    assert.equal(await window.attribute('hand-number', 'data-hand'), '2');
  });

  it('refuses a ron on an own discard and records the false win in its place', async () => {
    await handOver(window, 0, 2);
    await window.fill('notation', '777 999');
    await window.click('own-discard');
    await window.attributeIs('refusal', 'data-code', 'furiten');
    await app.shoot(window, 'furiten');
    await window.click('to-false-win');
    await confirm(window);
    assert.deepEqual(await points(), [60, 12, 48]);
    assert.equal(await window.attribute('hand-number', 'data-hand'), '2', 'the same hand goes on');
    await app.shoot(window, 'false-win');
  });

  it('sets the sticks to what lies on the table', async () => {
    await window.press('s');
    await window.click('fewer-0-5');
    for (let one = 0; one < 5; one += 1) await window.click('more-0-1');
    await window.enabled('sticks-set');
    await window.click('sticks-set');
    await window.gone('sticks-sheet');
    assert.deepEqual(await points(), [60, 12, 48]);
  });

  it('corrects an earlier hand after showing what that changes', async () => {
    await window.press('h');
    await window.see('history-line-0');
    await window.press('\uE015e');
    await window.see('correct-sheet');
    await window.click('winner-0');
    await window.click('remove-winner');
    await window.see('changed-0');
    await app.shoot(window, 'correction');
    await window.enabled('confirm');
    await window.press(Key.Enter);
    await window.gone('correct-sheet');
    await window.see('earlier-0');
    await app.shoot(window, 'history');
    await window.press(Key.Escape);
    assert.deepEqual(await points(), [36, 36, 48]);
  });

  it('takes the correction back', async () => {
    await window.press('z', [Key.Control]);
    await window.textIs('points-0', (text) => text === '60', '60');
  });

  it('swaps two seats from the first hand on', async () => {
    await window.press('m');
    await window.click('swap-open');
    await window.click('swap-player-1');
    await window.click('swap-player-2');
    await window.see('changed-0');
    await app.shoot(window, 'swap');
    await window.enabled('confirm');
    await window.click('confirm');
    await window.gone('swap-sheet');
    await window.see('dealer-2');
  });

  it('ends by agreement, and goes on after an undo', async () => {
    await window.press('m');
    await app.shoot(window, 'more');
    await window.click('end-game');
    await window.see('ranking-screen');
    await window.click('undo');
    await window.see('table-screen');
    await window.press('m');
    await window.click('end-game');
    await window.see('ranking-screen');
  });

  it('tells of the game among the records, and remembers the players', async () => {
    await window.click('records-open');
    await window.see('chart');
    await app.shoot(window, 'records');
    await window.click('records-players');
    assert.match(await window.text('player-record-0'), /^Ada/);
    await app.shoot(window, 'players');
    await window.press(Key.Escape);
    await window.click('new-game-again');
    await window.see('start-screen');
    await window.click('remove-player-2');
    await window.see('remembered-Noor');
    await app.shoot(window, 'start');
  });
});
