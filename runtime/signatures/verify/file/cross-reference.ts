// Sections of the cross-reference as they are written, without repair (ISO 32000-2, 7.5.4 to 7.5.8; SG-42).
import { applyFilter, isFilter } from "../../../../pdf-reader/filters.js";
import { Lexer } from "../../../../pdf-reader/lexer.js";
import { integerOf, isArray, isDict, nameOf } from "../../../../pdf-reader/objects.js";
import { Meter } from "../../../../pdf-reader/meter.js";
import type { PdfBudgets, PdfDict, PdfObject } from "../../../../pdf-reader/types.js";

/** Place of an object: offset with generation, or a number in an object stream; null for a free number. */
export type ObjectPlace = { readonly at: number; readonly gen: number } | { readonly inside: number } | null;

/** A cross-reference table, or a stream. */
export interface Section {
  readonly at: number;
  readonly entries: ReadonlyMap<number, ObjectPlace>;
  /** Numbers that it has twice. */
  readonly repeated: readonly number[];
  readonly trailer: PdfDict;
  /** Offset of the stream of a hybrid file, or of the section itself. */
  readonly streamAt: number | null;
}

/** A cross-reference that a strict reader refuses. */
export class BrokenReference extends Error {}

const broken = (reason: string): never => {
  throw new BrokenReference(reason);
};

/** Sections from the last one to the first. @throws BrokenReference, PdfFault over a budget */
export function sectionsOf(bytes: Uint8Array, budgets: PdfBudgets): readonly Section[] {
  const meter = new Meter(budgets, bytes.length);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf("startxref");
  if (start < 0) broken("no startxref");
  const sections: Section[] = [];
  const seen = new Set<number>();
  let next: number | null = new Lexer(bytes, start + 9, meter).integer();
  while (next !== null) {
    if (next < 0 || next >= bytes.length || seen.has(next)) return broken("an offset of the cross-reference is wrong");
    seen.add(next);
    const section: Section = new SectionReader(bytes, meter).read(next);
    sections.push(section);
    next = integerOf(section.trailer.get("Prev"));
    if (next === 0) next = null;
  }
  return sections;
}

/** Places of all numbers: those of later sections count. */
export function placesOf(sections: readonly Section[]): ReadonlyMap<number, ObjectPlace> {
  const places = new Map<number, ObjectPlace>();
  for (const { entries } of sections) for (const [num, place] of entries) if (!places.has(num)) places.set(num, place);
  return places;
}

class SectionReader {
  readonly #entries = new Map<number, ObjectPlace>();
  readonly #repeated: number[] = [];

  constructor(
    readonly bytes: Uint8Array,
    readonly meter: Meter,
  ) {}

  read(at: number): Section {
    const lexer = new Lexer(this.bytes, at, this.meter);
    const about = { at, entries: this.#entries, repeated: this.#repeated };
    if (!lexer.takes("xref")) return { ...about, trailer: this.#stream(at, true), streamAt: at };
    const trailer = this.#table(lexer);
    const streamAt = integerOf(trailer.get("XRefStm"));
    // numbers that a hybrid file hides are free in its table
    if (streamAt !== null) this.#stream(streamAt, false);
    return { ...about, trailer, streamAt };
  }

  #set(num: number, place: ObjectPlace, isAlone: boolean): void {
    this.meter.object();
    const known = this.#entries.get(num);
    if (known && isAlone && place) this.#repeated.push(num);
    if (!known) this.#entries.set(num, place);
  }

  #table(lexer: Lexer): PdfDict {
    while (!lexer.takes("trailer")) {
      let first = lexer.integer();
      const count = lexer.integer();
      if (first < 0 || count < 0) broken("a table of the cross-reference is broken");
      for (let i = 0; i < count; i++) {
        const [offset, gen] = [lexer.integer(), lexer.integer()];
        lexer.skip();
        const kind = this.bytes[lexer.at++];
        if (offset < 0 || gen < 0 || (kind !== 0x6e && kind !== 0x66)) broken("an entry of the cross-reference is broken");
        // a table of some writers begins at 1 with the head of the free list
        if (i === 0 && first === 1 && kind === 0x66 && offset === 0 && gen === 65535) first = 0;
        this.#set(first + i, kind === 0x6e && offset > 0 ? { at: offset, gen } : null, true);
      }
    }
    const trailer = lexer.read();
    return trailer instanceof Map ? trailer : broken("a trailer is missing");
  }

  #stream(at: number, isAlone: boolean): PdfDict {
    const lexer = new Lexer(this.bytes, at, this.meter);
    if (lexer.integer() < 0 || lexer.integer() < 0 || !lexer.takes("obj")) broken("the cross-reference is not where it should be");
    const read = lexer.read();
    if (!(read instanceof Map) || nameOf(read.get("Type")) !== "XRef" || !lexer.takes("stream"))
      return broken("the cross-reference is not where it should be");
    const dict: PdfDict = read;
    let from = lexer.at;
    if (this.bytes[from] === 13) from++;
    if (this.bytes[from] === 10) from++;
    const length = integerOf(dict.get("Length"));
    if (length === null || length < 0) return broken("a stream of the cross-reference has no length");
    const data = this.#decoded(dict, this.bytes.subarray(from, from + length));
    const widths = dict.get("W");
    const [w0, w1, w2] = isArray(widths) ? widths.slice(0, 3).map((w) => integerOf(w) ?? -1) : [];
    const sizes = [w0 ?? -1, w1 ?? -1, w2 ?? -1];
    if (sizes.some((width) => width < 0 || width > 8)) broken("a stream of the cross-reference has no widths");
    const given = dict.get("Index");
    const index = isArray(given) ? given.map((n) => integerOf(n) ?? -1) : [0, integerOf(dict.get("Size")) ?? -1];
    let place = 0;
    const field = (width: number): number => {
      let value = 0;
      for (let i = 0; i < width; i++) value = value * 256 + (data[place++] ?? 0);
      return value;
    };
    for (let i = 0; i + 1 < index.length; i += 2) {
      const [first, count] = [index[i]!, index[i + 1]!];
      if (first < 0 || count < 0) broken("a stream of the cross-reference has no index");
      for (let n = 0; n < count && place < data.length; n++) {
        const kind = w0 === 0 ? 1 : field(w0!);
        const [a, b] = [field(w1!), field(w2!)];
        this.#set(first + n, kind === 1 ? { at: a, gen: b } : kind === 2 ? { inside: a } : null, isAlone);
      }
    }
    return dict;
  }

  #decoded(dict: PdfDict, encoded: Uint8Array): Uint8Array {
    const one = (value: PdfObject | undefined): PdfObject | undefined =>
      isArray(value) ? (value.length > 1 ? broken("a stream of the cross-reference has several filters") : value[0]) : value;
    const filter = nameOf(one(dict.get("Filter")));
    if (filter === null) return encoded;
    if (!isFilter(filter)) return broken("a stream of the cross-reference has an unknown filter");
    const params = one(dict.get("DecodeParms"));
    const { bytes, damaged } = applyFilter(filter, encoded, isDict(params) ? params : null, this.meter);
    return damaged ? broken("a stream of the cross-reference is damaged") : bytes;
  }
}
