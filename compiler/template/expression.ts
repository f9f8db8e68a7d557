// Bounds of time and size are known in advance.
import { memberOf } from "../../base/lookup.js";
import { isObject, isList } from "../../base/json.js";
import { Environment } from "@marcbachmann/cel-js";
import { shortestDecimal } from "../core/decimal.js";
import { analyse, wayOut, type Analysis, type FormatCall, type Remark } from "./analysis.js";
import { BudgetFault, type BindBudget } from "./budget.js";
import { registerDecimals, useDecimals } from "./decimal-operators.js";
import { date, money, number, sum, tidy, withNumbers } from "./functions.js";
import { filtered, withSigns } from "./habits.js";
import { below, pageVariable, unknown, type Meaning, type Names } from "./names.js";
import { fieldIn, type Value, type Values } from "./record.js";
import type { ValueShape } from "./schema.js";
import { edited, type Edit, type Mistake, type CelNode } from "./source.js";
import type { Kind } from "./signatures.js";
import { typesOf } from "./types.js";
import { isOfTypes, reasonOf } from "./words.js";

/** Result of a binding: JSON without objects. */
export type Bound = string | number | boolean | readonly Bound[];

/** Value as in `Bound`, for places that take null. */
export type BoundOrNull = Bound | null | readonly BoundOrNull[];

export interface Expression {
  readonly text: string;
  /** meaning of a name; undefined for other expressions */
  readonly meaning?: Meaning;
  readonly reads: readonly ValueShape[];
  /** advice; some records may still be evaluated */
  readonly remarks: readonly ExpressionRemark[];
  readonly kind: Kind;
  /** a list of values without text, such as groups */
  readonly isGroups: boolean;
  readonly formats: readonly FormatCall[];
  /** present if the condition is true */
  readonly tests: readonly ValueShape[];
  /** @throws ExpressionFault, BudgetFault */
  evaluate(scope: Values, budget: BindBudget): Bound;
  /** null stays, also in lists, and absent numbers are null. @throws as `evaluate` */
  orNull(scope: Values, budget: BindBudget): BoundOrNull;
  /** value of a name, including lists and their elements. @throws ExpressionFault, BudgetFault */
  value(scope: Values, budget: BindBudget): unknown;
}

export class ExpressionFault extends Error {}

const MAX_LENGTH = 1000;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;

/** Advice, and the binding that was meant. */
interface ExpressionRemark extends Remark {
  readonly meant?: string | undefined;
}

/** Reason for which a source is not an expression, and the binding or variable that was meant. */
interface ExpressionMistake {
  readonly reason: string;
  readonly meant?: string | undefined;
}

/** Parses the source between the braces. What was meant is tried: it has no error that the source does not have. */
export function parseExpression(source: string, names: Names): { readonly expression: Expression } | ExpressionMistake {
  const text = source.trim();
  const tried = attempt(text, names);
  if ("reason" in tried) {
    const variable = NAME.test(text) ? pageVariable(text) : undefined;
    if (variable !== undefined) return { reason: tried.reason, meant: variable };
    const meant = tried.edit && soundAfter(text, tried.edit, names);
    return meant === undefined ? { reason: tried.reason } : { reason: tried.fault ?? tried.reason, meant: `{{${meant}}}` };
  }
  const { expression, edits } = tried;
  if (edits.size === 0) return { expression };
  const remarks = expression.remarks.map((remark): ExpressionRemark => {
    const meant = withoutFault(text, remark.reason, edits, names);
    return meant === undefined ? remark : { ...remark, meant: `{{${meant}}}` };
  });
  return { expression: { ...expression, remarks } };
}

type Attempt = { readonly expression: Expression; readonly edits: ReadonlyMap<string, readonly Edit[]> } | Mistake;

