// Places of a template by those of a request that it made.
import { memberOf } from "../../base/lookup.js";
import { at, originsOf, ROOT, from as withOrigin, stepsOf, type Src } from "../core/src.js";
import { valueAt } from "../core/patch.js";
import type { Places } from "./bind.js";
import { hasBinding } from "./text.js";

/** Place in the template of a path of the request that was made of it. */
export function templateSrc(bound: unknown, path: readonly (string | number)[], places: Places): Src {
  let src = ROOT;
  let value = bound;
  for (const step of path) {
    value = memberOf(value, step);
    src = (typeof value === "object" && value !== null ? places.get(value) : undefined) ?? at(src, step);
  }
  return src;
}

/** Source as of `templateSrc`, with the places that the value comes from. */
export function templateSrcOf(bound: unknown, src: Src, places: Places): Src {
  const here = templateSrc(bound, stepsOf(src), places);
  const origin = originsOf(src).at(-1);
  return origin === undefined ? here : withOrigin(here, templateSrc(bound, stepsOf(origin), places));
}

/** True below a string of the template, where a record's value is. */
export const isInsideBound = (source: unknown, { up }: Src): boolean =>
  up !== null && (typeof valueAt(source, stepsOf(up)) === "string" || isInsideBound(source, up));

/** True if the value at a place of the template depends on the record. */
export function isBoundAt(source: unknown, src: Src): boolean {
  const value = valueAt(source, stepsOf(src));
  return (typeof value === "string" && hasBinding(value)) || isInsideBound(source, src);
}
