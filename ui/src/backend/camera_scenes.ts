// What a scripted camera sees: facts written down for component tests and for looking at the window in a browser.

import type { CamerasView } from '../generated/CamerasView';
import type { LiveCapture } from '../generated/LiveCapture';
import type { LiveState } from '../generated/LiveState';
import type { LiveView } from '../generated/LiveView';
import { READING } from './scenes';

export const CAMERAS: CamerasView = {
  cameras: [
    { id: 'stand', name: 'Desk Camera 1080p' },
    { id: 'lid', name: 'Integrated Webcam' },
  ],
  settings: { choice: { kind: 'first' }, framing: { quarters: 0, mirror: false, crop: null }, sound: true, automatic: true, first: null },
  controls: [
    { id: 'torch', min: 0, max: 1, step: 1, value: 0, can_be_automatic: false },
    { id: 'exposure', min: 3, max: 2047, step: 1, value: null, can_be_automatic: true },
  ],
};

/** What the camera sees in this state; the tiles of {@link READING} where there are any in view. */
export function seen(state: LiveState, change: Partial<LiveView> = {}): LiveView {
  const reading = NOTHING_IN_VIEW.has(state) ? null : READING;
  return {
    number: 1,
    frame: 1,
    state,
    found: reading ? reading.tiles.filter((tile) => tile.tile !== null).length : 0,
    needed: 6,
    share: state === 'settling' ? 0.5 : 0,
    reading,
    capture: 0,
    frames_per_second: 29.9,
    readings_per_second: 14.2,
    cause: state === 'camera_failed' ? 'the camera Desk Camera 1080p failed: input/output error' : null,
    ...change,
  };
}

const NOTHING_IN_VIEW: ReadonlySet<LiveState> = new Set([
  'opening', 'looking', 'no_camera', 'camera_busy', 'camera_denied', 'camera_lost', 'camera_failed', 'too_dark',
]);

export const CAPTURE: LiveCapture = { number: 1, reading: READING, by_itself: true };
