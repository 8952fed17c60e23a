/** What stands in the group, and is one of it. */
const MEMBERS = '[role="radio"], [role="tab"]';

const STEPS: Record<string, number | undefined> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Makes a radiogroup or tablist of buttons one stop of Tab: at the chosen one, or at the first where none is chosen. Arrow keys go on
 * from there, round and round, and choose where they come to.
 */
export function roving(group: HTMLElement): { destroy: () => void } {
  const members = () => [...group.querySelectorAll<HTMLButtonElement>(MEMBERS)].filter((member) => !member.disabled);
  const isChosen = (member: Element) => member.getAttribute('aria-checked') === 'true' || member.getAttribute('aria-selected') === 'true';

  function place() {
    const all = members();
    const stop = all.find(isChosen) ?? all[0];
    for (const member of all) member.tabIndex = member === stop ? 0 : -1;
  }

  function keydown(event: KeyboardEvent) {
    const step = STEPS[event.code];
    const all = members();
    const at = all.findIndex((member) => member === event.target);
    if (step === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    // The screen has other uses for arrows.
    event.stopPropagation();
    const next = all[(at + step + all.length) % all.length];
    next?.focus();
    next?.click();
  }

  place();
  const changes = new MutationObserver(place);
  changes.observe(group, { childList: true, subtree: true, attributeFilter: ['aria-checked', 'aria-selected', 'disabled'] });
  group.addEventListener('keydown', keydown);
  return {
    destroy() {
      changes.disconnect();
      group.removeEventListener('keydown', keydown);
    },
  };
}
