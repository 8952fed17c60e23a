import type { Failure } from '../generated/Failure';
import type { Language } from '../generated/Language';
import type { Catalogue } from './catalogue';
import { en } from './en';
import { ja } from './ja';
import { ko } from './ko';

export const CATALOGUES: Record<Language, Catalogue> = { ko, ja, en };

/** The language in which the system speaks, as far as we do. */
export function systemLanguage(): Language {
  for (const tag of navigator.languages ?? []) {
    const language = tag.slice(0, 2);
    if (language === 'ko' || language === 'ja' || language === 'en') return language;
  }
  return 'en';
}

let current = $state<Language>(systemLanguage());

/** Changes the language of everything at once; `null` follows the system. */
export function speak(language: Language | null): void {
  current = language ?? systemLanguage();
}

/** The language that is spoken now. */
export function spoken(): Language {
  return current;
}

/** The texts in the language that is spoken now. */
export function m(): Catalogue {
  return CATALOGUES[current];
}

/** The sentence for a failure, tiles in it called by their names. */
export function sentence(failure: Failure, catalogue: Catalogue = m()): string {
  const detail = (role: string) => {
    const value = failure.details[role] ?? '';
    return role === 'tile' ? tileName(value, catalogue) : value;
  };
  const known = (catalogue.failures as Record<string, ((detail: (role: string) => string) => string) | undefined>)[failure.code];
  return known ? known(detail) : catalogue.otherFailure(failure.code);
}

/** The sentence for what makes a picture hard to read. */
export function hindranceSentence(code: string): string {
  return (m().photo.hindrances as Record<string, string | undefined>)[code] ?? m().photo.otherHindrance(code);
}

/** What a tile of the Suzume set is called. */
export function tileName(tile: string, catalogue: Catalogue = m()): string {
  if (tile === 'g') return catalogue.face.names.hatsu;
  if (tile === 'c') return catalogue.face.names.chun;
  if (/^[1-9]r$/.test(tile)) return catalogue.face.redSouzu(tile.charAt(0));
  return /^[1-9]$/.test(tile) ? catalogue.face.souzu(tile) : tile;
}

/** What a printed face is called. */
export function faceName(face: string, catalogue: Catalogue = m()): string {
  const names: Record<string, string | undefined> = catalogue.face.names;
  const named = names[face];
  if (named !== undefined) return named;
  const [, number, suit, red] = /^([1-9])([smp])(r?)$/.exec(face) ?? [];
  if (number === undefined) return face;
  if (suit === 's') return red ? catalogue.face.redSouzu(number) : catalogue.face.souzu(number);
  const plain = suit === 'm' ? catalogue.face.manzu(number) : catalogue.face.pinzu(number);
  return red ? catalogue.face.red(plain) : plain;
}
