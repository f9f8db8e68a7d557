// Content outside its bounds is an error.
import type { Bounds, Box, Canvas } from "../box/box.js";
import { fail } from "../core/fail.js";
import { EPSILON, fits } from "../core/geom.js";
import { adviceInside, excessOf, fieldOutside, mustBeInside, type Excess, type Side } from "./advice.js";
import { labelRects } from "./labelled.js";
import type { Fragment, LayoutContext } from "./protocol/protocol.js";

export function limitsOf(box: Box): ReadonlyMap<Box, Bounds> {
  if (box.kind !== "flow") return NO_LIMITS;
  const limits = new Map<Box, Bounds>();
  for (const child of box.children) if (child.bounds && child.bounds !== "room") limits.set(child.box, child.bounds);
  return limits;
}

const NO_LIMITS: ReadonlyMap<Box, Bounds> = new Map();

/** Children of a flow may leave it sideways, but not their bounds. */
export function checkSideways(fragment: Fragment, limits: ReadonlyMap<Box, Bounds>, x: number, y: number): void {
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

/** A stream over several pages may begin above or left of its bounds. */
export function checkBesides(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  const { rect } = bounds;
  if (x < rect.x - EPSILON) outside(fragment, "left", rect.x - x, bounds);
  if (!fits(x + fragment.width, rect.x + rect.width)) outside(fragment, "right", x + fragment.width - rect.x - rect.width, bounds);
  if (y < rect.y - EPSILON) outside(fragment, "top", rect.y - y, bounds);
}

/** @throws RenderError API-002 with the side, the distance and the bounds' name */
export function checkBounds(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  const { rect } = bounds;
  checkBesides(fragment, x, y, bounds);
  checkInside(fragment, x, y, bounds);
  if (!fits(y + fragment.inkHeight, rect.y + rect.height))
    outside(fragment, "bottom", y + fragment.inkHeight - rect.y - rect.height, bounds);
}

/** Overflow of containers and texts of symbols may leave the region, but not the bounds. */
export function checkContents(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  const { kind } = fragment.box;
  if (kind === "text" || kind === "drawing" || kind === "table") return;
  if (kind === "container" || kind === "labelled") return checkInside(fragment, x, y, bounds);
  // placed parts have separate bounds
  const inner = kind === "anchored" ? fragment.children.slice(0, 1) : fragment.children;
  for (const p of inner) checkContents(p.fragment, x + p.x, y + p.y, bounds);
}

/** Must be inside the container's bounds unless clipped. */
function checkInside(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  if (fragment.box.kind === "labelled") return checkLabels(fragment, x, y, bounds);
  if (fragment.box.kind !== "container" || fragment.box.clip) return;
  // no continuation on the next page
  const inside: Bounds = fragment.box.paginates || bounds.part === "footer" ? bounds : { ...bounds, part: "container" };
  for (const p of fragment.children) checkBounds(p.fragment, x + p.x, y + p.y, inside);
}

/** A symbol's text turns with it and must be inside the bounds. */
function checkLabels(fragment: Fragment, x: number, y: number, bounds: Bounds): void {
  const { rect } = bounds;
  const beyond = (side: Side, by: number): never => refuse(fragment, { side, by, unturned: false }, bounds);
  const symbol = fragment.children[0]!;
  if (y + symbol.y < rect.y - EPSILON) outside(fragment, "top", rect.y - y - symbol.y, bounds);
  for (const r of labelRects(fragment, x, y)) {
    if (r.x < rect.x - EPSILON) beyond("left", rect.x - r.x);
    if (!fits(r.x + r.width, rect.x + rect.width)) beyond("right", r.x + r.width - rect.x - rect.width);
    if (r.y < rect.y - EPSILON) beyond("top", rect.y - r.y);
    if (!fits(r.y + r.height, rect.y + rect.height)) beyond("bottom", r.y + r.height - rect.y - rect.height);
  }
}

const outside = (fragment: Fragment, side: Side, by: number, bounds: Bounds): never =>
  refuse(fragment, excessOf(fragment, side, by), bounds);

/** @throws RenderError API-002 with the field at fault, or the element if several are */
function refuse(fragment: Fragment, excess: Excess, bounds: Bounds): never {
  const { side } = excess;
  const fault = fieldOutside(fragment, side, excess.by, bounds.rect);
  const name = side === "left" || side === "right" ? "the page" : bounds.name;
  const reason = mustBeInside(name, excess, fault, adviceInside(fragment, side, bounds, fault));
  return fail("API-002", `outside-${side}`, fault?.src ?? fragment.box.src, reason);
}

/** @throws RenderError API-002 if a child leaves its bounds */
export function layoutFurniture(canvas: Canvas, cx: LayoutContext): Fragment {
  const fragment = cx.measure(canvas, canvas.width);
  const limits = new Map(canvas.children.map((c) => [c.box, c.bounds]));
  for (const placed of fragment.children) {
    const bounds = limits.get(placed.fragment.box);
    if (bounds) checkBounds(placed.fragment, placed.x, placed.y, bounds);
  }
  return fragment;
}
