// Deflates rows of mostly zeros from the bytes that are not zero (RFC 1950, RFC 1951): rows of a predictor, which never exist as bytes.
import { concatBytes } from "../../../base/bytes.js";
import { DeflateBlock } from "./deflate-block.js";

/** RFC 1950: method 8, window of 32 KB, FLEVEL of level 6, FCHECK. */
const ZLIB_HEADER = [0x78, 0x9c];
const MODULUS = 65521;
/** deflate (RFC 1951): reach of a match, and its least length */
const REACH = 1 << 15;
const SHORTEST = 3;

/** Slots of the table of rows at first; half of it is used. */
const TABLE = 1 << 10;
const HALVES = 1 << 10;

/** Distinct rows of one size, by number. A row is its bytes other than zero: position and value of each, in order. */
export class DistinctRows {
  /** position << 8 | value */
  #entries = new Uint32Array(1024);
  /** of each row; then the end */
  readonly #starts: number[] = [0];
  /** sum of its bytes, and sum of each byte by the number of bytes from it to the end of the row (RFC 1950, 8.2) */
  readonly #sums: number[] = [];
  readonly #weights: number[] = [];
  /** hashes of its halves */
  readonly #halves: number[] = [];
  /** number of a row + 1, by hash */
  #table = new Int32Array(TABLE);
  readonly #hashes: number[] = [];
  /** end of the row that is being put, and its hash */
  #at = 0;
  #hash = 0;

  constructor(readonly size: number) {}

  get count(): number {
    return this.#sums.length;
  }

  /** The next byte of the row that `end` ends, at a larger position than those before. */
  put(position: number, value: number): void {
    const at = this.#at++;
    if (at === this.#entries.length) {
      const grown = new Uint32Array(2 * at);
      grown.set(this.#entries);
      this.#entries = grown;
    }
    const entry = (position << 8) | (value & 255);
    this.#entries[at] = entry;
    this.#hash = Math.imul(this.#hash ^ entry, 0x9e3779b1);
  }

  /** @returns the number of the row */
  end(): number {
    const from = this.#starts[this.#starts.length - 1]!;
    const length = this.#at - from;
    const hash = this.#hash ^ (this.#hash >>> 15);
    this.#hash = 0;
    const mask = this.#table.length - 1;
    let slot = hash & mask;
    for (let known = this.#table[slot]!; known > 0; known = this.#table[(slot = (slot + 1) & mask)]!)
      if (this.#isLast(known - 1, length)) {
        this.#at = from;
        return known - 1;
      }
    const row = this.count;
    this.#table[slot] = row + 1;
    this.#hashes.push(hash);
    this.#add(length);
    if (2 * this.count > this.#table.length) this.#grow();
    return row;
  }

  #grow(): void {
    const table = new Int32Array(4 * this.#table.length);
    const mask = table.length - 1;
    this.#hashes.forEach((hash, row) => {
      let slot = hash & mask;
      while (table[slot]! > 0) slot = (slot + 1) & mask;
      table[slot] = row + 1;
    });
    this.#table = table;
  }

  #isLast(row: number, length: number): boolean {
    const from = this.#starts[row]!;
    if (this.#starts[row + 1]! - from !== length) return false;
    const entries = this.#entries;
    const own = this.#starts[this.#starts.length - 1]!;
    for (let i = 0; i < length; i++) if (entries[from + i] !== entries[own + i]) return false;
    return true;
  }

  #add(length: number): void {
    const from = this.#starts[this.#starts.length - 1]!;
    let sum = 0;
    let weight = 0;
    const half = this.size >> 1;
    const hashes = [1, 1] as [number, number];
    for (let i = from; i < from + length; i++) {
      const entry = this.#entries[i]!;
      const at = entry >>> 8;
      sum += entry & 255;
      weight += (entry & 255) * (this.size - at);
      const side = at < half ? 0 : 1;
      hashes[side] = Math.imul(hashes[side] ^ entry, 0x9e3779b1);
    }
    for (const hash of hashes) this.#halves.push((hash ^ (hash >>> 15)) & (HALVES - 1));
    this.#sums.push(sum);
    this.#weights.push(weight % MODULUS);
    this.#starts.push(from + length);
  }

  clear(): void {
    this.#table.fill(0);
    this.#at = 0;
    this.#starts.length = 1;
    this.#sums.length = this.#weights.length = this.#halves.length = this.#hashes.length = 0;
  }

