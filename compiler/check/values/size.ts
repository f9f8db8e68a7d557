import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { otherUnitAdvice } from "../../help/papers.js";
import { must } from "../../help/reason.js";
import type { SizeFields } from "../../request/page-size.js";
import type { Report } from "./report.js";

const MIN_SIDE = 10;
const MAX_SIDE = 2000;

/** Checks the size of a page (element model, Page; element model, Limits). */
export function checkSize(r: Report, page: SizeFields, src: Src): void {
  const sides = (["width", "height"] as const).filter((s) => page[s] !== undefined);
  if (page.size !== undefined && sides.length > 0)
    r.add("size-and-sides", src, must("size, or width and height", `size and ${sides.join(" and ")}`));
  else if (page.size === undefined && sides.length < 2)
    r.add("no-size", src, 'the page has no size: give "size": "a4", or width and height in millimetres');
  if (page.orientation !== undefined && page.size === undefined)
    r.add("orientation-of-sides", at(src, "orientation"), "orientation belongs to a preset size: leave it out, width and height define it");
  const { width = 0, height = 0 } = page;
  const advice = otherUnitAdvice(width, height);
  for (const side of sides) {
    const value = page[side]!;
    if (!(value >= MIN_SIDE && value <= MAX_SIDE))
      r.add("side-range", at(src, side), must(`from ${MIN_SIDE} to ${MAX_SIDE} mm`, formatFound(value), { advice }));
  }
}
