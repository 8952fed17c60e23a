import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  base: './',
  build: {
    // WebKitGTK 2.40 and later, WebView2, WKWebView of macOS 13.
    target: ['es2022', 'safari16'],
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing inline: every picture and font is a file of ours.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  server: { port: 5173, strictPort: true },
  test: {
    environment: 'jsdom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    // A busy machine is slow to start workers and to answer: that is no failure of the window.
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
