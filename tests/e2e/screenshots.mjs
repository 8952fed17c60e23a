// Pictures of every screen, in each language, both themes and two sizes: `cargo xtask screenshots`. Words after the command choose among
// them: `ko`, `light`, `1280`.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from './app.mjs';
import { confirm, givePicture, handOver, picture, setDora, speak, startGame } from './steps.mjs';
import { Key, eventually } from './webdriver.mjs';

const NAMES = {
  ko: ['하늘', '보미', '아라'],
  ja: ['はるか', '健太', 'ゆき', '翔'],
  en: ['Maximilian', 'Ada', 'Bo', 'Noor', 'Zoë'],
};
const wished = process.argv.slice(2);
/** Those that were asked for; all of them if none was. */
const among = (all) => (all.some((one) => wished.includes(`${one}`)) ? all.filter((one) => wished.includes(`${one}`)) : all);
const SIZES = [[1280, 800], [1920, 1080]].filter(([width]) => among([1280, 1920]).includes(width));
const THEMES = among(['dark', 'light']);
const [F1, F2, F11, RIGHT] = ['\uE031', '\uE032', '\uE03B', '\uE014'];

/** Takes the screen as it is in both themes and both sizes. The theme is the one attribute that the settings change in the page. */
function camera(app, window) {
  return async (screen) => {
    for (const [width, height] of SIZES) {
      await window.resize(width, height);
      for (const theme of THEMES) {
        await window.script(`document.documentElement.dataset.theme = '${theme}'`);
        await app.shoot(window, `${screen}-${theme}-${width}`);
      }
    }
    await window.resize(...SIZES[0]);
  };
}

async function starting(window, take, language) {
  await window.see('start-screen');
  await speak(window, language);
  await take('first-start');
  await window.click('house-rules');
  await take('house-rules');
  await window.press(Key.Escape);
  await window.click('diagnostics-open');
  await window.see('diagnostics-copy');
  await take('diagnostics');
  await window.press(Key.Escape);
  await window.click('sets');
  await window.see('sets-sheet');
  await take('sets');
  await window.click('teach-set');
  await window.type('lesson-file', picture('easy.jpg'));
  await window.see('lesson-findings');
  await take('lesson');
  await window.press(Key.Escape);
  await window.press(Key.Escape);
  await window.gone('sets-sheet');
  await window.click('tour-open');
  await window.see('tour');
  await take('tour');
  await window.click('tour-leave');
  await window.see('start-screen');
}

/** The first hand: the dora, the form, a photo and a tile of it, the camera and what it captured, and the payment. */
async function firstHand(window, take) {
  await take('table');
  await window.click('dora-open');
  await window.see('key-5');
  await take('dora');
  await window.click('key-5');
  await handOver(window, 2, 1);
  await take('hand-over');
  await givePicture(window, 'extra.jpg');
  await take('picture');
  await window.click('slot-0');
  await take('one-tile');
  await window.press(Key.Escape);
  await window.click('tiles-by-camera');
  await window.attributeIs('camera-state', 'data-state', 'no_camera');
  await take('no-camera');
  await window.click('camera-settings');
  await window.see('camera-automatic');
  await window.click('camera-automatic');
  await window.click('camera-sample');
  await window.see('live-tile-6');
  await take('camera-settings');
  await window.click('camera-settings');
  // Tiles that were just laid down, not those that are being taken away.
  await window.truly('the hand to be taken away', `return document.querySelector('[data-testid=camera-state]').dataset.state !== 'read'`);
  await window.attributeIs('camera-state', 'data-state', 'read');
  await take('camera');
  await window.press(Key.Space);
  await window.see('captured');
  await window.gone('camera-sheet');
  await take('captured');
  await window.click('tiles-by-keys');
  await window.fill('notation', '234r777r');
  await window.enabled('confirm');
  await take('worth');
  await confirm(window);
  await take('paid');
}

/** Several rons, a hand that does not win, a false win. */
async function exceptions(window, take) {
  await handOver(window, 2, 1);
  await window.fill('notation', '1r11789');
  await window.click('add-winner');
  await window.fill('notation', '1r2r3r7r8r9r');
  await window.enabled('confirm');
  await take('two-rons');
  await confirm(window);
  await handOver(window, 0, null);
  await window.fill('notation', '111456');
  await window.see('to-false-win');
  await take('under-minimum');
  await window.click('to-false-win');
  await take('false-win');
  await confirm(window);
}

