import { invoke, type InvokeArgs, type InvokeOptions } from '@tauri-apps/api/core';
import type { Backend } from './backend';
import { asFailure, frameOf } from './backend';

/** The core behind the window's own IPC. */
export const tauriBackend: Backend = {
  view: () => call('view'),
  dispatch: (intent) => call('dispatch', { intent }),
  appraise: (end) => call('appraise', { end }),
  study: (question) => call('study', { question }),
  card: () => call('card'),
  fullScreen: (on) => call('full_screen', { on }),
  openBoard: () => call('open_board'),
  diagnostics: () => call('diagnostics'),
  practise: (players) => call('practise', { players }),
  samplePicture: () => call('sample_picture'),
  consequences: (mend) => call('consequences', { mend }),
  records: () => call('records'),
  readGame: (id) => call('read_game', { id }),
  exportGame: (id, format) => call('export', { id, format }),
  saveExport: (id, ending, text) => call('save_export', { id, ending, text }),
  readPicture: (bytes, tileSet) => call('read_picture', bytes, { headers: { 'x-tile-set': tileSet } }),
  keptPicture: (key) => call('kept_picture', { key }),
  sets: () => call('sets'),
  changeSets: (change) => call('change_sets', { change }),
  showTiles: (bytes, tileSet) => call('show_tiles', bytes, { headers: { 'x-tile-set': tileSet } }),
  checkLesson: (faces, tileSet) => call('check_lesson', { faces, tileSet }),
  cameras: () => call('cameras'),
  changeCamera: (change) => call('change_camera', { change }),
  openLive: (purpose, tileSet) => call('live_open', { purpose, tileSet }),
  closeLive: () => call('live_close'),
  liveFrame: async (side) => frameOf(await call<ArrayBuffer>('live_frame', { side })),
  liveView: (after) => call('live_view', { after }),
  liveCapture: (now) => call('live_capture', { now }),
  livePicture: () => call('live_picture'),
  saveMisread: (misread) => call('save_misread', { misread }),
};

async function call<Answer>(command: string, args?: InvokeArgs, options?: InvokeOptions): Promise<Answer> {
  try {
    return await invoke<Answer>(command, args, options);
  } catch (thrown) {
    throw asFailure(thrown);
  }
}
