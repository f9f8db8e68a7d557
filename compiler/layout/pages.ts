import type { Bounds, Flow, Furniture, PageRun, Stream } from "../box/box.js";
import { fail } from "../core/fail.js";
import { EPSILON, fits } from "../core/geom.js";
import { showMm } from "../core/units.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";
import { labelRects } from "./labelled.js";
import type { Fragment, LayoutContext, Placed, Rest, ShapedBox } from "./protocol.js";
import { Memory, type LayoutRun } from "./run.js";

/** One physical page: what of the body stands on it, in stream order, in the page's space. */
export interface PageFragment {
  readonly run: PageRun<ShapedParagraph>;
  /** index in the book's runs */
  readonly runIndex: number;
  /** physical page number, from 1 */
  readonly number: number;
  readonly body: readonly Placed[];
}

/**
 * The only loop over pages: every unfinished stream is filled on each page until all are done. Pages come as they are asked for, and whoever
 * asks bounds their number.
 * `before`: pages of earlier runs.
 */
export function* layoutRun(run: PageRun<ShapedParagraph>, runIndex: number, before: number, cx: LayoutContext): Generator<PageFragment> {
  let number = before;
  const waiting = run.streams.map((stream) => ({ stream, rest: null as Rest | null, done: false }));
  for (let first = true; first || waiting.some((w) => !w.done); first = false) {
    const body: Placed[] = [];
    for (const w of waiting) {
      if (w.done) continue;
      const { stream } = w;
      const placed = stream.fixed ? placeFixed(stream, cx) : fillStream(w, first, cx);
      if (stream.fixed) w.done = true;
      if (placed) body.push(placed);
    }
    yield { run, runIndex, number: ++number, body };
  }
}

/** All runs of a book, one after another. */
export function* layoutPages(runs: readonly PageRun<ShapedParagraph>[], cx: LayoutContext): Generator<PageFragment> {
  let before = 0;
  for (const [i, run] of runs.entries()) {
    for (const page of layoutRun(run, i, before, cx)) {
      before = page.number;
      yield page;
    }
  }
}

function fillStream(
  w: { readonly stream: Stream<ShapedParagraph>; rest: Rest | null; done: boolean },
  first: boolean,
  cx: LayoutContext,
): Placed | null {
  const { stream } = w;
  const region = first ? stream.first : stream.continued;
  // a first region may be lower than its continuations: something too tall for it may wait
  const space = { width: region.width, height: region.height, later: stream.continued.height, measure: false };
  const filled = cx.fill(stream.box, space, w.rest);
  if (filled.kind === "refuse") return null;
  const { overflow } = filled.fragment;
  if (overflow)
    fail(
      "API-002",
      "taller-than-page",
      overflow.src,
      `is ${showMm(overflow.height)} high, there is at most ${showMm(Math.max(0, overflow.room))} for it`,
    );
  if (filled.kind === "done") w.done = true;
  else w.rest = filled.rest;
  if (stream.bounds) checkBesides(filled.fragment, region.x, region.y, stream.bounds);
  checkSideways(filled.fragment, region.x, region.y, cx.run);
  return { x: region.x, y: region.y, fragment: filled.fragment };
}

function placeFixed(stream: Stream<ShapedParagraph>, cx: LayoutContext): Placed {
  const { first, box, bounds } = stream;
  const fragment = cx.measure(box, first.width);
  if (bounds) checkBounds(fragment, first.x, first.y, bounds);
  return { x: first.x, y: first.y, fragment };
}

const BOUNDS = new Memory<Flow<ShapedParagraph>, ReadonlyMap<ShapedBox, Bounds>>();
function boundsOf(flow: Flow<ShapedParagraph>, run: LayoutRun): ReadonlyMap<ShapedBox, Bounds> {
  const known = run.of(BOUNDS);
  let found = known.get(flow);
  if (!found) {
    found = new Map(flow.children.flatMap((c) => (c.bounds ? [[c.box, c.bounds] as const] : [])));
    known.set(flow, found);
  }
  return found;
}

