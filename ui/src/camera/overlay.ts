import type { PictureReading } from '../generated/PictureReading';
import type { TileReading } from '../generated/TileReading';

/** A part of a picture: left, top, width and height as shares of it. */
export type Part = [number, number, number, number];

/** A tile of the live picture, placed over it. */
export interface Placed {
  at: number;
  tile: TileReading;
  /** Its outline, in pixels of the picture as it is shown. */
  outline: string;
  /** The middle and the top of the place that it takes up, and its size, in percent of the picture. */
  x: number;
  top: number;
  width: number;
  height: number;
}

/** Where each tile is shown. A mirrored picture has its outlines mirrored and its words as they are. */
export function placed(reading: PictureReading, mirror: boolean): Placed[] {
  const { width, height } = reading;
  return reading.tiles.map((tile, at) => {
    const corners = tile.corners.map(([x, y]): [number, number] => [mirror ? width - x : x, y]);
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return {
      at,
      tile,
      outline: corners.map((corner) => corner.map((value) => value.toFixed(1)).join(',')).join(' '),
      x: ((left + right) / 2 / width) * 100,
      top: (top / height) * 100,
      width: ((right - left) / width) * 100,
      height: ((bottom - top) / height) * 100,
    };
  });
}

/** The part of the picture between two points where a pointer was, as shares; a mirrored picture is shown the other way round. */
export function between(from: [number, number], to: [number, number], mirror: boolean): Part {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const [left, right] = [clamp(Math.min(from[0], to[0])), clamp(Math.max(from[0], to[0]))];
  const [top, bottom] = [clamp(Math.min(from[1], to[1])), clamp(Math.max(from[1], to[1]))];
  return [mirror ? 1 - right : left, top, right - left, bottom - top];
}

/** The least share of the picture's width and height that a part of it has. */
const LEAST = 0.1;
/** So much a key moves or resizes the part. */
const STEP = 0.02;

/** The part after an arrow key: moved as the picture shows it, or with Shift larger or smaller. */
export function nudged([left, top, width, height]: Part, code: string, resize: boolean, mirror = false): Part {
  const right = mirror && !resize ? -STEP : STEP;
  const x = code === 'ArrowLeft' ? -right : code === 'ArrowRight' ? right : 0;
  const y = code === 'ArrowUp' ? -STEP : code === 'ArrowDown' ? STEP : 0;
  if (resize) return [left, top, Math.min(1 - left, Math.max(LEAST, width + x)), Math.min(1 - top, Math.max(LEAST, height + y))];
  return [Math.min(1 - width, Math.max(0, left + x)), Math.min(1 - height, Math.max(0, top + y)), width, height];
}

/** The tile whose middle is nearest to this point of the picture. */
export function nearestTile(reading: PictureReading, [x, y]: [number, number]): number | null {
  let nearest: number | null = null;
  let least = Infinity;
  reading.tiles.forEach((tile, at) => {
    const distance = Math.hypot(tile.corners.reduce((sum, [u]) => sum + u, 0) / 4 - x, tile.corners.reduce((sum, [, v]) => sum + v, 0) / 4 - y);
    if (distance < least) [nearest, least] = [at, distance];
  });
  return nearest;
}
