import type { BonusKey } from '../generated/BonusKey';
import type { LimitKey } from '../generated/LimitKey';
import type { MeldId } from '../generated/MeldId';
import type { TileSet } from '../generated/TileSet';
import type { WindId } from '../generated/WindId';
import type { CameraTexts } from './camera/texts';
import type { FailureCode, HindranceCode } from './codes';
import type { BoardTexts } from './board/texts';
import type { CrashTexts } from './crash/texts';
import type { GuideTexts } from './guide/texts';
import type { LedgerTexts } from './ledger/texts';
import type { SetTexts } from './sets/texts';
import type { TourTexts } from './tour/texts';

/** What a sentence about a failure may mention; missing details are empty. */
export type Details = (role: string) => string;

/** A house rule: its name, what it decides, and its values. */
export interface RuleText {
  title: string;
  about: string;
  values: Record<string, string>;
}

/** Every text of the window. A catalogue that lacks one does not compile. */
export interface Catalogue extends Omit<LedgerTexts, 'failures'>, SetTexts, Omit<CameraTexts, 'failures'>, GuideTexts, CrashTexts, TourTexts, BoardTexts {
  /** The language's BCP 47 tag, for `lang` and dates. */
  tag: string;
  app: { name: string; tagline: string; loading: string; dismiss: string; retry: string; close: string };
  settings: {
    title: string;
    language: string;
    theme: string;
    dark: string;
    light: string;
    zoom: string;
    larger: string;
    smaller: string;
    tileSet: string;
    tileSets: Record<TileSet, string>;
    tileSetAbout: string;
  };
  start: {
    newGame: string;
    players: string;
    /** Stands for a name left empty. */
    playerNumber: (number: number) => string;
    nameOf: (number: number) => string;
    addPlayer: string;
    removePlayer: (name: string) => string;
    firstDealer: string;
    random: string;
    houseRules: string;
    houseRulesDefault: string;
    houseRulesChanged: (count: number) => string;
    begin: string;
    resume: string;
    noGames: string;
    seatsHint: string;
  };
  rules: Record<string, RuleText>;
  table: {
    winds: Record<WindId, string>;
    round: (wind: WindId, hand: number) => string;
    handNumber: (hand: number, total: number) => string;
    dealer: string;
    windMarker: (wind: WindId) => string;
    dora: string;
    turnUpDora: string;
    changeDora: string;
    handOver: string;
    undo: string;
    redo: string;
    history: string;
    historyEmpty: string;
    games: string;
    points: string;
    noPayment: string;
    paidOf: (paid: number, due: number) => string;
    wonTsumo: (name: string, points: number) => string;
    wonRon: (name: string, from: string, points: number) => string;
    exhausted: string;
    falseWin: (name: string) => string;
    agreedEnd: string;
    resting: string;
  };
  dora: { title: string; about: string };
  hand: {
    title: string;
    who: string;
    how: string;
    tiles: string;
    tsumo: string;
    ronFrom: string;
    ron: string;
    draw: string;
    drawAbout: string;
    byKeys: string;
    byPhoto: string;
    typed: string;
    /** Six tiles stand in the text field. */
    typedDone: string;
    typedUnknown: (piece: string) => string;
    backspace: string;
    clear: string;
    emptySlot: (slot: number) => string;
    slotTile: (slot: number, tile: string) => string;
    copiesLeft: (tile: string, count: number) => string;
    score: string;
    points: (count: number) => string;
    melds: Record<MeldId, string>;
    bonuses: Record<BonusKey, string>;
    limits: Record<LimitKey, string>;
    limitAbout: string;
    dealerBonus: string;
    total: string;
    payments: string;
    pays: (from: string, to: string) => string;
    forgiven: (due: number) => string;
    nobodyPays: string;
    firstWho: string;
    firstHow: string;
    /** A win is being entered, and no dora has been turned up. */
    noDora: string;
    firstTiles: (missing: number) => string;
    confirm: string;
    confirmDraw: string;
    recording: string;
  };
  photo: {
    open: string;
    another: string;
    dropHere: string;
    reading: string;
    found: (count: number) => string;
    pictureOf: string;
    inHand: string;
    asDora: string;
    notIn: string;
    notInSet: (face: string) => string;
    doubtful: string;
    sure: (percent: number) => string;
    takeOut: string;
    bringIn: string;
    done: string;
    full: string;
    which: string;
    useAsDora: string;
    doraProposal: string;
    tapHint: string;
    /** The face was read, but the box holds no more of it, so another is shown. */
    changed: (face: string) => string;
    /** Many tiles are in view, and no six stand out. */
    pickSix: string;
    hindrances: Record<HindranceCode, string>;
    otherHindrance: (code: string) => string;
  };
  end: { title: string; rank: (rank: number) => string; tied: string; winner: string; again: string; shared: string };
  /** What a tile or face is called. */
  face: {
    souzu: (number: string) => string;
    redSouzu: (number: string) => string;
    manzu: (number: string) => string;
    pinzu: (number: string) => string;
    red: (face: string) => string;
    names: Record<'hatsu' | 'chun' | 'haku' | 'E' | 'S' | 'W' | 'N' | 'flower' | 'back' | 'junk', string>;
  };
  failures: Record<FailureCode, (detail: Details) => string>;
  /** For a code that this window does not know. */
  otherFailure: (code: string) => string;
}
