import type { Rect } from "../facts/facts.js";

/** Sums of numbers in mm are not exact: places differ by more than the tolerance if they do so by this much more. */
const ROUNDING = 1e-6;

/** Tells if two numbers in mm are equal within the tolerance. */
export const isNear = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance + ROUNDING;

/** Tells if two rectangles have the same place and size within the tolerance. */
export const isSameRect = (a: Rect, b: Rect, tolerance: number): boolean =>
  isNear(a[0], b[0], tolerance) && isNear(a[1], b[1], tolerance) && isNear(a[2], b[2], tolerance) && isNear(a[3], b[3], tolerance);

/** Returns the extent of two rectangles. */
export const union = (a: Rect, b: Rect): Rect => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];

/** Length that two rectangles have in common across and down; negative for a gap. */
export const overlap = (a: Rect, b: Rect): readonly [across: number, down: number] => [
  Math.min(a[2], b[2]) - Math.max(a[0], b[0]),
  Math.min(a[3], b[3]) - Math.max(a[1], b[1]),
];

/** Tells if a rectangle lies wholly in another, but for rounding. */
export function isWithin(inner: Rect, outer: Rect): boolean {
  const slack = 0.01;
  return inner[0] >= outer[0] - slack && inner[1] >= outer[1] - slack && inner[2] <= outer[2] + slack && inner[3] <= outer[3] + slack;
}

/** Most members that a look-up compares in a cell: a page of marks at one place has linear cost. */
const MOST_COMPARED = 64;

interface Cell<T> {
  readonly members: T[];
  /** index of the first member that is not taken */
  first: number;
}

/** Members by a key and the cell that a point of theirs lies in; each is taken once. */
export class PlaceIndex<T> {
  private readonly cells = new Map<string, Cell<T>>();
  private readonly size: number;

  constructor(private readonly tolerance: number) {
    this.size = Math.max(1, 2 * tolerance);
  }

  add(key: string, x: number, y: number, member: T): void {
    const name = `${Math.floor(x / this.size)} ${Math.floor(y / this.size)} ${key}`;
    const found = this.cells.get(name);
    if (found) found.members.push(member);
    else this.cells.set(name, { members: [member], first: 0 });
  }

  /** Takes out the first member near to the point that fits. */
  take(key: string, x: number, y: number, fits: (member: T) => boolean): T | null {
    const slack = this.tolerance + 2 * ROUNDING;
    const at = (value: number): number => Math.floor(value / this.size);
    for (let row = at(y - slack); row <= at(y + slack); row++)
      for (let column = at(x - slack); column <= at(x + slack); column++) {
        const cell = this.cells.get(`${column} ${row} ${key}`);
        const found = cell && takeFrom(cell, fits);
        if (found) return found.member;
      }
    return null;
  }
}

function takeFrom<T>(cell: Cell<T>, fits: (member: T) => boolean): { readonly member: T } | null {
  const { members, first } = cell;
  const end = Math.min(members.length, first + MOST_COMPARED);
  for (let k = first; k < end; k++) {
    const member = members[k]!;
    if (!fits(member)) continue;
    // those before keep their order
    for (let m = k; m > first; m--) members[m] = members[m - 1]!;
    cell.first++;
    return { member };
  }
  return null;
}
