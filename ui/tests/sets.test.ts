import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import { view } from '../src/backend/scenes';
import type { FindingView } from '../src/generated/FindingView';
import { speak } from '../src/messages/speech.svelte';
import { FINDING_CODES } from '../src/messages/sets/texts';
import { testid } from '../src/testids';
import { byId, maybe, open, soon } from './helpers';

beforeAll(() => {
  URL.createObjectURL ??= () => 'blob:picture';
  URL.revokeObjectURL ??= () => undefined;
});

it('knows every finding that the core can send', () => {
  const source = readFileSync(join(import.meta.dirname, '../../crates/vision/src/teach.rs'), 'utf8');
  const codes = [...source.matchAll(/Finding::\w+ \{ \.\. \} => "([a-z_]+)"/g)].map((match) => match[1]);
  expect([...codes].sort()).toEqual([...FINDING_CODES].sort());
});

it('chooses a taught set, forgets it and has it back', async () => {
  const { backend, user } = await open(view());
  await user.click(byId(testid.sets));
  await user.click(await soon(testid.set(0)));
  expect((await soon(testid.set(0))).getAttribute('aria-pressed')).toBe('true');
  await user.click(byId(testid.forgetSet(0)));
  await user.click(await soon(testid.restoreSet));
  expect(backend.setChanges).toEqual([{ kind: 'use', name: '할머니 패' }, { kind: 'forget', name: '할머니 패' }, { kind: 'restore' }]);
});

it('leaves a photo out that cannot be read, says so, and takes those after it', async () => {
  const { backend, user } = await open(view());
  const lesson = backend.lesson;
  let read = 0;
  backend.lesson = () => {
    read += 1;
    if (read === 1) throw { code: 'not_a_picture', details: {} };
    return lesson();
  };
  await user.click(byId(testid.sets));
  await user.click(await soon(testid.teachSet));
  const files = ['a.txt', 'b.jpg'].map((name) => new File(['x'], name));
  await fireEvent.change(await soon(testid.lessonFile), { target: { files } });
  await soon(testid.lessonFindings);
  expect(read).toBe(2);
  await expect.poll(() => maybe(testid.failure)?.dataset.code).toBe('not_a_picture');
});

it('names and marks every tile that something is odd about', async () => {
  const { backend, user } = await open(view());
  const lesson = backend.lesson();
  const findings: FindingView[] = [
    { code: 'tile_count_differs', details: { found: '2', layout: '1', faces: '', unclear: '1' }, picture: 0, tiles: [{ picture: 0, tile: 1 }] },
    { code: 'looks_different', details: { faces: '1s' }, picture: null, tiles: [{ picture: 0, tile: 0 }, { picture: 1, tile: 1 }] },
    { code: 'poor_picture', details: { condition: 'blurred' }, picture: 1, tiles: [] },
    { code: 'faces_missing', details: { faces: '5s' }, picture: null, tiles: [] },
  ];
  backend.lesson = () => ({ ...lesson, pictures: [...lesson.pictures, ...lesson.pictures], findings });
  await user.click(byId(testid.sets));
  await user.click(await soon(testid.teachSet));
  await fireEvent.change(await soon(testid.lessonFile), { target: { files: [new File(['x'], 'a.jpg')] } });
  const said = [...(await soon(testid.lessonFindings)).querySelectorAll('[data-code]')].map((line) => line.textContent);
  expect(said).toEqual([
    'Photo 1: 2 tiles found, the layout has 1. Not in the layout there: tile 2. Covered or blurred places beside them: 1. Set each tile right below.',
    'Photo 1, tile 1 · Photo 2, tile 2: 1 looks different in two places.',
    'Photo 2: Hard to read. The picture is blurred. Hold the camera still and let it focus.',
    'No photo shows 5.',
  ]);
  const isMarked = (picture: number, tile: number) => byId(testid.lessonTile(picture, tile)).closest('li')?.classList.contains('odd');
  expect([isMarked(0, 0), isMarked(0, 1), isMarked(1, 0), isMarked(1, 1)]).toEqual([true, true, false, true]);
});

it('teaches from photos: says what is odd, lets the person put it right, and keeps it', async () => {
  const { backend, user } = await open(view());
  await user.click(byId(testid.sets));
  await user.click(await soon(testid.teachSet));
  const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
  await fireEvent.change(await soon(testid.lessonFile), { target: { files: [file] } });
  const odd = (await soon(testid.lessonFindings)).querySelector('[data-code="wrong_tile"]');
  expect(odd?.textContent).toBe('Photo 1, tile 2: Should be 2, but is surely 3 (98 %).');
  speak('ja');
  await expect.poll(() => odd?.textContent).toBe('写真1の2枚目：緑の2のはずですが、明らかに緑の3です（98%）。');
  await user.selectOptions(byId(testid.lessonTile(0, 1)), '3s');
  await expect.poll(() => backend.told).toEqual([[['1s', '3s']]]);
  await expect.poll(() => byId(testid.lessonFindings).querySelector('[data-code="wrong_tile"]')).toBeNull();
  await user.type(byId(testid.lessonName), 'ours');
  await user.click(byId(testid.lessonLearn));
  await soon(testid.setsSheet);
  expect(maybe(testid.lessonSheet)).toBeNull();
  expect(backend.setChanges.at(-1)).toMatchObject({ kind: 'learn', name: 'ours', tile_set: 'suzume' });
});
