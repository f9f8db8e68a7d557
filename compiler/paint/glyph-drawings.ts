// Drawings of glyphs in colour: each that a page shows, once a document.
import type { FontId, GlyphDrawing, GlyphsOp, Op, PaintResource, Rgb, SourceId } from "../../ir/ir.js";
import { colorOfText } from "../../ir/drawings.js";
import { FontFault } from "../../base/font-table.js";
import type { ColorFont, ColorGlyph } from "../core/color-font.js";
import { fail } from "../core/fail.js";
import { atMost, type Limits } from "../core/limits.js";
import { ROOT, type Src } from "../core/src.js";

/** Tables of the document. */
interface DocumentTables {
  readonly limits: Limits;
  readonly paints: readonly PaintResource[];
  paint(paint: PaintResource): number;
  addDrawing(font: FontId, drawing: GlyphDrawing): void;
  placeOf(source: SourceId): Src;
}

/** Colours that a glyph is drawn in: null for a glyph that its outline draws, "any" if its drawing takes no colour. */
type Drawn = Set<Rgb> | "any" | null;

export class GlyphDrawings {
  readonly #fonts = new Map<FontId, { readonly colors: ColorFont; readonly drawn: Map<number, Drawn> }>();
  #fills = 0;
  /** paints whose ops have been seen */
  #paints = 0;

  constructor(readonly to: DocumentTables) {}

  font(id: FontId, colors: ColorFont): void {
    if (!this.#fonts.has(id)) this.#fonts.set(id, { colors, drawn: new Map() });
  }

  /** Adds the ops of a page; patterns among its paints have ops, too. */
  add(ops: readonly Op[]): void {
    this.#ops(ops);
    const { paints } = this.to;
    for (; this.#paints < paints.length; this.#paints++) {
      const paint = paints[this.#paints]!;
      if (paint.kind === "tile") this.#ops(paint.ops);
    }
  }

  #ops(ops: readonly Op[]): void {
    for (const op of ops) {
      if (op.op === "glyphs") this.#run(op);
      else if (op.op === "group" || op.op === "mark") {
        this.#ops(op.children);
        if (op.op === "group" && op.mask) this.#ops(op.mask.children);
      }
    }
  }

  #run({ font, fill, run, source }: GlyphsOp): void {
    const known = this.#fonts.get(font);
    if (!known || fill.opacity === 0) return;
    const color = colorOfText(fill, this.to.paints);
    for (const gid of run.ids) {
      const drawn = known.drawn.get(gid);
      if (drawn === null || drawn === "any" || drawn?.has(color)) continue;
      const glyph = this.#glyph(known.colors, gid, color);
      if (glyph) {
        this.#count(glyph, source);
        this.to.addDrawing(font, { glyph: gid, color: glyph.takesColor ? color : null, ops: this.#placed(glyph, source) });
      }
      known.drawn.set(gid, glyph && (glyph.takesColor ? (drawn ?? new Set<Rgb>()).add(color) : "any"));
    }
  }

  #glyph(colors: ColorFont, gid: number, color: Rgb): ColorGlyph | null {
    try {
      return colors.glyph(gid, color);
    } catch (e) {
      if (!(e instanceof FontFault)) throw e;
      return fail("API-503", "font-engine", ROOT, `a font in colour cannot be used: ${e.message}`);
    }
  }

  /** @throws RenderError API-002 */
  #count({ fills }: ColorGlyph, source: SourceId): void {
    const { limits } = this.to;
    this.#fills += fills;
    if (this.#fills > limits.glyph_fills)
      fail(
        "API-002",
        "glyph-fills",
        this.to.placeOf(source),
        `the glyphs in colour of a document have ${atMost(limits, "glyph_fills")} fills, each glyph counted once; with this text there are ${this.#fills}`,
      );
  }

  /** Returns a glyph's drawing with the numbers of the document. */
  #placed({ ops, paints }: ColorGlyph, source: SourceId): readonly Op[] {
    const numbers = paints.map(() => -1);
    const paint = (index: number): number => {
      if (numbers[index] === -1) numbers[index] = this.to.paint(paints[index]!);
      return numbers[index]!;
    };
    const placed = (all: readonly Op[]): readonly Op[] =>
      all.map((op): Op => {
        if (op.op === "group") {
          const mask = op.mask && { ...op.mask, children: placed(op.mask.children) };
          return { ...op, mask, children: placed(op.children) };
        }
        if (op.op !== "path") return op;
        const { fill } = op;
        return { ...op, fill: fill && "paint" in fill ? { ...fill, paint: paint(fill.paint) } : fill, source };
      });
    return placed(ops);
  }
}
