// The states that a screen is in for a moment or seldom: still loading, being recorded, empty, refused, failed. Each is calm, says what it is
// in words, and leads on.

import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import App from '../src/App.svelte';
import { FakeBackend } from '../src/backend/fake';
import { RECORDS, fresh, game, tied, view } from '../src/backend/scenes';
import BoardWindow from '../src/board/BoardWindow.svelte';
import type { View } from '../src/generated/View';
import { byId, maybe, open, openGame, soon } from './helpers';

const never = () => new Promise<never>(() => undefined);
const refused = (code: string) => () => Promise.reject({ code, details: { cause: 'no space left' } });
const said = (id: string) => byId(id).textContent ?? '';
const isOff = (id: string) => (byId(id) as HTMLButtonElement).disabled;

describe('the window', () => {
  it('says that it is loading until the core has answered, and then shows what there is', async () => {
    const backend = new FakeBackend(view());
    let answer: (now: View) => void = () => undefined;
    backend.view = () => new Promise((resolve) => (answer = resolve));
    render(App, { props: { backend } });
    expect(said('loading')).not.toBe('');
    expect(screen.queryAllByRole('button')).toEqual([]);
    answer(view());
    await soon('start-screen');
    expect(maybe('loading')).toBeNull();
  });

  it('starts one game while the first is on its way', async () => {
    const { backend, user } = await open(view());
    backend.answer = never;
    await user.click(byId('start-game'));
    expect(isOff('start-game')).toBe(true);
    await user.click(byId('start-game'));
    expect(backend.intents).toHaveLength(1);
  });

  it('says it where the screen cannot be filled or no second window opened', async () => {
    const { backend, user } = await openGame(game());
    backend.fullScreen = refused('unexpected');
    await user.keyboard('{F11}');
    await waitFor(() => expect(said('failure')).not.toBe(''));
    await user.click(byId('failure-dismiss'));
    expect(maybe('failure')).toBeNull();
  });
});

describe('a window that shows something else than there is', () => {
  it('shows what there is, and says why nothing was done', async () => {
    const { backend, user } = await open(view());
    backend.answer = refused('game_open');
    backend.view = async () => view({ game: game() });
    await user.click(byId('start-game'));
    await soon('table-screen');
    expect(byId('failure').dataset.code).toBe('game_open');
  });

  it('also after the practice game was left half-way', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard('m');
    await user.click(await soon('tour-open'));
    await soon('tour');
    backend.practise = refused('disk_full');
    backend.view = async () => view({ game: game() });
    await user.click(byId('tour-leave'));
    await waitFor(() => expect(maybe('tour')).toBeNull());
    expect(byId('failure').dataset.code).toBe('disk_full');
    expect(byId('name-1').textContent).toContain('아라');
  });
});

describe('the table', () => {
  it('shows a purse that is empty as 0, and two players at opposite sides', async () => {
    const two = game({
      players: [{ name: '하늘', points: 80 }, { name: '아라', points: 0 }],
      seating: [0, 1],
      log: [],
      ranking: [],
      sticks: null,
    });
    await openGame(two);
    expect(said('points-1')).toBe('0');
    expect(byId('seat-0').closest('.place')?.classList.contains('bottom')).toBe(true);
    expect(byId('seat-1').closest('.place')?.classList.contains('top')).toBe(true);
  });

  it('before its first hand is at rest: nothing was paid, nothing can be taken back', async () => {
    await openGame(fresh());
    expect(maybe('last-payment')).toBeNull();
    expect(isOff('undo')).toBe(true);
    expect(isOff('redo')).toBe(true);
  });

  it('says that a hand is being recorded, and takes it once', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard(' ');
    await soon('hand-over-sheet');
    await user.keyboard('x');
    await waitFor(() => expect(isOff('confirm')).toBe(false));
    backend.answer = never;
    await user.keyboard('{Enter}');
    await waitFor(() => expect(said('confirm')).toContain('Recording'));
    expect(isOff('confirm')).toBe(true);
    await user.keyboard('{Enter}');
    expect(backend.intents).toHaveLength(1);
  });
});

describe('the end', () => {
  it('goes by keys: the history, back over the last hand', async () => {
    const { backend, user } = await openGame({ ...tied(), can_undo: true });
    await user.keyboard('h');
    await soon('history-line-0');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(maybe('history-line-0')).toBeNull());
    await user.keyboard('{Control>}z{/Control}');
    expect(backend.intents).toMatchObject([{ kind: 'undo' }]);
  });
});

