import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { fresh, game, tied, view } from '../src/backend/scenes';
import { CATALOGUES } from '../src/messages/speech.svelte';
import { byId, maybe, open, openGame, soon } from './helpers';

describe('the reference card', () => {
  it.each([
    ['the start screen', () => open(view())],
    ['the table', () => openGame(game())],
    ['the ranking', () => openGame(tied())],
  ])('is one key away from %s, and as close to leave', async (_, start) => {
    const { user } = await start();
    await user.keyboard('{F1}');
    await soon('card-front');
    await user.keyboard('{F1}');
    await waitFor(() => expect(maybe('card')).toBeNull());
    await user.click(byId('card-open'));
    await soon('card');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(maybe('card')).toBeNull());
  });

  it('opens over a sheet without disturbing what is entered there', async () => {
    const { user } = await openGame(game());
    await user.keyboard(' ');
    await soon('hand-over-sheet');
    await user.keyboard('12');
    await user.keyboard('{F1}');
    await soon('card');
    await user.keyboard('3');
    await user.keyboard('{F1}');
    await waitFor(() => expect(maybe('card')).toBeNull());
    expect(byId('slot-1').dataset.tile).toBe('2');
    expect(byId('slot-2').dataset.tile).toBeUndefined();
    await user.keyboard('3');
    expect(byId('slot-2').dataset.tile).toBe('3');
  });

  it('opens while a name is being typed', async () => {
    const { user } = await open(view());
    await user.click(byId('player-name-0'));
    await user.keyboard('{F1}');
    await soon('card');
  });

  it('keeps the keys of the screen below from doing anything', async () => {
    const { user } = await openGame(game());
    await user.keyboard('{F1}');
    await soon('card');
    await user.keyboard(' h');
    expect(maybe('hand-over-sheet')).toBeNull();
    expect(maybe('history-line-0')).toBeNull();
  });

  it('turns over by the arrow keys, and says what this table plays', async () => {
    const { user } = await openGame(game());
    await user.keyboard('{F1}');
    await soon('card-front');
    await user.keyboard('{ArrowRight}');
    const rule = await soon('card-rule-multiple_ron');
    expect(rule.textContent).toContain('nearest only');
    expect(rule.classList.contains('differs')).toBe(true);
    expect(byId('card-rule-minimum').classList.contains('differs')).toBe(false);
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(maybe('card-rule-minimum')).toBeNull());
  });

  it('says without a game what a tsumo costs among two to five', async () => {
    const { user } = await open(view());
    await user.keyboard('{F1}');
    await soon('card-front');
    await user.keyboard('{ArrowRight}');
    expect((await soon('card-shares-2')).textContent).toContain('The other player pays all.');
    expect(byId('card-shares-3').querySelectorAll('li')).toHaveLength(11);
    expect(byId('card-shares-5').querySelectorAll('li')).toHaveLength(6);
  });

  it.each(Object.entries(CATALOGUES))('has words for every rule, with and without the minimum: %s', (_, { card }) => {
    for (const said of [card.winning(5), card.winning(null), card.dealerAbout(5, true), card.dealerAbout(5, false), card.dealerAbout(null, false)]) {
      expect(said.length).toBeGreaterThan(5);
      expect(said).not.toMatch(/null|undefined/);
    }
    expect(card.winning(5)).toContain('5');
    expect(card.courseAbout(12, 40).join()).toContain('12');
    expect(card.courseAbout(null, 50).join()).not.toMatch(/null/);
    expect(card.range(5, 5)).not.toBe(card.range(5, 6));
    expect(card.several(true)).not.toBe(card.several(false));
    expect(card.limitsAbout(true)).not.toBe(card.limitsAbout(false));
  });
});

