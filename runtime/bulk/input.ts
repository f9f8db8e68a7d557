// The records of a run, of all its sources.
import { isHolder } from "../../base/json.js";
import { createGunzip } from "node:zlib";
import { pipeline, Readable } from "node:stream";
import { messageOf, type RenderError } from "../../compiler/core/fail.js";
import { at, pointerOf, ROOT } from "../../compiler/core/src.js";
import { readJson } from "../../compiler/request/decode.js";
import type { ObjectShape } from "../../compiler/template/schema.js";
import type { PublicCode } from "../errors/errors.js";
import { systemCode } from "../core/file-faults.js";
import { Columns } from "./columns.js";
import { cellsOf, OpenQuote, rowsOf, type Row } from "./csv.js";
import { InputFault, wrong } from "./end.js";
import type { Format } from "./format.js";
import { ArrayFault, elementsOf } from "./json-array.js";
import { linesOf } from "./lines.js";
import { Collector, type Piece } from "./piece.js";
import { boundsOf, type Shard } from "./shard.js";
import type { Source } from "./source.js";

/** Why a record is refused (BK-19). */
export interface RecordProblem {
  readonly code: PublicCode;
  /** JSON Pointer */
  readonly path: string;
  readonly message: string;
}

export interface InputRecord {
  /** number of its source, from 0 */
  readonly source: number;
  readonly offset: number;
  readonly sha256: string;
  /** JSON, or values; null if it is refused */
  readonly sent: Uint8Array | { readonly value: unknown } | null;
  readonly problem: RecordProblem | null;
  /** A value by its dotted path. `cell`: rather the text of a cell than its value. */
  readonly find: (path: string, cell?: boolean) => unknown;
  /** It can be read as an object: `find` finds what it has. */
  readonly isObject: () => boolean;
}

export interface Input {
  readonly source: Source;
  readonly format: Format;
  readonly isGzip: boolean;
}

export interface ReadOptions {
  readonly shape: ObjectShape;
  /** null: a comma, or a tab for tsv */
  readonly delimiter: string | null;
  readonly decimal: "." | ",";
  readonly group: string | null;
  readonly shard: Shard | null;
  /** bytes of a record */
  readonly most: number;
}

const BOM = [0xef, 0xbb, 0xbf];

/**
 * Reads the records of a run's shard. Faults of the form of an input are found before the first record.
 * @throws RunEnd; InputFault after the records before it
 */
export class Records {
  #standardInput: AsyncGenerator<Piece | Row> | null = null;
  #columns = new Map<number, Columns>();

  constructor(
    readonly inputs: readonly Input[],
    readonly options: ReadOptions,
  ) {}

  /** Looks at the beginning of each input. @throws RunEnd 2 */
  async check(): Promise<void> {
    const { group, delimiter, decimal } = this.options;
    const ofTables = { "--group": group !== null, "--delimiter": delimiter !== null, "--decimal": decimal !== "." };
    if (!this.inputs.some(({ format }) => format === "csv" || format === "tsv"))
      for (const [option, isGiven] of Object.entries(ofTables)) if (isGiven) throw wrong(`${option} is for csv and tsv; no source is one`);
    for (const [i, input] of this.inputs.entries()) {
      const { format, source } = input;
      if (format === "jsonl") continue;
      const pieces = this.#pieces(i, 0);
      let first: Piece | null = null;
      let fault: InputFault | null = null;
      try {
        first = (await pieces.next()).value ?? null;
      } catch (e) {
        if (!(e instanceof InputFault)) throw e;
        if (format !== "json") throw wrong(`${source.name}: ${e.message}`);
        fault = e;
      }
      if (format !== "json") this.#columns.set(i, this.#columnsOf(first, input));
      // standard input is read once
      if (source.size === null) this.#standardInput = format === "json" ? after(first, fault, pieces) : pieces;
      else await pieces.return(undefined);
    }
  }

  async *read(): AsyncGenerator<InputRecord, void> {
    const { shard } = this.options;
    if (this.inputs[0]?.source.size === null) {
      let number = 0;
      for await (const record of this.#records(0, 0, Infinity)) if (!shard || number++ % shard.count === shard.index) yield record;
      return;
    }
    const sizes = this.inputs.map((i) => i.source.size ?? 0);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const { begin, end } = shard ? boundsOf(shard, total) : { begin: 0, end: Infinity };
    let base = 0;
    for (const [i, size] of sizes.entries()) {
      const [from, to] = [Math.max(0, begin - base), end - base];
      if (to > 0 && from < size) {
        if (!this.inputs[i]!.isGzip) yield* this.#records(i, from, to);
        else if (from === 0) yield* this.#records(i, 0, Infinity);
      }
      base += size;
    }
  }

  /** Records whose first byte lies from `from` to before `to`. */
  async *#records(i: number, from: number, to: number): AsyncGenerator<InputRecord, void> {
    const { format, source } = this.inputs[i]!;
    const pieces = this.#standardInput ?? this.#pieces(i, format === "jsonl" ? from : 0);
    try {
      if (format === "csv" || format === "tsv") {
        if (source.size !== null) await pieces.next();
        yield* this.#groups(i, pieces as AsyncGenerator<Row>, from, to);
        return;
      }
      for await (const piece of pieces) {
        if (piece.offset >= to) return;
        if (piece.offset >= from) yield this.#ofJson(i, piece);
      }
    } finally {
      await pieces.return(undefined);
    }
  }

