// Drawn twice as large, every main screen can still be used: nothing is wider than the window, no text is cut off, and every button
// can be brought into sight and pressed.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { confirm, givePicture, handOver, setDora, speak, startGame } from './steps.mjs';
import { TONGUES } from './tongues.mjs';
import { Key } from './webdriver.mjs';

const [F1, F2, F11, RIGHT] = ['\uE031', '\uE032', '\uE03B', '\uE014'];

/** What cannot be used on the page as it is now, a line each. Only the topmost sheet counts: the screen below it waits. */
const UNUSABLE = `
  const scope = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.querySelector('#app');
  const name = (element) => element.dataset.testid ?? element.className?.baseVal ?? (element.className || element.tagName);
  const found = [];
  for (const box of [scope, ...scope.querySelectorAll('*')]) {
    // Names are cut on purpose and whole in their titles; a table may be scrolled sideways; an input scrolls its text.
    if (box.closest('svg, .ellipsis, .visually-hidden, [data-testid=photo-picture]') || box.matches('input') || box.querySelector(':scope > table')) continue;
    const style = getComputedStyle(box);
    if (style.overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1) found.push('too wide: ' + name(box) + ' ' + box.scrollWidth + ' > ' + box.clientWidth);
    if (style.overflowY === 'hidden' && box.scrollHeight > box.clientHeight + 2) found.push('cut off: ' + name(box));
  }
  for (const button of scope.querySelectorAll('button, input, summary')) {
    if (button.matches('.visually-hidden') || button.closest('[data-testid=photo-picture]')) continue;
    button.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = button.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    // What only a program can scroll, nobody has scrolled.
    for (let box = button.parentElement; box; box = box.parentElement) {
      if (box.scrollTop > 0 && !/auto|scroll/.test(getComputedStyle(box).overflowY)) found.push('only to be seen by a program: ' + name(button));
      if (box.scrollTop > 0 && box.matches('html, body')) box.scrollTop = 0;
    }
    const under = (dx, dy) => document.elementFromPoint(x + dx, y + dy);
    if (!button.contains(under(0, 0))) found.push('out of reach: ' + name(button) + ' at ' + Math.round(x) + ',' + Math.round(y));
    // 44 pixels for a finger, whether the button is drawn so large or not.
    else if (![[-21, 0], [21, 0], [0, -21], [0, 21]].every(([dx, dy]) => button.contains(under(dx, dy)))) found.push('too small for a finger: ' + name(button) + ' ' + Math.round(width) + 'x' + Math.round(height));
  }
  scope.scrollTo(0, 0);
  document.querySelector('#app').scrollTo(0, 0);
  return found;
`;

