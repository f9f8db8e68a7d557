// Reader of PDF files: lazy, tolerant, bounded (ISO 32000-1, 7.5; PDF-17, PDF-25, PDF-26).
import { Decryption } from "./decrypt.js";
import { Keyword, latin, Lexer } from "./lexer.js";
import { integerOf, isArray, isDict, nameOf } from "./objects.js";
import { Meter } from "./meter.js";
import { isPage, leavesOf, pageOf, type Leaf } from "./pages.js";
import { StreamDecoder } from "./stream-decoder.js";
import { StreamEnds } from "./stream-ends.js";
import { indexOf, isSamePlace, placeOf, readTable, scanned, type ObjectsAt, type Place, type Sections, type Table } from "./table.js";
import {
  PdfFault,
  PdfRef,
  PdfStream,
  PdfString,
  type ChangeableFile,
  type CrossReference,
  type PdfBudgets,
  type PdfCrypto,
  type PdfDecoded,
  type PdfDict,
  type PdfFile,
  type PdfObject,
  type PdfPage,
  type RevisionFile,
} from "./types.js";

interface OpenOptions {
  readonly budgets: PdfBudgets;
  /** null: encrypted files are refused */
  readonly crypto: PdfCrypto | null;
  /** Called now and then while content is read; its exception ends the reading. */
  readonly watch?: (() => void) | undefined;
  /** in the encoding of the file's algorithm; default: the empty one */
  readonly password?: Uint8Array | undefined;
  /** Used by the earlier revisions of the file. */
  readonly parts?: RevisionParts;
}

/** Parts of a file that its revisions have in common. */
export class RevisionParts {
  readonly sections: Sections = new Map();
  /** Offsets after the last bytes of the objects that are not in a stream, by number. */
  readonly ends = new Map<number, number>();
}

/** The header is within these bytes (PDF-7). */
const HEADER_WITHIN = 1024;
const MOST_HOPS = 32;
/** Objects that must be read to read another: lengths, entries of object streams. */
const MOST_NESTED = 32;
const EMPTY: PdfDict = new Map();
const NO_TABLE: Table = { places: new Map(), trailer: EMPTY, trailers: [], form: null };

/** -1 for bytes that are not a PDF file. */
export function headerAt(bytes: Uint8Array): number {
  const at = indexOf(bytes.subarray(0, HEADER_WITHIN + 4), "%PDF-", 0);
  return at < HEADER_WITHIN ? at : -1;
}

/** Objects are parsed when they are read. @throws PdfFault without a readable page, for a needed password, or over a budget */
export const openPdf = (bytes: Uint8Array, options: OpenOptions): PdfFile => openToChange(bytes, options);

/** Opens a file that is read and changed. @throws PdfFault as `openPdf` */
export const openToChange = (bytes: Uint8Array, options: OpenOptions): ChangeableFile => opened(bytes, options, null);

/** Opens the first bytes of an open file, a revision: objects that both have in one place are read once. @throws PdfFault as `openPdf` */
export const openRevision = (bytes: Uint8Array, later: ChangeableFile, options: OpenOptions): RevisionFile =>
  opened(bytes, options, later instanceof Reader ? later : null);

