import { EPSILON } from "../../core/geom.js";
import { baselineOf, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { flush } from "./edges.js";
import { lastShown, tooMuch } from "./spacing.js";

/** Pieces in logical order; lengths are points. */
export interface Line {
  readonly segments: readonly Segment[];
  /** without hanging spaces, shrunk */
  readonly width: number;
  /** of its spaces */
  readonly shrunk: number;
  /** largest on it */
  readonly size: number;
  readonly height: number;
  /** from the line's top */
  readonly baseline: number;
  /** forced break or paragraph's end: never stretched */
  readonly hard: boolean;
  /** inside a word wider than a line */
  readonly torn: boolean;
}

/** A part of a paragraph's text, half-open. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Text of a line's pieces; null without any. */
export const rangeOf = (segments: readonly Segment[]): TextRange | null =>
  segments.length === 0 ? null : { start: segments[0]!.start, end: segments[segments.length - 1]!.end };

/** Part of a column up to which a single word, last or before a forced break in ragged text, takes in the preceding word. */
export const RUNT = 1 / 5;

export interface LineEnd {
  readonly hard: boolean;
  readonly torn: boolean;
  /** width to which its spaces shrink, points */
  readonly most: number;
}

export function lineOf(p: ShapedParagraph, pieces: readonly Segment[], { hard, torn, most }: LineEnd): Line {
  const { strut, styled } = p;
  const segments = p.stretches ? flush(p.text, pieces, lastShown(pieces)) : pieces;
  let size = 0;
  let width = 0;
  let hanging = 0;
  let spaced = false;
  let above = 0;
  let below = 0;
  for (const s of segments) {
    const { inline } = s.item;
    if (inline) {
      above = Math.max(above, inline.above);
      below = Math.max(below, inline.height - inline.above);
    }
    if (s.item.spacing !== 0) spaced = true;
    size = Math.max(size, s.item.look.size);
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
  return { segments, width: width - shrunk, shrunk, size, height, baseline, hard, torn };
}

/** With letter spacing, points. */
export const spacesWidth = (s: Segment): number =>
  s.spaces === 0 ? 0 : (s.spaces * (s.item.context.space.width + s.item.spacing) * s.item.size) / 1000;
