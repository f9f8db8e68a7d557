// Cross-references, and their repair by a scan (ISO 32000-1, 7.5.4 to 7.5.8; PDF-17).
import { tuple } from "../base/tuple.js";
import { CLASS, Keyword, latin, Lexer } from "./lexer.js";
import { integerOf, isArray, isDict, nameOf } from "./objects.js";
import type { Meter } from "./meter.js";
import { PdfStream, type CrossReference, type PdfDict, type PdfObject } from "./types.js";

/** Offset with generation, or object stream with index; null: free object. */
export type Place = { readonly at: number; readonly gen: number } | { readonly inside: number; readonly index: number } | null;

/** Places by number. */
interface Places extends Iterable<[number, Place]> {
  get(num: number): Place | undefined;
}

export interface Table {
  readonly places: Places;
  readonly trailer: PdfDict;
  /** candidates, last first; only of a repaired table */
  readonly trailers: readonly PdfDict[];
  /** null if repaired */
  readonly form: CrossReference | null;
}

/** A table or stream with its entries, as they are written. */
interface Section {
  readonly dict: PdfDict;
  readonly entries: readonly (readonly [num: number, place: Place])[];
  /** Offset after its last byte. */
  readonly end: number;
  readonly isTable: boolean;
}

/** Sections of the last revision by offset, from the newest on. */
export type Sections = Map<number, Section>;

/** Objects of a file at most (ISO 32000-1, table C.1). */
const MOST_NUMBER = 8_388_607;
/** Entries of a table for each object that may be read. */
const ENTRIES_AN_OBJECT = 8;

export interface ObjectsAt {
  /** Without decryption; null if no object begins there. */
  at(offset: number): { readonly num: number; readonly gen: number; readonly object: PdfObject; readonly end: number } | null;
  decode(stream: PdfStream): Uint8Array;
}

class Broken extends Error {}

interface TableOptions {
  /** Receives the sections that are read. */
  readonly sections?: Sections | undefined;
  /** Table of a later revision, from which those sections are. */
  readonly later?: Table | undefined;
}

/** Includes the previous tables; null if a part cannot be read. */
export function readTable(bytes: Uint8Array, objects: ObjectsAt, meter: Meter, { sections, later }: TableOptions): Table | null {
  const start = bytes.length < 20 ? -1 : lastIndexOf(bytes, "startxref");
  if (start < 0) return null;
  const at = new Lexer(bytes, start + 9, meter).integer();
  try {
    const shared = sections && later && earlierTable(at, bytes.length, sections, later.places);
    return shared ?? new TableReader(bytes, objects, meter, later ? null : (sections ?? null)).read(at);
  } catch (e) {
    if (e instanceof Broken) return null;
    throw e;
  }
}

const previous = (section: PdfDict): number | null => integerOf(section.get("Prev")) || null;

/** The table of a revision whose sections are the last ones of a later table; null if they are others, or do not end within its bytes. */
function earlierTable(start: number, length: number, sections: Sections, later: Places): Table | null {
  const all = [...sections];
  const first = all.findIndex(([at]) => at === start);
  const own = all.slice(first);
  let next: number | null = start;
  let isHybrid = false;
  for (let i = 0; i < own.length; i++) {
    const [at, { dict, end }] = own[i]!;
    if (at !== next || end > length) return null;
    const stream = own[i + 1];
    if (stream && stream[0] === integerOf(dict.get("XRefStm"))) {
      if (stream[1].end > length) return null;
      isHybrid = true;
      i++;
    }
    next = previous(dict);
  }
  if (first < 0 || next !== null) return null;
  const newer = new Map<number, Place | undefined>();
  for (const [, { entries }] of all.slice(0, first)) for (const [num] of entries) newer.set(num, undefined);
  for (const [, { entries }] of own)
    for (const [num, place] of entries) if (newer.has(num) && newer.get(num) === undefined) newer.set(num, place);
  const { dict, isTable } = own[0]![1];
  const kind = !isTable ? "stream" : isHybrid ? "hybrid" : "table";
  return { places: overlaid(later, newer), trailer: dict, trailers: [], form: { at: start, kind } };
}

