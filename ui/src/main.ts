import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/noto-sans-jp/wght.css';
import '@fontsource-variable/noto-sans-kr/wght.css';
import './app.css';
import { mount } from 'svelte';
import type { Backend } from './backend/backend';
import BoardWindow from './board/BoardWindow.svelte';
import { tauriBackend } from './backend/tauri';
import Shell from './crash/Shell.svelte';
import { loadDrawings } from './lib/tiles';

/** The real core; under `vite dev` in a browser, where there is none, scripted answers. */
async function backend(): Promise<Backend> {
  if (import.meta.env.DEV && !('__TAURI_INTERNALS__' in window)) {
    const { fakeBackend } = await import('./backend/fake');
    return fakeBackend(new URLSearchParams(window.location.search).get('state') ?? 'start');
  }
  return tauriBackend;
}

/** Held as long as the window is open: a drawing that nothing shows yet stays loaded. */
export const drawings = loadDrawings();

const target = document.getElementById('app');
const wish = new URLSearchParams(window.location.search);
if (target) mount(wish.has('board') ? BoardWindow : Shell, { target, props: { backend: await backend() } });
