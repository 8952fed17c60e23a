import type { Appraisal } from '../generated/Appraisal';
import type { CameraChange } from '../generated/CameraChange';
import type { CamerasView } from '../generated/CamerasView';
import type { CardView } from '../generated/CardView';
import type { Consequences } from '../generated/Consequences';
import type { Diagnostics } from '../generated/Diagnostics';
import type { ExportFormat } from '../generated/ExportFormat';
import type { Failure } from '../generated/Failure';
import type { GameView } from '../generated/GameView';
import type { HandEnd } from '../generated/HandEnd';
import type { HandQuestion } from '../generated/HandQuestion';
import type { HandStudy } from '../generated/HandStudy';
import type { Intent } from '../generated/Intent';
import type { LessonView } from '../generated/LessonView';
import type { LiveCapture } from '../generated/LiveCapture';
import type { LivePurpose } from '../generated/LivePurpose';
import type { LiveView } from '../generated/LiveView';
import type { Mend } from '../generated/Mend';
import type { Misread } from '../generated/Misread';
import type { PictureReading } from '../generated/PictureReading';
import type { Records } from '../generated/Records';
import type { SetChange } from '../generated/SetChange';
import type { SetsView } from '../generated/SetsView';
import type { TileSet } from '../generated/TileSet';
import type { View } from '../generated/View';

/** A frame of the camera. */
export interface LiveFrame {
  /** Counts up; frames that nobody asked for are left out. */
  number: number;
  /** The number of the frame that was read last. */
  read: number;
  /** Which tiles of that reading need not be there any more: something has moved where they lay. */
  moved: readonly number[];
  jpeg: Blob;
}

/** A frame from its bytes, as `src-tauri/src/live.rs` writes them; `null` where no newer frame came. */
export function frameOf(bytes: ArrayBuffer): LiveFrame | null {
  if (bytes.byteLength === 0) return null;
  const told = new DataView(bytes);
  const count = told.getUint8(8);
  const jpeg = new Blob([new Uint8Array(bytes, 9 + count)], { type: 'image/jpeg' });
  return { number: told.getUint32(0, true), read: told.getUint32(4, true), moved: [...new Uint8Array(bytes, 9, count)], jpeg };
}

/** The one door to the core. Every promise rejects with a {@link Failure}. */
export interface Backend {
  /** What there is to show. */
  view(): Promise<View>;
  /** Changes something; answers with what there is to show now. */
  dispatch(intent: Intent): Promise<View>;
  /** What this end of the hand would do. Nothing is recorded. */
  appraise(end: HandEnd): Promise<Appraisal>;
  /** What a hand waits for, or what each discard would leave. Nothing is recorded. */
  study(question: HandQuestion): Promise<HandStudy>;
  /** What scores what on this table. */
  card(): Promise<CardView>;
  /** Opens the practice game in place of the table, with these three players; `null` goes back to the table. */
  practise(players: string[] | null): Promise<View>;
  /** The picture of the practice game, as a JPEG file. */
  samplePicture(): Promise<ArrayBuffer>;
  /** Fills the screen with the window, or gives it its frame back. */
  fullScreen(on: boolean): Promise<void>;
  /** Opens the board in a window of its own, or brings it to the front. */
  openBoard(): Promise<void>;
  /** What the program is made of and where its things are. */
  diagnostics(): Promise<Diagnostics>;
  /** What a correction or a swap of seats would change. Nothing is recorded. */
  consequences(mend: Mend): Promise<Consequences>;
  /** What all games tell together. */
  records(): Promise<Records>;
  /** A game as it would be shown, without opening it. */
  readGame(id: number): Promise<GameView>;
  /** A game as a text for other programs. */
  exportGame(id: number, format: ExportFormat): Promise<string>;
  /** Saves an exported text among the downloads; answers with its path. */
  saveExport(id: number, ending: 'json' | 'csv' | 'txt', text: string): Promise<string>;
  /** Reads the tiles of a picture file. */
  readPicture(bytes: ArrayBuffer, tileSet: TileSet): Promise<PictureReading>;
  /** The JPEG file of a picture that was kept with its hand. */
  keptPicture(key: string): Promise<ArrayBuffer>;
  /** The sets of tiles that were taught. */
  sets(): Promise<SetsView>;
  /** Chooses, keeps or forgets a taught set, or begins a lesson anew. */
  changeSets(change: SetChange): Promise<SetsView>;
  /** Adds a picture file to the lesson. */
  showTiles(bytes: ArrayBuffer, tileSet: TileSet): Promise<LessonView>;
  /** What the lesson comes to when its tiles are these faces; null is no tile of the set. */
  checkLesson(faces: readonly (readonly (string | null)[])[], tileSet: TileSet): Promise<LessonView>;
  /** The cameras that are connected, and what is chosen. */
  cameras(): Promise<CamerasView>;
  /** Chooses a camera, or how it is used. */
  changeCamera(change: CameraChange): Promise<CamerasView>;
  /** Opens the chosen camera; what hinders that is told by {@link liveView}. */
  openLive(purpose: LivePurpose, tileSet: TileSet): Promise<void>;
  /** Lets go of the camera. */
  closeLive(): Promise<void>;
  /** Waits a while for a frame that was not given yet, of this many pixels to the longer side; `null` if none came. */
  liveFrame(side: number): Promise<LiveFrame | null>;
  /** Waits a while for something newer than this view and answers with the newest. */
  liveView(after: number): Promise<LiveView>;
  /** Captures what is there now, or answers with what was captured by itself. */
  liveCapture(now: boolean): Promise<LiveCapture>;
  /** The picture of the last capture, as a JPEG file. */
  livePicture(): Promise<ArrayBuffer>;
  /** Saves what was read wrong in the person's own folder; answers with the path of the picture. */
  saveMisread(misread: Misread): Promise<string>;
}

/** Whatever was thrown, as a failure: what is not one becomes `unexpected`, with its text as the cause. */
export function asFailure(thrown: unknown): Failure {
  if (typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string') {
    const details = 'details' in thrown && typeof thrown.details === 'object' && thrown.details !== null ? thrown.details : {};
    return { code: thrown.code, details: details as Failure['details'] };
  }
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'unexpected', details: { cause } };
}
