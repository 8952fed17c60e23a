import type { HandingView } from '../generated/HandingView';
import type { LedgerLine } from '../generated/LedgerLine';
import type { PaymentView } from '../generated/PaymentView';
import type { StickPaymentView } from '../generated/StickPaymentView';
import { m } from '../messages/speech.svelte';

/** What a line of the ledger is about, in one sentence. */
export function happeningText(line: LedgerLine, name: (seat: number) => string): string {
  const text = m().table;
  const happening = line.happening;
  switch (happening.kind) {
    case 'tsumo':
      return line.wins.map((win) => text.wonTsumo(name(win.seat), win.score.total)).join(' · ');
    case 'ron':
      return line.wins
        .map((win) => {
          const said = text.wonRon(name(win.seat), name(happening.discarder), win.score.total);
          return win.head_bumped ? `${said} (${m().rons.headBumpedShort})` : said;
        })
        .join(' · ');
    case 'draw':
      return text.exhausted;
    case 'false_win':
      return text.falseWin(name(happening.offender));
    case 'game_ended':
      return text.agreedEnd;
  }
}

/** What is handed over for a payment; nothing where the sticks are not followed, or where a correction has changed the payment. */
export function handingsFor(payment: PaymentView, sticks: readonly StickPaymentView[]): HandingView[] {
  return sticks.find(({ payment: made }) => made?.from === payment.from && made?.to === payment.to)?.handings ?? [];
}

/** What was handed over because a line was corrected. */
export function settledFor(line: LedgerLine): HandingView[] {
  return line.sticks.filter(({ payment }) => payment === null).flatMap(({ handings }) => handings);
}

/** A name for a place with room for so many characters, cut where it is longer. */
export function shortName(name: string, most = 12): string {
  const characters = [...name];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : name;
}
