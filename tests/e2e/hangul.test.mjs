// A Korean name typed through a real input method: IBus with its Hangul engine on a bus of its own, and real key presses of the
// screen. Each letter is seen while the syllable is put together, and the key that ends a syllable does nothing else.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { speak } from './steps.mjs';
import { eventually } from './webdriver.mjs';

const ENGINE = '/usr/libexec/ibus-engine-hangul';
/** The keys of 하늘 on a Korean keyboard, and what stands in the box after each. */
const HANEUL = [['g', 'ㅎ'], ['k', '하'], ['s', '한'], ['m', '하느'], ['f', '하늘']];
/**
 * A bus on which everybody may speak and that starts no services. One that starts what is installed starts the portals of a desktop:
 * the window waits 25 seconds for them, and they outlive the bus with its output open, which no test can end.
 */
const busOf = (folder) => `<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
`;
const skip = existsSync(ENGINE) ? false : 'there is no ibus-hangul here';

describe('a name typed in Hangul', { timeout: 120_000, skip }, () => {
  let app;
  let window;
  let home;
  let bus;

  /** A program of the desktop, told of the bus; it must succeed. */
  function desktop(program, ...args) {
    const { status, stdout, stderr } = spawnSync(program, args, { env: environment(), encoding: 'utf8' });
    assert.equal(status, 0, `${program} ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }
  const settings = () => ({ HOME: home, XDG_RUNTIME_DIR: home, DBUS_SESSION_BUS_ADDRESS: bus.address, GTK_IM_MODULE: 'ibus', GSETTINGS_BACKEND: 'memory' });
  const environment = () => ({ ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', ...settings() });
  const press = (key) => desktop('xdotool', 'key', key);
  const names = () => window.script(`return [...document.querySelectorAll('input[type=text]')].map((input) => input.value)`);

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'suzume-hangul-'));
    const configuration = join(home, 'bus.conf');
    await writeFile(configuration, busOf(home));
    const daemon = spawn('dbus-daemon', [`--config-file=${configuration}`, '--nofork', '--print-address'], { stdio: ['ignore', 'pipe', 'ignore'] });
    bus = { daemon, address: `${(await once(daemon.stdout, 'data'))[0]}`.trim() };
    // Its memory of settings: the Hangul engine does not start without one.
    desktop('ibus-daemon', '--daemonize', '--panel=disable', '--config=/usr/libexec/ibus-memconf');
    await eventually('the Hangul engine', () => spawnSync('ibus', ['engine', 'hangul'], { env: environment() }).status === 0);
    app = await App.start('hangul', settings());
    window = await app.open();
    await window.see('start-screen');
    await speak(window, 'ko');
    // Nobody manages windows here who would give it the keyboard.
    desktop('xdotool', 'search', '--onlyvisible', '--name', '참새작|Suzume', 'windowfocus', '--sync', '%1');
  });
  after(async () => {
    await window?.close();
    await app?.stop();
    spawnSync('ibus', ['exit'], { env: environment() });
    bus?.daemon.kill();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is seen letter by letter as it is put together', async () => {
    await window.click('player-name-0');
    press('Hangul');
    for (const [key, wanted] of HANEUL) {
      press(key);
      await eventually(`${wanted} after ${key}`, async () => (await names())[0] === wanted);
    }
    await app.shoot(window, 'composing');
  });

  it('is ended by Enter, which goes nowhere before it is pressed again', async () => {
    press('Return');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const focused = () => window.script('return document.activeElement?.dataset?.testid');
    assert.deepEqual([(await names())[0], await focused()], ['하늘', 'player-name-0']);
    press('Return');
    await eventually('the next name', async () => (await focused()) === 'player-name-1');
  });

  it('is the name of the player', async () => {
    await window.click('start-game');
    await window.textIs('name-0', (text) => text === '하늘', '하늘');
    await app.shoot(window, 'table');
  });
});
