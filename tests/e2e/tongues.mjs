// What a table says in each language, in the words of its players: what the whole games are checked against. Written here once
// more and not taken from the window's own catalogues, so that a wrong word there is seen.

/** `winds` and `deal` name a hand of a wind; `ron` and the like say what happened. */
export const TONGUES = {
  ko: {
    names: ['하늘', '보미', '아라'],
    round: (wind, deal) => `${['동', '남', '서', '북'][wind]}${deal}국`,
    tsumo: (name, points) => `${name} 쯔모 ${points}점`,
    ron: (name, from, points) => `${name} 론 ${points}점 (${from})`,
    draw: '유국',
    falseWin: (name) => `${name} 오화료`,
    agreed: '합의로 종료',
    paidOf: (paid, due) => `${due}점 중 ${paid}점`,
    notPaid: '받지 못함',
    tanyao: '탕야오',
    chanta: '챤타',
    dora: '도라',
    dealer: '친',
    limits: { all_green: '올 그린', chinyao: '칭야오', super_red: '슈퍼 레드' },
    wins: '승리',
    share: '공동 1위',
    tied: '동점',
    ranks: ['1위', '2위', '3위'],
    refused: { under_minimum: /3점입니다.*5점이 필요/, no_shape: /몸통 두 개로 나뉘지 않습니다/, furiten: /론이 되지 않습니다/ },
  },
  ja: {
    names: ['はるか', '健太', 'ゆき'],
    round: (wind, deal) => `${['東', '南', '西', '北'][wind]}${deal}局`,
    tsumo: (name, points) => `${name} ツモ ${points}点`,
    ron: (name, from, points) => `${name} ロン ${points}点（${from}）`,
    draw: '流局',
    falseWin: (name) => `${name} 誤和了`,
    agreed: '合意により終了',
    paidOf: (paid, due) => `${due}点のうち${paid}点`,
    notPaid: '受け取りなし',
    tanyao: 'タンヤオ',
    chanta: 'チャンタ',
    dora: 'ドラ',
    dealer: '親',
    limits: { all_green: 'オールグリーン', chinyao: 'チンヤオ', super_red: 'スーパーレッド' },
    wins: '優勝',
    share: '同点で1位',
    tied: '同点',
    ranks: ['1位', '2位', '3位'],
    refused: { under_minimum: /3点です.*5点が必要/, no_shape: /2つの面子に分かれません/, furiten: /ロンできません/ },
  },
  en: {
    names: ['Maximilian', 'Bo', 'Zoë'],
    round: (wind, deal) => `${['East', 'South', 'West', 'North'][wind]} ${deal}`,
    tsumo: (name, points) => `${name}: tsumo, ${points}`,
    ron: (name, from, points) => `${name}: ron from ${from}, ${points}`,
    draw: 'Draw',
    falseWin: (name) => `False win by ${name}`,
    agreed: 'Ended by agreement',
    paidOf: (paid, due) => `${paid} of ${due}`,
    notPaid: 'not paid',
    tanyao: 'Tanyao',
    chanta: 'Chanta',
    dora: 'Dora',
    dealer: 'Dealer',
    limits: { all_green: 'All Green', chinyao: 'Chinyao', super_red: 'Super Red' },
    wins: 'wins',
    share: 'share first place',
    tied: 'tied',
    ranks: ['1st', '2nd', '3rd'],
    refused: { under_minimum: /3 points: a hand needs five/, no_shape: /do not split into two/, furiten: /it is no ron/ },
  },
};

export const LANGUAGES = Object.keys(TONGUES);

/** The wind and the deal of a hand, counted from 1, as three players have them. */
export function roundOf(tongue, hand) {
  return tongue.round(Math.floor((hand - 1) / 3), ((hand - 1) % 3) + 1);
}
