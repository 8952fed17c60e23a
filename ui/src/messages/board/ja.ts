import type { BoardTexts } from './texts';

export const board: BoardTexts = {
  board: { title: 'すずめ雀ボード', open: 'ボードにする', second: 'ボードを別のウィンドウに', leave: 'ボードを終える', turn: '席を人のほうへ', waiting: 'ゲームが始まると、ここに出ます。' },
};
