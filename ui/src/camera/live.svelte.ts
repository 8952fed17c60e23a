import type { Backend, LiveFrame } from '../backend/backend';
import { asFailure } from '../backend/backend';
import type { CameraChange } from '../generated/CameraChange';
import type { CamerasView } from '../generated/CamerasView';
import type { Failure } from '../generated/Failure';
import type { Framing } from '../generated/Framing';
import type { LiveCapture } from '../generated/LiveCapture';
import type { LivePurpose } from '../generated/LivePurpose';
import type { LiveView } from '../generated/LiveView';
import type { TileSet } from '../generated/TileSet';

/** After a question that failed the next one waits, in milliseconds. */
const REST = 500;
/** So many frames are on their way at once: some are asked for while another one is being decoded. None is given twice. */
const LANES = 3;
/** The speed that is shown is the mean of this time, in milliseconds. */
const SPEED = 2000;

/** Tiles that were captured, with their picture. */
export interface Captured extends LiveCapture {
  /** An object URL of the picture. */
  url: string;
}

/** The camera while it is open: the newest frame and the newest view, asked for one after the other. Nothing is queued. */
export class LiveStore {
  cameras = $state.raw<CamerasView | null>(null);
  view = $state.raw<LiveView | null>(null);
  /** What went wrong other than the camera itself: that is told by the view. */
  failure = $state.raw<Failure | null>(null);
  /** Whether that is about the view, so that the next view mends it. */
  #viewFailed = false;
  /** Which tiles of the frame with this number need not lie any more where they were read, in the frame that is shown. */
  moved = $state.raw<{ read: number; tiles: readonly number[] }>({ read: 0, tiles: [] });
  /** How many frames a second are shown. */
  shown = $state(0);
  /** Whether a capture is on its way: a second press is dropped. */
  busy = $state(false);
  /** How many pixels to the longer side a frame needs where it is drawn. */
  side = 1280;
  /** Draws a frame if it is the newest by the time it is decoded; the next one is asked for when that is done. */
  ondraw: ((frame: LiveFrame, isNewest: () => boolean) => Promise<void> | void) | null = null;
  /** Takes what was captured. */
  oncapture: ((captured: Captured) => void) | null = null;
  /** Counts the openings: loops of an earlier one end by themselves. */
  #opening = 0;
  #seen = 0;
  #changes = 0;
  /** The number of the last frame that was drawn, and when the last ones were. */
  #drawn = 0;
  #times: number[] = [];
  /** What the camera is open for; `null` while it is not. */
  #wanted: [LivePurpose, TileSet] | null = null;

  constructor(readonly backend: Backend) {}

  /** Whether the end of a hand is entered by camera at first: where that is chosen, and there is one. */
  get isFirst(): boolean {
    const known = this.cameras;
    return known?.settings.first === true && (known.cameras.length > 0 || known.settings.choice.kind === 'sample');
  }

  /** Which cameras there are, and what is chosen. */
  async load(): Promise<void> {
    await this.#try(async () => void (this.cameras = await this.backend.cameras()));
  }

  async change(change: CameraChange): Promise<void> {
    const number = ++this.#changes;
    const changed = await this.#try(async () => {
      const cameras = await this.backend.changeCamera(change);
      // The answer to an earlier change may come later.
      if (number === this.#changes) this.cameras = cameras;
    });
    // What could not be kept holds all the same until the app ends: it is shown as it is.
    if (!changed) this.cameras = await this.backend.cameras().catch(() => this.cameras);
    // Another camera is another opening: its frames count from 1.
    if (change.kind === 'choose' && this.#wanted) await this.open(...this.#wanted);
  }

  frame(change: Partial<Framing>): Promise<void> {
    const framing = this.cameras?.settings.framing;
    return framing ? this.change({ kind: 'frame', framing: { ...framing, ...change } }) : Promise.resolve();
  }

  /** Opens the chosen camera and keeps showing what it sees until {@link close}. */
  async open(purpose: LivePurpose, tileSet: TileSet): Promise<void> {
    const opening = ++this.#opening;
    this.#wanted = [purpose, tileSet];
    this.view = null;
    this.shown = 0;
    this.failure = null;
    this.#viewFailed = false;
    this.#seen = 0;
    this.#drawn = 0;
    this.#times = [];
    const opened = await this.#try(() => this.backend.openLive(purpose, tileSet));
    // Who left while it was opening does not want it on.
    if (this.#wanted === null) await this.backend.closeLive().catch(() => undefined);
    if (!opened || opening !== this.#opening) return;
    void this.load();
    for (let lane = 0; lane < LANES; lane++) void this.#frames(opening);
    void this.#views(opening);
  }

  async close(): Promise<void> {
    this.#opening += 1;
    this.#wanted = null;
    await this.backend.closeLive().catch(() => undefined);
  }

  /** Captures what is there now. */
  async press(): Promise<void> {
    if (this.busy) return;
    await this.#capture(this.#opening, true);
  }

  async #frames(opening: number): Promise<void> {
    while (opening === this.#opening) {
      try {
        const frame = await this.backend.liveFrame(this.side);
        if (opening !== this.#opening) return;
        if (!frame) continue;
        // The other lane may have been faster: an older frame is not drawn over a newer one.
        const isNewest = () => {
          if (opening !== this.#opening || frame.number <= this.#drawn) return false;
          this.#drawn = frame.number;
          return true;
        };
        await this.ondraw?.(frame, isNewest);
        if (frame.number >= this.#drawn) this.#follow(frame);
        const now = performance.now();
        this.#times.push(now);
        while (now - (this.#times[0] ?? now) > SPEED) this.#times.shift();
        this.shown = Math.round((this.#times.length / SPEED) * 1000);
      } catch {
        // What is wrong is told by the view.
        await rest();
      }
    }
  }

  #follow({ read, moved }: LiveFrame): void {
    const known = this.moved;
    // What is read already and not shown yet says nothing of what is.
    if (read !== this.view?.frame) return;
    if (known.read !== read || `${known.tiles}` !== `${moved}`) this.moved = { read, tiles: moved };
  }

  async #views(opening: number): Promise<void> {
    while (opening === this.#opening) {
      try {
        const view = await this.backend.liveView(this.view?.number ?? 0);
        if (opening !== this.#opening) return;
        this.view = view;
        if (this.#viewFailed) this.failure = null;
        this.#viewFailed = false;
        if (view.capture > this.#seen) await this.#capture(opening, false);
      } catch (thrown) {
        if (opening !== this.#opening) return;
        this.failure = asFailure(thrown);
        this.#viewFailed = true;
        await rest();
      }
    }
  }

  async #capture(opening: number, now: boolean): Promise<void> {
    this.busy = true;
    try {
      const capture = await this.backend.liveCapture(now);
      if (capture.number <= this.#seen || opening !== this.#opening) return;
      const picture = await this.backend.livePicture();
      if (opening !== this.#opening) return;
      this.#seen = capture.number;
      this.oncapture?.({ ...capture, url: URL.createObjectURL(new Blob([picture], { type: 'image/jpeg' })) });
    } catch (thrown) {
      this.failure = asFailure(thrown);
    } finally {
      this.busy = false;
    }
  }

  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.failure = null;
      return true;
    } catch (thrown) {
      this.failure = asFailure(thrown);
      return false;
    }
  }
}

const rest = () => new Promise((resolve) => setTimeout(resolve, REST));
