import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CAMERAS, CAPTURE, seen } from '../src/backend/camera_scenes';
import { READING, fresh, game } from '../src/backend/scenes';
import type { TileReading } from '../src/generated/TileReading';
import { HandDraft } from '../src/lib/draft.svelte';
import { EndDraft } from '../src/lib/end.svelte';
import { byId, maybe, openGame, soon } from './helpers';

/** Longer than the tick after a capture. */
const afterTheTick = () => new Promise((resolve) => setTimeout(resolve, 900));
const settling = () => waitFor(() => expect(byId('camera-state').dataset.state).toBe('settling'));
const closed = () => waitFor(() => expect(maybe('camera-sheet')).toBeNull(), { timeout: 3000 });
const tiles = () => [0, 1, 2, 3, 4, 5].map((slot) => byId(`slot-${slot}`).dataset.tile);
const doubtful = READING.tiles.map((tile): TileReading => ({ ...tile, doubtful: true }));

/** Opens the camera on a hand that is over. */
async function look(on = game(), cameras = CAMERAS) {
  const opened = await openGame(on);
  opened.backend.camerasNow = cameras;
  opened.backend.sees = () => seen('settling');
  await opened.user.click(byId('hand-over'));
  await opened.user.click(byId('tiles-by-camera'));
  await settling();
  return opened;
}

/** Captures a hand that won by ron, then opens the camera on its winner's discards. */
async function lookAtDiscards(read: TileReading[]) {
  const opened = await look();
  await opened.user.keyboard(' ');
  await closed();
  await opened.user.click(byId('winner-1'));
  await opened.user.click(byId('ron-from-0'));
  opened.backend.captures = () => ({ number: 2, by_itself: false, reading: { ...READING, tiles: read } });
  await opened.user.click(byId('read-discards'));
  await settling();
  return opened;
}

/** Shows one tile to the camera as the dora. */
async function lookAtDora(read: TileReading[]) {
  const opened = await openGame(fresh());
  opened.backend.sees = () => seen('settling', { reading: { ...READING, tiles: read } });
  opened.backend.captures = () => ({ ...CAPTURE, reading: { ...READING, tiles: read } });
  await opened.user.click(byId('dora-open'));
  await opened.user.click(byId('dora-by-camera'));
  await settling();
  await opened.user.keyboard(' ');
  await closed();
  return opened;
}

describe('after a capture', () => {
  it('a second Space does not open the camera again', async () => {
    const { user } = await look();
    await user.keyboard(' ');
    await closed();
    await user.keyboard(' ');
    expect(maybe('camera-sheet')).toBeNull();
  });

  it('a second Space does not open the camera for the dora again', async () => {
    const { backend, user } = await lookAtDora(READING.tiles.slice(0, 1));
    await user.keyboard(' ');
    expect(maybe('camera-sheet')).toBeNull();
    expect(backend.intents).toEqual([]);
  });

  it('Space still presses a button that was reached by Tab', async () => {
    const { user } = await look();
    await user.keyboard(' ');
    await closed();
    await user.tab();
    byId('tiles-by-keys').focus();
    await user.keyboard(' ');
    expect(byId('tiles-by-keys').getAttribute('aria-selected')).toBe('true');
  });
});

describe('beginning with the camera', () => {
  it('is not turned on again for whoever turned it off, also in an earlier session', async () => {
    const { backend, user } = await look(game(), { ...CAMERAS, settings: { ...CAMERAS.settings, first: false } });
    await user.keyboard(' ');
    await closed();
    expect(backend.camerasNow.settings.first).toBe(false);
  });

  it('is not turned on by a capture of the sample', async () => {
    const { backend, user } = await look();
    backend.camerasNow = { ...CAMERAS, settings: { ...CAMERAS.settings, choice: { kind: 'sample' } } };
    await user.keyboard('o');
    await user.click(await soon('camera-look-again'));
    await user.keyboard('o ');
    await closed();
    expect(tiles()[0]).toBe('1r');
    expect(backend.camerasNow.settings.first).toBeNull();
  });
});

describe('a doubtful dora', () => {
  it('is said to be doubtful, and is set by a tap but not by Enter', async () => {
    const { backend, user } = await lookAtDora(doubtful.slice(0, 1));
    expect(byId('dora-confirm').parentElement?.textContent).toContain('not sure');
    await user.keyboard('{Enter}');
    expect(backend.intents).toEqual([]);
    expect(maybe('camera-sheet')).toBeNull();
    await user.click(byId('dora-confirm'));
    expect(backend.intents).toEqual([{ kind: 'set_dora', seq: 1, tile: '7' }]);
  });

  it('beside the hand is said to be doubtful', async () => {
    const { backend, user } = await look(fresh());
    backend.captures = () => ({ ...CAPTURE, reading: { ...READING, tiles: doubtful } });
    await user.keyboard(' ');
    expect((await soon('dora-beside')).parentElement?.textContent).toContain('not sure');
    await user.keyboard('b');
    expect(backend.intents).toEqual([]);
  });
});

describe('discards', () => {
  it('without a tile that is known say nothing', async () => {
    const { user } = await lookAtDiscards(READING.tiles.slice(0, 2).map((tile) => ({ ...tile, face: 'back', tile: null })));
    await user.keyboard(' ');
    await closed();
    expect(maybe('discards')).toBeNull();
  });

  it('that are doubtful are said to be', async () => {
    const { user } = await lookAtDiscards(doubtful.slice(0, 2));
    await user.keyboard(' ');
    expect((await soon('discards')).textContent).toContain('2 of them not sure');
  });

  it('that were given up never become the hand', async () => {
    const { user } = await lookAtDiscards(READING.tiles.slice(2, 4));
    const before = tiles();
    await user.keyboard(' ');
    await soon('captured');
    await user.keyboard('{Escape}');
    await afterTheTick();
    expect(tiles()).toEqual(before);
    expect(maybe('discards')).toBeNull();
  });

  it('are those of one winner and of one hand', () => {
    const end = new EndDraft(4);
    end.chooseWinner(1);
    end.hand.showDiscards(READING.tiles);
    end.chooseWinner(2);
    expect(end.hand.discards).toBeNull();
    const draft = new HandDraft(1);
    draft.showDiscards(doubtful);
    draft.show({ url: 'blob:picture', by: 'camera', reading: READING });
    expect([draft.discards, draft.discardsDoubtful]).toEqual([null, 0]);
  });
});
