// Scripted answers for those who learn. Facts are written down, as the rules' own tests have them: no second rules engine.

import type { CardView } from '../generated/CardView';
import type { Diagnostics } from '../generated/Diagnostics';
import type { GameView } from '../generated/GameView';
import type { HandQuestion } from '../generated/HandQuestion';
import type { HandStudy } from '../generated/HandStudy';
import type { ScoreView } from '../generated/ScoreView';
import type { WaitView } from '../generated/WaitView';
import { HOUSE_RULES, LEFT, game } from './scenes';

const REDS = ['1r', '2r', '3r', '4r', '5r', '6r', '7r', '8r', '9r', 'c'];

/** The card while no game is open. */
export const CARD: CardView = {
  players: null,
  minimum: 5,
  dealer_bonus: 2,
  starting_points: 40,
  false_win: 2,
  hands: null,
  dora: null,
  melds: [
    { kind: 'run', points: 1 },
    { kind: 'triplet', points: 2 },
  ],
  bonuses: [
    { id: 'red', points: 1, tiles: REDS },
    { id: 'dora', points: 1, tiles: [] },
    { id: 'tanyao', points: 1, tiles: ['2', '3', '4', '5', '6', '7', '8', '2r', '3r', '4r', '5r', '6r', '7r', '8r'] },
    { id: 'chanta', points: 2, tiles: ['1', '9', '1r', '9r', 'g', 'c'] },
  ],
  limits: [
    { id: 'all_green', points: 10, tiles: ['2', '3', '4', '6', '8', 'g'] },
    { id: 'chinyao', points: 15, tiles: ['1', '9', '1r', '9r', 'g', 'c'] },
    { id: 'super_red', points: 20, tiles: REDS },
  ],
  limits_and_melds: true,
  tsumo: [
    { players: 2, shares: shares(1, [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]) },
    { players: 3, shares: shares(2, [5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25]) },
    { players: 4, shares: shares(3, [5, 7, 10, 13, 16, 19, 22, 25]) },
    { players: 5, shares: shares(4, [5, 9, 13, 17, 21, 25]) },
  ],
  rules: HOUSE_RULES.map(({ name, values }) => ({ name, value: values[0] ?? '' })),
};

function shares(others: number, from: number[]): CardView['tsumo'][number]['shares'] {
  return from.map((least, at) => ({ from: least, to: (from[at + 1] ?? 26) - 1, each: Math.ceil(least / others) }));
}

const score = (change: Partial<ScoreView>): ScoreView => ({ melds: [], bonuses: [], limit: null, points: 0, dealer_bonus: 0, total: 0, ...change });

const wait = (tile: string, left: number, total: number, change: Partial<WaitView> = {}): WaitView => ({
  tile,
  left,
  score: score({
    melds: [
      { kind: 'run', tiles: ['2', '3', '4'], points: 1 },
      { kind: 'triplet', tiles: ['7', '7', '7'], points: 2 },
    ],
    bonuses: [{ id: 'tanyao', count: 1, points: 1 }, ...(tile.endsWith('r') ? [{ id: 'red' as const, count: 1, points: 1 }] : [])],
    points: total,
    total,
  }),
  wins: total >= 5,
  furiten: false,
  ...change,
});

const NOTHING: HandStudy = { left: LEFT, score: null, wins: false, waiting: null, discards: [], refusal: null };

/** Knows two hands by heart: the rule document's 224777, and 24777 that is left of it; with an own 3 discarded it is furiten. */
export function studied(question: HandQuestion): HandStudy {
  const left = { ...LEFT };
  for (const tile of [...question.tiles, ...question.own_discards, ...question.seen]) left[tile] = Math.max(0, (left[tile] ?? 0) - 1);
  const hand = [...question.tiles].sort().join('');
  const furiten = question.own_discards.some((tile) => tile.startsWith('3'));
  const threes = [wait('3', left['3'] ?? 0, 4, { furiten }), wait('3r', left['3r'] ?? 0, 5, { furiten })];
  if (hand === '24777') return { ...NOTHING, left, waiting: { waits: threes, left: 4, left_to_win: 1, left_to_ron: furiten ? 0 : 1 } };
  if (hand === '224777') {
    return {
      ...NOTHING,
      left,
      discards: [
        { tile: '4', waiting: { waits: [wait('2', 1, 5), wait('2r', 1, 6)], left: 2, left_to_win: 2, left_to_ron: 2 } },
        { tile: '2', waiting: { waits: threes, left: 4, left_to_win: 1, left_to_ron: 1 } },
        { tile: '7', waiting: { waits: [], left: 0, left_to_win: 0, left_to_ron: 0 } },
      ],
    };
  }
  if (question.tiles.length === 5) return { ...NOTHING, left, waiting: { waits: [], left: 0, left_to_win: 0, left_to_ron: 0 } };
  return { ...NOTHING, left, refusal: { code: 'wrong_tile_count', details: { needed: '6', found: String(question.tiles.length) } } };
}

/** Everything in order. */
export const DIAGNOSTICS: Diagnostics = {
  version: '0.1.0',
  system: 'linux x86_64',
  webview: '2.50.4',
  data: '/home/haneul/.local/share/suzume-table',
  games: 2,
  models: [
    { role: 'locator', path: '/usr/lib/suzume-table/models/locator.onnx', bytes: 1_200_000, sha256: '1bd17f5916d9c0a25d5f2a14ec547d3d2d0780e6f2c7181a78d0c737d0495f20', genuine: true },
    { role: 'reader', path: '/usr/lib/suzume-table/models/reader.onnx', bytes: 700_000, sha256: '0a6724c666770ab4798a7b1076f33dadd29e816f06d68368319c6a7063952a6f', genuine: true },
  ],
  trained: 'e7be361b8ddb7632bf604d5f7faa37f72968f728',
  runtime: { path: '/usr/lib/suzume-table/lib/libonnxruntime.so.1', sha256: 'ffb75a925ba05e47b235bb66e3e3911714a80b328a9c9425539feb204aa32a23', version: '1.30.0' },
  reading: null,
};

/** The practice game, in its third hand, before its dora is turned up. */
export function practiceGame(players: string[]): GameView {
  const points = [24, 49, 47];
  return game({
    id: 1,
    seq: 5,
    players: players.map((name, seat) => ({ name, points: points[seat] ?? 40 })),
    dealer: 2,
    wind: 'east',
    hand_number: 3,
    hand_in_wind: 3,
    dora: null,
    rules: HOUSE_RULES.map(({ name, values }) => ({ name, value: values[0] ?? '' })),
  });
}
