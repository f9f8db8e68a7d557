import type { BoxOf, BreakKind, GridTrack } from "../box/box.js";
import { stronger } from "../box/breaks.js";
import { NO_NOTES } from "../box/note.js";
import type { Note } from "../box/text.js";
import { fits } from "../core/geom.js";
import type { ContentSizes } from "../text/line/paragraph.js";
import { checkWidth, refuse } from "./fit.js";
import { FootTally, ownFoot, tallyOf } from "./protocol/foot.js";
import { notesIn } from "./notes-in.js";
import { done, mayMove, REFUSE, type Fill, type Fragment, type LayoutContext, type Layouter, type Placed } from "./protocol/protocol.js";
import { memoryOfBoxes } from "./protocol/run.js";

type GridBox = BoxOf<"grid">;

/** A keep yields only if no later region holds the joined rows. A break token is a row. */
export const fillGrid: Layouter<"grid"> = (box, space, rest, cx) => {
  const widths = trackWidths(box, space.width, cx);
  const taken = widths.reduce((n, w) => n + w, box.columnGap * (widths.length - 1));
  const width = space.width < Infinity ? space.width : taken;
  const edges = leftEdges(box, widths, box.flush === "right" ? width - taken : 0);
  const { rows, rowGap } = box;
  const from = rest?.at ?? 0;
  const placed: Placed[] = [];
  /** by placed row: cells up to it, and its lower edge */
  const ends: { readonly cells: number; readonly bottom: number }[] = [];
  const tally = tallyOf(space, cx);
  let overflow: Fragment["overflow"] = null;
  let ink = false;

  const end = (count: number, next: "any" | BreakKind): Fill => {
    const { cells, bottom } = count > 0 ? ends[count - 1]! : { cells: 0, bottom: 0 };
    const children = placed.slice(0, cells);
    const at = from + count;
    const last = at >= rows.length;
    const told = children.find((p) => p.fragment.overflow)?.fragment.overflow ?? overflow;
    const height = bottom;
    const first = rest === null;
    const fragment: Fragment = { box, width, height, first, last, children, inkHeight: height, text: null, table: null, overflow: told };
    return last ? done(fragment) : { kind: "more", fragment, rest: { at, inner: null }, next };
  };

  const topOf = (k: number): number => (k > 0 ? ends[k - 1]!.bottom + rowGap : 0);

  /** A later region holds the rows from `k` on, and the one after `count`. */
  const holds = (k: number, count: number, height: number, notes: readonly Note[]): boolean => {
    const foot = ownFoot(space.foot);
    const own = foot && new FootTally(foot, cx);
    if (own) for (const { fragment } of placed.slice(k > 0 ? ends[k - 1]!.cells : 0)) own.add(notesIn(fragment));
    return fits(topOf(count) + height - topOf(k) + (own?.leastWith(notes) ?? 0), space.later);
  };

  /** Up to the last legal break before the row after `count`; a chain that no region holds is parted late, as in flows (SW-22, SW-23). */
  const parted = (count: number, height: number, notes: readonly Note[]): Fill => {
    const takesRoom = (k: number): boolean => ends[k]!.bottom > topOf(k);
    let chain = count;
    let legal = false;
    for (let k = count - 1; k >= 0 && !legal; k--) {
      if (!takesRoom(k)) continue;
      if (rows[from + k]!.keep.withNext) chain = k;
      else legal = true;
    }
    if (legal && (chain === count || holds(chain, count, height, notes))) return end(chain, "any");
    if (!legal && mayMove(space) && rest === null) return REFUSE;
    // the row is within the chain
    if (chain < count && rows[from + count]!.keep.withNext && fits(height, space.later)) return end(count, "any");
    let last = count - 1;
    while (last > 0 && !takesRoom(last)) last--;
    const isFirst = !ends.slice(0, last).some((_, k) => takesRoom(k));
    if (!isFirst && holds(last, count, height, notes)) return end(last, "any");
    return end(legal ? chain : count, "any");
  };

  for (let at = from; at < rows.length; at++) {
    const count = at - from;
    const row = rows[at]!;
    // a break in an empty region has no effect
    if (ink && !space.measure) {
      const forced = stronger(rows[at - 1]!.keep.after, row.keep.before);
      if (forced) return end(count, forced);
    }
    const top = topOf(count);
    const cells = row.cells.map((cell, i) => {
      const fragment = cx.measure(cell, widths[i]!);
      checkWidth(fragment, widths[i]!);
      return fragment;
    });
    const height = cells.reduce((m, f) => Math.max(m, f.height), 0);
    const notes = tally ? cells.flatMap(notesIn) : NO_NOTES;
    if (!fits(top + height + (tally?.leastWith(notes) ?? 0), space.height)) {
      if (count > 0) return parted(count, height, notes);
      if (mayMove(space)) return REFUSE;
      const tallest = cells.find((f) => f.height === height)!;
      if (!fits(height, space.height)) overflow = { src: tallest.box.src, height, room: space.height };
    }
    tally?.add(notes);
    const aside = box.flush === "right" ? 1 : 0;
    cells.forEach((fragment, i) => placed.push({ x: edges[i]! + aside * (widths[i]! - fragment.width), y: top, fragment }));
    if (height > 0) ink = true;
    ends.push({ cells: placed.length, bottom: top + height });
  }
  return end(rows.length - from, "any");
};

