import '@fontsource-variable/inter/wght.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import type { Backend } from './backend/backend';
import { tauriBackend } from './backend/tauri';

/** The real core; under `vite dev` in a browser, where there is none, scripted answers. */
async function backend(): Promise<Backend> {
  if (import.meta.env.DEV && !('__TAURI_INTERNALS__' in window)) {
    const { fakeBackend } = await import('./backend/fake');
    return fakeBackend(new URLSearchParams(window.location.search).get('state') ?? 'start');
  }
  return tauriBackend;
}

const target = document.getElementById('app');
if (target) mount(App, { target, props: { backend: await backend() } });
