import { afterEach } from 'vitest';
import { speak } from '../src/messages/speech.svelte';

// jsdom has no object URLs; the pictures of the tests are never shown.
URL.createObjectURL = () => 'blob:picture';
URL.revokeObjectURL = () => undefined;

afterEach(() => {
  speak('en');
});
