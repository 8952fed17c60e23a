import type { Claim } from '../generated/Claim';
import type { Origin } from '../generated/Origin';
import type { PictureReading } from '../generated/PictureReading';
import type { TileReading } from '../generated/TileReading';
import type { WinView } from '../generated/WinView';

/** How many tiles a winning hand has. */
export const HAND_SIZE = 6;

/** A tile of the hand being entered. */
export interface Slot {
  tile: string;
  /** Which tile of the picture it is; `null` if tapped or typed. */
  reading: number | null;
}

/** A picture and what was read from it. */
export interface Photo {
  /** An object URL of the picture. */
  url: string;
  /** What took it. */
  by: 'photo' | 'camera';
  reading: PictureReading;
}

/** A hand that is laid down, as far as a person has entered it. Nothing of it is recorded before it is confirmed. */
export class HandDraft {
  /** Whose it is. */
  seat = $state<number | null>(null);
  /** For a ron: whether the winner has discarded that kind in this hand, as the table says. */
  ownDiscard = $state(false);
  /** What the winner has discarded in this hand, as a camera read it; `null` where it was not shown. */
  discards = $state.raw<string[] | null>(null);
  /** How many of them were read with doubt or not at all. */
  discardsDoubtful = $state(0);
  slots = $state<Slot[]>([]);
  /** The slot that the next key replaces. */
  selected = $state<number | null>(null);
  photo = $state.raw<Photo | null>(null);
  /** The tile of the picture that is being looked at. */
  looking = $state<number | null>(null);
  /** Tiles of the picture that a person named otherwise. */
  #named = $state<Record<number, string>>({});
  /** Tiles of the picture that a person named, took out or brought in. */
  #touched = $state<Record<number, true>>({});
  /** What the ledger has of this hand, where it is being corrected. */
  #recorded: WinView | null = null;

  readonly tiles = $derived(this.slots.map((slot) => slot.tile));
  readonly missing = $derived(Math.max(0, HAND_SIZE - this.slots.length));

  constructor(seat: number | null = null) {
    this.seat = seat;
  }

  /** The hand as the ledger has it, to be corrected. */
  static of(win: WinView): HandDraft {
    const hand = new HandDraft(win.seat);
    hand.slots = win.tiles.map((tile) => ({ tile, reading: null }));
    hand.#recorded = win;
    return hand;
  }

  /** A key was pressed: it replaces the chosen slot or fills the next. Answers whether there was room. */
  put(tile: string): boolean {
    const chosen = this.selected === null ? undefined : this.slots[this.selected];
    if (chosen) {
      if (chosen.reading !== null) this.#name(chosen.reading, tile);
      chosen.tile = tile;
      this.selected = null;
      return true;
    }
    if (this.slots.length >= HAND_SIZE) return false;
    this.slots.push({ tile, reading: null });
    return true;
  }

  /** Takes the chosen slot's tile out, or the last one. */
  removeLast(): void {
    this.removeAt(this.selected ?? this.slots.length - 1);
  }

  removeAt(index: number): void {
    const [slot] = this.slots.splice(index, 1);
    if (slot?.reading != null) this.#touched[slot.reading] = true;
    this.selected = null;
  }

  clear(): void {
    for (const { reading } of this.slots) if (reading !== null) this.#touched[reading] = true;
    this.slots = [];
    this.selected = null;
  }

  /** Typed notation replaces all tiles; those of the picture that stay keep their place in it. */
  type(tiles: string[]): void {
    const before = [...this.slots];
    this.slots = tiles.map((tile) => {
      const at = before.findIndex((slot) => slot.tile === tile);
      return at < 0 ? { tile, reading: null } : (before.splice(at, 1)[0] ?? { tile, reading: null });
    });
    for (const { reading } of before) if (reading !== null) this.#touched[reading] = true;
    this.selected = null;
  }

  /** A picture was read: the hand it proposes replaces the tiles. */
  show(photo: Photo): void {
    this.forgetPhoto();
    this.forgetDiscards();
    this.photo = photo;
    this.slots = photo.reading.tiles.flatMap((read, reading) =>
      read.role === 'hand' && read.tile !== null ? [{ tile: read.tile, reading }] : [],
    );
  }

