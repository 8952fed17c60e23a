import { fireEvent, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { crowded, fresh, game, tied, view } from '../src/backend/scenes';
import { byId, maybe, openGame, soon } from './helpers';

describe('the table', () => {
  it('shows round, hand, dora, dealer, wind marker and points', async () => {
    await openGame(game());
    expect(byId('round-label').textContent).toBe('West 1');
    expect(byId('hand-number').textContent).toBe('Hand 7 of 12');
    expect(byId('dora-open').dataset.tile).toBe('3');
    expect([0, 1, 2].map((seat) => byId(`points-${seat}`).textContent)).toEqual(['36', '54', '30']);
    expect(maybe('dealer-0')).not.toBeNull();
    expect(maybe('dealer-1')).toBeNull();
    expect(byId('wind-marker-0').dataset.wind).toBe('west');
  });

  it('keeps the wind marker with the first dealer when the deal has moved on', async () => {
    await openGame(game({ dealer: 2, first_dealer: 1 }));
    expect(maybe('wind-marker-1')).not.toBeNull();
    expect(maybe('wind-marker-2')).toBeNull();
    expect(maybe('dealer-2')).not.toBeNull();
  });

  it('lists who paid whom last, and what a payer could not pay', async () => {
    await openGame(crowded());
    expect(byId('last-payment').textContent).toContain('3 of 7');
  });

  it('seats five without leaving anyone out', async () => {
    await openGame(crowded());
    for (let seat = 0; seat < 5; seat++) expect(maybe(`seat-${seat}`)).not.toBeNull();
    expect(byId('points-0').textContent).toBe('0');
  });

  it('asks for the dora until it lies open, and takes it by one key', async () => {
    const { backend, user } = await openGame(fresh());
    expect(byId('dora-open').textContent).toContain('Turn up the dora');
    await user.keyboard('d');
    await user.keyboard('{Shift>}3{/Shift}');
    expect(backend.intents).toEqual([{ kind: 'set_dora', seq: 1, tile: '3r' }]);
    expect((await soon('dora-open')).dataset.tile).toBe('3r');
    expect(maybe('key-3r')).toBeNull();
  });

  it('takes the dora by one tap', async () => {
    const { backend, user } = await openGame(fresh());
    await user.click(byId('dora-open'));
    await user.click(byId('key-c'));
    expect(backend.intents).toEqual([{ kind: 'set_dora', seq: 1, tile: 'c' }]);
  });

  it('undoes and redoes by keys, carrying the state they were made on', async () => {
    const { backend, user } = await openGame(game({ can_redo: true }));
    await user.keyboard('{Control>}z{/Control}');
    expect(backend.intents).toEqual([{ kind: 'undo', seq: 14 }]);
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(backend.intents.at(-1)).toMatchObject({ kind: 'redo' });
  });

  it('undoes once however long the keys are held', async () => {
    const { backend } = await openGame(game());
    await fireEvent.keyDown(window, { code: 'KeyZ', ctrlKey: true, repeat: true });
    expect(backend.intents).toEqual([]);
  });

  it('has nothing to undo at the start', async () => {
    await openGame(fresh());
    expect((byId('undo') as HTMLButtonElement).disabled).toBe(true);
    expect((byId('redo') as HTMLButtonElement).disabled).toBe(true);
  });

  it('shows the ledger, the latest hand first', async () => {
    const { user } = await openGame(game());
    await user.keyboard('h');
    const lines = [...document.querySelectorAll('[data-testid^="history-line-"]')].map((line) => line.getAttribute('data-testid'));
    expect(lines).toEqual(['history-line-1', 'history-line-0']);
    expect(byId('history-line-0').textContent).toContain('ron from 하늘');
  });

  it('says that the table has changed meanwhile, and shows how it is now', async () => {
    const { backend, user } = await openGame(game());
    backend.answer = () => {
      throw { code: 'stale', details: {} };
    };
    backend.now = view({ game: game({ seq: 15, players: [{ name: 'A', points: 80 }, { name: 'B', points: 0 }] }) });
    await user.click(byId('undo'));
    expect((await soon('failure')).textContent).toContain('changed meanwhile');
    // What was made on an old state is not done; the new state is shown.
    await waitFor(() => expect(byId('points-0').textContent).toBe('80'));
  });
});

describe('the end', () => {
  it('shares the first rank between equal points', async () => {
    await openGame(tied());
    expect([0, 1, 2].map((line) => byId(`rank-${line}`).dataset.rank)).toEqual(['1', '1', '3']);
    expect(document.querySelector('h1')?.textContent).toContain('하늘 · 아라');
    expect(byId('rank-0').textContent).toContain('tied');
    expect(byId('rank-2').textContent).not.toContain('tied');
  });

  it('can still take the last hand back', async () => {
    const { backend, user } = await openGame(tied());
    await user.click(byId('undo'));
    expect(backend.intents).toEqual([{ kind: 'undo', seq: 14 }]);
    await soon('table-screen');
  });
});
