import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CHANTA, LEFT, game } from '../src/backend/scenes';
import { byId, maybe, openGame, soon } from './helpers';

const HAND = '1r23ccc';
const enabled = (id: string) => waitFor(() => expect((byId(id) as HTMLButtonElement).disabled).toBe(false));

async function openRon() {
  const opened = await openGame(game());
  await opened.user.keyboard(' ');
  await soon('hand-over-sheet');
  await opened.user.click(byId('winner-1'));
  await opened.user.click(byId('ron-from-0'));
  await opened.user.type(byId('notation'), HAND);
  return opened;
}

describe('several rons on one discard', () => {
  it('are recorded in one step, each with its own hand', async () => {
    const { backend, user } = await openRon();
    await user.click(byId('add-winner'));
    expect(byId('winner-2').getAttribute('aria-checked')).toBe('true');
    expect(byId('slot-0').dataset.tile).toBeUndefined();
    await user.type(byId('notation'), '1r2r3rccc');
    await enabled('confirm');
    await user.click(byId('confirm'));
    expect(backend.intents).toMatchObject([
      {
        kind: 'end_hand',
        end: {
          kind: 'ron',
          discarder: 0,
          winners: [
            { seat: 1, tiles: ['1r', '2', '3', 'c', 'c', 'c'] },
            { seat: 2, tiles: ['1r', '2r', '3r', 'c', 'c', 'c'] },
          ],
        },
      },
    ]);
  });

  it('say whose tiles are missing, and go back and forth between the winners', async () => {
    const { user } = await openRon();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('a');
    await waitFor(() => expect(byId('refusal').textContent).toBe('보미: 6 tiles are missing.'));
    await user.click(byId('winner-1'));
    expect(byId('slot-0').dataset.tile).toBe('1r');
    await user.click(byId('winner-2'));
    await user.click(byId('remove-winner'));
    expect(byId('slot-0').dataset.tile).toBe('1r');
    await enabled('confirm');
  });

  it('say that a nearer winner takes the discard, by the house rule', async () => {
    const { backend, user } = await openRon();
    backend.appraisal = () => ({
      hands: [
        { seat: 1, score: CHANTA, head_bumped: false, left: LEFT },
        { seat: 2, score: CHANTA, head_bumped: true, left: LEFT },
      ],
      may_confirm: true,
      refusal: null,
      payments: [{ from: 0, to: 1, due: 10, paid: 10 }],
      sticks: [],
      points_after: [26, 64, 30],
    });
    await user.click(byId('add-winner'));
    await user.type(byId('notation'), HAND);
    await waitFor(() => expect(byId('hand-over-sheet').textContent).toContain('paid nothing'));
  });
});

describe('what is no win', () => {
  it('a ron on an own discard is refused with the reason, and a false win is offered', async () => {
    const { backend, user } = await openRon();
    await user.click(byId('own-discard'));
    await waitFor(() => expect(byId('refusal').dataset.code).toBe('furiten'));
    expect((byId('confirm') as HTMLButtonElement).disabled).toBe(true);
    await user.click(byId('to-false-win'));
    await enabled('confirm');
    expect(byId('points-after-1').textContent).toBe('50');
    await user.keyboard('{Enter}');
    expect(backend.intents).toEqual([{ kind: 'end_hand', seq: 14, end: { kind: 'false_win', offender: 1 } }]);
  });

  it.each(['button', 'key'])('of two rons is paid for by whose hand is refused, also while the other one is shown: by %s', async (way) => {
    const { backend, user } = await openRon();
    const scripted = backend.appraisal;
    backend.appraisal = (end, now) =>
      end.kind === 'ron' && end.winners.length > 1
        ? { hands: [], may_confirm: false, refusal: { code: 'under_minimum', details: { seat: '2', points: '3' } }, payments: [], sticks: [], points_after: [] }
        : scripted(end, now);
    await user.click(byId('add-winner'));
    await user.type(byId('notation'), HAND);
    await waitFor(() => expect(byId('refusal').textContent).toContain('보미: 3 points'));
    await user.click(byId('winner-1'));
    (document.activeElement as HTMLElement).blur();
    await (way === 'key' ? user.keyboard('f') : user.click(byId('to-false-win')));
    await enabled('confirm');
    await user.keyboard('{Enter}');
    expect(backend.intents).toEqual([{ kind: 'end_hand', seq: 14, end: { kind: 'false_win', offender: 2 } }]);
  });

  it('a false win goes by keyboard alone', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard(' ');
    await soon('hand-over-sheet');
    await user.keyboard('f');
    expect(byId('refusal').textContent).toBe('Choose who won.');
    await user.keyboard('w');
    await enabled('confirm');
    await user.keyboard('{Enter}');
    expect(backend.intents).toMatchObject([{ end: { kind: 'false_win', offender: 0 } }]);
  });

  it('the game ends early by agreement, from the menu', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard('m');
    await user.click(await soon('end-game'));
    expect(backend.intents).toEqual([{ kind: 'end_game', seq: 14 }]);
    await soon('ranking-screen');
  });
});

describe('house rules', () => {
  it('are shown in the game: those that differ on the table, all of them in the menu', async () => {
    const { user } = await openGame(game());
    expect(byId('other-rules').textContent).toBe('Several rons on one discard: The nearest only');
    await user.click(byId('more'));
    expect((await soon('rules-of-game')).querySelectorAll('dt')).toHaveLength(6);
  });
});

describe('sticks', () => {
  it('lie drawn in every purse and beside every payment', async () => {
    await openRon();
    expect(byId('purse-0').querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('2 sticks of 10, 3 sticks of 5, 1 stick of 1');
    await soon('payment-0');
    expect(byId('payment-0').querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('1 stick of 10');
    expect(byId('last-payment').querySelectorAll('[role="img"]')).toHaveLength(3);
  });

  it('are set to what lies on the table once they are worth the points', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard('s');
    await user.click(await soon('fewer-0-10'));
    expect(byId('worth-0').textContent).toContain('26 instead of 36');
    expect((byId('sticks-set') as HTMLButtonElement).disabled).toBe(true);
    await user.click(byId('more-0-5'));
    await user.click(byId('more-0-5'));
    await user.click(byId('sticks-set'));
    expect(backend.intents).toMatchObject([{ kind: 'set_sticks', seq: 14, purses: [{ tens: 1, fives: 5, ones: 1 }, {}, {}] }]);
  });

  it('are switched off by a table that does not care', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard('s');
    await user.click(await soon('sticks-off'));
    expect(backend.intents).toEqual([{ kind: 'follow_sticks', seq: 14, on: false }]);
    await soon('sticks-follow');
    expect(maybe('purse-0')).toBeNull();
  });
});
