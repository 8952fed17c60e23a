// Scripted views for component tests and for looking at the window in a browser. Facts are written down, never computed: no second rules engine.

import type { Appraisal } from '../generated/Appraisal';
import type { GameView } from '../generated/GameView';
import type { LedgerLine } from '../generated/LedgerLine';
import type { PictureReading } from '../generated/PictureReading';
import type { ScoreView } from '../generated/ScoreView';
import type { TileReading } from '../generated/TileReading';
import type { View } from '../generated/View';

export const HOUSE_RULES: View['house_rules'] = [
  { name: 'minimum', values: ['5', 'none'] },
  { name: 'limit_hands', values: ['melds_plus_limit', 'flat'] },
  { name: 'starting_points', values: ['40', '50'] },
  { name: 'multiple_ron', values: ['all_paid', 'nearest_only'] },
  { name: 'dealer_bonus_counts_to_minimum', values: ['no', 'yes'] },
  { name: 'chun_is_red', values: ['yes', 'no'] },
];

/** 1r 2 3 and 中 three times, dora 3: run 1, triplet 2, red 4, dora 1, chanta 2. */
export const CHANTA: ScoreView = {
  melds: [
    { kind: 'run', tiles: ['1r', '2', '3'], points: 1 },
    { kind: 'triplet', tiles: ['c', 'c', 'c'], points: 2 },
  ],
  bonuses: [
    { id: 'red', count: 4, points: 4 },
    { id: 'dora', count: 1, points: 1 },
    { id: 'chanta', count: 1, points: 2 },
  ],
  limit: null,
  points: 10,
  dealer_bonus: 0,
  total: 10,
};

/** Six red tiles. */
export const SUPER_RED: ScoreView = {
  melds: [
    { kind: 'run', tiles: ['1r', '2r', '3r'], points: 1 },
    { kind: 'triplet', tiles: ['c', 'c', 'c'], points: 2 },
  ],
  bonuses: [],
  limit: { id: 'super_red', points: 20 },
  points: 23,
  dealer_bonus: 2,
  total: 25,
};

export const LEFT: Appraisal['left'] = Object.fromEntries([
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((number) => [
    [`${number}`, 3],
    [`${number}r`, 1],
  ]),
  ['g', 4],
  ['c', 4],
]);

export const view = (change: Partial<View> = {}): View => ({
  games: [],
  game: null,
  settings: { language: null, theme: null, tile_set: 'suzume' },
  house_rules: HOUSE_RULES,
  ...change,
});

const RON: LedgerLine = {
  hand_number: 5,
  wind: 'south',
  hand_in_wind: 1,
  dealer: 1,
  dora: '3',
  happening: { kind: 'ron', discarder: 0 },
  wins: [{ seat: 1, tiles: ['1r', '2', '3', 'c', 'c', 'c'], score: { ...CHANTA, dealer_bonus: 2, total: 12 }, origin: { kind: 'keys' } }],
  payments: [{ from: 0, to: 1, due: 12, paid: 12 }],
  points_before: [52, 34, 34],
  points_after: [40, 46, 34],
  at: 1_790_000_000_000,
};

export const TSUMO: LedgerLine = {
  hand_number: 6,
  wind: 'south',
  hand_in_wind: 2,
  dealer: 2,
  dora: '7r',
  happening: { kind: 'tsumo' },
  wins: [{ seat: 1, tiles: ['4', '5', '6', '7r', '7', '7'], score: { ...CHANTA, total: 7, points: 7 }, origin: { kind: 'photo', certainty: 0.93, corrected: 1 } }],
  payments: [
    { from: 2, to: 1, due: 4, paid: 4 },
    { from: 0, to: 1, due: 4, paid: 4 },
  ],
  points_before: [40, 46, 34],
  points_after: [36, 54, 30],
  at: 1_790_000_300_000,
};