describe('sheets that cannot have what they show', () => {
  it('records say why, and stay open and empty', async () => {
    const { backend, user } = await open(view());
    backend.recorded = refused('file_locked');
    await user.click(byId('records-open'));
    await waitFor(() => expect(byId('failure').dataset.code).toBe('file_locked'));
    expect(maybe('records-sheet')).not.toBeNull();
    expect(maybe('record-0')).toBeNull();
  });

  it('records name a game that cannot be read among those that can', async () => {
    const { backend, user } = await open(view());
    backend.recorded = () => ({ ...RECORDS, unread: [{ id: 9, failure: { code: 'malformed_event', details: {} } }] });
    await user.click(byId('records-open'));
    await soon('record-0');
    expect(said('records-sheet')).toContain('Game 9 cannot be read.');
  });

  it('the reference card says why', async () => {
    const { backend, user } = await open(view());
    backend.card = refused('file_missing');
    await user.keyboard('{F1}');
    await waitFor(() => expect(byId('failure').dataset.code).toBe('file_missing'));
    await user.keyboard('{F1}');
    await waitFor(() => expect(maybe('card')).toBeNull());
  });

  it('the diagnostics look around first', async () => {
    const { backend, user } = await open(view());
    backend.state = never;
    await user.click(byId('diagnostics-open'));
    await waitFor(() => expect(said('diagnostics-sheet')).toContain('Looking around'));
    expect(maybe('diagnostics-copy')).toBeNull();
  });

  it('taught sets say why, and name a set that was damaged', async () => {
    const { backend, user } = await open(view());
    backend.setsNow = { ...backend.setsNow, damaged: ['old'] };
    await user.click(byId('sets'));
    await soon('set-0');
    expect(said('sets-sheet')).toContain('old');
    backend.changeSets = refused('unexpected');
    await user.click(byId('set-0'));
    await waitFor(() => expect(byId('failure').dataset.code).toBe('unexpected'));
  });

  it('an export that has no room says so, and that it can be copied instead', async () => {
    const { backend, user } = await openGame(game());
    backend.saveExport = refused('export_not_saved');
    await user.keyboard('m');
    await user.click(await soon('export-csv'));
    await waitFor(() => expect(said('failure')).toContain('no space left'));
    expect(said('failure')).toContain('copy it instead');
  });

  it('a copy that did not reach the clipboard says so, and that it can be saved instead', async () => {
    const { user } = await openGame(game());
    await user.keyboard('m');
    await soon('copy-txt');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('not allowed'));
    for (const [reached, words] of [[false, 'could not be copied'], [true, 'Copied.']] as const) {
      document.execCommand = () => reached;
      await user.click(byId('copy-txt'));
      await waitFor(() => expect(said('export-state')).toContain(words));
    }
    vi.restoreAllMocks();
  });

  it('a file that is no game is refused, and the records stay', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('records-open'));
    await soon('record-0');
    backend.answer = refused('not_an_event');
    await user.upload(byId('import-input'), new File(['{}'], 'shopping.json', { type: 'application/json' }));
    await waitFor(() => expect(byId('failure').dataset.code).toBe('not_an_event'));
    expect(maybe('records-sheet')).not.toBeNull();
  });

  it('a question about waits that the core does not answer says why', async () => {
    const { backend, user } = await openGame(game());
    backend.study = refused('too_many_copies');
    await user.keyboard('{F2}');
    await soon('waits-sheet');
    await user.keyboard('12345');
    await waitFor(() => expect(byId('refusal').dataset.code).toBe('too_many_copies'));
  });
});

describe('sheets in which something is recorded', () => {
  it('swapping seats asks for two players first, and says why it was refused', async () => {
    const { backend, user } = await openGame(game());
    backend.mended = () => ({ hands: [], changed: [], impossible: [], points_after: [], finished: false, sticks: [], refusal: { code: 'changes_nothing', details: {} } });
    await user.keyboard('m');
    await user.click(await soon('swap-open'));
    await soon('swap-sheet');
    expect(isOff('confirm')).toBe(true);
    await user.click(byId('swap-player-0'));
    await user.click(byId('swap-player-1'));
    await waitFor(() => expect(byId('refusal').dataset.code).toBe('changes_nothing'));
    expect(isOff('confirm')).toBe(true);
  });

  it('sticks that the core does not take stay as they were counted', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard('s');
    await soon('sticks-sheet');
    await user.click(byId('fewer-0-5'));
    for (let one = 0; one < 5; one += 1) await user.click(byId('more-0-1'));
    backend.answer = refused('file_read_only');
    await user.click(byId('sticks-set'));
    await waitFor(() => expect(byId('failure').dataset.code).toBe('file_read_only'));
    expect(maybe('sticks-sheet')).not.toBeNull();
    expect(isOff('sticks-set')).toBe(false);
  });
});

describe('the window of the board', () => {
  it('waits calmly while there is no core to ask', async () => {
    const backend = new FakeBackend(view());
    backend.view = refused('unexpected');
    render(BoardWindow, { props: { backend } });
    await waitFor(() => expect(said('board-screen')).toContain('once it has begun'));
    await userEvent.keyboard('r');
    expect(maybe('points-0')).toBeNull();
  });
});
