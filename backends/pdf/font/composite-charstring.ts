// Composite charstrings for clusters in CFF fonts.
import { NO_ITEMS } from "../../../base/cff-table.js";
import { CharstringError, CharstringWalker, ENDCHAR, ESCAPE, HMOVETO, RMOVETO, VMOVETO } from "../../../base/charstring.js";
import { ByteWriter } from "../syntax/bytes.js";
import type { Composite } from "./compose.js";

/**
 * Draws several glyphs (Adobe Technical Note 5177: Type 2 lacks components). Components are charstrings from `standalone`; `width`:
 * advance minus nominal width, font units. @throws CharstringError
 */
export function compositeCharstring({ components }: Composite, charstring: (gid: number) => Uint8Array, width: number): Uint8Array {
  const w = new ByteWriter(256);
  number(w, width);
  let from = { x: 0, y: 0 };
  for (const part of components) {
    const drawn = new Part(charstring(part.gid));
    if (!drawn.start) continue;
    const { start } = drawn;
    number(w, part.x + start.x - from.x);
    number(w, part.y + start.y - from.y);
    w.byte(RMOVETO);
    w.bytes(drawn.rest);
    from = { x: part.x + drawn.end.x, y: part.y + drawn.end.y };
  }
  w.byte(ENDCHAR);
  return w.take();
}

const MOVES = new Set([RMOVETO, HMOVETO, VMOVETO]);
const NO_SUBROUTINES = { global: NO_ITEMS, local: NO_ITEMS };

class Part extends CharstringWalker {
  /** null for a blank glyph */
  start: { readonly x: number; readonly y: number } | null = null;
  readonly end = { x: 0, y: 0 };
  readonly rest: Uint8Array;
  #from: number;
  #to: number;

  constructor(code: Uint8Array) {
    super();
    this.#from = this.#to = code.length;
    this.walk(code, NO_SUBROUTINES, { left: code.length });
    this.rest = code.subarray(this.#from, Math.max(this.#from, this.#to));
  }

  protected operator(b: number, extra: 0 | 1, code: Uint8Array, from: number, to: number): boolean {
    if (b === ENDCHAR) {
      this.#to = from;
      return false;
    }
    const operands = Array.from({ length: this.count - extra }, (_, i) => this.number(extra + i));
    if (!this.start) {
      if (!MOVES.has(b)) throw new CharstringError("a line before the first move");
      const [x, y] = moved(b, operands);
      this.start = { x, y };
      [this.end.x, this.end.y] = [x, y];
      this.#from = to;
      return true;
    }
    const [x, y] = b === ESCAPE ? flexed(code[from + 1]!, operands) : moved(b, operands);
    this.end.x += x;
    this.end.y += y;
    return true;
  }
}

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
const pairs = (list: readonly number[]): readonly [number, number] => [
  sum(list.filter((_, i) => i % 2 === 0)),
  sum(list.filter((_, i) => i % 2 === 1)),
];

function moved(operator: number, o: readonly number[]): readonly [number, number] {
  switch (operator) {
    case HMOVETO:
      return [o[0] ?? 0, 0];
    case VMOVETO:
      return [0, o[0] ?? 0];
    case RMOVETO:
    case 5: // rlineto
    case 8: // rrcurveto
    case 24: // rcurveline
    case 25: // rlinecurve
      return pairs(o);
    case 6: // hlineto
      return pairs(o);
    case 7: // vlineto
      return swapped(pairs(o));
    case 27: // hhcurveto: dy1? {dxa dxb dyb dxc}+
      return alongOneAxis(o);
    case 26: // vvcurveto: dx1? {dya dxb dyb dyc}+, the axes exchanged
      return alongOtherAxis(o);
    case 31: // hvcurveto
      return alternating(o, true);
    case 30: // vhcurveto
      return alternating(o, false);
    default:
      throw new CharstringError(`operator ${operator}`);
  }
}

const swapped = ([a, b]: readonly [number, number]): readonly [number, number] => [b, a];

function alongOneAxis(o: readonly number[]): readonly [number, number] {
  const odd = o.length % 4 === 1 ? 1 : 0;
  let x = 0;
  let y = odd ? o[0]! : 0;
  for (let i = odd; i + 3 < o.length; i += 4) {
    x += o[i]! + o[i + 1]! + o[i + 3]!;
    y += o[i + 2]!;
  }
  return [x, y];
}

function alongOtherAxis(o: readonly number[]): readonly [number, number] {
  const odd = o.length % 4 === 1 ? 1 : 0;
  let x = odd ? o[0]! : 0;
  let y = 0;
  for (let i = odd; i + 3 < o.length; i += 4) {
    y += o[i]! + o[i + 2]! + o[i + 3]!;
    x += o[i + 1]!;
  }
  return [x, y];
}

/** Alternating horizontal and vertical tangents; the last may have an extra step. */
function alternating(o: readonly number[], horizontal: boolean): readonly [number, number] {
  let x = 0;
  let y = 0;
  let across = horizontal;
  for (let i = 0; i + 3 < o.length; i += 4) {
    const last = o.length - i === 5 ? o[i + 4]! : 0;
    x += o[i + 1]! + (across ? o[i]! + last : o[i + 3]!);
    y += o[i + 2]! + (across ? o[i + 3]! : o[i]! + last);
    across = !across;
  }
  return [x, y];
}

function flexed(escaped: number, o: readonly number[]): readonly [number, number] {
  if (escaped === 35) return pairs(o.slice(0, 12)); // flex
  // hflex: dx1 dx2 dy2 dx3 dx4 dx5 dx6; returns to the initial height
  if (escaped === 34) return [sum([o[0]!, o[1]!, o[3]!, o[4]!, o[5]!, o[6]!]), 0];
  // hflex1: dx1 dy1 dx2 dy2 dx3 dx4 dx5 dy5 dx6
  if (escaped === 36) return [sum([o[0]!, o[2]!, o[4]!, o[5]!, o[6]!, o[8]!]), 0];
  if (escaped !== 37) throw new CharstringError(`operator 12 ${escaped}`);
  // flex1: five points, a step along the dominant axis; the other coordinate returns
  const [x, y] = pairs(o.slice(0, 10));
  return Math.abs(x) > Math.abs(y) ? [x + o[10]!, 0] : [0, y + o[10]!];
}

/** An integer if exact, else 16.16 (table 1). */
function number(w: ByteWriter, v: number): void {
  if (Number.isInteger(v) && v >= -32768 && v <= 32767) {
    w.byte(28);
    w.byte((v >> 8) & 255);
    w.byte(v & 255);
    return;
  }
  if (!(Math.abs(v) < 32768)) throw new CharstringError(`the distance ${v}`);
  const fixed = Math.round(v * 65536);
  w.byte(255);
  for (let k = 24; k >= 0; k -= 8) w.byte((fixed >> k) & 255);
}
