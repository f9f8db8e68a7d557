// The parts of a line in visual order to parts in reading order.
import { append } from "../../../base/many.js";
import type { Op, PathOp } from "../../../ir/ir.js";
import type { BoxLink } from "../../box/link.js";

/** A stretch of a line, points. */
export interface LineArea {
  readonly left: number;
  readonly right: number;
}

/** What a line shows, in reading order, cut where a link begins or ends. */
export interface LinePart {
  readonly link: BoxLink | null;
  /** behind the glyphs of every line of the text */
  readonly highlights: readonly PathOp[];
  readonly ops: readonly Op[];
  /** its extents on the line */
  readonly areas: readonly LineArea[];
}

/** A part of a line in visual order: its glyph runs come after `under` other ops, and before the rest. */
export interface VisualPart extends LinePart {
  readonly under: number;
  /** where in the paragraph's text each glyph run begins */
  readonly starts: readonly number[];
}

interface Placed {
  readonly start: number;
  readonly op: Op;
  readonly from: number;
}

/**
 * Parts of a line in visual order as parts in the order of reading: each run in the order of the text, so that what is before a link and what
 * is after it are apart wherever they are shown. Decorations stay with the first run of theirs, those below it before, those above it behind.
 */
export function inReadingOrder(parts: readonly VisualPart[]): readonly LinePart[] {
  const all: Placed[] = parts.flatMap(({ ops, under, starts }, from) => starts.map((start, i) => ({ start, op: ops[under + i]!, from })));
  if (all.length === 0) return parts;
  all.sort((a, b) => a.start - b.start);
  const out: {
    readonly link: BoxLink | null;
    readonly highlights: PathOp[];
    readonly runs: Op[];
    readonly under: Op[];
    readonly over: Op[];
    readonly areas: LineArea[];
  }[] = [];
  const seen = new Set<number>();
  for (const { op, from } of all) {
    const { link, highlights, ops, under, starts, areas } = parts[from]!;
    let last = out.at(-1);
    if (last?.link !== link) out.push((last = { link, highlights: [], runs: [], under: [], over: [], areas: [] }));
    last!.runs.push(op);
    if (seen.has(from)) continue;
    seen.add(from);
    append(last!.highlights, highlights);
    append(last!.under, ops.slice(0, under));
    append(last!.over, ops.slice(under + starts.length));
    append(last!.areas, areas);
  }
  const bare = parts.filter((_, i) => !seen.has(i));
  return [
    ...out.map(({ link, highlights, under, runs, over, areas }) => ({ link, highlights, ops: [...under, ...runs, ...over], areas })),
    ...bare,
  ];
}
