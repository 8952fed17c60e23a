// Teaching a set in the real window: a photo that does not show the whole set is read, and what is missing is said.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { picture, speak } from './steps.mjs';

describe('teaching a set in the real window', { timeout: 120_000 }, () => {
  let app;
  let window;

  before(async () => {
    app = await App.start('sets');
    window = await app.open();
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  it('begins without any set', async () => {
    await speak(window, 'ko');
    await window.click('sets');
    await window.see('sets-sheet');
    await app.shoot(window, 'none');
  });

  it('shows what a photo is read as, says what is missing, and saves nothing without a name', async () => {
    await window.click('teach-set');
    await window.see('lesson-sheet');
    await window.type('lesson-file', picture('easy.jpg'));
    await window.see('lesson-tile-0-6');
    await window.see('lesson-findings');
    assert.notEqual(await window.attribute('lesson-learn', 'disabled'), null);
    await app.shoot(window, 'lesson');
  });
});
