import { tileForKey } from './keys';

/** What a key means while the end of a hand is entered. */
export type HandKey =
  | { kind: 'tile'; tile: string }
  | { kind: 'backspace' | 'winner' | 'tsumo' | 'ron' | 'draw' | 'false_win' | 'another' | 'own_discard' | 'photo' | 'camera' | 'dora' | 'dora_beside' };

const COMMANDS: Record<string, Exclude<HandKey['kind'], 'tile'>> = {
  Backspace: 'backspace',
  KeyW: 'winner',
  KeyT: 'tsumo',
  KeyR: 'ron',
  KeyX: 'draw',
  KeyF: 'false_win',
  KeyA: 'another',
  KeyO: 'own_discard',
  KeyP: 'photo',
  KeyV: 'camera',
  KeyD: 'dora',
  KeyB: 'dora_beside',
};

export function handKey(event: KeyboardEvent): HandKey | null {
  const tile = tileForKey(event);
  if (tile) return { kind: 'tile', tile };
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const kind = COMMANDS[event.code];
  return kind ? { kind } : null;
}
