import type { LinearArrange } from "../box/box.js";
import { fits } from "../core/geom.js";
import type { Fragment, Placed } from "./protocol/protocol.js";

/** Points. */
interface LineRoom {
  readonly width: number;
  /** null = height of the content */
  readonly height: number | null;
  /** least size of a single horizontal line */
  readonly least: number;
  /** least distance of each child from the next, in addition to the gap's rule; empty without */
  readonly spaces?: readonly number[];
}

/**
 * A line is as wide (or high) across as its largest child, a single one as the room. @param stretch raises a growing child to this
 * height, points
 */
export function inLines(
  fragments: readonly Fragment[],
  how: LinearArrange,
  room: LineRoom,
  stretch: (fragment: Fragment, height: number) => Fragment,
): readonly Placed[] {
  const across = how.axis === "horizontal";
  const main = (f: Fragment): number => (across ? f.width : f.height);
  const cross = (f: Fragment): number => (across ? f.height : f.width);
  const length = (across ? room.width : room.height) ?? Infinity;
  const gaps = gapsAfter(how.gap, room.spaces);
  const lines = how.wrap ? wrapped(fragments, main, length, gaps) : [fragments];
  const out: Placed[] = [];
  let at = 0;
  for (const line of lines) {
    const first = out.length;
    const largest = line.reduce((m, f) => Math.max(m, cross(f)), 0);
    const size = how.wrap ? largest : across ? (room.height ?? Math.max(largest, room.least)) : room.width;
    const items = line.map((f) => (how.cross === "stretch" && across ? stretch(f, size) : f));
    starts(items.map(main), how, length, (i) => gaps(first + i)).forEach((start, i) => {
      const f = items[i]!;
      const spare = how.cross === "center" ? (size - cross(f)) / 2 : how.cross === "end" ? size - cross(f) : 0;
      out.push(across ? { x: start, y: at + spare, fragment: f } : { x: at + spare, y: start, fragment: f });
    });
    at += size + how.gap;
  }
  return out;
}

/** A child longer than a line has a separate line. */
export function wrapped(
  fragments: readonly Fragment[],
  main: (f: Fragment) => number,
  length: number,
  gapAfter: GapAfter,
): readonly (readonly Fragment[])[] {
  const lines: Fragment[][] = [];
  let used = 0;
  fragments.forEach((f, i) => {
    const line = lines.at(-1);
    const next = used + (i > 0 ? gapAfter(i - 1) : 0) + main(f);
    if (line && fits(next, length)) {
      line.push(f);
      used = next;
    } else {
      lines.push([f]);
      used = main(f);
    }
  });
  return lines;
}

/** Gap after a child by its index, points. */
type GapAfter = (index: number) => number;

/** Returns gaps, each the larger of the gap and the children's spacing (L2). */
export function gapsAfter(gap: number, spaces: readonly number[] = []): GapAfter {
  return spaces.length === 0 ? () => gap : (i) => Math.max(gap, spaces[i] ?? 0);
}

/** Children longer than the line begin at its start, whatever the alignment. */
export function starts(
  sizes: readonly number[],
  { gap, main }: Pick<LinearArrange, "gap" | "main">,
  length: number,
  gapAfter: GapAfter = () => gap,
): readonly number[] {
  const total = sizes.reduce((sum, s, i) => sum + s + (i > 0 ? gapAfter(i - 1) : 0), 0);
  const spare = Number.isFinite(length) ? Math.max(0, length - total) : 0;
  const more = main === "space_between" && sizes.length > 1 ? spare / (sizes.length - 1) : 0;
  let at = main === "center" ? spare / 2 : main === "end" ? spare : 0;
  return sizes.map((size, i) => {
    const start = at;
    at += size + gapAfter(i) + more;
    return start;
  });
}
