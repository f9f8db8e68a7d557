// Flattening of Type 2 charstrings: subroutines inlined, hints removed (Adobe Technical Note 5177).
import {
  CharstringError,
  CharstringWalker,
  ENDCHAR,
  ESCAPE,
  HMOVETO,
  isHint,
  RMOVETO,
  VMOVETO,
  type Steps,
  type Subroutines,
} from "../../../base/charstring.js";
import { ByteWriter } from "../syntax/bytes.js";

/** hflex, flex, hflex1, flex1 */
const FLEXES = [34, 35, 36, 37];
/** rlineto, hlineto, vlineto, rrcurveto, rcurveline, rlinecurve, vvcurveto, hhcurveto, vhcurveto, hvcurveto */
const LINES = new Set([5, 6, 7, 8, 24, 25, 26, 27, 30, 31]);

/** The result draws the glyph without shared parts, as subsets require. @throws CharstringError */
export function standalone(charstring: Uint8Array, subrs: Subroutines, steps: Steps = { left: 1 << 20 }): Uint8Array {
  return flattener.flat(charstring, subrs, steps);
}

class Flattener extends CharstringWalker {
  readonly #out = new ByteWriter(1 << 12);
  /** from hints, for the first move */
  #width: Uint8Array | null = null;

  flat(code: Uint8Array, subrs: Subroutines, steps: Steps): Uint8Array {
    this.#out.clear();
    this.#width = null;
    if (!this.walk(code, subrs, steps)) throw new CharstringError("a charstring without an end");
    return this.#out.take();
  }

  protected operator(b: number, extra: 0 | 1, code: Uint8Array, from: number, to: number): boolean {
    if (isHint(b)) {
      if (extra === 1) this.#width = this.operands.slice(0, this.ends[1]);
      return true;
    }
    if (b === ESCAPE) {
      if (!FLEXES.includes(code[from + 1]!)) throw new CharstringError(`operator 12 ${code[from + 1]}`);
    } else if (b === RMOVETO || b === HMOVETO || b === VMOVETO || b === ENDCHAR) {
      if (b === ENDCHAR && this.count > extra) throw new CharstringError("an accented character made of two others");
      if (this.#width) this.#out.bytes(this.#width);
      this.#width = null;
    } else if (!LINES.has(b)) throw new CharstringError(`operator ${b}`);
    for (let i = 0, end = this.ends[this.count]!; i < end; i++) this.#out.byte(this.operands[i]!);
    for (let i = from; i < to; i++) this.#out.byte(code[i]!);
    return true;
  }
}

const flattener = new Flattener();
