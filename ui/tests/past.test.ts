import { waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CONSEQUENCES, RON, TSUMO, game, tied, view } from '../src/backend/scenes';
import { byId, maybe, open, openGame, soon } from './helpers';

const enabled = (id: string) => waitFor(() => expect((byId(id) as HTMLButtonElement).disabled).toBe(false));

async function openHistory(now = game()) {
  const opened = await openGame(now);
  await opened.user.keyboard('h');
  await soon('history-line-0');
  return opened;
}

describe('the history', () => {
  it('shows all of a hand: tiles, score, payments with sticks, points, how it came in', async () => {
    const { user } = await openHistory();
    expect(byId('hand-detail').dataset.seq).toBe('14');
    expect(byId('hand-detail').textContent).toContain('by photo, least sure tile 93 %, 1 tile corrected');
    expect(byId('hand-detail').querySelectorAll('[data-testid="stick-plan"]')).toHaveLength(2);
    await user.keyboard('{ArrowDown}');
    expect(byId('hand-detail').dataset.seq).toBe('11');
    expect(byId('hand-detail').textContent).toContain('by keys');
    expect(byId('score-total').textContent).toBe('12');
  });

  it('takes back and brings again any number of steps, also after the end', async () => {
    const { backend, user } = await openHistory(tied());
    await user.click(byId('history-undo'));
    await user.keyboard('{Control>}z{/Control}');
    expect(backend.intents.map((intent) => intent.kind)).toEqual(['undo', 'undo']);
  });

  it('keeps what a line said before it was corrected, and what was struck', async () => {
    await openHistory(game({ log: [{ ...RON, earlier: [{ ...RON, happening: { kind: 'draw' }, wins: [] }] }], struck: [TSUMO] }));
    expect(byId('earlier-0').textContent).toContain('Draw');
    expect(byId('struck-0').textContent).toContain('tsumo');
  });

  it('shows the sticks of a payment beside that payment alone, and those of a correction beside the line', async () => {
    const settled = { payment: null, handings: [{ from: 0, to: 2, sticks: { tens: 0, fives: 0, ones: 1 } }] };
    // 하늘 pays 5 since, 보미 what she paid.
    const corrected = { ...TSUMO, payments: [{ from: 0, to: 1, due: 5, paid: 5 }, { from: 2, to: 1, due: 4, paid: 4 }], sticks: [TSUMO.sticks[0]!, settled] };
    const { user } = await openGame(game({ log: [RON, corrected], struck: [{ ...RON, seq: 3, sticks: [settled] }] }));
    expect(byId('last-payment').querySelectorAll('li')[0]?.querySelector('[role="img"]')).toBeNull();
    expect(byId('last-payment').querySelectorAll('li')[1]?.querySelectorAll('[role="img"]')).toHaveLength(2);
    expect(byId('settled-14').textContent).toContain('하늘→보미');
    await user.keyboard('h');
    const detail = within(await soon('hand-detail'));
    expect(within(detail.getByTestId('payment-0')).queryByTestId('stick-plan')).toBeNull();
    expect(within(detail.getByTestId('payment-1')).getByTestId('stick-plan')).toBeDefined();
    expect(detail.getByTestId('settled-14').textContent).toContain('하늘');
    expect(within(byId('struck-0')).getByTestId('settled-3').textContent).toContain('보미');
  });

  it('of a new game is empty, which is ordinary', async () => {
    const { user } = await openGame(game({ log: [] }));
    await user.keyboard('h');
    await waitFor(() => expect(document.body.textContent).toContain('No hand has been played yet.'));
  });
});

describe('correcting an earlier hand', () => {
  it('begins with the hand as recorded, shows what changes, and records once', async () => {
    const { backend, user } = await openHistory();
    await user.keyboard('{ArrowDown}e');
    await soon('correct-sheet');
    expect(byId('slot-0').dataset.tile).toBe('1r');
    expect(byId('ron-from-0').getAttribute('aria-checked')).toBe('true');
    await user.click(byId('how-tsumo'));
    await enabled('confirm');
    expect(byId('changed-1').textContent).toContain('36 · 54 · 30 → 42 · 54 · 24');
    expect(within(byId('correct-sheet')).getByTestId('points-after-0').textContent).toBe('42');
    await user.dblClick(byId('confirm'));
    expect(backend.intents).toMatchObject([
      { kind: 'mend', seq: 14, mend: { kind: 'hand', of: 11, dora: '3', end: { kind: 'tsumo', winner: { seat: 1 } } }, drops: [] },
    ]);
    await waitFor(() => expect(maybe('correct-sheet')).toBeNull());
  });

  it('shows what becomes impossible, and names it on confirming', async () => {
    const { backend, user } = await openHistory();
    backend.mended = () => ({ ...CONSEQUENCES, impossible: [{ seq: 14, line: TSUMO, refusal: { code: 'game_finished', details: {} } }] });
    await user.keyboard('{ArrowDown}e');
    await user.click(await soon('how-draw'));
    await enabled('confirm');
    expect(byId('impossible-0').textContent).toContain('South 2');
    expect(byId('confirm').textContent).toContain('strike 1');
    await user.keyboard('{Enter}');
    expect(backend.intents).toMatchObject([{ kind: 'mend', drops: [14] }]);
  });

  it('says that nothing has been changed yet', async () => {
    const { backend, user } = await openHistory();
    backend.mended = () => ({ ...CONSEQUENCES, refusal: { code: 'changes_nothing', details: {} } });
    await user.keyboard('e');
    await soon('correct-sheet');
    await waitFor(() => expect(byId('refusal').dataset.code).toBe('changes_nothing'));
    expect((byId('confirm') as HTMLButtonElement).disabled).toBe(true);
  });

  it('strikes a hand that never happened', async () => {
    const { backend, user } = await openHistory();
    await user.keyboard('e');
    await user.click(await soon('never-happened'));
    await enabled('confirm');
    await user.keyboard('{Enter}');
    expect(backend.intents).toMatchObject([{ kind: 'mend', mend: { of: 14, end: null } }]);
  });
});

