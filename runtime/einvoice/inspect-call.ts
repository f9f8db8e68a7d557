// Body of the inspect route: a file, or one in JSON with its options (IN-36).
import { isList, isObject } from "../../base/json.js";
import { isOneOf } from "../../base/lookup.js";
import { fail, formatFound, RenderError } from "../../compiler/core/fail.js";
import type { Limits } from "../../compiler/core/limits.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { policyOf } from "../../compiler/einvoice/inspect/policy.js";
import { LANGUAGES } from "../../compiler/einvoice/show/labels/table.js";
import { isBase64 } from "../../compiler/einvoice/xml/base64.js";
import { RULE_SETS, type RuleSet } from "../../compiler/einvoice/xml/guideline.js";
import { must, oneOf, unknownField } from "../../compiler/help/reason.js";
import { decodeProblem, readJson } from "../../compiler/request/decode.js";
import { inspect, type InspectOptions } from "./inspect.js";

export interface InspectQuery {
  readonly language?: string | undefined;
  readonly rules?: readonly RuleSet[] | undefined;
  readonly name?: string | undefined;
}

const FIELDS = ["content", "name", "language", "rules", "policy"];

/** Report, or SARIF. @throws RenderError API-001, API-002 for what is sent around the file */
export async function answerInspection(
  {
    body,
    isJson,
    query,
    sarif,
  }: { readonly body: Uint8Array; readonly isJson: boolean; readonly query: InspectQuery; readonly sarif: string | null },
  limits: Limits,
): Promise<object> {
  if (body.length === 0) fail("API-001", "body-empty", ROOT, "the body is empty: a file is required");
  const { file, options } = isJson ? sentInJson(body) : { file: body, options: optionsOf({ ...query }) };
  if (file.length === 0) fail("API-001", "body-empty", at(ROOT, "content"), "the file is empty");
  const report = await inspect(file, options, limits);
  if (sarif === null) return report;
  const { sarifOf } = await import("./sarif.js");
  return sarifOf([report], sarif);
}

function sentInJson(body: Uint8Array): { readonly file: Uint8Array; readonly options: InspectOptions } {
  const read = readJson(body);
  if ("problems" in read) throw new RenderError(decodeProblem(read.problems[0]!));
  const { value } = read;
  if (!isObject(value)) return fail("API-001", "shape-type", ROOT, must('an object with "content"', formatFound(value)));
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of fields.keys()) if (!FIELDS.includes(name)) fail("API-001", "shape-unknown", at(ROOT, name), unknownField(FIELDS, {}));
  const content = fields.get("content");
  if (content === undefined) return fail("API-001", "shape-required", ROOT, "the required field content is missing");
  if (typeof content !== "string") return fail("API-001", "shape-type", at(ROOT, "content"), must("a string", formatFound(content)));
  if (!isBase64(content)) fail("API-001", "base64", at(ROOT, "content"), must("base64", formatFound(content)));
  const { content: _content, ...options } = Object.fromEntries(fields);
  return { file: new Uint8Array(Buffer.from(content, "base64")), options: optionsOf(options) };
}

function optionsOf({ name, language, rules, policy }: Readonly<Record<string, unknown>>): InspectOptions {
  if (name !== undefined && typeof name !== "string")
    return fail("API-001", "shape-type", at(ROOT, "name"), must("a string", formatFound(name)));
  if (language !== undefined && !isOneOf(LANGUAGES, language))
    return fail("API-001", "shape-enum", at(ROOT, "language"), must(oneOf(LANGUAGES.map((l) => JSON.stringify(l))), formatFound(language)));
  const given: unknown = rules ?? [];
  if (!isList(given)) return fail("API-001", "shape-type", at(ROOT, "rules"), must("an array", formatFound(given)));
  const ruleSets = given.map(
    (set, i) =>
      RULE_SETS.find((known) => known === set) ??
      fail("API-001", "shape-enum", at(ROOT, "rules", i), must(oneOf(RULE_SETS.map((s) => JSON.stringify(s))), formatFound(set))),
  );
  return { name, language: language, ruleSets, policy: policyOf(policy, at(ROOT, "policy")) };
}
