// The way of a paragraph: collect, prepare, break, place.
import type { StyledParagraph } from "../../box/text.js";
import { collect } from "../shape/collect.js";
import type { TextEngine } from "../shape/engine.js";
import { shapeSimple } from "../shape/plain.js";
import { prepare } from "../shape/shape.js";
import type { ShapedParagraph, ValueOfVariable } from "../shape/shaped.js";
import type { Line, LinePlace } from "./line.js";
import { breakLines, type FormerLines } from "./lines.js";
import type { BreakableParagraph } from "./paragraph.js";
import type { LinePart } from "./reading-order.js";
import type { OpSink } from "./sink.js";

/**
 * Collects and prepares a paragraph; one run of common characters takes a short way, with an equal result.
 * @param valueOf of its variables @param former it with other values
 * @throws RenderError API-002 if a strict family lacks a character, API-504 if no font has it
 */
export function shapeParagraph(
  engine: TextEngine,
  styled: StyledParagraph,
  valueOf: ValueOfVariable,
  former: ShapedParagraph | null = null,
): ShapedParagraph {
  return former?.revalued?.(valueOf) ?? shapeSimple(engine, styled, valueOf) ?? shapeAny(engine, styled, valueOf);
}

/** Takes the long way, also in tests of the short one. @throws as `shapeParagraph` */
export function shapeAny(engine: TextEngine, styled: StyledParagraph, valueOf: ValueOfVariable): ShapedParagraph {
  const collected = collect(styled, valueOf);
  return prepare(engine, { styled, valueOf, collected, markerOf: (marker) => shapeParagraph(engine, marker, valueOf) });
}

/** Breaks a paragraph into lines of at most `available` points, unless an earlier render has them. @param origin, former as of `breakLines` */
export const breakParagraph = (
  p: BreakableParagraph,
  available: number,
  origin: number,
  former: FormerLines | null = null,
): readonly Line[] => p.lines?.(available, origin) ?? breakLines(p, available, origin, former);

/** Places a line on the page: its pieces become glyph runs in visual order, between highlights and decorations. */
export const placeLine = (p: BreakableParagraph, line: Line, place: LinePlace, sink: OpSink): readonly LinePart[] =>
  line.partsOf(p, place, sink);

export const NO_VALUE = (): never => {
  throw new Error("a paragraph without variables asked for the value of one");
};
