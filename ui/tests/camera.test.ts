import { fireEvent, render, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CAMERAS, CAPTURE, seen } from '../src/backend/camera_scenes';
import App from '../src/App.svelte';
import { FakeBackend } from '../src/backend/fake';
import { CHANTA, LEFT, READING, fresh, game, view } from '../src/backend/scenes';
import { between, nearestTile, nudged, placed } from '../src/camera/overlay';
import { TONES } from '../src/camera/states';
import type { LiveState } from '../src/generated/LiveState';
import type { LiveView } from '../src/generated/LiveView';
import { CATALOGUES } from '../src/messages/speech.svelte';
import { byId, maybe, openGame, soon } from './helpers';

const STATES = Object.keys(TONES) as LiveState[];

/** Opens the camera on a hand that is over; `sees` is what lies under it. */
async function look(sees: (backend: FakeBackend) => LiveView = () => seen('settling')) {
  const opened = await openGame(game());
  opened.backend.sees = () => sees(opened.backend);
  await opened.user.click(byId('hand-over'));
  await opened.user.click(byId('tiles-by-camera'));
  await soon('camera-sheet');
  return opened;
}

const tiles = () => [0, 1, 2, 3, 4, 5].map((slot) => byId(`slot-${slot}`).dataset.tile);
const state = async (name: LiveState) => waitFor(() => expect(byId('camera-state').dataset.state).toBe(name));

describe('the live picture', () => {
  it.each(STATES)('tells its state in words, a shape and a colour, at the same place: %s', async (name) => {
    await look(() => seen(name));
    await state(name);
    const shown = byId('camera-state');
    expect(shown.querySelector('strong')?.textContent).toBe(CATALOGUES.en.camera.states[name].title);
    expect(shown.textContent).toContain(CATALOGUES.en.camera.states[name].advice);
    expect(shown.dataset.tone).toBe(TONES[name]);
    expect(shown.querySelector('.mark')?.textContent?.trim()).toBe({ good: '✓', bad: '!', wait: '' }[TONES[name]]);
    expect(shown.getAttribute('role')).toBe('status');
  });

  it('promises nothing while what is read does not hold', async () => {
    await look(() => seen('settling', { share: 0 }));
    await state('settling');
    expect(byId('camera-state').dataset.tone).toBe('wait');
    expect(byId('camera-state').textContent).not.toContain(CATALOGUES.en.camera.states.settling.advice);
  });

  it('says how many tiles there are of those that are needed', async () => {
    await look(() => seen('wrong_number', { found: 5 }));
    await state('wrong_number');
    expect(byId('camera-state').textContent).toContain('5 of 6 tiles');
  });

  it('says what the system said of a camera that does not work', async () => {
    await look(() => seen('camera_failed'));
    await state('camera_failed');
    expect(byId('camera-state').textContent).toContain('input/output error');
    expect((byId('capture') as HTMLButtonElement).disabled).toBe(true);
  });

  it('names every tile beside it, and marks a doubtful one by more than colour', async () => {
    await look();
    const doubtful = await soon('live-tile-4');
    expect(doubtful.textContent).toContain('? red 3');
    expect(doubtful.getAttribute('aria-label')).toBe('red 3, not sure');
    expect(byId('live-tile-2').textContent?.trim()).toBe('red 1');
    expect(byId('live-tile-1').textContent?.trim()).toBe('5 manzu');
    expect(document.querySelectorAll('.outline.doubtful').length).toBe(1);
  });

  it('names no tile where something has moved since it was read, until that is read', async () => {
    const { backend } = await look(() => seen('settling', { frame: 7 }));
    await soon('live-tile-4');
    backend.shows = { read: 7, moved: [2, 4] };
    await waitFor(() => expect(maybe('live-tile-4')).toBeNull());
    expect([0, 1, 2, 3].map((at) => maybe(`live-tile-${at}`) !== null)).toEqual([true, true, false, true]);
    expect(document.querySelectorAll('.outline').length).toBe(READING.tiles.length - 2);
    // What is read next stands over the frames that follow.
    backend.sees = () => seen('settling', { frame: 9 });
    await soon('live-tile-4');
  });

  it('shows the hand and the dora as they are read, and what they are worth', async () => {
    const { backend } = await look();
    await soon('live-tile-4');
    expect([0, 1, 2, 3, 4, 5].map((slot) => byId(`live-slot-${slot}`).dataset.tile)).toEqual(['1r', '2', '3r', 'c', 'c', 'c']);
    expect(byId('live-dora').dataset.tile).toBe('7');
    await waitFor(() => expect(byId('live-points').textContent).toContain('no win'));
    backend.sees = () => seen('settling', { reading: { ...READING, tiles: READING.tiles.map((tile) => (tile.tile === '3r' ? { ...tile, tile: '3' } : tile)) } });
    await waitFor(() => expect(byId('live-points').querySelector('strong')?.textContent).toBe('10'));
  });

  it('shows no points of a hand that is worth less than a win needs, but says why', async () => {
    const { backend } = await look(() => seen('looking'));
    backend.appraisal = () => ({
      hands: [{ seat: 1, score: { ...CHANTA, total: 3 }, head_bumped: false, left: LEFT }],
      may_confirm: false,
      refusal: { code: 'under_minimum', details: { seat: '1', points: '3' } },
      payments: [],
      sticks: [],
      points_after: [],
    });
    backend.sees = () => seen('settling');
    await waitFor(() => expect(byId('live-points').textContent).toContain('no win'));
    expect(byId('live-points').textContent).toContain('3 points: a hand needs five to win');
    expect(byId('live-points').querySelector('strong')).toBeNull();
  });
});

