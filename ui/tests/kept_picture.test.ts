import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { view } from '../src/backend/scenes';
import KeptPicture from '../src/past/KeptPicture.svelte';
import { testid } from '../src/testids';

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:kept');
  URL.revokeObjectURL = vi.fn();
});
afterEach(cleanup);

test('the picture of a hand is shown when asked for, and not before', async () => {
  const backend = new FakeBackend(view());
  render(KeptPicture, { backend, key: 'abc' });
  expect(backend.looked).toEqual([]);
  await fireEvent.click(screen.getByTestId(testid.showPicture));
  expect((await screen.findByTestId(testid.keptPicture)).getAttribute('src')).toBe('blob:kept');
  expect(backend.looked).toEqual(['abc']);
});

test('a picture that is no longer there is said in words', async () => {
  render(KeptPicture, { backend: new FakeBackend(view()), key: 'gone' });
  await fireEvent.click(screen.getByTestId(testid.showPicture));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.queryByTestId(testid.keptPicture)).toBeNull();
});
