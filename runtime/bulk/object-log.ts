// Index and errors of a run in an object store: pieces while it works, whole objects at its end (BK-27).
import { type JsonObject, asObject, parsedJson } from "../../base/json.js";
import { RunEnd } from "./end.js";
import {
  isDone,
  isHeader,
  isLine,
  isOfIndex,
  isPart,
  type DoneLine,
  type Found,
  type Header,
  type LogLine,
  type RunLog,
} from "./index-file.js";
import { whole, type StorePlace } from "./object-store.js";
import type { S3Body } from "./s3.js";

/** Records of a piece. */
const PIECE_RECORDS = 1000;
/** A last line is shorter. */
const MOST_LAST_LINE = 4096;
const JSON_LINES = "application/x-ndjson";

const lineOf = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** Whole lines of JSON. */
const valuesIn = (bytes: Uint8Array): readonly JsonObject[] =>
  Buffer.from(bytes)
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => asObject(parsedJson(line)));

/** The first piece has the index's first line, each other the lines of a thousand records, refused ones too. */
export class ObjectLog implements RunLog {
  readonly index: string;
  readonly errors: string;
  readonly #prefix: string;
  #header: Header | null = null;
  /** lines of the piece that is not full */
  #open: LogLine[] = [];
  /** records among them */
  #records = 0;
  /** full pieces, with the first */
  #pieces = 0;
  #isStored = true;

  constructor(
    readonly place: StorePlace,
    /** key in the same bucket */
    readonly errorsKey: string,
  ) {
    this.index = `s3://${place.store.bucket}/${place.key}`;
    this.errors = `s3://${place.store.bucket}/${errorsKey}`;
    this.#prefix = `${place.key}.part/`;
  }

  /** From the pieces, as an index beside them is of an earlier run, or of this one. */
  async find(): Promise<Found | null> {
    const { store, key } = this.place;
    const first = await this.#piece(1);
    const header = first && headerOf(valuesIn(first)[0]);
    if (header) return { header, end: 0, done: null };
    const size = await store.size(key);
    if (size === null) return null;
    const head = await firstLine(store.read(key));
    const known = head && headerOf(valuesIn(head)[0]);
    if (!known) return null;
    const end = await whole(store.read(key, Math.max(0, size - MOST_LAST_LINE)));
    const last = valuesIn(end.subarray(end.subarray(0, -1).lastIndexOf(10) + 1))[0];
    return { header: known, end: 0, done: last && isDone(last) ? last : null };
  }

  async *lines(): AsyncGenerator<LogLine> {
    let n = 0;
    for (let piece = 2; ; piece++) {
      const bytes = await this.#piece(piece);
      if (bytes === null) return;
      for (const line of valuesIn(bytes)) {
        if (isPart(line)) yield line;
        else {
          if (!isLine(line) || line.n !== n + 1 || line.record_sha256 === undefined) return;
          n++;
          yield line;
        }
      }
      if (n < (piece - 1) * PIECE_RECORDS) return;
    }
  }

  async begin(header: Header): Promise<void> {
    await this.clear();
    this.#header = header;
    this.#pieces = 1;
    await this.#put(1, [header]);
  }

  async resume({ header }: Found, wholeParts: boolean): Promise<number> {
    this.#header = header;
    // an index without pieces has lost them: its documents are made again
    await this.#put(1, [header]);
    const { lines, records } = await this.#counted(wholeParts);
    this.#pieces = 1;
    let n = 0;
    let at = 0;
    for await (const line of this.lines()) {
      if (at++ === lines) break;
      // refused records behind the last document of a part are read again
      if (wholeParts && !isPart(line) && line.n > records) continue;
      if (!isPart(line)) n++;
      this.#open.push(line);
      if (isPart(line) || n % PIECE_RECORDS !== 0) continue;
      this.#open = [];
      this.#pieces++;
    }
    this.#records = n % PIECE_RECORDS;
    if (wholeParts) await this.#cut();
    return n;
  }