/** Places with others over them; undefined: there is no object. */
const overlaid = (under: Places, over: ReadonlyMap<number, Place | undefined>): Places => ({
  get: (num) => (over.has(num) ? over.get(num) : under.get(num)),
  *[Symbol.iterator]() {
    for (const entry of under) if (!over.has(entry[0])) yield entry;
    for (const [num, place] of over) if (place !== undefined) yield [num, place];
  },
});

class TableReader {
  readonly places = new Map<number, Place>();
  #entries: [number, Place][] = [];

  constructor(
    readonly bytes: Uint8Array,
    readonly objects: ObjectsAt,
    readonly meter: Meter,
    readonly sections: Sections | null,
  ) {}

  read(start: number): Table {
    let trailer: PdfDict | null = null;
    let isHybrid = false;
    const seen = new Set<number>();
    for (let next: number | null = start; next !== null && !seen.has(next);) {
      seen.add(next);
      if (next < 0 || next >= this.bytes.length) throw new Broken();
      const section: PdfDict = this.#section(next);
      trailer ??= section;
      // hybrid files: the stream counts before the earlier tables
      const stream = integerOf(section.get("XRefStm"));
      if (stream !== null && stream > 0 && stream < this.bytes.length && !seen.has(stream)) {
        seen.add(stream);
        this.#section(stream, true);
        isHybrid = true;
      }
      next = previous(section);
    }
    const kind = !this.#isTable(start) ? "stream" : isHybrid ? "hybrid" : "table";
    return { places: this.places, trailer: trailer!, trailers: [], form: { at: start, kind } };
  }

  #isTable(at: number): boolean {
    return new Lexer(this.bytes, at, this.meter).takes("xref");
  }

  #section(at: number, isStream = false): PdfDict {
    this.#entries = [];
    const lexer = new Lexer(this.bytes, at, this.meter);
    const isTable = !isStream && lexer.takes("xref");
    const { dict, end } = isTable ? { dict: this.#table(lexer), end: lexer.at } : this.#stream(at);
    this.sections?.set(at, { dict, end, entries: this.#entries, isTable });
    return dict;
  }

  #set(num: number, place: Place): void {
    this.meter.step();
    if (num > MOST_NUMBER) return;
    if (this.sections) this.#entries.push([num, place]);
    this.#place(num, place);
  }

  #place(num: number, place: Place): void {
    if (this.places.has(num)) return;
    this.places.set(num, place);
    if (this.places.size > ENTRIES_AN_OBJECT * this.meter.budgets.pdf_objects) this.meter.over("pdf_objects", "objects");
  }

  #table(lexer: Lexer): PdfDict {
    for (;;) {
      if (lexer.takes("trailer")) break;
      let num = lexer.integer();
      const count = lexer.integer();
      if (num < 0 || count < 0) throw new Broken();
      for (let i = 0; i < count; i++) {
        const from = lexer.at;
        const offset = lexer.integer();
        const gen = lexer.integer();
        lexer.skip();
        const kind = this.bytes[lexer.at];
        if (offset < 0 || gen < 0) {
          lexer.at = from;
          break;
        }
        if (kind !== 0x6e && kind !== 0x66) throw new Broken();
        lexer.at++;
        // a table that begins at 1 with the head of the free list begins at 0
        if (i === 0 && num === 1 && kind === 0x66 && offset === 0 && gen === 65535) num = 0;
        this.#set(num + i, kind === 0x6e && offset > 0 ? { at: offset, gen } : null);
      }
    }
    const trailer = lexer.read();
    if (!isDict(trailer)) throw new Broken();
    return trailer;
  }

  #stream(at: number): { readonly dict: PdfDict; readonly end: number } {
    const { object: found = null, end = 0 } = this.objects.at(at) ?? {};
    if (!(found instanceof PdfStream) || nameOf(found.dict.get("Type")) !== "XRef") throw new Broken();
    const { dict } = found;
    const widths = dict.get("W");
    const size = integerOf(dict.get("Size"));
    if (!isArray(widths) || widths.length < 3 || size === null) throw new Broken();
    const [w0, w1, w2] = tuple(
      widths.slice(0, 3).map((w) => integerOf(w) ?? -1),
      3,
    );
    if (!(w0 >= 0 && w1 >= 0 && w2 >= 0 && w0 + w1 + w2 > 0 && Math.max(w0, w1, w2) <= 8)) throw new Broken();
    const given = dict.get("Index");
    const index = isArray(given) ? given.map((n) => integerOf(n) ?? -1) : [0, size];
    const data = this.objects.decode(found);
    let from = 0;
    const field = (width: number): number => {
      let value = 0;
      for (let i = 0; i < width; i++) value = value * 256 + data[from++]!;
      return value;
    };
    for (let i = 0; i + 1 < index.length; i += 2) {
      const [first, count] = [index[i]!, index[i + 1]!];
      if (first < 0) throw new Broken();
      for (let n = 0; n < count && from + w0 + w1 + w2 <= data.length; n++) {
        const kind = w0 === 0 ? 1 : field(w0);
        const [a, b] = [field(w1), field(w2)];
        if (kind === 1) this.#set(first + n, { at: a, gen: b });
        else if (kind === 2) this.#set(first + n, { inside: a, index: b });
        else this.#set(first + n, null);
      }
    }
    return { dict, end };
  }
}