function attempt(text: string, names: Names): Attempt {
  if (text === "") return { reason: "the braces are empty: put a path such as customer.name there" };
  if (text.length > MAX_LENGTH) return { reason: `an expression must be of at most ${MAX_LENGTH} characters; found ${text.length}` };
  if (NAME.test(text) && !/^(true|false|null)$/.test(text)) return nameExpression(text, names);
  return celExpression(text, names);
}

const MOST_EDITS = 8;

const faultsOf = ({ remarks }: Expression): readonly string[] => remarks.filter(({ error }) => error).map(({ reason }) => reason);

/** The text after an edit and those of the mistakes that it shows; undefined if an error remains. */
function soundAfter(text: string, edit: Edit, names: Names): string | undefined {
  let current = edited(text, edit);
  for (let i = 0; i < MOST_EDITS; i++) {
    const tried = attempt(current, names);
    const faults = "expression" in tried ? faultsOf(tried.expression) : null;
    if (faults?.length === 0) return "expression" in tried && tried.expression.kind !== "group" ? current : undefined;
    const edits = "edits" in tried ? (faults ?? []).map((fault) => tried.edits.get(fault)![0]) : [tried.edit];
    if (!edits[0]) return undefined;
    current = edited(current, edits[0]);
  }
  return undefined;
}

/** The text without one of its faults; undefined if another one comes. */
function withoutFault(text: string, reason: string, edits: ReadonlyMap<string, readonly Edit[]>, names: Names): string | undefined {
  const own = [...(edits.get(reason) ?? [])].sort((a, b) => b.start - a.start);
  if (own.length === 0) return undefined;
  const meant = own.reduce(edited, text);
  const tried = attempt(meant, names);
  if ("reason" in tried) return undefined;
  const left = faultsOf(tried.expression);
  return left.every((fault) => fault !== reason && edits.has(fault)) ? meant : undefined;
}

function nameExpression(text: string, names: Names): Attempt {
  const [first = "", ...rest] = text.split(".");
  const mistake = (reason: string, by: string | undefined): Mistake => ({
    reason,
    edit: by === undefined ? undefined : { start: 0, end: text.length, by },
  });
  let meaning = names.first(first);
  if (meaning === undefined) {
    const { reason, meant } = unknown(first, "", names.all(), names.paths());
    const item = text === "this" && names.around ? "_item" : withSigns(text);
    return mistake(reason, item ?? (meant === undefined ? undefined : [meant, ...rest].join(".")));
  }
  let name = first;
  for (const [i, step] of rest.entries()) {
    const next = below(meaning, step, name);
    if ("reason" in next) {
      const { reason, meant } = next;
      const by = meant === undefined ? undefined : [name, meant, ...rest.slice(i + 1)].join(".");
      return mistake(reason, reason.endsWith(`size(${name})`) && i === rest.length - 1 ? `size(${name})` : by);
    }
    meaning = next.meaning;
    name += `.${step}`;
  }
  if (typeof meaning === "object" && meaning.kind === "object") return { reason: `${text} is a group of fields and has no value` };
  const value = (scope: Values): Value => rest.reduce(fieldIn, scope[first]!);
  const reads = typeof meaning === "object" ? [meaning] : [];
  const evaluate = (scope: Values, budget: BindBudget): Bound => asBound(value(scope), false, budget);
  const type = typeof meaning === "object" ? meaning.type : meaning === "number" ? "number" : "any";
  const orNull = (scope: Values, budget: BindBudget): BoundOrNull => asBoundOrNull(value(scope), false, type === "number", budget);
  const kind = type === "array" ? "list" : type;
  const expression = { text, meaning, kind, reads, remarks: [], formats: [], tests: reads, value, evaluate, orNull } as const;
  // lists of groups are told by their names
  return { expression: { ...expression, isGroups: false }, edits: new Map() };
}

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 200, maxDepth: 24, maxListElements: 64, maxMapEntries: 16, maxCallArguments: 8 },
});

