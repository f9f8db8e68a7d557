import type { GlyphsOp } from "../../ir/ir.js";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Whole clusters, with their part of the run's text. */
export function sliceRun(op: GlyphsOp, glyphs: Range, text: Range, x: number): GlyphsOp {
  const { ids, advances, offsets, clusters } = op.run;
  const { from, to } = glyphs;
  return {
    op: "glyphs",
    x,
    y: op.y,
    font: op.font,
    size: op.size,
    slant: op.slant,
    fill: op.fill,
    text: op.text.slice(text.from, text.to),
    actualText: op.actualText,
    run: {
      ids: ids.slice(from, to),
      advances: advances.slice(from, to),
      offsets: offsets && offsets.slice(2 * from, 2 * to),
      clusters: clusters.slice(from, to).map((c) => c - text.from),
    },
    source: op.source,
  };
}

/** Returns the advance of a run, points. */
export function advanceOf({ run, size }: GlyphsOp): number {
  let sum = 0;
  for (let i = 0; i < run.advances.length; i++) sum += run.advances[i]!;
  return (sum * size) / 1000;
}