/** Objects by their `N G obj`; later ones replace earlier ones. Data of streams is skipped. Each byte is read a bounded number of times. */
export function scanned(
  bytes: Uint8Array,
  meter: Meter,
): Table & { readonly places: Map<number, Place>; readonly objectStreams: readonly number[] } {
  const places = new Map<number, Place>();
  const trailers: PdfDict[] = [];
  const objectStreams = new Map<number, number>();
  let hasEnd = true;
  /** the object whose dictionary is read; null outside of it */
  let open: { readonly num: number; readonly at: number; readonly body: number } | null = null;
  for (let at = 0; at < bytes.length; at++) {
    const c = bytes[at];
    if (c === 0x6f && isWord(bytes, at, "obj")) {
      const head = headBefore(bytes, at);
      if (head === null) {
        if (isWord(bytes, at - 3, "endobj")) open = null;
        continue;
      }
      places.set(head.num, { at: head.at, gen: head.gen });
      if (places.size > ENTRIES_AN_OBJECT * meter.budgets.pdf_objects) meter.over("pdf_objects", "objects");
      objectStreams.delete(head.num);
      open = { num: head.num, at: head.at, body: at + 3 };
      at += 2;
    } else if (c === 0x2f && open && at - open.body <= TYPE_WITHIN && isWord(bytes, at, "/Type")) {
      const type = nameAfter(bytes, at + 5);
      if (type === "ObjStm") objectStreams.set(open.num, open.at);
      else if (type === "XRef") {
        addTrailer(bytes, open.body, meter, trailers);
        open = null;
      }
    } else if (c === 0x74 && isWord(bytes, at, "trailer")) {
      addTrailer(bytes, at + 7, meter, trailers);
      at += 6;
    } else if (c === 0x73 && isStream(bytes, at)) {
      open = null;
      // objects may follow a stream without an end
      const end: number = hasEnd ? indexOf(bytes, "endstream", at + 6) : -1;
      hasEnd = end >= 0;
      at = hasEnd ? end + 8 : at + 5;
    }
  }
  trailers.reverse();
  return { places, trailer: trailers[0] ?? new Map(), trailers, form: null, objectStreams: [...objectStreams.keys()] };
}

/** The entry /Type is among the first bytes of a dictionary. */
const TYPE_WITHIN = 600;
const LONGEST_TYPE = 7;