registerDecimals(environment);
environment.registerFunction("sum(list): double", sum);
environment.registerFunction("number(dyn, dyn): string", (value: unknown, decimals: unknown) => number(value, decimals));
environment.registerFunction("number(dyn, dyn, dyn): string", (value: unknown, decimals: unknown, grouping: unknown) =>
  number(value, decimals, grouping),
);
environment.registerFunction("number(dyn, dyn, dyn, dyn): string", number);
environment.registerFunction("money(dyn, dyn): string", (value: unknown, currency: unknown) => money(value, currency));
environment.registerFunction("money(dyn, dyn, dyn): string", money);
environment.registerFunction("date(dyn, dyn): string", (value: unknown, format: unknown) => date(value, format));
environment.registerFunction("date(dyn, dyn, dyn): string", date);

function celExpression(text: string, names: Names): Attempt {
  let run: (context: Values) => unknown;
  let analysis: Analysis;
  let ast: CelNode;
  try {
    const parsed = environment.parse(text);
    run = parsed as unknown as (context: Values) => unknown;
    ast = parsed.ast;
    const found = analyse(ast, names, (name) => environment.hasVariable(name));
    if ("reason" in found) return found;
    analysis = found.analysis;
    useDecimals(ast);
  } catch (e) {
    return mistakeOf(text, e);
  }
  const value = (scope: Values, budget: BindBudget): unknown => {
    const { steps, handled } = workOf(analysis, scope, budget);
    budget.work(steps, handled);
    try {
      return withNumbers(budget.numbers, () => run(scope));
    } catch (e) {
      if (e instanceof BudgetFault) throw e;
      throw new ExpressionFault((isOfTypes(e) ? absentIn(analysis, scope) : null) ?? reasonOf(e));
    }
  };
  const { reads, formats, tests, divides } = analysis;
  const { faults, isNumeric, kind, isGroups } = typesOf(ast, names);
  const remarks = [...[...faults.keys()].map((reason) => ({ error: true, rule: "expression-type", reason })), ...analysis.remarks];
  const evaluate = (scope: Values, budget: BindBudget): Bound => asBound(value(scope, budget), divides, budget);
  const orNull = (scope: Values, budget: BindBudget): BoundOrNull => asBoundOrNull(value(scope, budget), divides, isNumeric, budget);
  return { expression: { text, kind, isGroups, reads, remarks, formats, tests, value, evaluate, orNull }, edits: faults };
}

/** A text that the language does not take. */
function mistakeOf(text: string, e: unknown): Mistake {
  const whole = { start: 0, end: text.length };
  if (text.startsWith("{")) {
    const inside = text.replace(/^\{+\s*|\s*\}+$/g, "");
    return { reason: `a binding has two braces on each side: {{${inside}}}`, edit: { ...whole, by: inside } };
  }
  const filter = filtered(text);
  if (filter) {
    const fault = '"|" is not a part of an expression: functions are called';
    return { reason: `${fault}, as in ${filter.form}`, fault, edit: filter.sure ? { ...whole, by: filter.form } : undefined };
  }
  const signs = withSigns(text);
  return { reason: reasonOf(e), edit: signs === null ? undefined : { ...whole, by: signs } };
}

/** Null: all required fields are present. */
function absentIn({ needs }: Analysis, scope: Values): string | null {
  const absent = needs.filter(({ path }) => {
    const value = path.reduce<unknown>(memberOf, scope);
    return value === "";
  });
  const types = new Map(absent.map(({ path, type }) => [path.join("."), type]));
  const [first] = types;
  return first ? `needs ${[...types.keys()].join(" and ")}, which the record does not have: ${wayOut(...first)}` : null;
}

/** Cost of comparing a character, relative to creating one. */
const LOOKED_AT = 1 / 16;

