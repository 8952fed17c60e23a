import { asFailure, type Backend } from '../backend/backend';
import type { Diagnostics } from '../generated/Diagnostics';
import type { Failure } from '../generated/Failure';
import { m, sentence } from '../messages/speech.svelte';
import { crashes } from './crash.svelte';

/** A line of the diagnostics. */
export interface Line {
  label: string;
  value: string;
  /** Whether it says that something is wrong. */
  bad: boolean;
}

export interface Part {
  title: string;
  lines: Line[];
}

const line = (label: string, value: string, bad = false): Line => ({ label, value, bad });
const said = (failure: Failure): string => `${sentence(failure)} (${failure.code})`;

/** What the program is made of, where its things are, and which cameras it sees. What cannot be found out is said. */
export async function collect(backend: Backend): Promise<{ parts: Part[]; lines: string[] }> {
  const [state, cameras] = await Promise.all([attempt(backend.diagnostics()), attempt(backend.cameras())]);
  const text = m().diagnostics;
  const parts: Part[] = [];
  if ('failure' in state) parts.push({ title: text.program, lines: [line(text.program, said(state.failure), true)] });
  else parts.push(...partsOf(state.answer));
  const found =
    'failure' in cameras
      ? [line(text.cameras, said(cameras.failure), true)]
      : cameras.answer.cameras.map((camera) => line(camera.name, camera.id));
  parts.push({ title: text.cameras, lines: found.length > 0 ? found : [line(text.cameras, text.noCamera)] });
  return { parts, lines: parts.flatMap((part) => [`[${part.title}]`, ...part.lines.map(({ label, value }) => `${label}: ${value}`), '']) };
}

function partsOf(state: Diagnostics): Part[] {
  const text = m().diagnostics;
  const program = [
    line(text.version, state.version),
    line(text.system, state.system),
    line(text.webview, state.webview ?? text.unknown),
    line(text.data, state.data),
    line(text.games, state.games === null ? text.unreadable : `${state.games}`, state.games === null),
  ];
  const reading = [
    line(text.reading, state.reading ? said(state.reading) : text.ready, state.reading !== null),
    ...state.models.flatMap((model) => [
      line(text.models[model.role === 'locator' ? 'locator' : 'reader'], model.path),
      line(
        'SHA-256',
        model.sha256 === null ? text.missing : `${model.sha256} · ${text.bytes(model.bytes ?? 0)} · ${model.genuine ? text.genuine : text.other}`,
        !model.genuine,
      ),
    ]),
    ...(state.trained ? [line(text.trained, state.trained)] : []),
    ...(state.runtime
      ? [
          line('ONNX Runtime', `${state.runtime.version ?? text.otherRuntime} · ${state.runtime.path}`, state.runtime.version === null),
          line('SHA-256', state.runtime.sha256 ?? text.missing, state.runtime.sha256 === null),
        ]
      : []),
  ];
  return [
    { title: text.program, lines: program },
    { title: text.pictures, lines: reading },
  ];
}

/** What broke in the window since it was opened. */
export function crashLines(): string[] {
  return crashes().flatMap((crash) => [`${new Date(crash.at).toISOString()} ${crash.message}`, ...(crash.stack ? [crash.stack] : [])]);
}

async function attempt<T>(answer: Promise<T>): Promise<{ answer: T } | { failure: Failure }> {
  try {
    return { answer: await answer };
  } catch (thrown) {
    return { failure: asFailure(thrown) };
  }
}
