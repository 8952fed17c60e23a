// What a person meets when the games do not open: where their file lies and what to do about it, in any of the languages.

import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { LANGUAGES } from './tongues.mjs';
import { Key } from './webdriver.mjs';

/** How each language tells to move the file away. */
const ADVICE = { ko: '파일을 옮기고', ja: '移して', en: 'Move it away' };

describe('a start on a file that is none of ours', { timeout: 120_000 }, () => {
  let app;
  let window;
  let folder;
  let file;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'suzume-foreign-'));
    file = join(folder, 'games.sqlite');
    await writeFile(file, 'not a database, whatever its name says');
    app = await App.start('startup', { SUZUME_DATA: folder });
    window = await app.open();
  });
  after(async () => {
    await window?.close();
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  for (const language of LANGUAGES) {
    it(`names the file and what to do in ${language}`, async () => {
      await window.attributeIs('failure', 'data-code', 'not_a_ledger');
      await window.click(`language-${language}`);
      await window.textIs('failure', (text) => text.includes(ADVICE[language]), `the advice in ${language}`);
      assert.ok((await window.text('loading')).includes(file), file);
      await app.shoot(window, language);
    });
  }

  it('shows the state of the program all the same', async () => {
    await window.click('diagnostics-open');
    await window.see('diagnostics-sheet');
    await window.press(Key.Escape);
    await window.gone('diagnostics-sheet');
  });

  it('goes on as soon as that was done', async () => {
    await rename(file, join(folder, 'somebody-elses'));
    await window.click('retry');
    await window.see('start-screen');
  });
});
