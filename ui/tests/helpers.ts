import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import App from '../src/App.svelte';
import { FakeBackend } from '../src/backend/fake';
import { view } from '../src/backend/scenes';
import type { GameView } from '../src/generated/GameView';
import type { View } from '../src/generated/View';

/** Opens the window on this view. */
export async function open(now: View): Promise<{ backend: FakeBackend; user: ReturnType<typeof userEvent.setup> }> {
  const backend = new FakeBackend(now);
  const user = userEvent.setup();
  render(App, { props: { backend } });
  await screen.findByTestId(now.game ? (now.game.finished ? 'ranking-screen' : 'table-screen') : 'start-screen');
  return { backend, user };
}

/** Opens the window on a game. */
export const openGame = (game: GameView) => open(view({ game }));

export const byId = (id: string) => screen.getByTestId(id);
export const maybe = (id: string) => screen.queryByTestId(id);
export const soon = (id: string) => screen.findByTestId(id);
