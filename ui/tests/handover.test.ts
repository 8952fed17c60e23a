import { fireEvent, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { LEFT, game } from '../src/backend/scenes';
import type { Claim } from '../src/generated/Claim';
import { byId, maybe, openGame, soon } from './helpers';

const HAND = ['1r', '2', '3', 'c', 'c', 'c'];
const TYPED = '{Shift>}1{/Shift}23ccc';

const claim = (seat: number, change: Partial<Claim> = {}): Claim => ({ seat, tiles: HAND, origin: { kind: 'keys' }, own_discard: false, ...change });

const enabled = (id: string) => waitFor(() => expect((byId(id) as HTMLButtonElement).disabled).toBe(false));

async function openSheet() {
  const opened = await openGame(game());
  await opened.user.keyboard(' ');
  await soon('hand-over-sheet');
  return opened;
}

describe('the end of a hand', () => {
  it('goes from space to confirm by keyboard alone', async () => {
    const { backend, user } = await openSheet();
    await user.keyboard('ww');
    await user.keyboard('t');
    await user.keyboard(TYPED);
    await enabled('confirm');
    expect(byId('score-total').textContent).toBe('10');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(maybe('hand-over-sheet')).toBeNull());
    expect(backend.intents).toEqual([{ kind: 'end_hand', seq: 14, end: { kind: 'tsumo', winner: claim(1) } }]);
  });

  it('goes by touch alone', async () => {
    const { backend, user } = await openGame(game());
    await user.click(byId('hand-over'));
    await user.click(byId('winner-2'));
    await user.click(byId('ron-from-0'));
    for (const tile of HAND) await user.click(byId(`key-${tile}`));
    await enabled('confirm');
    await user.click(byId('confirm'));
    expect(backend.intents).toEqual([
      { kind: 'end_hand', seq: 14, end: { kind: 'ron', discarder: 0, winners: [claim(2)] } },
    ]);
  });

  it('says what is still missing, one thing at a time', async () => {
    const { user } = await openSheet();
    const said = () => byId('refusal').textContent;
    expect(said()).toBe('Choose who won.');
    await user.click(byId('winner-0'));
    expect(said()).toBe('Choose tsumo or ron.');
    await user.keyboard('t');
    await waitFor(() => expect(said()).toBe('6 tiles are missing.'));
    await user.keyboard('12345');
    await waitFor(() => expect(said()).toBe('1 tile is missing.'));
    await user.keyboard('9');
    await waitFor(() => expect(said()).toContain('do not split'));
    expect((byId('confirm') as HTMLButtonElement).disabled).toBe(true);
  });

  it('itemises the score and says who pays and what everybody has then', async () => {
    const { user } = await openSheet();
    await user.click(byId('winner-1'));
    await user.click(byId('ron-from-0'));
    await user.keyboard(TYPED);
    await soon('score-red');
    expect(byId('score-red').textContent).toContain('4');
    expect(byId('score-meld-0').textContent).toContain('Run');
    expect(byId('payment-0').textContent).toContain('하늘 → 아라');
    expect([0, 1, 2].map((seat) => byId(`points-after-${seat}`).textContent)).toEqual(['26', '64', '30']);
  });

  it.each([
    ['is worth a win all the same', TYPED],
    ['is worth too little for one', '2'],
  ])('says that no dora is set yet of a hand that %s', async (_, typed) => {
    const { backend, user } = await openGame(game({ dora: null }));
    await user.keyboard(' wt');
    await soon('hand-over-sheet');
    expect(byId('refusal').textContent).not.toContain('dora');
    if (typed !== TYPED) {
      const nothing = { hands: [], payments: [], sticks: [], points_after: [] };
      backend.appraisal = () => ({ ...nothing, may_confirm: false, refusal: { code: 'under_minimum', details: { seat: '0', points: '3' } } });
    }
    await user.keyboard(typed);
    await waitFor(() => expect(byId('refusal').textContent).toContain('The dora is not set yet'));
    await user.keyboard('x');
    await waitFor(() => expect(byId('refusal').textContent).not.toContain('not set yet'));
  });

  it('shows a limit hand in place of the bonuses', async () => {
    const { user } = await openSheet();
    await user.click(byId('winner-0'));
    await user.keyboard('t{Shift>}123{/Shift}ccc');
    await soon('score-super_red');
    expect(byId('score-total').textContent).toBe('25');
    expect(byId('score-dealer').textContent).toContain('+2');
    expect(maybe('score-red')).toBeNull();
  });

  it('records a double click and a held Enter once', async () => {
    const { backend, user } = await openSheet();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    backend.answer = async (_, before) => {
      await held;
      return before;
    };
    await user.keyboard(`w t${TYPED}`);
    await enabled('confirm');
    await fireEvent.click(byId('confirm'));
    await fireEvent.click(byId('confirm'));
    await fireEvent.keyDown(byId('hand-over-sheet'), { code: 'Enter', key: 'Enter' });
    await fireEvent.keyDown(byId('hand-over-sheet'), { code: 'Enter', key: 'Enter', repeat: true });
    release();
    await waitFor(() => expect(maybe('hand-over-sheet')).toBeNull());
    expect(backend.intents).toHaveLength(1);
  });

  it('does not confirm by the repeats of a held Enter', async () => {
    const { backend, user } = await openSheet();
    await user.keyboard(`wt${TYPED}`);
    await enabled('confirm');
    await fireEvent.keyDown(byId('hand-over-sheet'), { code: 'Enter', key: 'Enter', repeat: true });
    expect(backend.intents).toEqual([]);
  });

  it('does not confirm on an answer to an older question', async () => {
    const { backend, user } = await openSheet();
    await user.keyboard(`wt${TYPED}`);
    await enabled('confirm');
    backend.appraisal = () => new Promise(() => {});
    await user.keyboard('{Backspace}');
    expect((byId('confirm') as HTMLButtonElement).disabled).toBe(true);
  });

  it('greys out a face whose copies ran out', async () => {
    const { user } = await openSheet();
    await user.keyboard('{Shift>}5{/Shift}');
    await waitFor(() => expect((byId('key-5r') as HTMLButtonElement).disabled).toBe(true));
    await user.keyboard('{Shift>}5{/Shift}');
    expect(byId('slot-1').dataset.tile).toBeUndefined();
    expect((byId('key-5') as HTMLButtonElement).disabled).toBe(false);
    expect(LEFT['5r']).toBe(1);
  });

  it('replaces the chosen tile, and takes the last out by Backspace', async () => {
    const { user } = await openSheet();
    await user.keyboard('123');
    await user.click(byId('slot-0'));
    await user.keyboard('9');
    expect(byId('slot-0').dataset.tile).toBe('9');
    await user.keyboard('{Backspace}');
    expect(byId('slot-2').dataset.tile).toBeUndefined();
    expect(byId('slot-1').dataset.tile).toBe('2');
  });

  it('takes typed notation, and says what is no tile', async () => {
    const { user } = await openSheet();
    await user.type(byId('notation'), '1r23 cc');
    await user.type(byId('notation'), 't');
    expect(byId('hand-over-sheet').textContent).toContain('“t” is no tile');
    expect(byId('slot-4').dataset.tile).toBe('c');
    await user.type(byId('notation'), '{Backspace}c');
    expect([0, 1, 2, 3, 4, 5].map((slot) => byId(`slot-${slot}`).dataset.tile)).toEqual(HAND);
  });

  it('gives the letters that are no tile to the form once six tiles stand in the text field, and says so', async () => {
    const { user } = await openSheet();
    const field = byId('notation') as HTMLInputElement;
    await user.type(field, '1r2ccc3');
    expect(field.parentElement?.textContent).toContain('Other letters now press the buttons');
    await user.keyboard('wt');
    expect(byId('winner-0').getAttribute('aria-checked')).toBe('true');
    expect(byId('how-tsumo').getAttribute('aria-checked')).toBe('true');
    // It stands behind a number, and is a tile's.
    await user.keyboard('r');
    expect(field.value).toBe('1r2ccc3r');
    await user.keyboard('r');
    expect(field.value).toBe('1r2ccc3r');
    expect(byId('ron-from-1').getAttribute('aria-checked')).toBe('true');
    await user.keyboard('f');
    expect(maybe('notation')).toBeNull();
  });

  it('goes on typing where letters are marked or a syllable is put together', async () => {
    const { user } = await openSheet();
    const field = byId('notation') as HTMLInputElement;
    await user.type(field, '1r23ccc');
    await fireEvent.keyDown(field, { code: 'KeyT', key: 'ㅅ', isComposing: true });
    field.select();
    await user.keyboard('t');
    expect(field.value).toBe('t');
    expect(byId('how-tsumo').getAttribute('aria-checked')).toBe('false');
  });

  it('keeps the typed keys of a text field to itself', async () => {
    const { user } = await openSheet();
    await user.type(byId('notation'), 'g');
    expect(byId('slot-0').dataset.tile).toBe('g');
    expect(byId('slot-1').dataset.tile).toBeUndefined();
  });

  it('never offers a ron on one’s own discard', async () => {
    const { user } = await openSheet();
    await user.click(byId('winner-1'));
    expect(maybe('ron-from-1')).toBeNull();
    await user.click(byId('ron-from-2'));
    await user.click(byId('winner-2'));
    expect(byId('refusal').textContent).toBe('Choose tsumo or ron.');
  });

  it('goes round the discarders with R, counter-clockwise from the winner', async () => {
    const { user } = await openSheet();
    await user.click(byId('winner-1'));
    await user.keyboard('r');
    expect(byId('ron-from-2').getAttribute('aria-checked')).toBe('true');
    await user.keyboard('r');
    expect(byId('ron-from-0').getAttribute('aria-checked')).toBe('true');
  });

  it('records an exhausted draw', async () => {
    const { backend, user } = await openSheet();
    await user.keyboard('x');
    await enabled('confirm');
    await user.keyboard('{Enter}');
    expect(backend.intents).toMatchObject([{ kind: 'end_hand', end: { kind: 'draw' } }]);
  });

  it('keeps what was entered when the sheet is closed and opened again', async () => {
    const { user } = await openSheet();
    await user.keyboard('12');
    await user.keyboard('{Escape}');
    expect(maybe('hand-over-sheet')).toBeNull();
    await user.keyboard(' ');
    expect(byId('slot-1').dataset.tile).toBe('2');
  });

  it('keeps the sheet open and says why when the core refuses', async () => {
    const { backend, user } = await openSheet();
    backend.answer = () => {
      throw { code: 'stale', details: {} };
    };
    await user.keyboard(`wt${TYPED}`);
    await enabled('confirm');
    await user.keyboard('{Enter}');
    await soon('failure');
    expect(byId('slot-0').dataset.tile).toBe('1r');
  });
});

describe('the keyboard', () => {
  it('goes on working when the focus is lost, as when the tapped key greys out', async () => {
    const { user } = await openSheet();
    await user.click(byId('key-5r'));
    (document.activeElement as HTMLElement).blur();
    await fireEvent.keyDown(document.body, { code: 'Digit6', key: '6' });
    expect(byId('slot-1').dataset.tile).toBe('6');
  });

  it('belongs to the topmost sheet', async () => {
    const { backend, user } = await openSheet();
    await user.keyboard('d');
    await user.keyboard('7');
    expect(backend.intents).toEqual([{ kind: 'set_dora', seq: 14, tile: '7' }]);
    expect(byId('slot-0').dataset.tile).toBeUndefined();
    await user.keyboard('d{Escape}');
    expect(maybe('hand-over-sheet')).not.toBeNull();
  });
});
