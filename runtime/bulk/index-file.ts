// Index and errors of a run, from which a later one goes on (BK-18, BK-19, BK-23).
import { isObject, parsedJson } from "../../base/json.js";
import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { linesOf } from "./lines.js";
import type { RecordProblem } from "./input.js";
import { environment } from "./environment.js";

/** First line of an index. */
export interface Header {
  readonly platen: string;
  readonly format: 1;
  readonly run: string;
  readonly template_sha256: string;
  readonly sources: readonly { readonly name: string; readonly bytes: number | null }[];
  readonly shard: string | null;
  readonly date: string;
}

interface Place {
  readonly n: number;
  readonly key?: string;
  readonly source: number;
  readonly offset: number;
}

/** A document of the index. One among others of a file has neither size nor hash. */
interface DocumentLine extends Place {
  readonly file: string;
  readonly first_page: number;
  readonly pages: number;
  readonly bytes?: number;
  readonly sha256?: string;
  readonly record_sha256: string;
}

/** A file of several documents, whose lines are before it. */
export interface PartLine {
  /** from 1 */
  readonly part: number;
  readonly file: string;
  /** documents */
  readonly records: number;
  readonly pages: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A refused record; without hash: the end of an input that cannot be read on. */
interface ErrorLine extends Place, RecordProblem {
  readonly record_sha256?: string;
}

export interface DoneLine extends Totals {
  readonly done: true;
}

/** Counts of a run. */
export interface Totals {
  readonly records: number;
  readonly documents: number;
  readonly refused: number;
  readonly pages: number;
  readonly bytes: number;
  /** of `--parts` */
  readonly parts?: number;
}

/** Line of a record. */
export type Line = DocumentLine | ErrorLine;
/** Line of index or errors, but for the first and the last one of the index. */
export type LogLine = Line | PartLine;
// lines were written by a run: their first field tells their kind
export const isHeader = (line: object): line is Header => "run" in line && typeof line.run === "string";
export const isDone = (line: object): line is DoneLine => "done" in line && line.done === true;
export const isLine = (line: object): line is Line => "n" in line && typeof line.n === "number";
export const isPart = (line: object): line is PartLine => "part" in line && line.part !== undefined;
export const isDocument = (line: LogLine): line is DocumentLine => "file" in line && !isPart(line);
/** Line of the index; the others are errors. */
export const isOfIndex = (line: LogLine): boolean => "file" in line;

const MOST_LINE = 1 << 20;

/** Values of whole lines of a file, with the place where each ends; a torn last line is left out. */
async function* jsonLines(file: string): AsyncGenerator<{ readonly value: Readonly<Record<string, unknown>>; readonly end: number }> {
  if (!existsSync(file)) return;
  const decoder = new TextDecoder();
  let open: { readonly value: unknown; readonly end: number } | null = null;
  for await (const { bytes, offset } of linesOf(createReadStream(file, { highWaterMark: 1 << 18 }), 0, MOST_LINE)) {
    if (open) {
      // the line before has its end, at which this one begins
      if (!isObject(open.value)) return;
      yield { value: open.value, end: offset };
      open = null;
    }
    if (!bytes) return;
    try {
      open = { value: parsedJson(decoder.decode(bytes)), end: offset + bytes.length + 1 };
    } catch {
      return;
    }
  }
  if (open && isObject(open.value) && endsWithLine(file, open.end)) yield { value: open.value, end: open.end };
}

function endsWithLine(file: string, end: number): boolean {
  const fd = openSync(file, "r");
  try {
    const last = Buffer.alloc(1);
    return readSync(fd, last, 0, 1, end - 1) === 1 && last[0] === 10;
  } finally {
    closeSync(fd);
  }
}

/** Content of an index. */
export interface Found {
  readonly header: Header;
  /** end of its line */
  readonly end: number;
  readonly done: DoneLine | null;
}

/** Null if the index is not there, or has not its whole first line. */
async function readIndex(file: string): Promise<Found | null> {
  let header: Header | null = null;
  let done: DoneLine | null = null;
  let headerEnd = 0;
  for await (const { value, end } of jsonLines(file)) {
    if (!header) {
      if (!isHeader(value)) return null;
      header = value;
      headerEnd = end;
    }
    if (isDone(value)) done = value;
  }
  return header && { header, end: headerEnd, done };
}

/** The errors of an index are next to it: `errors-….jsonl` of `index-….jsonl`, `night.errors.jsonl` of `night.jsonl` (BK-19). */
export function errorsBeside(index: string): string {
  const { base, name, ext } = path.parse(index);
  const folder = index.slice(0, index.length - base.length);
  const named = base.replace(/(?<![a-z\d])index(?![a-z\d])/i, "errors");
  return folder + (named === base ? `${name}.errors${ext}` : named);
}

/** Index and errors of a run, from which a later one goes on. */
export interface RunLog {
  /** as messages name them */
  readonly index: string;
  readonly errors: string;
  /** The run that has the index; null: none, or one without its whole first line. */
  find(): Promise<Found | null>;
  /** Lines of an earlier run, those of its records by their number without a gap. */
  lines(): AsyncGenerator<LogLine>;
  /** Begins anew. @throws RunEnd */
  begin(header: Header): Promise<void>;
  /**
   * Goes on after the lines of the run that `find` has found.
   * @param wholeParts after the last line of a part; the lines behind it go
   * @returns the number of records. @throws RunEnd
   */
  resume(found: Found, wholeParts: boolean): Promise<number>;
  /** @throws RunEnd */
  add(line: LogLine): Promise<void>;
  /** @param line null: the run is ended by its data. @throws RunEnd */
  done(line: DoneLine | null): Promise<void>;
  /** Removes what a run that is done has left, as it was killed at its end. @throws RunEnd */
  clear(): Promise<void>;
  /** Keeps what was added, so that a later run goes on. @throws RunEnd */
  close(): Promise<void>;
}

/** Lines of records, by their number without a gap, and of parts just after their last document. */
async function* linesOfRun(
  index: string,
  errors: string,
): AsyncGenerator<{ readonly line: LogLine; readonly end: number; readonly of: "index" | "errors" }> {
  const files = { index: jsonLines(index), errors: jsonLines(errors) };
  await files.index.next();
  const heads = { index: await files.index.next(), errors: await files.errors.next() };
  for (let n = 1; ; n++) {
    for (let head = heads.index.value; head && isPart(head.value); head = heads.index.value) {
      yield { line: head.value, end: head.end, of: "index" };
      heads.index = await files.index.next();
    }
    const of = (["index", "errors"] as const).find((name) => heads[name].value?.value["n"] === n);
    const head = of && heads[of].value;
    if (!head) return;
    const line: object = head.value;
    if (!isLine(line)) return;
    if (!isDocument(line) && line.record_sha256 === undefined) return;
    yield { line, end: head.end, of };
    heads[of] = await files[of].next();
  }
}

/** Keeps runs in files, a line at a time. */
export class RunFiles implements RunLog {
  #index: number | null = null;
  #errors: number | null = null;

