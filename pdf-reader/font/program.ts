// Embedded font programs, as judged: glyphs, names, widths.
import { FontFault } from "../../base/font-table.js";

/** Widths in 1/1000 em. */
export interface FontProgram {
  readonly kind: "truetype" | "cff" | "type1";
  readonly glyphCount: number;
  /** advance width of a glyph; null if it cannot be read */
  width(gid: number): number | null;
  /** charstring of a glyph with its subroutines in place; null for programs without charstrings */
  charstring(gid: number): Uint8Array | null;
  /** glyph of a name; null if absent */
  named(name: string): number | null;
  /** by the program's own encoding; null without one */
  readonly encoding: readonly (string | null)[] | null;
  /** glyph names but .notdef; null for programs without names */
  readonly names: readonly string[] | null;
  /** null unless CID-keyed */
  readonly cids: ReadonlyMap<number, number> | null;
  /** 0 unless CID-keyed */
  readonly greatestCid: number;
}

export class Steps {
  constructor(public left: number) {}

  spend(): void {
    if (--this.left < 0) throw new FontFault(null, "its charstrings take too many steps");
  }
}

/** A charstring that is copied with its subroutines in place, so that glyphs of other subsets are equal. */
export class PlainCharstring {
  readonly #out: number[] = [];

  get length(): number {
    return this.#out.length;
  }

  copy(code: Uint8Array, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#out.push(code[i]!);
  }

  /** Removes the number of a subroutine, which begins at `from`. */
  cut(from: number): void {
    this.#out.length = from;
  }

  take(): Uint8Array {
    return Uint8Array.from(this.#out);
  }
}
