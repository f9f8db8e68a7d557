import type { BreakKind, FlowChild } from "../box/box.js";
import { fits } from "../core/geom.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";
import { done, REFUSE, type Fill, type Layouter, type Overflow, type Placed, type Rest, type ShapedBox, type Space } from "./protocol.js";

/** What a box asks of its edges: breaks and keeps of first and last descendants count as the box's own, at any depth. */
interface Edges {
  readonly before: BreakKind | null;
  readonly after: BreakKind | null;
  readonly withNext: boolean;
}

const edgeCache = new WeakMap<ShapedBox, Edges>();
const NONE: Edges = { before: null, after: null, withNext: false };

function edgesOf(box: ShapedBox): Edges {
  if (box.kind !== "flow") return NONE;
  let known = edgeCache.get(box);
  if (!known) {
    const first = box.children[0];
    const last = box.children.at(-1);
    known = { before: first ? beforeOf(first) : null, after: last ? afterOf(last) : null, withNext: last ? keepsNext(last) : false };
    edgeCache.set(box, known);
  }
  return known;
}

type Child = FlowChild<ShapedParagraph>;
/** A page break is also a column break. */
const stronger = (a: BreakKind | null, b: BreakKind | null): BreakKind | null => (a === "page" || b === "page" ? "page" : (a ?? b));
const beforeOf = (c: Child): BreakKind | null => stronger(c.keep.before, edgesOf(c.box).before);
const afterOf = (c: Child): BreakKind | null => stronger(c.keep.after, edgesOf(c.box).after);
const keepsNext = (c: Child): boolean => c.keep.withNext || edgesOf(c.box).withNext;

/**
 * Children from top to bottom. The last place where a break was legal is remembered as a token; going back to it is returning it.
 * A child that must stay with the next is simply no such place.
 */
export const fillFlow: Layouter<"flow"> = (box, space, rest, cx) => {
  const placed: Placed[] = [];
  const { children, padTop, padBottom } = box;
  const room = space.height - padBottom;
  let y = padTop;
  let at = rest?.at ?? 0;
  let inner = rest?.inner ?? null;
  let gap = 0;
  let ink = false;
  let best: { count: number; y: number; rest: Rest } | null = null;

  const end = (items: readonly Placed[], bottom: number, left: Rest | null, next: "any" | BreakKind): Fill => {
    const height = bottom + padBottom;
    const over = !fits(height, space.height);
    // a child may have said so already; else it is this box's own padding that does not fit
    if (over && !space.fresh) return REFUSE;
    const said = items.find((p) => p.fragment.overflow)?.fragment.overflow ?? null;
    const overflow: Overflow | null = said ?? (over ? { src: box.src, height, room: space.height } : null);
    const fragment = {
      box,
      width: space.width,
      height,
      first: rest === null,
      last: left === null,
      children: items,
      text: null,
      table: null,
      reach: height,
      overflow,
    };
    return left === null ? done(fragment) : { kind: "more", fragment, rest: left, next };
  };
  const whole = !box.splits && !space.measure;

  for (; at < children.length; at++, inner = null) {
    const child = children[at]!;
    const starting = placed.length === 0;
    if (inner === null && at > 0 && !space.measure) {
      const forced = stronger(afterOf(children[at - 1]!), beforeOf(child));
      if (forced && ink) return end(placed, y, { at, inner: null }, forced);
    }
    const top = starting ? y : y + gap;
    const childSpace: Space = { width: space.width, height: room - top, fresh: space.fresh && starting, measure: space.measure };
    const filled = cx.fill(child.box, childSpace, inner);
    if (filled.kind === "refuse" || (filled.kind === "more" && whole && !space.fresh && filled.next === "any")) {
      if (starting || (whole && !space.fresh)) return REFUSE;
      if (best) return end(placed.slice(0, best.count), best.y, best.rest, "any");
      // nothing legal so far: a later region may hold the whole chain; a fresh one cannot be bettered
      if (!space.fresh && rest === null) return REFUSE;
      return end(placed, y, { at, inner }, "any");
    }
    placed.push({ x: child.x, y: top, fragment: filled.fragment });
    y = top + filled.fragment.height;
    if (filled.fragment.height > 0) ink = true;
    if (filled.kind === "more") return end(placed, y, { at, inner: filled.rest }, filled.next);
    gap = child.gapAfter;
    if (!keepsNext(child)) best = { count: placed.length, y, rest: { at: at + 1, inner: null } };
  }
  return end(placed, y, null, "any");
};

/** Columns walk one token from column to column; a page break leaves them all. */
export const fillColumns: Layouter<"columns"> = (box, space, rest, cx) => {
  const { count, gap, body, rtl } = box;
  const width = (space.width - gap * (count - 1)) / count;
  const placed: Placed[] = [];
  let token = rest?.inner ?? null;
  let height = 0;
  const first = rest === null;
  const fragmentOf = (last: boolean): Parameters<typeof done>[0] => {
    const overflow = placed.find((p) => p.fragment.overflow)?.fragment.overflow ?? null;
    return { box, width: space.width, height, first, last, children: placed, text: null, table: null, reach: height, overflow };
  };
  for (let k = 0; k < count; k++) {
    const filled = cx.fill(body, { width, height: space.height, fresh: space.fresh, measure: space.measure }, token);
    if (filled.kind === "refuse") {
      if (k === 0) return REFUSE;
      break;
    }
    placed.push({ x: (rtl ? count - 1 - k : k) * (width + gap), y: 0, fragment: filled.fragment });
    height = Math.max(height, filled.fragment.height);
    if (filled.kind === "done") return done(fragmentOf(true));
    token = filled.rest;
    if (filled.next === "page") return { kind: "more", fragment: fragmentOf(false), rest: { at: 0, inner: token }, next: "page" };
  }
  return { kind: "more", fragment: fragmentOf(false), rest: { at: 0, inner: token }, next: "any" };
};
