// Scripted views for component tests and for looking at the window in a browser. Facts are written down, never computed: no second rules engine.

import type { AppraisedHand } from '../generated/AppraisedHand';
import type { Consequences } from '../generated/Consequences';
import type { GameView } from '../generated/GameView';
import type { LedgerLine } from '../generated/LedgerLine';
import type { LessonView } from '../generated/LessonView';
import type { PictureReading } from '../generated/PictureReading';
import type { Records } from '../generated/Records';
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

export const LEFT: AppraisedHand['left'] = Object.fromEntries([
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
  settings: { language: null, theme: null, tile_set: 'suzume', sticks: true, zoom: 100 },
  house_rules: HOUSE_RULES,
  practice: false,
  notices: [],
  ...change,
});

export const RON: LedgerLine = {
  seq: 11,
  hand_number: 5,
  wind: 'south',
  hand_in_wind: 1,
  dealer: 1,
  dora: '3',
  happening: { kind: 'ron', discarder: 0 },
  wins: [{ seat: 1, tiles: ['1r', '2', '3', 'c', 'c', 'c'], score: { ...CHANTA, dealer_bonus: 2, total: 12 }, head_bumped: false, origin: { kind: 'keys' } }],
  payments: [{ from: 0, to: 1, due: 12, paid: 12 }],
  points_before: [52, 34, 34],
  points_after: [40, 46, 34],
  at: 1_790_000_000_000,
  sticks: [
    {
      payment: { from: 0, to: 1, due: 12, paid: 12 },
      handings: [
        { from: 0, to: 1, sticks: { tens: 1, fives: 0, ones: 2 } },
      ],
    },
  ],
  earlier: [],
};

export const TSUMO: LedgerLine = {
  seq: 14,
  hand_number: 6,
  wind: 'south',
  hand_in_wind: 2,
  dealer: 2,
  dora: '7r',
  happening: { kind: 'tsumo' },
  wins: [{ seat: 1, tiles: ['4', '5', '6', '7r', '7', '7'], score: { ...CHANTA, total: 7, points: 7 }, head_bumped: false, origin: { kind: 'photo', picture: '0123456789abcdef0123456789abcdef', certainty: 0.93, corrected: 1 } }],
  payments: [
    { from: 2, to: 1, due: 4, paid: 4 },
    { from: 0, to: 1, due: 4, paid: 4 },
  ],
  points_before: [40, 46, 34],
  points_after: [36, 54, 30],
  at: 1_790_000_300_000,
  sticks: [
    {
      payment: { from: 2, to: 1, due: 4, paid: 4 },
      handings: [
        { from: 2, to: 1, sticks: { tens: 0, fives: 1, ones: 0 } },
        { from: 1, to: 2, sticks: { tens: 0, fives: 0, ones: 1 } },
      ],
    },
    { payment: { from: 0, to: 1, due: 4, paid: 4 }, handings: [{ from: 0, to: 1, sticks: { tens: 0, fives: 0, ones: 4 } }] },
  ],
  earlier: [],
};

export const game = (change: Partial<GameView> = {}): GameView => ({
  id: 7,
  seq: 14,
  players: [
    { name: '하늘', points: 36 },
    { name: '아라', points: 54 },
    { name: '보미', points: 30 },
  ],
  seating: [0, 1, 2],
  dealer: 0,
  first_dealer: 0,
  wind: 'west',
  hand_number: 7,
  hand_in_wind: 1,
  hands_total: 12,
  dora: '3',
  finished: false,
  ended_by_agreement: false,
  ranking: [
    { player: 1, rank: 1, points: 54 },
    { player: 0, rank: 2, points: 36 },
    { player: 2, rank: 3, points: 30 },
  ],
  can_undo: true,
  can_redo: false,
  undo_steps: 13,
  redo_steps: 0,
  started_at: 1_789_998_000_000,
  sticks: {
    purses: [
      { tens: 2, fives: 3, ones: 1 },
      { tens: 3, fives: 4, ones: 4 },
      { tens: 1, fives: 2, ones: 10 },
    ],
    bank: { tens: 4, fives: 6, ones: 10 },
  },
  rules: HOUSE_RULES.map(({ name, values }) => ({ name, value: (name === 'multiple_ron' ? values[1] : values[0]) ?? '' })),
  log: [RON, TSUMO],
  struck: [],
  ...change,
});

