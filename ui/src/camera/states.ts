import type { LiveState } from '../generated/LiveState';

/** How a state looks: what goes on, what went well, and what a person can mend. Told by shape and words as well as by colour. */
export type Tone = 'wait' | 'good' | 'bad';

export const TONES: Record<LiveState, Tone> = {
  opening: 'wait',
  looking: 'wait',
  hold_still: 'wait',
  settling: 'good',
  unclear: 'bad',
  read: 'good',
  lying: 'wait',
  wrong_number: 'bad',
  too_many_of_a_tile: 'bad',
  covered: 'bad',
  too_dark: 'bad',
  over_exposed: 'bad',
  blurred: 'bad',
  no_colour: 'bad',
  tiles_too_small: 'bad',
  no_camera: 'bad',
  camera_busy: 'bad',
  camera_lost: 'bad',
  camera_frozen: 'bad',
  camera_denied: 'bad',
  camera_failed: 'bad',
};

/** The states in which the camera shows nothing. */
export const WITHOUT_PICTURE: ReadonlySet<LiveState> = new Set(['opening', 'no_camera', 'camera_busy', 'camera_lost', 'camera_denied', 'camera_failed']);

/** The states in which the number of tiles is worth telling. */
export const COUNTING: ReadonlySet<LiveState> = new Set(['wrong_number', 'covered']);