describe('seats entered wrongly', () => {
  it('are swapped from a hand on', async () => {
    const { backend, user } = await openHistory();
    await user.click(byId('swap-from-here'));
    await soon('swap-sheet');
    expect(byId('swap-from').textContent).toBe('Hand 6 of 12');
    expect(byId('refusal').textContent).toBe('Choose two players.');
    await user.click(byId('swap-player-0'));
    await user.click(byId('swap-player-2'));
    await user.click(byId('swap-results-places'));
    await enabled('confirm');
    await user.click(byId('confirm'));
    expect(backend.intents).toEqual([
      { kind: 'mend', seq: 14, mend: { kind: 'seats', a: 0, b: 2, from_hand: 6, results: 'places' }, drops: [] },
    ]);
  });

  it('show at their new places', async () => {
    await openGame(game({ seating: [1, 0, 2] }));
    const place = (seat: number) => byId(`seat-${seat}`).parentElement?.className;
    expect(place(1)).toContain('bottom');
    expect(place(0)).toContain('right');
  });
});

describe('records', () => {
  it('list games with their course and players with their standings', async () => {
    const { user } = await open(view());
    await user.click(byId('records-open'));
    await soon('chart');
    expect(byId('chart').querySelectorAll('tbody tr')).toHaveLength(3);
    expect(byId('record-1').textContent).toContain('さくら 47');
    await user.click(byId('records-players'));
    expect(byId('player-record-0').textContent).toContain('Red tiles ×11');
    expect(byId('player-record-2').textContent).toContain('–');
  });

  it('of nobody are empty, which is ordinary', async () => {
    const { backend, user } = await open(view());
    backend.recorded = () => ({ games: [], players: [], unread: [] });
    await user.click(byId('records-open'));
    await waitFor(() => expect(byId('records-sheet').textContent).toContain('No game has been played yet'));
  });

  it('open a game again', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('records-open'));
    await user.click(await soon('record-open'));
    expect(backend.intents).toEqual([{ kind: 'open_game', id: 7 }]);
    await soon('table-screen');
  });

  it('save a game as text for a chat, as a table and complete', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard('m');
    await user.click(await soon('export-txt'));
    await waitFor(() => expect(byId('export-state').textContent).toContain('suzume-table-7.txt'));
    expect(backend.saved[0]?.[1]).toContain('1st 아라 54');
    expect(backend.saved[0]?.[1]).toContain('South 2: 아라: tsumo, 7 (하늘 36, 아라 54, 보미 30)');
    await user.click(byId('export-csv'));
    await waitFor(() => expect(backend.saved[1]).toEqual(['csv', 'csv of game 7']));
  });

  it('take over an exported game', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('records-open'));
    await user.upload(await soon('import-input'), new File(['{"format":2}'], 'game.json', { type: 'application/json' }));
    await waitFor(() => expect(backend.intents).toEqual([{ kind: 'import_game', text: '{"format":2}' }]));
  });
});

describe('people who played before', () => {
  it('sit down by a tap', async () => {
    const { user } = await open(view({ games: [{ id: 1, players: ['하늘', '아라'], updated_at: 1 }, { id: 2, players: ['Ann'], updated_at: 0 }] }));
    await user.click(byId('remembered-Ann'));
    expect((byId('player-name-2') as HTMLInputElement).value).toBe('Ann');
    expect(maybe('remembered-Ann')).toBeNull();
  });
});

describe('a file that was damaged', () => {
  it('is told of with what is there again and what is missing, until it is read', async () => {
    const { user } = await open(
      view({ notices: [{ code: 'damaged_recovered', details: { found: '41', backup: '3', missing: '2', kept: '/data/games.damaged' } }] }),
    );
    expect(byId('notice-damaged_recovered').textContent).toContain('2 are missing');
    await user.click(byId('failure-dismiss'));
    expect(maybe('notice-damaged_recovered')).toBeNull();
  });
});