describe('a capture', () => {
  it('that comes by itself is shown by a tick and becomes the hand, its picture beside it', async () => {
    let captures = 0;
    const { backend } = await look(() => seen(captures > 0 ? 'read' : 'settling', { capture: captures }));
    backend.captures = () => CAPTURE;
    captures = 1;
    expect((await soon('captured')).textContent).toContain('✓');
    await waitFor(() => expect(maybe('camera-sheet')).toBeNull());
    expect(tiles()).toEqual(['1r', '2', '3r', 'c', 'c', 'c']);
    await soon('photo-picture');
    expect(backend.presses).toBe(0);
    expect(backend.openings.at(-1)).toBeNull();
  });

  it('is made at once by the space bar, and only once by two presses', async () => {
    const { backend, user } = await look();
    await state('settling');
    await user.keyboard('  ');
    await soon('photo-picture');
    expect(backend.presses).toBe(1);
    expect(tiles()[0]).toBe('1r');
  });

  it('by a tap on a tile opens that tile, its next-best faces first', async () => {
    const { user } = await look();
    await user.click(await soon('live-tile-4'));
    await soon('photo-picture');
    const offered = [...document.querySelectorAll('[data-testid^="alt-"]')].map((one) => one.getAttribute('data-testid'));
    expect(offered.slice(0, 4)).toEqual(['alt-3r', 'alt-3', 'alt-2r', 'alt-5r']);
    await user.click(byId('alt-3'));
    expect(tiles()[2]).toBe('3');
  });

  it('of too few tiles is completed by tap', async () => {
    const { backend, user } = await look(() => seen('wrong_number'));
    backend.captures = () => ({ number: 1, by_itself: false, reading: { ...READING, tiles: READING.tiles.slice(0, 7) } });
    // Before there is a picture the button is off.
    await state('wrong_number');
    await user.click(byId('capture'));
    await soon('photo-picture');
    expect(tiles()).toEqual(['1r', '2', '3r', 'c', 'c', undefined]);
    await user.click(byId('tiles-by-keys'));
    await user.click(byId('key-c'));
    expect(tiles()[5]).toBe('c');
  });

  it('is recorded as the camera’s, with its picture', async () => {
    const { backend, user } = await look();
    await state('settling');
    await user.keyboard(' ');
    await soon('photo-picture');
    await user.click(byId('winner-1'));
    await user.click(byId('ron-from-0'));
    await user.click(byId('reading-tile-4'));
    await user.click(byId('alt-3'));
    await waitFor(() => expect((byId('confirm') as HTMLButtonElement).disabled).toBe(false));
    await user.keyboard('{Enter}');
    expect(backend.intents.at(-1)).toMatchObject({ kind: 'end_hand', end: { winners: [{ origin: { kind: 'camera', picture: READING.picture, corrected: 1 } }] } });
  });

  it('that was read wrong is saved with what is right, and says where', async () => {
    const { backend, user } = await look();
    await state('settling');
    await user.keyboard(' ');
    await soon('photo-picture');
    await user.click(byId('reading-tile-4'));
    await user.click(byId('alt-3'));
    await user.click(byId('misread'));
    expect((await soon('misread-saved')).textContent).toContain('Suzume Table misread');
    expect(backend.misreads[0]).toMatchObject({ hand: ['1r', '2', '3', 'c', 'c', 'c'], tile_set: 'suzume' });
    expect(backend.misreads[0]?.told[4]).toBe('3');
    expect(backend.misreads[0]?.told[2]).toBeNull();
  });

  it('says why it failed, and the camera stays open', async () => {
    const { backend, user } = await look();
    await state('settling');
    backend.captures = () => Promise.reject({ code: 'nothing_captured', details: {} });
    await user.keyboard(' ');
    await waitFor(() => expect(backend.presses).toBe(1));
    expect(byId('camera-sheet')).not.toBeNull();
  });

  it.each([true, false])('is heard where sound is wanted: %s', async (sound) => {
    let heard = 0;
    vi.stubGlobal(
      'AudioContext',
      class {
        constructor() {
          heard += 1;
          throw new Error('no sound system');
        }
      },
    );
    const { backend, user } = await look();
    backend.camerasNow = { ...CAMERAS, settings: { ...CAMERAS.settings, sound } };
    await user.click(byId('camera-settings'));
    await user.click(await soon('camera-look-again'));
    await waitFor(() => expect(byId('camera-sound').getAttribute('aria-pressed')).toBe(`${sound}`));
    await user.click(byId('camera-settings'));
    await user.keyboard(' ');
    await soon('photo-picture');
    expect(heard).toBe(sound ? 1 : 0);
    vi.unstubAllGlobals();
  });

  it('makes the camera the first way from then on', async () => {
    const { backend, user } = await look();
    await state('settling');
    await user.keyboard(' ');
    await soon('photo-picture');
    expect(backend.cameraChanges).toEqual([{ kind: 'first', on: true }]);
  });
});

