import { isComposing } from './keys';

/** How large everything may be drawn, in per cent. */
const ZOOMS = [100, 125, 150, 175, 200] as const;

/** As it is without anybody's wish. */
export const USUAL = ZOOMS[0];

/** The next larger size, or the same if there is none. */
export const largerThan = (now: number): number => ZOOMS.find((zoom) => zoom > now) ?? now;

/** The next smaller size, or the same if there is none. */
export const smallerThan = (now: number): number => ZOOMS.findLast((zoom) => zoom < now) ?? now;

/** What Ctrl with plus, minus and nought asks for; `null` for any other key. Plus lies on the key of = on many boards. */
export function zoomFor(event: KeyboardEvent, now: number): number | null {
  if (isComposing(event) || !(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (event.key === '+' || event.key === '=' || event.code === 'NumpadAdd') return largerThan(now);
  if (event.key === '-' || event.code === 'NumpadSubtract') return smallerThan(now);
  if (event.key === '0' || event.code === 'Numpad0') return USUAL;
  return null;
}

/** Draws everything so large. Sizes hang on the size of the root's letters; screens that no longer fit are rearranged. */
export function showZoom(zoom: number): void {
  const root = document.documentElement;
  root.style.setProperty('--zoom', `${zoom / 100}`);
  root.toggleAttribute('data-large', zoom > USUAL);
}