  /** Lines, elements or rows of an input. @throws InputFault */
  async *#pieces(i: number, from: number): AsyncGenerator<Piece | Row> {
    const { source, format, isGzip } = this.inputs[i]!;
    const { most } = this.options;
    // from the byte before, as a line may begin at the first
    const begin = from <= BOM.length ? 0 : from - 1;
    const raw = source.read(begin);
    const bytes = isGzip ? inflated(raw, i) : raw;
    try {
      const { chunks, offset } = begin > 0 ? await skipLine(bytes, begin) : await withoutBom(bytes);
      if (format === "jsonl") yield* linesOf(chunks, offset, most);
      else if (format === "json") yield* elementsOf(chunks, offset, most);
      else yield* rowsOf(chunks, offset, most, this.#delimiter(format).bytes);
    } catch (e) {
      if (e instanceof ArrayFault && e.message.endsWith("not an array"))
        throw wrong(`${source.name}: must be one array of objects; records a line are --format jsonl`);
      if (e instanceof ArrayFault || e instanceof OpenQuote) throw new InputFault(i, e.offset, e.message);
      throw e;
    }
  }

  #delimiter(format: Format): { readonly text: string; readonly bytes: Uint8Array } {
    const text = this.options.delimiter ?? (format === "tsv" ? "\t" : ",");
    return { text, bytes: new TextEncoder().encode(text) };
  }

  #columnsOf(first: Piece | null, { source, format }: Input): Columns {
    const of = source.name === "-" ? "standard input" : source.name;
    const text = first?.bytes && utf8(first.bytes);
    if (text === null || text === undefined) throw wrong(`${of}: the first row must have the names of the columns, in UTF-8`);
    const { cells, fault } = cellsOf(text, this.#delimiter(format).text);
    if (fault !== null) throw wrong(`${of}: line 1: ${fault}`);
    const columns = new Columns(cells, this.options.shape, this.options.decimal, of);
    const { group } = this.options;
    if (group !== null && !cells.includes(group)) throw wrong(`${of}: --group ${group}: there is no column of this name`);
    return columns;
  }

  #ofJson(i: number, piece: Piece): InputRecord {
    const { offset, bytes, sha256 } = piece;
    if (!bytes) return { source: i, offset, sha256, sent: null, problem: this.#tooLarge, find: () => undefined, isObject: () => false };
    let value: ReturnType<typeof readJson> | undefined;
    const read = (): ReturnType<typeof readJson> => (value ??= readJson(bytes));
    if (this.inputs[i]!.format === "json") {
      const known = read();
      if ("problems" in known && known.problems[0]!.rule === "json-syntax")
        throw new InputFault(i, offset, known.problems[0]!.reason.replace("the body is not JSON", "the JSON is broken"));
    }
    const find = (path: string): unknown => {
      const known = read();
      return "value" in known ? valueAt(known.value, path) : undefined;
    };
    const isObject = (): boolean => {
      const known = read();
      return "value" in known && typeof known.value === "object" && known.value !== null && !Array.isArray(known.value);
    };
    return { source: i, offset, sha256, sent: bytes, problem: null, find, isObject };
  }

  get #tooLarge(): RecordProblem {
    const mb = this.options.most / (1024 * 1024);
    return { code: "API-008", path: "", message: `the record has more than ${mb} MB, which is the maximum (PLATEN_MAX_BODY_MB)` };
  }

  /** Neighbouring rows with the same cell under the group's name, else each row. */
  async *#groups(i: number, rows: AsyncGenerator<Row>, from: number, to: number): AsyncGenerator<InputRecord, void> {
    const { group } = this.options;
    const columns = this.#columns.get(i)!;
    const { names } = columns;
    const under = group === null ? -1 : names.indexOf(group);
    const { text: delimiter } = this.#delimiter(this.inputs[i]!.format);
    let open: Group | null = null;
    for await (const row of rows) {
      const text = row.bytes && (utf8(row.bytes) ?? new TextDecoder().decode(row.bytes));
      const { cells, fault } = text === null ? { cells: [], fault: null } : cellsOf(text, delimiter);
      const count = cells.length === names.length ? null : `the row has ${cells.length} cells; the first row has ${names.length} names`;
      const problem = !row.bytes
        ? this.#tooLarge
        : utf8(row.bytes) === null
          ? broken(row, "the row is not UTF-8")
          : (fault ?? count) === null
            ? null
            : broken(row, (fault ?? count)!);
      // a broken row whose cell is not there belongs to the rows before it: no record is made of a part of its rows
      const key: string = under === -1 ? "" : (cells[under] ?? (open ? open.key : ""));
      if (open && key !== "" && open.key === key) {
        open.add(row, cells, problem);
        continue;
      }
      if (open) yield* this.#ofGroup(i, open, columns, from);
      open = null;
      if (row.offset >= to) return;
      const made: Group = new Group(key, row, cells, problem, this.options.most);
      if (key === "") yield* this.#ofGroup(i, made, columns, from);
      else open = made;
    }
    if (open) yield* this.#ofGroup(i, open, columns, from);
  }

  /** Nothing for a group of an earlier shard. */
  *#ofGroup(i: number, group: Group, columns: Columns, from: number): Generator<InputRecord, void> {
    if (group.offset >= from) yield this.#recordOf(i, group, columns);
  }

  #recordOf(i: number, { rows, problem, collector, offset, large }: Group, columns: Columns): InputRecord {
    const piece = collector.piece();
    const { bytes } = piece;
    const sha256 = large ?? piece.sha256;
    const base = { source: i, offset, sha256, isObject: () => true };
    const index = (path: string): number => columns.names.indexOf(path);
    const cell = (path: string): string | undefined =>
      problem && rows[0]!.length !== columns.names.length ? undefined : rows[0]![index(path)] || undefined;
    if (problem || !bytes) return { ...base, sent: null, problem: problem ?? this.#tooLarge, find: cell };
    const made = columns.record(rows);
    if ("fault" in made) {
      const src = at(ROOT, ...made.fault.steps);
      const message = messageOf({ code: "API-002", rule: "cell", src, reason: made.fault.reason });
      return { ...base, sent: null, problem: { code: "API-002", path: pointerOf(src), message }, find: cell };
    }
    const find = (path: string, asCell = false): unknown => (asCell ? cell(path) : undefined) ?? valueAt(made.value, path) ?? cell(path);
    return { ...base, sent: { value: made.value }, problem: null, find };
  }
}

