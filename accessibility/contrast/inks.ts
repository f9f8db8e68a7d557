// Colours in which the letters of a run are drawn.
import { emojiIn } from "../../compiler/text/unicode/emoji.js";
import { DRAWINGS } from "../../ir/drawings.js";
import type { FontResource, GlyphsOp, Op, PaintResource, Rgb } from "../../ir/ir.js";
import { colorOf, contrastOf } from "./color.js";

/** Colours of letters: of their drawings, else of the text. Emoji are pictures. Null if a colour is not one everywhere. */
export function inksOf(op: GlyphsOp, font: FontResource, paints: readonly PaintResource[]): ReadonlySet<Rgb> | null {
  const drawings = DRAWINGS.ofRun(op, font, paints);
  if (!drawings) return "color" in op.fill ? new Set([op.fill.color]) : null;
  const emoji = emojiIn(op.text);
  const inks = new Set<Rgb>();
  for (const [i, drawing] of drawings.entries()) {
    if ((emoji?.[op.run.clusters[i]!] ?? 0) !== 0) continue;
    if (drawing ? !collect(drawing.ops, inks) : !("color" in op.fill && inks.add(op.fill.color))) return null;
  }
  return inks.size === 0 ? null : inks;
}

/** False for a gradient. */
function collect(ops: readonly Op[], inks: Set<Rgb>): boolean {
  return ops.every((op) => {
    if (op.op === "group") return collect(op.children, inks);
    if (op.op !== "path" || !op.fill) return true;
    return "color" in op.fill && inks.add(op.fill.color) !== undefined;
  });
}

/** Greatest contrast of a colour that only one of two texts has to the nearest one of the other; 1 if both have the same. */
export function contrastOfInks(a: ReadonlySet<Rgb>, b: ReadonlySet<Rgb>): number {
  const apart = (own: ReadonlySet<Rgb>, other: ReadonlySet<Rgb>): readonly number[] =>
    [...own].filter((ink) => !other.has(ink)).map((ink) => Math.min(...[...other].map((o) => contrastOf(colorOf(ink), colorOf(o)))));
  return Math.max(1, ...apart(a, b), ...apart(b, a));
}
