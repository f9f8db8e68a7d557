// In one region, to the last legal break.
import type { Box, BoxOf, BreakKind, FlowChild } from "../box/box.js";
import { isNoted } from "../box/note.js";
import { isRoomless, isVoid, spaceAfter, spaceBefore } from "../box/spacing.js";
import { EPSILON, fits } from "../core/geom.js";
import { breakAfter, breakBefore, keepsNext, stronger } from "./edges.js";
import { checkWidth, refuse } from "./fit.js";
import { FootTally } from "./foot.js";
import { notesIn } from "./notes-in.js";
import {
  done,
  mayMove,
  REFUSE,
  type Fill,
  type Foot,
  type Fragment,
  type LayoutContext,
  type Layouter,
  type Placed,
  type BreakToken,
  type Space,
} from "./protocol.js";
import { Memory } from "./run.js";

type Child = FlowChild;

/** @throws RenderError API-002 if a bounded child is wider */
function leftOf({ x, align, bounds }: Child, fragment: Fragment, room: number): number {
  if (bounds === "room") checkWidth(fragment, room);
  if (align === "start" || room === Infinity) return x;
  const spare = room - fragment.width;
  return x + (align === "center" ? spare / 2 : spare);
}

const WHOLE = new Memory<Box, Map<string, boolean>>();

/** A later region may hold all of it, up to a forced break; columns filled in turn are measured as one. */
function canBeWhole(box: BoxOf<"flow">, { width, later, foot }: Space, cx: LayoutContext): boolean {
  const measured = cx.measure(box, width);
  const own = foot && { width: foot.width, paid: false, closed: false };
  const noted = (fragment: Fragment): number => (own ? wholeNotes(own, fragment, cx) : 0);
  if (measured.overflow === null && fits(measured.height + noted(measured), later)) return true;
  const memory = cx.run.of(WHOLE);
  let known = memory.get(box);
  if (!known) memory.set(box, (known = new Map()));
  const key = `${width}/${later}`;
  let whole = known.get(key);
  if (whole === undefined) {
    const filled = cx.fill({ ...box, splits: true }, { width, height: later, later, measure: false, foot: own }, null);
    whole =
      filled.kind !== "refuse" &&
      filled.fragment.overflow === null &&
      (filled.kind === "done" || filled.next !== "any") &&
      fits(filled.fragment.height + noted(filled.fragment), later);
    known.set(key, whole);
  }
  return whole;
}

/** Points: notes of a kept group are whole. */
function wholeNotes(foot: Foot, fragment: Fragment, cx: LayoutContext): number {
  const tally = new FootTally(foot, cx);
  tally.add(notesIn(fragment));
  return tally.whole;
}

const roomOf = (child: Child, space: Space): number => child.room ?? space.width - child.x - (child.right ?? 0);

/** A class: closures would be allocated per flow. */
class Filling {
  readonly placed: Placed[] = [];
  readonly later: number;
  readonly start: number;
  /** null if the region has none */
  readonly tally: FootTally | null;

  constructor(
    readonly box: BoxOf<"flow">,
    readonly space: Space,
    readonly rest: BreakToken | null,
    readonly cx: LayoutContext,
  ) {
    this.later = space.later - box.padTop - box.padBottom;
    this.start = rest?.at ?? 0;
    this.tally = space.foot && isNoted(box) ? new FootTally(space.foot, cx) : null;
  }

  end(items: readonly Placed[], bottom: number, left: BreakToken | null, next: "any" | BreakKind): Fill {
    const { box, space } = this;
    const height = bottom + box.padBottom;
    const over = !fits(height, space.height);
    // no child has reported it: the padding does not fit
    if (over && mayMove(space)) return REFUSE;
    let told: Fragment["overflow"] = null;
    for (let i = 0; i < items.length && told === null; i++) told = items[i]!.fragment.overflow;
    const fragment: Fragment = {
      box,
      width: space.width,
      height,
      first: this.rest === null,
      last: left === null,
      children: items,
      inkHeight: height,
      text: null,
      table: null,
      overflow: told ?? (over ? { src: box.src, height, room: space.height } : null),
    };
    return left === null ? done(fragment) : { kind: "more", fragment, rest: left, next };
  }

