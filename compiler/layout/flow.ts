// In one region, to the last legal break.
import type { Box, BoxOf, BreakKind, FlowChild } from "../box/box.js";
import { stronger } from "../box/breaks.js";
import { isNoted } from "../box/note.js";
import { isRoomless, isVoid, spaceAfter, spaceBefore } from "../box/spacing.js";
import { EPSILON, fits } from "../core/geom.js";
import { breakAfter, breakBefore, keepsNext } from "./edges.js";
import { checkWidth, refuse } from "./fit.js";
import { FootTally, ownFoot } from "./protocol/foot.js";
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
} from "./protocol/protocol.js";
import { Memory, memoryOfBoxes, type Remembered } from "./protocol/run.js";

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
  const own = ownFoot(foot);
  const noted = (fragment: Fragment): number => (own ? wholeNotes(own, fragment, cx) : 0);
  if (measured.overflow === null && fits(measured.height + noted(measured), later)) return true;
  return fillsOne(cx.run.of(WHOLE), box, { width, later, foot }, cx);
}

type Later = Pick<Space, "width" | "later" | "foot">;

/** An empty region as high as any later one holds all of it with its notes, up to a forced break. */
function fillsOne(memory: Remembered<Box, Map<string, boolean>>, box: Box, { width, later, foot }: Later, cx: LayoutContext): boolean {
  let known = memory.get(box);
  if (!known) memory.set(box, (known = new Map()));
  const key = `${width}/${later}`;
  let whole = known.get(key);
  if (whole === undefined) {
    const own = ownFoot(foot);
    const parted = box.kind === "flow" ? { ...box, splits: true } : box;
    const filled = cx.fill(parted, { width, height: later, later, measure: false, foot: own }, null);
    whole =
      filled.kind !== "refuse" &&
      filled.fragment.overflow === null &&
      (filled.kind === "done" || filled.next !== "any") &&
      fits(filled.fragment.height + (own ? wholeNotes(own, filled.fragment, cx) : 0), later);
    known.set(key, whole);
  }
  return whole;
}

const WITH_NEXT = memoryOfBoxes<Box, Map<string, boolean>>();

/** Points: notes of a group that is not broken are whole. */
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

  /** Kept with the next as a whole, which a later region has room for (SW-22). */
  isWhole(child: Child): boolean {
    const { space, later, cx } = this;
    if (!child.keep.withNext || space.measure) return false;
    const { foot } = this.tally ?? space;
    return fillsOne(cx.run.of(WITH_NEXT), child.box, { width: roomOf(child, space), later, foot }, cx);
  }

  #endBefore(i: number): Fill {
    const { placed, start } = this;
    const { y, fragment } = placed[i - 1]!;
    return this.end(placed.slice(0, i), y + fragment.height, { at: start + i, inner: null }, "any");
  }

  /**
   * Up to the last legal break before the child `at`, which would begin at `top`. What takes no room neither keeps nor breaks (SW-23). A
   * chain that no region holds is parted late, so that its last node stays with what follows, else its last lines or rows (SW-22).
   */
  parted(at: number, top: number, bottom: number): Fill {
    const { box, placed, start, cx, space, rest } = this;
    let chain = placed.length;
    let legal: Fill | null = null;
    for (let i = placed.length - 1; i >= 0 && !legal; i--) {
      const child = box.children[start + i]!;
      if (placed[i]!.fragment.height === 0) continue;
      if (!keepsNext(child, cx.run)) legal = this.#endBefore(chain);
      else {
        chain = i;
        const broken = this.isWhole(child) ? null : this.#breakIn(i, Infinity);
        if (broken) return broken;
      }
    }
    if (legal && (chain === placed.length || this.#holds(chain, at, top))) return legal;
    if (!legal && mayMove(space) && rest === null) return REFUSE;
    const before = this.end(placed, bottom, { at, inner: null }, "any");
    // a whole node is within the chain
    if (chain < placed.length && this.isWhole(box.children[at]!)) return before;
    return this.#late(chain, at, top) ?? legal ?? before;
  }

  #late(chain: number, at: number, top: number): Fill | null {
    const { placed } = this;
    const takesRoom = ({ fragment }: Placed): boolean => fragment.height > 0;
    const last = placed.findLastIndex(takesRoom);
    if (placed.findIndex(takesRoom) < last && this.#holds(last, at, top)) return this.#endBefore(last);
    for (let i = last; i >= chain; i--) {
      const { height } = placed[i]!.fragment;
      // lower than what is to be broken, so that it is not moved whole
      const broken = height > 0 ? this.#breakIn(i, height - 2 * EPSILON) : null;
      if (broken) return broken;
    }
    return null;
  }

  /** With less room, the child breaks at its last legal place, or refuses: null. */
  #breakIn(i: number, later: number): Fill | null {
    const { box, space, rest, cx, placed, start } = this;
    const child = box.children[start + i]!;
    const { x, y, fragment } = placed[i]!;
    const less = { width: roomOf(child, space), height: fragment.height - 4 * EPSILON, later, measure: space.measure, foot: null };
    const broken = cx.fill(child.box, less, i === 0 ? (rest?.inner ?? null) : null);
    if (broken.kind !== "more") return null;
    const items = [...placed.slice(0, i), { x, y, fragment: broken.fragment }];
    return this.end(items, y + broken.fragment.height, { at: start + i, inner: broken.rest }, "any");
  }

  /** A later region holds the children from `i` on, and the first part of `at`. */
  #holds(i: number, at: number, top: number): boolean {
    const { box, placed, later, space, cx } = this;
    if (later === Infinity) return true;
    const foot = ownFoot((this.tally ?? space).foot);
    const tally = foot && new FootTally(foot, cx);
    for (const { fragment } of placed.slice(i)) tally?.add(notesIn(fragment));
    const height = later - (top - placed[i]!.y) - (tally?.whole ?? 0);
    const next = box.children[at]!;
    if (height <= 0) return false;
    const filled = cx.fill(next.box, { width: roomOf(next, space), height, later, measure: false, foot: tally?.foot ?? null }, null);
    return filled.kind === "done" || (filled.kind === "more" && (filled.next !== "any" || !this.isWhole(next)));
  }
}

/**
 * Fills a space with children. If one does not fit, the flow returns to the last legal break: after a child without keep, or inside a breakable one. Lines of a
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
  // taller than any region: not moved, begins here
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
    const cut = filled.kind === "more" && filled.next === "any";
    const moves = cut && inner === null && (!starting || mayMove(space)) && filling.isWhole(child);
    if (filled.kind === "refuse" || moves || (cut && whole && mayMove(space))) {
      if (starting || ((whole || !ink) && mayMove(space))) return REFUSE;
      return filling.parted(at, top, bottom);
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
