import { fireEvent } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { game, view } from '../src/backend/scenes';
import { byId, maybe, open, openGame, soon } from './helpers';

/**
 * The keys that go into an input method while it puts a syllable together. Chromium says so; WebKit sends the one that ends the syllable
 * when nothing is composed any more, with the code 229.
 */
const WAYS = [
  ['Chromium', { isComposing: true }],
  ['WebKit', { isComposing: false, keyCode: 229 }],
] as const;

describe.each(WAYS)('while a syllable is put together, as %s tells it', (_, way) => {
  const press = (target: Element | Window, code: string, key = code) => fireEvent.keyDown(target, { code, key, ...way });

  it('Enter in a name goes to no other name and starts no game', async () => {
    const { backend } = await open(view());
    for (const seat of [0, 2]) {
      byId(`player-name-${seat}`).focus();
      await press(byId(`player-name-${seat}`), 'Enter');
      expect(document.activeElement).toBe(byId(`player-name-${seat}`));
    }
    expect(backend.intents).toEqual([]);
  });

  it('no key of the table, of its help or of its size is taken', async () => {
    const { backend } = await openGame(game());
    for (const code of ['Space', 'KeyD', 'KeyH', 'KeyS', 'KeyM', 'F1', 'F2']) await press(window, code);
    await fireEvent.keyDown(window, { code: 'KeyZ', key: 'z', ctrlKey: true, ...way });
    await fireEvent.keyDown(window, { code: 'Equal', key: '+', ctrlKey: true, ...way });
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    expect(backend.intents).toEqual([]);
  });

  it('no key of a sheet is taken: it neither enters a tile nor closes nor confirms', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard(' ');
    await soon('hand-over-sheet');
    await user.keyboard('wt12');
    for (const code of ['Digit3', 'KeyG', 'Backspace', 'Enter', 'Escape']) await press(window, code);
    expect(maybe('hand-over-sheet')).not.toBeNull();
    expect(byId('slot-1').dataset.tile).toBe('2');
    expect(byId('slot-2').dataset.tile).toBeUndefined();
    expect(backend.intents).toEqual([]);
  });
});

describe('a name in Hangul', () => {
  it('is ended by Enter alone, which IBus then lets through: the next Enter begins', async () => {
    const { backend } = await open(view());
    const last = byId('player-name-2');
    last.focus();
    await fireEvent.compositionStart(last);
    await fireEvent.keyUp(last, { code: 'KeyF', key: 'f' });
    await fireEvent.compositionEnd(last, { data: '늘' });
    await fireEvent.keyDown(last, { code: 'Enter', key: 'Enter' });
    expect(backend.intents).toEqual([]);
    await fireEvent.keyUp(last, { code: 'Enter', key: 'Enter' });
    await fireEvent.keyDown(last, { code: 'Enter', key: 'Enter' });
    expect(backend.intents).toHaveLength(1);
  });

  it('is what the input method gave when the game begins', async () => {
    const { backend } = await open(view());
    const field = byId('player-name-0') as HTMLInputElement;
    field.focus();
    await fireEvent.compositionStart(field);
    for (const text of ['ㅎ', '하', '한', '하느', '하늘']) {
      field.value = text;
      await fireEvent.compositionUpdate(field, { data: text });
      await fireEvent.input(field, { isComposing: true });
    }
    await fireEvent.compositionEnd(field, { data: '하늘' });
    await userEvent.click(byId('start-game'));
    expect(backend.intents[0]).toMatchObject({ players: ['하늘', 'Player 2', 'Player 3'] });
  });
});

describe('the box for tiles, in Hangul', () => {
  const compose = async (field: HTMLInputElement, text: string) => {
    await fireEvent.compositionStart(field);
    field.value += text;
    await fireEvent.input(field, { isComposing: true });
    await fireEvent.compositionEnd(field, { data: text });
  };

  it('keeps a syllable that is no tile while one is missing, to be mended, and drops it behind six', async () => {
    const { user } = await openGame(game());
    await user.keyboard(' ');
    await soon('hand-over-sheet');
    const field = byId('notation') as HTMLInputElement;
    await user.click(field);
    await user.keyboard('1 2 3 4 5');
    await compose(field, 'ㅅ');
    expect(field.value).toBe('1 2 3 4 5ㅅ');
    await user.keyboard('{Backspace}6');
    await compose(field, 'ㅅ');
    expect(field.value).toBe('1 2 3 4 5 6');
    expect(byId('slot-5').dataset.tile).toBe('6');
  });
});
