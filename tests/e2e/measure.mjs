// How long the window takes from the start of its process until it can be used, and how much memory it has resident, also with the
// camera on (the sample: what it shows is read like a camera's picture). `cargo xtask bench --window` runs it; Linux only.

import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { App } from './app.mjs';
import { setDora, startGame } from './steps.mjs';

const STARTS = 7;
/** In seconds: how long the camera runs before its memory is looked at. */
const WARM = 15;
/** Ticks of the kernel's clock in a second, in which it tells when a process began. */
const TICKS = 100;

const read = (path) => readFileSync(path, 'utf8');
/** What follows the name of a process, which may hold blanks, in its line of the kernel: its state, its parent, ... */
const statOf = (pid) => read(`/proc/${pid}/stat`).replace(/^.*\) /s, '').split(' ');

function processes() {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      return [{ pid, parent: statOf(pid)[1], program: readlinkSync(`/proc/${pid}/exe`) }];
    } catch {
      // It ended meanwhile, or is somebody else's.
      return [];
    }
  });
}

/** Other windows of WebKit on this computer: what is theirs too is counted in part only. */
function others() {
  const own = new Set(family().map(({ pid }) => pid));
  return processes().filter(({ pid, program }) => program.endsWith('/WebKitWebProcess') && !own.has(pid)).length;
}

/** The app and every process that it has started. */
function family() {
  const all = processes();
  const own = all.filter(({ program }) => program === process.env.SUZUME_APP).slice(-1);
  for (const one of own) own.push(...all.filter(({ parent }) => parent === one.pid));
  return own;
}

/** When the process began, in milliseconds since 1970. */
function begun(pid) {
  const booted = Date.now() - Number(read('/proc/uptime').split(' ')[0]) * 1000;
  return booted + (Number(statOf(pid)[19]) / TICKS) * 1000;
}

/** Resident megabytes of each process: all of it, and its fair share of what several use. */
function memory() {
  return family().map(({ pid, program }) => {
    const rollup = read(`/proc/${pid}/smaps_rollup`);
    const of = (what) => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]) / 1024;
    return { program: program.replace(/^.*\//, ''), rss: of('Rss'), pss: of('Pss') };
  });
}

function tell(what) {
  const found = memory();
  const sum = (key) => Math.round(found.reduce((total, one) => total + one[key], 0));
  console.log(`${what}: ${sum('pss')} MB (each page of memory counted once), ${sum('rss')} MB summed over the processes`);
  if (others() > 0) console.log(`    (too little: ${others()} other windows have the same libraries)`);
  for (const { program, rss, pss } of found) console.log(`    ${program}: ${Math.round(pss)} MB, resident ${Math.round(rss)} MB`);
}

const app = await App.start('measure');
let window;
try {
  const times = [];
  for (let start = 0; start < STARTS; start += 1) {
    window = await app.open();
    await window.see('start-screen');
    const usable = await window.script(`return performance.timeOrigin + performance.getEntriesByName('usable')[0].startTime`);
    times.push(Math.round(usable - begun(family()[0].pid)));
    if (start < STARTS - 1) await window.close();
  }
  console.log(`from the start of the process to the usable window, ms: ${times.join(' ')} (the first with cold caches)`);
  tell('start screen');
  await startGame(window, ['하늘', '보미', '아라']);
  await setDora(window, '5');
  tell('a game');
  await window.click('hand-over');
  await window.click('tiles-by-camera');
  await window.click('camera-settings');
  await window.click('camera-automatic');
  await window.click('camera-sample');
  await window.attributeIs('camera-sample', 'aria-checked', 'true');
  await window.click('camera-settings');
  await window.see('live-tile-6');
  await new Promise((resolve) => setTimeout(resolve, WARM * 1000));
  tell(`the camera on for ${WARM} s`);
} finally {
  await window?.close();
  await app.stop();
}
