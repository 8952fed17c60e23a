import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { game, view } from '../src/backend/scenes';
import { testid } from '../src/testids';
import { byId, open, openGame, soon } from './helpers';

const focused = () => (document.activeElement as HTMLElement).dataset.testid;

describe('Tab in a sheet', () => {
  it('never comes to a file field that nobody sees, and goes round', async () => {
    const { user } = await openGame(game());
    await user.keyboard(' ');
    const sheet = await soon('hand-over-sheet');
    await user.tab();
    const first = focused();
    expect(first).toBe(testid.cardOpen);
    await user.tab({ shift: true });
    expect(sheet.contains(document.activeElement)).toBe(true);
    expect(focused()).not.toBe(first);
    await user.tab();
    expect(focused()).toBe(first);
  });

  it('stays inside where the last thing is hidden', async () => {
    const { user } = await open(view());
    await user.click(byId(testid.sets));
    await user.click(await soon(testid.teachSet));
    const sheet = await soon(testid.lessonSheet);
    for (let times = 0; times < 5; times++) {
      await user.tab();
      expect(sheet.contains(document.activeElement)).toBe(true);
    }
  });
});

describe('one of several', () => {
  it('is one stop of Tab; arrows choose, round and round', async () => {
    const { backend, user } = await open(view());
    byId('theme-dark').focus();
    await user.tab();
    expect(focused()).not.toBe('theme-light');
    byId('theme-dark').focus();
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('theme-light');
    expect(backend.intents).toMatchObject([{ kind: 'set_settings' }]);
    await waitFor(() => expect(byId('theme-light').getAttribute('aria-checked')).toBe('true'));
    await waitFor(() => expect(byId('theme-dark').tabIndex).toBe(-1));
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('theme-dark');
  });

  it('is reached at the first where none is chosen, and passes by what cannot be', async () => {
    const { user } = await openGame(game());
    await user.keyboard(' ');
    await soon('hand-over-sheet');
    expect([0, 1, 2].map((seat) => byId(testid.winner(seat)).tabIndex)).toEqual([0, -1, -1]);
    byId(testid.winner(0)).focus();
    await user.keyboard('{ArrowLeft}');
    expect(byId(testid.winner(2)).getAttribute('aria-checked')).toBe('true');
    await waitFor(() => expect([0, 1, 2].map((seat) => byId(testid.winner(seat)).tabIndex)).toEqual([-1, -1, 0]));
  });

  it('leaves other things beside it to Tab, and the camera is no tab', async () => {
    const { user } = await openGame(game());
    await user.keyboard(' wr');
    await soon('hand-over-sheet');
    expect(byId(testid.ownDiscard).closest('[role="radiogroup"]')).toBeNull();
    expect(byId(testid.cameraTab).closest('[role="tablist"]')).toBeNull();
    expect(byId('hand-over-sheet').textContent).toContain('press “Own discard?”: then it is no ron');
    byId(testid.keypadTab).focus();
    await user.keyboard('{ArrowRight}');
    expect(document.querySelector('[role="tabpanel"]')?.getAttribute('aria-labelledby')).toBe(document.activeElement?.id);
    expect(focused()).toBe(testid.photoTab);
  });
});

describe('the ledger by keyboard', () => {
  it('goes from line to line by arrows, which scroll where all of a hand has the focus', async () => {
    const { user } = await openGame(game());
    await user.keyboard('h');
    const detail = await soon('hand-detail');
    await user.keyboard('{ArrowDown}');
    expect(detail.dataset.seq).toBe('11');
    (detail.closest('[tabindex="0"]') as HTMLElement).focus();
    await user.keyboard('{ArrowUp}');
    expect(detail.dataset.seq).toBe('11');
  });
});
