import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { game, view } from '../src/backend/scenes';
import { byId, open, openGame, soon } from './helpers';

const drawn = () => document.documentElement.style.getPropertyValue('--zoom');
const zoomed = (zoom: number) => view({ settings: { ...view().settings, zoom } });

describe('how large everything is drawn', () => {
  it('goes up to twice the usual by Ctrl with plus, down again by minus, and back at once by nought', async () => {
    const { backend, user } = await openGame(game());
    expect(drawn()).toBe('1');
    for (const size of ['1.25', '1.5', '1.75', '2']) {
      await user.keyboard('{Control>}+{/Control}');
      await waitFor(() => expect(drawn()).toBe(size));
    }
    await user.keyboard('{Control>}+{/Control}');
    expect(backend.intents).toHaveLength(4);
    await user.keyboard('{Control>}-{/Control}');
    await waitFor(() => expect(drawn()).toBe('1.75'));
    await user.keyboard('{Control>}0{/Control}');
    await waitFor(() => expect(drawn()).toBe('1'));
    await user.keyboard('{Control>}-{/Control}');
    expect(backend.intents).toHaveLength(6);
  });

  it('changes also over a sheet and in a text box, and types nothing there', async () => {
    const { backend, user } = await openGame(game());
    await user.keyboard(' ');
    await soon('hand-over-sheet');
    await user.click(byId('notation'));
    await user.keyboard('{Control>}={/Control}');
    await waitFor(() => expect(drawn()).toBe('1.25'));
    expect((byId('notation') as HTMLInputElement).value).toBe('');
    expect(backend.intents).toMatchObject([{ kind: 'set_settings', settings: { zoom: 125 } }]);
  });

  it('is chosen in the settings, and shown as it was chosen', async () => {
    const { backend, user } = await open(zoomed(150));
    expect(drawn()).toBe('1.5');
    expect(document.documentElement.hasAttribute('data-large')).toBe(true);
    expect(byId('zoom').textContent).toBe('150 %');
    await user.click(byId('zoom-smaller'));
    await user.click(byId('zoom-smaller'));
    await waitFor(() => expect(drawn()).toBe('1'));
    expect((byId('zoom-smaller') as HTMLButtonElement).disabled).toBe(true);
    expect(document.documentElement.hasAttribute('data-large')).toBe(false);
    await user.click(byId('zoom-larger'));
    await waitFor(() => expect(drawn()).toBe('1.25'));
    expect(backend.intents).toMatchObject([{ settings: { zoom: 125 } }, { settings: { zoom: 100 } }, { settings: { zoom: 125 } }]);
  });
});
