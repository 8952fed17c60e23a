import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { DIAGNOSTICS } from '../src/backend/guide_scenes';
import { game, view } from '../src/backend/scenes';
import Shell from '../src/crash/Shell.svelte';
import type { View } from '../src/generated/View';
import { byId, maybe, open, soon } from './helpers';

/** A view that no screen can show: a game whose players are missing. */
const broken = (): View => view({ game: { ...game(), players: null as never } });

/** What the page copies ends here. */
let copied = '';
beforeEach(() => {
  copied = '';
});

function start(now: View) {
  const backend = new FakeBackend(now);
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void (copied = text));
  render(Shell, { props: { backend } });
  return { backend, user };
}

describe('when something in the window breaks', () => {
  it('a screen that cannot be drawn leads to a calm one, and from there back to the game', async () => {
    const { backend, user } = start(broken());
    await soon('crash-screen');
    backend.now = view({ game: game() });
    await user.keyboard('{Enter}');
    await soon('table-screen');
    expect(maybe('crash-screen')).toBeNull();
  });

  it('an error outside of drawing does so as well, and a promise that nobody caught', async () => {
    const { user } = start(view({ game: game() }));
    await soon('table-screen');
    window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('no such thing'), message: 'no such thing' }));
    await soon('crash-screen');
    expect(byId('crash-details').textContent).toContain('TypeError: no such thing');
    await user.click(byId('crash-back'));
    await soon('table-screen');
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('nobody caught me') }));
    await soon('crash-screen');
    await user.click(byId('crash-back'));
    await soon('table-screen');
  });

  it('what breaks nothing disturbs nobody', async () => {
    start(view({ game: game() }));
    await soon('table-screen');
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(maybe('crash-screen')).toBeNull();
  });

  it('a game that breaks the window again and again can be left for the list of games', async () => {
    const { backend, user } = start(broken());
    await soon('crash-screen');
    await user.click(byId('crash-back'));
    await user.click(await soon('crash-leave'));
    await soon('start-screen');
    expect(backend.intents).toEqual([{ kind: 'close_game' }]);
  });

  it('copies what happened and what the program is made of', async () => {
    const { user } = start(broken());
    await user.click(await soon('crash-copy'));
    await waitFor(() => expect(copied).toContain('TypeError'));
    expect(copied).toContain(DIAGNOSTICS.models[0]?.sha256);
  });
});

describe('the diagnostics', () => {
  async function openDiagnostics(prepare: (backend: FakeBackend) => void = () => undefined) {
    const { backend, user } = await open(view());
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void (copied = text));
    prepare(backend);
    await user.click(byId('diagnostics-open'));
    await soon('diagnostics-copy');
    return user;
  }

  it('tell versions, models, library, folder and cameras, and copy all of it', async () => {
    const user = await openDiagnostics();
    expect(document.querySelectorAll('[data-bad="true"]').length).toBe(0);
    await user.click(byId('diagnostics-copy'));
    await waitFor(() => expect(copied).not.toBe(''));
    for (const told of [DIAGNOSTICS.version, DIAGNOSTICS.system, DIAGNOSTICS.data, '1.30.0', ...DIAGNOSTICS.models.map((model) => model.sha256 ?? '')]) {
      expect(copied).toContain(told);
    }
    expect(screen.getByTestId('diagnostics-sheet').textContent).toContain(DIAGNOSTICS.data);
  });

  it('say what is wrong: a model that is another one, none of them readable', async () => {
    await openDiagnostics((backend) => {
      const [locator, reader] = DIAGNOSTICS.models;
      if (!locator || !reader) throw new Error('two models');
      backend.state = () => ({
        ...DIAGNOSTICS,
        models: [locator, { ...reader, genuine: false }],
        reading: { code: 'model_corrupt', details: {} },
      });
    });
    const bad = [...document.querySelectorAll('[data-bad="true"]')].map((line) => line.textContent);
    expect(bad).toHaveLength(2);
    expect(bad.join()).toContain('model_corrupt');
    expect(bad.join()).toContain('not what the manifest says');
  });

  it('also open where the core answers nothing', async () => {
    await openDiagnostics((backend) => {
      backend.state = () => Promise.reject({ code: 'unexpected', details: { cause: 'no core' } });
    });
    expect(byId('diagnostics-sheet').textContent).toContain('no core');
  });
});
