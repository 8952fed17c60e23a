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
  /** How many frames a second are shown. */
  shown = $state(0);
  /** Whether a capture is on its way: a second press is dropped. */
  busy = $state(false);
  /** Draws a frame; the next one is asked for when it is done. */
  ondraw: ((frame: LiveFrame) => Promise<void> | void) | null = null;
  /** Takes what was captured. */
  oncapture: ((captured: Captured) => void) | null = null;
  /** Counts the openings: loops of an earlier one end by themselves. */
  #opening = 0;
  #seen = 0;
  /** What the camera is open for; `null` while it is not. */
  #wanted: [LivePurpose, TileSet] | null = null;

  constructor(readonly backend: Backend) {}

  /** Whether the end of a hand is entered by camera at first: where that is chosen, and there is one. */
  get isFirst(): boolean {
    const known = this.cameras;
    return known !== null && known.settings.first && (known.cameras.length > 0 || known.settings.choice.kind === 'sample');
  }

  /** Which cameras there are, and what is chosen. */
  async load(): Promise<void> {
    await this.#try(async () => void (this.cameras = await this.backend.cameras()));
  }

  async change(change: CameraChange): Promise<void> {
    await this.#try(async () => void (this.cameras = await this.backend.changeCamera(change)));
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
    this.#seen = 0;
    const opened = await this.#try(() => this.backend.openLive(purpose, tileSet));
    if (!opened || opening !== this.#opening) return;
    void this.load();
    void this.#frames(opening);
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
    const times: number[] = [];
    let after = 0;
    while (opening === this.#opening) {
      try {
        const frame = await this.backend.liveFrame(after);
        if (opening !== this.#opening) return;
        if (!frame) continue;
        after = frame.number;
        await this.ondraw?.(frame);
        const now = performance.now();
        times.push(now);
        while (now - (times[0] ?? now) > SPEED) times.shift();
        this.shown = Math.round((times.length / SPEED) * 1000);
      } catch {
        // What is wrong is told by the view.
        await rest();
      }
    }
  }

  async #views(opening: number): Promise<void> {
    while (opening === this.#opening) {
      try {
        const view = await this.backend.liveView(this.view?.number ?? 0);
        if (opening !== this.#opening) return;
        this.view = view;
        this.failure = null;
        if (view.capture > this.#seen) await this.#capture(opening, false);
      } catch (thrown) {
        if (opening !== this.#opening) return;
        this.failure = asFailure(thrown);
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
