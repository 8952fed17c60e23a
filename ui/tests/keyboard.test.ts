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