async function past(window, take) {
  await window.click('history');
  await take('history');
  await window.press('\uE015\uE015');
  await window.click('correct');
  await window.click('how-tsumo');
  await window.see('changed-0');
  await take('correction');
  await window.press(Key.Escape);
  await window.press(Key.Escape);
  await window.gone('history-line-0');
  for (const [key, id] of [['s', 'sticks-sheet'], ['m', 'more-sheet']]) {
    await window.press(key);
    await window.see(id);
    await take(id);
    if (key === 's') await window.press(Key.Escape);
  }
  await window.click('swap-open');
  await window.click('swap-player-0');
  await window.click('swap-player-1');
  await take('swap');
  await window.press(Key.Escape);
  await window.click('settings');
  await window.see('sets');
  await take('settings');
  await window.press(Key.Escape);
  await window.gone('sets');
}

async function learning(window, take) {
  await window.press(F1);
  await window.see('card');
  await take('card');
  await window.press(RIGHT);
  await window.see('card-rule-minimum');
  await take('card-back');
  await window.press(`${F2}224777`);
  await window.see('discard-4');
  await take('discards');
  await window.click('drop-2');
  await window.see('wait-3r');
  await take('waits');
  await window.press(F2);
  await window.gone('waits-sheet');
}

async function board(window, take) {
  await window.press(F11);
  await window.see('board-turn');
  await take('board');
  await window.press('r');
  await take('board-turned');
  await window.press(F11);
  await window.see('undo');
  const [main] = await window.windows();
  await window.press('m');
  await window.click('board-second');
  const second = await eventually('a second window', async () => (await window.windows()).find((handle) => handle !== main));
  await window.goTo(second);
  await window.see('points-0');
  await take('board-window');
  await window.closeWindow();
  await window.goTo(main);
  await window.press(Key.Escape);
  await window.gone('more-sheet');
}

async function large(window, take) {
  for (const zoom of ['1.25', '1.5', '1.75', '2']) {
    await window.press('+', [Key.Control]);
    await window.truly(`everything ${zoom} times as large`, `return document.documentElement.style.getPropertyValue('--zoom') === '${zoom}'`);
  }
  await take('table-200');
  await window.press(Key.Space);
  await window.see('hand-over-sheet');
  await take('hand-over-200');
  await window.press(Key.Escape);
  await window.press('0', [Key.Control]);
  await window.truly('the usual size', `return document.documentElement.style.getPropertyValue('--zoom') === '1'`);
}

async function crash(window, take) {
  await window.script("setTimeout(() => { throw new TypeError('on purpose'); })");
  await window.see('crash-screen');
  await take('crash');
  await window.press(Key.Enter);
  await window.see('table-screen');
}

async function ending(window, take) {
  for (let hand = 1; (await window.count('ranking-screen')) === 0; hand += 1) {
    if (hand > 40) throw new Error('the game does not end');
    await window.press(Key.Space);
    await window.see('hand-over-sheet');
    await window.press('x');
    await confirm(window);
  }
  await take('ranking');
  await window.click('records-open');
  await window.see('chart');
  await take('records');
  await window.click('records-players');
  await take('players');
  await window.press(Key.Escape);
  await window.click('new-game-again');
  await window.see('start-screen');
  await take('start');
}

/** Where the games should be lies a file of somebody else. */
async function refused(language) {
  const data = await mkdtemp(join(tmpdir(), 'suzume-refused-'));
  await writeFile(join(data, 'games.sqlite'), 'These are no games.');
  const app = await App.start(`screenshots/${language}/refused`, { SUZUME_DATA: data });
  const window = await app.open();
  try {
    await window.see('retry');
    await speak(window, language);
    await camera(app, window)('not-a-ledger');
  } finally {
    await window.close();
    await app.stop();
    await rm(data, { recursive: true });
  }
}

for (const language of among(Object.keys(NAMES))) {
  const app = await App.start(`screenshots/${language}`);
  const window = await app.open();
  const take = camera(app, window);
  try {
    await starting(window, take, language);
    await startGame(window, NAMES[language]);
    await firstHand(window, take);
    await exceptions(window, take);
    await past(window, take);
    await learning(window, take);
    await board(window, take);
    await large(window, take);
    await crash(window, take);
    await ending(window, take);
  } finally {
    await window.close();
    await app.stop();
  }
  await refused(language);
}
