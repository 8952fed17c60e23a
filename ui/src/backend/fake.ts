// Scripted answers instead of a core: for component tests, and for `vite dev` in a browser. Not part of the built window.

import type { Appraisal } from '../generated/Appraisal';
import type { CameraChange } from '../generated/CameraChange';
import type { CamerasView } from '../generated/CamerasView';
import type { CardView } from '../generated/CardView';
import type { Claim } from '../generated/Claim';
import type { Consequences } from '../generated/Consequences';
import type { Diagnostics } from '../generated/Diagnostics';
import type { ExportFormat } from '../generated/ExportFormat';
import type { GameView } from '../generated/GameView';
import type { HandEnd } from '../generated/HandEnd';
import type { HandQuestion } from '../generated/HandQuestion';
import type { HandStudy } from '../generated/HandStudy';
import type { Intent } from '../generated/Intent';
import type { LessonView } from '../generated/LessonView';
import type { LiveCapture } from '../generated/LiveCapture';
import type { LivePurpose } from '../generated/LivePurpose';
import type { LiveState } from '../generated/LiveState';
import type { LiveView } from '../generated/LiveView';
import type { Mend } from '../generated/Mend';
import type { Misread } from '../generated/Misread';
import type { PictureReading } from '../generated/PictureReading';
import type { Records } from '../generated/Records';
import type { SetChange } from '../generated/SetChange';
import type { SetsView } from '../generated/SetsView';
import type { View } from '../generated/View';
import { TONES } from '../camera/states';
import type { Backend, LiveFrame } from './backend';
import { CAMERAS, CAPTURE, seen } from './camera_scenes';
import { CARD, DIAGNOSTICS, practiceGame, studied } from './guide_scenes';
import { CHANTA, CONSEQUENCES, LEFT, LESSON, READING, RECORDS, SUPER_RED, TSUMO, crowded, fresh, game, tied, view } from './scenes';

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
  readonly mends: Mend[] = [];
  /** What was saved: its ending and its text. */
  readonly saved: [string, string][] = [];
  /** How many pictures were read. */
  pictures = 0;
  answer: (intent: Intent, before: View) => View | Promise<View> = scripted;
  appraisal: (end: HandEnd, now: View) => Appraisal | Promise<Appraisal> = appraiseScripted;
  mended: (mend: Mend, now: View) => Consequences | Promise<Consequences> = () => CONSEQUENCES;
  recorded: () => Records | Promise<Records> = () => RECORDS;
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
  /** What was asked about hands being played. */
  readonly questions: HandQuestion[] = [];
  async study(question: HandQuestion): Promise<HandStudy> {
    this.questions.push(question);
    return studied(question);
  }
  async card(): Promise<CardView> {
    const game = this.now.game;
    return game ? { ...CARD, players: game.players.length, hands: game.hands_total, dora: game.dora, rules: game.rules, tsumo: CARD.tsumo.filter(({ players }) => players === game.players.length) } : CARD;
  }
  state: () => Diagnostics | Promise<Diagnostics> = () => DIAGNOSTICS;
  /** Each time that the screen was filled or not, and how often the board was opened. */
  readonly filled: boolean[] = [];
  boards = 0;
  async fullScreen(on: boolean): Promise<void> {
    this.filled.push(on);
  }
  async openBoard(): Promise<void> {
    this.boards += 1;
  }
  #real: View | null = null;
  async practise(players: string[] | null): Promise<View> {
    if (players) {
      this.#real ??= this.now;
      this.now = { ...this.now, practice: true, game: practiceGame(players) };
    } else if (this.#real) {
      this.now = { ...this.#real, settings: this.now.settings };
      this.#real = null;
    }
    return this.now;
  }
  async samplePicture(): Promise<ArrayBuffer> {
    return new ArrayBuffer(8);
  }
  async diagnostics(): Promise<Diagnostics> {
    return this.state();
  }
  async consequences(mend: Mend): Promise<Consequences> {
    this.mends.push(mend);
    return this.mended(mend, this.now);
  }
  async records(): Promise<Records> {
    return this.recorded();
  }
  async readGame(id: number): Promise<GameView> {
    return this.now.game?.id === id ? this.now.game : game({ id, log: [...game().log], finished: true });
  }
  async exportGame(id: number, format: ExportFormat): Promise<string> {
    return `${format} of game ${id}`;
  }
  async saveExport(id: number, ending: 'json' | 'csv' | 'txt', text: string): Promise<string> {
    this.saved.push([ending, text]);
    return `Downloads/suzume-table-${id}.${ending}`;
  }
  readonly setChanges: SetChange[] = [];
  /** What each tile of the lesson was said to be, each time. */
  readonly told: (readonly (readonly (string | null)[])[])[] = [];
  setsNow: SetsView = { sets: [{ name: '할머니 패', faces: 20, usable: true }], active: null, damaged: [], forgotten: null };
  lesson: () => LessonView = () => LESSON;

  async sets(): Promise<SetsView> {
    return this.setsNow;
  }
  async changeSets(change: SetChange): Promise<SetsView> {
    this.setChanges.push(change);
    if (change.kind === 'use') this.setsNow = { ...this.setsNow, active: change.name };
    if (change.kind === 'forget') this.setsNow = { ...this.setsNow, sets: [], active: null, forgotten: change.name };
    return this.setsNow;
  }
  async showTiles(): Promise<LessonView> {
    return this.lesson();
  }
  async checkLesson(faces: readonly (readonly (string | null)[])[]): Promise<LessonView> {
    this.told.push(faces);
    return { ...LESSON, findings: [] };
  }
  /** Keys of the pictures that were asked for; `gone` is kept no longer. */
  readonly looked: string[] = [];
  async keptPicture(key: string): Promise<ArrayBuffer> {
    this.looked.push(key);
    if (key === 'gone') throw { code: 'picture_not_kept', details: {} };
    return new ArrayBuffer(8);
  }
  async readPicture(): Promise<PictureReading> {
    this.pictures += 1;
    return this.reading();
  }

  camerasNow: CamerasView = CAMERAS;
  readonly cameraChanges: CameraChange[] = [];
  /** What the camera was opened for, each time; `null` when it was let go of. */
  readonly openings: (LivePurpose | null)[] = [];
  /** How many captures were made by a press. */
  presses = 0;
  /** What the camera sees. */
  sees: () => LiveView | Promise<LiveView> = () => seen('looking');
  captures: () => LiveCapture | Promise<LiveCapture> = () => ({ ...CAPTURE, by_itself: false });
  readonly misreads: Misread[] = [];
  #frames = 0;

  async cameras(): Promise<CamerasView> {
    return this.camerasNow;
  }
  async changeCamera(change: CameraChange): Promise<CamerasView> {
    this.cameraChanges.push(change);
    const settings = { ...this.camerasNow.settings };
    if (change.kind === 'choose') settings.choice = change.choice;
    if (change.kind === 'frame') settings.framing = change.framing;
    if (change.kind === 'sound') settings.sound = change.on;
    if (change.kind === 'automatic') settings.automatic = change.on;
    if (change.kind === 'first') settings.first = change.on;
    this.camerasNow = { ...this.camerasNow, settings };
    return this.camerasNow;
  }
  async openLive(purpose: LivePurpose): Promise<void> {
    this.openings.push(purpose);
  }
  async closeLive(): Promise<void> {
    this.openings.push(null);
  }
  /** Which tiles have moved since they were read. */
  shows: Pick<LiveFrame, 'read' | 'moved'> = { read: 0, moved: [] };
  async liveFrame(): Promise<LiveFrame | null> {
    await pause(66);
    this.#frames += 1;
    return { number: this.#frames, ...this.shows, jpeg: await sampleFrame() };
  }
  async liveView(after: number): Promise<LiveView> {
    await pause(20);
    return { ...(await this.sees()), number: after + 1 };
  }
  async liveCapture(now: boolean): Promise<LiveCapture> {
    if (now) this.presses += 1;
    return this.captures();
  }
  async livePicture(): Promise<ArrayBuffer> {
    return (await sampleFrame()).arrayBuffer();
  }
  async saveMisread(misread: Misread): Promise<string> {
    this.misreads.push(misread);
    return 'Documents/Suzume Table misread/0123456789ab.jpg';
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A dark green table; where nothing can be drawn, an empty file. */
async function sampleFrame(): Promise<Blob> {
  if (typeof OffscreenCanvas !== 'function') return new Blob([]);
  const canvas = new OffscreenCanvas(1280, 720);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#24503c';
    context.fillRect(0, 0, 1280, 720);
  }
  return canvas.convertToBlob({ type: 'image/jpeg' });
}

/** The scripted core in one of its scenes; `?state=table&language=ko&theme=light&camera=settling` in the address of `vite dev`. */
export function fakeBackend(scene: string): FakeBackend {
  const start = (SCENES[scene] ?? SCENES.start)?.() ?? view();
  const wish = new URLSearchParams(globalThis.location?.search ?? '');
  const language = wish.get('language');
  const theme = wish.get('theme');
  const backend = new FakeBackend({
    ...start,
    settings: {
      ...start.settings,
      language: language === 'ko' || language === 'ja' || language === 'en' ? language : null,
      theme: theme === 'dark' || theme === 'light' ? theme : null,
    },
  });
  const camera = wish.get('camera');
  if (camera && camera in TONES) backend.sees = () => seen(camera as LiveState);
  return backend;
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
    case 'import_game':
      return { ...before, game: game() };
    case 'end_game':
      return { ...before, game: tied() };
    case 'follow_sticks':
      return before.game ? { ...before, game: { ...before.game, seq: before.game.seq + 1, sticks: intent.on ? game().sticks : null } } : before;
    case 'set_sticks':
      return before.game?.sticks
        ? { ...before, game: { ...before.game, seq: before.game.seq + 1, sticks: { ...before.game.sticks, purses: intent.purses } } }
        : before;
    case 'mend':
      return before.game ? { ...before, game: { ...before.game, seq: before.game.seq + 1 } } : before;
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
  const nothing: Appraisal = { hands: [], may_confirm: false, refusal: null, payments: [], sticks: [], points_after: [] };
  if (end.kind === 'draw') return { ...nothing, may_confirm: true, points_after: points };
  if (end.kind === 'false_win') {
    const payments = points.flatMap((_, to) => (to === end.offender ? [] : [{ from: end.offender, to, due: 2, paid: 2 }]));
    return { ...nothing, may_confirm: true, payments, points_after: paid(points, payments) };
  }
  const claims = end.kind === 'tsumo' ? [end.winner] : end.winners;
  const hands = claims.map((claim) => appraisedHand(claim, now));
  const refusal = claims.map(refused).find((failure) => failure !== null) ?? null;
  if (refusal) return { ...nothing, hands, refusal };
  const payments = claims.map((claim, at) => {
    const due = hands[at]?.score?.total ?? 0;
    return { from: end.kind === 'ron' ? end.discarder : claim.seat === 0 ? 1 : 0, to: claim.seat, due, paid: due };
  });
  return {
    hands,
    may_confirm: true,
    refusal: null,
    payments,
    sticks: now.game?.sticks
      ? payments.map((payment) => ({
          payment,
          handings: [
            { from: payment.from, to: payment.to, sticks: { tens: Math.ceil(payment.paid / 10), fives: 0, ones: 0 } },
            ...(payment.paid % 10 === 5 ? [{ from: payment.to, to: payment.from, sticks: { tens: 0, fives: 1, ones: 0 } }] : []),
          ],
        }))
      : [],
    points_after: paid(points, payments),
  };
}

const paid = (points: number[], payments: Appraisal['payments']) =>
  points.map((own, seat) =>
    payments.reduce((sum, payment) => sum + (payment.to === seat ? payment.paid : 0) - (payment.from === seat ? payment.paid : 0), own),
  );

const scoreOf = (claim: Claim) => {
  const hand = [...claim.tiles].sort().join(' ');
  return hand === '1r 2 3 c c c' ? CHANTA : hand === '1r 2r 3r c c c' ? SUPER_RED : null;
};

function appraisedHand(claim: Claim, now: View): Appraisal['hands'][number] {
  const left = { ...LEFT };
  for (const tile of [...claim.tiles, ...(now.game?.dora ? [now.game.dora] : [])]) left[tile] = Math.max(0, (left[tile] ?? 0) - 1);
  return { seat: claim.seat, score: scoreOf(claim), head_bumped: false, left };
}

function refused(claim: Claim): Appraisal['refusal'] {
  const seat = String(claim.seat);
  if (claim.own_discard) return { code: 'furiten', details: { seat } };
  if (claim.tiles.length !== 6) return { code: 'wrong_tile_count', details: { seat, needed: '6', found: String(claim.tiles.length) } };
  return scoreOf(claim) ? null : { code: 'no_shape', details: { seat } };
}
