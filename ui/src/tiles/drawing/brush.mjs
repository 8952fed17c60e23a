// A small brush: a stroke is a centre line with a width that swells and tapers, turned into one closed outline.
// All outlines wind the same way, so overlapping strokes of a character unite under the non-zero fill rule.

const STEPS = 9;

/** How the width runs along a stroke, as shares of the base width at equal distances. */
const PROFILES = {
  horizontal: [0.92, 0.74, 0.68, 0.68, 0.74, 1.06],
  vertical: [1.14, 0.98, 0.9, 0.9, 0.94, 1.0],
  falling: [1.12, 1.02, 0.92, 0.76, 0.5, 0.16],
  pressing: [0.44, 0.62, 0.86, 1.12, 1.24, 0.2],
  dot: [0.3, 0.92, 1.24, 1.06, 0.5],
  bend: [1.1, 0.96, 0.9, 0.9, 0.94, 0.98],
  hook: [1.0, 0.72, 0.12],
  rising: [1.12, 0.9, 0.6, 0.16],
};

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/** Points on a Catmull-Rom curve through the given ones. */
function curve(points) {
  if (points.length === 2) {
    const [a, b] = points;
    return Array.from({ length: STEPS + 1 }, (_, i) => lerp(a, b, i / STEPS));
  }
  const out = [points[0]];
  for (let i = 0; i + 1 < points.length; i++) {
    const [p0, p1, p2, p3] = [points[Math.max(0, i - 1)], points[i], points[i + 1], points[Math.min(points.length - 1, i + 2)]];
    for (let s = 1; s <= STEPS; s++) {
      const t = s / STEPS;
      out.push([0, 1].map((k) => catmullRom(p0[k], p1[k], p2[k], p3[k], t)));
    }
  }
  return out;
}

const lerp = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

function catmullRom(a, b, c, d, t) {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
}

function widthAt(profile, share) {
  const at = share * (profile.length - 1);
  const i = Math.min(profile.length - 2, Math.floor(at));
  return profile[i] + (profile[i + 1] - profile[i]) * (at - i);
}

/** The closed outline of one stroke as SVG path data. */
function outline(kind, points, base) {
  const profile = PROFILES[kind];
  const line = curve(points);
  const lengths = [0];
  for (let i = 1; i < line.length; i++) {
    lengths.push(lengths[i - 1] + Math.hypot(line[i][0] - line[i - 1][0], line[i][1] - line[i - 1][1]));
  }
  const total = lengths.at(-1);
  const left = [];
  const right = [];
  line.forEach((point, i) => {
    const before = line[Math.max(0, i - 1)];
    const after = line[Math.min(line.length - 1, i + 1)];
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const normal = [-(after[1] - before[1]) / length, (after[0] - before[0]) / length];
    const half = (widthAt(profile, lengths[i] / total) * base) / 2;
    left.push([point[0] + normal[0] * half, point[1] + normal[1] * half]);
    right.push([point[0] - normal[0] * half, point[1] - normal[1] * half]);
  });
  const cap = (from, to, half) => `A${round(half)} ${round(half)} 0 0 0 ${round(to[0])} ${round(to[1])}`;
  const startHalf = (profile[0] * base) / 2;
  const endHalf = (profile.at(-1) * base) / 2;
  const forward = left.map(([x, y]) => `${round(x)} ${round(y)}`);
  const back = right.reverse();
  return (
    `M${forward[0]}L${forward.slice(1).join(' ')}` +
    cap(left.at(-1), back[0], endHalf) +
    `L${back.slice(1).map(([x, y]) => `${round(x)} ${round(y)}`).join(' ')}` +
    cap(back.at(-1), left[0], startHalf) +
    'Z'
  );
}

/**
 * A character as path data.
 * @param {Array<[string, number[]]>} strokes kind and coordinates in a box of 100 x 100
 * @param {{x: number, y: number, w: number, h: number}} box where it stands
 * @param {number} base the brush's width in the same units as the box
 */
export function write(strokes, box, base) {
  return strokes
    .map(([kind, flat]) => {
      const points = [];
      for (let i = 0; i < flat.length; i += 2) {
        points.push([box.x + (flat[i] * box.w) / 100, box.y + (flat[i + 1] * box.h) / 100]);
      }
      return outline(kind, points, base);
    })
    .join('');
}
