import type { Box, BoxKind, BoxOf, BreakKind, FlowChild } from "../box/box.js";
import { endsPage, sideOfBreak, stronger } from "../box/breaks.js";
import { isEmpty } from "../box/spacing.js";
import { Memory, type LayoutRun } from "./protocol/run.js";

/** Including those of first and last descendants at any depth. */
interface EdgeBreaks {
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
    const last = children.at(-1);
    return {
      before: firstBreak(
        children,
        ({ box }) => isEmpty(box),
        (child) => breakBefore(child, run),
      ),
      after: last ? breakAfter(last, run) : null,
      withNext: children.length > 0 && keepsLast(children, run),
    };
  },
  // a column break at an edge belongs to the columns: nothing precedes the first, and the last ends with it
  columns: ({ body, height }, run) => {
    const { before, after, withNext } = edgesOf(body, run);
    return { before: endsPage(before) ? before : null, after: endsPage(after) ? after : null, withNext: withNext && height === null };
  },
  // lines around are not affected
  stack: none,
  grid: ({ rows }) => {
    const last = rows.at(-1)?.keep;
    const before = firstBreak(
      rows,
      ({ cells }) => cells.every(isEmpty),
      ({ keep }) => keep.before,
    );
    return { before, after: last?.after ?? null, withNext: last?.withNext ?? false };
  },
  anchored: ({ inner }, run) => edgesOf(inner, run),
  entry: none,
  table: none,
};

/** Returns the strongest of the first part's break and breaks to a side up to the first part that takes room (SW-24). */
function firstBreak<T>(parts: readonly T[], takesNoRoom: (part: T) => boolean, breakOf: (part: T) => BreakKind | null): BreakKind | null {
  let found: BreakKind | null = null;
  for (let i = 0; i < parts.length; i++) {
    const before = breakOf(parts[i]!);
    if (i === 0 || sideOfBreak(before) !== null) found = stronger(found, before);
    if (!takesNoRoom(parts[i]!)) break;
  }
  return found;
}

/** Passes over what takes no room (SW-23). */
function keepsLast(children: readonly FlowChild[], run: LayoutRun): boolean {
  const last = children.findLast(({ box }) => !isEmpty(box));
  return last !== undefined && keepsNext(last, run);
}

const KNOWN = new Memory<Box, EdgeBreaks>();

/** Computed once a run. */
function edgesOf(box: Box, run: LayoutRun): EdgeBreaks {
  if (EDGES[box.kind] === none) return NONE;
  const known = run.of(KNOWN);
  let found = known.get(box);
  if (!found) known.set(box, (found = (EDGES[box.kind] as (box: Box, run: LayoutRun) => EdgeBreaks)(box, run)));
  return found;
}

/** Returns the break before a box, its own or one at its content's edge; null if absent. */
export const breakBefore = (c: FlowChild, run: LayoutRun): BreakKind | null => stronger(c.keep.before, edgesOf(c.box, run).before);
/** Returns the break after a box, its own or one at its content's edge; null if absent. */
export const breakAfter = (c: FlowChild, run: LayoutRun): BreakKind | null => stronger(c.keep.after, edgesOf(c.box, run).after);
/** The break is illegal unless nothing else fits. */
export const keepsNext = (c: FlowChild, run: LayoutRun): boolean => c.keep.withNext || edgesOf(c.box, run).withNext;
