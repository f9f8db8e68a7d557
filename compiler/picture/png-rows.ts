// Unfiltered, in pieces (PNG 1.2, 2.6 and 6).
import { CHANNELS, PASSES, pngFault, rowBytes, type PngFile } from "./png.js";

/** Every `step`-th pixel from `first`. */
export interface RowPlace {
  readonly y: number;
  readonly first: number;
  readonly step: number;
  /** pixels */
  readonly count: number;
}

interface Part {
  readonly rows: number;
  readonly bytes: number;
  readonly place: (row: number) => RowPlace;
}

/** Holds two rows. Without a receiver it checks that all rows exist with valid filters, which viewers require. */
export class PngRows {
  readonly #parts: Part[];
  readonly #pixel: number;
  #part = 0;
  #y = 0;
  /** filter, bytes */
  #row = new Uint8Array(0);
  #above = new Uint8Array(0);
  #filled = 0;

  constructor(
    readonly png: PngFile,
    readonly take: ((row: Uint8Array, place: RowPlace) => void) | null,
  ) {
    this.#parts = partsOf(png);
    this.#pixel = Math.max(1, (CHANNELS[png.color] * png.bits) >> 3);
    this.#begin();
  }

  /** @throws PictureFault for an unknown filter */
  push(data: Uint8Array): void {
    for (let at = 0; at < data.length;) {
      const part = this.#parts[this.#part];
      if (!part) return;
      const n = Math.min(part.bytes + 1 - this.#filled, data.length - at);
      if (this.take) this.#row.set(n === data.length ? data : data.subarray(at, at + n), this.#filled);
      else if (this.#filled === 0) this.#row[0] = data[at]!;
      this.#filled += n;
      at += n;
      if (this.#filled > part.bytes) this.#end(part);
    }
  }

  /** @throws PictureFault if rows are missing */
  end(): void {
    if (this.#part < this.#parts.length) pngFault("its picture data is cut off");
  }

  #begin(): void {
    const part = this.#parts[this.#part];
    this.#y = 0;
    this.#filled = 0;
    if (!part) return;
    this.#row = new Uint8Array(this.take ? part.bytes + 1 : 1);
    this.#above = new Uint8Array(this.take && part.rows > 1 ? part.bytes + 1 : 0);
  }

  #end(part: Part): void {
    const filter = this.#row[0]!;
    if (filter > 4) pngFault(`row ${this.#y} has the unknown filter ${filter}`);
    if (this.take) {
      unfilter(this.#row, this.#y > 0 ? this.#above : null, this.#pixel);
      this.take(this.#row.subarray(1), part.place(this.#y));
      if (part.rows > 1) [this.#row, this.#above] = [this.#above, this.#row];
    }
    this.#filled = 0;
    if (++this.#y < part.rows) return;
    this.#part++;
    this.#begin();
  }
}

function partsOf(png: PngFile): Part[] {
  const { width, height } = png;
  if (!png.interlaced) return [{ rows: height, bytes: rowBytes(width, png), place: (y) => ({ y, first: 0, step: 1, count: width }) }];
  return PASSES.flatMap(([x, y, dx, dy]): Part[] => {
    const count = Math.ceil((width - x) / dx);
    const rows = Math.ceil((height - y) / dy);
    if (count <= 0 || rows <= 0) return [];
    return [{ rows, bytes: rowBytes(count, png), place: (row) => ({ y: y + row * dy, first: x, step: dx, count }) }];
  });
}

/** Removes the filter in place; it is the first byte (PNG 1.2, chapter 6). `above`: null for the first row. */
function unfilter(row: Uint8Array, above: Uint8Array | null, bpp: number): void {
  const n = row.length;
  const filter = row[0]!;
  if (filter === 0) return;
  if (filter === 1) for (let i = 1 + bpp; i < n; i++) row[i] = row[i]! + row[i - bpp]!;
  else if (filter === 2) {
    if (above) for (let i = 1; i < n; i++) row[i] = row[i]! + above[i]!;
  } else if (filter === 3) {
    const edge = Math.min(n, 1 + bpp);
    if (above) {
      for (let i = 1; i < edge; i++) row[i] = row[i]! + (above[i]! >> 1);
      for (let i = edge; i < n; i++) row[i] = row[i]! + ((row[i - bpp]! + above[i]!) >> 1);
    } else for (let i = edge; i < n; i++) row[i] = row[i]! + (row[i - bpp]! >> 1);
  } else if (above) {
    const edge = Math.min(n, 1 + bpp);
    for (let i = 1; i < edge; i++) row[i] = row[i]! + above[i]!;
    for (let i = edge; i < n; i++) row[i] = row[i]! + paeth(row[i - bpp]!, above[i]!, above[i - bpp]!);
  } else for (let i = 1 + bpp; i < n; i++) row[i] = row[i]! + row[i - bpp]!;
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const pa = p < a ? a - p : p - a;
  const pb = p < b ? b - p : p - b;
  const pc = p < c ? c - p : p - c;
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
