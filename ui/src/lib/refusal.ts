import type { Failure } from '../generated/Failure';
import { m, sentence } from '../messages/speech.svelte';
import type { EndDraft } from './end.svelte';

/** Why an end cannot be; where several hands are laid down, whose hand it is about. */
export function refusalText(refusal: Failure, end: EndDraft, name: (seat: number) => string): string {
  const said = sentence(refusal);
  const seat = refusal.details.seat;
  return end.laid.length > 1 && seat !== undefined ? m().rons.about(name(Number(seat)), said) : said;
}
