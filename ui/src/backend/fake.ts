// Scripted answers instead of a core: for component tests, and for `vite dev` in a browser. Not part of the built window.

import type { Appraisal } from '../generated/Appraisal';
import type { HandEnd } from '../generated/HandEnd';
import type { Intent } from '../generated/Intent';
import type { PictureReading } from '../generated/PictureReading';
import type { View } from '../generated/View';
import type { Backend } from './backend';
import { CHANTA, LEFT, READING, SUPER_RED, TSUMO, crowded, fresh, game, tied, view } from './scenes';

/** Games in the list of the start screen. */
const GAMES: View['games'] = [
  { id: 7, players: ['하늘', '아라', '보미'], updated_at: 1_790_000_300_000 },
  { id: 4, players: ['さくら', 'ゆうき', '하늘', 'Ann'], updated_at: 1_789_400_000_000 },
];

const SCENES: Record<string, () => View> = {
  empty: () => view(),
  start: () => view({ games: GAMES }),
  fresh: () => view({ games: GAMES, game: fresh() }),
  table: () => view({ games: GAMES, game: game() }),
  crowded: () => view({ games: GAMES, game: crowded() }),
  tied: () => view({ games: GAMES, game: tied() }),
};

/** A core that remembers what it was asked. Every answer can be replaced. */
export class FakeBackend implements Backend {
  readonly intents: Intent[] = [];
  readonly appraised: HandEnd[] = [];
  /** How many pictures were read. */
  pictures = 0;
  answer: (intent: Intent, before: View) => View | Promise<View> = scripted;
  appraisal: (end: HandEnd, now: View) => Appraisal | Promise<Appraisal> = appraiseScripted;
  reading: () => PictureReading | Promise<PictureReading> = () => READING;

  constructor(public now: View) {}

  async view(): Promise<View> {
    return this.now;
  }
  async dispatch(intent: Intent): Promise<View> {
    this.intents.push(intent);
    this.now = await this.answer(intent, this.now);
    return this.now;
  }
  async appraise(end: HandEnd): Promise<Appraisal> {
    this.appraised.push(end);
    return this.appraisal(end, this.now);
  }
  async readPicture(): Promise<PictureReading> {
    this.pictures += 1;
    return this.reading();
  }
}

/** The scripted core in one of its scenes; `?state=table&language=ko&theme=light` in the address of `vite dev`. */
export function fakeBackend(scene: string): FakeBackend {
  const start = (SCENES[scene] ?? SCENES.start)?.() ?? view();
  const wish = new URLSearchParams(globalThis.location?.search ?? '');
  const language = wish.get('language');
  const theme = wish.get('theme');
  return new FakeBackend({
    ...start,
    settings: {
      ...start.settings,
      language: language === 'ko' || language === 'ja' || language === 'en' ? language : null,
      theme: theme === 'dark' || theme === 'light' ? theme : null,
    },
  });
}

function scripted(intent: Intent, before: View): View {
  switch (intent.kind) {
    case 'set_settings':
      return { ...before, settings: intent.settings };
    case 'new_game':
      return { ...before, game: { ...fresh(), players: intent.players.map((name) => ({ name, points: 40 })) } };
    case 'open_game':
      return { ...before, game: game() };
    case 'close_game':
      return { ...before, game: null };
    case 'set_dora':
      return before.game ? { ...before, game: { ...before.game, seq: before.game.seq + 1, dora: intent.tile } } : before;
    case 'end_hand':
      return { ...before, game: game({ hand_number: 8, hand_in_wind: 2, dealer: 1, seq: 15, dora: null, log: [...(before.game?.log ?? []), TSUMO] }) };
    case 'undo':
      return { ...before, game: game({ can_redo: true }) };
    case 'redo':
      return { ...before, game: game() };
  }
}

/** Knows two hands by heart, and that six tiles are needed. */
function appraiseScripted(end: HandEnd, now: View): Appraisal {
  const points = now.game?.players.map((player) => player.points) ?? [];
  const nothing: Appraisal = { score: null, may_confirm: false, refusal: null, payments: [], points_after: [], left: LEFT };
  if (end.kind === 'draw') return { ...nothing, may_confirm: true, points_after: points };
  const left = { ...LEFT };
  for (const tile of [...end.tiles, ...(now.game?.dora ? [now.game.dora] : [])]) left[tile] = Math.max(0, (left[tile] ?? 0) - 1);
  if (end.tiles.length !== 6) {
    return { ...nothing, left, refusal: { code: 'wrong_tile_count', details: { needed: '6', found: String(end.tiles.length) } } };
  }
  const hand = [...end.tiles].sort().join(' ');
  const score = hand === '1r 2 3 c c c' ? CHANTA : hand === '1r 2r 3r c c c' ? SUPER_RED : null;
  if (!score) return { ...nothing, left, refusal: { code: 'no_shape', details: {} } };
  const other = end.winner === 0 ? 1 : 0;
  const from = end.kind === 'ron' ? end.discarder : other;
  const payments = [{ from, to: end.winner, due: score.total, paid: score.total }];
  const points_after = points.map((before, seat) => before + (seat === end.winner ? score.total : seat === from ? -score.total : 0));
  return { score, may_confirm: true, refusal: null, payments, points_after, left };
}
