import type { PictureReading } from '../generated/PictureReading';

/** A rectangle of the picture, in its pixels. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How much of its surroundings is shown around the tiles, as a share of their extent. */
const MARGIN = 0.14;

/** The part of the picture that is worth showing large: all tiles with some of what lies around them; without tiles all of it. */
export function frameOf(reading: PictureReading): Frame {
  const whole = { x: 0, y: 0, width: reading.width, height: reading.height };
  const corners = reading.tiles.flatMap((tile) => tile.corners);
  if (corners.length === 0) return whole;
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const margin = MARGIN * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const x = Math.max(0, Math.min(...xs) - margin);
  const y = Math.max(0, Math.min(...ys) - margin);
  const width = Math.min(reading.width, Math.max(...xs) + margin) - x;
  const height = Math.min(reading.height, Math.max(...ys) + margin) - y;
  // Corners wholly outside the picture would leave nothing.
  return width > 0 && height > 0 ? { x, y, width, height } : whole;
}