const leftEdges = ({ columnGap, rtl }: GridBox, widths: readonly number[], from: number): readonly number[] => {
  const edges: number[] = [];
  const order = rtl ? widths.map((_, i) => widths.length - 1 - i) : widths.map((_, i) => i);
  let x = from;
  for (const i of order) {
    edges[i] = x;
    x += widths[i]! + columnGap;
  }
  return edges;
};

const SOLVED = memoryOfBoxes<GridBox, { readonly space: number; readonly widths: readonly number[] }>();
/** against breaks by rounding; content of a single width gets none */
const ROUNDING = 1e-4;

/**
 * Content tracks have their max-content width, or less if fractions need the room for their words; fractions share the rest. Points,
 * without gaps. @throws RenderError API-002 if the tracks do not fit
 */
function trackWidths(box: GridBox, space: number, cx: LayoutContext): readonly number[] {
  const memory = cx.run.of(SOLVED);
  const known = memory.get(box);
  if (known?.space === space) return known.widths;
  // needed only next to content tracks or in an endless space
  const asks = box.tracks.includes("content") || space === Infinity;
  const sizes = box.tracks.map((track, i): ContentSizes => {
    if (typeof track === "number") return { min: track, max: track };
    return asks || track === "content" ? trackSizes(box, i, cx) : NOTHING;
  });
  const widths = solveTracks(box.tracks, sizes, space - box.columnGap * (box.tracks.length - 1));
  const taken = widths.reduce((n, w) => n + w, box.columnGap * (widths.length - 1));
  if (!fits(taken, space)) refuse(box.src, "wide", taken, space);
  memory.set(box, { space, widths });
  return widths;
}

/** Returns the sizes of tracks, points: fractions fit their content in their proportion. */
export function gridSizes(box: GridBox, cx: LayoutContext): ContentSizes {
  const sizes = contentOfTracks(box, cx);
  const gaps = box.columnGap * (box.tracks.length - 1);
  const sum = (of: keyof ContentSizes): number => {
    const unit = unitOf(box.tracks, sizes, of);
    return box.tracks.reduce<number>((n, t, i) => n + (typeof t === "object" ? unit * t.fraction : sizes[i]![of]), gaps);
  };
  return { min: sum("min"), max: sum("max") };
}

/** Width of fraction 1 at which each track fits its content. */
const unitOf = (tracks: readonly GridTrack[], sizes: readonly ContentSizes[], of: keyof ContentSizes): number =>
  tracks.reduce<number>((unit, t, i) => (typeof t === "object" ? Math.max(unit, sizes[i]![of] / t.fraction) : unit), 0);

const contentOfTracks = (box: GridBox, cx: LayoutContext): readonly ContentSizes[] =>
  box.tracks.map((track, i) => (typeof track === "number" ? { min: track, max: track } : trackSizes(box, i, cx)));

const trackSizes = ({ rows }: GridBox, track: number, cx: LayoutContext): ContentSizes => {
  const size = { min: 0, max: 0 };
  for (const { cells } of rows) {
    const cell = cells[track];
    if (!cell) continue;
    const { min, max } = cx.sizes(cell);
    const rounding = min === max && cell.kind !== "text" ? 0 : ROUNDING;
    size.min = Math.max(size.min, min + rounding);
    size.max = Math.max(size.max, max + rounding);
  }
  return size;
};

const NOTHING: ContentSizes = { min: 0, max: 0 };

/** @param room without gaps, points; if endless, fractions fit their content */
function solveTracks(tracks: readonly GridTrack[], sizes: readonly ContentSizes[], room: number): readonly number[] {
  const fraction = (t: GridTrack): number => (typeof t === "object" ? t.fraction : 0);
  const sum = (of: (t: GridTrack, i: number) => number): number => tracks.reduce<number>((n, t, i) => n + of(t, i), 0);
  if (room === Infinity) {
    const unit = unitOf(tracks, sizes, "max");
    return tracks.map((t, i) => (typeof t === "object" ? unit * t.fraction : sizes[i]!.max));
  }
  const left = room - sum((t) => (typeof t === "number" ? t : 0));
  const [least, most] = [sum((t, i) => (t === "content" ? sizes[i]!.min : 0)), sum((t, i) => (t === "content" ? sizes[i]!.max : 0))];
  const fractions = sum(fraction);
  // fractions keep their longest words
  const forContent = left - unitOf(tracks, sizes, "min") * fractions;
  const share = most <= forContent || most === least ? 1 : Math.max(0, (forContent - least) / (most - least));
  const content = tracks.map((t, i) => (t === "content" ? sizes[i]!.min + (sizes[i]!.max - sizes[i]!.min) * share : 0));
  const spare = Math.max(0, left - content.reduce((n, w) => n + w, 0));
  return tracks.map((t, i) => (typeof t === "number" ? t : t === "content" ? content[i]! : (spare * fraction(t)) / fractions));
}
