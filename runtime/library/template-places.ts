import { memberOf } from "../../base/lookup.js";
import { isList, parsedJson } from "../../base/json.js";
import { RenderError, type Problem } from "../../compiler/core/fail.js";
import { itemOf, stepsOf } from "../../compiler/core/src.js";
import { offsetOf } from "../../compiler/request/position.js";
import { textOf } from "../errors/findings.js";

type Steps = readonly (string | number)[];

/** `record`: null for sample values */
export interface Previewed<Source extends Bytes> {
  readonly template: Source | null;
  readonly data: Source | null;
}

/** @param read selects the file for line numbers */
interface Bytes {
  readonly bytes: Uint8Array | null;
}

/** Refusals have their place. @param read selects the file of their lines */
export async function placedIn<T, Source extends Bytes>(
  { template, data }: Previewed<Source>,
  read: (source: Source | null) => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    const { problem } = e;
    const steps = stepsOf(problem.src);
    const ofRecord = itemOf(problem.src) === undefined && steps[0] === "data";
    const source = ofRecord ? data : template;
    read(source);
    const text = source && textOf(source.bytes);
    // text that is not JSON has its place
    if (text === null || problem.offset !== undefined) throw e;
    const value = parsedJson(text.replace(/^\ufeff/, ""));
    const ofDocument = problem.rule === "binding" ? steps : inTemplate(value, steps);
    const here = ofRecord ? steps.slice(isList(value) ? 1 : 2) : ofDocument;
    throw new RenderError({ ...problem, offset: offsetOf(text, here, problem.onKey) } satisfies Problem);
  }
}

/** Stops where `_if` may have removed list items. */
function inTemplate(template: unknown, steps: Steps): Steps {
  const out: (string | number)[] = [];
  let value = template;
  for (const step of steps) {
    if (typeof value !== "object" || value === null) break;
    const list = isList(value) ? value : null;
    if (list && list.length > 1 && list.some((item) => has(item, "_if"))) break;
    const here = list?.length === 1 && has(list[0], "_each") ? 0 : step;
    out.push(here);
    value = memberOf(value, here);
  }
  return out;
}

const has = (value: unknown, key: string): boolean => typeof value === "object" && value !== null && Object.hasOwn(value, key);
