// A label's fragment to its glyph runs.
import { round } from "../../ir/geometry.js";
import type { Op, Rgb } from "../../ir/ir.js";
import type { Label } from "../box/box.js";
import type { TextLook } from "../box/text.js";
import { OBLIQUE } from "../text/font/fonts.js";
import type { LabelLine } from "../text/line/label.js";
import { lineOps } from "../text/line/line-ops.js";
import type { TextSetter } from "../text/line/text-lines.js";
import { append } from "../../ir/many.js";
import { highlightOps } from "../text/line/decorate.js";
import type { ResourceTable } from "./resources.js";

export class LabelPainter {
  readonly #fills = new Map<TextLook, { readonly color: Rgb; readonly opacity: number }>();

  constructor(
    readonly table: ResourceTable,
    readonly text: TextSetter,
  ) {}

  /** `width`: of the fragment, in which its lines are aligned; `source`: the number of the label's source */
  ops(label: Label, x: number, y: number, width: number, source: number): Op[] {
    const lines = this.text.labelLines(label, width);
    if (!lines) return this.#anyOps(label, x, y, width);
    const out: Op[] = [];
    const side = SIDES[label.style.paragraph.align];
    let top = y;
    for (const line of lines) {
      out.push(this.#op(line, x + side * (width - line.width), top + line.baseline, source));
      top += line.height;
    }
    return out;
  }

  #anyOps(label: Label, x: number, y: number, width: number): Op[] {
    const ops: Op[] = [];
    const highlights: Parameters<typeof highlightOps>[0][number][] = [];
    let top = y;
    for (const { paragraph, line } of this.text.labelText(label, width)) {
      for (const part of lineOps(paragraph, line, { x, width, baseline: top + line.baseline }, this.table)) {
        append(highlights, part.highlights);
        append(ops, part.ops);
      }
      top += line.height;
    }
    return highlights.length > 0 ? [...highlightOps(highlights), ...ops] : ops;
  }

  #op({ text, word, face, look, size, rise, slanted }: LabelLine, x: number, baseline: number, source: number): Op {
    let fill = this.#fills.get(look);
    if (!fill) this.#fills.set(look, (fill = { color: look.color, opacity: look.opacity }));
    return {
      op: "glyphs",
      x: round(x),
      y: round(baseline - rise),
      font: this.table.font(face),
      size: round(size),
      slant: slanted ? OBLIQUE : 0,
      fill,
      text,
      actualText: null,
      run: { ids: word.ids, advances: word.advances, offsets: word.offsets, clusters: word.clusters },
      source,
    };
  }
}

/** What is left of a line's room before it; lines of one face are never justified, and never set from right to left. */
const SIDES = { start: 0, left: 0, justify: 0, center: 0.5, right: 1 } as const;