/** The name after white space, if it is short; "" otherwise. */
function nameAfter(bytes: Uint8Array, from: number): string {
  let at = from;
  while (at < from + TYPE_WITHIN && CLASS[bytes[at] ?? 0] === 1 && at < bytes.length) at++;
  if (bytes[at] !== 0x2f) return "";
  let end = ++at;
  while (end < bytes.length && end - at < LONGEST_TYPE && CLASS[bytes[end]!] === 0) end++;
  return latin(bytes, at, end);
}

function addTrailer(bytes: Uint8Array, at: number, meter: Meter, to: PdfDict[]): void {
  const dict = new Lexer(bytes, at, meter).read();
  if (!(dict instanceof Keyword) && isDict(dict) && dict.has("Root")) to.push(dict);
}

const MOST_SPACES = 8;

/** The numbers before `obj`: of an object, and its generation; null if they are not there. */
function headBefore(bytes: Uint8Array, at: number): { readonly num: number; readonly gen: number; readonly at: number } | null {
  const space = (from: number): number => {
    let place = from;
    while (from - place < MOST_SPACES && place > 0 && CLASS[bytes[place - 1]!] === 1) place--;
    return place;
  };
  const digits = (from: number, most: number): number => {
    let place = from;
    while (from - place < most && place > 0 && isDigit(bytes[place - 1]!)) place--;
    return place;
  };
  const genEnd = space(at);
  const genAt = digits(genEnd, 5);
  const numEnd = space(genAt);
  const numAt = digits(numEnd, 10);
  if (genAt === genEnd || numEnd === genAt || numAt === numEnd) return null;
  const isApart =
    numAt === 0 || !isPartOfWord(bytes[numAt - 1]!) || isWord(bytes, numAt - 6, "endobj") || isWord(bytes, numAt - 9, "endstream");
  const [num, gen] = [Number(latin(bytes, numAt, numEnd)), Number(latin(bytes, genAt, genEnd))];
  return !isApart || num > MOST_NUMBER || num === 0 ? null : { num, gen, at: numAt };
}

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39;
/** Letters, digits, and `_ . + -`. */
const isPartOfWord = (c: number): boolean =>
  isDigit(c) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || [0x5f, 0x2e, 0x2b, 0x2d].includes(c);

function isWord(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** After white space or a dictionary, before an end of line. */
const isStream = (bytes: Uint8Array, at: number): boolean =>
  isWord(bytes, at, "stream") &&
  (at === 0 || CLASS[bytes[at - 1]!] !== 0) &&
  (bytes[at + 6] === 10 || bytes[at + 6] === 13 || bytes[at + 6] === 32);

/** First place of a word from `from`; -1 if absent. */
export function indexOf(bytes: Uint8Array, word: string, from: number): number {
  const first = word.charCodeAt(0);
  for (let at = from; at <= bytes.length - word.length; at++) if (bytes[at] === first && isWord(bytes, at, word)) return at;
  return -1;
}

function lastIndexOf(bytes: Uint8Array, word: string): number {
  const first = word.charCodeAt(0);
  for (let at = bytes.length - word.length; at >= 0; at--) if (bytes[at] === first && isWord(bytes, at, word)) return at;
  return -1;
}

/** Offset of an object; undefined for one that is at none. */
export const placeOf = (places: Places, num: number): number | undefined => {
  const place = places.get(num);
  return place && "at" in place ? place.at : undefined;
};

/** True if an object has one place in both; streams of objects are at an offset themselves (ISO 32000-2, 7.5.7). */
export function isSamePlace(num: number, a: Places, b: Places): boolean {
  const [x, y] = [a.get(num), b.get(num)];
  if (!(x && y && "inside" in x && "inside" in y)) return isSameOffset(x, y);
  return x.inside === y.inside && x.index === y.index && isSameOffset(a.get(x.inside), b.get(x.inside));
}

const isSameOffset = (x: Place | undefined, y: Place | undefined): boolean =>
  !!x && !!y && "at" in x && "at" in y && x.at === y.at && x.gen === y.gen;
