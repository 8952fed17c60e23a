import type { Failure } from '../generated/Failure';
import { m, sentence } from '../messages/speech.svelte';
import type { EndDraft } from './end.svelte';

/** Why an end cannot be; where several hands are laid down, whose hand it is about. */
export function refusalText(refusal: Failure, end: EndDraft, name: (seat: number) => string): string {
  const said = sentence(refusal);
  const seat = refusal.details.seat;
  return end.laid.length > 1 && seat !== undefined ? m().rons.about(name(Number(seat)), said) : said;
}

/** Whose hand lies on the table and is no win, so that it may have to be paid for; `null` where there is none. */
export function whoseNoWin(refusal: Failure | null, end: EndDraft): number | null {
  if (!refusal || !['no_shape', 'under_minimum', 'furiten'].includes(refusal.code)) return null;
  const seat = Number(refusal.details.seat);
  return end.laid.some((hand) => hand.seat === seat && hand.missing === 0) ? seat : null;
}
