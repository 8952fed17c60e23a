import type { Backend } from '../backend/backend';
import { asFailure } from '../backend/backend';
import type { Failure } from '../generated/Failure';
import type { LessonView } from '../generated/LessonView';
import type { SetChange } from '../generated/SetChange';
import type { SetsView } from '../generated/SetsView';
import type { TileSet } from '../generated/TileSet';

/** The taught sets, and the lesson that is going on. */
export class SetsStore {
  view = $state.raw<SetsView | null>(null);
  lesson = $state.raw<LessonView | null>(null);
  /** Addresses of the lesson's pictures, in their order. */
  urls = $state.raw<string[]>([]);
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);

  constructor(readonly backend: Backend) {}

  load = () => this.#do(async () => void (this.view = await this.backend.sets()));

  change = (change: SetChange) => this.#do(async () => void (this.view = await this.backend.changeSets(change)));

  async begin(): Promise<void> {
    this.#letGo();
    await this.change({ kind: 'begin' });
  }

  /** Adds pictures to the lesson; one that cannot be read is said and left out. */
  show = (files: readonly File[], tileSet: TileSet) =>
    this.#do(async () => {
      const unread: unknown[] = [];
      for (const file of files) {
        try {
          this.lesson = await this.backend.showTiles(await file.arrayBuffer(), tileSet);
          this.urls = [...this.urls, URL.createObjectURL(file)];
        } catch (thrown) {
          unread.push(thrown);
        }
      }
      if (unread.length > 0) throw unread[0];
    });

  /** The person says what a tile is. */
  tell = (picture: number, tile: number, face: string | null, tileSet: TileSet) =>
    this.#do(async () => {
      const faces = this.#faces();
      const row = faces[picture];
      if (row) row[tile] = face;
      this.lesson = await this.backend.checkLesson(faces, tileSet);
    });

  /** Keeps the set; answers whether it was kept. */
  learn = (name: string, tileSet: TileSet) =>
    this.#do(async () => {
      this.view = await this.backend.changeSets({ kind: 'learn', name, faces: this.#faces(), tile_set: tileSet });
      this.#letGo();
    });

  #faces(): (string | null)[][] {
    return (this.lesson?.pictures ?? []).map((picture) => picture.tiles.map((tile) => tile.face));
  }

  #letGo(): void {
    this.urls.forEach((url) => URL.revokeObjectURL(url));
    this.urls = [];
    this.lesson = null;
  }

  async #do(work: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.failure = null;
    try {
      await work();
      return true;
    } catch (thrown) {
      this.failure = asFailure(thrown);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
