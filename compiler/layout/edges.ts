import type { Box, BoxKind, BoxOf, BreakKind, FlowChild } from "../box/box.js";
import { Memory, type LayoutRun } from "./run.js";

/** Including those of first and last descendants at any depth. */
export interface EdgeBreaks {
  readonly before: BreakKind | null;
  readonly after: BreakKind | null;
  readonly withNext: boolean;
}

type Edges = { readonly [K in BoxKind]: (box: BoxOf<K>, run: LayoutRun) => EdgeBreaks };

const NONE: EdgeBreaks = { before: null, after: null, withNext: false };
const none = (): EdgeBreaks => NONE;

/** Exhaustive: a new box kind does not compile without it. */
const EDGES: Edges = {
  drawing: none,
  // page breaks inside a text are never at its edges
  text: none,
  labelled: none,
  canvas: none,
  // neither breaks nor keeps
  container: none,
  flow: ({ children }, run) => {
    const first = children[0];
    const last = children.at(-1);
    return {
      before: first ? breakBefore(first, run) : null,
      after: last ? breakAfter(last, run) : null,
      withNext: last ? keepsNext(last, run) : false,
    };
  },
  // a column break at an edge belongs to the columns: nothing precedes the first, and the last ends with it
  columns: ({ body }, run) => {
    const { before, after, withNext } = edgesOf(body, run);
    return { before: before === "page" ? before : null, after: after === "page" ? after : null, withNext };
  },
  // lines around are not affected
  stack: none,
  grid: ({ rows }) => {
    const first = rows[0]?.keep;
    const last = rows.at(-1)?.keep;
    return { before: first?.before ?? null, after: last?.after ?? null, withNext: last?.withNext ?? false };
  },
  anchored: ({ inner }, run) => edgesOf(inner, run),
  entry: none,
  table: none,
};

const KNOWN = new Memory<Box, EdgeBreaks>();

/** Computed once a run. */
export function edgesOf(box: Box, run: LayoutRun): EdgeBreaks {
  if (EDGES[box.kind] === none) return NONE;
  const known = run.of(KNOWN);
  let found = known.get(box);
  if (!found) known.set(box, (found = (EDGES[box.kind] as (box: Box, run: LayoutRun) => EdgeBreaks)(box, run)));
  return found;
}

/** A page break is also a column break. */
export const stronger = (a: BreakKind | null, b: BreakKind | null): BreakKind | null => (a === "page" || b === "page" ? "page" : (a ?? b));
/** Its own or one at its content's edge; null if absent. */
export const breakBefore = (c: FlowChild, run: LayoutRun): BreakKind | null => stronger(c.keep.before, edgesOf(c.box, run).before);
/** Its own or one at its content's edge; null if absent. */
export const breakAfter = (c: FlowChild, run: LayoutRun): BreakKind | null => stronger(c.keep.after, edgesOf(c.box, run).after);
/** The break is illegal unless nothing else fits. */
export const keepsNext = (c: FlowChild, run: LayoutRun): boolean => c.keep.withNext || edgesOf(c.box, run).withNext;
