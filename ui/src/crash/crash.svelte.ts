/** Something in the window itself went wrong, as far as the page can tell. */
export interface Crash {
  message: string;
  /** Where it happened, for whoever mends it. */
  stack: string;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** How many are remembered: enough to see whether it is always the same one. */
const REMEMBERED = 5;

/** What the browser reports although nothing is broken: a layout that took one round more, a request that was called off. */
const HARMLESS = /ResizeObserver loop|^AbortError/

let remembered = $state.raw<readonly Crash[]>([]);

/** What went wrong since the window was opened, the latest last. */
export function crashes(): readonly Crash[] {
  return remembered;
}

/** Remembers it; answers `null` for what breaks nothing. */
export function noteCrash(thrown: unknown, now: number): Crash | null {
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  if (HARMLESS.test(message)) return null;
  const crash = { message, stack: thrown instanceof Error ? (thrown.stack ?? '') : '', at: now };
  remembered = [...remembered, crash].slice(-REMEMBERED);
  return crash;
}
