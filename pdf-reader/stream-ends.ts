import { Lexer } from "./lexer.js";
import type { Meter } from "./meter.js";
import { integerOf } from "./objects.js";
import { indexOf } from "./table.js";
import { PdfRef, type PdfObject } from "./types.js";

/** Lengths that must be read to read another: each may be an object inside a stream. */
const MOST_LENGTHS = 4;

/** Finds the ends of a file's streams. */
export class StreamEnds {
  #keywords: { readonly streams: Int32Array; readonly objects: Int32Array } | null = null;
  #lengths = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly meter: Meter,
    readonly get: (object: PdfObject) => PdfObject,
  ) {}

  /** End of a stream's bytes, which begin at `from`: by its length, or by keyword if the length is wrong. */
  after(from: number, length: PdfObject | undefined): number {
    const given = this.#lengthOf(length);
    if (given !== null && given >= 0 && from + given <= this.bytes.length) {
      const after = new Lexer(this.bytes, from + given, this.meter);
      // white space only: a stream may begin with %
      while (after.at < this.bytes.length && isSpace(this.bytes[after.at]!)) after.at++;
      this.meter.run(after.at - from - given);
      if (startsWith(this.bytes, after.at, "endstream") || startsWith(this.bytes, after.at, "endobj")) return from + given;
    }
    const { streams, objects } = (this.#keywords ??= { streams: this.#placesOf("endstream"), objects: this.#placesOf("endobj") });
    let to = next(streams, from) ?? next(objects, from) ?? this.bytes.length;
    if (to > from && this.bytes[to - 1] === 10) to--;
    if (to > from && this.bytes[to - 1] === 13) to--;
    return to;
  }

  #lengthOf(length: PdfObject | undefined): number | null {
    if (!(length instanceof PdfRef)) return integerOf(length);
    if (this.#lengths === MOST_LENGTHS) return null;
    this.#lengths++;
    try {
      return integerOf(this.get(length));
    } finally {
      this.#lengths--;
    }
  }

  #placesOf(word: string): Int32Array {
    const out: number[] = [];
    for (let at = indexOf(this.bytes, word, 0); at >= 0; at = indexOf(this.bytes, word, at + word.length)) out.push(at);
    return Int32Array.from(out);
  }
}

const isSpace = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9 || c === 0 || c === 12;

function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false;
  return true;
}

function next(places: Int32Array, from: number): number | undefined {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return places[low];
}
