import type { Backend } from '../backend/backend';
import { asFailure } from '../backend/backend';
import type { Failure } from '../generated/Failure';
import type { GameView } from '../generated/GameView';
import type { Intent } from '../generated/Intent';
import type { Settings } from '../generated/Settings';
import type { View } from '../generated/View';
import { speak } from '../messages/speech.svelte';
import { tellOthers } from './changes';

/** The one store: the last view that the core sent, and nothing else of the game. */
export class TableStore {
  /** What is refused because the window shows something else than there is. */
  static readonly #BEHIND = ['stale', 'game_open'];

  /** `null` until the core has answered for the first time. */
  view = $state.raw<View | null>(null);
  /** What went wrong last; stays until dismissed or until something succeeds. */
  failure = $state.raw<Failure | null>(null);
  /** Whether an intent is on its way: nothing that changes a game can be started meanwhile. */
  busy = $state(false);

  constructor(readonly backend: Backend) {}

  get game(): GameView | null {
    return this.view?.game ?? null;
  }

  async load(): Promise<void> {
    try {
      this.#show(await this.backend.view());
      this.failure = null;
    } catch (thrown) {
      this.failure = asFailure(thrown);
    }
  }

  /** Opens the practice game with these players, or goes back to the table. */
  async practise(players: string[] | null): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      this.#show(await this.backend.practise(players));
      tellOthers();
      this.failure = null;
    } catch (thrown) {
      // It may have failed half-way: never one game in the window and another one behind it.
      await this.load();
      this.failure = asFailure(thrown);
    } finally {
      this.busy = false;
    }
  }

  /** Sends an intent; answers whether it was done. A second one while the first is on its way is dropped. */
  async dispatch(intent: Intent): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      this.#show(await this.backend.dispatch(intent));
      tellOthers();
      this.failure = null;
      return true;
    } catch (thrown) {
      const failure = asFailure(thrown);
      // Made on a state that is gone: show the one that there is, and say so.
      if (TableStore.#BEHIND.includes(failure.code)) await this.load();
      this.failure = failure;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Waits for something that changes no game; what hinders it is said. */
  async tell(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (thrown) {
      this.failure = asFailure(thrown);
    }
  }

  changeSettings(change: Partial<Settings>): Promise<boolean> {
    const settings = this.view?.settings;
    return settings ? this.dispatch({ kind: 'set_settings', settings: { ...settings, ...change } }) : Promise.resolve(false);
  }

  undo(): Promise<boolean> {
    return this.game?.can_undo ? this.dispatch({ kind: 'undo', seq: this.game.seq }) : Promise.resolve(false);
  }

  redo(): Promise<boolean> {
    return this.game?.can_redo ? this.dispatch({ kind: 'redo', seq: this.game.seq }) : Promise.resolve(false);
  }

  #show(view: View): void {
    this.view = view;
    speak(view.settings.language);
  }
}
