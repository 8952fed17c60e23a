import { describe, expect, it } from 'vitest';
import { READING } from '../src/backend/scenes';
import { HandDraft } from '../src/lib/draft.svelte';
import { EndDraft } from '../src/lib/end.svelte';

/** A hand as it was read: 1r 2 3r c c c. */
function read(): HandDraft {
  const draft = new HandDraft(1);
  draft.show({ url: 'blob:picture', by: 'photo', reading: READING });
  return draft;
}

describe('of a hand that was read, the corrected tiles are counted', () => {
  const CORRECTIONS: [string, number, (draft: HandDraft) => void][] = [
    ['none', 0, () => undefined],
    ['a tile named otherwise', 1, (draft) => draft.nameInPicture(4, '3')],
    ['a tile named as it was read', 0, (draft) => draft.nameInPicture(4, '3r')],
    ['a tile typed over', 1, (draft) => draft.type(['1r', '2', '3', 'c', 'c', 'c'])],
    ['two tiles typed over', 2, (draft) => draft.type(['1', '2', '3', 'c', 'c', 'c'])],
    ['the same tiles in another order', 0, (draft) => draft.type(['c', 'c', 'c', '3r', '2', '1r'])],
    ['a tile deleted and another one typed', 1, (draft) => (draft.type(['1r', '2', '3r', 'c', 'c']), draft.type(['1r', '2', '3r', 'c', 'c', 'g']))],
    ['a tile taken out and another one tapped', 1, (draft) => (draft.removeLast(), draft.put('g'))],
    ['a tile taken out', 1, (draft) => draft.removeLast()],
    ['another tile of the picture brought in', 2, (draft) => (draft.removeLast(), draft.bringIn(0))],
  ];

  it.each(CORRECTIONS)('%s: %i', (_, corrected, correct) => {
    const draft = read();
    correct(draft);
    expect(draft.origin()).toMatchObject({ kind: 'photo', corrected });
  });

  it('also a tile that the picture lacks', () => {
    const draft = new HandDraft(1);
    draft.show({ url: 'blob:picture', by: 'camera', reading: { ...READING, tiles: READING.tiles.slice(0, 7) } });
    draft.type([...draft.tiles, 'c']);
    expect(draft.origin()).toMatchObject({ kind: 'camera', corrected: 1 });
  });
});

describe('two winners of one discard', () => {
  it('stay two, however often it is chosen who won and how', () => {
    const end = new EndDraft(4);
    end.chooseWinner(1);
    end.chooseRon(0);
    end.addWinner();
    expect(end.hands.map((hand) => hand.seat)).toEqual([1, 2]);
    for (const [other, seat] of [[() => end.chooseTsumo(), 1], [() => end.chooseFalseWin(), 2], [() => end.chooseDraw(), 1]] as const) {
      other();
      end.chooseWinner(seat);
      expect(end.winner).toBe(seat);
      expect(new Set(end.hands.map((hand) => hand.seat)).size).toBe(2);
    }
    expect(end.how).toBeNull();
  });
});
