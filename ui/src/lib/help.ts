import { getContext, setContext } from 'svelte';
import type { HandQuestion } from '../generated/HandQuestion';
import type { HandStudy } from '../generated/HandStudy';

/** What teaches the game, within reach of every screen. */
export interface Help {
  /** Shows the reference card; `null` until the core has answered, whose card it is. */
  card: (() => void) | null;
  /** Asks what a hand waits for. */
  waits: () => void;
  /** Shows what the program is made of. */
  diagnostics: () => void;
  /** Asks the core; nothing is recorded. */
  study: (question: HandQuestion) => Promise<HandStudy>;
  /** Reads a picture on the screen that takes pictures, if one is shown. */
  givePicture: (picture: File) => void;
  /** Makes a screen the one that takes pictures. Answers with the way back. */
  takePictures: (take: (picture: File) => void) => () => void;
  /** While a screen has an answer of its own to what a hand waits for, the key is for that one. Answers with the way back. */
  answerWaits: (answer: () => void) => () => void;
}

const HELP = Symbol('help');

export function offerHelp(help: Help): void {
  setContext(HELP, help);
}

/** The window's help; `null` where a part is shown by itself. */
export function help(): Help | null {
  return getContext<Help | undefined>(HELP) ?? null;
}
