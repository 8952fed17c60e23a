import type { HandQuestion } from '../generated/HandQuestion';
import { HandDraft } from './draft.svelte';

/** The rows of tiles that can be told about a hand being played. */
export type StudyRow = 'hand' | 'own' | 'seen';

/** A hand that somebody asks about: its tiles, and what lies open around it. Nothing of it is recorded. */
export class StudyDraft {
  readonly hand = new HandDraft();
  own = $state<string[]>([]);
  seen = $state<string[]>([]);
  dora = $state<string | null>(null);
  dealer = $state(false);
  /** The row that the next key goes into. */
  row = $state<StudyRow>('hand');

  readonly question = $derived.by(
    (): HandQuestion => ({ tiles: this.hand.tiles, dora: this.dora, dealer: this.dealer, own_discards: [...this.own], seen: [...this.seen] }),
  );

  put(tile: string): void {
    if (this.row === 'hand') this.hand.put(tile);
    else this[this.row].push(tile);
  }

  removeLast(): void {
    if (this.row === 'hand') this.hand.removeLast();
    else this[this.row].pop();
  }

  take(row: 'own' | 'seen', at: number): void {
    this[row].splice(at, 1);
  }

  /** Discards a tile of the hand. */
  drop(tile: string): void {
    const at = this.hand.tiles.indexOf(tile);
    if (at < 0) return;
    this.hand.removeAt(at);
    this.own.push(tile);
  }

  /** The rule document's example: with 2 dropped it waits for more tiles, with 4 for better ones. */
  showExample(): void {
    this.hand.type(['2', '2', '4', '7', '7', '7']);
    this.own = [];
    this.seen = [];
    this.dora = null;
    this.dealer = false;
    this.row = 'hand';
  }
}
