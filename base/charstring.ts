// Type 2 charstrings (Adobe Technical Note 5177).
import type { CffIndex } from "./cff-table.js";
import { FontFault } from "./font-table.js";

/** A charstring that cannot be followed, or is not supported. */
export class CharstringError extends FontFault {
  constructor(reason: string) {
    super("CFF ", reason);
  }
}

export interface Subroutines {
  readonly global: CffIndex;
  readonly local: CffIndex;
}

/** Budget: nested subroutines can expand without limit. */
export interface Steps {
  left: number;
}

export const VMOVETO = 4;
export const ESCAPE = 12;
export const ENDCHAR = 14;
export const RMOVETO = 21;
export const HMOVETO = 22;
const HSTEM = 1;
const VSTEM = 3;
const CALLSUBR = 10;
const RETURN = 11;
const HSTEMHM = 18;
const HINTMASK = 19;
const CNTRMASK = 20;
const VSTEMHM = 23;
const SHORTINT = 28;
const CALLGSUBR = 29;
/** Limit of Type 2. */
const MAX_DEPTH = 10;
/** Type 2 allows 48; some programs write more. */
const MAX_OPERANDS = 513;

/** Follows a charstring through its subroutines; a subclass receives its operators, with their operands on the stack. */
export abstract class CharstringWalker {
  #subrs: Subroutines | null = null;
  #steps: Steps | null = null;
  #isDone = false;
  #stems = 0;
  #hasWidth = false;
  /** Encoded operands, one after another; `ends` has the place behind each, after a 0. */
  protected readonly operands = new Uint8Array(MAX_OPERANDS * 5);
  protected readonly ends = new Int32Array(MAX_OPERANDS + 1);
  protected count = 0;

  /**
   * Receives an operator, whose bytes are `from` to `to` of `code`: of hint masks too.
   * @param extra operands before those of the operator: 1 for the width, if this is the operator that may have it
   * @returns whether the charstring is read further
   */
  protected abstract operator(operator: number, extra: 0 | 1, code: Uint8Array, from: number, to: number): boolean;

  /** @returns whether it has an end @throws CharstringError */
  protected walk(code: Uint8Array, subrs: Subroutines, steps: Steps): boolean {
    [this.#subrs, this.#steps] = [subrs, steps];
    this.#isDone = this.#hasWidth = false;
    this.#stems = this.count = 0;
    try {
      this.#run(code, 0);
      return this.#isDone;
    } finally {
      // a font may be 16 MB
      this.#subrs = this.#steps = null;
    }
  }

  /** Value of an operand, which is a fraction if it is of 16.16 bits. */
  protected number(i: number): number {
    return valueOf(this.operands, this.ends[i]!);
  }

  #run(code: Uint8Array, depth: number): void {
    if (depth > MAX_DEPTH) throw new CharstringError("subroutines nested too deep");
    const steps = this.#steps!;
    for (let i = 0; i < code.length && !this.#isDone;) {
      if (--steps.left < 0) throw new CharstringError("its charstrings are far longer than the table");
      const b = code[i]!;
      const size = operandSize(b);
      if (size > 0) {
        this.#push(code, i, size);
        i += size;
        continue;
      }
      const from = i++;
      if (b === RETURN) return;
      if (b === CALLSUBR || b === CALLGSUBR) {
        this.#call(b === CALLSUBR ? this.#subrs!.local : this.#subrs!.global, depth);
        continue;
      }
      const extra = this.#hasWidth ? 0 : this.#extra(b);
      if (b === ESCAPE) i++;
      else if (isHint(b)) {
        this.#stems += this.count >> 1;
        if (b === HINTMASK || b === CNTRMASK) i += (this.#stems + 7) >> 3;
      }
      this.#isDone = !this.operator(b, extra, code, from, i) || b === ENDCHAR;
      this.count = 0;
    }
  }

  #push(code: Uint8Array, at: number, size: number): void {
    if (this.count === MAX_OPERANDS) throw new CharstringError("too many operands");
    let end = this.ends[this.count]!;
    for (let k = 0; k < size; k++) this.operands[end++] = code[at + k]!;
    this.ends[++this.count] = end;
  }

  #call(list: CffIndex, depth: number): void {
    if (this.count === 0) throw new CharstringError("a call without a number");
    const number = this.number(--this.count);
    if (!Number.isInteger(number)) throw new CharstringError("a subroutine number that is not an integer");
    const subr = list.item(number + (list.count < 1240 ? 107 : list.count < 33900 ? 1131 : 32768));
    if (!subr) throw new CharstringError("a subroutine that is not there");
    this.#run(subr, depth + 1);
  }

  /** The first operator that clears the stack may have the width before its operands (section 3.1). */
  #extra(b: number): 0 | 1 {
    const n = this.count;
    this.#hasWidth = true;
    if (isHint(b)) return n % 2 === 1 ? 1 : 0;
    if (b === RMOVETO) return n > 2 ? 1 : 0;
    if (b === HMOVETO || b === VMOVETO) return n > 1 ? 1 : 0;
    // four operands are an accented character
    if (b === ENDCHAR) return n === 1 || n === 5 ? 1 : 0;
    this.#hasWidth = false;
    return 0;
  }
}

/** True for operators with pairs of operands for stems. */
export const isHint = (b: number): boolean =>
  b === HSTEM || b === VSTEM || b === HSTEMHM || b === VSTEMHM || b === HINTMASK || b === CNTRMASK;

/** Bytes of an operand with first byte `b`; 0 for an operator. */
function operandSize(b: number): number {
  if (b === SHORTINT) return 3;
  if (b < 32) return 0;
  if (b < 247) return 1;
  return b < 255 ? 2 : 5;
}

function valueOf(bytes: Uint8Array, at: number): number {
  const b = bytes[at]!;
  if (b === SHORTINT) return ((bytes[at + 1]! << 24) | (bytes[at + 2]! << 16)) >> 16;
  if (b < 247) return b - 139;
  if (b < 251) return (b - 247) * 256 + bytes[at + 1]! + 108;
  if (b < 255) return -(b - 251) * 256 - bytes[at + 1]! - 108;
  return ((bytes[at + 1]! << 24) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 8) | bytes[at + 4]!) / 65536;
}