const START_PURSE = { tens: 2, fives: 3, ones: 5 };

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
    undo_steps: 0,
    sticks: {
      purses: [START_PURSE, START_PURSE, START_PURSE],
      bank: { tens: 4, fives: 6, ones: 10 },
    },
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
    seating: [0, 1, 2, 3, 4],
    sticks: {
      purses: [
        { tens: 0, fives: 0, ones: 0 },
        { tens: 6, fives: 9, ones: 7 },
        { tens: 2, fives: 3, ones: 3 },
        { tens: 2, fives: 3, ones: 6 },
        { tens: 0, fives: 0, ones: 9 },
      ],
      bank: { tens: 0, fives: 0, ones: 0 },
    },
    log: [
      {
        ...TSUMO,
        payments: [
          { from: 2, to: 1, due: 7, paid: 7 },
          { from: 3, to: 1, due: 7, paid: 7 },
          { from: 4, to: 1, due: 7, paid: 7 },
          { from: 0, to: 1, due: 7, paid: 3 },
        ],
        sticks: [
          {
            payment: { from: 2, to: 1, due: 7, paid: 7 },
            handings: [
              { from: 2, to: 1, sticks: { tens: 1, fives: 0, ones: 0 } },
              { from: 1, to: 2, sticks: { tens: 0, fives: 0, ones: 3 } },
            ],
          },
          { payment: { from: 3, to: 1, due: 7, paid: 7 }, handings: [{ from: 3, to: 1, sticks: { tens: 0, fives: 1, ones: 2 } }] },
          {
            payment: { from: 4, to: 1, due: 7, paid: 7 },
            handings: [
              { from: 4, to: 1, sticks: { tens: 1, fives: 0, ones: 0 } },
              { from: null, to: 4, sticks: { tens: 0, fives: 0, ones: 3 } },
              { from: 1, to: null, sticks: { tens: 0, fives: 0, ones: 3 } },
            ],
          },
          { payment: { from: 0, to: 1, due: 7, paid: 3 }, handings: [{ from: 0, to: 1, sticks: { tens: 0, fives: 0, ones: 3 } }] },
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
  picture: '0123456789abcdef0123456789abcdef',
};

/** The ron of hand 5 had been a tsumo: the next hand says something else, and a later dora is no longer possible. */
export const CONSEQUENCES: Consequences = {
  hands: [{ seat: 1, score: CHANTA, head_bumped: false, left: LEFT }],
  refusal: null,
  changed: [
    { before: RON, after: { ...RON, happening: { kind: 'tsumo' }, payments: [{ from: 0, to: 1, due: 6, paid: 6 }, { from: 2, to: 1, due: 6, paid: 6 }], points_after: [46, 46, 28] } },
    { before: TSUMO, after: { ...TSUMO, points_before: [46, 46, 28], points_after: [42, 54, 24] } },
  ],
  impossible: [],
  points_after: [42, 54, 24],
  finished: false,
  sticks: [{ payment: null, handings: [{ from: 2, to: 0, sticks: { tens: 0, fives: 1, ones: 1 } }] }],
};

export const RECORDS: Records = {
  games: [
    { id: 7, players: ['하늘', '아라', '보미'], started_at: 1_789_998_000_000, updated_at: 1_790_000_300_000, finished: false, hands: 6, ranking: game().ranking },
    { id: 4, players: ['さくら', 'ゆうき', '하늘', 'Ann'], started_at: 1_789_390_000_000, updated_at: 1_789_400_000_000, finished: true, hands: 16, ranking: tied().ranking },
  ],
  players: [
    {
      name: '아라', games: 4, finished: 3, firsts: 2, average_rank: 1.5, average_points: 51.3, hands: 44, wins: 15, tsumo: 6, ron: 9, dealt_in: 4, false_wins: 0,
      average_win: 8.2, limit_hands: 1, favourite: { id: 'red', count: 11 },
      best: { game: 7, hand_number: 5, at: 1_790_000_000_000, win: { seat: 1, tiles: ['1r', '2r', '3r', 'c', 'c', 'c'], score: SUPER_RED, head_bumped: false, origin: { kind: 'keys' } } },
    },
    {
      name: '하늘', games: 5, finished: 4, firsts: 1, average_rank: 2.25, average_points: 38, hands: 60, wins: 12, tsumo: 5, ron: 7, dealt_in: 9, false_wins: 1,
      average_win: 6.9, limit_hands: 0, favourite: { id: 'tanyao', count: 6 }, best: null,
    },
    {
      name: '보미', games: 1, finished: 0, firsts: 0, average_rank: null, average_points: null, hands: 6, wins: 0, tsumo: 0, ron: 0, dealt_in: 1, false_wins: 0,
      average_win: null, limit_hands: 0, favourite: null, best: null,
    },
  ],
  unread: [],
};

/** A lesson of two tiles, the second of which is not as laid out. */
export const LESSON: LessonView = {
  pictures: [
    {
      width: 640,
      height: 360,
      tiles: [
        { corners: [[10, 10], [40, 10], [40, 50], [10, 50]], read: '1s', confidence: 0.99, face: '1s' },
        { corners: [[50, 10], [80, 10], [80, 50], [50, 50]], read: '3s', confidence: 0.98, face: '2s' },
      ],
    },
  ],
  findings: [{ code: 'wrong_tile', details: { expected: '2s', looks_like: '3s', percent: '98' }, picture: null, tiles: [{ picture: 0, tile: 1 }] }],
  tiles: 2,
  right_before: 1,
  right_after: 1,
  can_learn: true,
};
