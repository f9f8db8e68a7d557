// Flattening of Type 2 charstrings: subroutines inlined, hints removed (Adobe Technical Note 5177).
import type { CffIndex } from "../../../base/cff-table.js";
import { FontFault } from "../../../base/font-table.js";
import { ByteWriter } from "../syntax/bytes.js";

/** Adobe Technical Note 5177. */
export interface Subroutines {
  readonly global: CffIndex;
  readonly local: CffIndex;
}

/** An unsupported Type 2 charstring: with arithmetic, or composed of other glyphs. */
export class CharstringError extends FontFault {
  constructor(reason: string) {
    super("CFF ", reason);
  }
}

const HSTEM = 1;
const VSTEM = 3;
const VMOVETO = 4;
const CALLSUBR = 10;
const RETURN = 11;
const ESCAPE = 12;
const ENDCHAR = 14;
const HSTEMHM = 18;
const HINTMASK = 19;
const CNTRMASK = 20;
const RMOVETO = 21;
const HMOVETO = 22;
const VSTEMHM = 23;
const SHORTINT = 28;
const CALLGSUBR = 29;
/** hflex, flex, hflex1, flex1 */
const FLEXES = [34, 35, 36, 37];
const MOVES = new Map([
  [RMOVETO, 2],
  [HMOVETO, 1],
  [VMOVETO, 1],
  [ENDCHAR, 0],
]);
/** rlineto, hlineto, vlineto, rrcurveto, rcurveline, rlinecurve, vvcurveto, hhcurveto, vhcurveto, hvcurveto */
const LINES = new Set([5, 6, 7, 8, 24, 25, 26, 27, 30, 31]);
/** Limit of Type 2. */
const MAX_DEPTH = 10;

/** Budget of a font: nested subroutines can expand without limit. */
export interface Steps {
  left: number;
}

/** The result draws the glyph without shared parts, as subsets require. @throws CharstringError */
export function standalone(charstring: Uint8Array, subrs: Subroutines, steps: Steps = { left: 1 << 20 }): Uint8Array {
  flattener.start(subrs);
  try {
    flattener.run(charstring, 0, steps);
    return flattener.finish();
  } finally {
    flattener.release();
  }
}

class Flattener {
  readonly #out = new ByteWriter(1 << 12);
  #subrs: Subroutines | null = null;
  #ended = false;
  readonly #operands = new Uint8Array(MAX_OPERANDS * 5);
  readonly #ends = new Int32Array(MAX_OPERANDS + 1);
  #n = 0;
  #stems = 0;
  #width: Uint8Array | null = null;
  #hasWidth = false;

  start(subrs: Subroutines): void {
    this.#out.clear();
    this.#subrs = subrs;
    this.#ended = false;
    this.#n = 0;
    this.#stems = 0;
    this.#width = null;
    this.#hasWidth = false;
  }

  finish(): Uint8Array {
    if (!this.#ended) throw new CharstringError("a charstring without an end");
    return this.#out.take();
  }

  /** The font, which may be 16 MB. */
  release(): void {
    this.#subrs = null;
  }

  run(code: Uint8Array, depth: number, steps: Steps): void {
    if (depth > MAX_DEPTH) throw new CharstringError("subroutines nested too deep");
    for (let i = 0; i < code.length && !this.#ended;) {
      if (--steps.left < 0) throw new CharstringError("its charstrings are far longer than the table");
      const b = code[i]!;
      const size = operandSize(b);
      if (size > 0) {
        this.#push(code, i, size);
        i += size;
        continue;
      }
      i++;
      if (b === RETURN) return;
      if (b === CALLSUBR || b === CALLGSUBR) this.#call(b === CALLSUBR ? this.#subrs!.local : this.#subrs!.global, depth, steps);
      else if (b === HINTMASK || b === CNTRMASK) {
        this.#stemHints();
        i += (this.#stems + 7) >> 3;
      } else if (b === HSTEM || b === VSTEM || b === HSTEMHM || b === VSTEMHM) this.#stemHints();
      else if (b === ESCAPE) {
        const escaped = code[i++]!;
        if (!FLEXES.includes(escaped)) throw new CharstringError(`operator 12 ${escaped}`);
        this.#write(ESCAPE);
        this.#out.byte(escaped);
      } else this.#operator(b);
    }
  }

  #push(code: Uint8Array, at: number, size: number): void {
    if (this.#n === MAX_OPERANDS) throw new CharstringError("too many operands");
    let end = this.#ends[this.#n]!;
    for (let k = 0; k < size; k++) this.#operands[end++] = code[at + k]!;
    this.#ends[++this.#n] = end;
  }

  #operand(i: number): Uint8Array {
    return this.#operands.subarray(this.#ends[i]!, this.#ends[i + 1]!);
  }

  #call(list: CffIndex, depth: number, steps: Steps): void {
    if (this.#n === 0) throw new CharstringError("a call without a number");
    const number = valueOf(this.#operand(--this.#n));
    const subr = list.item(number + (list.count < 1240 ? 107 : list.count < 33900 ? 1131 : 32768));
    if (!subr) throw new CharstringError("a subroutine that is not there");
    this.run(subr, depth + 1, steps);
  }

  /** Stems take pairs of operands; an extra one is the width. */
  #stemHints(): void {
    this.#takeWidth(this.#n % 2 === 1);
    this.#stems += this.#n >> 1;
    this.#n = 0;
  }

  #operator(b: number): void {
    const moves = MOVES.get(b);
    let skip = 0;
    if (moves !== undefined) {
      const known = this.#hasWidth;
      this.#takeWidth(this.#n > moves);
      // the width precedes the operands, unless hints consumed it
      skip = !known && this.#width ? 1 : 0;
      if (b === ENDCHAR && this.#n - skip > 0) throw new CharstringError("an accented character made of two others");
      if (this.#width) this.#out.bytes(this.#width);
      this.#width = null;
      this.#ended = b === ENDCHAR;
    } else if (!LINES.has(b)) throw new CharstringError(`operator ${b}`);
    this.#write(b, skip);
  }

  #takeWidth(there: boolean): void {
    if (this.#hasWidth) return;
    this.#hasWidth = true;
    if (there) this.#width = this.#operand(0).slice();
  }

  #write(operator: number, skip = 0): void {
    const to = this.#ends[this.#n]!;
    for (let i = this.#ends[skip]!; i < to; i++) this.#out.byte(this.#operands[i]!);
    this.#out.byte(operator);
    this.#n = 0;
  }
}

/** Type 2 allows 48; some programs write more. */
const MAX_OPERANDS = 513;
const flattener = new Flattener();

/** Bytes of an operand with first byte `b`; 0 for an operator. */
export function operandSize(b: number): number {
  if (b === SHORTINT) return 3;
  if (b < 32) return 0;
  if (b < 247) return 1;
  return b < 255 ? 2 : 5;
}

export function realOf(operand: Uint8Array): number {
  if (operand[0] !== 255) return valueOf(operand);
  return ((operand[1]! << 24) | (operand[2]! << 16) | (operand[3]! << 8) | operand[4]!) / 65536;
}

function valueOf(operand: Uint8Array): number {
  const [b, c = 0, d = 0] = operand;
  if (b === SHORTINT) return ((c << 24) | (d << 16)) >> 16;
  if (b! < 247) return b! - 139;
  if (b! < 251) return (b! - 247) * 256 + c + 108;
  if (b! < 255) return -(b! - 251) * 256 - c - 108;
  throw new CharstringError("a subroutine number that is not an integer");
}
