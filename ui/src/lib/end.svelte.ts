import type { Claim } from '../generated/Claim';
import type { HandEnd } from '../generated/HandEnd';
import type { LedgerLine } from '../generated/LedgerLine';
import { HandDraft } from './draft.svelte';
import { othersFrom } from './seats';

export type How = 'tsumo' | 'ron' | 'draw' | 'false_win';

/** What a person has entered so far about the end of a hand: who, how, and each hand that is laid down. */
export class EndDraft {
  how = $state<How | null>(null);
  discarder = $state<number | null>(null);
  /** Every hand that is laid down; always one at least. Only a ron has several. */
  hands = $state<HandDraft[]>([new HandDraft()]);
  /** Which of them is being entered. */
  at = $state(0);

  /** The hand that is being entered. */
  readonly hand = $derived(this.hands[this.at] ?? this.hands[0] ?? new HandDraft());
  /** The hands that count: without a ron only the one that is being entered. */
  readonly laid = $derived(this.how === 'ron' ? this.hands : [this.hand]);
  /** Who is being entered: a winner, or whoever called a false win. */
  readonly winner = $derived(this.hand.seat);

  constructor(readonly players: number) {}

  /** The end that the ledger has, to be corrected. */
  static of(line: LedgerLine, players: number): EndDraft {
    const end = new EndDraft(players);
    const happening = line.happening;
    if (happening.kind === 'game_ended') return end;
    end.how = happening.kind;
    if (happening.kind === 'false_win') end.hand.seat = happening.offender;
    if (happening.kind === 'ron') end.discarder = happening.discarder;
    if (line.wins.length > 0) end.hands = line.wins.map((win) => HandDraft.of(win));
    return end;
  }

  /** Another winner in place of the one being entered, or on to the hand of one who is there already. */
  chooseWinner(seat: number): void {
    if (this.how === 'draw') this.how = null;
    // Also where only one of them counts now: nobody has two hands.
    const there = this.hands.findIndex((hand) => hand.seat === seat);
    if (there >= 0) {
      this.at = there;
      return;
    }
    this.hand.seat = seat;
    this.hand.ownDiscard = false;
    this.hand.forgetDiscards();
    if (this.discarder === seat) {
      this.discarder = null;
      if (this.how === 'ron') this.how = null;
    }
  }

  chooseTsumo(): void {
    this.how = 'tsumo';
    this.discarder = null;
  }

  chooseRon(discarder: number): void {
    if (discarder === this.winner) return;
    const own = this.hands.findIndex((hand) => hand.seat === discarder);
    if (own >= 0) this.removeWinner(own);
    this.how = 'ron';
    this.discarder = discarder;
  }

  chooseDraw(): void {
    this.how = 'draw';
    this.discarder = null;
    this.hand.seat = null;
  }

  /** Whoever is being entered won falsely, or the other whose hand is no win. */
  chooseFalseWin(offender: number | null = null): void {
    if (offender !== null) this.chooseWinner(offender);
    this.how = 'false_win';
    this.discarder = null;
  }

  /** Who else may win on this discard. */
  readonly free = $derived.by((): number[] => {
    if (this.how !== 'ron' || this.discarder === null) return [];
    const winners = this.hands.map((hand) => hand.seat);
    return othersFrom(this.discarder, this.players).filter((seat) => !winners.includes(seat));
  });

  /** One more wins on the same discard: the next who may. */
  addWinner(): void {
    const [seat] = this.free;
    if (seat === undefined || this.winner === null) return;
    this.hands.push(new HandDraft(seat));
    this.at = this.hands.length - 1;
  }

  removeWinner(index: number): void {
    if (this.hands.length <= 1) return;
    this.hands[index]?.forgetPhoto();
    this.hands.splice(index, 1);
    this.at = Math.min(this.at > index ? this.at - 1 : this.at, this.hands.length - 1);
  }

  forgetPhotos(): void {
    for (const hand of this.hands) hand.forgetPhoto();
  }

  /** The end as entered; `null` while something is missing. Tiles may still be too few: the core says so. */
  readonly end = $derived.by((): HandEnd | null => {
    if (this.how === 'draw') return { kind: 'draw' };
    if (this.winner === null || this.how === null) return null;
    if (this.how === 'false_win') return { kind: 'false_win', offender: this.winner };
    if (this.how === 'tsumo') return { kind: 'tsumo', winner: { ...this.hand.claim(this.winner), own_discard: false } };
    if (this.discarder === null) return null;
    const winners = this.hands.flatMap((hand): Claim[] => (hand.seat === null ? [] : [hand.claim(hand.seat)]));
    return { kind: 'ron', discarder: this.discarder, winners };
  });
}
