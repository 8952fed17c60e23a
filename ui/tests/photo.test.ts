import { fireEvent, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { READING, fresh, game, tied } from '../src/backend/scenes';
import type { GameView } from '../src/generated/GameView';
import { byId, maybe, openGame, soon } from './helpers';

const picture = () => new File(['picture'], 'hand.jpg', { type: 'image/jpeg' });
const tiles = () => [0, 1, 2, 3, 4, 5].map((slot) => byId(`slot-${slot}`).dataset.tile);
const READ = ['1r', '2', '3r', 'c', 'c', 'c'];

async function openPhoto(on: GameView = game()) {
  const opened = await openGame(on);
  await opened.user.click(byId('hand-over'));
  await opened.user.upload(byId('photo-input'), picture());
  await soon('photo-picture');
  return opened;
}

describe('a photo', () => {
  it('proposes the hand, and shows every tile it found', async () => {
    await openPhoto();
    expect(tiles()).toEqual(READ);
    for (let at = 0; at < READING.tiles.length; at++) expect(maybe(`reading-tile-${at}`)).not.toBeNull();
  });

  it('marks a doubtful tile by more than hue', async () => {
    await openPhoto();
    expect(byId('reading-tile-4').textContent).toContain('?');
    expect(byId('slot-2').textContent).toContain('?');
    expect(byId('slot-2').getAttribute('aria-label')).toContain('not sure');
    expect(byId('slot-0').textContent).not.toContain('?');
  });

  it('offers the next-best faces first, then all 20', async () => {
    const { user } = await openPhoto();
    await user.click(byId('reading-tile-4'));
    const offered = [...document.querySelectorAll('[data-testid^="alt-"]')].map((one) => one.getAttribute('data-testid'));
    expect(offered.slice(0, 4)).toEqual(['alt-3r', 'alt-3', 'alt-2r', 'alt-5r']);
    expect(new Set(offered).size).toBe(20);
  });

  it('is corrected in place, and remembers that it was', async () => {
    const { backend, user } = await openPhoto();
    await user.click(byId('winner-1'));
    await user.click(byId('ron-from-0'));
    await user.click(byId('reading-tile-4'));
    await user.click(byId('alt-3'));
    expect(tiles()).toEqual(['1r', '2', '3', 'c', 'c', 'c']);
    expect(byId('slot-2').textContent).not.toContain('?');
    await waitFor(() => expect((byId('confirm') as HTMLButtonElement).disabled).toBe(false));
    await user.keyboard('{Enter}');
    expect(backend.intents.at(-1)).toMatchObject({
      kind: 'end_hand',
      end: { kind: 'ron', winners: [{ tiles: ['1r', '2', '3', 'c', 'c', 'c'], origin: { kind: 'photo', certainty: 0.55, corrected: 1 } }] },
    });
  });

  it('is corrected by a key as well', async () => {
    const { user } = await openPhoto();
    await user.click(byId('reading-tile-4'));
    await user.keyboard('3');
    expect(tiles()[2]).toBe('3');
    // That settled it: the next key is for the next empty place, and there is none.
    await user.keyboard('9');
    expect(tiles()).toEqual(['1r', '2', '3', 'c', 'c', 'c']);
  });

  it('is left for the keys and corrected there, one slot at a time', async () => {
    const { user } = await openPhoto();
    await user.click(byId('tiles-by-keys'));
    await user.click(byId('slot-2'));
    await user.keyboard('39');
    expect(tiles()).toEqual(['1r', '2', '3', 'c', 'c', 'c']);
  });

  it('settles a doubt when a person says it was read right', async () => {
    const { user } = await openPhoto();
    await user.click(byId('reading-tile-4'));
    await user.click(byId('alt-3r'));
    expect(byId('slot-2').textContent).not.toContain('?');
  });

  it('lets a tile be taken out and brought in again, in reading order', async () => {
    const { user } = await openPhoto();
    await user.click(byId('reading-tile-3'));
    await user.click(byId('take-out'));
    expect(tiles()).toEqual(['1r', '3r', 'c', 'c', 'c', undefined]);
    await user.click(byId('bring-in'));
    expect(tiles()).toEqual(READ);
  });

  it('shows a face that the tile set does not know as such', async () => {
    const { user } = await openPhoto();
    expect(byId('reading-tile-1').getAttribute('aria-label')).toBe('5 manzu is not in this tile set');
    await user.click(byId('reading-tile-1'));
    expect((byId('bring-in') as HTMLButtonElement).disabled).toBe(true);
    expect(tiles()).toEqual(READ);
  });

  it('lets a person say what an unknown face is, and bring it in', async () => {
    const { user } = await openPhoto();
    await user.click(byId('slot-5'));
    await user.click(byId('backspace'));
    await user.click(byId('reading-tile-1'));
    await user.click(byId('alt-5r'));
    await user.click(byId('bring-in'));
    expect(tiles()).toEqual(['5r', '1r', '2', '3r', 'c', 'c']);
  });

  it('proposes the tile that lies apart as the dora', async () => {
    const { backend, user } = await openPhoto(fresh());
    await user.click(byId('reading-tile-0'));
    await user.click(byId('use-as-dora'));
    expect(backend.intents).toEqual([{ kind: 'set_dora', seq: 1, tile: '7' }]);
    expect(tiles()).toEqual(READ);
  });

  it('says that another dora is set than lies in the picture, and leaves it until a key or a tap takes it over', async () => {
    const { backend, user } = await openPhoto(game());
    const said = byId('dora-beside').parentElement?.textContent;
    expect(said).toContain('7 lies beside the hand');
    expect(said).toContain('The dora is set to 3');
    expect(backend.intents).toEqual([]);
    await user.keyboard('b');
    expect(backend.intents).toEqual([{ kind: 'set_dora', seq: game().seq, tile: '7' }]);
    await waitFor(() => expect(maybe('dora-beside')).toBeNull());
    await user.keyboard('b');
    expect(backend.intents).toHaveLength(1);
  });

  it('says nothing of the dora where the picture shows the one that is set', async () => {
    await openPhoto(game({ dora: '7' }));
    expect(maybe('dora-beside')).toBeNull();
  });

  it('does not set a dora that it does not tell of', async () => {
    const { backend, user } = await openPhoto(game());
    await user.keyboard('xb');
    expect(maybe('dora-beside')).toBeNull();
    expect(backend.intents).toEqual([]);
  });

  it('leaves the choice to the person when it proposes no hand', async () => {
    const opened = await openGame(game());
    opened.backend.reading = () => ({ ...READING, tiles: READING.tiles.map((tile) => ({ ...tile, role: 'other' })) });
    await opened.user.click(byId('hand-over'));
    await opened.user.upload(byId('photo-input'), picture());
    await soon('photo-picture');
    expect(tiles()[0]).toBeUndefined();
    expect(byId('photo-picture').closest('.read')?.textContent).toContain('Tap the six tiles of the hand');
    for (const at of [2, 3, 5]) await opened.user.click(byId(`reading-tile-${at}`));
    expect(tiles().slice(0, 3)).toEqual(['1r', '2', 'c']);
  });

  it('shows a tile that was changed as doubtful, with both faces one tap away', async () => {
    const opened = await openGame(game());
    const changed = {
      face: '3s',
      tile: '3',
      changed_from: '3sr',
      confidence: 0.06,
      doubtful: true,
      alternatives: [{ face: '3sr', tile: '3r', confidence: 0.93 }],
    };
    opened.backend.reading = () => ({ ...READING, tiles: READING.tiles.map((tile, at) => (at === 4 ? { ...tile, ...changed } : tile)) });
    await opened.user.click(byId('hand-over'));
    await opened.user.upload(byId('photo-input'), picture());
    await soon('photo-picture');
    expect(tiles()[2]).toBe('3');
    expect(byId('slot-2').textContent).toContain('?');
    await opened.user.click(byId('reading-tile-4'));
    expect(byId('tile-changed').textContent).toContain('red 3');
    const offered = [...document.querySelectorAll('[data-testid^="alt-"]')].map((one) => one.getAttribute('data-testid'));
    expect(offered.slice(0, 2)).toEqual(['alt-3', 'alt-3r']);
    await opened.user.click(byId('alt-3r'));
    expect(tiles()[2]).toBe('3r');
    expect(maybe('tile-changed')).toBeNull();
  });

  it('says in words what hinders the reading', async () => {
    const opened = await openGame(game());
    opened.backend.reading = () => ({ ...READING, tiles: [], hindrances: ['too_dark', 'no_tiles'] });
    await opened.user.click(byId('hand-over'));
    await opened.user.upload(byId('photo-input'), picture());
    expect((await soon('hindrance-too_dark')).textContent).toContain('too dark');
    expect(byId('hindrance-no_tiles').textContent).toContain('No tile');
  });

  it('says that it could not be kept for want of room, and then it is not offered to be saved as misread', async () => {
    const opened = await openGame(game());
    opened.backend.reading = () => ({ ...READING, picture: null, hindrances: ['disk_full'] });
    await opened.user.click(byId('hand-over'));
    await opened.user.upload(byId('photo-input'), picture());
    expect((await soon('hindrance-disk_full')).textContent).toContain('The disk is full');
    expect(maybe('misread')).toBeNull();
    expect(tiles()).toEqual(READ);
  });

  it('shows that it is being read, and then why it could not be', async () => {
    const opened = await openGame(game());
    let refuse = (_: unknown) => {};
    opened.backend.reading = () => new Promise((_, reject) => (refuse = reject));
    await opened.user.click(byId('hand-over'));
    await opened.user.upload(byId('photo-input'), picture());
    await soon('photo-reading');
    await waitFor(() => expect(opened.backend.pictures).toBe(1));
    refuse({ code: 'runtime_missing', details: { cause: 'not found' } });
    expect((await soon('failure')).textContent).toContain('ONNX Runtime is missing');
    await opened.user.click(byId('tiles-by-keys'));
    await opened.user.keyboard('1');
    expect(byId('slot-0').dataset.tile).toBe('1');
  });

  it('may be dropped anywhere on the table', async () => {
    const { backend } = await openGame(game());
    await fireEvent.drop(byId('table-screen'), { dataTransfer: { files: [picture()] } });
    await soon('photo-picture');
    expect(backend.pictures).toBe(1);
  });

  it.each([
    ['the table', game()],
    ['the ranking', tied()],
  ])('that is dropped while an earlier hand is corrected is for that hand: on %s', async (_, on) => {
    const { backend, user } = await openGame(on);
    await user.keyboard('h');
    await soon('history-line-0');
    await user.keyboard('e');
    await soon('correct-sheet');
    await fireEvent.drop(byId('correct-sheet'), { dataTransfer: { files: [picture()] } });
    await soon('photo-picture');
    expect(maybe('correct-sheet')).not.toBeNull();
    expect(tiles()).toEqual(READ);
    expect(backend.pictures).toBe(1);
  });

  it('throws away nothing that is entered in another sheet', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard('s');
    await user.click(await soon('fewer-0-10'));
    const entered = byId('worth-0').textContent;
    await fireEvent.drop(document.body, { dataTransfer: { files: [picture()] } });
    expect(byId('worth-0').textContent).toBe(entered);
    expect(backend.pictures).toBe(0);
  });

  it('that is still being read when its hand is over is for no other hand', async () => {
    const { backend, user } = await openGame(game());
    backend.reading = () => new Promise(() => undefined);
    await user.click(byId('hand-over'));
    await user.upload(byId('photo-input'), picture());
    await soon('photo-reading');
    await user.keyboard('x');
    await waitFor(() => expect((byId('confirm') as HTMLButtonElement).disabled).toBe(false));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(maybe('hand-over-sheet')).toBeNull());
    await user.keyboard(' ');
    await soon('hand-over-sheet');
    expect(maybe('photo-reading')).toBeNull();
  });

  it('may be pasted', async () => {
    const { backend } = await openGame(game());
    await fireEvent.paste(byId('table-screen'), { clipboardData: { files: [picture()] } });
    await soon('photo-picture');
    expect(backend.pictures).toBe(1);
  });
});