function opened(bytes: Uint8Array, options: OpenOptions, later: Reader | null): Reader {
  const { budgets, watch } = options;
  if (bytes.length > budgets.pdf_bytes) throw new PdfFault(`has ${bytes.length} bytes, more than ${budgets.pdf_bytes}`, "pdf_bytes");
  const at = headerAt(bytes);
  if (at < 0) throw new PdfFault(`has no %PDF- in its first ${HEADER_WITHIN} bytes`);
  // a Buffer's slice is a view
  const own = new Uint8Array(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
  return new Reader(own, new Meter(budgets, own.length, watch), options, bytes, later);
}

interface ObjectStream {
  readonly bytes: Uint8Array;
  readonly nums: readonly number[];
  /** first index of each number */
  readonly indexes: ReadonlyMap<number, number>;
  readonly offsets: readonly number[];
}

class Reader implements RevisionFile {
  /** Empty while it is read itself: the lengths of its streams are direct (7.5.8.2). */
  #table: Table = NO_TABLE;
  #repaired = false;
  #decryption: Decryption | null = null;
  readonly #objects = new Map<number, PdfObject>();
  readonly #streams = new Map<number, ObjectStream | null>();
  readonly #shared: boolean[] = [];
  readonly #pages = new Map<number, PdfPage>();
  readonly #leaves: readonly Leaf[];
  #damaged = false;
  readonly #ends: StreamEnds;
  readonly #decoder: StreamDecoder;
  #nested = 0;
  catalog: PdfDict = EMPTY;
  readonly version: string;

  constructor(
    readonly bytes: Uint8Array,
    readonly meter: Meter,
    readonly options: Pick<OpenOptions, "crypto" | "password" | "parts">,
    readonly source: Uint8Array,
    readonly later: Reader | null,
  ) {
    this.#ends = new StreamEnds(bytes, meter, this.get);
    this.#decoder = new StreamDecoder(meter, this.get);
    const isLast = later === null || later.#repaired;
    const table = readTable(bytes, this.#source, meter, { sections: options.parts?.sections, later: isLast ? undefined : later.#table });
    if (table === null) this.#repair();
    else this.#table = table;
    this.#decrypts();
    this.#leaves = this.#pagesOf();
    const header = /^%PDF-(\d\.\d)/.exec(latin(bytes, 0, 16))?.[1] ?? "1.0";
    const newer = nameOf(this.get(this.catalog.get("Version")));
    this.version = newer !== null && /^\d\.\d$/.test(newer) && newer > header ? newer : header;
  }

  get budgets(): PdfBudgets {
    return this.meter.budgets;
  }

  get trailer(): PdfDict {
    return this.#table.trailer;
  }

  get headerAt(): number {
    return this.source.length - this.bytes.length;
  }

  get crossReference(): CrossReference | null {
    return this.#table.form;
  }

  get isDamaged(): boolean {
    return this.#damaged;
  }

  get encryption(): PdfDict | null {
    return this.#decryption?.dict ?? null;
  }

  sealString(bytes: Uint8Array, id: PdfRef): Uint8Array {
    return this.#decryption?.sealString(bytes, id) ?? bytes;
  }

  sealStream(bytes: Uint8Array, id: PdfRef, dict: PdfDict): Uint8Array {
    return this.#decryption?.sealStream(bytes, id, dict, this.#decoder.cryptOf(dict)) ?? bytes;
  }

  get pageCount(): number {
    return this.#leaves.length;
  }

  page(number: number): PdfPage {
    const leaf = this.#leaves[number - 1];
    if (leaf === undefined) throw new RangeError(`no page ${number}`);
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = pageOf(leaf, number, this.get);
      this.count(page.contents.length + page.annots.length);
      this.#pages.set(number, page);
    }
    return page;
  }

  refs(): readonly PdfRef[] {
    const out: PdfRef[] = [];
    for (const [num, place] of this.#table.places) if (place) out.push(new PdfRef(num, "inside" in place ? 0 : place.gen));
    return out.sort((a, b) => a.num - b.num);
  }

  refTo(num: number): PdfRef {
    const place = this.#table.places.get(num);
    return new PdfRef(num, place && "gen" in place ? place.gen : 0);
  }

  isShared(num: number): boolean {
    const { later } = this;
    if (later === null || later.#repaired || this.#repaired) return false;
    return (this.#shared[num] ??= isSamePlace(num, this.#table.places, later.#table.places) && later.#endOf(num) <= this.bytes.length);
  }

  count(objects: number): void {
    this.meter.object(objects);
  }

  step(count: number): void {
    this.meter.step(count);
  }

  readonly get = (object: PdfObject | undefined): PdfObject => {
    let found = object ?? null;
    for (let hops = 0; found instanceof PdfRef; hops++) {
      if (hops === MOST_HOPS) return null;
      found = this.#load(found);
    }
    return found;
  };

  encoded(stream: PdfStream): Uint8Array {
    if (this.#decryption === null || stream.id === null) return stream.encoded;
    const plain = this.#decryption.stream(stream.encoded, stream.id, stream.dict, this.#decoder.cryptOf(stream.dict));
    if (plain !== stream.encoded) this.meter.decoded(plain.length);
    return plain;
  }

  decode(stream: PdfStream): PdfDecoded {
    return this.#decoder.decode(stream, this.encoded(stream));
  }

  readonly #source: ObjectsAt = {
    at: (offset) => this.#parse(offset, false),
    decode: (stream) => this.#decoder.decode(stream, stream.encoded).bytes,
  };

  #load(ref: PdfRef): PdfObject {
    if (this.isShared(ref.num)) return this.later!.#load(ref);
    const place = this.#table.places.get(ref.num);
    if (place === undefined || place === null) return null;
    // the number may be that of an object of another generation; scans find the last one only
    if ("gen" in place && place.gen !== ref.gen && !this.#repaired) return null;
    const known = this.#objects.get(ref.num);
    if (known !== undefined) return known;
    if (this.#nested > MOST_NESTED) return null;
    this.#nested++;
    let found: PdfObject | undefined;
    try {
      found = "inside" in place ? this.#inside(ref.num, place) : this.#placed(ref, place);
    } finally {
      this.#nested--;
    }
    if (found === undefined) {
      if (!this.#repaired) {
        this.#repair();
        return this.#load(ref);
      }
      this.#objects.set(ref.num, null);
      return null;
    }
    return found;
  }

  /** End of an object, or of the stream that has it: its bytes may go on in a later revision. */
  #endOf(num: number): number {
    const place = this.#table.places.get(num)!;
    if ("inside" in place) return this.#endOf(place.inside);
    this.#load(new PdfRef(num, place.gen));
    return this.options.parts?.ends.get(num) ?? Infinity;
  }

  /** An object at its offset; undefined if it is not there. */
  #placed(ref: PdfRef, place: { readonly at: number; readonly gen: number }): PdfObject | undefined {
    const found = this.#parse(place.at, true);
    if (found?.num !== ref.num) return undefined;
    // found through its own length
    const now = this.#objects.get(ref.num);
    if (now !== undefined) return now;
    this.meter.object();
    this.#objects.set(ref.num, found.object);
    if (this.later === null) this.options.parts?.ends.set(ref.num, found.end);
    return found.object;
  }

  #inside(num: number, { inside, index }: { readonly inside: number; readonly index: number }): PdfObject | undefined {
    const stream = this.#objectStream(inside);
    if (stream === null) return undefined;
    const at = stream.nums[index] === num ? index : (stream.indexes.get(num) ?? -1);
    if (at < 0) return undefined;
    this.meter.object();
    const object = new Lexer(stream.bytes, stream.offsets[at]!, this.meter).read();
    const value = object instanceof Keyword ? null : object;
    this.#objects.set(num, value);
    return value;
  }

  #objectStream(num: number): ObjectStream | null {
    const known = this.#streams.get(num);
    if (known !== undefined) return known;
    this.#streams.set(num, null);
    const place = this.#table.places.get(num);
    if (!place || "inside" in place) return null;
    const stream = this.#load(new PdfRef(num, place.gen));
    if (!(stream instanceof PdfStream)) return null;
    const first = integerOf(this.get(stream.dict.get("First")));
    const count = integerOf(this.get(stream.dict.get("N")));
    if (first === null || first < 0 || count === null) return null;
    const { bytes, damaged } = this.decode(stream);
    this.#damaged ||= damaged;
    const head = new Lexer(bytes, 0, this.meter, false, Math.min(first, bytes.length));
    const [nums, offsets]: [number[], number[]] = [[], []];
    const indexes = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const [n, offset] = [head.integer(), head.integer()];
      if (n < 0 || offset < 0) break;
      this.meter.step();
      if (!indexes.has(n)) indexes.set(n, i);
      nums.push(n);
      offsets.push(first + offset);
    }
    const read = { bytes, nums, indexes, offsets };
    this.#streams.set(num, read);
    return read;
  }

  /** The object at an offset, with its number; null if none begins there. */
  #parse(
    offset: number,
    decrypts: boolean,
  ): { readonly num: number; readonly gen: number; readonly object: PdfObject; readonly end: number } | null {
    if (!(offset >= 0 && offset < this.bytes.length)) return null;
    const lexer = new Lexer(this.bytes, offset, this.meter);
    const num = lexer.integer();
    const gen = num < 0 ? -1 : lexer.integer();
    if (gen < 0 || !lexer.takes("obj")) return null;
    const decryption = decrypts ? this.#decryption : null;
    const id = new PdfRef(num, gen);
    if (decryption) lexer.unseal = (bytes) => decryption.string(bytes, id);
    const object = lexer.read();
    if (object instanceof Keyword) return { num, gen, object: null, end: lexer.at };
    if (!isDict(object) || !lexer.takes("stream")) return { num, gen, object, end: lexer.at };
    const { bytes } = this;
    let from = lexer.at;
    // spaces before the line end, a common error
    while (bytes[from] === 32) from++;
    this.meter.run(from - lexer.at);
    if (bytes[from] === 13) from += bytes[from + 1] === 10 ? 2 : 1;
    else if (bytes[from] === 10) from++;
    const to = this.#ends.after(from, object.get("Length"));
    const isPlain = nameOf(object.get("Type")) === "XRef";
    return { num, gen, object: new PdfStream(object, bytes.subarray(from, to), isPlain ? null : id), end: to };
  }

  #repair(): void {
    this.#repaired = true;
    const before = this.#table.trailer;
    const found = scanned(this.bytes, this.meter);
    this.#objects.clear();
    this.#streams.clear();
    const trailer = new Map([...before, ...found.trailer]);
    for (const older of found.trailers)
      for (const key of ["Encrypt", "ID", "Info"]) if (!trailer.has(key) && older.has(key)) trailer.set(key, older.get(key)!);
    this.#table = { ...found, trailer };
    if (this.#decryption === null) this.#decrypts();
    for (const num of found.objectStreams) {
      const own = found.places.get(num);
      const stream = this.#objectStream(num);
      if (stream === null || !own || "inside" in own) continue;
      stream.nums.forEach((n, index) => {
        const place: Place | undefined = found.places.get(n);
        const at = !place ? -1 : "inside" in place ? (placeOf(found.places, place.inside) ?? -1) : place.at;
        if (n > 0 && at < own.at) found.places.set(n, { inside: num, index });
      });
    }
    this.#objects.clear();
  }

  #decrypts(): void {
    const encrypt = this.get(this.trailer.get("Encrypt"));
    if (!isDict(encrypt) || this.#decryption !== null) return;
    const ids = this.get(this.trailer.get("ID"));
    const id = isArray(ids) ? this.get(ids[0]) : null;
    const direct = (dict: PdfDict, levels: number): PdfDict =>
      new Map(
        [...dict].map(([key, value]) => {
          const found = this.get(value);
          return [key, isDict(found) && levels > 0 ? direct(found, levels - 1) : found];
        }),
      );
    const decryption = Decryption.of(direct(encrypt, 2), id instanceof PdfString ? id.bytes : new Uint8Array(0), this.options);
    this.#decryption = decryption;
    this.#objects.clear();
    this.#streams.clear();
  }

  /** Reads pages from the tree, else from a repaired table, else all page objects. */
  #pagesOf(): readonly Leaf[] {
    const walk = (): readonly Leaf[] => {
      this.catalog = this.#root();
      return leavesOf(this.catalog.get("Pages"), this.get, this.meter);
    };
    const wasRepaired = this.#repaired;
    let leaves = walk();
    if (leaves.length === 0 && !this.#repaired) this.#repair();
    // a repair during the walk leaves objects of the table before
    if (wasRepaired !== this.#repaired) leaves = walk();
    if (leaves.length > 0) return leaves;
    const nums = [...this.#table.places].filter(([, place]) => place !== null).map(([num]) => num);
    const found: Leaf[] = [];
    for (const num of nums.sort((a, b) => a - b)) {
      const place = this.#table.places.get(num)!;
      const ref = new PdfRef(num, "gen" in place ? place.gen : 0);
      const dict = this.get(ref);
      if (!isPage(dict, this.get)) continue;
      const own = ["Resources", "MediaBox", "CropBox", "Rotate"].filter((key) => dict.has(key)).map((key) => [key, dict.get(key)!]);
      found.push({ ref, dict, inherited: Object.fromEntries(own) as Leaf["inherited"] });
    }
    if (found.length === 0) throw new PdfFault("has no page that can be read");
    return found;
  }

  #root(): PdfDict {
    const candidates = [this.trailer, ...this.#table.trailers].map((t) => this.get(t.get("Root"))).filter(isDict);
    return candidates.find((root) => isDict(this.get(root.get("Pages")))) ?? this.#scannedRoot() ?? candidates[0] ?? EMPTY;
  }

  #scannedRoot(): PdfDict | null {
    if (!this.#repaired) return null;
    let found: PdfDict | null = null;
    for (const [num, place] of [...this.#table.places]) {
      if (place === null) continue;
      const object = this.get(new PdfRef(num, "gen" in place ? place.gen : 0));
      if (isDict(object) && nameOf(this.get(object.get("Type"))) === "Catalog" && isDict(this.get(object.get("Pages")))) found = object;
    }
    return found;
  }
}
