// What a person does, in the words of the game; used by the test of the whole game and by the screenshots.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Key } from './webdriver.mjs';

/** The path of a picture that ships with the tests. */
export const picture = (name) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));

/** Chooses a language on the start screen or in the open settings. */
export async function speak(session, language) {
  await session.click(`language-${language}`);
  await session.truly(`the page in ${language}`, `return document.documentElement.lang.startsWith('${language}')`);
}

/** Starts a game from the start screen; the first named player deals. */
export async function startGame(session, names) {
  await session.see('start-new');
  while ((await session.count(`player-name-${names.length}`)) > 0) await session.click(`remove-player-${names.length}`);
  for (const [seat, name] of names.entries()) {
    if ((await session.count(`player-name-${seat}`)) === 0) await session.click('add-player');
    await session.fill(`player-name-${seat}`, name);
  }
  await session.click('first-dealer-0');
  await session.click('start-game');
  await session.see('table-screen');
}

/** Turns up the dora. */
export async function setDora(session, tile) {
  await session.click('dora-open');
  await session.click(`key-${tile}`);
  await session.attributeIs('dora-open', 'data-tile', tile);
}

/** Opens the hand-over sheet and says who won and how: `from` is who discarded, or null for tsumo. */
export async function handOver(session, winner, from) {
  await session.click('hand-over');
  await session.click(`winner-${winner}`);
  await session.click(from === null ? 'how-tsumo' : `ron-from-${from}`);
}

/** Presses the key of each tile, with shift for a red one. */
export async function pressTiles(session, tiles) {
  for (const tile of tiles) await session.press(tile[0], tile.endsWith('r') ? [Key.Shift] : []);
}

/** Says who won and how by keys: W goes through the winners, R through who may have discarded, T is tsumo, X a draw. */
export async function sayByKeys(session, { winner, from }, players = 3) {
  if (winner === null) return session.press('x');
  await session.press('w'.repeat(winner + 1));
  await session.press(from === null ? 't' : 'r'.repeat((from - winner + players) % players));
}

/** Gives the window a picture and waits until it is read. */
export async function givePicture(session, name) {
  await session.type('photo-input', picture(name));
  await session.see('photo-picture');
}

/** Checks who stands where in the end: `[player, rank]` from the first on, as the language counts. */
export async function checkRanking(session, ranks, words) {
  await session.see('ranking-screen');
  for (const [line, [player, rank]] of ranks.entries()) {
    assert.equal(await session.attribute(`rank-${line}`, 'data-player'), `${player}`);
    assert.equal(await session.attribute(`rank-${line}`, 'data-rank'), `${rank}`);
    assert.ok((await session.text(`rank-${line}`)).startsWith(words[rank - 1]), words[rank - 1]);
  }
}

/** Confirms the hand and waits for the table. */
export async function confirm(session) {
  await session.enabled('confirm');
  await session.press(Key.Enter);
  await session.gone('hand-over-sheet');
}

/** The six tiles as entered so far; an empty place is null. */
export async function slots(session) {
  return Promise.all([0, 1, 2, 3, 4, 5].map((slot) => session.attribute(`slot-${slot}`, 'data-tile')));
}

/** What the table shows: everybody's name and points, who deals, the hand, the dora. */
export async function shown(session, players) {
  const seats = [...Array(players).keys()];
  const dealers = await Promise.all(seats.map((seat) => session.count(`dealer-${seat}`)));
  return {
    names: await Promise.all(seats.map((seat) => session.text(`name-${seat}`))),
    points: (await Promise.all(seats.map((seat) => session.text(`points-${seat}`)))).map(Number),
    dealer: dealers.indexOf(1),
    round: await session.text('round-label'),
    hand: Number(await session.attribute('hand-number', 'data-hand')),
    dora: await session.attribute('dora-open', 'data-tile'),
  };
}