  /** Kept below a picture of Markdown, which leaves it room in its region. */
  #caption(child: Child, at: number): number {
    const { box, space, later, cx } = this;
    const next = box.children[at + 1];
    if (child.box.kind !== "drawing" || !child.box.fits || !next || later === Infinity || !keepsNext(child, cx.run)) return 0;
    const { height } = cx.measure(next.box, roomOf(next, space));
    const room = height + Math.max(child.gapAfter, spaceAfter(child), spaceBefore(next));
    return room < later / 2 ? room : 0;
  }

  fill(child: Child, at: number, free: number, inner: BreakToken | null): Fill {
    const { space, cx, tally } = this;
    const caption = this.#caption(child, at);
    const height = free - caption;
    const later = this.later - caption;
    const width = roomOf(child, space);
    // blocks nested too deeply for their column
    if (!(width > 0) && child.right !== undefined) refuse(child.box.src, "wide", child.x + child.right, space.width);
    if (tally) return cx.fill(child.box, { width, height: height - tally.whole, later, measure: false, foot: tally.foot }, inner);
    // remembered, so that nested ones are measured once
    return space.measure
      ? done(cx.measure(child.box, width))
      : cx.fill(child.box, { width, height, later, measure: false, foot: null }, inner);
  }

  /** Null without a legal break before the current child. */
  lastBreak(): Fill | null {
    const { box, space, rest, cx, placed, start } = this;
    for (let i = placed.length - 1; i >= 0; i--) {
      const child = box.children[start + i]!;
      const { x, y: top, fragment } = placed[i]!;
      if (!keepsNext(child, cx.run))
        return this.end(placed.slice(0, i + 1), top + fragment.height, { at: start + i + 1, inner: null }, "any");
      // with less room, the child breaks at its last legal place, or refuses
      const less = {
        width: roomOf(child, space),
        height: fragment.height - 2 * EPSILON,
        later: Infinity,
        measure: space.measure,
        foot: null,
      };
      const broken = cx.fill(child.box, less, i === 0 ? (rest?.inner ?? null) : null);
      if (broken.kind !== "more") continue;
      const items = [...placed.slice(0, i), { x, y: top, fragment: broken.fragment }];
      return this.end(items, top + broken.fragment.height, { at: start + i, inner: broken.rest }, "any");
    }
    return null;
  }
}

/**
 * If a child does not fit, the flow returns to the last legal break: after a child without keep, or inside a breakable one. Lines of a
 * text are break places.
 */
export const fillFlow: Layouter<"flow"> = (box, space, rest, cx) => {
  const filling = new Filling(box, space, rest, cx);
  const { placed } = filling;
  const { children } = box;
  const { run } = cx;
  const room = space.height - box.padBottom;
  // of content that takes room; of all placed children
  let y = box.padTop;
  let bottom = y;
  let at = filling.start;
  let inner = rest?.inner ?? null;
  let gap = 0;
  // after the lowest child that takes room; none at a region's top
  let after = 0;
  let ink = false;
  let roomy = false;
  // taller than any region: not kept, begins here
  const whole = !box.splits && !space.measure && (rest !== null || canBeWhole(box, space, cx));

  for (; at < children.length; at++, inner = null) {
    const child = children[at]!;
    const starting = placed.length === 0;
    if (inner === null && at > 0 && !space.measure) {
      const forced = stronger(breakAfter(children[at - 1]!, run), breakBefore(child, run));
      if (forced && ink) return filling.end(placed, bottom, { at, inner: null }, forced);
    }
    // neighbours are not parted by what takes no room; an empty text has its gaps
    const roomless = isRoomless(child.box);
    const above = !roomless && roomy ? Math.max(gap, after, spaceBefore(child)) : gap;
    const top = starting || (roomless && isVoid(child.box)) ? y : y + above;
    const filled = filling.fill(child, at, room - top, inner);
    if (filled.kind === "refuse" || (filled.kind === "more" && whole && mayMove(space) && filled.next === "any")) {
      if (starting || (whole && mayMove(space))) return REFUSE;
      const broken = filling.lastBreak();
      if (broken) return broken;
      // else the keep yields
      if (mayMove(space) && rest === null) return REFUSE;
      return filling.end(placed, bottom, { at, inner }, "any");
    }
    filling.tally?.add(notesIn(filled.fragment));
    placed.push({ x: leftOf(child, filled.fragment, roomOf(child, space)), y: top, fragment: filled.fragment });
    if (roomless) {
      bottom = top;
      if (!isVoid(child.box)) gap = starting ? child.gapAfter : gap + child.gapAfter;
      continue;
    }
    bottom = y = top + filled.fragment.height;
    if (filled.fragment.height > 0) ink = true;
    if (filled.kind === "more") return filling.end(placed, bottom, { at, inner: filled.rest }, filled.next);
    roomy = true;
    gap = child.gapAfter;
    after = spaceAfter(child);
  }
  if (whole && filling.tally && mayMove(space) && !fits(bottom + filling.tally.whole, room)) return REFUSE;
  return filling.end(placed, bottom, null, "any");
};
