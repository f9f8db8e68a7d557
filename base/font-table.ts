// Readers of font tables (OpenType 1.9). Fonts are untrusted: no read leaves its table, and the work is bounded by the table's length.

/** A damaged font; `table` is null if no single table is at fault. */
export class FontFault extends Error {
  constructor(
    readonly table: string | null,
    readonly reason: string,
  ) {
    super(table === null ? reason : `the table ${table.trim()}: ${reason}`);
  }
}

export interface TablePlace {
  readonly offset: number;
  readonly length: number;
}

/**
 * The table directory of a single-face font.
 * @throws FontFault if it, or a table, exceeds the file
 */
export function tablePlaces(font: Uint8Array): ReadonlyMap<string, TablePlace> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const count = font.length < 12 ? 0 : view.getUint16(4);
  if (12 + 16 * count > font.length) throw new FontFault(null, "the table directory is cut off");
  const out = new Map<string, TablePlace>();
  for (let i = 0; i < count; i++) {
    const at = 12 + 16 * i;
    const place = { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) };
    if (place.offset + place.length > font.length) throw new FontFault(null, "a table reaches beyond the file");
    out.set(String.fromCharCode(...font.subarray(at, at + 4)), place);
  }
  return out;
}

/** Read budget per byte of a table, and per table. Bundled fonts need less than 6 per byte. */
const READS_A_BYTE = 32;
const READS = 1 << 20;

/** Offsets from the start of the table. Reads are counted: overlapping parts cannot make a short table expensive. */
export class FontTable {
  readonly length: number;
  readonly #view: DataView;
  #left: number;

  constructor(
    readonly tag: string,
    readonly bytes: Uint8Array,
  ) {
    this.length = bytes.length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#left = READS + READS_A_BYTE * bytes.length;
  }

  /** @throws FontFault if the table is absent */
  static of(font: Uint8Array, places: ReadonlyMap<string, TablePlace>, tag: string): FontTable {
    const place = places.get(tag);
    if (!place) throw new FontFault(null, `the table ${tag.trim()} is missing`);
    const { buffer, byteOffset, length } = font.subarray(place.offset, place.offset + place.length);
    // a Buffer's slice is a view
    return new FontTable(tag, new Uint8Array(buffer, byteOffset, length));
  }

  /** @throws FontFault always */
  fault(reason: string): never {
    throw new FontFault(this.tag, reason);
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (!(this.#left >= 0)) this.fault("its parts overlap too often to be read");
  }

  /** @throws FontFault unless `size` bytes from `at` are inside the table */
  within(at: number, size: number): void {
    if (!(at >= 0 && size >= 0 && at + size <= this.length)) this.fault(`it has ${this.length} bytes, and is read up to byte ${at + size}`);
  }

  u8(at: number): number {
    this.#reads(at, 1);
    return this.#view.getUint8(at);
  }

  u16(at: number): number {
    this.#reads(at, 2);
    return this.#view.getUint16(at);
  }

  i16(at: number): number {
    this.#reads(at, 2);
    return this.#view.getInt16(at);
  }

  u32(at: number): number {
    this.#reads(at, 4);
    return this.#view.getUint32(at);
  }

  i32(at: number): number {
    this.#reads(at, 4);
    return this.#view.getInt32(at);
  }

  /** Four characters. */
  name(at: number): string {
    return String.fromCharCode(this.u8(at), this.u8(at + 1), this.u8(at + 2), this.u8(at + 3));
  }

  /** Offsets stored as `count` 16-bit values, relative to `base`. */
  offsets(base: number, at: number, count: number): number[] {
    this.within(at, 2 * count);
    const out = new Array<number>(count);
    for (let i = 0; i < count; i++) out[i] = base + this.u16(at + 2 * i);
    return out;
  }

  #reads(at: number, size: number): void {
    if (!(at >= 0 && at + size <= this.length)) this.within(at, size);
    if (--this.#left < 0) this.spend(0);
  }
}

/** Number of glyphs in a font. @throws FontFault */
export const glyphCountOf = (font: Uint8Array, places: ReadonlyMap<string, TablePlace> = tablePlaces(font)): number =>
  FontTable.of(font, places, "maxp").u16(4);
