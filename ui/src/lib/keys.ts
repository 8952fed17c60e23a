// Keys are told by their place on the board (`event.code`): layouts and input methods do not change them.

/** The tile that a key stands for: 1-9, with shift the red ones, G and C. */
export function tileForKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const number = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  if (number !== undefined) return event.shiftKey ? `${number}r` : number;
  if (event.code === 'KeyG') return 'g';
  if (event.code === 'KeyC') return 'c';
  return null;
}

/** The code of a key that went into an input method. WebKit sends it for the key that ends a syllable, when nothing is composed any more. */
const INTO_INPUT_METHOD = 229;

/** Whether a syllable was ended by a key that is still down: IBus ends it by Enter and then lets that same Enter through. */
let ending = false;

/** Whether the key belongs to an input method that puts a syllable together: nothing of it is meant for us. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === INTO_INPUT_METHOD || ending;
}

/** Whether the key belongs to a text field that has the focus. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (isComposing(event)) return true;
  return target instanceof HTMLInputElement ? !['radio', 'checkbox', 'file', 'button'].includes(target.type) : target instanceof HTMLTextAreaElement;
}

let tabbed = false;

/**
 * Remembers whether the focus is moved by keyboard, so that Enter and Space then press the button that has it, and which key ends a
 * syllable.
 */
export function followKeyboard(): () => void {
  const key = (event: KeyboardEvent) => {
    if (event.code === 'Tab') tabbed = true;
  };
  const pointer = () => {
    tabbed = false;
    ending = false;
  };
  const end = () => {
    ending = true;
  };
  const done = () => {
    ending = false;
  };
  const followed = [
    ['keydown', key],
    ['pointerdown', pointer],
    ['compositionend', end],
    ['compositionstart', done],
    ['keyup', done],
  ] as const;
  for (const [what, follow] of followed) window.addEventListener(what, follow as EventListener, true);
  return () => {
    done();
    for (const [what, follow] of followed) window.removeEventListener(what, follow as EventListener, true);
  };
}

/** A screen that opens starts with no button chosen by Tab. */
export function forgetTabbing(): void {
  tabbed = false;
}

/** Whether Enter or Space should press the focused button instead of doing what the screen does with it. */
export function pressesFocused(event: KeyboardEvent): boolean {
  return tabbed && event.target instanceof HTMLElement && event.target.closest('button, a, select, summary, label') !== null;
}
