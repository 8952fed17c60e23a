import type { BoardTexts } from './texts';

export const board: BoardTexts = {
  board: { title: 'Suzume board', open: 'Show as a board', second: 'Board in a new window', leave: 'Leave the board', turn: 'Turn seats to their players', waiting: 'The game will show here once it has begun.' },
};
