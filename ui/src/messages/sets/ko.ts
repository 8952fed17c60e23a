import type { SetTexts } from './texts';

const unclear = (places: string) => (places === '0' ? '' : ` 그 옆에 가려졌거나 흐린 곳: ${places}곳.`);

export const sets: SetTexts = {
  sets: {
    title: '가르친 패 세트',
    about: '쓰는 패를 사진 몇 장으로 가르치면 사진을 더 잘 읽습니다.',
    none: '정해진 세트 없음',
    faces: (count) => `${count}가지 패`,
    teachAgain: '이전 버전에서 가르친 세트입니다. 다시 가르쳐 주세요',
    damaged: (name) => `“${name}” 세트가 손상되었습니다. 다시 가르쳐 주세요.`,
    forget: (name) => `${name} 지우기`,
    forgotten: (name) => `${name} 세트를 지웠습니다.`,
    undo: '되돌리기',
    teach: '세트 가르치기',
    lesson: '세트 가르치기',
    lessonAbout: '패를 줄지어 놓으세요: 녹색 1–9, 발, 중, 그다음 적색 1–9. 사진은 두세 장이면 됩니다.',
    addPictures: '사진 추가',
    reading: '패를 살펴보는 중…',
    picture: (number) => `사진 ${number}`,
    place: (picture, tile) => `사진 ${picture}, ${tile}번째 패`,
    readAs: (face) => `${face}(으)로 읽음`,
    noTile: '이 세트의 패가 아님',
    name: '세트 이름',
    learn: '이 세트 저장',
    learnAnyway: '그래도 저장',
    right: (before, after, tiles) => `패 ${tiles}장 중 전에는 ${before}장, 이제 ${after}장을 바르게 읽습니다.`,
    allWell: '모든 패가 놓은 순서와 같습니다.',
    findings: {
      tile_count_differs: (d) => `패 ${d('found')}장을 찾았는데 순서에는 ${d('layout')}장이 있습니다.${d('faces') && ` 빠졌거나 가려진 패: ${d('faces')}.`}${d('tiles') && ` 순서에 없는 패: ${d('tiles')}번째.`}${unclear(d('unclear'))} 아래에서 패를 하나씩 바로잡아 주세요.`,
      faces_missing: (d) => `어느 사진에도 없는 패: ${d('faces')}.`,
      reds_missing: () => '적색 패가 없습니다. 적색 패 사진을 추가해 주세요.',
      wrong_tile: (d) => `순서대로라면 ${d('expected')}인데 분명히 ${d('looks_like')}입니다(${d('percent')}%).`,
      unclear_tile: (d) => `순서대로라면 ${d('expected')}인데 알아볼 수 없습니다. 가려졌거나 흐리거나 빛이 반사되나요?`,
      looks_different: (d) => `${d('faces')}: 두 곳에서 다르게 보입니다.`,
      faces_too_alike: (d) => `똑같아 보이는 패: ${d('faces')}. 하나가 두 번 놓였나요?`,
      still_misread: (d) => `${d('expected')}인데 여전히 ${d('looks_like')}(으)로 읽힙니다.`,
      poor_picture: (d) => `읽기 어려운 사진입니다. ${d('condition')}`,
    },
  },
};
