import { configure } from '@testing-library/svelte';
import { afterEach } from 'vitest';
import { speak } from '../src/messages/speech.svelte';

configure({ asyncUtilTimeout: 10_000 });

// jsdom has no object URLs; the pictures of the tests are never shown.
URL.createObjectURL = () => 'blob:picture';
URL.revokeObjectURL = () => undefined;

// Nor can its files be read at once.
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};

afterEach(() => {
  speak('en');
});
