import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { game, view } from '../src/backend/scenes';
import { CATALOGUES } from '../src/messages/speech.svelte';
import { TOUR_STEPS } from '../src/messages/tour/texts';
import { byId, maybe, open, openGame, soon } from './helpers';

const at = (step: string) => waitFor(() => expect(byId('tour').dataset.step).toBe(step));

describe('the tour', () => {
  it('is offered where nobody has played yet, and takes nobody by surprise', async () => {
    const { user } = await open(view());
    expect(maybe('tour')).toBeNull();
    expect(byId('tour-offer')).not.toBeNull();
    await user.click(byId('tour-open'));
    await at('table');
    expect(byId('name-1').textContent).toContain('Kenta');
  });

  it('goes through a practice game by keyboard: each step goes on when it was done', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('tour-open'));
    await at('table');
    await user.keyboard('{F3}');
    await at('dora');
    await user.keyboard('d');
    await soon('key-5');
    await user.keyboard('5');
    await at('over');
    await user.keyboard(' ');
    await at('picture');
    await user.click(byId('tour-picture'));
    await at('who');
    expect(backend.pictures).toBe(1);
    await user.keyboard('{F3}');
    await at('paid');
    await user.keyboard('{F3}');
    await at('card');
    await user.keyboard('{F1}');
    await at('waits');
    await user.keyboard('{F2}');
    await at('end');
    await user.keyboard('{F3}');
    await soon('start-screen');
    expect(maybe('tour')).toBeNull();
    expect(maybe('waits-sheet')).toBeNull();
  });

  it('can be left at any moment, back to the game that was open', async () => {
    const { user } = await openGame(game());
    await user.keyboard('m');
    await user.click(await soon('tour-open'));
    await at('table');
    expect(maybe('more-sheet')).toBeNull();
    expect(document.documentElement.dataset.touring).toBe('');
    await user.keyboard('{Shift>}{F3}{/Shift}');
    await waitFor(() => expect(maybe('tour')).toBeNull());
    expect(byId('name-1').textContent).toContain('아라');
    expect(document.documentElement.dataset.touring).toBeUndefined();
  });

  it('ends with the practice game, also when that is left for the list of games', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('tour-open'));
    await at('table');
    await user.click(byId('close-game'));
    await soon('start-screen');
    await waitFor(() => expect(maybe('tour')).toBeNull());
    expect(backend.now.practice).toBe(false);
  });

  it('tries once to go back to the real game, says why it cannot, and can be left by hand', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('tour-open'));
    await at('table');
    const leave = backend.practise.bind(backend);
    let tries = 0;
    backend.practise = () => {
      tries += 1;
      return Promise.reject({ code: 'disk_full', details: {} });
    };
    await user.click(byId('close-game'));
    await waitFor(() => expect(byId('failure').dataset.code).toBe('disk_full'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tries).toBe(1);
    backend.practise = leave;
    await user.click(byId('tour-leave'));
    await waitFor(() => expect(maybe('tour')).toBeNull());
  });

  it('says why there is no sample picture', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('tour-open'));
    await at('table');
    await user.keyboard('{F3}d');
    await user.keyboard('5');
    await at('over');
    await user.keyboard(' ');
    await at('picture');
    backend.samplePicture = () => Promise.reject({ code: 'unexpected', details: { cause: 'no file' } });
    await user.click(byId('tour-picture'));
    await waitFor(() => expect(byId('failure').textContent).toContain('no file'));
  });

  it('leaves settings that were chosen on the way as they are', async () => {
    const { backend, user } = await open(view());
    await user.click(byId('tour-open'));
    await at('table');
    await user.click(byId('settings'));
    await user.click(await soon('theme-light'));
    await user.click(byId('tour-leave'));
    await waitFor(() => expect(maybe('tour')).toBeNull());
    expect(backend.now.settings.theme).toBe('light');
  });

  it('can be opened again where games were played', async () => {
    const { user } = await open(view({ games: [{ id: 7, players: ['A', 'B'], updated_at: 0 }] }));
    expect(maybe('tour-offer')).toBeNull();
    await user.click(byId('tour-open'));
    await at('table');
  });

  it.each(Object.entries(CATALOGUES))('has words for every step, short enough for its bar, and names the players it has: %s', (_, { tour }) => {
    for (const step of TOUR_STEPS) {
      expect(tour.steps[step].length, step).toBeGreaterThan(10);
      expect(tour.steps[step].length, step).toBeLessThan(110);
    }
    expect(new Set(tour.players).size).toBe(3);
    // The third deals, the second wins.
    expect(tour.steps.table).toContain(tour.players[2]);
    expect(tour.steps.who).toContain(tour.players[1]);
  });
});
