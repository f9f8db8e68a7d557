// Outlines of fills and strokes in one form, parted where parts cannot lie over each other.
import type { Rect } from "./facts.js";
import { around, seen } from "./geometry.js";
import { rectangleOf, type Subpath } from "./path.js";

export interface Outline {
  readonly verbs: string;
  readonly points: readonly number[];
  readonly box: Rect;
  readonly isEvenOdd: boolean;
}

/** Boxes that reach into each other by less are apart, mm. */
const TOUCH = 0.005;
/** Cuts of a group of subpaths; what is not parted after as many is one drawing. */
const DEEPEST = 24;

/** Outlines of a fill, each of subpaths whose boxes overlap; rectangles are cut to what is seen. */
export function filled(subpaths: readonly Subpath[], isEvenOdd: boolean, clip: Rect): readonly Outline[] {
  return groupsOf(subpaths, 0).flatMap((group): readonly Outline[] => {
    const box = rectangleOf(group);
    if (box !== null) {
      const visible = seen(box, clip);
      return visible === null ? [] : [rectangle(visible)];
    }
    const [only] = group;
    const isPolygon = group.length === 1 && !only!.verbs.includes("C");
    const points = isPolygon ? canonical(closedPoints(only!)) : group.flatMap((s) => s.points);
    return [
      {
        verbs: isPolygon ? `M${"L".repeat(points.length / 2 - 1)}Z` : group.map((s) => `${s.verbs}Z`).join(""),
        points,
        box: group.reduce((all, s) => around(all, s.box), only!.box),
        // the winding of up to four lines is the same by both rules
        isEvenOdd: isEvenOdd && !(isPolygon && points.length <= 8),
      },
    ];
  });
}

/** Outlines of a stroke: subpaths are apart if the paint is opaque, or if their boxes are. */
export function stroked(subpaths: readonly Subpath[], isOpaque: boolean, isDashed: boolean, reach: number): readonly Outline[] {
  const groups = isOpaque ? subpaths.map((s) => [s]) : groupsOf(subpaths, reach);
  return groups.map((group) => {
    const [only] = group;
    const isPlain = group.length === 1 && !isDashed && !only!.verbs.includes("C");
    const points = !isPlain ? group.flatMap((s) => s.points) : only!.isClosed ? canonical(closedPoints(only!)) : forward(only!.points);
    const verbs = isPlain ? `M${"L".repeat(points.length / 2 - 1)}${only!.isClosed ? "Z" : ""}` : group.map(verbsOf).join("");
    return { verbs, points, box: group.reduce((all, s) => around(all, s.box), only!.box), isEvenOdd: false };
  });
}

const verbsOf = ({ verbs, isClosed }: Subpath): string => (isClosed ? `${verbs}Z` : verbs);

/** Returns a rectangle from its upper left corner, clockwise. */
export function rectangle(box: Rect): Outline {
  const [left, top, right, bottom] = box;
  return { verbs: "MLLLZ", points: [left, top, right, top, right, bottom, left, bottom], box, isEvenOdd: false };
}

/** Points of a closed polygon without a last one that is the first. */
function closedPoints({ points }: Subpath): readonly number[] {
  const n = points.length;
  const isBack = n > 2 && Math.hypot(points[0]! - points[n - 2]!, points[1]! - points[n - 1]!) < TOUCH;
  return isBack ? points.slice(0, -2) : points;
}

/** Begins at the upper, then left point, and continues to the one that is further left or up. */
function canonical(points: readonly number[]): number[] {
  const n = points.length / 2;
  let first = 0;
  for (let i = 1; i < n; i++) if (isBefore(points, i, first)) first = i;
  const [next, previous] = [(first + 1) % n, (first + n - 1) % n];
  const turn = turnOf(points, previous, first, next);
  const step = turn < 0 || (turn === 0 && isBefore(points, previous, next)) ? n - 1 : 1;
  const out: number[] = [];
  for (let i = 0, at = first; i < n; i++, at = (at + step) % n) out.push(points[2 * at]!, points[2 * at + 1]!);
  return out;
}

/** Upper points come first, of equally high ones those on the left. */
function isBefore(points: readonly number[], a: number, b: number): boolean {
  const dy = points[2 * a + 1]! - points[2 * b + 1]!;
  return Math.abs(dy) > TOUCH ? dy < 0 : points[2 * a]! < points[2 * b]! - TOUCH;
}

const turnOf = (p: readonly number[], a: number, b: number, c: number): number =>
  Math.sign((p[2 * b]! - p[2 * a]!) * (p[2 * c + 1]! - p[2 * b + 1]!) - (p[2 * b + 1]! - p[2 * a + 1]!) * (p[2 * c]! - p[2 * b]!));

/** Open lines begin at the end that is upper or left. */
function forward(points: readonly number[]): readonly number[] {
  const last = points.length / 2 - 1;
  if (!isBefore(points, last, 0)) return points;
  const out: number[] = [];
  for (let i = last; i >= 0; i--) out.push(points[2 * i]!, points[2 * i + 1]!);
  return out;
}

/** Subpaths parted by straight cuts between their boxes, each grown by `reach`; in the order of their first subpaths. */
function groupsOf(subpaths: readonly Subpath[], reach: number): readonly (readonly Subpath[])[] {
  if (subpaths.length === 1) return [subpaths];
  const groups: number[][] = [];
  const part = (group: number[], axis: 0 | 1, depth: number, hasFailed: boolean): void => {
    const parts = depth > DEEPEST || group.length === 1 ? [group] : slices(subpaths, group, axis, reach);
    if (parts.length > 1) for (const one of parts) part(one, axis === 0 ? 1 : 0, depth + 1, false);
    else if (hasFailed || group.length === 1 || depth > DEEPEST) groups.push(group.sort((a, b) => a - b));
    else part(group, axis === 0 ? 1 : 0, depth + 1, true);
  };
  part(
    subpaths.map((_, i) => i),
    0,
    0,
    false,
  );
  return groups.sort((a, b) => a[0]! - b[0]!).map((group) => group.map((i) => subpaths[i]!));
}

function slices(subpaths: readonly Subpath[], group: readonly number[], axis: 0 | 1, reach: number): number[][] {
  const sorted = [...group].sort((a, b) => subpaths[a]!.box[axis] - subpaths[b]!.box[axis]);
  const out: number[][] = [];
  let end = -Infinity;
  for (const i of sorted) {
    const { box } = subpaths[i]!;
    if (box[axis] - reach >= end - TOUCH) out.push([]);
    out.at(-1)!.push(i);
    end = Math.max(end, box[axis + 2]! + reach);
  }
  return out;
}
