// What teaches, in the real window: the reference card, what a hand waits for, the diagnostics, and the tour to its end.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { setDora, shown, speak, startGame } from './steps.mjs';
import { Key } from './webdriver.mjs';

/** The function keys of the protocol. */
const F = (number) => String.fromCharCode(0xe030 + number);
const RIGHT = '\uE014';

describe('learning in the real window', { timeout: 240_000 }, () => {
  let app;
  let window;

  before(async () => {
    app = await App.start('learning');
    window = await app.open();
    await window.see('start-screen');
    await speak(window, 'ko');
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  const at = (step) => window.attributeIs('tour', 'data-step', step);

  it('offers a tour to whoever comes first, through a practice game with a real picture', async () => {
    await window.see('tour-offer');
    await window.click('tour-open');
    await at('table');
    await app.shoot(window, 'tour');
    await window.press(F(3));
    await at('dora');
    await setDora(window, '5');
    await at('over');
    await window.press(Key.Space);
    await at('picture');
    await window.click('tour-picture');
    await at('who');
    await window.attributeIs('slot-5', 'data-tile', '7r');
    await window.click('winner-1');
    await window.click('how-tsumo');
    assert.equal(await window.text('score-total'), '6');
    await app.shoot(window, 'tour-picture');
    await window.enabled('confirm');
    await window.press(Key.Enter);
    await at('paid');
    assert.deepEqual((await shown(window, 3)).points, [21, 55, 44]);
    await window.press(F(3));
    await at('card');
    await window.press(F(1));
    await at('waits');
    await window.press(F(2));
    await at('end');
    await window.press(F(3));
    await window.gone('tour');
    await window.see('start-screen');
    assert.equal(await window.count('resume-0'), 0, 'the practice game is in no list');
  });

  it('shows the reference card on one key, its numbers from the rules', async () => {
    await startGame(window, ['하늘', '보미', '아라']);
    await window.press(F(1));
    await window.see('card');
    await app.shoot(window, 'card-front');
    await window.press(RIGHT);
    await window.see('card-shares-3');
    assert.match(await window.text('card-shares-3'), /5–6점\s*3/);
    await app.shoot(window, 'card-back');
    await window.press(F(1));
    await window.gone('card');
  });

  it('tells what five tiles wait for and what each of six discards leaves, as the rule document has it', async () => {
    await window.press(F(2));
    await window.see('waits-sheet');
    await window.press('224777');
    await window.attributeIs('discard-4', 'data-win', '2');
    await window.attributeIs('discard-2', 'data-left', '4');
    await app.shoot(window, 'discards');
    await window.click('drop-2');
    await window.attributeIs('wait-3', 'data-wins', 'false');
    await window.attributeIs('wait-3r', 'data-wins', 'true');
    await app.shoot(window, 'waits');
    await window.press(F(2));
    await window.gone('waits-sheet');
  });

  it('tells it within the hand-over sheet as well, with the dora of the table', async () => {
    await setDora(window, '3');
    await window.press(Key.Space);
    await window.see('hand-over-sheet');
    await window.press('24777');
    await window.press(F(2));
    await window.attributeIs('wait-3', 'data-wins', 'true');
    await app.shoot(window, 'hand-waits');
    await window.press(F(2));
    await window.press(Key.Escape);
    await window.gone('hand-over-sheet');
  });

  it('says what it is made of: models as the manifest has them, the library, the folder', async () => {
    await window.press('m');
    await window.click('diagnostics-open');
    await window.see('diagnostics-copy');
    const said = await window.text('diagnostics-sheet');
    assert.equal((said.match(/명세와 같음/g) ?? []).length, 2, said);
    assert.match(said, /suzume-e2e-/);
    await app.shoot(window, 'diagnostics');
    await window.press(Key.Escape);
    await window.press(Key.Escape);
  });

  it('comes back to the game after something in the window broke', async () => {
    const before = await shown(window, 3);
    await window.script("setTimeout(() => { throw new TypeError('on purpose'); })");
    await window.see('crash-screen');
    await app.shoot(window, 'crash');
    await window.press(Key.Enter);
    await window.see('table-screen');
    assert.deepEqual(await shown(window, 3), before);
  });
});
