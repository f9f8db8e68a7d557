// Page loop: fills the streams of each page sequence, region after region, page after page.
import type { Bounds, Box, Canvas } from "../box/box.js";
import type { FilledStream, PageSequence, PlacedStream, Stream } from "../box/page.js";
import { fail } from "../core/fail.js";
import { fieldOf } from "../core/src.js";
import { must } from "../help/reason.js";
import { adviceInside, adviceLower, fieldOutside, mustBeInside, type Side } from "./advice.js";
import { EPSILON, fits } from "../core/geom.js";
import { showMm } from "../core/units.js";
import { labelRects } from "./labelled.js";
import type { Fragment, LayoutContext, Placed, BreakToken } from "./protocol.js";
import { firstPlace, nextPlace, regionsOn, type PagePlace, type Region } from "./regions.js";

/** Body content of one physical page, in stream order, in the page's space. */
export interface PageFragment {
  readonly sequence: PageSequence;
  /** index in the book's sequences */
  readonly sequenceIndex: number;
  readonly place: PagePlace;
  /** last page of its sequence */
  readonly last: boolean;
  readonly body: readonly Placed[];
}

/** Progress of filling one stream. */
interface Progress {
  readonly stream: Stream;
  /** of a flow: bounds of its children */
  readonly limits: ReadonlyMap<Box, Bounds>;
  rest: BreakToken | null;
  done: boolean;
}

/** The only loop over pages. Lazy: the caller limits their number. @param before the last page of the previous sequence */
function* layoutSequence(
  sequence: PageSequence,
  sequenceIndex: number,
  before: PagePlace | null,
  cx: LayoutContext,
): Generator<PageFragment> {
  const streams = sequence.streams.map((stream): Progress => ({ stream, limits: limitsOf(stream.box), rest: null, done: false }));
  for (let place = firstPlace(sequence.start, before, sequence.numerals), last = false; !last; place = nextPlace(place)) {
    const body: Placed[] = [];
    for (const progress of streams) if (!progress.done) placeStream(progress, place, body, cx);
    last = streams.every((s) => s.done);
    yield { sequence, sequenceIndex, place, last, body };
  }
}

/**
 * Lays out sequences in order.
 * @param from index of the first in the book
 * @param before the last page of the previous sequence, null if absent
 * @throws RenderError API-002 if content is taller than any page or leaves its bounds
 */
export function* layoutPages(
  sequences: readonly PageSequence[],
  from: number,
  before: PagePlace | null,
  cx: LayoutContext,
): Generator<PageFragment> {
  let latest = before;
  for (const [i, sequence] of sequences.entries()) {
    for (const page of layoutSequence(sequence, from + i, latest, cx)) {
      latest = page.place;
      yield page;
    }
  }
}

function placeStream(progress: Progress, place: PagePlace, body: Placed[], cx: LayoutContext): void {
  const { stream } = progress;
  if (stream.kind === "placed") {
    body.push(placeWhole(stream, cx));
    progress.done = true;
    return;
  }
  for (const region of regionsOn(stream.area, place)) {
    const next = fillRegion(progress, stream, region, { body, cx });
    // a page break skips the remaining columns
    if (progress.done || next === "page") return;
  }
}

/** Fills one region with the rest of a stream. @returns required place of what remains */
function fillRegion(
  progress: Progress,
  stream: FilledStream,
  { rect, later }: Region,
  { body, cx }: { readonly body: Placed[]; readonly cx: LayoutContext },
): "any" | "page" | "column" {
  const { x, y, width, height } = rect;
  const filled = cx.fill(stream.box, { width, height, later, measure: false }, progress.rest);
  if (filled.kind === "refuse") return "any";
  const { overflow } = filled.fragment;
  if (overflow)
    fail(
      "API-002",
      "taller-than-page",
      fieldOf(overflow.src, "height") ?? overflow.src,
      must(`at most ${showMm(Math.max(0, overflow.room))} high, which is the room there is`, showMm(overflow.height), {
        advice: overflow.advice ?? adviceLower(filled.fragment, overflow.src),
      }),
    );
  if (filled.kind === "done") progress.done = true;
  else progress.rest = filled.rest;
  if (stream.bounds) checkBesides(filled.fragment, x, y, stream.bounds);
  if (stream.contents) checkContents(filled.fragment, x, y, stream.contents);
  checkSideways(filled.fragment, progress.limits, x, y);
  body.push({ x, y, fragment: filled.fragment });
  return filled.kind === "more" ? filled.next : "any";
}

function placeWhole({ box, x, y, width, bounds }: PlacedStream, cx: LayoutContext): Placed {
  const fragment = cx.measure(box, width);
  if (bounds) checkBounds(fragment, x, y, bounds);
  return { x, y, fragment };
}

