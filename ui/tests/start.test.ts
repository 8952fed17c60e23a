import { fireEvent } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { view } from '../src/backend/scenes';
import { byId, maybe, open, soon } from './helpers';

const NO_CHANGE = { first_dealer: null, rules: [], sticks: true };

describe('the start screen', () => {
  it('starts a game with the names as typed', async () => {
    const { backend, user } = await open(view());
    await user.type(byId('player-name-0'), '하늘');
    await user.type(byId('player-name-1'), 'さくら');
    await user.click(byId('remove-player-2'));
    await user.click(byId('start-game'));
    expect(backend.intents).toEqual([{ kind: 'new_game', players: ['하늘', 'さくら'], ...NO_CHANGE }]);
    await soon('table-screen');
  });

  it('lets anyone begin at once: an empty name gets a number', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('start-game'));
    expect(backend.intents[0]).toMatchObject({ players: ['Player 1', 'Player 2', 'Player 3'] });
  });

  it('takes two to five players', async () => {
    const { user } = await open(view());
    await user.click(byId('add-player'));
    await user.click(byId('add-player'));
    expect(maybe('player-name-4')).not.toBeNull();
    expect((byId('add-player') as HTMLButtonElement).disabled).toBe(true);
    for (let seat = 4; seat >= 2; seat--) await user.click(byId(`remove-player-${seat}`));
    expect((byId('remove-player-0') as HTMLButtonElement).disabled).toBe(true);
  });

  it('keeps the chosen first dealer with the person when someone above leaves', async () => {
    const { backend, user } = await open(view({ games: [{ id: 1, players: ['A', 'B', 'C'], updated_at: 0 }] }));
    await user.click(byId('first-dealer-2'));
    await user.click(byId('remove-player-0'));
    await user.click(byId('start-game'));
    expect(backend.intents[0]).toMatchObject({ players: ['B', 'C'], first_dealer: 1 });
  });

  it('does not take the Enter that ends a Hangul syllable for a wish to start', async () => {
    const { backend } = await open(view());
    const last = byId('player-name-2');
    last.focus();
    await fireEvent.keyDown(last, { key: 'Enter', code: 'Enter', isComposing: true });
    expect(backend.intents).toEqual([]);
    await fireEvent.keyDown(last, { key: 'Enter', code: 'Enter' });
    expect(backend.intents).toHaveLength(1);
  });

  it('chooses the name that stands there twice', async () => {
    const { backend, user } = await open(view());
    await user.type(byId('player-name-0'), '보미');
    await user.type(byId('player-name-2'), '보미');
    backend.answer = () => Promise.reject({ code: 'duplicate_name', details: { name: '보미' } });
    await user.click(byId('start-game'));
    await soon('failure');
    expect(document.activeElement).toBe(byId('player-name-2'));
  });

  it('marks the theme that is shown, also while it follows the system', async () => {
    await open(view());
    expect(byId('theme-dark').getAttribute('aria-checked')).toBe('true');
    expect(byId('theme-light').getAttribute('aria-checked')).toBe('false');
  });

  it('Enter on a button presses that button', async () => {
    const { user } = await open(view());
    byId('remove-player-2').focus();
    await user.keyboard('{Enter}');
    expect(maybe('player-name-2')).toBeNull();
    byId('add-player').focus();
    await user.keyboard('{Enter}');
    expect(maybe('player-name-2')).not.toBeNull();
  });

  it('sends only the house rules that differ', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('house-rules'));
    await user.click(byId('rule-minimum-none'));
    await user.click(byId('rule-limit_hands-flat'));
    await user.click(byId('rule-limit_hands-melds_plus_limit'));
    await user.keyboard('{Escape}');
    await user.click(byId('start-game'));
    expect(backend.intents[0]).toMatchObject({ rules: [{ name: 'minimum', value: 'none' }] });
  });

  it('resumes the latest game by one tap', async () => {
    const { backend, user } = await open(
      view({
        games: [
          { id: 9, players: ['A', 'B'], updated_at: 2 },
          { id: 3, players: ['C', 'D'], updated_at: 1 },
        ],
      }),
    );
    await user.click(byId('resume-0'));
    expect(backend.intents).toEqual([{ kind: 'open_game', id: 9 }]);
  });

  it('says what to do when the core refuses, and keeps what was typed', async () => {
    const { backend, user } = await open(view());
    backend.answer = () => {
      throw { code: 'duplicate_name', details: { name: 'Ara' } };
    };
    await user.type(byId('player-name-0'), 'Ara');
    await user.click(byId('start-game'));
    expect((await soon('failure')).textContent).toContain('Two players are called Ara');
    expect((byId('player-name-0') as HTMLInputElement).value).toBe('Ara');
    await user.click(byId('failure-dismiss'));
    expect(maybe('failure')).toBeNull();
  });

  it('switches the language live', async () => {
    const { backend, user } = await open(view());
    expect(byId('start-game').textContent).toContain('Start the game');
    await user.click(byId('language-ko'));
    expect(byId('start-game').textContent).toContain('게임 시작');
    expect(document.documentElement.lang).toBe('ko');
    await user.click(byId('language-ja'));
    expect(byId('start-game').textContent).toContain('ゲームを始める');
    expect(backend.now.settings.language).toBe('ja');
  });

  it('switches the theme', async () => {
    const { user } = await open(view());
    await user.click(byId('theme-light'));
    expect(document.documentElement.dataset.theme).toBe('light');
    await user.click(byId('theme-dark'));
    expect(document.documentElement.dataset.theme).toBe('dark');
  });
});
