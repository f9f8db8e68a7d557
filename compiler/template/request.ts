import { isObject } from "../../base/json.js";
import { atMost, type Limits } from "../core/limits.js";
import { formatFound, problemOf, type Problem } from "../core/fail.js";
import { at, ROOT, type Src } from "../core/src.js";
import { meantField } from "../help/fields.js";
import { must, unknownField, type Reason } from "../help/reason.js";
import { decodeProblem, readJson } from "../request/decode.js";
import { memberOf } from "../../base/lookup.js";

/** Replaces declared fields of the template. */
export interface TemplateOutput {
  readonly mode?: "binary" | "file";
  readonly file_name?: string;
}

/** (decisions §4) */
export interface TemplateRequest {
  readonly templateId: string;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly output: TemplateOutput | undefined;
}

/** Problems of shape (API-001) precede those of meaning (API-002). */
export function decodeTemplateRequest(
  given: unknown,
  limits: Limits,
): { readonly request: TemplateRequest } | { readonly problems: readonly Problem[] } {
  const read = readJson(given);
  if ("problems" in read) return { problems: read.problems.map(decodeProblem) };
  const reader = new BodyReader(limits);
  const request = reader.body(read.value);
  const { problems } = reader;
  if (problems.length > 0) return { problems: [...problems.filter(isShape), ...problems.filter((p) => !isShape(p))] };
  return { request };
}

const isShape = ({ code }: Problem): boolean => code === "API-001";

const FIELDS = ["template_id", "data", "output"];
const OUTPUT = ["mode", "file_name"];

class BodyReader {
  readonly problems: Problem[] = [];

  constructor(readonly limits: Limits) {}

  body(value: unknown): TemplateRequest {
    if (!isObject(value)) {
      this.#shape("shape-type", ROOT, must("an object", formatFound(value)));
      return { templateId: "", data: [], output: undefined };
    }
    for (const key of Object.keys(value)) {
      const src = at(ROOT, key);
      if (key === "revision_id")
        this.#add("template-revision", src, "a revision cannot be chosen, the active one is rendered: leave it out");
      else if (key.startsWith("_")) this.#add("template-internal", src, "fields that begin with _ are not for requests");
      else if (!FIELDS.includes(key))
        this.#shape("shape-unknown", src, unknownField(FIELDS, meantField(key, { fields: FIELDS, inside: () => [], around: [] })));
    }
    for (const key of ["template_id", "data"])
      if (!Object.hasOwn(value, key)) this.#shape("shape-required", ROOT, `the required field ${key} is missing`);
    const { template_id: id, data, output } = value;
    if (id !== undefined && typeof id !== "string") this.#shape("shape-type", at(ROOT, "template_id"), must("a string", formatFound(id)));
    return { templateId: String(id), data: this.#data(data), output: output === undefined ? undefined : this.#output(output) };
  }

  #data(data: unknown): TemplateRequest["data"] {
    const src = at(ROOT, "data");
    if (data === undefined) return [];
    if (!Array.isArray(data)) {
      this.#shape("shape-type", src, must("an array", formatFound(data)));
      return [];
    }
    for (const problem of countProblems(data.length, this.limits)) this.problems.push(problem);
    data.slice(0, this.limits.batch_items).forEach((item: unknown, i) => {
      if (!isObject(item)) this.#add("data-item", at(src, i), must("an object", formatFound(item)));
    });
    return data;
  }

  #output(output: unknown): TemplateOutput {
    const src = at(ROOT, "output");
    if (!isObject(output)) {
      this.#shape("shape-type", src, must("an object", formatFound(output)));
      return {};
    }
    for (const key of Object.keys(output))
      if (!OUTPUT.includes(key))
        this.#shape("shape-unknown", at(src, key), unknownField(OUTPUT, meantField(key, { fields: OUTPUT, inside: () => [], around: [] })));
    for (const key of ["mode", "file_name"]) {
      const value = memberOf(output, key);
      if (value !== undefined && typeof value !== "string") this.#shape("shape-type", at(src, key), must("a string", formatFound(value)));
    }
    const { mode } = output;
    if (typeof mode === "string" && mode !== "binary" && mode !== "file")
      this.#add("output-mode", at(src, "mode"), must(['"binary"', '"file"'], formatFound(mode)));
    return output;
  }

  #shape(rule: string, src: Src, reason: string | Reason): void {
    this.problems.push(problemOf("API-001", rule, src, reason));
  }

  #add(rule: string, src: Src, reason: string | Reason): void {
    this.problems.push(problemOf("API-002", rule, src, reason));
  }
}

export function countProblems(count: number, limits: Limits): readonly Problem[] {
  const src = at(ROOT, "data");
  if (count === 0) return [{ code: "API-002", rule: "data-empty", src, reason: "at least one data item is needed, found none" }];
  const most = limits.batch_items;
  if (count <= most) return [];
  const reason = `the data item count exceeds the maximum of ${most}: must be ${atMost(limits, "batch_items")}; found ${count}`;
  return [problemOf("API-002", "data-count", src, reason)];
}
