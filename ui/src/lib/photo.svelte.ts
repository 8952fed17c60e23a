import type { Backend } from '../backend/backend';
import { asFailure } from '../backend/backend';
import type { Failure } from '../generated/Failure';
import type { TileSet } from '../generated/TileSet';
import type { HandDraft } from './draft.svelte';

/** Reads picture files into a draft, one at a time: the latest wins. */
export class PhotoReader {
  reading = $state(false);
  failure = $state.raw<Failure | null>(null);
  #turn = 0;

  constructor(readonly backend: Backend) {}

  /** Whatever is being read or has failed is for nobody any more. */
  drop(): void {
    this.#turn += 1;
    this.reading = false;
    this.failure = null;
  }

  async read(file: Blob, draft: HandDraft, tileSet: TileSet): Promise<void> {
    const turn = ++this.#turn;
    this.reading = true;
    this.failure = null;
    try {
      const reading = await this.backend.readPicture(await file.arrayBuffer(), tileSet);
      if (turn === this.#turn) draft.show({ url: URL.createObjectURL(file), by: 'photo', reading });
    } catch (thrown) {
      if (turn === this.#turn) this.failure = asFailure(thrown);
    } finally {
      if (turn === this.#turn) this.reading = false;
    }
  }
}

/** Gives pictures that are dropped anywhere or pasted to whoever asks, who answers whether they took it. Answers with the way to stop. */
export function onPicture(take: (picture: File) => boolean): () => void {
  const given = (event: Event, files: FileList | undefined) => {
    const picture = pictureAmong(files);
    if (picture && take(picture)) event.preventDefault();
  };
  const drop = (event: DragEvent) => given(event, event.dataTransfer?.files);
  const paste = (event: ClipboardEvent) => given(event, event.clipboardData?.files);
  window.addEventListener('drop', drop);
  window.addEventListener('paste', paste);
  return () => {
    window.removeEventListener('drop', drop);
    window.removeEventListener('paste', paste);
  };
}

/** The first picture among files that were dropped, pasted or chosen; without one the first file, so that the core says what it is not. */
export function pictureAmong(files: FileList | null | undefined): File | null {
  const all = [...(files ?? [])];
  return all.find((file) => file.type.startsWith('image/')) ?? all[0] ?? null;
}
