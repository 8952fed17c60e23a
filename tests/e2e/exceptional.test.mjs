// Games with every end that a hand or a game can have beside the plain one, in each language: several rons, a purse that does not
// suffice and one that is empty, false wins in their three kinds, exhausted draws, the nearest ron alone, an end by agreement, a
// shared first place, and all of it taken back and brought again.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { checkRanking, confirm, handOver, shown, speak, startGame } from './steps.mjs';
import { LANGUAGES, TONGUES } from './tongues.mjs';
import { Key, eventually } from './webdriver.mjs';

describe('every exceptional end', { timeout: 500_000 }, () => {
  let app;
  let window;

  const points = async () => (await shown(window, 3)).points;
  const hand = async () => (await shown(window, 3)).hand;
  /** Waits until the table shows these points in this hand. */
  const stands = (wanted, number) =>
    eventually(`${wanted} in hand ${number}`, async () => {
      const table = await shown(window, 3);
      return table.points.join() === wanted.join() && table.hand === number;
    });
  const said = async (...parts) => {
    const text = (await window.text('last-payment')).replace(/\s+/g, ' ');
    for (const part of parts) assert.ok(text.includes(part), `“${part}” in “${text}”`);
  };

  before(async () => {
    app = await App.start('exceptional');
    window = await app.open();
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  /** One hand that is laid down. */
  async function win(winner, from, tiles) {
    await handOver(window, winner, from);
    await window.fill('notation', tiles);
  }

  /** Two lay down a hand on one discard: who discarded, then the first winner, the next one is offered by the window. */
  async function twoRons(from, winner, tiles, others) {
    await win(winner, from, tiles);
    await window.click('add-winner');
    await window.fill('notation', others);
    await confirm(window);
  }

  async function draw() {
    await window.click('hand-over');
    await window.click('how-draw');
    await confirm(window);
  }

  /** From a hand that may not win to the false win that it is. */
  async function falseWin(refused, code) {
    await window.attributeIs('refusal', 'data-code', code);
    if (refused) assert.match(await window.text('refusal'), refused);
    assert.notEqual(await window.attribute('confirm', 'disabled'), null, 'it cannot be confirmed as a win');
    await window.click('to-false-win');
    await confirm(window);
  }

  async function endByAgreement() {
    await window.press('m');
    await window.click('end-game');
    await window.see('ranking-screen');
  }

  for (const language of LANGUAGES) {
    const tongue = TONGUES[language];
    const [a, b, c] = tongue.names;

    it(`two rons on one discard are paid in turn, in ${language}`, async () => {
      await speak(window, language);
      await startGame(window, tongue.names);
      // The second player discards the red 1: the third is nearer and has 6; the dealer has Super Red, 22 and 2.
      await twoRons(1, 2, '1r11789', '1r2r3r7r8r9r');
      assert.deepEqual(await points(), [64, 10, 46]);
      await said(tongue.ron(c, b, 6), tongue.ron(a, b, 24));
    });

    it(`whoever comes later gets what is left, and an empty purse plays on, in ${language}`, async () => {
      // 10 points are left: 8 for the nearer, 2 of 6 for the other.
      await twoRons(1, 2, '789ccc', '789 1r11');
      assert.deepEqual(await points(), [66, 0, 54]);
      await said(tongue.paidOf(2, 6));
      await app.shoot(window, `${language}-short`);
      // A tsumo of 5 asks 3 of each; one of them has none.
      await win(0, null, '123ggg');
      await confirm(window);
      assert.deepEqual(await points(), [69, 0, 51]);
      await said(tongue.tsumo(a, 5));
      assert.equal(await hand(), 4);
    });

    it(`a false win costs 2 for each other, as far as they last, and the same hand goes on, in ${language}`, async () => {
      await win(0, null, '111456');
      await falseWin(tongue.refused.under_minimum, 'under_minimum');
      assert.deepEqual(await points(), [65, 2, 53]);
      await said(tongue.falseWin(a));
      // The second has 2: they go to the right-hand neighbour, and nothing is left for the next.
      await win(1, null, '13579g');
      await falseWin(tongue.refused.no_shape, 'no_shape');
      assert.deepEqual(await points(), [65, 0, 55]);
      await win(2, 0, '123ggg');
      await window.click('own-discard');
      await falseWin(tongue.refused.furiten, 'furiten');
      assert.deepEqual(await points(), [67, 2, 51]);
      assert.equal(await hand(), 4, 'still the same hand');
    });

    it(`an exhausted draw moves no points and passes the deal, in ${language}`, async () => {
      const { dealer } = await shown(window, 3);
      await draw();
      const table = await shown(window, 3);
      assert.deepEqual([table.points, table.hand, table.dealer], [[67, 2, 51], 5, (dealer + 1) % 3]);
      await said(tongue.draw);
    });

    it(`the game ends by agreement, in ${language}, and every step of it can be taken back and brought again`, async () => {
      await endByAgreement();
      const ranks = [[0, 1], [2, 2], [1, 3]];
      await checkRanking(window, ranks, tongue.ranks);
      await window.press('h');
      // Two rons, two rons, a tsumo, three false wins and a draw came before it.
      assert.ok((await window.text('history-line-7')).includes(tongue.agreed));
      await window.press(Key.Escape);
      await window.gone('history-line-7');
      await window.press('z', [Key.Control]);
      await window.see('table-screen');
      // Back through the draw and the three false wins, and forth again.
      const past = [[[67, 2, 51], 5], [[67, 2, 51], 4], [[65, 0, 55], 4], [[65, 2, 53], 4], [[69, 0, 51], 4]];
      await stands(...past[0]);
      for (const before of past.slice(1)) {
        await window.press('z', [Key.Control]);
        await stands(...before);
      }
      for (const after of past.toReversed().slice(1)) {
        await window.press('z', [Key.Control, Key.Shift]);
        await stands(...after);
      }
      await window.press('z', [Key.Control, Key.Shift]);
      await checkRanking(window, ranks, tongue.ranks);
      await window.click('new-game-again');
    });

    it(`by house rules the nearest ron alone is paid, and two share the first place, in ${language}`, async () => {
      await window.click('house-rules');
      await window.click('rule-multiple_ron-nearest_only');
      await window.click('rule-minimum-none');
      await window.press(Key.Escape);
      await startGame(window, tongue.names);
      await twoRons(1, 2, '1r11789', '1r2r3r7r8r9r');
      assert.deepEqual(await points(), [40, 34, 46]);
      await said(tongue.notPaid);
      // 3 points suffice where no least is agreed.
      await win(0, 2, '111456');
      await confirm(window);
      assert.deepEqual(await points(), [43, 34, 43]);
      await endByAgreement();
      await checkRanking(window, [[0, 1], [2, 1], [1, 3]], tongue.ranks);
      assert.match(await window.text('ranking-screen'), new RegExp(`${a} · ${c}\\s*${tongue.share}`));
      for (const line of [0, 1, 2]) {
        assert.equal((await window.text(`rank-${line}`)).includes(tongue.tied), line < 2, 'those who share it are marked');
      }
      await app.shoot(window, `${language}-shared`);
      await window.click('new-game-again');
      await window.see('start-screen');
    });
  }

  it('what was played in one language is told in another at once', async () => {
    const [a, b] = TONGUES.en.names;
    await speak(window, 'en');
    await startGame(window, TONGUES.en.names);
    await win(0, 1, '1r2r3r7r8r9r');
    await confirm(window);
    await window.click('settings');
    for (const language of LANGUAGES) {
      await speak(window, language);
      await said(TONGUES[language].ron(a, b, 24));
      assert.equal(await window.text('round-label'), TONGUES[language].round(0, 2));
    }
  });
});
