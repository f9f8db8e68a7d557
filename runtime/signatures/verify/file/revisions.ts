// Revisions of a file, and objects that no cross-reference has (ISO 32000-2, 7.5.6; SG-42).
import { CLASS, latin, Lexer } from "../../../../pdf-reader/lexer.js";
import { integerOf } from "../../../../pdf-reader/objects.js";
import { Meter } from "../../../../pdf-reader/meter.js";
import type { PdfBudgets, PdfFile } from "../../../../pdf-reader/types.js";
import type { ObjectPlace, Section } from "./cross-reference.js";

export interface Revision {
  /** Place after its `%%EOF`. */
  readonly end: number;
  /** After the white space that follows. */
  readonly endOfSpace: number;
}

/** An object, or other bytes, that no cross-reference leads to. */
interface StrayBytes {
  readonly kind: "duplicate" | "object" | "bytes";
  readonly at: number;
  /** Number of an object; null for other bytes. */
  readonly num: number | null;
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

const isSpace = (byte: number | undefined): boolean => byte !== undefined && CLASS[byte] === 1;

/** Returns the first offset from `at` that has no white space. */
function afterSpace(bytes: Uint8Array, at: number): number {
  let to = at;
  while (isSpace(bytes[to])) to++;
  return to;
}

/** Revisions in their order: each ends with the `%%EOF` after an offset of one of the sections. */
export function revisionsOf(bytes: Uint8Array, sections: readonly Section[], budgets: PdfBudgets): readonly Revision[] {
  const buffer = bufferOf(bytes);
  const meter = new Meter(budgets, bytes.length);
  const offsets = new Set(sections.map(({ at }) => at));
  const found: Revision[] = [];
  for (let at = buffer.indexOf("startxref"); at >= 0; at = buffer.indexOf("startxref", at + 9)) {
    const lexer = new Lexer(bytes, at + 9, meter);
    const offset = lexer.integer();
    if (!offsets.has(offset)) continue;
    const mark = afterSpace(bytes, lexer.at);
    if (latin(bytes, mark, mark + 5) !== "%%EOF") continue;
    // once each: the first in the file after its section, but for a file that is linearized
    if (offset < at) offsets.delete(offset);
    found.push({ end: mark + 5, endOfSpace: afterSpace(bytes, mark + 5) });
  }
  return found;
}

/** Number of the revision, from 1, that has the offset. */
export function revisionAt(revisions: readonly Revision[], at: number): number {
  const index = revisions.findIndex(({ end }) => at < end);
  return index < 0 ? Math.max(1, revisions.length) : index + 1;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Number and offset of the head `N G obj` whose `obj` is at `at`; null for other bytes. */
function headBefore(bytes: Uint8Array, at: number): { readonly num: number; readonly at: number } | null {
  const back = (from: number, is: (byte: number | undefined) => boolean, most: number): number => {
    let to = from;
    while (to > 0 && from - to < most && is(bytes[to - 1])) to--;
    return to;
  };
  const genEnd = back(at, isSpace, 16);
  const genAt = back(genEnd, isDigit, 6);
  const numEnd = back(genAt, isSpace, 16);
  const numAt = back(numEnd, isDigit, 10);
  if (genEnd === genAt || genAt === numEnd || numEnd === numAt) return null;
  return { num: Number(latin(bytes, numAt, numEnd)), at: numAt };
}

/** Objects at their offsets, of all sections. */
class ObjectOffsets {
  readonly #nums = new Map<number, number>();
  readonly #sorted: readonly number[];

  constructor(
    readonly bytes: Uint8Array,
    sections: readonly Section[],
  ) {
    for (const { at, entries, streamAt } of sections) {
      for (const [num, place] of entries) if (place && "at" in place) this.#nums.set(this.#startOf(place.at), num);
      for (const own of [at, streamAt]) if (own !== null && !this.#nums.has(own)) this.#nums.set(own, -1);
    }
    this.#sorted = [...this.#nums.keys()].sort((a, b) => a - b);
  }

  /** Offsets may lead to the white space before an object. */
  #startOf(at: number): number {
    return afterSpace(this.bytes, at);
  }

  numAt(at: number): number | undefined {
    return this.#nums.get(at);
  }

  /** Offset of the last object that begins before. */
  before(at: number): number | null {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? null : this.#sorted[low - 1]!;
  }
}

/** Bytes of the file in terms of what its cross-reference leads to. */
export class Layout {
  readonly #objects: ObjectOffsets;
  readonly #meter: Meter;

  constructor(
    readonly bytes: Uint8Array,
    readonly file: PdfFile,
    readonly sections: readonly Section[],
    readonly revisions: readonly Revision[],
    budgets: PdfBudgets,
  ) {
    this.#objects = new ObjectOffsets(bytes, sections);
    this.#meter = new Meter(budgets, bytes.length);
  }

  /** Objects before `to` that have the number of another object of their revision. */
  duplicates(to: number): readonly StrayBytes[] {
    const { bytes } = this;
    const buffer = bufferOf(bytes);
    const inRevision = new Map<number, Set<number>>();
    for (const { entries } of this.sections)
      for (const [num, place] of entries) if (place && "at" in place) setOf(inRevision, num).add(revisionAt(this.revisions, place.at));
    const found: StrayBytes[] = [];
    for (let at = buffer.indexOf("obj"); at >= 0 && at < to; at = buffer.indexOf("obj", at + 3)) {
      const head = headBefore(bytes, at);
      if (head === null || this.#objects.numAt(head.at) !== undefined) continue;
      if (!inRevision.get(head.num)?.has(revisionAt(this.revisions, head.at)) || this.#isInside(head.at)) continue;
      found.push({ kind: "duplicate", at: head.at, num: head.num });
    }
    for (const { at, repeated } of this.sections) if (at < to) for (const num of repeated) found.push({ kind: "duplicate", at, num });
    return found;
  }

  /** True within the object that begins before: in its stream, or its strings. */
  #isInside(at: number): boolean {
    const before = this.#objects.before(at);
    if (before === null) return false;
    const end = this.#endOf(before);
    return end !== null && at < end;
  }

  /** Offset after the `endobj` of the object at an offset; null if none is there. */
  #endOf(at: number): number | null {
    const lexer = new Lexer(this.bytes, at, this.#meter);
    if (lexer.integer() < 0 || lexer.integer() < 0 || !lexer.takes("obj")) return null;
    this.#meter.object();
    const value = lexer.read();
    if (value instanceof Map && lexer.takes("stream")) {
      if (this.bytes[lexer.at] === 13) lexer.at++;
      if (this.bytes[lexer.at] === 10) lexer.at++;
      const length = integerOf(this.file.get(value.get("Length")));
      if (length === null || length < 0) return null;
      lexer.at += length;
      if (!lexer.takes("endstream")) return null;
    }
    return lexer.takes("endobj") ? lexer.at : null;
  }

  /** All after `from` that is neither an object of the cross-reference, a section of it, nor the mark of a revision's end. */
  strays(from: number): readonly StrayBytes[] {
    const { bytes, sections } = this;
    const found: StrayBytes[] = [];
    const offsets = new Set(sections.map(({ at }) => at));
    const lexer = new Lexer(bytes, from, this.#meter);
    while ((lexer.at = afterSpace(bytes, lexer.at)) < bytes.length) {
      const { at } = lexer;
      const num = this.#objects.numAt(at);
      if (num !== undefined && !isWordAt(bytes, at, "xref")) {
        const end = this.#endOf(at);
        if (end === null) return [...found, { kind: "bytes", at, num: null }];
        lexer.at = end;
      } else if (offsets.has(at)) {
        if (!takesTable(lexer)) return [...found, { kind: "bytes", at, num: null }];
      } else if (lexer.takes("startxref")) {
        if (!offsets.has(lexer.integer())) found.push({ kind: "bytes", at, num: null });
      } else if (isWordAt(bytes, at, "%%EOF")) lexer.at = at + 5;
      // comments of writers, as the mark of binary data, hide nothing
      else if (bytes[at] === 0x25) while (lexer.at < bytes.length && bytes[lexer.at] !== 10 && bytes[lexer.at] !== 13) lexer.at++;
      else {
        const stray = this.#strayAt(at);
        found.push({ kind: stray.num === null ? "bytes" : "object", at, num: stray.num });
        if (stray.end === null) return found;
        lexer.at = stray.end;
      }
    }
    return found;
  }

  #strayAt(at: number): { readonly num: number | null; readonly end: number | null } {
    const num = new Lexer(this.bytes, at, this.#meter).integer();
    const end = this.#endOf(at);
    return { num: end === null || num < 0 ? null : num, end };
  }
}

function setOf(sets: Map<number, Set<number>>, key: number): Set<number> {
  let known = sets.get(key);
  if (!known) sets.set(key, (known = new Set()));
  return known;
}

const isWordAt = (bytes: Uint8Array, at: number, word: string): boolean => latin(bytes, at, at + word.length) === word;

/** Moves after a table and its trailer. */
function takesTable(lexer: Lexer): boolean {
  if (!lexer.takes("xref")) return false;
  while (!lexer.takes("trailer")) {
    if (lexer.at >= lexer.end) return false;
    const from = lexer.at;
    lexer.read();
    if (lexer.at === from) return false;
  }
  return lexer.read() instanceof Map;
}

/** Offset of an object that lies open, or of the object stream that has it; null for a free number. */
export function offsetOf(places: ReadonlyMap<number, ObjectPlace>, num: number): number | null {
  const place = places.get(num);
  if (!place) return null;
  if ("at" in place) return place.at;
  const outer = places.get(place.inside);
  return outer && "at" in outer ? outer.at : null;
}