export const game = (change: Partial<GameView> = {}): GameView => ({
  id: 7,
  seq: 14,
  players: [
    { name: '하늘', points: 36 },
    { name: '아라', points: 54 },
    { name: '보미', points: 30 },
  ],
  dealer: 0,
  first_dealer: 0,
  wind: 'west',
  hand_number: 7,
  hand_in_wind: 1,
  hands_total: 12,
  dora: '3',
  finished: false,
  ranking: [
    { player: 1, rank: 1, points: 54 },
    { player: 0, rank: 2, points: 36 },
    { player: 2, rank: 3, points: 30 },
  ],
  can_undo: true,
  can_redo: false,
  rules: [],
  log: [RON, TSUMO],
  ...change,
});

export const fresh = (): GameView =>
  game({
    seq: 1,
    players: [
      { name: '하늘', points: 40 },
      { name: '아라', points: 40 },
      { name: '보미', points: 40 },
    ],
    wind: 'east',
    hand_number: 1,
    hand_in_wind: 1,
    dora: null,
    can_undo: false,
    log: [],
  });

/** Five long names, one of them out of points. */
export const crowded = (): GameView =>
  game({
    players: [
      { name: 'Bartholomew Featherstonehaugh', points: 0 },
      { name: '김수한무거북이와두루미삼천갑자동방삭', points: 112 },
      { name: 'Maximiliane-Charlotte', points: 38 },
      { name: '勅使河原小百合子左衛門', points: 41 },
      { name: 'Konstantinos P.', points: 9 },
    ],
    dealer: 3,
    first_dealer: 2,
    hand_number: 12,
    hand_in_wind: 2,
    hands_total: 20,
    log: [
      {
        ...TSUMO,
        payments: [
          { from: 2, to: 1, due: 7, paid: 7 },
          { from: 3, to: 1, due: 7, paid: 7 },
          { from: 4, to: 1, due: 7, paid: 7 },
          { from: 0, to: 1, due: 7, paid: 3 },
        ],
        points_before: [3, 88, 45, 48, 16],
        points_after: [0, 112, 38, 41, 9],
      },
    ],
  });

/** Over, two at the top with the same points. */
export const tied = (): GameView =>
  game({
    finished: true,
    hand_number: 12,
    players: [
      { name: '하늘', points: 47 },
      { name: '아라', points: 47 },
      { name: '보미', points: 26 },
    ],
    ranking: [
      { player: 0, rank: 1, points: 47 },
      { player: 1, rank: 1, points: 47 },
      { player: 2, rank: 3, points: 26 },
    ],
  });

const at = (x: number, y: number, face: string, tile: string | null, change: Partial<TileReading> = {}): TileReading => ({
  face,
  tile,
  changed_from: null,
  corners: [
    [x, y],
    [x + 96, y + 4],
    [x + 92, y + 132],
    [x - 4, y + 128],
  ],
  confidence: 0.97,
  doubtful: false,
  role: 'hand',
  alternatives: [],
  ...change,
});

/** Six tiles in a row, the third doubtful; the dora apart; a manzu that this set does not know. */
export const READING: PictureReading = {
  width: 1280,
  height: 720,
  tiles: [
    at(560, 130, '7s', '7', { role: 'dora' }),
    at(980, 120, '5m', null, { role: 'other' }),
    at(250, 420, '1sr', '1r'),
    at(370, 424, '2s', '2'),
    at(490, 428, '3sr', '3r', {
      confidence: 0.55,
      doubtful: true,
      alternatives: [
        { face: '3s', tile: '3', confidence: 0.31 },
        { face: '2sr', tile: '2r', confidence: 0.08 },
        { face: '5sr', tile: '5r', confidence: 0.03 },
      ],
    }),
    at(640, 430, 'chun', 'c'),
    at(760, 434, 'chun', 'c'),
    at(880, 438, 'chun', 'c'),
  ],
  hindrances: [],
  milliseconds: 118,
};