  /** Lines after which a run goes on, and records that are before. */
  async #counted(wholeParts: boolean): Promise<{ readonly lines: number; readonly records: number }> {
    let [lines, records, at, document] = [0, 0, 0, 0];
    for await (const line of this.lines()) {
      at++;
      if (!isPart(line) && isOfIndex(line)) document = line.n;
      if (wholeParts && !isPart(line)) continue;
      lines = at;
      records = isPart(line) ? document : line.n;
    }
    return { lines, records };
  }

  /** Removes the pieces behind the open one, and writes that one with what it has now. */
  async #cut(): Promise<void> {
    const { store } = this.place;
    const last = this.#keyOf(this.#pieces + 1);
    for (const { key } of await store.list(this.#prefix)) if (key > last) await store.remove(key);
    this.#isStored = false;
    await this.#keep();
  }

  async add(line: LogLine): Promise<void> {
    this.#open.push(line);
    this.#isStored = false;
    if (isPart(line) || ++this.#records < PIECE_RECORDS) return;
    await this.#keep();
    this.#pieces++;
    this.#open = [];
    this.#records = 0;
  }

  async done(line: DoneLine | null): Promise<void> {
    await this.#keep();
    const parts = await this.#measured(line);
    const { store, key } = this.place;
    await store.put(this.errorsKey, this.#body("errors", parts, null), { replace: true, type: JSON_LINES });
    await store.put(key, this.#body("index", parts, line), { replace: true, type: JSON_LINES });
    if (line) await this.clear();
  }

  close(): Promise<void> {
    return this.#keep();
  }

  async #keep(): Promise<void> {
    if (this.#isStored) return;
    await this.#put(this.#pieces + 1, this.#open);
    this.#isStored = true;
  }

  async #put(piece: number, values: readonly object[]): Promise<void> {
    await this.place.store.put(this.#keyOf(piece), Buffer.concat(values.map(lineOf)), { replace: true, type: JSON_LINES });
  }

  /** Null if it is not there. */
  async #piece(number: number): Promise<Uint8Array | null> {
    const { store } = this.place;
    const key = this.#keyOf(number);
    return (await store.size(key)) === null ? null : whole(store.read(key));
  }

  #keyOf(piece: number): string {
    return `${this.#prefix}${String(piece).padStart(6, "0")}.jsonl`;
  }

  async clear(): Promise<void> {
    for (const { key } of await this.place.store.list(this.#prefix)) await this.place.store.remove(key);
  }

  /** Bytes that each piece has of the index and of the errors. @throws RunEnd 75 if another run has changed the pieces */
  async #measured(done: DoneLine | null): Promise<readonly Part[]> {
    const parts: Part[] = [];
    let records = 0;
    const last = this.#pieces + (this.#open.length > 0 ? 1 : 0);
    for (let piece = 2; piece <= last; piece++) {
      const { index, errors, count } = divided(await this.#piece(piece));
      records += count;
      parts.push({ piece, index: index.length, errors: errors.length });
    }
    if (done && records !== done.records) throw new RunEnd(75, `${this.index}: another run has changed its pieces`);
    return parts;
  }

  /** A whole object, from the pieces: it may be larger than memory. */
  #body(of: "index" | "errors", parts: readonly Part[], done: DoneLine | null): S3Body {
    const ends = done ? [lineOf(done)] : [];
    const begins = of === "index" ? [lineOf(this.#header!)] : [];
    const sections: { readonly length: number; readonly bytes: () => Promise<Uint8Array> }[] = [
      ...begins.map((bytes) => ({ length: bytes.length, bytes: () => Promise.resolve(bytes) })),
      ...parts.map((part) => ({ length: part[of], bytes: async () => divided(await this.#piece(part.piece))[of] })),
      ...ends.map((bytes) => ({ length: bytes.length, bytes: () => Promise.resolve(bytes) })),
    ];
    const read = async (from: number, to: number): Promise<Uint8Array> => {
      const out: Uint8Array[] = [];
      let at = 0;
      for (const { length, bytes } of sections) {
        const [a, b] = [Math.max(from, at), Math.min(to, at + length)];
        if (a < b) out.push((await bytes()).subarray(a - at, b - at));
        at += length;
      }
      const made = Buffer.concat(out);
      if (made.length !== to - from) throw new RunEnd(75, `${this.index}: another run has changed its pieces`);
      return made;
    };
    return { length: sections.reduce((sum, { length }) => sum + length, 0), read };
  }
}

interface Part {
  readonly piece: number;
  readonly index: number;
  readonly errors: number;
}

/** Lines of a piece by the object that they go to. */
function divided(piece: Uint8Array | null): { readonly index: Uint8Array; readonly errors: Uint8Array; readonly count: number } {
  const values = piece ? valuesIn(piece).filter((line) => isPart(line) || isLine(line)) : [];
  const some = (isOf: (line: LogLine) => boolean): Buffer => Buffer.concat(values.filter(isOf).map(lineOf));
  // the reason of an end by the data is no record
  const count = values.filter((line) => !isPart(line) && line.record_sha256 !== undefined).length;
  return { index: some(isOfIndex), errors: some((line) => !isOfIndex(line)), count };
}

const headerOf = (value: JsonObject | undefined): Header | null => (value && isHeader(value) ? value : null);

async function firstLine(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  let line = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = chunk.indexOf(10);
    line = Buffer.concat([line, end === -1 ? chunk : chunk.subarray(0, end)]);
    if (end !== -1) return line;
  }
  return null;
}
