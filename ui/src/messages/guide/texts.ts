/** The texts of what teaches the game: the reference card, and what a hand waits for. */
export interface GuideTexts {
  card: {
    title: string;
    /** Of the small button that opens it. */
    open: string;
    front: string;
    back: string;
    /** What a win is; `minimum` is null where every hand may win. */
    winning: (minimum: number | null) => string;
    meldsAbout: Record<'run' | 'triplet', string>;
    bonusAbout: Record<'red' | 'dora' | 'tanyao' | 'chanta', string>;
    doraHidden: string;
    dealer: string;
    /** What the dealer's bonus is, and whether it counts towards the minimum. */
    dealerAbout: (minimum: number | null, counts: boolean) => string;
    limits: string;
    limitsAbout: (withMelds: boolean) => string;
    limitAbout: Record<'all_green' | 'chinyao' | 'super_red', string>;
    payment: string;
    ron: string;
    tsumo: string;
    tsumoAbout: string;
    /** Heads a row of shares. */
    players: (count: number) => string;
    /** What a tsumo costs the only other one of two. */
    whole: string;
    /** Points of which everybody's share is the same. */
    range: (from: number, to: number) => string;
    several: (allPaid: boolean) => string;
    short: string;
    falseWinAbout: (points: number) => string;
    furiten: string;
    furitenWaits: string;
    furitenDiscarded: string;
    furitenAbout: string;
    course: string;
    courseAbout: (hands: number | null, start: number) => string[];
    box: string;
    boxAbout: string;
    houseRules: string;
    houseRulesUsual: string;
  };
  waits: {
    title: string;
    about: string;
    /** Of the button within the hand-over sheet. */
    ask: string;
    backToScore: string;
    /** Too few tiles for an answer. */
    needs: string;
    /** Read aloud: which row the next tile goes into. */
    into: string;
    hand: string;
    ownDiscards: string;
    seen: string;
    /** Takes a tile out of a row again. */
    takeOut: (tile: string) => string;
    dealer: string;
    example: string;
    waitsFor: string;
    nothing: string;
    left: (count: number) => string;
    /** Read aloud and shown: so many tiles are left, so many of them win. */
    leftToWin: (win: number, all: number) => string;
    underMinimum: string;
    noRon: string;
    whichDiscard: string;
    drop: (tile: string) => string;
    most: string;
    wins: (points: number) => string;
    /** The items of a score in one line, with what each adds. */
    item: (name: string, points: number) => string;
  };
}
