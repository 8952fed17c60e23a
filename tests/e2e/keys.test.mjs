// A whole game of three by keyboard alone, from the names to the ranking, in each language: every kind of win, a draw, and the
// points after each hand as the rule book has them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { checkRanking, confirm, pressTiles, sayByKeys, shown } from './steps.mjs';
import { LANGUAGES, TONGUES, roundOf } from './tongues.mjs';
import { Key } from './webdriver.mjs';

/**
 * Twelve hands; the players deal in turn, 0 first. `worth` is with the dealer's two points, `line` an item of the score, `after`
 * what everybody has then.
 */
const HANDS = [
  // Run 1, triplet 2, two reds, tanyao 1.
  { dora: '5', winner: 1, from: 2, tiles: ['2', '3', '4r', '7', '7', '7r'], worth: 6, line: 'tanyao', after: [40, 46, 34] },
  // Run 1, triplet 2, chanta 2: 5 between two, rounded up.
  { dora: 'c', winner: 0, from: null, tiles: ['1', '2', '3', 'g', 'g', 'g'], worth: 5, line: 'chanta', after: [46, 43, 31] },
  { dora: '2', winner: null, after: [46, 43, 31] },
  // The dealer's: run 1, triplet 2, red 1, three dora, chanta 2.
  { dora: '9', winner: 0, from: 1, tiles: ['1', '2', '3', '9', '9', '9r'], worth: 11, line: 'dora', after: [57, 32, 31] },
  { dora: '1', winner: 2, from: null, tiles: ['2', '3', '4', '6', '6', '6'], worth: 13, line: 'all_green', after: [50, 25, 45] },
  // The dealer's: run 1, triplet 2, three reds; the red dora gives a normal 4 its point too.
  { dora: '4r', winner: 2, from: null, tiles: ['4', '5', '6', 'c', 'c', 'c'], worth: 9, line: 'dealer', after: [45, 20, 55] },
  { dora: '2', winner: 1, from: 0, tiles: ['1r', '2r', '3r', '7r', '8r', '9r'], worth: 22, line: 'super_red', after: [23, 42, 55] },
  { dora: '5r', winner: null, after: [23, 42, 55] },
  { dora: 'g', winner: 0, from: 2, tiles: ['1', '1', '1r', '9', '9', '9r'], worth: 19, line: 'chinyao', after: [42, 42, 36] },
  { dora: '6', winner: 2, from: null, tiles: ['3', '4r', '5', '6', '7', '8'], worth: 5, line: 'red', after: [39, 39, 42] },
  { dora: '3', winner: 1, from: 0, tiles: ['2', '3', '4', '5', '6r', '7'], worth: 7, line: 'dealer', after: [32, 46, 42] },
  { dora: '8', winner: 0, from: 1, tiles: ['7', '8', '9', 'c', 'c', 'c'], worth: 9, line: 'chanta', after: [41, 37, 42] },
];

describe('a whole game by keyboard', { timeout: 400_000 }, () => {
  let app;
  let window;

  before(async () => {
    app = await App.start('keys');
    window = await app.open();
    await window.see('start-screen');
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  for (const language of LANGUAGES) {
    const tongue = TONGUES[language];
    const points = async () => (await shown(window, 3)).points;

    it(`is started in ${language} with names that were typed`, async () => {
      await window.choose(`language-${language}`);
      await window.truly('the page in the language', `return document.documentElement.lang === '${language}'`);
      await window.tabTo('player-name-0');
      for (const name of tongue.names) {
        await window.press('a', [Key.Control]);
        await window.press(name);
        // Enter goes on to the next name; after the last it would begin.
        if (name !== tongue.names.at(-1)) await window.press(Key.Enter);
      }
      await window.choose('first-dealer-0');
      await window.tabTo('start-game');
      await window.press(Key.Enter);
      await window.see('table-screen');
      assert.deepEqual((await shown(window, 3)).names, tongue.names);
      assert.deepEqual(await points(), [40, 40, 40]);
    });

    it(`is played to its end in ${language}`, async () => {
      for (const [at, hand] of HANDS.entries()) {
        const number = at + 1;
        const table = await shown(window, 3);
        assert.deepEqual([table.round, table.dealer, table.hand], [roundOf(tongue, number), at % 3, number]);
        await window.press('d');
        await window.see(`key-${hand.dora}`);
        await pressTiles(window, [hand.dora]);
        await window.attributeIs('dora-open', 'data-tile', hand.dora);
        await window.press(Key.Space);
        await window.see('hand-over-sheet');
        await sayByKeys(window, hand);
        if (hand.winner !== null) {
          await pressTiles(window, hand.tiles);
          await window.textIs('score-total', (text) => Number(text) === hand.worth, `${hand.worth} in hand ${number}`);
          const word = { ...tongue, ...tongue.limits }[hand.line];
          if (word) assert.ok((await window.text(`score-${hand.line}`)).includes(word), `${hand.line} in hand ${number}`);
        }
        if (number === 4) await app.shoot(window, `${language}-worth`);
        await confirm(window);
        if (number === HANDS.length) break;
        await window.attributeIs('hand-number', 'data-hand', `${number + 1}`);
        assert.deepEqual(await points(), hand.after, `after hand ${number}`);
        const [who, whose] = [tongue.names[hand.winner], tongue.names[hand.from]];
        const said = hand.winner === null ? tongue.draw : whose ? tongue.ron(who, whose, hand.worth) : tongue.tsumo(who, hand.worth);
        assert.ok((await window.text('last-payment')).startsWith(said), said);
      }
    });

    it(`ends with a winner in ${language}, and the last hand can be taken back and brought again`, async () => {
      const ranks = [[2, 1], [0, 2], [1, 3]];
      await checkRanking(window, ranks, tongue.ranks);
      assert.deepEqual(await Promise.all([0, 1, 2].map((seat) => window.text(`points-${seat}`))), ['41', '37', '42']);
      assert.match(await window.text('ranking-screen'), new RegExp(`${tongue.names[2]}\\s*${tongue.wins}`));
      await app.shoot(window, `${language}-ranking`);
      await window.press('z', [Key.Control]);
      await window.see('table-screen');
      assert.deepEqual(await points(), HANDS.at(-2).after);
      await window.press('z', [Key.Control, Key.Shift]);
      await checkRanking(window, ranks, tongue.ranks);
      await window.tabTo('new-game-again');
      await window.press(Key.Enter);
      await window.see('start-screen');
    });
  }
});
