// The pieces of one line to the line and its measures.
import { EPSILON } from "../../core/geom.js";
import { baselineOf, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { flush } from "./edges.js";
import { lastShown, tooMuch } from "./spacing.js";

/** One line: its pieces in logical order. Lengths are points. */
export interface Line {
  readonly segments: readonly Segment[];
  /** without the spaces that hang at its end; of a line whose spaces are set narrower, what it has with those */
  readonly width: number;
  /** what the spaces of a justified line give up together, so that it has that width */
  readonly shrunk: number;
  /** the largest font size on it */
  readonly size: number;
  readonly height: number;
  /** from the line's top */
  readonly baseline: number;
  /** ends at a forced break or with its paragraph, not because it is full: never stretched */
  readonly hard: boolean;
  /** ends inside a word that is wider than a line */
  readonly torn: boolean;
}

/** A last line of ragged text, or one before a forced break, that is one word no wider than this part of its column gets the word before it. */
export const RUNT = 1 / 5;

/** How a line came to its end. */
export interface LineEnd {
  readonly hard: boolean;
  readonly torn: boolean;
  /** the width that its spaces shrink to where it is wider, points */
  readonly most: number;
}

/** A line of these segments. */
export function lineOf(p: ShapedParagraph, pieces: readonly Segment[], { hard, torn, most }: LineEnd): Line {
  const { strut, styled } = p;
  const segments = p.stretches ? flush(p.text, pieces, lastShown(pieces)) : pieces;
  let size = 0;
  let width = 0;
  let hanging = 0;
  let spaced = false;
  for (const s of segments) {
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
  const height = strut.lineHeight * size;
  const shrunk = width > most + EPSILON ? width - most : 0;
  return { segments, width: width - shrunk, shrunk, size, height, baseline: baselineOf(strut, size, height), hard, torn };
}

/** The width of the spaces that follow a piece, their letter spacing included. Points. */
export const spacesWidth = (s: Segment): number =>
  s.spaces === 0 ? 0 : (s.spaces * (s.item.context.space.width + s.item.spacing) * s.item.size) / 1000;
