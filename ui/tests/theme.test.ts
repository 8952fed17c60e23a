import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../src/app.css'), 'utf8');

function variables(theme: string): Record<string, string> {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector]) => selector?.includes(`[data-theme='${theme}']`) || /:root\s*$/.test(selector ?? ''));
  return Object.fromEntries(blocks.flatMap(([, , body]) => [...(body ?? '').matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value])));
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['dark', 'light'])('the %s theme', (theme) => {
  const colour = variables(theme);
  it.each([
    ['ink', 'ground'],
    ['ink', 'ground-light'],
    ['ink', 'raised'],
    ['ink-soft', 'ground'],
    ['ink-soft', 'ground-light'],
    ['ink-soft', 'raised'],
    ['good', 'ground'],
    ['good', 'ground-light'],
    ['good', 'raised'],
    ['accent', 'ground'],
    ['accent', 'ground-light'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['on-marker', 'marker'],
  ])('shows %s on %s with AA contrast', (text, ground) => {
    expect(contrast(colour[text] as string, colour[ground] as string)).toBeGreaterThanOrEqual(4.5);
  });
});