/** Pieces after the first, with it and the fault that was found instead of it. */
async function* after(first: Piece | null, fault: InputFault | null, pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  if (fault) throw fault;
  if (first) yield first;
  yield* pieces;
}

/** Rows of a record. */
class Group {
  readonly rows: (readonly string[])[] = [];
  problem: RecordProblem | null = null;
  /** hash of a row that is too large */
  large: string | null = null;
  readonly collector: Collector;
  readonly offset: number;

  constructor(
    readonly key: string,
    row: Row,
    cells: readonly string[],
    problem: RecordProblem | null,
    most: number,
  ) {
    this.offset = row.offset;
    this.collector = new Collector(row.offset, most);
    this.add(row, cells, problem);
  }

  add(row: Row, cells: readonly string[], problem: RecordProblem | null): void {
    if (this.rows.length > 0) this.collector.add(new TextEncoder().encode(row.gap));
    if (row.bytes) this.collector.add(row.bytes);
    else this.large = row.sha256;
    this.problem ??= problem;
    if (this.collector.isHeld || this.rows.length === 0) this.rows.push(cells);
  }
}

const broken = (row: Row, reason: string): RecordProblem => ({ code: "API-001", path: "", message: `line ${row.line}: ${reason}` });

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Value at a dotted path; undefined if absent. */
function valueAt(value: unknown, path: string): unknown {
  let here = value;
  for (const step of path.split(".")) {
    if (!isHolder(here) || !Object.hasOwn(here, step)) return undefined;
    here = here[step];
  }
  return here ?? undefined;
}

/** @throws InputFault for bytes that are not gzip, or end early */
async function* inflated(bytes: AsyncIterable<Uint8Array>, source: number): AsyncGenerator<Uint8Array> {
  const out = createGunzip();
  // the failure of one is that of both
  pipeline(Readable.from(bytes), out, () => undefined);
  const chunks: AsyncIterable<Uint8Array> = out;
  let at = 0;
  try {
    for await (const chunk of chunks) {
      at += chunk.length;
      yield chunk;
    }
  } catch (e) {
    if (!systemCode(e).startsWith("Z_")) throw e;
    throw new InputFault(source, at, "the compressed data is broken, or ends early");
  }
}

interface Bytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** of the first byte */
  readonly offset: number;
}

/** Bytes after a byte order mark at the beginning of a file. */
async function withoutBom(chunks: AsyncIterable<Uint8Array>): Promise<Bytes> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < BOM.length) {
    const { done, value } = await iterator.next();
    if (done) break;
    head = head.length === 0 ? value : Buffer.concat([head, value]);
  }
  const offset = head.length >= BOM.length && BOM.every((b, i) => head[i] === b) ? BOM.length : 0;
  return { chunks: rest(head.subarray(offset), iterator), offset };
}

async function* rest(first: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Bytes after the first line end. */
async function skipLine(chunks: AsyncIterable<Uint8Array>, offset: number): Promise<Bytes> {
  const iterator = chunks[Symbol.asyncIterator]();
  for (let begin = offset; ;) {
    const { done, value } = await iterator.next();
    if (done) return { chunks: rest(new Uint8Array(0), iterator), offset: begin };
    const end = value.indexOf(10);
    if (end !== -1) return { chunks: rest(value.subarray(end + 1), iterator), offset: begin + end + 1 };
    begin += value.length;
  }
}

/** An error of a record as it is told (BK-19). */
export const problemOfError = (e: RenderError): RecordProblem => ({ code: e.code, path: e.path, message: e.message });
