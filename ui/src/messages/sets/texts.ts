/** The texts of taught sets of tiles. */
export interface SetTexts {
  sets: {
    title: string;
    about: string;
    none: string;
    faces: (count: number) => string;
    teachAgain: string;
    damaged: (name: string) => string;
    forget: (name: string) => string;
    forgotten: (name: string) => string;
    undo: string;
    teach: string;
    lesson: string;
    lessonAbout: string;
    addPictures: string;
    reading: string;
    picture: (number: number) => string;
    /** A tile of a picture, for its choice of faces. */
    place: (picture: number, tile: number) => string;
    readAs: (face: string) => string;
    noTile: string;
    name: string;
    learn: string;
    learnAnyway: string;
    right: (before: number, after: number, tiles: number) => string;
    allWell: string;
    findings: Record<FindingCode, (detail: (role: string) => string) => string>;
  };
}

/** Every code of a finding that the core can send; a test compares them with the Rust sources. */
export const FINDING_CODES = [
  'tile_count_differs', 'faces_missing', 'reds_missing', 'wrong_tile', 'unclear_tile', 'looks_different', 'faces_too_alike', 'still_misread', 'poor_picture',
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];
