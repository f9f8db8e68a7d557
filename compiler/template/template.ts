import { isObject } from "../../base/json.js";
import type { Problem } from "../core/fail.js";
import { at, inItem, ROOT } from "../core/src.js";
import type { LocaleSource, World } from "../core/world.js";
import { decodeProblem, readJson } from "../request/decode.js";
import type { DocumentRequest } from "../request/types/document.js";
import { bindPlan, BindFault, type Places } from "./bind.js";
import { BindBudget, BudgetFault } from "./budget.js";
import { Findings } from "./findings.js";
import { lint } from "./lint.js";
import { parsePlan } from "./parse.js";
import type { Plan } from "./plan.js";
import { readRecord } from "./record.js";
import { countProblems, type TemplateOutput } from "./request.js";

export type { Places } from "./bind.js";
export { decodeTemplateRequest, type TemplateOutput, type TemplateRequest } from "./request.js";

export interface Template {
  readonly plan: Plan;
}

/** Result of `platen templates lint`. Errors prevent publication, warnings do not. Sources are paths of the template. */
export interface LintResult {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

type Problems = { readonly problems: readonly Problem[] };

/**
 * `{schema: {fields}, …DocumentRequest with bindings}`, as bytes of JSON or a program's value (decisions §4).
 * @returns problems of the schema and the bindings; `lintTemplate` finds more
 */
export function parseTemplate(source: unknown): { readonly template: Template } | Problems {
  const read = readSource(source);
  if ("problems" in read) return read;
  const findings = new Findings();
  const { plan } = parsePlan(read.value, findings);
  return findings.errors.length > 0 ? { problems: findings.errors } : { template: { plan } };
}

/** Problems found without a record: names, types, places of directives, shape of the document. Their suggestions are not tried. */
export function lintTemplate(source: unknown, world: Pick<World, "locales" | "limits">): LintResult {
  const read = readSource(source);
  if ("problems" in read) return { errors: read.problems, warnings: [] };
  const findings = new Findings();
  lint(read.value, findings, world);
  return findings;
}

/**
 * Decoded and checked as any other request. Record values cannot leave their strings, numbers and arrays.
 * @param index of the record in the request's data, for messages: `data[1].customer.name: …`
 */
export function bindTemplate(
  { plan }: Template,
  record: unknown,
  index = 0,
  locales: LocaleSource,
  places?: Places,
): { readonly request: DocumentRequest } | Problems {
  const src = at(ROOT, "data", index);
  const read = readRecord(record, plan.shape, src);
  if ("problems" in read) return read;
  try {
    return { request: bindPlan(plan, read.values, { budget: new BindBudget(), locales, places }) as DocumentRequest };
  } catch (e) {
    if (e instanceof BindFault) return { problems: [{ code: "API-002", rule: "binding", src: inItem(e.src, index), reason: e.message }] };
    if (e instanceof BudgetFault) return { problems: [{ code: "API-002", rule: "binding-bound", src, reason: e.message }] };
    throw e;
  }
}

/** Returns the problems of all records. `output` replaces fields of the template's; `places` receives those of all requests. */
export function bindBatch(
  template: Template,
  data: readonly unknown[],
  { locales, limits }: Pick<World, "locales" | "limits">,
  output?: TemplateOutput,
  places?: Places,
): { readonly requests: readonly DocumentRequest[] } | Problems {
  const counted = countProblems(data.length, limits);
  if (counted.length > 0) return { problems: counted };
  const requests: DocumentRequest[] = [];
  const problems: Problem[] = [];
  for (const [i, record] of data.entries()) {
    const bound = bindTemplate(template, record, i, locales, places);
    if ("problems" in bound) for (const problem of bound.problems) problems.push(problem);
    else requests.push(output ? withOutput(bound.request, output) : bound.request);
  }
  return problems.length > 0 ? { problems } : { requests };
}

function withOutput(request: DocumentRequest, output: TemplateOutput): DocumentRequest {
  const { settings } = request;
  // decoding refuses settings of another type
  if (settings !== undefined && (typeof settings !== "object" || settings === null)) return request;
  return { ...request, settings: { ...settings, output: { ...settings?.output, ...output } } };
}

function readSource(source: unknown): { readonly value: Readonly<Record<string, unknown>> } | Problems {
  const read = readJson(source);
  if ("problems" in read) return { problems: read.problems.map(decodeProblem) };
  if (isObject(read.value)) return { value: read.value };
  return { problems: [{ code: "API-001", rule: "shape-type", src: ROOT, reason: "a template is an object" }] };
}