describe('drawn larger', { timeout: 300_000 }, () => {
  let app;
  let window;

  before(async () => {
    app = await App.start('zoom');
    window = await app.open();
    await window.see('start-screen');
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  const rootSize = () => window.script('return parseFloat(getComputedStyle(document.documentElement).fontSize)');

  /** By the buttons of the settings. */
  async function zoomTo(wanted) {
    for (;;) {
      const now = Number(await window.attribute('zoom', 'data-zoom'));
      if (now === wanted) return;
      await window.click(now < wanted ? 'zoom-larger' : 'zoom-smaller');
      await window.truly('another size', `return document.querySelector('[data-testid=zoom]').dataset.zoom !== '${now}'`);
    }
  }

  let unusable = [];

  /** Looks at the screen as it is; what is wrong with it is told in the end, with all others. */
  async function usable(screen) {
    const found = await window.script(UNUSABLE);
    if (found.length > 0) await app.shoot(window, screen);
    unusable.push(...found.map((what) => `${screen}: ${what}`));
  }

  it('by Ctrl with plus and minus, and as usual again by Ctrl with nought', async () => {
    const usual = await rootSize();
    for (const share of [1.25, 1.5, 1.75, 2, 2]) {
      await window.press('+', [Key.Control]);
      await window.truly(`letters of ${share}`, `return parseFloat(getComputedStyle(document.documentElement).fontSize) === ${usual * share}`);
    }
    await window.press('-', [Key.Control]);
    await window.truly('smaller letters', `return parseFloat(getComputedStyle(document.documentElement).fontSize) === ${usual * 1.75}`);
    await window.press('0', [Key.Control]);
    await window.truly('the usual letters', `return parseFloat(getComputedStyle(document.documentElement).fontSize) === ${usual}`);
  });

  it('stays so when the window is opened again', async () => {
    await zoomTo(150);
    const size = await rootSize();
    await window.close();
    window = await app.open();
    await window.attributeIs('zoom', 'data-zoom', '150');
    assert.equal(await rootSize(), size);
  });

  for (const [language, zoom, players] of [['ko', 100, 4], ['ko', 200, 3], ['en', 200, 5], ['ja', 150, 4]]) {
    it(`every main screen can be used at ${zoom} % in ${language} with ${players} players`, async () => {
      const at = (screen) => `${language}-${zoom}-${screen}`;
      unusable = [];
      await speak(window, language);
      await zoomTo(zoom);
      await usable(at('start'));
      await window.click('house-rules');
      await usable(at('house-rules'));
      await window.press(Key.Escape);
      await window.click('diagnostics-open');
      await window.see('diagnostics-copy');
      await usable(at('diagnostics'));
      await window.press(Key.Escape);
      await startGame(window, [...TONGUES[language].names, 'Noor', '翔'].slice(0, players));
      await usable(at('table'));
      await window.press('d');
      await window.see('key-5');
      await usable(at('dora'));
      await window.press(Key.Escape);
      await setDora(window, '5');
      await handOver(window, 1, 0);
      await usable(at('hand-over'));
      await givePicture(window, 'easy.jpg');
      await usable(at('picture'));
      await window.click('slot-0');
      await usable(at('one-tile'));
      await window.press(Key.Escape);
      await confirm(window);
      await usable(at('paid'));
      await window.press('h');
      await window.see('history-line-0');
      await usable(at('history'));
      await window.click('correct');
      await window.see('correct-sheet');
      await usable(at('correction'));
      await window.press(Key.Escape);
      await window.press(Key.Escape);
      await window.gone('history-line-0');
      for (const [key, id] of [['s', 'sticks-sheet'], ['m', 'more-sheet']]) {
        await window.press(key);
        await window.see(id);
        await usable(at(id));
        await window.press(Key.Escape);
        await window.gone(id);
      }
      await window.click('settings');
      await window.see('sets');
      await usable(at('settings'));
      await window.press(Key.Escape);
      await window.press(F1);
      await window.see('card');
      await usable(at('card'));
      await window.press(RIGHT);
      await window.see('card-rule-minimum');
      await usable(at('card-back'));
      await window.press(`${F2}224777`);
      await window.see('discard-4');
      await usable(at('discards'));
      await window.press(Key.Backspace.repeat(6));
      await window.press(F2);
      await window.gone('waits-sheet');
      await window.press(F11);
      await window.see('board-turn');
      await usable(at('board'));
      await window.press(F11);
      await window.press('m');
      await window.click('end-game');
      await window.see('ranking-screen');
      await usable(at('ranking'));
      await window.click('records-open');
      await window.see('chart');
      await usable(at('records'));
      await window.press(Key.Escape);
      await window.click('new-game-again');
      await window.see('start-screen');
      await usable(at('start-again'));
      if (zoom === 100) {
        // Five long names, people who played before, and the smallest window.
        while ((await window.count('player-name-4')) === 0) await window.click('add-player');
        for (let seat = 0; seat < 4; seat += 1) await window.fill(`player-name-${seat}`, `Maximilian Alexander ${seat}`);
        await usable(at('start-five'));
        for (const [width, height] of [[1366, 690], [800, 600], [1280, 800]]) {
          await window.resize(width, height);
          await usable(at(`start-${width}`));
        }
      }
      assert.deepEqual(unusable, []);
    });
  }
});