describe('the camera', () => {
  it('is let go of by Escape, and the keys go on', async () => {
    const { backend, user } = await look();
    await state('settling');
    await user.keyboard('{Escape}');
    expect(maybe('camera-sheet')).toBeNull();
    expect(backend.openings).toEqual(['hand', null]);
    await user.keyboard('1');
    expect(byId('slot-0').dataset.tile).toBe('1');
  });

  it('opens at once where it is the first way', async () => {
    const backend = new FakeBackend(view({ game: game() }));
    backend.camerasNow = { ...CAMERAS, settings: { ...CAMERAS.settings, first: true } };
    render(App, { props: { backend } });
    const user = userEvent.setup();
    await user.click(await soon('hand-over'));
    await soon('camera-sheet');
    expect(backend.openings).toEqual(['hand']);
    await user.keyboard('{Escape}');
    expect(maybe('hand-over-sheet')).not.toBeNull();
  });

  it('does not stand in the way where none is connected', async () => {
    const backend = new FakeBackend(view({ game: game() }));
    backend.camerasNow = { ...CAMERAS, cameras: [], settings: { ...CAMERAS.settings, first: true } };
    render(App, { props: { backend } });
    await userEvent.setup().click(await soon('hand-over'));
    await soon('hand-over-sheet');
    expect(maybe('camera-sheet')).toBeNull();
  });

  it('is chosen by name, and one that is not connected is still shown', async () => {
    const { backend, user } = await look();
    await user.click(byId('camera-settings'));
    await user.click(await soon('camera-1'));
    expect(backend.cameraChanges).toEqual([{ kind: 'choose', choice: { kind: 'camera', id: 'lid', name: 'Integrated Webcam' } }]);
    await waitFor(() => expect(backend.openings).toEqual(['hand', 'hand']));
    expect(byId('camera-1').getAttribute('aria-checked')).toBe('true');
    backend.camerasNow = { ...backend.camerasNow, cameras: [] };
    await user.click(byId('camera-look-again'));
    expect((await soon('camera-missing')).textContent).toContain('Integrated Webcam (not connected)');
  });

  it('can be tried with the sample', async () => {
    const { backend, user } = await look(() => seen('no_camera'));
    await user.click(await soon('try-sample'));
    await user.click(byId('camera-settings'));
    expect((await soon('camera-sample')).getAttribute('aria-checked')).toBe('true');
    expect(backend.cameraChanges).toEqual([{ kind: 'choose', choice: { kind: 'sample' } }]);
  });

  it('is mirrored and turned by key, the part in use turning with it', async () => {
    const { backend, user } = await look();
    backend.camerasNow = { ...CAMERAS, settings: { ...CAMERAS.settings, framing: { quarters: 3, mirror: false, crop: [0.1, 0.2, 0.5, 0.25] } } };
    await user.keyboard('m');
    await waitFor(() => expect(byId('camera-picture').querySelector('canvas.mirror')).not.toBeNull());
    await user.keyboard('r');
    const [mirrored, turned] = backend.cameraChanges.slice(-2);
    expect(mirrored).toMatchObject({ kind: 'frame', framing: { mirror: true } });
    expect(turned).toMatchObject({ kind: 'frame', framing: { mirror: true } });
  });

  it('uses a part of its picture, chosen by keys', async () => {
    const { backend, user } = await look();
    await user.click(byId('camera-settings'));
    await user.click(await soon('camera-crop'));
    await soon('crop-frame');
    expect(byId('crop-frame').dataset.part).toBe('0.10 0.20 0.80 0.60');
    await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
    expect(byId('crop-frame').dataset.part).toBe('0.12 0.20 0.80 0.58');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(maybe('crop-frame')).toBeNull());
    const last = backend.cameraChanges.at(-1);
    expect(last?.kind === 'frame' && last.framing.crop?.map((share) => share.toFixed(2))).toEqual(['0.12', '0.20', '0.80', '0.58']);
  });

  it('keeps the part it had when choosing another is given up', async () => {
    const { backend, user } = await look();
    const crop: [number, number, number, number] = [0.2, 0.2, 0.4, 0.4];
    backend.camerasNow = { ...CAMERAS, settings: { ...CAMERAS.settings, framing: { ...CAMERAS.settings.framing, crop } } };
    await user.click(byId('camera-settings'));
    await user.click(await soon('camera-look-again'));
    await waitFor(() => expect(byId('camera-crop').getAttribute('aria-pressed')).toBe('true'));
    await user.click(byId('camera-crop'));
    await soon('crop-frame');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(backend.cameraChanges.at(-1)).toMatchObject({ kind: 'frame', framing: { crop } }));
    expect(maybe('camera-sheet')).not.toBeNull();
  });

  it('has its lamp lit and its exposure set where the driver offers it', async () => {
    const { backend, user } = await look();
    await user.click(byId('camera-settings'));
    await user.click(await soon('control-torch'));
    await fireEvent.change(byId('control-exposure'), { target: { value: '300' } });
    expect(backend.cameraChanges).toEqual([
      { kind: 'control', id: 'torch', value: 1 },
      { kind: 'control', id: 'exposure', value: 300 },
    ]);
  });

  it('may be mute, and may leave the capture to the person', async () => {
    const { backend, user } = await look();
    await user.click(byId('camera-settings'));
    await user.click(await soon('camera-sound'));
    await user.click(byId('camera-automatic'));
    expect(backend.camerasNow.settings).toMatchObject({ sound: false, automatic: false });
  });

  it('reads the dora, which a person confirms', async () => {
    const opened = await openGame(fresh());
    const [dora] = READING.tiles;
    if (!dora) throw new Error('the scene has a dora');
    opened.backend.sees = () => seen('settling', { needed: 1, found: 1, reading: { ...READING, tiles: [dora] } });
    opened.backend.captures = () => ({ number: 1, by_itself: false, reading: { ...READING, tiles: [dora] } });
    await opened.user.click(byId('dora-open'));
    await opened.user.click(byId('dora-by-camera'));
    await state('settling');
    expect(opened.backend.openings).toEqual(['dora']);
    await opened.user.keyboard(' ');
    expect((await soon('dora-confirm')).dataset.tile).toBe('7');
    expect(opened.backend.intents).toEqual([]);
    await opened.user.keyboard('{Enter}');
    expect(opened.backend.intents).toEqual([{ kind: 'set_dora', seq: 1, tile: '7' }]);
  });

  it('takes the tapped tile for the dora where several are in view', async () => {
    const opened = await openGame(fresh());
    opened.backend.sees = () => seen('wrong_number', { needed: 1 });
    await opened.user.click(byId('dora-open'));
    await opened.user.click(byId('dora-by-camera'));
    await opened.user.click(await soon('live-tile-3'));
    expect((await soon('dora-confirm')).dataset.tile).toBe('2');
  });

  it('reads a winner’s discards for furiten, by kind and not by colour', async () => {
    const { backend, user } = await look();
    await state('settling');
    await user.keyboard(' ');
    await soon('photo-picture');
    await user.click(byId('winner-1'));
    await user.click(byId('ron-from-0'));
    const [dora, , , two] = READING.tiles;
    if (!dora || !two) throw new Error('the scene has eight tiles');
    backend.captures = () => ({ number: 1, by_itself: false, reading: { ...READING, tiles: [dora, { ...two, tile: '2r', face: '2sr' }] } });
    await user.click(byId('read-discards'));
    await state('settling');
    expect(backend.openings.at(-1)).toBe('discards');
    await user.keyboard(' ');
    expect((await soon('discards')).dataset.kinds).toBe('2');
    expect(tiles()[0]).toBe('1r');
  });

  it('proposes a dora that lies beside the hand while none is set', async () => {
    const opened = await openGame(fresh());
    opened.backend.sees = () => seen('settling');
    await opened.user.click(byId('hand-over'));
    await opened.user.click(byId('tiles-by-camera'));
    await state('settling');
    await opened.user.keyboard(' ');
    await opened.user.click(await soon('dora-beside'));
    expect(opened.backend.intents).toEqual([{ kind: 'set_dora', seq: 1, tile: '7' }]);
  });
});

