// The installed app in a clean root, used by a person who has nothing else: its window, its models, its folders.
// `cargo xtask bundle --check` installs it, and tells everything by the environment.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { App } from '../e2e/app.mjs';
import { confirm, handOver, picture, setDora, shown, slots, speak, startGame } from '../e2e/steps.mjs';
import { Key } from '../e2e/webdriver.mjs';
import { memory, treeOf } from './processes.mjs';

const HOME = process.env.SUZUME_HOME;
/** What lies in the picture, and where the person has it among documents. */
const PICTURE = 'easy.jpg';
const OF_PERSON = `/home/person/Pictures/${PICTURE}`;
const TILES = ['2', '3', '4r', '7', '7', '7r'];

describe('the installed app', { timeout: 240_000 }, () => {
  let app;
  let window;
  let shared;
  const figures = {};

  before(async () => {
    await mkdir(join(HOME, 'Pictures'), { recursive: true });
    await copyFile(picture(PICTURE), join(HOME, 'Pictures', PICTURE));
    shared = await mkdtemp(join(tmpdir(), 'suzume-shared-'));
    await copyFile(picture(PICTURE), join(shared, PICTURE));
    process.env.SUZUME_SHARED = shared;
    app = await App.start('installed');
    window = await app.open();
  });
  after(async () => {
    await window?.close();
    await app?.stop();
    await rm(shared, { recursive: true, force: true });
    await writeFile(join(process.env.SUZUME_ARTEFACTS, 'installed', 'memory.json'), JSON.stringify(figures, null, 2));
  });

  it('opens a window in which a game can be begun', async () => {
    await window.see('start-screen');
    await speak(window, 'ko');
    await app.shoot(window, 'start');
    figures.start = memory(treeOf(process.pid));
    await startGame(window, ['하늘', '보미', '아라']);
    await setDora(window, '5');
    await app.shoot(window, 'table');
  });

  it('knows its models and its library by the places where the package put them', async () => {
    await window.press('m');
    await window.click('diagnostics-open');
    await window.see('diagnostics-copy');
    const said = await window.text('diagnostics-sheet');
    for (const file of ['models/locator.onnx', 'models/reader.onnx', 'lib/libonnxruntime.so']) {
      assert.ok(said.includes(`/usr/lib/suzume-table/${file}`), `${file}: ${said}`);
    }
    assert.equal((said.match(/명세와 같음/g) ?? []).length, 2, said);
    assert.ok(said.includes('/home/person/.local/share/table.suzume.app'), said);
    await app.shoot(window, 'diagnostics');
    await window.press(Key.Escape);
    await window.press(Key.Escape);
    await window.gone('diagnostics-sheet');
  });

  it('reads a picture with them', async () => {
    await handOver(window, 2, 1);
    await window.type('photo-input', join(shared, PICTURE));
    await window.see('photo-picture');
    assert.deepEqual((await slots(window)).toSorted(), TILES);
    await window.textIs('score-total', (text) => Number(text) === 6, 6);
    await app.shoot(window, 'picture');
    figures.picture = memory(treeOf(process.pid));
    await confirm(window);
  });

  it('has the game again when it is opened again', async () => {
    const before = await shown(window, 3);
    await window.close();
    window = await app.open();
    await window.see('table-screen');
    assert.deepEqual(await shown(window, 3), before);
  });

  it('brings the command line, which reads the picture with the same models', async () => {
    const { stdout } = await promisify(execFile)(process.env.SUZUME_APP, ['read', '--json', OF_PERSON], {
      env: { ...process.env, SUZUME_INSIDE: '/usr/bin/suzume' },
    });
    const { hand } = JSON.parse(stdout);
    assert.deepEqual(hand.match(/[1-9gc]r?/g).toSorted(), TILES);
  });
});
