import type { GameView } from '../generated/GameView';
import { m } from '../messages/speech.svelte';
import { happeningText } from './ledger';

/** A game in a few lines of plain text, to paste into a chat: who came in where, and every hand. */
export function summary(game: GameView): string {
  const text = m();
  const name = (seat: number) => game.players[seat]?.name ?? '';
  const date = new Intl.DateTimeFormat(text.tag, { dateStyle: 'medium', timeStyle: 'short' }).format(game.started_at);
  const places = game.ranking.map((line) => `${text.end.rank(line.rank)} ${name(line.player)} ${line.points}`);
  const hands = game.log.map((line) => {
    const after = line.points_after.map((points, seat) => `${name(seat)} ${points}`).join(', ');
    return `${text.table.round(line.wind, line.hand_in_wind)}: ${happeningText(line, name)} (${after})`;
  });
  return [`${text.app.name}, ${date}`, ...places, '', ...hands].join('\n').trimEnd();
}

/** Puts a text on the clipboard, also where the page may not write to it by itself; answers whether it is there. */
export async function copy(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = words;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}