/** Children of a flow may leave it sideways, but not what they are bounded by. */
function checkSideways(fragment: Fragment, x: number, y: number, run: LayoutRun): void {
  if (fragment.box.kind !== "flow") return;
  const bounds = boundsOf(fragment.box, run);
  for (const placed of fragment.children) {
    const limit = bounds.get(placed.fragment.box);
    if (!limit) continue;
    const left = x + placed.x;
    if (left < limit.rect.x - EPSILON) outside(placed.fragment, "left", limit.rect.x - left, limit.name);
    const over = left + placed.fragment.width - limit.rect.x - limit.rect.width;
    if (over > EPSILON) outside(placed.fragment, "right", over, limit.name);
    checkInside(placed.fragment, left, y + placed.y, limit);
  }
}

/** What goes on over pages ends where its region does, but may begin above or beside what it is bounded by. */
function checkBesides(fragment: Fragment, x: number, y: number, { rect, name }: Bounds): void {
  if (x < rect.x - EPSILON) outside(fragment, "left", rect.x - x, name);
  if (!fits(x + fragment.width, rect.x + rect.width)) outside(fragment, "right", x + fragment.width - rect.x - rect.width, name);
  if (y < rect.y - EPSILON) outside(fragment, "top", rect.y - y, name);
}

/** @throws RenderError API-002 naming the side, by how much, and of what */
export function checkBounds(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  const { rect, name } = bounds;
  checkBesides(fragment, x, y, bounds);
  checkInside(fragment, x, y, bounds);
  if (!fits(y + fragment.inkHeight, rect.y + rect.height)) outside(fragment, "bottom", y + fragment.inkHeight - rect.y - rect.height, name);
}

/** What stands in a container may leave that, unless it clips, but not what the container is bounded by. */
function checkInside(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  if (fragment.box.kind === "labelled") return checkLabels(fragment, x, y, bounds);
  if (fragment.box.kind !== "container" || fragment.box.clip) return;
  for (const p of fragment.children) checkBounds(p.fragment, x + p.x, y + p.y, bounds);
}

/** A symbol's text may stand beside it, and is turned with it: where it shows counts. */
function checkLabels(fragment: Fragment, x: number, y: number, { rect, name }: Bounds): void {
  const symbol = fragment.children[0]!;
  if (y + symbol.y < rect.y - EPSILON) outside(fragment, "top", rect.y - y - symbol.y, name);
  for (const r of labelRects(fragment, x, y)) {
    if (r.x < rect.x - EPSILON) outside(fragment, "left", rect.x - r.x, name);
    if (!fits(r.x + r.width, rect.x + rect.width)) outside(fragment, "right", r.x + r.width - rect.x - rect.width, name);
    if (r.y < rect.y - EPSILON) outside(fragment, "top", rect.y - r.y, name);
    if (!fits(r.y + r.height, rect.y + rect.height)) outside(fragment, "bottom", r.y + r.height - rect.y - rect.height, name);
  }
}

function outside(fragment: Fragment, side: "left" | "right" | "top" | "bottom", by: number, name: string): never {
  return fail(
    "API-002",
    `outside-${side}`,
    fragment.box.src,
    `reaches ${showMm(by)} over the ${side} of ${side === "left" || side === "right" ? "the page" : name}; nothing may stand outside it`,
  );
}

/** Lays out one piece of page furniture: its children where they were put, inside their bounds. */
export function layoutFurniture(furniture: Furniture<ShapedParagraph>, cx: LayoutContext): Fragment {
  const { canvas } = furniture;
  const fragment = cx.measure(canvas, canvas.width);
  const limits = new Map(canvas.children.map((c) => [c.box, c.bounds]));
  for (const placed of fragment.children) {
    const bounds = limits.get(placed.fragment.box);
    if (bounds) checkBounds(placed.fragment, placed.x, placed.y, bounds);
  }
  return fragment;
}
