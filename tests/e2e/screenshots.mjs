// Pictures of every main screen, in each language, theme and size: `cargo xtask screenshots`.

import { App } from './app.mjs';
import { confirm, givePicture, handOver, setDora, speak, startGame } from './steps.mjs';
import { Key } from './webdriver.mjs';

const NAMES = {
  ko: ['하늘', '보미', '아라'],
  ja: ['はるか', '健太', 'ゆき', '翔'],
  en: ['Maximilian', 'Ada', 'Bo', 'Noor', 'Zoë'],
};

/** The camera: none, its settings, the sample with tiles under it, and what it captured. */
async function camera(app, window) {
  await window.click('tiles-by-camera');
  await window.attributeIs('camera-state', 'data-state', 'no_camera');
  await app.shoot(window, 'no-camera');
  await window.click('camera-settings');
  await window.see('camera-automatic');
  if ((await window.attribute('camera-automatic', 'aria-pressed')) === 'true') await window.click('camera-automatic');
  await window.click('camera-sample');
  await window.see('live-tile-6');
  await app.shoot(window, 'camera-settings');
  await window.click('camera-settings');
  await window.attributeIs('camera-state', 'data-state', 'read');
  await app.shoot(window, 'camera');
  await window.press(Key.Space);
  await window.see('captured');
  await window.gone('camera-sheet');
  await app.shoot(window, 'captured');
}

/** What teaches, and the board. */
async function learning(app, window) {
  const [F1, F2, F11, right] = ['\uE031', '\uE032', '\uE03B', '\uE014'];
  await window.press(F1);
  await window.see('card');
  await app.shoot(window, 'card');
  await window.press(right);
  await window.see('card-rule-minimum');
  await app.shoot(window, 'card-back');
  await window.press(F2 + '224777');
  await window.see('discard-4');
  await app.shoot(window, 'discards');
  await window.click('drop-2');
  await window.see('wait-3r');
  await app.shoot(window, 'waits');
  await window.press(F2);
  await window.gone('waits-sheet');
  await window.press(F11);
  await window.see('board-turn');
  await app.shoot(window, 'board');
  await window.press('r');
  await app.shoot(window, 'board-turned');
  await window.press(F11);
  await window.see('undo');
}

async function screens(language, theme, [width, height]) {
  const app = await App.start(`screenshots/${language}-${theme}-${width}x${height}`);
  const window = await app.open();
  try {
    await window.see('start-screen');
    await window.resize(width, height);
    await speak(window, language);
    await window.click('tour-open');
    await window.see('tour');
    await app.shoot(window, 'tour');
    await window.click('tour-leave');
    await window.see('start-screen');
    await window.click(`theme-${theme}`);
    await app.shoot(window, 'start');
    await startGame(window, NAMES[language]);
    await app.shoot(window, 'table');
    await window.click('dora-open');
    await window.see('key-5');
    await app.shoot(window, 'dora');
    await window.click('key-5');
    await handOver(window, 2, 1);
    await app.shoot(window, 'hand-over');
    await givePicture(window, 'extra.jpg');
    await app.shoot(window, 'picture');
    await window.click('slot-0');
    await app.shoot(window, 'one-tile');
    await window.press(Key.Escape);
    await camera(app, window);
    await window.click('tiles-by-keys');
    await window.fill('notation', '234r777r');
    await confirm(window);
    await app.shoot(window, 'paid');
    await window.click('history');
    await app.shoot(window, 'history');
    await window.click('correct');
    await window.click('how-tsumo');
    await window.see('changed-0');
    await app.shoot(window, 'correction');
    await window.press(Key.Escape);
    await window.press(Key.Escape);
    await window.press('s');
    await window.see('sticks-sheet');
    await app.shoot(window, 'sticks');
    await window.press(Key.Escape);
    await window.press('m');
    await window.see('more-sheet');
    await app.shoot(window, 'more');
    await window.press(Key.Escape);
    await learning(app, window);
    for (let hand = 1; (await window.count('ranking-screen')) === 0; hand += 1) {
      if (hand > 40) throw new Error('the game does not end');
      await setDora(window, '5');
      await window.click('hand-over');
      await window.click('how-draw');
      await confirm(window);
    }
    await app.shoot(window, 'ranking');
    await window.click('records-open');
    await window.see('chart');
    await app.shoot(window, 'records');
    await window.click('records-players');
    await app.shoot(window, 'players');
  } finally {
    await window.close();
    await app.stop();
  }
}

for (const size of [[1280, 800], [1920, 1080]]) {
  for (const language of ['ko', 'ja', 'en']) {
    // Both themes where it is seen best; the drawing of the others is the same.
    for (const theme of size[0] === 1280 ? ['dark', 'light'] : ['dark']) {
      await screens(language, theme, size);
    }
  }
}
