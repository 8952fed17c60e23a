import type { BoardTexts } from './texts';

export const board: BoardTexts = {
  board: { title: '참새작 보드', open: '보드로 보기', second: '보드를 새 창으로', leave: '보드 끝내기', turn: '자리를 사람 쪽으로', waiting: '게임이 시작되면 여기에 보입니다.' },
};
