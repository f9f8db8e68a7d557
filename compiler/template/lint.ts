// All problems of a template, found with a record that has every field.
import { bareTable } from "../../base/lookup.js";
import type { Limits } from "../core/limits.js";
import { formatFound } from "../core/fail.js";
import { valueAt } from "../core/patch.js";
import { pathOf, ROOT, stepsOf } from "../core/src.js";
import type { LocaleSource, World } from "../core/world.js";
import { Numbers } from "../locale/numbers.js";
import { decode } from "../request/decode.js";
import { bindPlan, type Trace } from "./bind.js";
import { BindBudget, BudgetFault } from "./budget.js";
import type { Findings } from "./findings.js";
import type { Expression } from "./expression.js";
import { lintFormats } from "./lint-formats.js";
import { parsePlan, type ParsedTemplate } from "./parse.js";
import type { Plan } from "./plan.js";
import type { Value, Values } from "./record.js";
import type { ObjectShape, ValueShape } from "./schema.js";
import { isInsideBound, templateSrc } from "./template-src.js";
import { hasBinding } from "./text.js";

/** Reports the problems of a template (decisions §4). */
export function lint(
  source: Readonly<Record<string, unknown>>,
  findings: Findings,
  { locales, limits }: Pick<World, "locales" | "limits">,
): void {
  const { plan, wholes, used, remarks, formats } = parsePlan(source, findings);
  for (const { error, rule, src, reason } of remarks) {
    if (error) findings.error(rule, src, reason);
    else findings.warn(rule, src, reason);
  }
  lintFormats(formats, source, new Numbers(locales, undefined), findings);
  checkShape({ plan, source, wholes, locales, limits }, findings);
  warnUnused(plan.shape, "", used, findings);
}

function warnUnused({ fields }: ObjectShape, prefix: string, used: ReadonlySet<ValueShape>, findings: Findings): void {
  for (const [name, shape] of fields) {
    if (shape.kind === "object") warnUnused(shape, `${prefix}${name}.`, used, findings);
    else if (!used.has(shape)) findings.warn("field-unused", shape.src, `the template does not use ${prefix}${name}`);
    else if (shape.items) warnUnused(shape.items, `${prefix}${name}.`, used, findings);
  }
}

interface Linted {
  readonly plan: Plan;
  readonly source: unknown;
  readonly wholes: ParsedTemplate["wholes"];
  readonly locales: LocaleSource;
  readonly limits: Limits;
}

/** A complete record makes a request. */
function checkShape({ plan, source, wholes, locales, limits }: Linted, findings: Findings): void {
  const trace: Trace = new Map();
  let bound: unknown;
  try {
    bound = bindPlan(plan, sampleOf(plan.shape), { budget: new BindBudget(), locales, trace });
  } catch (e) {
    if (!(e instanceof BudgetFault)) throw e;
    return findings.error("template-size", ROOT, e.message);
  }
  const decoded = decode(bound, limits, MOST);
  if (!("problems" in decoded)) return;
  const broken = new Set(findings.errors.map(({ src }) => pathOf(src)));
  for (const { rule, path, reason, offset: _, ...parts } of decoded.problems) {
    // an invoice as data is drawn
    if (rule === "pages-and-flow" || (rule === "pages-or-flow" && hasInvoice(bound))) continue;
    const src = templateSrc(bound, path, trace);
    // a value that has an error is absent here
    if (broken.has(pathOf(src))) continue;
    const message = isInsideBound(source, src) ? null : boundReason(valueAt(source, stepsOf(src)), rule, reason, wholes.get(pathOf(src)));
    if (message !== null) findings.error("document-shape", src, message === reason ? { text: reason, ...parts } : message);
  }
}
const MOST = 1000;

/** The request of a bound template has an invoice as data. */
const hasInvoice = (bound: unknown): boolean => isGiven(valueAt(bound, ["settings", "e_invoice", "invoice"]));
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** One per field and array. */
function sampleOf({ fields }: ObjectShape): Values {
  const out = bareTable<Value>();
  for (const [name, shape] of fields) out[name] = shape.kind === "object" ? sampleOf(shape) : sampleValue(shape);
  return out;
}

function sampleValue({ type, items }: ValueShape): Value {
  switch (type) {
    case "string":
      return "text";
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [items ? sampleOf(items) : "text"];
  }
}

/** null: depends on the record */
function boundReason(raw: unknown, rule: string, reason: string, whole: Expression | undefined): string | null {
  if (typeof raw !== "string" || !hasBinding(raw)) return reason;
  if (rule !== "shape-type") return null;
  const expected = /must be (.*?); found /.exec(reason)?.[1] ?? "another type";
  if (!whole) return `must be ${expected}; found ${formatFound(raw)}, which gives a string`;
  const { kind, text } = whole;
  if (kind === "any" || kind === "group" || kind === "bytes" || KINDS[kind].test(expected)) return null;
  return `must be ${expected}; found {{${text}}}, ${SHOWN[kind]}`;
}

/** Descriptions of values, some of which are of the kind. */
const KINDS = { string: /string|text|name/, number: /number/, boolean: /true/, list: /array|list/, null: /null/ } as const;
const SHOWN = { string: "a string", number: "a number", boolean: "a boolean", list: "an array", null: "null" } as const;
