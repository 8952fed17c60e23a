// The camera in the real window, with the sample that comes with the app: from opening it to a confirmed hand.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { confirm, setDora, shown, slots, speak, startGame } from './steps.mjs';
import { Key, eventually } from './webdriver.mjs';

/** The first hand of the sample, and the dora that lies beside it. */
const FIRST = { hand: ['2', '3', '4r', '7', '7', '7r'], dora: '5' };

describe('the camera in the real window', { timeout: 240_000 }, () => {
  let app;
  let window;

  before(async () => {
    app = await App.start('camera');
    window = await app.open();
    await speak(window, 'ko');
    await startGame(window, ['하늘', '보미', '아라']);
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  it('says that there is none, and offers the sample', async () => {
    await setDora(window, FIRST.dora);
    await window.click('hand-over');
    await window.click('winner-1');
    await window.click('ron-from-0');
    await window.click('tiles-by-camera');
    await window.attributeIs('camera-state', 'data-state', 'no_camera');
    await app.shoot(window, 'no-camera');
    await window.click('camera-settings');
    await window.click('camera-sample');
    await window.attributeIs('camera-sample', 'aria-checked', 'true');
    await window.click('camera-settings');
  });

  it('shows the table live, each tile outlined and named, and captures the hand by itself', async () => {
    await window.see('live-tile-5');
    await window.see('photo-picture');
    assert.deepEqual(await slots(window), FIRST.hand);
    await app.shoot(window, 'captured');
  });

  it('ends in a confirmed hand without another touch', async () => {
    await confirm(window);
    const table = await shown(window, 3);
    assert.equal(table.points.reduce((sum, points) => sum + points, 0), 120);
    assert.ok(table.points[1] > 40 && table.points[0] < 40, `${table.points}`);
  });

  it('opens again for the next hand, and its picture moves', async () => {
    await window.press(Key.Space);
    // The sample is not what the next real hand begins with.
    await window.click('tiles-by-camera');
    await window.see('camera-sheet');
    await window.click('camera-settings');
    await window.click('camera-automatic');
    await window.attributeIs('camera-automatic', 'aria-pressed', 'false');
    await window.click('camera-settings');
    await window.see('live-tile-6');
    // How fast is told, not judged: a machine that is busy and has no graphics card draws less often.
    const [frames, seconds] = await window.scriptUntilDone(`
      const canvas = document.querySelector('canvas');
      const began = performance.now();
      let frames = 0;
      const enough = () => frames >= 60 || performance.now() - began > 15000;
      const watch = new MutationObserver(() => (frames += 1));
      watch.observe(canvas, { attributes: true, attributeFilter: ['data-frame'] });
      const look = () => (enough() ? done([frames, (performance.now() - began) / 1000]) : setTimeout(look, 100));
      look();`);
    console.log(`    drawn: ${(frames / seconds).toFixed(1)} frames a second, of 20 that the sample has`);
    assert.ok(frames > 3, 'the picture moves');
    await app.shoot(window, 'live');
  });

  it('captures by the space bar, and a reading that was wrong is saved with its picture', async () => {
    // The sample's hands come and go.
    await window.attributeIs('camera-state', 'data-state', 'read');
    await window.press(Key.Space);
    await window.see('photo-picture');
    await window.click('misread');
    await window.see('misread-saved');
    const said = await window.text('misread-saved');
    const path = said.slice(said.indexOf('/'));
    await eventually('the picture and its report', async () => existsSync(path) && existsSync(path.replace(/jpg$/, 'json')));
    const report = JSON.parse(readFileSync(path.replace(/jpg$/, 'json'), 'utf8'));
    assert.equal(report.reading.width, 1280);
    assert.ok(report.reading.tiles.length >= 6);
    await app.shoot(window, 'misread');
    await window.press(Key.Escape);
  });

  it('lets go of the camera when the page is loaded anew', async () => {
    const refusal = () =>
      window.scriptUntilDone(`
        const ask = window.__TAURI_INTERNALS__.invoke('live_view', { after: 0 });
        ask.then(() => done(null), (failure) => done(failure.code));`);
    await window.press(Key.Space);
    await window.click('tiles-by-camera');
    await window.see('live-tile-0');
    assert.equal(await refusal(), null);
    await window.script('window.isOld = true; location.reload()');
    await window.truly('the new page', 'return window.isOld === undefined');
    await window.see('table-screen');
    assert.equal(await refusal(), 'camera_closed');
  });

  it('remembers what was chosen when the window is opened again', async () => {
    await window.close();
    window = await app.open();
    await window.see('table-screen');
    await window.press('d');
    await window.click('dora-by-camera');
    await window.see('camera-sheet');
    await window.see('live-tile-0');
    await window.click('camera-settings');
    await window.attributeIs('camera-sample', 'aria-checked', 'true');
    await window.attributeIs('camera-automatic', 'aria-pressed', 'false');
    await window.click('camera-automatic');
    // Nothing is captured by itself while one chooses; the space bar captures all the same.
    await window.click('camera-settings');
    await window.see('live-tile-0');
    await window.press(Key.Space);
    await window.see('dora-confirm');
    await app.shoot(window, 'dora');
    const tile = await window.attribute('dora-confirm', 'data-tile');
    await window.press(Key.Enter);
    await window.attributeIs('dora-open', 'data-tile', tile);
  });

  // Last, as the driver has nothing more to say about a window whose page died.
  it('lets go of the camera when the process that shows the page dies, and shows the page anew', async () => {
    await window.press(Key.Space);
    await window.click('tiles-by-camera');
    await window.see('live-tile-0');
    assert.equal(await app.cameraIsOpen(), true);
    const pages = await app.processes('WebKitWebProcess');
    assert.equal(pages.length, 1);
    process.kill(pages[0], 'SIGKILL');
    await eventually('the camera to be let go of', async () => !(await app.cameraIsOpen()));
    await eventually('another page', async () => (await app.processes('WebKitWebProcess')).some((page) => page !== pages[0]));
  });
});
