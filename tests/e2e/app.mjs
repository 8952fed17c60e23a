// The real window: its driver, its data, and the pictures taken of it. Everything is told by the environment, which
// `cargo xtask test` and `cargo xtask screenshots` set.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Session, eventually } from './webdriver.mjs';

function told(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this through \`cargo xtask test window\``);
  return value;
}

async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** The app with data of its own, which its windows share one after the other. */
export class App {
  #driver;
  #server;
  #data;
  #folder;
  #shots = 0;

  /** `name` is the folder of the screenshots; `more` comes into the environment of the app. */
  static async start(name, more = {}) {
    const app = new App();
    app.#folder = join(told('SUZUME_ARTEFACTS'), name);
    await rm(app.#folder, { recursive: true, force: true });
    await mkdir(app.#folder, { recursive: true });
    app.#data = await mkdtemp(join(tmpdir(), 'suzume-e2e-'));
    const [port, native] = [await freePort(), await freePort()];
    app.#driver = spawn(told('SUZUME_TAURI_DRIVER'), ['--port', `${port}`, '--native-port', `${native}`], {
      stdio: ['ignore', 'inherit', 'inherit'],
      // A group of its own, so that nothing of it outlives the test.
      detached: true,
      env: { ...process.env, SUZUME_DATA: app.#data, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', ...more },
    });
    app.#server = `http://127.0.0.1:${port}`;
    await eventually('the driver to answer', async () => (await fetch(`${app.#server}/status`)).ok);
    return app;
  }

  /** Opens a window on the data as it is. */
  async open() {
    return Session.open(this.#server, told('SUZUME_APP'));
  }

  /** Keeps a picture of the page. */
  async shoot(session, name) {
    await session.still();
    this.#shots += 1;
    const file = join(this.#folder, `${String(this.#shots).padStart(2, '0')}-${name}.png`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await session.screenshot());
  }

  /** The numbers of this app's processes of this name, such as `suzume-table` and those in which WebKit shows its pages. */
  async processes(name) {
    const found = [];
    for (const process of await readdir('/proc')) {
      if (!/^\d+$/.test(process)) continue;
      // One that ends meanwhile is none.
      const told = (file) => readFile(join('/proc', process, file), 'utf8').catch(() => '');
      // The system keeps 15 letters of a name.
      if ((await told('comm')).trim() !== name.slice(0, 15)) continue;
      if ((await told('environ')).split('\0').includes(`SUZUME_DATA=${this.#data}`)) found.push(Number(process));
    }
    return found;
  }

  /** Whether the app's camera is open: it has a thread of its own. */
  async cameraIsOpen() {
    const [app] = await this.processes(basename(told('SUZUME_APP')));
    const threads = await readdir(`/proc/${app}/task`);
    const names = await Promise.all(threads.map((thread) => readFile(`/proc/${app}/task/${thread}/comm`, 'utf8').catch(() => '')));
    return names.some((name) => name.trim() === 'camera');
  }

  /** Ends the driver and deletes the data. */
  async stop() {
    this.#driver.kill();
    if (this.#driver.exitCode === null && this.#driver.signalCode === null) await once(this.#driver, 'exit');
    // The driver answers that a session is over before the app has ended, and a driver that ends then leaves the app behind.
    try {
      process.kill(-this.#driver.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
    await rm(this.#data, { recursive: true, force: true });
  }
}
