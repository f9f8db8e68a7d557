// Placement of measured children in one line or in wrapped lines, for containers and stacks.
import type { LinearArrange } from "../box/box.js";
import { fits } from "../core/geom.js";
import type { Fragment, Placed } from "./protocol.js";

/** Points. */
export interface LineRoom {
  readonly width: number;
  /** null = height of the content */
  readonly height: number | null;
  /** minimum height of a single horizontal line */
  readonly least: number;
}

/**
 * Places children in one line or in wrapped ones; a line is as wide (or high) across as its largest child, a single one as the room.
 * @param stretch raises a growing child to this height, points
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
  const lines = how.wrap ? wrapped(fragments, main, length, how.gap) : [fragments];
  const out: Placed[] = [];
  let at = 0;
  for (const line of lines) {
    const largest = line.reduce((m, f) => Math.max(m, cross(f)), 0);
    const size = how.wrap ? largest : across ? (room.height ?? Math.max(largest, room.least)) : room.width;
    const items = line.map((f) => (how.cross === "stretch" && across ? stretch(f, size) : f));
    starts(items.map(main), how, length).forEach((start, i) => {
      const f = items[i]!;
      const spare = how.cross === "center" ? (size - cross(f)) / 2 : how.cross === "end" ? size - cross(f) : 0;
      out.push(across ? { x: start, y: at + spare, fragment: f } : { x: at + spare, y: start, fragment: f });
    });
    at += size + how.gap;
  }
  return out;
}

/** Lines of children; one longer than a line has a separate line. */
export function wrapped(
  fragments: readonly Fragment[],
  main: (f: Fragment) => number,
  length: number,
  gap: number,
): readonly (readonly Fragment[])[] {
  const lines: Fragment[][] = [];
  let used = 0;
  for (const f of fragments) {
    const line = lines.at(-1);
    if (line && fits(used + gap + main(f), length)) {
      line.push(f);
      used += gap + main(f);
    } else {
      lines.push([f]);
      used = main(f);
    }
  }
  return lines;
}

/** Start of each child in a line. Children longer than the line begin at its start, whatever the alignment. */
export function starts(sizes: readonly number[], { gap, main }: LinearArrange, length: number): readonly number[] {
  const total = sizes.reduce((sum, s) => sum + s, 0) + gap * Math.max(0, sizes.length - 1);
  const spare = Number.isFinite(length) ? Math.max(0, length - total) : 0;
  const between = main === "space_between" && sizes.length > 1 ? gap + spare / (sizes.length - 1) : gap;
  let at = main === "center" ? spare / 2 : main === "end" ? spare : 0;
  return sizes.map((size) => {
    const start = at;
    at += size + between;
    return start;
  });
}
