// A small client of the W3C WebDriver protocol: what these tests need of it and no more.

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** How long an element or a condition is waited for, in milliseconds. A cold start on a busy machine takes a while. */
const PATIENCE = 20_000;

/** The keys of the protocol that are no characters. */
export const Key = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Tab: '\uE004',
  Right: '\uE014',
  Shift: '\uE008',
  Control: '\uE009',
  Space: ' ',
};

/** What the driver refused, with its own code. */
export class DriverError extends Error {
  constructor(code, message) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

async function call(url, method, body) {
  const response = await fetch(url, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new DriverError(value?.error ?? response.status, value?.message ?? response.statusText);
  return value;
}

/** Asks again and again until the answer is neither an error nor false. */
export async function eventually(what, ask, patience = PATIENCE) {
  const end = Date.now() + patience;
  let last;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${patience / 1000} s in vain for ${what}${last ? ` (${last.message})` : ''}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** A window under control. Elements are found by their `data-testid`. */
export class Session {
  #url;

  constructor(url) {
    this.#url = url;
  }

  /** Opens the window of `application` through the driver at `server`. */
  static async open(server, application) {
    const capabilities = { alwaysMatch: { browserName: 'wry', 'tauri:options': { application } } };
    const { sessionId } = await call(`${server}/session`, 'POST', { capabilities });
    return new Session(`${server}/session/${sessionId}`);
  }

  /** Closes the window. */
  async close() {
    await call(this.#url, 'DELETE');
  }

  /** The windows of the app that can be looked at, in no order that means anything. */
  async windows() {
    return call(`${this.#url}/window/handles`, 'GET');
  }

  /** Everything from here on is about this window. */
  async goTo(handle) {
    await call(`${this.#url}/window`, 'POST', { handle });
  }

  /** Closes the window that everything is about, not the app. */
  async closeWindow() {
    await call(`${this.#url}/window`, 'DELETE');
  }

  /** Runs the body of a function in the page. */
  async script(body, ...args) {
    return call(`${this.#url}/execute/sync`, 'POST', { script: body, args });
  }

  /** Runs the body of a function in the page and waits for what it gives to `done`. */
  async scriptUntilDone(body) {
    return call(`${this.#url}/execute/async`, 'POST', { script: `const done = arguments[arguments.length - 1];\n${body}`, args: [] });
  }

  /** How often an element is there right now. */
  async count(id) {
    return (await this.#all(id)).length;
  }

  async #all(id) {
    return call(`${this.#url}/elements`, 'POST', { using: 'css selector', value: `[data-testid="${id}"]` });
  }

  async #one(id) {
    return eventually(`an element ${id}`, async () => {
      const [element] = await this.#all(id);
      return element?.[ELEMENT];
    });
  }

  /** Acts on an element, finding it anew if the page replaced it meanwhile. */
  async #act(id, what, method, path, body) {
    let answer;
    await eventually(`${what} of ${id}`, async () => {
      answer = await call(`${this.#url}/element/${await this.#one(id)}/${path}`, method, body);
      return true;
    });
    return answer;
  }

  /** Waits until the element is there. */
  async see(id) {
    await this.#one(id);
  }

  /** Waits until the element is gone. */
  async gone(id) {
    await eventually(`${id} to go`, async () => (await this.count(id)) === 0);
  }

  async click(id) {
    await this.#act(id, 'a click', 'POST', 'click', {});
  }

  /** Types into an element; of a file input, the text is the path of the file. */
  async type(id, text) {
    await this.#act(id, 'typing', 'POST', 'value', { text });
  }

  /** Replaces what is in a text box. */
  async fill(id, text) {
    await this.#act(id, 'clearing', 'POST', 'clear', {});
    await this.type(id, text);
  }

  /** What is written in an element, also where a narrow place cuts it off. */
  async text(id) {
    return (await this.#act(id, 'the text', 'GET', 'property/textContent')).trim();
  }

  async attribute(id, name) {
    return this.#act(id, `attribute ${name}`, 'GET', `attribute/${name}`);
  }

  /** Waits until the text of an element satisfies the check. */
  async textIs(id, check, what) {
    await eventually(`the text of ${id} to be ${what}`, async () => check(await this.text(id)));
  }

  async attributeIs(id, name, value) {
    await eventually(`${name} of ${id} to be ${value}`, async () => (await this.attribute(id, name)) === value);
  }

  /** Waits until the button can be pressed. */
  async enabled(id) {
    await eventually(`${id} to be enabled`, () => this.#act(id, 'whether it is enabled', 'GET', 'enabled'));
  }

  /** Waits until the body of a function, run in the page, returns something true. */
  async truly(what, body) {
    await eventually(what, () => this.script(body));
  }

  /** Goes on with Tab until the element has the focus, as somebody without a mouse does. */
  async tabTo(id) {
    await this.#pressUntil(Key.Tab, id, `return document.activeElement?.dataset?.testid === '${id}'`);
  }

  /** Goes on with Tab to the radios that this one is among, and from there by arrows to it, which chooses it. */
  async choose(id) {
    const group = `document.querySelector('[data-testid="${id}"]').closest('[role="radiogroup"]')`;
    await this.#pressUntil(Key.Tab, id, `return ${group}.contains(document.activeElement)`);
    if (await this.script(`return document.activeElement.dataset.testid !== '${id}'`)) {
      await this.#pressUntil(Key.Right, id, `return document.activeElement.dataset.testid === '${id}'`);
    }
  }

  async #pressUntil(key, id, reached, most = 80) {
    for (let pressed = 0; pressed < most; pressed += 1) {
      await this.press(key);
      if (await this.script(reached)) return;
    }
    throw new Error(`a key was pressed ${most} times and never came to ${id}`);
  }

  /** Waits until all letters are there and what moves for a while, such as payments, lies still. */
  async still() {
    await this.scriptUntilDone('document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))');
    await this.truly('everything to lie still', `return document.getAnimations().every((one) =>
      one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)`);
  }

  /** Presses keys one after the other, wherever the focus is; `held` are kept down meanwhile. */
  async press(keys, held = []) {
    const down = (value) => ({ type: 'keyDown', value });
    const up = (value) => ({ type: 'keyUp', value });
    const actions = [...held.map(down), ...[...keys].flatMap((key) => [down(key), up(key)]), ...held.map(up)];
    await call(`${this.#url}/actions`, 'POST', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async resize(width, height) {
    await call(`${this.#url}/window/rect`, 'POST', { width, height });
    await eventually(`a page of ${width}x${height}`, async () => {
      const [w, h] = await this.script('return [innerWidth, innerHeight]');
      return w === width && h === height;
    });
  }

  /** The window's page as a PNG. */
  async screenshot() {
    // The driver waits until the page is drawn the next time. Where no graphics card draws it that is when something changes: here a
    // line that nobody can see.
    await this.script(`window.drawnAnew = document.body.animate(
      { outline: ['1px solid #00000000', '1px solid #00000001'] }, { duration: 100, iterations: Infinity })`);
    const picture = await call(`${this.#url}/screenshot`, 'GET');
    await this.script('window.drawnAnew.cancel(); delete window.drawnAnew');
    return Buffer.from(picture, 'base64');
  }
}
