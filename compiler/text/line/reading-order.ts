import { append } from "../../../base/many.js";
import type { Op, PathOp } from "../../../ir/ir.js";
import type { InlineField } from "../../box/field.js";
import type { BoxLink } from "../../box/link.js";
import type { Emphasis } from "../../core/emphasis.js";

/** Lengths are points. */
export interface LineArea {
  readonly left: number;
  readonly right: number;
}

/** Divided at links and fields, and where emphasis with tags begins and ends. */
export interface LinePart {
  readonly link: BoxLink | null;
  readonly emphasis: Emphasis | null;
  /** paths behind every line's glyphs */
  readonly highlights: readonly PathOp[];
  readonly ops: readonly Op[];
  readonly areas: readonly LineArea[];
  /** the part is a field, in its area; absent on most */
  readonly inline?: InlineField;
}

/** Parts are in visual order: `under` other ops, glyph runs, other ops. */
export interface VisualPart extends LinePart {
  readonly under: number;
  readonly starts: readonly number[];
}

interface Placed {
  readonly start: number;
  /** null for a field */
  readonly op: Op | null;
  readonly from: number;
}

/**
 * Sorts parts by their text, run by run, so that text before and after a link is separate wherever shown. Decorations stay with their first run: those
 * below it before it, those above it after it.
 */
export function inReadingOrder(parts: readonly VisualPart[]): readonly LinePart[] {
  const all: Placed[] = parts.flatMap(({ ops, under, starts }, from) =>
    starts.map((start, i) => ({ start, op: ops[under + i] ?? null, from })),
  );
  if (all.length === 0) return parts;
  all.sort((a, b) => a.start - b.start);
  const out: {
    readonly link: BoxLink | null;
    readonly emphasis: Emphasis | null;
    readonly highlights: PathOp[];
    readonly runs: Op[];
    readonly under: Op[];
    readonly over: Op[];
    readonly areas: LineArea[];
    readonly inline?: InlineField | undefined;
  }[] = [];
  const seen = new Set<number>();
  for (const { op, from } of all) {
    const { link, emphasis, highlights, ops, under, starts, areas, inline } = parts[from]!;
    let last = out.at(-1);
    if (last?.link !== link || last?.emphasis !== emphasis || inline || last?.inline)
      out.push((last = { link, emphasis, highlights: [], runs: [], under: [], over: [], areas: [], ...(inline && { inline }) }));
    if (op) last!.runs.push(op);
    if (seen.has(from)) continue;
    seen.add(from);
    append(last!.highlights, highlights);
    append(last!.under, ops.slice(0, under));
    append(last!.over, ops.slice(under + starts.length));
    append(last!.areas, areas);
  }
  const bare = parts.filter((_, i) => !seen.has(i));
  return [
    ...out.map(({ link, emphasis, highlights, under, runs, over, areas, inline }) => ({
      link,
      emphasis,
      highlights,
      ops: [...under, ...runs, ...over],
      areas,
      ...(inline && { inline }),
    })),
    ...bare,
  ];
}