  /** The winner's discards were read. Where no tile is known, nothing is known of them. */
  showDiscards(read: TileReading[]): void {
    const tiles = read.flatMap(({ tile }) => (tile === null ? [] : [tile]));
    this.discards = tiles.length > 0 ? tiles : null;
    this.discardsDoubtful = read.filter(({ tile, doubtful }) => doubtful || tile === null).length;
  }

  forgetDiscards(): void {
    this.showDiscards([]);
  }

  forgetPhoto(): void {
    if (this.photo) URL.revokeObjectURL(this.photo.url);
    this.photo = null;
    this.looking = null;
    this.selected = null;
    this.#named = {};
    this.#touched = {};
    this.slots = this.slots.filter((slot) => slot.reading === null);
  }

  /** What a tile of the picture is now: as a person named it, else as it was read; `null` if the set has no such tile. */
  tileInPicture(reading: number): string | null {
    return this.#named[reading] ?? this.photo?.reading.tiles[reading]?.tile ?? null;
  }

  /** What a person said that the tiles of the picture are, one by one; `null` where nothing else than was read. */
  told(): (string | null)[] {
    return (this.photo?.reading.tiles ?? []).map((_, reading) => this.#named[reading] ?? null);
  }

  /** Whether a person should look twice: it was read with doubt, and nobody has said which tile it is. */
  isDoubtful(reading: number): boolean {
    return this.#named[reading] === undefined && (this.photo?.reading.tiles[reading]?.doubtful ?? false);
  }

  /** The slot of a tile of the picture, -1 if it is not in the hand. */
  slotOf(reading: number): number {
    return this.slots.findIndex((slot) => slot.reading === reading);
  }

  /** A person says which tile it is. */
  nameInPicture(reading: number, tile: string): void {
    this.#name(reading, tile);
    const slot = this.slots[this.slotOf(reading)];
    if (slot) slot.tile = tile;
  }

  /** Brings a tile of the picture into the hand, in reading order; answers whether there was room. */
  bringIn(reading: number): boolean {
    const tile = this.tileInPicture(reading);
    if (tile === null || this.slotOf(reading) >= 0 || this.slots.length >= HAND_SIZE) return false;
    const after = this.slots.findIndex((slot) => slot.reading !== null && slot.reading > reading);
    this.slots.splice(after < 0 ? this.slots.length : after, 0, { tile, reading });
    this.#touched[reading] = true;
    return true;
  }

  /** Back from the one tile to all. */
  lookAway(): void {
    this.looking = null;
    this.selected = null;
  }

  takeOut(reading: number): void {
    const at = this.slotOf(reading);
    if (at >= 0) this.removeAt(at);
  }

  /** The hand as it goes to the core; tiles may still be too few. */
  claim(seat: number): Claim {
    return { seat, tiles: this.tiles, origin: this.origin(), own_discard: this.ownDiscard };
  }

  /** How the tiles came in. */
  origin(): Origin {
    const read = this.slots.flatMap((slot) => (slot.reading === null ? [] : [this.photo?.reading.tiles[slot.reading]?.confidence ?? 0]));
    if (!this.photo || read.length === 0) return this.#recorded ? sinceRecorded(this.#recorded, this.tiles) : { kind: 'keys' };
    return { kind: this.photo.by, picture: this.photo.reading.picture, certainty: Math.min(...read), corrected: this.#corrected() };
  }

  /** How many tiles a person named, took out or added; one put in the place of another is one. */
  #corrected(): number {
    const touched = Object.keys(this.#touched).map(Number);
    const gone = touched.filter((reading) => this.photo?.reading.tiles[reading]?.role === 'hand' && this.slotOf(reading) < 0).length;
    const added = this.slots.filter((slot) => slot.reading === null).length;
    return touched.length + Math.max(0, added - gone);
  }

  #name(reading: number, tile: string): void {
    // Naming it as it was read settles the doubt, but corrects nothing.
    if (this.tileInPicture(reading) !== tile) this.#touched[reading] = true;
    this.#named[reading] = tile;
  }
}

/** Where a recorded hand came from, the tiles counted that were changed since. */
function sinceRecorded(win: WinView, tiles: string[]): Origin {
  if (win.origin.kind === 'keys') return win.origin;
  const left = [...tiles];
  const kept = win.tiles.filter((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return { ...win.origin, corrected: win.origin.corrected + (win.tiles.length - kept) };
}
