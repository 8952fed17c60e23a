import type { ControlId } from '../../generated/ControlId';
import type { LivePurpose } from '../../generated/LivePurpose';
import type { LiveState } from '../../generated/LiveState';

/** What can go wrong with a camera and with what was captured. */
export const CAMERA_CODES = [
  'no_camera', 'camera_busy', 'camera_denied', 'camera_lost', 'camera_hung', 'camera_no_format', 'camera_failed', 'camera_control', 'replay_failed',
  'camera_closed', 'nothing_captured', 'misread_not_saved',
] as const;

export type CameraCode = (typeof CAMERA_CODES)[number];

/** What a state is called, and what to do about it. */
export interface StateText {
  /** In a few words, read from across the table. */
  title: string;
  /** What helps; empty where nothing has to be done. */
  advice: string;
}

/** The texts of the live camera. */
export interface CameraTexts {
  camera: {
    /** The way in, beside keys and photo. */
    tab: string;
    titles: Record<LivePurpose, string>;
    states: Record<LiveState, StateText>;
    /** The camera was not opened at all, for a reason that is told beside it. */
    refused: StateText;
    /** The wrong number of tiles; nothing is needed in particular where `needed` is 0. */
    tilesOf: (found: number, needed: number) => string;
    picture: string;
    /** The hand as it is read at this moment. */
    strip: string;
    emptyPlace: string;
    capture: string;
    /** Under the tick. */
    captured: string;
    points: (count: number) => string;
    noWin: string;
    /** How many frames a second are shown and read. */
    speed: (shown: number, read: number) => string;
    settings: string;
    which: string;
    first: string;
    sample: string;
    trySample: string;
    /** Back to the form without the camera. */
    byHand: string;
    sampleAbout: string;
    /** The chosen camera, which is not connected. */
    notThere: (name: string) => string;
    lookAgain: string;
    view: string;
    mirror: string;
    turn: string;
    crop: string;
    cropAbout: string;
    cropDone: string;
    cropWhole: string;
    sound: string;
    automatic: string;
    automaticAbout: string;
    opens: string;
    opensAbout: string;
    controls: Record<ControlId, string>;
    byItself: string;
    doraRead: (tile: string) => string;
    doraUse: string;
    /** A tile lies beside the hand that is not the dora that is set. */
    doraBeside: (tile: string) => string;
    doraBesideDoubtful: (tile: string) => string;
    /** Which dora is set, said after them. */
    doraIs: (tile: string) => string;
    misread: string;
    misreadSaved: (path: string) => string;
    doubtful: (name: string) => string;
    readDiscards: string;
    discardsRead: (tiles: string) => string;
    discardsNone: string;
    /** So many of the discards were read with doubt. */
    discardsDoubtful: (count: number) => string;
  };
  failures: Record<CameraCode, (detail: (role: string) => string) => string>;
}
