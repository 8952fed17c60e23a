import type { LedgerLine } from '../generated/LedgerLine';
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

/** A name for a place with room for so many characters, cut where it is longer. */
export function shortName(name: string, most = 12): string {
  const characters = [...name];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : name;
}