function limitsOf(box: Box): ReadonlyMap<Box, Bounds> {
  const limits = new Map<Box, Bounds>();
  if (box.kind === "flow")
    for (const child of box.children) if (child.bounds && child.bounds !== "room") limits.set(child.box, child.bounds);
  return limits;
}

/** Children of a flow may leave it sideways, but not their bounds. */
function checkSideways(fragment: Fragment, limits: ReadonlyMap<Box, Bounds>, x: number, y: number): void {
  if (limits.size === 0) return;
  for (const placed of fragment.children) {
    const limit = limits.get(placed.fragment.box);
    if (!limit) continue;
    const left = x + placed.x;
    if (left < limit.rect.x - EPSILON) outside(placed.fragment, "left", limit.rect.x - left, limit);
    const over = left + placed.fragment.width - limit.rect.x - limit.rect.width;
    if (over > EPSILON) outside(placed.fragment, "right", over, limit);
    checkInside(placed.fragment, left, y + placed.y, limit);
  }
}

/** A stream over several pages ends with its region, but may begin above or left of its bounds. */
function checkBesides(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  const { rect } = bounds;
  if (x < rect.x - EPSILON) outside(fragment, "left", rect.x - x, bounds);
  if (!fits(x + fragment.width, rect.x + rect.width)) outside(fragment, "right", x + fragment.width - rect.x - rect.width, bounds);
  if (y < rect.y - EPSILON) outside(fragment, "top", rect.y - y, bounds);
}

/** @throws RenderError API-002 with the side, the distance and the bounds' name */
function checkBounds(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  const { rect } = bounds;
  checkBesides(fragment, x, y, bounds);
  checkInside(fragment, x, y, bounds);
  if (!fits(y + fragment.inkHeight, rect.y + rect.height))
    outside(fragment, "bottom", y + fragment.inkHeight - rect.y - rect.height, bounds);
}

/** Flows are inside their region. Overflow of containers and texts of symbols may leave the region, but not the bounds. */
function checkContents(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  const { kind } = fragment.box;
  if (kind === "text" || kind === "drawing" || kind === "table") return;
  if (kind === "container" || kind === "labelled") return checkInside(fragment, x, y, bounds);
  // placed parts of an anchored box have separate bounds
  const inner = kind === "anchored" ? fragment.children.slice(0, 1) : fragment.children;
  for (const p of inner) checkContents(p.fragment, x + p.x, y + p.y, bounds);
}

/** Overflow of a container, unless clipped, must be inside the container's bounds. */
function checkInside(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  if (fragment.box.kind === "labelled") return checkLabels(fragment, x, y, bounds);
  if (fragment.box.kind !== "container" || fragment.box.clip) return;
  // an unbroken container has no continuation on the next page
  const inside: Bounds = fragment.box.paginates || bounds.part === "footer" ? bounds : { ...bounds, part: "container" };
  for (const p of fragment.children) checkBounds(p.fragment, x + p.x, y + p.y, inside);
}

/** A symbol's text may be outside its box and turns with it: the turned text must be inside the bounds. */
function checkLabels(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  const { rect } = bounds;
  const symbol = fragment.children[0]!;
  if (y + symbol.y < rect.y - EPSILON) outside(fragment, "top", rect.y - y - symbol.y, bounds);
  for (const r of labelRects(fragment, x, y)) {
    if (r.x < rect.x - EPSILON) outside(fragment, "left", rect.x - r.x, bounds);
    if (!fits(r.x + r.width, rect.x + rect.width)) outside(fragment, "right", r.x + r.width - rect.x - rect.width, bounds);
    if (r.y < rect.y - EPSILON) outside(fragment, "top", rect.y - r.y, bounds);
    if (!fits(r.y + r.height, rect.y + rect.height)) outside(fragment, "bottom", r.y + r.height - rect.y - rect.height, bounds);
  }
}

/** @throws RenderError API-002 with the field at fault, or the element if several are */
function outside(fragment: Fragment, side: Side, by: number, bounds: Bounds): never {
  const fault = fieldOutside(fragment, side, by, bounds.rect);
  const name = side === "left" || side === "right" ? "the page" : bounds.name;
  const reason = mustBeInside(name, side, by, fault, adviceInside(fragment, side, bounds, fault));
  return fail("API-002", `outside-${side}`, fault?.src ?? fragment.box.src, reason);
}

/** Lays out one part of a page's furniture. @throws RenderError API-002 if a child leaves its bounds */
export function layoutFurniture(canvas: Canvas, cx: LayoutContext): Fragment {
  const fragment = cx.measure(canvas, canvas.width);
  const limits = new Map(canvas.children.map((c) => [c.box, c.bounds]));
  for (const placed of fragment.children) {
    const bounds = limits.get(placed.fragment.box);
    if (bounds) checkBounds(placed.fragment, placed.x, placed.y, bounds);
  }
  return fragment;
}
