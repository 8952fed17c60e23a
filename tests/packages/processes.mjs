// The processes of the window, and what they hold in memory.

import { readFileSync, readdirSync } from 'node:fs';

/** The app, its page and the page's network process; the kernel keeps fifteen letters of a name. */
const NAMES = ['suzume-table', 'WebKitWebProces', 'WebKitNetworkPr'];

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

/** The processes of a window among the descendants of a process: `{ pid, name }`. */
export function treeOf(root) {
  const children = new Map();
  const names = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    // `pid (name) state parent ..`, and a name may hold anything.
    const stat = read(`/proc/${pid}/stat`);
    const end = stat.lastIndexOf(')');
    if (end < 0) continue;
    names.set(Number(pid), stat.slice(stat.indexOf('(') + 1, end));
    const parent = Number(stat.slice(end + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(pid)]);
  }
  const all = [root];
  for (const pid of all) all.push(...(children.get(pid) ?? []));
  return all.map((pid) => ({ pid, name: names.get(pid) })).filter(({ name }) => NAMES.includes(name));
}

/** Megabytes by process: resident, and the share of it when what several hold together is divided among them. */
export function memory(processes) {
  const lines = processes.map(({ pid, name }) => {
    const rollup = read(`/proc/${pid}/smaps_rollup`);
    const of = (key) => Number(new RegExp(`^${key}: +(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) / 1000;
    return { name, resident: of('Rss'), share: of('Pss') };
  });
  return { processes: lines, resident: sum(lines, 'resident'), share: sum(lines, 'share') };
}

const sum = (lines, key) => lines.reduce((total, line) => total + line[key], 0);
