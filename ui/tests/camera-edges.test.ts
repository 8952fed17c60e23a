// What a person does while the camera is open that it was not opened for.

import { render, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { CAMERAS, CAPTURE, seen } from '../src/backend/camera_scenes';
import { FakeBackend } from '../src/backend/fake';
import { game, view } from '../src/backend/scenes';
import Shell from '../src/crash/Shell.svelte';
import type { LiveState } from '../src/generated/LiveState';
import { byId, maybe, openGame, soon } from './helpers';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const tiles = () => [0, 1, 2, 3, 4, 5].map((slot) => byId(`slot-${slot}`).dataset.tile);

async function look() {
  const opened = await openGame(game());
  opened.backend.sees = () => seen('settling');
  await opened.user.click(byId('hand-over'));
  await opened.user.click(byId('tiles-by-camera'));
  await soon('camera-sheet');
  await waitFor(() => expect(byId('camera-state').dataset.state).toBe('settling'));
  return opened;
}

/** The camera is open and what it sees is told by what is given back: its state, and how often it captured by itself. */
async function watched() {
  const o = await look();
  const now = { state: 'settling' as LiveState, capture: 0 };
  o.backend.sees = () => seen(now.state, { capture: now.capture });
  o.backend.captures = () => CAPTURE;
  return { o, now };
}

it('Escape during the tick gives the capture up', async () => {
  const { user } = await look();
  await user.keyboard(' ');
  await soon('captured');
  await user.keyboard('{Escape}');
  await user.keyboard('1');
  await wait(900);
  expect(tiles()).toEqual(['1', undefined, undefined, undefined, undefined, undefined]);
});

it('a camera that opens after its screen was closed is closed again', async () => {
  const o = await openGame(game());
  let on = false;
  let release = () => {};
  const gate = new Promise<void>((r) => (release = r));
  o.backend.openLive = async () => { await gate; on = true; };
  o.backend.closeLive = async () => { on = false; };
  await o.user.click(byId('hand-over'));
  await o.user.click(byId('tiles-by-camera'));
  await soon('camera-sheet');
  await o.user.keyboard('{Escape}');
  release();
  await wait(300);
  expect(on).toBe(false);
});

it('a capture by itself does not close the screen while a part is being chosen', async () => {
  const { o, now } = await watched();
  await o.user.keyboard('z');
  await soon('crop-frame');
  now.capture = 1;
  await wait(1200);
  expect(maybe('crop-frame')).not.toBeNull();
});

it('what is captured by itself while one chooses is offered when the options close', async () => {
  const { o, now } = await watched();
  await o.user.keyboard('o');
  Object.assign(now, { state: 'read', capture: 1 });
  await wait(300);
  expect(maybe('captured')).toBeNull();
  await o.user.keyboard('o');
  await soon('captured');
  expect(o.backend.presses).toBe(0);
});

it('but not once it was taken away, nor by itself where that is not wanted any more', async () => {
  const { o, now } = await watched();
  await o.user.keyboard('o');
  Object.assign(now, { state: 'read', capture: 1 });
  await wait(300);
  now.state = 'looking';
  await wait(100);
  await o.user.keyboard('o');
  await wait(300);
  expect(maybe('captured')).toBeNull();
  await o.user.keyboard('o');
  await o.user.click(await soon('camera-automatic'));
  now.state = 'read';
  await o.user.keyboard('o');
  await wait(300);
  expect(maybe('captured')).toBeNull();
});

it('the answer to an earlier choice does not hide the last one', async () => {
  const { user, backend } = await look();
  const answer = backend.changeCamera.bind(backend);
  let late = 400;
  backend.changeCamera = async (change) => {
    const cameras = await answer(change);
    const delay = late;
    late = 0;
    await wait(delay);
    return cameras;
  };
  await user.keyboard('o');
  await user.click(await soon('camera-0'));
  await user.click(byId('camera-1'));
  await wait(600);
  expect(byId('camera-1').getAttribute('aria-checked')).toBe('true');
});

it('what breaks in the page lets the camera go', async () => {
  const backend = new FakeBackend(view({ game: game() }));
  backend.sees = () => seen('settling');
  render(Shell, { props: { backend } });
  const user = userEvent.setup();
  await user.click(await soon('hand-over'));
  await user.click(await soon('tiles-by-camera'));
  await soon('live-tile-4');
  window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('no such thing'), message: 'no such thing' }));
  await soon('crash-screen');
  expect(backend.openings).toEqual(['hand', null]);
});

