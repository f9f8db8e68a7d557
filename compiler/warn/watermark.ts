import { memberOf } from "../../base/lookup.js";
import { bounds, IDENTITY, multiply } from "../../ir/geometry.js";
import type { GlyphsOp, Matrix, Op, Page } from "../../ir/ir.js";
import { srcOf, stepsOf } from "../core/src.js";
import { showMm } from "../core/units.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { Warnings } from "./warnings.js";

/** points: less is not visible */
const SEEN = 1;
/** shares of the font size */
const RISE = 0.7;
const FALL = 0.15;

const WATERMARK = /^.*\.watermark(?=\.)/;

/** @param sources request paths by number */
export function warnOfWatermark(w: Warnings, page: Page, sources: readonly string[], request: DocumentRequest): void {
  for (const op of page.ops) {
    if (op.op !== "mark" || op.mark !== "watermark") continue;
    const cut = new Cut(page);
    for (const child of op.children) cut.collect(child, IDENTITY);
    const path = cut.source === null ? undefined : WATERMARK.exec(sources[cut.source] ?? "")?.[0];
    if (cut.by <= SEEN || path === undefined || isTiled(request, path)) continue;
    w.add("watermark-cut", srcOf(`${path}.template.content`), {
      text: `its text is longer than the page and is cut ${showMm(cut.by)} beyond the edge: set a smaller font_size, another angle, or shorten it`,
      found: showMm(cut.by),
    });
  }
}

/** Cut on purpose. */
function isTiled(request: DocumentRequest, path: string): boolean {
  let value: unknown = request;
  for (const step of stepsOf(srcOf(path))) value = memberOf(value, step);
  const preset = memberOf(memberOf(value, "layout"), "preset");
  return typeof preset === "string" && preset.endsWith("tile");
}

class Cut {
  by = 0;
  source: number | null = null;

  constructor(readonly page: Page) {}

  collect(op: Op, matrix: Matrix): void {
    if (op.op === "group") {
      const inner = op.transform ? multiply(matrix, op.transform) : matrix;
      for (const child of op.children) this.collect(child, inner);
    } else if (op.op === "mark") for (const child of op.children) this.collect(child, matrix);
    else if (op.op === "glyphs") this.#glyphs(op, matrix);
  }

  #glyphs(op: GlyphsOp, matrix: Matrix): void {
    this.source = op.source;
    const width = op.run.advances.reduce((sum, a) => sum + a, 0) * op.size * 1e-3;
    const r = bounds(matrix, { x: op.x, y: op.y - RISE * op.size, width, height: (RISE + FALL) * op.size });
    this.by = Math.max(this.by, -r.x, -r.y, r.x + r.width - this.page.width, r.y + r.height - this.page.height);
  }
}