  constructor(
    readonly index: string,
    readonly errors: string,
  ) {}

  find(): Promise<Found | null> {
    return readIndex(this.index);
  }

  async *lines(): AsyncGenerator<LogLine> {
    for await (const { line } of linesOfRun(this.index, this.errors)) yield line;
  }

  async begin(header: Header): Promise<void> {
    this.#guard(this.errors, () => writeFileSync(this.errors, ""));
    this.#guard(this.index, () => writeFileSync(this.index, ""));
    this.#open();
    this.#write("index", header);
  }

  async resume({ end: header }: Found, wholeParts: boolean): Promise<number> {
    let ends = { index: header, errors: 0 };
    let records = 0;
    let seen = 0;
    const open = { ...ends };
    for await (const { line, of, end } of linesOfRun(this.index, this.errors)) {
      open[of] = end;
      if (!isPart(line)) seen = line.n;
      if (wholeParts && !isPart(line)) continue;
      ends = { ...open };
      records = seen;
    }
    this.#guard(this.index, () => truncateSync(this.index, ends.index));
    this.#guard(this.errors, () => (appendFileSync(this.errors, ""), truncateSync(this.errors, ends.errors)));
    this.#open();
    return records;
  }

  async add(line: LogLine): Promise<void> {
    this.#write(isOfIndex(line) ? "index" : "errors", line);
  }

  async done(line: DoneLine | null): Promise<void> {
    if (line) this.#write("index", line);
  }

  async clear(): Promise<void> {
    // its last line is its last change
  }

  async close(): Promise<void> {
    for (const fd of [this.#index, this.#errors]) if (fd !== null) closeSync(fd);
    this.#index = this.#errors = null;
  }

  #open(): void {
    this.#index = this.#guard(this.index, () => openSync(this.index, "a"));
    this.#errors = this.#guard(this.errors, () => openSync(this.errors, "a"));
  }

  #write(of: "index" | "errors", line: object): void {
    const [fd, file] = of === "index" ? [this.#index!, this.index] : [this.#errors!, this.errors];
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    this.#guard(file, () => {
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
    });
  }

  #guard<T>(file: string, work: () => T): T {
    try {
      return work();
    } catch (e) {
      throw environment(e, file);
    }
  }
}
