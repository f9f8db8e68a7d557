// Errors of one record, with places in the record instead of in the data of a template render.
import { RenderError } from "../../compiler/core/fail.js";
import { at, originsOf, ROOT, stepsOf, from, type Src } from "../../compiler/core/src.js";

/** `data[0].customer.name` as `customer.name`, `data[0]: pages[0]` as `pages[0]`. */
function inRecord(src: Src): Src {
  const steps = stepsOf(src);
  const [first, second] = steps;
  const own = first === "data" ? steps.slice(second === 0 ? 2 : 1) : steps;
  let place = at(ROOT, ...own);
  const [origin] = originsOf(src);
  if (origin) place = place.up === null ? place : from(place, inRecord(origin));
  return place;
}

/** An error of a template render of one record as that of the record (BK-32). */
export function recordError(e: RenderError): RenderError {
  const { problem } = e;
  const own = new RenderError({ ...problem, src: inRecord(problem.src), reason: problem.reason.replace(/^data\[0\](?:: |\.)/, "") });
  own.line = e.line;
  own.column = e.column;
  return own;
}