describe('over the picture', () => {
  it('outlines follow a mirrored picture', () => {
    const [plain, mirrored] = [placed(READING, false)[2], placed(READING, true)[2]];
    expect(plain?.x).toBeCloseTo(100 - (mirrored?.x ?? 0), 5);
    expect(plain?.top).toBe(mirrored?.top);
  });

  it('a part drawn on a mirrored picture lies where the hand is', () => {
    expect(between([0.1, 0.8], [0.4, 0.2], false).map((share) => Number(share.toFixed(3)))).toEqual([0.1, 0.2, 0.3, 0.6]);
    expect(between([0.1, 0.2], [0.4, 0.8], true).map((share) => Number(share.toFixed(3)))).toEqual([0.6, 0.2, 0.3, 0.6]);
    expect(between([-1, -1], [2, 2], false)).toEqual([0, 0, 1, 1]);
  });

  it('a part never leaves the picture and never becomes too small', () => {
    expect(nudged([0.5, 0.5, 0.5, 0.5], 'ArrowRight', false)).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(nudged([0, 0, 0.1, 0.5], 'ArrowLeft', true)[2]).toBe(0.1);
    expect(nudged([0.2, 0.2, 0.3, 0.3], 'ArrowDown', false)[1]).toBeCloseTo(0.22);
  });

  it('the tile nearest to a tap is meant', () => {
    expect(nearestTile(READING, [540, 490])).toBe(4);
    expect(nearestTile({ ...READING, tiles: [] }, [540, 490])).toBeNull();
  });
});
