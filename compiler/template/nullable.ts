// Places of a request that take null (SW-39).
import { memberOf } from "../../base/lookup.js";
import { isObject } from "../../base/json.js";
import { stepsOf, type Src } from "../core/src.js";

const VALUES: ReadonlySet<string> = new Set(["values", "lower_values", "upper_values"]);

/** True for a value of a chart, a cell, or a nullable field of a dataset. @param src of a string of the template */
export function takesNull(source: unknown, src: Src): boolean {
  const steps = stepsOf(src);
  const names = steps.filter((step): step is string => typeof step === "string");
  const [before, above, last] = [names.at(-3), names.at(-2), names.at(-1)];
  if (last !== undefined && VALUES.has(last)) return true;
  if (last === "y" && above === "points" && before === "series") return true;
  const isCell = above === "rows" || (before === "rows" && last === "content");
  if (!isCell) return false;
  const owner = steps.slice(0, steps.lastIndexOf("rows")).reduce<unknown>(memberOf, source);
  if (!isObject(owner) || !Array.isArray(owner["fields"])) return true;
  return owner["fields"].some((field) => isObject(field) && field["key"] === last && field["nullable"] === true);
}
