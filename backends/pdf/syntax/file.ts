// PDF file structure: objects, streams, object streams, cross-references, trailer (ISO 32000-1, 7.5).
import { Blocks } from "./blocks.js";
import { ByteWriter } from "./bytes.js";
import { LARGEST_IN_FORM, type FormStream, type ObjectForm } from "./object-form.js";
import { NARROW_WINDOW, ObjectStream, type GrowingStream } from "./object-stream.js";
import { Bytes, name, Ref, Refs, writeEntries, writeValue, type Dict, type PdfValue, type Seal } from "./object.js";
import type { FileOptions, ObjectWriter, StreamOptions } from "./object-writer.js";
import { predictor, UP } from "./predictor.js";
import { RefStream } from "./ref-stream.js";

interface Waiting {
  readonly num: number;
  /** bytes, of a stream before it is deflated */
  readonly size: number;
  /** null while the stream is being deflated */
  bytes: Uint8Array | null;
  readonly deflated: (() => Uint8Array) | null;
}

/** shorter streams: deflating costs more than it saves */
export const MIN_DEFLATE = 64;
export const WINDOW = 15;
/** Operators of pages resemble their neighbours, and their numbers recur at larger distances than objects do. */
export const CONTENT_WINDOW = 13;
/** A buffer that an object has grown beyond this is released. */
const LARGE = 1 << 17;
/** veraPDF up to 1.28 ends with an exception above 10,240 bytes: only large files, which need it, have larger streams. */
const SMALL_PREDICTED = 10_000;
/** readers inflate a stream as a whole */
const LARGE_PREDICTED = 120_000;
const MANY_OBJECTS = 20_000;
/** Objects that wait for another thread at most: more than it has in work, so that the first of them is ready. Small ones it has more of. */
const MOST_WAITING = 64;
const MOST_SMALL_WAITING = 1024;
const MOST_BYTES_WAITING = 1 << 19;

export class PdfFile implements ObjectWriter {
  readonly #blocks: Blocks;
  /** from the first whose stream is being deflated */
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #written = 0;
  /** no work is left to overlap */
  #ends = false;
  #next = 1;
  readonly #places = new ObjectPlaces();
  readonly #objects = new ObjectStream();
  readonly #refs = new RefStream();
  readonly #forms = new Set<FormStream>();
  readonly #scratch = new ByteWriter(1024);
  /** objects of a stream, which is deflated or copied when it is written */
  readonly #objectStream = new ByteWriter(1024);
  /** syntax of an object that waits */
  #waitingObject = new ByteWriter(1024);

  readonly #packs: boolean;

