// A part of a chart that has no room, to the refusal that says in what size it would have.
import { RenderError, problemOf } from "../core/fail.js";
import type { Src } from "../core/src.js";
import type { MaterializedChart } from "../request/materialized.js";

/** What has no room in a chart. It never leaves the chart: `withRoom` makes an API-507 of it. */
class NoRoom extends Error {
  constructor(
    readonly rule: string,
    readonly src: Src,
    readonly what: string,
    readonly ways: string,
  ) {
    super(what);
  }
}

/**
 * Ends the drawing of a chart: API-507 in the end.
 * @param what "the labels of its categories overlap"
 * @param ways what would help beside a larger chart: "use a smaller font, or hide them"
 */
export function noRoom(rule: string, src: Src, what: string, ways: string): never {
  throw new NoRoom(rule, src, what, ways);
}

/** How much larger a chart is tried, in one direction and then in both. */
const FACTORS = [1.25, 1.5, 2, 3];

type Size = Pick<MaterializedChart, "width" | "height">;

/**
 * Draws a chart, which `draw` gets as its size; where a part of it has no room, the message names the next size in which all of it has.
 * @throws RenderError API-507
 */
export function withRoom<T>(own: Size, draw: (size: Size) => T): T {
  try {
    return draw(own);
  } catch (e) {
    if (!(e instanceof NoRoom)) throw e;
    const { width, height } = own;
    const sizes = FACTORS.flatMap((f) => [
      { width, height: up(height * f) },
      { width: up(width * f), height },
      { width: up(width * f), height: up(height * f) },
    ]);
    const size = sizes.find((s) => hasRoom(() => draw(s)));
    const found = `${width} by ${height} mm`;
    const larger = size === undefined ? "" : `make it larger (${size.width} by ${size.height} mm has room), or `;
    const text = `${e.what} in a chart of ${found}: ${larger}${e.ways}`;
    throw new RenderError(problemOf("API-507", e.rule, e.src, { text, found }));
  }
}

/** Whole millimetres. */
const up = (mm: number): number => Math.ceil(mm);

function hasRoom(draw: () => unknown): boolean {
  try {
    draw();
    return true;
  } catch {
    // what else is wrong with the larger one is not what is wrong with this one
    return false;
  }
}
