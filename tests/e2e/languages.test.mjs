// The window speaks three languages, fits two sizes of screen, reaches no network and runs no foreign script.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { handOver, setDora, speak, startGame } from './steps.mjs';

const WORDS = { ko: /[가-힣]/, ja: /[ぁ-んァ-ヶ一-龠]/, en: /[A-Za-z]/ };

describe('the window', { timeout: 240_000 }, () => {
  let app;
  let window;

  before(async () => {
    app = await App.start('languages');
    window = await app.open();
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  it('opens at 1280x800', async () => {
    await window.see('start-screen');
    assert.deepEqual(await window.script('return [innerWidth, innerHeight]'), [1280, 800]);
  });

  for (const language of ['ko', 'ja', 'en']) {
    it(`speaks ${language} on the start screen`, async () => {
      await speak(window, language);
      assert.match(await window.text('start-game'), WORDS[language]);
      await app.shoot(window, `start-${language}`);
    });
  }

  it('fills 1920x1080 as well, and nothing has to be scrolled', async () => {
    await startGame(window, ['Ada', 'ゆき', '하늘', 'Bo']);
    await setDora(window, '3');
    for (const [width, height] of [[1920, 1080], [1280, 800]]) {
      await window.resize(width, height);
      assert.equal(await window.script('return document.documentElement.scrollHeight <= innerHeight'), true);
      assert.equal(await window.script('return document.documentElement.scrollWidth <= innerWidth'), true);
      await app.shoot(window, `table-${width}`);
    }
    await handOver(window, 1, null);
    await app.shoot(window, 'hand-over');
  });

  it('runs no script of the page’s text and asks no network', async () => {
    const inline = `const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.hijacked = "yes"';
      document.head.append(script);
      return document.documentElement.dataset.hijacked ?? null;`;
    assert.equal(await window.script(inline), null);
    const blocked = `return new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
      fetch('http://127.0.0.1:9/').catch(() => {});
      setTimeout(() => resolve('nothing was blocked'), 3000);
    });`;
    assert.equal(await window.script(blocked), 'connect-src');
    assert.equal(await window.script('return typeof window.__TAURI__'), 'undefined');
  });
});
