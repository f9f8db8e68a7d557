// Rows and cells of CSV (RFC 4180).
import { Collector, type Piece } from "./piece.js";

const QUOTE = 0x22;
const LF = 10;
const CR = 13;

export interface Row extends Piece {
  /** line of its first byte, from 1 */
  readonly line: number;
  /** ends of lines between the row before and this one */
  readonly gap: string;
}

/** A quote is still open at the end of the input; `offset` is its row's. */
export class OpenQuote extends Error {
  constructor(
    readonly offset: number,
    line: number,
  ) {
    super(`line ${line}: a quote is still open at the end`);
  }
}

/**
 * Cuts bytes into rows without their ends. Empty lines are left out.
 * @param offset of the first byte
 * @param most bytes of a row that are held
 * @throws OpenQuote after the rows before it
 */
export async function* rowsOf(
  chunks: AsyncIterable<Uint8Array>,
  offset: number,
  most: number,
  delimiter: Uint8Array,
): AsyncGenerator<Row, undefined> {
  let at = offset;
  let line = 1;
  let begun = 1;
  let state: "start" | "plain" | "quoted" | "closed" = "start";
  let matched = 0;
  let row = new Collector(at, most);
  let gap = "";
  const cut = (): Row | null => {
    const drop = row.isHeld && row.lastByte() === CR ? 1 : 0;
    const piece = row.piece(drop);
    const made = piece.bytes?.length === 0 ? null : { ...piece, line: begun, gap };
    gap = `${made ? "" : gap}${drop === 1 ? "\r\n" : "\n"}`;
    return made;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const b = chunk[i]!;
      if (b === LF) line++;
      if (state === "quoted") {
        if (b === QUOTE) state = "closed";
        continue;
      }
      if (b === LF) {
        row.add(chunk.subarray(from, i));
        const made = cut();
        if (made) yield made;
        from = i + 1;
        row = new Collector(at + from, most);
        begun = line;
        state = "start";
        matched = 0;
      } else if (b === delimiter[matched]) {
        state = ++matched === delimiter.length ? "start" : "plain";
        if (state === "start") matched = 0;
      } else {
        matched = 0;
        if (b === QUOTE && state !== "plain") state = "quoted";
        else if (b !== CR || state !== "closed") state = "plain";
      }
    }
    row.add(chunk.subarray(from));
    at += chunk.length;
  }
  if (state === "quoted") throw new OpenQuote(row.offset, begun);
  const last = row.length > 0 ? cut() : null;
  if (last) yield last;
}

/** Cells of a row. `fault`: the row is not as RFC 4180 has it; the cells are those that can be told. */
interface Cells {
  readonly cells: readonly string[];
  readonly fault: string | null;
}

/** Reads the text of a row. */
export function cellsOf(text: string, delimiter: string): Cells {
  const cells: string[] = [];
  let fault: string | null = null;
  for (let at = 0; ;) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; ;) {
        const end = text.indexOf('"', at);
        // rows end outside of quotes
        cell += text.slice(at, end === -1 ? text.length : end);
        at = end === -1 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
      const next = text.indexOf(delimiter, at);
      const rest = text.slice(at, next === -1 ? text.length : next);
      if (rest !== "") fault ??= `text follows the closing quote of cell ${cells.length + 1}`;
      cell += rest;
      cells.push(cell);
      if (next === -1) return { cells, fault };
      at = next + delimiter.length;
    } else {
      const next = text.indexOf(delimiter, at);
      cells.push(text.slice(at, next === -1 ? text.length : next));
      if (next === -1) return { cells, fault };
      at = next + delimiter.length;
    }
  }
}
