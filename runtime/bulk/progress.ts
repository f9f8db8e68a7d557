// Progress and summary of a run on standard error (BK-28).
import type { RunTotals } from "./run.js";

const REDRAWN_MS = 1000;
const PRINTED_MS = 30_000;

const count = (n: number): string => n.toLocaleString("en-US");
const counted = (n: number, one: string): string => `${count(n)} ${one}${n === 1 ? "" : "s"}`;

function sizeOf(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  for (const [unit, size] of [
    ["GB", 1e9],
    ["MB", 1e6],
    ["kB", 1e3],
  ] as const)
    if (bytes >= size) return `${(bytes / size).toFixed(1)} ${unit}`;
  return "";
}

/** `1,000 records: 990 documents, 10 refused, 1,980 pages, 18.2 MB in 3.4 s` */
export const summary = ({ records, documents, refused, pages, bytes }: RunTotals, seconds: number): string =>
  `${counted(records, "record")}: ${counted(documents, "document")}, ${count(refused)} refused, ${counted(pages, "page")}, ${sizeOf(bytes)} in ${seconds.toFixed(1)} s`;

/** A line that is redrawn on a terminal, else printed now and then. */
export class Progress {
  readonly #timer: NodeJS.Timeout;
  #isDrawn = false;

  constructor(
    readonly line: () => string,
    readonly write: (text: string) => void,
    readonly isTerminal: boolean,
  ) {
    this.#timer = setInterval(() => this.#tell(), isTerminal ? REDRAWN_MS : PRINTED_MS);
    this.#timer.unref();
  }

  #tell(): void {
    this.write(this.isTerminal ? `\r\x1b[K${this.line()}` : `${this.line()}\n`);
    this.#isDrawn = this.isTerminal;
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#isDrawn) this.write("\r\x1b[K");
  }
}
