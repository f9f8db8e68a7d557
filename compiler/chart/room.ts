// Refusal of charts without enough room, with a sufficient size.
import { RenderError, problemOf } from "../core/fail.js";
import { NotLoaded } from "../core/not-loaded.js";
import type { Src } from "../core/src.js";
import type { MaterializedChart } from "../request/materialized.js";

/** `withRoom` turns it into API-507. */
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

/** @param what "the labels of its categories overlap" @param ways remedies: "use a smaller font, or hide them" */
export function noRoom(rule: string, src: Src, what: string, ways: string): never {
  throw new NoRoom(rule, src, what, ways);
}

const FACTORS = [1.25, 1.5, 2, 3];

type Size = Pick<MaterializedChart, "width" | "height">;

/** The message contains the next sufficient size. @throws RenderError API-507 */
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

/** Result, or what throws that it has no room. */
export function roomFor<T extends object>(lay: () => T): T | (() => never) {
  try {
    return lay();
  } catch (e) {
    if (!(e instanceof NoRoom)) throw e;
    return () => {
      throw e;
    };
  }
}

const up = (mm: number): number => Math.ceil(mm);

function hasRoom(draw: () => unknown): boolean {
  try {
    draw();
    return true;
  } catch (e) {
    if (e instanceof NotLoaded) throw e;
    // another fault of the larger chart is not the reported one
    return false;
  }
}
