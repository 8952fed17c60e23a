// axe over every main screen of the real window, in both themes: nothing that it calls a violation.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { App } from './app.mjs';
import { givePicture, handOver, setDora, speak, startGame } from './steps.mjs';
import { Key } from './webdriver.mjs';

const AXE = readFileSync(fileURLToPath(new URL('../../ui/node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');
const [F1, F2, F11, RIGHT] = ['\uE031', '\uE032', '\uE03B', '\uE014'];

describe('no screen keeps anybody out', { timeout: 400_000 }, () => {
  let app;
  let window;

  before(async () => {
    app = await App.start('accessibility');
    window = await app.open();
    await window.see('start-screen');
    await window.script(AXE);
    // Axe takes what is still fading in for faint: here nothing fades.
    await window.script("document.styleSheets[0].insertRule('*, *::before, *::after { animation: none !important; transition: none !important; }')");
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  /** What axe finds on the page as it is now, a line each. */
  async function violations() {
    return window.scriptUntilDone(`
      axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        done(violations.flatMap((found) => found.nodes.map((node) => found.id + ': ' + node.html.slice(0, 160)))));
    `);
  }

  let found = [];
  beforeEach(() => (found = []));

  /** Looks at the screen as it is; what is wrong is told at the end of the test, with all others. */
  async function clean(screen) {
    found.push(...(await violations()).map((what) => `${screen}: ${what}`));
  }

  async function closeAll() {
    await window.press(Key.Escape);
  }

  for (const theme of ['dark', 'light']) {
    it(`on the start screen and the tour, ${theme}`, async () => {
      await speak(window, theme === 'dark' ? 'ko' : 'en');
      await window.click(`theme-${theme}`);
      await clean('start');
      await window.click('tour-open');
      await window.see('tour');
      await clean('tour');
      await window.click('tour-leave');
      await window.see('start-screen');
      await window.click('diagnostics-open');
      await window.see('diagnostics-copy');
      await clean('diagnostics');
      await closeAll();
      await window.click('records-open');
      await window.see('records-sheet');
      await clean('records');
      await closeAll();
      await window.click('house-rules');
      await window.see('rule-minimum-none');
      await clean('house rules');
      await closeAll();
      await window.click('sets');
      await window.see('sets-sheet');
      await clean('sets');
      await closeAll();
      assert.deepEqual(found, []);
    });

    it(`on the table and its sheets, ${theme}`, async () => {
      await startGame(window, ['하늘', 'さくら', 'Ann']);
      await clean('table');
      await window.press('d');
      await window.see('key-5');
      await clean('dora');
      await closeAll();
      await setDora(window, '5');
      await window.click('settings');
      await window.see('sets');
      await clean('settings');
      await closeAll();
      await window.press(F1);
      await window.see('card');
      await clean('card');
      await window.press(RIGHT);
      await window.see('card-rule-minimum');
      await clean('card, its back');
      await window.press(`${F2}224777`);
      await window.see('discard-4');
      await clean('discards');
      await window.click('drop-2');
      await window.see('wait-3');
      await clean('waits');
      await window.press(Key.Backspace.repeat(5));
      await closeAll();
      await window.press('s');
      await window.see('sticks-sheet');
      await clean('sticks');
      await closeAll();
      await window.press('m');
      await window.see('more-sheet');
      await clean('more');
      await window.click('swap-open');
      await window.see('swap-sheet');
      await clean('swap');
      await closeAll();
      await window.press(F11);
      await window.see('board-turn');
      await clean('board');
      await window.press(F11);
      await window.see('undo');
      assert.deepEqual(found, []);
    });

    it(`on the camera and what it captured, ${theme}`, async () => {
      await window.press(Key.Space);
      await window.see('hand-over-sheet');
      await window.click('tiles-by-camera');
      if (theme === 'dark') {
        await window.attributeIs('camera-state', 'data-state', 'no_camera');
        await clean('no camera');
      }
      await window.click('camera-settings');
      await window.see('camera-automatic');
      if ((await window.attribute('camera-automatic', 'aria-pressed')) === 'true') await window.click('camera-automatic');
      await window.click('camera-sample');
      await window.attributeIs('camera-sample', 'aria-checked', 'true');
      await clean('camera settings');
      await window.click('camera-settings');
      await window.attributeIs('camera-state', 'data-state', 'read');
      await clean('camera');
      await window.press(Key.Space);
      await window.see('captured');
      await window.gone('camera-sheet');
      await clean('captured');
      await window.click('slot-0');
      await clean('one tile of the captured');
      await closeAll();
      await window.click('tiles-by-keys');
      await window.click('clear-tiles');
      await closeAll();
      await window.gone('hand-over-sheet');
      assert.deepEqual(found, []);
    });

    it(`on the hand-over form and the past, ${theme}`, async () => {
      await handOver(window, 1, 0);
      await clean('hand over');
      await givePicture(window, 'easy.jpg');
      await clean('photo');
      await window.enabled('confirm');
      await window.press(Key.Enter);
      await window.gone('hand-over-sheet');
      await window.press('h');
      await window.see('history-line-0');
      await clean('history');
      await window.click('correct');
      await window.see('correct-sheet');
      await clean('correction');
      await closeAll();
      await closeAll();
      await window.gone('history-line-0');
      await window.press('m');
      await window.click('end-game');
      await window.see('ranking-screen');
      await clean('ranking');
      await window.click('new-game-again');
      await window.see('start-screen');
      await window.script("setTimeout(() => { throw new TypeError('on purpose'); })");
      await window.see('crash-screen');
      await clean('crash');
      await window.press(Key.Enter);
      await window.see('start-screen');
      assert.deepEqual(found, []);
    });
  }
});
