// A label to its glyph runs, on the page.
import type { GlyphsOp, Op, PathOp, Rgb } from "../../ir/ir.js";
import { append } from "../../base/many.js";
import type { Label } from "../box/box.js";
import type { ComputedText } from "../box/text.js";
import { highlightOps } from "../text/line/decorate.js";
import { glyphsOp } from "../text/line/glyphs-op.js";
import type { LabelLine } from "../text/line/label.js";
import { lineOps } from "../text/line/line-ops.js";
import type { TextSetter } from "../text/line/text-lines.js";
import type { ResourceTable } from "./resources.js";

/** What is left of a line's room goes before it, by this share; lines of one face are neither justified nor set from right to left. */
const BEFORE = { start: 0, left: 0, justify: 0, center: 0.5, right: 1 } as const;

/** Makes the lines of labels, which layout only measures; those of one look share its fill. */
export class Labels {
  readonly #fills = new Map<ComputedText, { readonly color: Rgb; readonly opacity: number }>();

  constructor(
    readonly resources: ResourceTable,
    readonly text: TextSetter,
  ) {}

  /** A label with its top left corner at (x, y) on the page and its lines aligned in a width, points. `source`: the number of its source. */
  ops(label: Label, x: number, y: number, width: number, source: number): readonly Op[] {
    const lines = this.text.labelLines(label, width);
    if (!lines) {
      this.resources.keep(label.src, source);
      return this.#textOps(label, x, y, width);
    }
    const out = new Array<Op>(lines.length);
    const before = BEFORE[label.style.paragraph.align];
    let top = y;
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i]!;
      out[i] = this.#line(line, x + before * (width - line.width), top, source);
      top += line.height;
    }
    return out;
  }

  #line(line: LabelLine, x: number, top: number, source: number): GlyphsOp {
    const { face, look, baseline } = line;
    let fill = this.#fills.get(look);
    if (!fill) this.#fills.set(look, (fill = { color: look.color, opacity: look.opacity }));
    return glyphsOp(line, x, top + baseline, line, { font: this.resources.font(face), fill, source });
  }

  /** A label of several faces, directions or with ornaments, as any line of text. */
  #textOps(label: Label, x: number, y: number, width: number): readonly Op[] {
    const out: Op[] = [];
    const highlights: PathOp[] = [];
    let top = y;
    for (const { paragraph, line } of this.text.labelText(label, width)) {
      for (const part of lineOps(paragraph, line, { x, width, baseline: top + line.baseline }, this.resources)) {
        append(highlights, part.highlights);
        append(out, part.ops);
      }
      top += line.height;
    }
    return highlights.length > 0 ? [...highlightOps(highlights), ...out] : out;
  }
}
