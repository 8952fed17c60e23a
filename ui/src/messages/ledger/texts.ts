import type { Details } from '../catalogue';
import type { LedgerCode } from '../codes';

/** The texts of the ledger: several rons, sticks, the past of a game, records over games. */
export interface LedgerTexts {
  rons: {
    another: string;
    remove: (name: string) => string;
    ownDiscard: string;
    ownDiscardAbout: string;
    headBumped: string;
    headBumpedShort: string;
    missingOf: (name: string, missing: number) => string;
    /** A whole sentence about who or what is named first. */
    about: (name: string, sentence: string) => string;
    falseWin: string;
    falseWinAbout: string;
    falseWinBy: (name: string) => string;
    confirmFalseWin: string;
  };
  sticks: {
    title: string;
    /** So many sticks of one kind, read aloud. */
    kind: (value: number, count: number) => string;
    none: string;
    bank: string;
    change: string;
    hands: (from: string, to: string) => string;
    purseOf: (name: string) => string;
    about: string;
    off: string;
    on: string;
    offAbout: string;
    set: string;
    worth: (worth: number, points: number) => string;
    fewer: (value: number) => string;
    more: (value: number) => string;
    newGame: string;
    newGameOn: string;
    newGameOff: string;
  };
  menu: { title: string; rules: string; endGame: string; endGameAbout: string; swap: string; share: string };
  past: {
    dora: string;
    time: string;
    origin: string;
    byKeys: string;
    byPhoto: (percent: number) => string;
    byCamera: (percent: number) => string;
    corrected: (count: number) => string;
    picture: string;
    showPicture: string;
    correct: string;
    correctTitle: (round: string) => string;
    swapFrom: string;
    remove: string;
    removed: string;
    earlier: string;
    struck: string;
    changes: string;
    impossible: string;
    impossibleAbout: string;
    noLine: string;
    gone: string;
    settle: string;
    confirm: string;
    confirmDropping: (count: number) => string;
    steps: (count: number) => string;
  };
  swap: {
    title: string;
    who: string;
    from: string;
    results: string;
    earlier: string;
    later: string;
    players: string;
    playersAbout: string;
    places: string;
    placesAbout: string;
    confirm: string;
    chooseTwo: string;
  };
  records: {
    title: string;
    games: string;
    players: string;
    empty: string;
    nobody: string;
    running: (hands: number) => string;
    over: string;
    open: string;
    chart: string;
    chartOf: (names: string) => string;
    hand: string;
    start: string;
    copy: string;
    copied: string;
    save: string;
    notCopied: string;
    saved: (path: string) => string;
    json: string;
    csv: string;
    text: string;
    import: string;
    importAbout: string;
    unread: (id: number) => string;
    columns: {
      name: string;
      games: string;
      firsts: string;
      rank: string;
      points: string;
      wins: string;
      tsumo: string;
      ron: string;
      dealtIn: string;
      falseWins: string;
      averageWin: string;
      limits: string;
      favourite: string;
      best: string;
    };
    ofHands: (count: number, hands: number) => string;
    times: (what: string, count: number) => string;
    remembered: string;
  };
  failures: Record<LedgerCode, (detail: Details) => string>;
}
