import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAILURE_CODES, HINDRANCE_CODES } from '../src/messages/codes';
import { CATALOGUES, faceName, sentence, tileName } from '../src/messages/speech.svelte';
import { ALL_TILES } from '../src/lib/tiles';

const LANGUAGES = Object.entries(CATALOGUES);
const CORE = join(import.meta.dirname, '../../crates');

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : entry.name.endsWith('.rs') ? [readFileSync(path, 'utf8')] : [];
  });
}

/** The codes that `fn code` of an error type can answer in these crates. */
function codesOf(...crates: string[]): string[] {
  const text = crates.flatMap((crate) => sources(join(CORE, crate, 'src'))).join('\n');
  const arms = text.matchAll(/\b\w*(?:Error|Refusal)::\w+[^=\n]*=> "([a-z_]+)"/g);
  const made = text.matchAll(/Failure::(?:new|of_disk)\("([a-z_]+)"/g);
  return [...new Set([...arms, ...made].map((match) => match[1] as string))];
}

function paths(value: unknown, at = ''): string[] {
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => paths(inner, `${at}/${key}`)) : [at];
}

describe('catalogues', () => {
  it('say the same things in every language', () => {
    for (const [, catalogue] of LANGUAGES) expect(paths(catalogue)).toEqual(paths(CATALOGUES.en));
  });

  it.each(LANGUAGES)('has a sentence for every failure: %s', (_, catalogue) => {
    for (const code of FAILURE_CODES) {
      const said = sentence({ code, details: { tile: '3r', found: '5', name: 'Ara', cause: 'x', points: '4', players: '5' } }, catalogue);
      expect(said.length, code).toBeGreaterThan(5);
      expect(said, code).not.toMatch(/undefined|NaN/);
    }
    for (const code of HINDRANCE_CODES) expect(catalogue.photo.hindrances[code].length).toBeGreaterThan(5);
  });

  it.each(LANGUAGES)('says an unknown failure with its code: %s', (_, catalogue) => {
    expect(sentence({ code: 'made_up', details: {} }, catalogue)).toContain('made_up');
  });

  it('know every code that the core can send', () => {
    const codes = codesOf('rules', 'ledger', 'vision', 'camera', 'table');
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((code) => !(FAILURE_CODES as readonly string[]).includes(code))).toEqual([]);
  });

  it('know every hindrance that the reader can find, and why a picture is not kept', () => {
    const condition = readFileSync(join(CORE, 'vision/src/condition.rs'), 'utf8');
    const reading = readFileSync(join(CORE, 'table/src/reading.rs'), 'utf8');
    const together = [...reading.matchAll(/^const TOO_MANY: &str = "([a-z_]+)"/gm)];
    const kept = readFileSync(join(CORE, 'table/src/pictures.rs'), 'utf8').matchAll(/hindrances\.push\(Failure::of_disk\("([a-z_]+)"/g);
    const codes = [...condition.matchAll(/Condition::\w+ => "([a-z_]+)"/g), ...together, ...kept].map((match) => match[1]);
    expect([...codes, 'disk_full'].sort()).toEqual([...HINDRANCE_CODES].sort());
  });

  it('explain every house rule of the core and each of its values', () => {
    const ruleset = readFileSync(join(CORE, 'rules/src/ruleset.rs'), 'utf8');
    const rules = [...ruleset.matchAll(/\("([a-z_]+)", &\[((?:"[a-z0-9_]+",? ?)+)\]\)/g)];
    expect(rules.length).toBeGreaterThan(5);
    for (const [, name, values] of rules) {
      for (const [, catalogue] of LANGUAGES) {
        const text = catalogue.rules[name as string];
        expect(text?.about.length, name).toBeGreaterThan(5);
        for (const [, value] of (values as string).matchAll(/"([a-z0-9_]+)"/g)) expect(text?.values[value as string], `${name} ${value}`).toBeTruthy();
      }
    }
  });

  it('name rounds as players do', () => {
    expect(CATALOGUES.ko.table.round('east', 2)).toBe('동2국');
    expect(CATALOGUES.ja.table.round('east', 2)).toBe('東2局');
    expect(CATALOGUES.en.table.round('east', 2)).toBe('East 2');
  });

  it.each(LANGUAGES)('tell all 20 tiles apart by name: %s', (_, catalogue) => {
    expect(new Set(ALL_TILES.map((tile) => tileName(tile, catalogue))).size).toBe(20);
    for (const face of ['5m', '5mr', '1p', 'E', 'haku', 'back', 'junk', 'flower']) expect(faceName(face, catalogue)).not.toBe(face);
  });
});
