import { EPSILON } from "../../core/geom.js";
import type { Item } from "../shape/itemize.js";
import { baselineOf, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { flush } from "./edges.js";
import { lineOps } from "./line-ops.js";
import { rangeOf, spacesWidth, type Line, type LineMeasures, type LinePlace, type TextRange } from "./line.js";
import type { LinePart } from "./reading-order.js";
import type { OpSink } from "./sink.js";
import { lastShown, tooMuch } from "./spacing.js";

class BrokenLine implements Line {
  readonly width: number;
  readonly shrunk: number;
  readonly size: number;
  readonly height: number;
  readonly baseline: number;
  readonly hard: boolean;
  readonly torn: boolean;

  constructor(
    readonly segments: readonly Segment[],
    { width, shrunk, size, height, baseline, hard, torn }: LineMeasures,
  ) {
    this.width = width;
    this.shrunk = shrunk;
    this.size = size;
    this.height = height;
    this.baseline = baseline;
    this.hard = hard;
    this.torn = torn;
  }

  get range(): TextRange | null {
    return rangeOf(this.segments);
  }

  partsOf(p: ShapedParagraph, place: LinePlace, sink: OpSink): readonly LinePart[] {
    return lineOps(p, this, place, sink);
  }
}

/** Makes a line of equal measures with other pieces. */
export const lineWith = (line: LineMeasures, segments: readonly Segment[]): Line => new BrokenLine(segments, line);

export interface LineEnd {
  readonly hard: boolean;
  readonly torn: boolean;
  /** width to which its spaces shrink, points */
  readonly most: number;
}

/** Makes the line of these pieces. */
export function lineOf(p: ShapedParagraph, pieces: readonly Segment[], { hard, torn, most }: LineEnd): Line {
  const { strut, styled } = p;
  const segments = p.stretches ? flush(p.text, pieces, lastShown(pieces)) : pieces;
  let size = 0;
  let width = 0;
  let hanging = 0;
  let spaced = false;
  let above = 0;
  let below = 0;
  let before: Item | null = null;
  for (const s of segments) {
    const { item } = s;
    if (item !== before) {
      const { inline } = item;
      if (inline) {
        above = Math.max(above, inline.above);
        below = Math.max(below, inline.height - inline.above);
      }
      if (item.spacing !== 0) spaced = true;
      size = Math.max(size, item.look.size);
      before = item;
    }
    if (s.kind === "space" || s.kind === "break") hanging += s.width;
    else {
      width += hanging + s.width;
      hanging = spacesWidth(s);
    }
  }
  if (spaced) width -= tooMuch(p, segments)?.reduce((a, b) => a + b, 0) ?? 0;
  if (size === 0) size = (styled.runs[0]?.look ?? styled.look).size;
  const own = strut.lineHeight * size;
  const from = baselineOf(strut, size, own);
  // a line grows to hold its fields
  const baseline = Math.max(from, above);
  const height = above > from || below > own - from ? baseline + Math.max(own - from, below) : own;
  const shrunk = width > most + EPSILON ? width - most : 0;
  return new BrokenLine(segments, { width: width - shrunk, shrunk, size, height, baseline, hard, torn });
}