  /** zlib stream (RFC 1950) of the rows with these numbers. */
  deflated(rows: readonly number[]): Uint8Array {
    const block = new DeflateBlock();
    this.#write(block, rows);
    const adler = this.#adler(rows);
    return concatBytes([ZLIB_HEADER, block.end(), [adler >>> 24, (adler >>> 16) & 255, (adler >>> 8) & 255, adler & 255]]);
  }

  #adler(rows: readonly number[]): number {
    let a = 1;
    let b = 0;
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r]!;
      b = (b + this.size * a + this.#weights[row]!) % MODULUS;
      a = (a + this.#sums[row]!) % MODULUS;
    }
    return ((b << 16) | a) >>> 0;
  }

  /** A row continues the match of the rows before it, repeats an earlier row, or is a similar row with other bytes in places. */
  #write(out: DeflateBlock, rows: readonly number[]): void {
    const { size } = this;
    const reach = Math.floor(REACH / size);
    /** places from 1: of the last row of each number; of the last with an equal half */
    const last = new Int32Array(this.count);
    const halves = [new Int32Array(HALVES), new Int32Array(HALVES)] as const;
    /** rows to the one that is repeated; 0: none */
    let back = 0;
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r]!;
      const known = last[row]!;
      last[row] = r + 1;
      if (back > 0 && rows[r - back] === row) out.match(size, back * size);
      else if (known > 0 && r + 1 - known <= reach) {
        back = r + 1 - known;
        out.match(size, back * size);
      } else {
        const similar = [back, r === 0 ? 0 : 1, ...halves.map((places, side) => r + 1 - (places[this.#halves[2 * row + side]!] || r + 1))];
        back = this.#most(rows, r, similar, reach);
        this.#patched(out, row, back === 0 ? -1 : rows[r - back]!, back * size);
      }
      halves.forEach((places, side) => (places[this.#halves[2 * row + side]!] = r + 1));
    }
  }

  /** The distance of these at which a row differs least; 0: none. */
  #most(rows: readonly number[], r: number, distances: readonly number[], reach: number): number {
    let found = 0;
    let least = Infinity;
    for (const back of distances) {
      if (back === 0 || back > reach || back === found) continue;
      const count = this.#differences(rows[r]!, rows[r - back]!);
      if (count >= least) continue;
      least = count;
      found = back;
    }
    return found;
  }

  /** Writes a row by another one (-1: none) at a distance in bytes. */
  #patched(out: DeflateBlock, own: number, similar: number, distance: number): void {
    const row = this.#bytesOf(own);
    if (similar < 0) {
      putLiterals(out, row, 0, row.length);
      return;
    }
    const other = this.#bytesOf(similar);
    for (let at = 0; at < row.length;) {
      let end = at;
      while (end < row.length && row[end] === other[end]) end++;
      if (end - at >= SHORTEST || (end > at && out.continues(distance))) {
        out.match(end - at, distance);
        at = end;
        continue;
      }
      // up to bytes that are worth a match
      let equal = 0;
      while (end < row.length && equal < SHORTEST) {
        equal = row[end] === other[end] ? equal + 1 : 0;
        end++;
      }
      if (equal === SHORTEST) end -= equal;
      putLiterals(out, row, at, end);
      at = end;
    }
  }

  /** Entries of one row that the other lacks. */
  #differences(row: number, other: number): number {
    const entries = this.#entries;
    const end = this.#starts[row + 1]!;
    const stop = this.#starts[other + 1]!;
    let count = 0;
    let k = this.#starts[other]!;
    for (let i = this.#starts[row]!; i < end; i++) {
      const entry = entries[i]!;
      while (k < stop && entries[k]! < entry) {
        k++;
        count++;
      }
      if (k < stop && entries[k] === entry) k++;
      else count++;
    }
    return count + stop - k;
  }

  #bytesOf(row: number): Uint8Array {
    const out = new Uint8Array(this.size);
    const end = this.#starts[row + 1]!;
    for (let i = this.#starts[row]!; i < end; i++) out[this.#entries[i]! >>> 8] = this.#entries[i]! & 255;
    return out;
  }
}

/** Writes bytes of a row, those that repeat as matches. */
function putLiterals(out: DeflateBlock, row: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to;) {
    let end = at + 1;
    while (end < to && row[end] === row[at]) end++;
    out.literal(row[at]!);
    if (end - at > SHORTEST) out.match(end - at - 1, 1);
    else for (let i = at + 1; i < end; i++) out.literal(row[i]!);
    at = end;
  }
}
