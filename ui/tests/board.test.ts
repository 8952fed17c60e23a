import { render, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { crowded, game, tied, view } from '../src/backend/scenes';
import BoardWindow from '../src/board/BoardWindow.svelte';
import { tellOthers } from '../src/lib/changes';
import { byId, maybe, openGame, soon } from './helpers';

const felt = () => document.querySelector('main.felt');

describe('the board', () => {
  it('fills the screen with the table on one key, and gives it back on the same', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard('{F11}');
    await soon('board-leave');
    expect(felt()?.classList.contains('board')).toBe(true);
    expect(maybe('undo')).toBeNull();
    await user.keyboard('{F11}');
    await soon('undo');
    expect(backend.filled).toEqual([true, false]);
  });

  it('is reached by touch from the menu, and left by touch or Esc', async () => {
    const { backend, user } = await openGame(game());
    await user.click(byId('more'));
    await user.click(await soon('board-open'));
    await soon('board-leave');
    expect(maybe('more-sheet')).toBeNull();
    await user.click(byId('board-leave'));
    await soon('undo');
    await user.keyboard('{F11}');
    await soon('board-leave');
    await user.keyboard('{Escape}');
    await soon('undo');
    expect(backend.filled).toEqual([true, false, true, false]);
  });

  it('does not keep the screen filled when the game ends on it', async () => {
    const { backend, user } = await openGame(game());
    backend.answer = () => view({ game: tied() });
    await user.keyboard('{F11}');
    await soon('board-leave');
    await user.keyboard(' x');
    await waitFor(() => expect((byId('confirm') as HTMLButtonElement).disabled).toBe(false));
    await user.keyboard('{Enter}');
    await soon('ranking-screen');
    expect(backend.filled).toEqual([true, false]);
  });

  it('turns the seats towards their players and back', async () => {
    const { user } = await openGame(game());
    await user.keyboard('r');
    expect(felt()?.classList.contains('turned')).toBe(false);
    await user.keyboard('{F11}');
    await soon('board-turn');
    await user.keyboard('r');
    expect(felt()?.classList.contains('turned')).toBe(true);
    expect(byId('board-turn').getAttribute('aria-pressed')).toBe('true');
    await user.click(byId('board-turn'));
    expect(felt()?.classList.contains('turned')).toBe(false);
  });

  it('still takes the end of a hand', async () => {
    const { user } = await openGame(game());
    await user.keyboard('{F11}');
    await soon('board-leave');
    await user.keyboard(' ');
    await soon('hand-over-sheet');
  });

  it('opens in a window of its own', async () => {
    const { backend, user } = await openGame(game());
    await user.click(byId('more'));
    await user.click(await soon('board-second'));
    expect(backend.boards).toBe(1);
  });
});

describe('the window of the board', () => {
  it('shows the table to look at, and what the other window records at once', async () => {
    const backend = new FakeBackend(view({ game: game() }));
    render(BoardWindow, { props: { backend } });
    await soon('points-0');
    expect(byId('points-1').textContent).toBe('54');
    // Read aloud it says all of it, and Tab comes only to what turns it.
    expect(byId('points-0').closest('[inert]')).toBeNull();
    await userEvent.tab();
    expect(document.activeElement).toBe(byId('board-turn'));
    backend.now = view({ game: crowded() });
    tellOthers();
    await waitFor(() => expect(byId('points-1').textContent).toBe('112'));
  });

  it('waits where no game is open', async () => {
    const backend = new FakeBackend(view());
    const user = userEvent.setup();
    render(BoardWindow, { props: { backend } });
    await waitFor(() => expect(byId('board-screen').textContent).toContain('once it has begun'));
    await user.keyboard('{F11}');
    expect(backend.filled).toEqual([true]);
  });
});
