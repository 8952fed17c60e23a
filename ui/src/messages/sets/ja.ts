import type { SetTexts } from './texts';

const unclear = (places: string) => (places === '0' ? '' : `そのそばの隠れたかぼけた所：${places}か所。`);

export const sets: SetTexts = {
  sets: {
    title: '教えた牌セット',
    about: 'お使いの牌を写真数枚で教えると、写真をより正しく読めます。',
    none: '特に決めない',
    faces: (count) => `${count}種類`,
    teachAgain: '以前のバージョンで教えたセットです。もう一度教えてください',
    damaged: (name) => `セット「${name}」は壊れています。もう一度教えてください。`,
    forget: (name) => `${name}を忘れる`,
    forgotten: (name) => `${name}を忘れました。`,
    undo: '元に戻す',
    teach: 'セットを教える',
    lesson: 'セットを教える',
    lessonAbout: '牌を順に並べます：緑の1–9、發、中、そのあと赤の1–9。写真は2、3枚で足ります。',
    addPictures: '写真を追加',
    reading: '牌を見ています…',
    picture: (number) => `写真${number}`,
    place: (picture, tile) => `写真${picture}の${tile}枚目`,
    readAs: (face) => `${face}と読みました`,
    noTile: 'このセットの牌ではない',
    name: 'セットの名前',
    learn: 'このセットを保存',
    learnAnyway: 'それでも保存',
    right: (before, after, tiles) => `${tiles}枚のうち、以前は${before}枚、今は${after}枚を正しく読めます。`,
    allWell: 'どの牌も並べたとおりです。',
    findings: {
      tile_count_differs: (d) => `${d('found')}枚見つかりましたが、並びは${d('layout')}枚です。${d('faces') && `抜けているか隠れている牌：${d('faces')}。`}${d('tiles') && `並びにない牌：${d('tiles')}枚目。`}${unclear(d('unclear'))}下で1枚ずつ直してください。`,
      faces_missing: (d) => `どの写真にもない牌：${d('faces')}。`,
      reds_missing: () => '赤牌がありません。赤牌の写真を追加してください。',
      wrong_tile: (d) => `${d('expected')}のはずですが、明らかに${d('looks_like')}です（${d('percent')}%）。`,
      unclear_tile: (d) => `${d('expected')}のはずですが、判別できません。隠れ、ぼけ、反射はありませんか。`,
      looks_different: (d) => `${d('faces')}が2か所で違って見えます。`,
      faces_too_alike: (d) => `同じに見える牌：${d('faces')}。どれかが2枚ありませんか。`,
      still_misread: (d) => `${d('expected')}ですが、まだ${d('looks_like')}と読まれます。`,
      poor_picture: (d) => `読みにくい写真です。${d('condition')}`,
    },
  },
};
