/**
 * The stable `data-testid`s. Component tests and the end-to-end test in the real window find things by these, never by text or style.
 *
 * Seats, slots, list lines and tiles of a picture count from 0. `tile` is a tile in the rules' notation: `3r`, `g`, `c`.
 */
export const testid = {
  // Any screen
  loading: 'loading',
  failure: 'failure',
  /** Where the table could not be opened at all. */
  retry: 'retry',
  failureDismiss: 'failure-dismiss',
  language: (code: 'ko' | 'ja' | 'en') => `language-${code}`,
  theme: (name: 'dark' | 'light') => `theme-${name}`,
  /** How large everything is drawn: `data-zoom` is in per cent. */
  zoom: 'zoom',
  zoomLarger: 'zoom-larger',
  zoomSmaller: 'zoom-smaller',
  tileSet: (name: 'suzume' | 'manzu' | 'pinzu') => `tile-set-${name}`,

  /** The taught sets: opened from the settings; sets by name, pictures and tiles from 0. */
  sets: 'sets',
  setsSheet: 'sets-sheet',
  setNone: 'set-none',
  set: (at: number) => `set-${at}`,
  forgetSet: (at: number) => `forget-set-${at}`,
  restoreSet: 'restore-set',
  teachSet: 'teach-set',
  lessonSheet: 'lesson-sheet',
  lessonFile: 'lesson-file',
  lessonFindings: 'lesson-findings',
  lessonTile: (picture: number, tile: number) => `lesson-tile-${picture}-${tile}`,
  lessonName: 'lesson-name',
  lessonLearn: 'lesson-learn',

  // Start
  startScreen: 'start-screen',
  startNew: 'start-new',
  playerName: (seat: number) => `player-name-${seat}`,
  removePlayer: (seat: number) => `remove-player-${seat}`,
  addPlayer: 'add-player',
  /** Who deals first: drawn at random. */
  firstRandom: 'first-random',
  firstDealer: (seat: number) => `first-dealer-${seat}`,
  houseRules: 'house-rules',
  houseRule: (name: string, value: string) => `rule-${name}-${value}`,
  startGame: 'start-game',
  /** The games of the list, the latest is 0. */
  resume: (line: number) => `resume-${line}`,

  // Table
  tableScreen: 'table-screen',
  seat: (seat: number) => `seat-${seat}`,
  name: (seat: number) => `name-${seat}`,
  points: (seat: number) => `points-${seat}`,
  dealer: (seat: number) => `dealer-${seat}`,
  windMarker: (seat: number) => `wind-marker-${seat}`,
  roundLabel: 'round-label',
  handNumber: 'hand-number',
  /** Opens the dora keypad; shows the dora tile once it is set. */
  doraOpen: 'dora-open',
  handOver: 'hand-over',
  undo: 'undo',
  redo: 'redo',
  history: 'history',
  historyLine: (line: number) => `history-line-${line}`,
  historyUndo: 'history-undo',
  historyRedo: 'history-redo',
  lastPayment: 'last-payment',
  closeGame: 'close-game',
  settings: 'settings',

  // Keypad (dora and hand over)
  key: (tile: string) => `key-${tile}`,
  back: 'back',

  // Hand over
  handOverSheet: 'hand-over-sheet',
  winner: (seat: number) => `winner-${seat}`,
  howTsumo: 'how-tsumo',
  ronFrom: (seat: number) => `ron-from-${seat}`,
  howDraw: 'how-draw',
  howFalseWin: 'how-false-win',
  /** From a win that is none to recording a false win. */
  toFalseWin: 'to-false-win',
  /** The winner has discarded that kind. */
  ownDiscard: 'own-discard',
  addWinner: 'add-winner',
  removeWinner: 'remove-winner',
  /** Who hands which sticks to whom. */
  stickPlan: 'stick-plan',
  settled: (seq: number) => `settled-${seq}`,
  slot: (slot: number) => `slot-${slot}`,
  notation: 'notation',
  clearTiles: 'clear-tiles',
  backspace: 'backspace',
  keypadTab: 'tiles-by-keys',
  photoTab: 'tiles-by-photo',
  scoreTotal: 'score-total',
  scoreLine: (id: string) => `score-${id}`,
  refusal: 'refusal',
  payment: (line: number) => `payment-${line}`,
  pointsAfter: (seat: number) => `points-after-${seat}`,
  confirm: 'confirm',

  // Sticks
  purse: (seat: number) => `purse-${seat}`,
  sticksOpen: 'sticks-open',
  sticksSheet: 'sticks-sheet',
  sticksFollow: 'sticks-follow',
  sticksOff: 'sticks-off',
  sticksSet: 'sticks-set',
  stickFewer: (seat: number, value: number) => `fewer-${seat}-${value}`,
  stickMore: (seat: number, value: number) => `more-${seat}-${value}`,
  stickWorth: (seat: number) => `worth-${seat}`,
  newGameSticks: (value: 'on' | 'off') => `new-game-sticks-${value}`,

  // More, and the past
  more: 'more',
  moreSheet: 'more-sheet',
  /** The house rules that differ from the rule book, on the table. */
  otherRules: 'other-rules',
  rulesOfGame: 'rules-of-game',
  endGame: 'end-game',
  swapOpen: 'swap-open',
  swapSheet: 'swap-sheet',
  swapPlayer: (seat: number) => `swap-player-${seat}`,
  swapFrom: 'swap-from',
  swapResults: (results: 'players' | 'places') => `swap-results-${results}`,
  detail: 'hand-detail',
  showPicture: 'show-picture',
  keptPicture: 'kept-picture',
  correct: 'correct',
  swapFromHere: 'swap-from-here',
  correctSheet: 'correct-sheet',
  neverHappened: 'never-happened',
  changedLine: (line: number) => `changed-${line}`,
  impossibleLine: (line: number) => `impossible-${line}`,
  struckLine: (line: number) => `struck-${line}`,
  earlierVersion: (version: number) => `earlier-${version}`,

  // Records
  recordsOpen: 'records-open',
  recordsSheet: 'records-sheet',
  recordsGames: 'records-games',
  recordsPlayers: 'records-players',
  record: (line: number) => `record-${line}`,
  recordOpen: 'record-open',
  playerRecord: (line: number) => `player-record-${line}`,
  chart: 'chart',
  exportAs: (format: 'json' | 'csv' | 'txt') => `export-${format}`,
  copyAs: (format: 'json' | 'csv' | 'txt') => `copy-${format}`,
  exportState: 'export-state',
  importInput: 'import-input',
  remembered: (name: string) => `remembered-${name}`,
  notice: (code: string) => `notice-${code}`,

  // Photo
  /** The file input; a picture may also be dropped anywhere or pasted. */
  photoInput: 'photo-input',
  photoOpen: 'photo-open',
  photoReading: 'photo-reading',
  photoPicture: 'photo-picture',
  changed: 'tile-changed',
  hindrance: (code: string) => `hindrance-${code}`,
  readingTile: (tile: number) => `reading-tile-${tile}`,
  /** Another face for the tile chosen in the picture. */
  alternative: (tile: string) => `alt-${tile}`,
  takeOut: 'take-out',
  bringIn: 'bring-in',
  useAsDora: 'use-as-dora',
  /** From the tile that is looked at back to the score. */
  lookAway: 'look-away',

  // Camera
  cameraTab: 'tiles-by-camera',
  cameraSheet: 'camera-sheet',
  /** Its `data-state` is the state, `data-found` the number of tiles. */
  cameraState: 'camera-state',
  cameraPicture: 'camera-picture',
  /** A tile in the live picture. */
  liveTile: (tile: number) => `live-tile-${tile}`,
  /** A tile of the hand as it is read now. */
  liveSlot: (slot: number) => `live-slot-${slot}`,
  liveDora: 'live-dora',
  livePoints: 'live-points',
  capture: 'capture',
  captured: 'captured',
  cameraSettings: 'camera-settings',
  cameraChoice: (at: number) => `camera-${at}`,
  cameraFirst: 'camera-first',
  cameraSample: 'camera-sample',
  cameraMissing: 'camera-missing',
  /** Without a camera, from its empty picture. */
  trySample: 'try-sample',
  isSample: 'is-sample',
  cameraLookAgain: 'camera-look-again',
  cameraMirror: 'camera-mirror',
  cameraTurn: 'camera-turn',
  cameraCrop: 'camera-crop',
  cropFrame: 'crop-frame',
  cropDone: 'crop-done',
  cropWhole: 'crop-whole',
  cameraSound: 'camera-sound',
  cameraAutomatic: 'camera-automatic',
  cameraOpens: 'camera-opens',
  cameraControl: (id: string) => `control-${id}`,
  /** A dora beside the hand, from its picture. */
  doraBeside: 'dora-beside',
  doraCamera: 'dora-by-camera',
  doraConfirm: 'dora-confirm',
  readDiscards: 'read-discards',
  discards: 'discards',
  misread: 'misread',
  misreadSaved: 'misread-saved',

  // Learning: the reference card, and what a hand waits for
  /** Opens the reference card; on every screen and every sheet. */
  cardOpen: 'card-open',
  card: 'card',
  cardFront: 'card-front',
  cardBack: 'card-back',
  cardShares: (players: number) => `card-shares-${players}`,
  cardRule: (name: string) => `card-rule-${name}`,
  waitsOpen: 'waits-open',
  waitsSheet: 'waits-sheet',
  /** The rows of known tiles that the next key goes into. */
  waitsRow: (row: 'hand' | 'own' | 'seen') => `waits-row-${row}`,
  /** A tile of a row, counted from 0: it is taken out again. */
  waitsKnown: (row: 'own' | 'seen', at: number) => `waits-${row}-${at}`,
  waitsDealer: 'waits-dealer',
  waitsExample: 'waits-example',
  waitsAsk: 'waits-ask',
  waitsNeeds: 'waits-needs',
  wait: (tile: string) => `wait-${tile}`,
  discard: (tile: string) => `discard-${tile}`,
  dropTile: (tile: string) => `drop-${tile}`,

  // The board: full screen, or a window of its own
  boardOpen: 'board-open',
  boardSecond: 'board-second',
  boardScreen: 'board-screen',
  boardTurn: 'board-turn',
  boardLeave: 'board-leave',

  // The tour through a practice game
  tourOffer: 'tour-offer',
  tourOpen: 'tour-open',
  tour: 'tour',
  tourPicture: 'tour-picture',
  tourNext: 'tour-next',
  tourLeave: 'tour-leave',

  // When something goes wrong
  crashScreen: 'crash-screen',
  crashBack: 'crash-back',
  crashLeave: 'crash-leave',
  crashCopy: 'crash-copy',
  crashDetails: 'crash-details',
  diagnosticsOpen: 'diagnostics-open',
  diagnosticsSheet: 'diagnostics-sheet',
  diagnosticsCopy: 'diagnostics-copy',

  // End
  rankingScreen: 'ranking-screen',
  rank: (line: number) => `rank-${line}`,
  newGameAgain: 'new-game-again',
} as const;
