import type { Theme } from '../generated/Theme';

/** The theme that is shown: the chosen one, else the system's. */
export function themeShown(chosen: Theme | null | undefined): Theme {
  return chosen ?? (window.matchMedia?.('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
}
