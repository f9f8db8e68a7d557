// Embedded font programs, as judged: glyphs, names, widths.
import { FontFault } from "../../font-table.js";

/** Widths in 1/1000 em. */
export interface FontProgram {
  readonly kind: "truetype" | "cff" | "type1";
  readonly glyphCount: number;
  /** advance width of a glyph; null if it cannot be read */
  width(gid: number): number | null;
  /** glyph of a name; null if absent */
  named(name: string): number | null;
  /** by the program's own encoding; null without one */
  readonly encoding: readonly (string | null)[] | null;
  /** glyph names but .notdef; null for programs without names */
  readonly names: readonly string[] | null;
  /** null unless CID-keyed */
  readonly cids: ReadonlyMap<number, number> | null;
}

export class Steps {
  constructor(public left: number) {}

  spend(): void {
    if (--this.left < 0) throw new FontFault(null, "its charstrings take too many steps");
  }
}