it('a failed choice stays said', async () => {
  const { user, backend } = await look();
  backend.changeCamera = async () => { throw { code: 'settings_unwritable', details: [] }; };
  await user.click(byId('camera-settings'));
  await user.click(await soon('camera-sound'));
  await wait(300);
  expect(maybe('failure')).not.toBeNull();
});

it('a camera that is not opened, for want of the models, is not called opening', async () => {
  const o = await openGame(game());
  o.backend.openLive = async () => { throw { code: 'model_missing', details: [] }; };
  await o.user.click(byId('hand-over'));
  await o.user.click(byId('tiles-by-camera'));
  await waitFor(() => expect(byId('camera-state').dataset.state).toBe('refused'));
  expect([byId('camera-state').dataset.tone, maybe('failure') !== null]).toEqual(['bad', true]);
});

it('a stray Space on the table twice captures nothing before there is a picture', async () => {
  const o = await openGame(game());
  o.backend.camerasNow = { ...o.backend.camerasNow, settings: { ...o.backend.camerasNow.settings, first: true } };
  o.backend.sees = () => seen('opening');
  await o.user.click(byId('hand-over'));
  await o.user.click(byId('tiles-by-camera'));
  await soon('camera-sheet');
  await o.user.keyboard(' ');
  await wait(200);
  expect(o.backend.presses).toBe(0);
});

it('in a mirrored picture the right arrow moves the part to the right', async () => {
  const o = await look();
  o.backend.camerasNow = { ...CAMERAS, settings: { ...CAMERAS.settings, framing: { ...CAMERAS.settings.framing, mirror: true } } };
  await o.user.keyboard('mz');
  await soon('crop-frame');
  const left = () => parseFloat((byId('crop-frame').querySelector('.part') as HTMLElement).style.left);
  const canvasMirrored = byId('camera-picture').querySelector('canvas.mirror') !== null;
  const before = left();
  await o.user.keyboard('{ArrowRight}');
  expect([canvasMirrored, left() > before]).toEqual([true, true]);
});

it('the slider in the options does not take the space bar away', async () => {
  const o = await look();
  await o.user.keyboard('o');
  (await soon('control-exposure')).focus();
  await o.user.keyboard(' ');
  await wait(100);
  expect(o.backend.presses).toBe(1);
});

it('a computer without sound captures all the same', async () => {
  class Context { currentTime = 0; destination = {}; resume() { return Promise.reject(new Error('Failed to start the audio device')); } }
  const node = class { constructor() {} connect() { return this; } start() {} stop() {} gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }; };
  vi.stubGlobal('AudioContext', Context); vi.stubGlobal('OscillatorNode', node); vi.stubGlobal('GainNode', node);
  const rejected: unknown[] = [];
  process.on('unhandledRejection', (reason) => rejected.push(reason));
  const backend = new FakeBackend(view({ game: game() }));
  backend.sees = () => seen('settling');
  render(Shell, { props: { backend } });
  const user = userEvent.setup();
  await user.click(await soon('hand-over'));
  await user.click(await soon('tiles-by-camera'));
  await soon('live-tile-4');
  await user.keyboard(' ');
  await soon('photo-picture');
  expect(rejected).toEqual([]);
});

it('says over the picture that it is the sample', async () => {
  const { backend, user } = await look();
  expect(maybe('is-sample')).toBeNull();
  backend.camerasNow = { ...CAMERAS, settings: { ...CAMERAS.settings, choice: { kind: 'sample' } } };
  await user.keyboard('{Escape}');
  await user.click(byId('tiles-by-camera'));
  await soon('is-sample');
});