  constructor(readonly options: FileOptions) {
    this.#packs = options.compact && !options.pretty;
    this.#blocks = new Blocks(options.sink);
    const w = this.#blocks.writer();
    w.ascii(`%PDF-${options.version}\n`);
    // marks the file as binary (7.5.2)
    w.bytes(Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a));
  }

  /** Objects so far. */
  get objects(): number {
    return this.#next - 1;
  }

  /** Bytes so far, without objects that wait for others of their stream. */
  get bytes(): number {
    return this.#blocks.length;
  }

  reserve(): Ref {
    return new Ref(this.#next++);
  }

  /** @returns its reference */
  add(value: PdfValue, ref = this.reserve()): Ref {
    // objects in an object stream are encrypted with the stream
    writeValue(this.open(ref.num), value, this.#packs ? undefined : this.#seal(ref));
    this.shut(ref.num);
    return ref;
  }

  /** Begins an object without strings, which would bypass encryption. `shut` ends it. */
  open(num: number): ByteWriter {
    if (!this.#packs) {
      this.#scratch.clear();
      return this.#scratch;
    }
    return this.#objects.begin(num);
  }

  shut(num: number): void {
    if (!this.#packs) return this.#object(num, (w) => writeObject(w, num, this.#scratch.view()));
    this.#objects.end();
    if (this.#objects.isFull) this.#flush(this.#objects);
  }

  /** Writes `count` objects of a form, from `num` on. `numbers`: those of the first, at most `LARGEST_IN_FORM`; the last increases by one. */
  put(form: ObjectForm, num: number, numbers: readonly number[], count = 1): void {
    let done = this.#put(form, num, numbers, count);
    while (done < count) done += this.#put(form, num + done, [...numbers.slice(0, -1), numbers.at(-1)! + done], count - done);
  }

  /** @returns how many it has written, at least one */
  #put(form: ObjectForm, num: number, numbers: readonly number[], count: number): number {
    const stream = this.#packs ? form.next() : null;
    if (!stream) {
      form.write(this.open(num), numbers);
      this.shut(num);
      return 1;
    }
    if (stream.isEmpty) this.#forms.add(stream);
    const most = this.#mostPredicted;
    const done = stream.add(num, numbers, count, most);
    if (done > 0) return done;
    this.#flush(stream);
    return stream.add(num, numbers, count, most);
  }

  /** An array of references; long ones are objects. */
  refs(nums: ArrayLike<number>): Refs | Ref {
    const most = this.#mostPredicted;
    // an array that exceeds a large stream is as long elsewhere
    const isObject = RefStream.takes(nums.length, most === LARGE_PREDICTED ? Infinity : most);
    if (!this.#packs || !isObject || this.#next > LARGEST_IN_FORM) return new Refs(nums);
    if (!this.#refs.isEmpty && !this.#refs.hasRoom(nums.length, most)) this.#flush(this.#refs);
    const num = this.number();
    this.#refs.add(num, nums);
    return new Ref(num);
  }

  number(): number {
    return this.#next++;
  }

  /** @returns the first of `count` consecutive numbers */
  numbers(count: number): number {
    const first = this.#next;
    this.#next += count;
    return first;
  }

  /** Deflated unless the dictionary has a filter. */
  stream(dict: Dict, bytes: Uint8Array, { ref = this.reserve(), window = WINDOW, keep }: StreamOptions = {}): Ref {
    const { pretty } = this.options;
    const filtered = dict["Filter"] !== undefined;
    if (!pretty && !filtered && bytes.length >= MIN_DEFLATE) {
      const { deflate, deflateLater } = this.options;
      const isLater = deflateLater && !this.#ends;
      const data = isLater ? deflateLater(bytes, window) : deflate(bytes, window);
      if (data instanceof Uint8Array) {
        keep?.(data);
        return this.deflated(dict, data, ref);
      }
      const deflated = (): Uint8Array => {
        const bytes = data();
        keep?.(bytes);
        return this.#bytesOf((w) => this.#writeStream(w, ref, [dict, DEFLATED], bytes));
      };
      this.#wait({ num: ref.num, size: bytes.length, bytes: null, deflated });
      if (this.#tooManyWait()) this.#complete(this.#waiting[this.#written]!);
      return ref;
    }
    if (pretty && !isAscii(bytes)) {
      const w = new ByteWriter(bytes.length * 2 + 1);
      for (const b of bytes) w.hex(b);
      w.byte(0x3e);
      const filters: PdfValue = filtered ? [name("ASCIIHexDecode"), dict["Filter"]!] : name("ASCIIHexDecode");
      return this.#stream([{ ...dict, Filter: filters }], w.view(), ref);
    }
    return this.#stream([dict], bytes, ref);
  }

  plain(dict: Dict, bytes: Uint8Array, ref = this.reserve()): Ref {
    return this.#stream([dict], bytes, ref);
  }

  deflated(dict: Dict, bytes: Uint8Array, ref = this.reserve()): Ref {
    return this.#stream([dict, DEFLATED], bytes, ref);
  }

  /** Closes the file. The sink has all objects when `trailer` is called, so that it may hash them. */
  finish(trailer: () => Dict): void {
    this.#ends = true;
    for (const stream of [this.#objects, this.#refs, ...this.#forms]) if (!stream.isEmpty) this.#flush(stream);
    for (let i = this.#waiting.length - 1; i >= this.#written; i--) this.#waiting[i]!.bytes ??= this.#waiting[i]!.deflated!();
    this.#drain();
    const { encryption } = this.options;
    this.#blocks.flush();
    const own = trailer();
    const entries = encryption
      ? { ...own, Encrypt: this.#readable(encryption.dict), ID: [new Bytes(encryption.id), new Bytes(encryption.id)] }
      : own;
    if (this.#packs) this.#xrefStream(entries);
    else this.#xrefTable(entries);
    this.#blocks.flush();
  }

  #object(num: number, write: (w: ByteWriter) => void): void {
    if (this.#waiting.length > this.#written) {
      const bytes = this.#bytesOf(write);
      this.#wait({ num, size: bytes.length, bytes, deflated: null });
      return;
    }
    this.#places.inFile(num, this.#blocks.length);
    write(this.#blocks.writer());
  }

  /** Bytes of an object, in an array of their length. */
  #bytesOf(write: (w: ByteWriter) => void): Uint8Array {
    const w = this.#waitingObject;
    w.clear();
    write(w);
    if (w.length > LARGE) this.#waitingObject = new ByteWriter(1024);
    return w.take();
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#waitingBytes += waiting.size;
  }

  #tooManyWait(): boolean {
    const count = this.#waiting.length - this.#written;
    return count > MOST_WAITING && (this.#waitingBytes > MOST_BYTES_WAITING || count > MOST_SMALL_WAITING);
  }

  #complete(waiting: Waiting): void {
    waiting.bytes = waiting.deflated!();
    this.#drain();
  }

  #drain(): void {
    const waiting = this.#waiting;
    for (; this.#written < waiting.length; this.#written++) {
      const { num, size, bytes } = waiting[this.#written]!;
      if (!bytes) break;
      this.#waitingBytes -= size;
      this.#places.inFile(num, this.#blocks.length);
      this.#blocks.writer().bytes(bytes);
    }
    if (2 * this.#written < waiting.length) return;
    this.#waiting = waiting.slice(this.#written);
    this.#written = 0;
  }

  #stream(dict: readonly Dict[], bytes: Uint8Array, ref: Ref): Ref {
    this.#object(ref.num, (w) => this.#writeStream(w, ref, dict, bytes));
    return ref;
  }

  #writeStream(w: ByteWriter, ref: Ref, dict: readonly Dict[], bytes: Uint8Array): void {
    const seal = this.#seal(ref);
    writeStream(w, ref, dict, seal ? seal(bytes) : bytes, seal);
  }

  #seal(ref: Ref): Seal | undefined {
    const { encryption } = this.options;
    return encryption && ((bytes) => encryption.encrypt(bytes, ref.num));
  }

  #readable(dict: Dict): Ref {
    const ref = this.reserve();
    const w = this.#scratch;
    w.clear();
    writeValue(w, dict);
    this.#object(ref.num, (out) => writeObject(out, ref.num, w.view()));
    return ref;
  }

  #flush(stream: GrowingStream): void {
    const ref = this.reserve();
    const { nums } = stream;
    for (let index = 0; index < nums.length; index++) this.#places.inStream(nums[index]!, ref.num, index);
    const w = this.#objectStream;
    w.clear();
    const dict = stream.moveTo(w);
    this.stream(dict, w.view(), { ref, window: stream.window });
  }

  /** Bytes of an object stream with a predictor, with its head. */
  get #mostPredicted(): number {
    return this.#next > MANY_OBJECTS ? LARGE_PREDICTED : SMALL_PREDICTED;
  }

  #xrefTable(trailer: Dict): void {
    const start = this.#blocks.length;
    const lines = [`xref\n0 ${this.#next}\n0000000000 65535 f \n`];
    for (let n = 1; n < this.#next; n++) {
      const { kind, at } = this.#places.of(n);
      lines.push(kind === FREE ? "0000000000 00000 f \n" : `${String(at).padStart(10, "0")} 00000 n \n`);
    }
    const w = this.#blocks.writer();
    w.ascii(lines.join(""));
    w.ascii("trailer\n");
    writeValue(w, { Size: this.#next, ...trailer });
    w.ascii(`\nstartxref\n${start}\n%%EOF\n`);
  }

  #xrefStream(trailer: Dict): void {
    const start = this.#blocks.length;
    const ref = this.reserve();
    this.#places.inFile(ref.num, start);
    const wide = start > MOST_OFFSET ? 1 : 0;
    const columns = COLUMNS + wide;
    const rows = this.#places.rows(this.#next, wide);
    const dict = [{ Type: name("XRef"), Size: this.#next, W: [1, 4 + wide, 2] }, trailer, DEFLATED, { DecodeParms: predictor(columns) }];
    const w = this.#blocks.writer();
    writeStream(w, ref, dict, this.options.deflate(rows, NARROW_WINDOW));
    w.ascii(`startxref\n${start}\n%%EOF\n`);
  }
}

const FREE = 0;
const IN_FILE = 1;
const IN_STREAM = 2;
const KIND = 3;

/** File offset, or object stream and index (ISO 32000-1, table 18). */
class ObjectPlaces {
  #kinds = new Uint8Array(256);
  #at = new Uint32Array(256);
  #indexes = new Uint16Array(256);

  inFile(num: number, offset: number): void {
    this.#set(num, IN_FILE, offset, 0);
  }

  inStream(num: number, stream: number, index: number): void {
    this.#set(num, IN_STREAM, stream, index);
  }

  of(num: number): { readonly kind: number; readonly at: number; readonly index: number } {
    if (num >= this.#kinds.length) return { kind: FREE, at: 0, index: 0 };
    const kind = this.#kinds[num]!;
    return { kind: kind & KIND, at: this.#at[num]! + (kind >> 2) * 2 ** 32, index: this.#indexes[num]! };
  }

  /**
   * Rows of a cross-reference stream as differences from the row above, up to the object before `next`. @param wide 1 if offsets have
   * five bytes, else 0
   */
  rows(next: number, wide: 0 | 1): Uint8Array {
    const size = 1 + COLUMNS + wide;
    const out = new Uint8Array(next * size);
    const last = Math.min(next, this.#kinds.length);
    // object 0 heads the list of free ones
    let aboveKind = FREE;
    let aboveHigh = 0;
    let aboveAt = 0;
    let aboveIndex = 65535;
    out[0] = UP;
    out[size - 2] = out[size - 1] = 255;
    for (let n = 1; n < next; n++) {
      const kinds = n < last ? this.#kinds[n]! : FREE;
      const kind = kinds & KIND;
      const high = kinds >> 2;
      const at = n < last ? this.#at[n]! : 0;
      const index = n < last ? this.#indexes[n]! : 0;
      const row = n * size;
      out[row] = UP;
      out[row + 1] = kind - aboveKind;
      if (wide) out[row + 2] = high - aboveHigh;
      let place = row + 2 + wide;
      out[place++] = (at >>> 24) - (aboveAt >>> 24);
      out[place++] = (at >>> 16) - (aboveAt >>> 16);
      out[place++] = (at >>> 8) - (aboveAt >>> 8);
      out[place++] = at - aboveAt;
      out[place++] = (index >> 8) - (aboveIndex >> 8);
      out[place] = index - aboveIndex;
      aboveKind = kind;
      aboveHigh = high;
      aboveAt = at;
      aboveIndex = index;
    }
    return out;
  }

  #set(num: number, kind: number, at: number, index: number): void {
    if (num >= this.#kinds.length) {
      const size = 2 * num;
      const grown = <T extends Uint8Array | Uint16Array | Uint32Array>(made: T, old: T): T => (made.set(old), made);
      this.#kinds = grown(new Uint8Array(size), this.#kinds);
      this.#at = grown(new Uint32Array(size), this.#at);
      this.#indexes = grown(new Uint16Array(size), this.#indexes);
    }
    // above the kind are the bits of offsets beyond 4 GB
    this.#kinds[num] = at > MOST_OFFSET ? kind | (Math.floor(at / 2 ** 32) << 2) : kind;
    this.#at[num] = at;
    this.#indexes[num] = index;
  }
}

const COLUMNS = 7;
/** greatest offset of four bytes */
const MOST_OFFSET = 2 ** 32 - 1;

function writeObject(w: ByteWriter, num: number, value: Uint8Array): void {
  w.int(num);
  w.ascii(" 0 obj\n");
  w.bytes(value);
  w.ascii("\nendobj\n");
}

const DEFLATED: Dict = { Filter: name("FlateDecode") };

/** The dictionary is in parts: most streams add the same entry. */
function writeStream(w: ByteWriter, ref: Ref, dict: readonly Dict[], bytes: Uint8Array, seal?: Seal): void {
  w.int(ref.num);
  w.ascii(" 0 obj\n<<");
  for (const part of dict) writeEntries(w, part, seal);
  w.ascii("/Length ");
  w.int(bytes.length);
  w.ascii(">>\nstream\n");
  w.bytes(bytes);
  w.ascii("\nendstream\nendobj\n");
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((b) => b < 0x7f && (b >= 0x20 || b === 0x0a || b === 0x09));
