/** Windows of this program tell each other under this name that something was recorded. */
const NAME = 'suzume-table';
/** Also looked at so often, in milliseconds: another program may have written, or a word was lost. */
const ANYWAY = 5_000;

let out: BroadcastChannel | null = null;

/** Tells the other windows that there is something new to show. */
export function tellOthers(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  out ??= new BroadcastChannel(NAME);
  out.postMessage('changed');
}

/** Looks whenever another window tells of something new, and now and then. Answers with the way to stop. */
export function onChange(look: () => void): () => void {
  const timer = setInterval(look, ANYWAY);
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  if (channel) channel.onmessage = look;
  return () => {
    clearInterval(timer);
    channel?.close();
  };
}
