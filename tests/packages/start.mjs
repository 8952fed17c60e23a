// How long the installed app takes from its start to its finished first picture, and what it holds in memory then.
//
// Nothing of the app is made for this: Xvfb keeps its screen in a file, which is looked at every few milliseconds. The
// window is usable when the screen first shows what it still shows seconds later: the start screen with what Rust said.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memory, treeOf } from './processes.mjs';

/** Milliseconds between two looks, and how long nothing must change: a page that is slow to come must not be missed. */
const LOOK = 15;
const STILL = 6000;
const PATIENCE = 60_000;
/** The share of the screen that may differ: a caret blinks. */
const CLOSE = 0.001;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The file in which Xvfb keeps its screen. */
class Screen {
  #file;
  #data;
  #size;

  static async open(path) {
    const screen = new Screen();
    screen.#file = await open(path, 'r');
    // An XWD file: big-endian words, of which the first is the size of the header and the twentieth the colours after it.
    const header = Buffer.alloc(100);
    await screen.#file.read(header, 0, 100, 0);
    const word = (index) => header.readUInt32BE(index * 4);
    screen.#data = word(0) + word(19) * 12;
    screen.#size = word(12) * word(5);
    return screen;
  }

  async look() {
    const pixels = Buffer.alloc(this.#size);
    await this.#file.read(pixels, 0, this.#size, this.#data);
    return pixels;
  }

  close() {
    return this.#file.close();
  }
}

function isClose(one, other) {
  let differing = 0;
  const [a, b] = [new Uint32Array(one.buffer, one.byteOffset, one.length / 4), new Uint32Array(other.buffer, other.byteOffset, other.length / 4)];
  for (let index = 0; index < a.length; index += 1) differing += a[index] === b[index] ? 0 : 1;
  return differing <= a.length * CLOSE;
}

/** Makes the system forget every file that it holds in memory; only root may. */
function forgetFiles() {
  writeFileSync('/proc/sys/vm/drop_caches', '3');
}

/** Starts the app, waits until its window is usable and lies still, and ends it again. */
async function start(screen) {
  const empty = await screen.look();
  const begun = performance.now();
  const app = spawn(fileURLToPath(new URL('inside.sh', import.meta.url)), [], { stdio: ['ignore', 'ignore', 'inherit'] });
  const seen = [{ at: 0, pixels: empty }];
  for (;;) {
    const pixels = await screen.look();
    const at = performance.now() - begun;
    if (!pixels.equals(seen.at(-1).pixels)) seen.push({ at, pixels });
    if (seen.length > 1 && at - seen.at(-1).at > STILL) break;
    if (at > PATIENCE) throw new Error(`after ${PATIENCE / 1000} s the window is not there or does not lie still`);
    await pause(LOOK);
  }
  const held = memory(treeOf(process.pid));
  app.kill('SIGKILL');
  if (app.exitCode === null && app.signalCode === null) await once(app, 'exit');
  // The screen is empty again before the next start.
  await pause(1000);
  return { appeared: seen[1].at, usable: seen.find(({ pixels }) => isClose(pixels, seen.at(-1).pixels)).at, memory: held };
}

const screen = await Screen.open(process.env.SUZUME_SCREEN);
const runs = [];
// The very first start makes the folders of the person, and is told apart.
for (const [kind, count, before] of [['first', 1, forgetFiles], ['cold', 3, forgetFiles], ['warm', 5, () => {}]]) {
  for (let run = 0; run < count; run += 1) {
    before();
    const { appeared, usable, memory: held } = await start(screen);
    runs.push({ kind, appeared, usable, memory: held });
    const [resident, share] = [held.resident, held.share].map((megabytes) => megabytes.toFixed(0));
    console.log(`${kind}: something after ${appeared.toFixed(0)} ms, usable after ${usable.toFixed(0)} ms; ${resident} MB resident, ${share} MB when shared pages are divided`);
  }
}
await screen.close();
await writeFile(join(process.env.SUZUME_ARTEFACTS, 'start.json'), JSON.stringify(runs, null, 2));
