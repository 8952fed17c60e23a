// A whole game of three by pictures, in each language: every hand that is won is a picture given to the window, its tiles and
// often its dora read there, among them a dim one, a turned one and one of a mahjong set whose manzu stand for the reds.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from './app.mjs';
import { checkRanking, confirm, givePicture, handOver, setDora, shown, slots, speak, startGame } from './steps.mjs';
import { LANGUAGES, TONGUES, roundOf } from './tongues.mjs';
import { Key } from './webdriver.mjs';

/** What lies in each picture. Its dora lies beside the hand; where two tiles do, neither is taken for it. */
const PICTURES = {
  easy: { tiles: ['2', '3', '4r', '7', '7', '7r'], dora: '5' },
  extra: { tiles: ['4', '5', '6', '9', '9', '9r'], dora: null },
  rotated: { tiles: ['1', '1', '1r', '6', '7', '8'], dora: 'c' },
  dim: { tiles: ['3', '4', '5', 'g', 'g', 'g'], dora: '8' },
  manzu: { tiles: ['2r', '3', '4', '6', '6', '6r'], dora: '7', set: 'manzu' },
};

/**
 * Where `dora` is told it was turned up before; otherwise it is the tile beside the hand in the picture. `false_win` is called
 * with tiles that are not worth enough: the same hand goes on.
 */
const HANDS = [
  { picture: 'easy', winner: 1, from: 2, worth: 6, after: [40, 46, 34] },
  { picture: 'manzu', winner: 0, from: null, worth: 6, after: [46, 43, 31] },
  { picture: 'extra', dora: '5', winner: 2, from: 0, worth: 7, after: [39, 43, 38] },
  { picture: 'rotated', dora: '6', winner: 2, from: null, worth: 5, after: [36, 40, 44] },
  { picture: 'dim', dora: 'g', winner: 0, from: 1, worth: 6, after: [42, 34, 44] },
  { picture: 'easy', winner: 2, from: null, worth: 8, after: [38, 30, 52] },
  { picture: 'extra', dora: '2', winner: 1, from: 0, worth: 4, false_win: true, after: [40, 26, 54] },
  { picture: 'manzu', dora: '2', winner: 0, from: 1, worth: 9, after: [49, 17, 54] },
  { picture: 'rotated', dora: '6', winner: 1, from: 2, worth: 7, after: [49, 24, 47] },
  { picture: 'dim', dora: 'g', winner: 1, from: null, worth: 6, after: [46, 30, 44] },
  { picture: 'easy', winner: 2, from: 0, worth: 6, after: [40, 30, 50] },
  { picture: 'extra', dora: '5', winner: 1, from: null, worth: 7, after: [36, 38, 46] },
  { picture: 'easy', winner: 0, from: 2, worth: 6, after: [42, 38, 40] },
];

describe('a whole game by pictures', { timeout: 600_000 }, () => {
  let app;
  let window;
  /** Which set the pictures are read as. */
  let set = 'suzume';

  before(async () => {
    app = await App.start('pictures');
    window = await app.open();
  });
  after(async () => {
    await window?.close();
    await app?.stop();
  });

  /** Another set of tiles comes to the table. */
  async function layOut(other) {
    if (other === set) return;
    await window.click('settings');
    await window.click(`tile-set-${other}`);
    await window.attributeIs(`tile-set-${other}`, 'aria-checked', 'true');
    await window.press(Key.Escape);
    set = other;
  }

  async function play(language, number, hand) {
    const tongue = TONGUES[language];
    const { tiles, dora, set: other = 'suzume' } = PICTURES[hand.picture];
    const before = await shown(window, 3);
    assert.deepEqual([before.round, before.hand], [roundOf(tongue, number), number]);
    await layOut(other);
    // After a false win the hand's dora lies there already.
    if (hand.dora && before.dora !== hand.dora) await setDora(window, hand.dora);
    await handOver(window, hand.winner, hand.from);
    await givePicture(window, `${hand.picture}.jpg`);
    assert.deepEqual((await slots(window)).toSorted(), tiles, hand.picture);
    // What lies beside the hand and is not the dora that is set is told, and nothing changes by itself.
    const turnedUp = hand.dora ?? before.dora;
    if (dora === null || dora === turnedUp) assert.equal(await window.count('dora-beside'), 0, hand.picture);
    else assert.equal(await window.attribute('dora-beside', 'data-tile'), dora, hand.picture);
    if (turnedUp === null) {
      await window.click('dora-beside');
      await window.attributeIs('dora-open', 'data-tile', dora);
    }
    await window.textIs('score-total', (text) => Number(text) === hand.worth, `${hand.worth} in hand ${number}`);
    if (number === 1) await app.shoot(window, `${language}-read`);
    if (hand.false_win) {
      await window.attributeIs('refusal', 'data-code', 'under_minimum');
      await window.click('to-false-win');
    }
    await confirm(window);
  }

  for (const language of LANGUAGES) {
    const tongue = TONGUES[language];

    it(`is played to its end in ${language}`, async () => {
      await speak(window, language);
      await startGame(window, tongue.names);
      let number = 1;
      for (const hand of HANDS) {
        await play(language, number, hand);
        if (!hand.false_win) number += 1;
        if (hand === HANDS.at(-1)) break;
        await window.attributeIs('hand-number', 'data-hand', `${number}`);
        assert.deepEqual((await shown(window, 3)).points, hand.after, `after hand ${number}`);
        const [who, whose] = [tongue.names[hand.winner], tongue.names[hand.from]];
        const won = whose ? tongue.ron(who, whose, hand.worth) : tongue.tsumo(who, hand.worth);
        const said = hand.false_win ? tongue.falseWin(who) : won;
        assert.ok((await window.text('last-payment')).startsWith(said), said);
      }
    });

    it(`ends with a winner in ${language}, and each hand still has its picture`, async () => {
      await checkRanking(window, [[0, 1], [2, 2], [1, 3]], tongue.ranks);
      assert.deepEqual(await Promise.all([0, 1, 2].map((seat) => window.text(`points-${seat}`))), ['42', '38', '40']);
      await window.press('h');
      await window.see('history-line-0');
      await window.click('show-picture');
      await window.see('kept-picture');
      if (language === 'ko') await app.shoot(window, 'kept');
      await window.press(Key.Escape);
      await window.press(Key.Escape);
      await window.gone('history-line-0');
      await window.click('new-game-again');
      await window.see('start-screen');
    });
  }
});