describe('what a hand waits for', () => {
  it('is told within the hand-over sheet for five tiles: what, how many are left, what each is worth', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard(' ');
    await soon('hand-over-sheet');
    await user.keyboard('24777');
    await user.keyboard('{F2}');
    const wait = await soon('wait-3');
    expect(wait.dataset).toMatchObject({ left: '3', wins: 'false' });
    expect(byId('wait-3r').dataset).toMatchObject({ left: '1', wins: 'true' });
    expect(backend.questions.at(-1)).toEqual({ tiles: ['2', '4', '7', '7', '7'], dora: '3', dealer: false, own_discards: [], seen: [] });
    await user.keyboard('{F2}');
    await waitFor(() => expect(maybe('wait-3')).toBeNull());
    expect(byId('score-total')).not.toBeNull();
  });

  it('is told by touch as well, and of six tiles what each discard leaves', async () => {
    const { user } = await openGame(game());
    await user.click(byId('hand-over'));
    await soon('hand-over-sheet');
    await user.keyboard('224777');
    await user.click(byId('waits-ask'));
    const first = await soon('discard-4');
    expect(first.dataset).toMatchObject({ left: '2', win: '2' });
    expect(byId('discard-2').dataset).toMatchObject({ left: '4', win: '1' });
    const order = [...document.querySelectorAll('[data-testid^="discard-"]')].map((line) => (line as HTMLElement).dataset.testid);
    expect(order).toEqual(['discard-4', 'discard-2', 'discard-7']);
    await user.click(byId('waits-ask'));
    await waitFor(() => expect(maybe('discard-4')).toBeNull());
  });

  it('asks as the dealer where the dealer wins', async () => {
    const { backend, user } = await openGame(game());
    await user.click(byId('hand-over'));
    await user.click(byId('winner-0'));
    await user.keyboard('{F2}');
    await waitFor(() => expect(backend.questions.at(-1)?.dealer).toBe(true));
  });

  it('has a screen of its own, one key away, with what lies open', async () => {
    const { backend, user } = await openGame(fresh());
    await user.keyboard('{F2}');
    await soon('waits-sheet');
    expect(byId('waits-needs')).not.toBeNull();
    await user.keyboard('24777');
    await soon('wait-3');
    await user.keyboard('o3s4{Shift>}5{/Shift}e');
    await waitFor(() => expect(backend.questions.at(-1)).toEqual({ tiles: ['2', '4', '7', '7', '7'], dora: null, dealer: true, own_discards: ['3'], seen: ['4', '5r'] }));
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(backend.questions.at(-1)?.seen).toEqual(['4']));
    await user.click(byId('waits-own-0'));
    await waitFor(() => expect(backend.questions.at(-1)?.own_discards).toEqual([]));
    await user.keyboard('{F2}');
    await waitFor(() => expect(maybe('waits-sheet')).toBeNull());
  });

  it('greys out tiles of which no copy is left, and takes no more of them', async () => {
    const { user } = await open(view());
    await user.keyboard('{F2}');
    await soon('waits-sheet');
    await user.keyboard('{Shift>}77{/Shift}');
    await waitFor(() => expect((byId('key-7r') as HTMLButtonElement).disabled).toBe(true));
    expect(byId('slot-0').dataset.tile).toBe('7r');
  });

  it('shows the example of the rule document', async () => {
    const { user } = await open(view());
    await user.keyboard('{F2}');
    await soon('waits-sheet');
    await user.click(byId('waits-example'));
    expect((await soon('discard-4')).textContent).toContain('widest');
    await user.click(byId('drop-2'));
    await soon('wait-3');
    expect(byId('waits-own-0').dataset.tile).toBe('2');
  });

  it('is reached from the reference card', async () => {
    const { user } = await open(view());
    await user.keyboard('{F1}');
    await user.click(await soon('waits-open'));
    await soon('waits-sheet');
    expect(maybe('card')).toBeNull();
  });

  it('keeps what was entered while the card is looked at', async () => {
    const { user } = await openGame(game());
    await user.keyboard('{F2}');
    await soon('waits-sheet');
    await user.keyboard('24777');
    await soon('wait-3');
    await user.keyboard('{F1}');
    await soon('card');
    await user.keyboard('{F2}');
    await soon('wait-3');
    expect(byId('slot-4').dataset.tile).toBe('7');
  });
});