/** Each part runs once per element of the enclosing lists. */
function workOf(
  { nodes, regions, joins, grows, repeats, searches, compares, roots }: Analysis,
  scope: Values,
  budget: BindBudget,
): { readonly steps: number; readonly handled: number } {
  const sizes = [...roots].map(([name, { only }]) => ({ name, only, ...budget.sizeOf(scope[name]) }));
  const longest = sizes.reduce((most, size) => Math.max(most, size.longest), 0);
  const values = sizes.reduce((n, size) => n + size.values, 1);
  const all = sizes.reduce((n, size) => n + size.characters, 1);
  // comprehensions may concatenate results of others
  const grown = nodes ** regions.filter((region) => region.grown).length;
  const any = Math.max(nodes, longest) * (joins ? grown : 1);
  let [steps, characters] = [0, 0];
  for (const { nodes: own, lists } of regions) {
    const around = lists.map((list) => ({ root: list?.[0], length: list === null || joins ? any : Math.max(1, lengthOf(list, scope)) }));
    const rounds = around.reduce((product, { length }) => product * length, 1);
    const known = around.every(({ root }) => root !== undefined);
    steps += own * rounds;
    characters += own * rounds;
    for (const size of sizes) {
      // read once per round of the other enclosing lists
      const lengths = around.filter(({ root }) => !known || root === size.name).map(({ length }) => length);
      const times = size.only ? (lengths.length > 0 ? rounds / lengths.reduce((a, b) => Math.min(a, b)) : 1) : rounds;
      characters += own * size.characters * times;
    }
  }
  const made = characters * (grows ? Math.max(1, grown / nodes) : LOOKED_AT) * (repeats ? any : 1);
  return { steps: steps * (compares ? values * (joins ? grown : 1) : 1), handled: made + (searches ? (characters * all) / 8 : 0) };
}

function lengthOf(list: readonly string[], scope: Values): number {
  let found: unknown = scope;
  for (const step of list) found = memberOf(found, step);
  return Array.isArray(found) ? found.length : 0;
}

/** Shared lists count again, as they are copied. @throws ExpressionFault if not printable */
function asBound(value: unknown, divided: boolean, budget: BindBudget): Bound {
  budget.node();
  switch (typeof value) {
    case "string":
      return value.toWellFormed();
    case "boolean":
      return value;
    case "bigint":
      return Number(value);
    case "number":
      if (!Number.isFinite(value)) throw new ExpressionFault("does not result in a finite number");
      return divided ? tidy(value) : value;
    default:
      if (value === null) return "";
      if (Array.isArray(value)) return value.map((item: unknown) => asBound(item, divided, budget));
      throw new ExpressionFault("results in an object; only strings, numbers, true, false and lists of them can be printed");
  }
}

/** @param numeric absent values are of numbers */
function asBoundOrNull(value: unknown, divided: boolean, numeric: boolean, budget: BindBudget): BoundOrNull {
  if (value !== null && !(numeric && value === "") && !Array.isArray(value)) return asBound(value, divided, budget);
  budget.node();
  return Array.isArray(value) ? value.map((item: unknown) => asBoundOrNull(item, divided, numeric, budget)) : null;
}

/** Printed list of objects: JSON (decisions §4). */
export const printedRecords = (expression: Expression): Expression => ({
  ...expression,
  evaluate: (scope, budget) => jsonOf(expression.value(scope, budget), budget),
});

/** Writes the JSON of a value, without absent fields. */
export function jsonOf(value: unknown, budget: BindBudget): string {
  return JSON.stringify(value, function (this: unknown, _, item: unknown) {
    budget.node();
    return item === "" && !Array.isArray(this) ? undefined : item;
  });
}

export const isRecordList = (value: unknown): boolean => Array.isArray(value) && value.some((item) => isObject(item));

/** Shortest decimals, lists with commas (decisions §1, Numbers). */
export function textOf(value: Value): string {
  if (typeof value === "number") return shortestDecimal(value);
  if (!isList(value)) return String(value);
  return value.map(textOf).join(", ");
}
