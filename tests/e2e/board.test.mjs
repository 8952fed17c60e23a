// The board, full screen in the window and as a window of its own: it shows at once what the other window records, turns its seats
// towards their players, and goes away again.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { confirm, handOver, setDora, shown, speak, startGame } from './steps.mjs';
import { Key, eventually } from './webdriver.mjs';

const F11 = '\uE03B';
const NAMES = ['하늘', '보미', '아라'];

describe('the board', { timeout: 120_000 }, () => {
  let app;
  let window;
  let main;

  before(async () => {
    app = await App.start('board');
    window = await app.open();
    await speak(window, 'ko');
    await startGame(window, NAMES);
    await setDora(window, '5');
    [main] = await window.windows();
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  /** How each seat is turned, in degrees. */
  const turns = () => window.script(`return [...document.querySelectorAll('.seat')].map((seat) => getComputedStyle(seat).rotate)`);
  const size = () => window.script('return [innerWidth, innerHeight]');

  it('fills the screen on one key, turns its seats, and gives the screen back', async () => {
    const before = await size();
    await window.press(F11);
    await window.see('board-turn');
    await window.press('r');
    await window.attributeIs('board-turn', 'aria-pressed', 'true');
    // The first sits at the foot, the others at the sides.
    assert.deepEqual(await turns(), ['none', '-90deg', '90deg']);
    await window.press('r');
    await window.attributeIs('board-turn', 'aria-pressed', 'false');
    await window.press(F11);
    await window.see('undo');
    await eventually('the size as before', async () => `${await size()}` === `${before}`);
  });

  it('opens as a window of its own, with the same points', async () => {
    await window.press('m');
    await window.click('board-second');
    const handles = await eventually('two windows', async () => {
      const all = await window.windows();
      return all.length === 2 && all;
    });
    await window.goTo(handles.find((handle) => handle !== main));
    await window.see('board-screen');
    await window.see('points-0');
    assert.deepEqual((await shown(window, 3)).points, [40, 40, 40]);
    assert.equal(await window.count('hand-over'), 0, 'nothing is recorded there');
    await app.shoot(window, 'window');
  });

  it('shows what the other window records, without being asked', async () => {
    const [board] = (await window.windows()).filter((handle) => handle !== main);
    await window.goTo(main);
    await window.press(Key.Escape);
    await window.gone('more-sheet');
    await handOver(window, 1, 2);
    await window.fill('notation', '234r777r');
    await confirm(window);
    const told = await shown(window, 3);
    assert.deepEqual(told.points, [40, 46, 34]);
    await window.goTo(board);
    await window.textIs('points-1', (text) => text === '46', '46');
    assert.deepEqual(await shown(window, 3), told);
    await app.shoot(window, 'paid');
  });

  it('turns its seats on R and is closed like any window; the game goes on', async () => {
    await window.press('r');
    await window.attributeIs('board-turn', 'aria-pressed', 'true');
    assert.deepEqual(await turns(), ['none', '-90deg', '90deg']);
    await app.shoot(window, 'turned');
    await window.closeWindow();
    await window.goTo(main);
    await eventually('one window', async () => (await window.windows()).length === 1);
    await window.press('z', [Key.Control]);
    await window.textIs('points-1', (text) => text === '40', '40');
  });
});
