// Bounds of time and size are known in advance.
import { Environment } from "@marcbachmann/cel-js";
import { formatFound } from "../core/fail.js";
import { shortestDecimal } from "../core/decimal.js";
import { analyse, wayOut, type Analysis, type CelNode, type FormatCall, type Remark } from "./analysis.js";
import { BudgetFault, type BindBudget } from "./budget.js";
import { registerDecimals, useDecimals } from "./decimal-operators.js";
import { date, FunctionFault, money, number, sum, tidy, withNumbers } from "./functions.js";
import { below, unknown, type Meaning, type Names } from "./names.js";
import type { Value, Values } from "./record.js";
import type { ValueShape } from "./schema.js";

/** Result of a binding: JSON without objects. */
export type Bound = string | number | boolean | readonly Bound[];

export interface Expression {
  readonly text: string;
  /** meaning of a name; undefined for other expressions */
  readonly meaning?: Meaning;
  readonly reads: readonly ValueShape[];
  /** advice; some records may still be evaluated */
  readonly remarks: readonly Remark[];
  readonly formats: readonly FormatCall[];
  /** present if the condition is true */
  readonly tests: readonly ValueShape[];
  /** @throws ExpressionFault, BudgetFault */
  evaluate(scope: Values, budget: BindBudget): Bound;
  /** value of a name, including lists and their elements. @throws ExpressionFault, BudgetFault */
  value(scope: Values, budget: BindBudget): unknown;
}

export class ExpressionFault extends Error {}

const MAX_LENGTH = 1000;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;

export function parseExpression(source: string, names: Names): { readonly expression: Expression } | { readonly reason: string } {
  const text = source.trim();
  if (text === "") return { reason: "the braces are empty: put a path such as customer.name there" };
  if (text.length > MAX_LENGTH) return { reason: `an expression must be of at most ${MAX_LENGTH} characters; found ${text.length}` };
  if (NAME.test(text) && !/^(true|false|null)$/.test(text)) return nameExpression(text, names);
  return celExpression(text, names);
}

function nameExpression(text: string, names: Names): ReturnType<typeof parseExpression> {
  const [first = "", ...rest] = text.split(".");
  let meaning = names.first(first);
  if (meaning === undefined) return { reason: unknown(first, "", names.all()) };
  let name = first;
  for (const step of rest) {
    const next = below(meaning, step, name);
    if ("reason" in next) return next;
    meaning = next.meaning;
    name += `.${step}`;
  }
  if (typeof meaning === "object" && meaning.kind === "object") return { reason: `${text} is a group of fields and has no value` };
  const value = (scope: Values): Value => rest.reduce<Value>((found, step) => (found as Values)[step]!, scope[first]!);
  const reads = typeof meaning === "object" ? [meaning] : [];
  const evaluate = (scope: Values, budget: BindBudget): Bound => asBound(value(scope), false, budget);
  return { expression: { text, meaning, reads, remarks: [], formats: [], tests: reads, value, evaluate } };
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

function celExpression(text: string, names: Names): ReturnType<typeof parseExpression> {
  let run: (context: Values) => unknown;
  let analysis: Analysis;
  try {
    const parsed = environment.parse(text);
    run = parsed as unknown as (context: Values) => unknown;
    const found = analyse(parsed.ast as unknown as CelNode, names, (name) => environment.hasVariable(name));
    if ("reason" in found) return found;
    analysis = found.analysis;
    useDecimals(parsed.ast as unknown as CelNode);
  } catch (e) {
    return { reason: reasonOf(e) };
  }
  const value = (scope: Values, budget: BindBudget): unknown => {
    const { steps, handled } = workOf(analysis, scope, budget);
    budget.work(steps, handled);
    try {
      return withNumbers(budget.numbers, () => run(scope));
    } catch (e) {
      if (e instanceof BudgetFault) throw e;
      const reason = reasonOf(e);
      throw new ExpressionFault((OF_TYPES.test(reason) ? absentIn(analysis, scope) : null) ?? reason);
    }
  };
  const { reads, remarks, formats, tests, divides } = analysis;
  const evaluate = (scope: Values, budget: BindBudget): Bound => asBound(value(scope, budget), divides, budget);
  return { expression: { text, reads, remarks, formats, tests, value, evaluate } };
}

const OF_TYPES = /no such overload|no matching overload|must be boolean|requires boolean|cannot convert/;

/** Null: all required fields are present. */
function absentIn({ needs }: Analysis, scope: Values): string | null {
  const absent = needs.filter(({ path }) => {
    const value = path.reduce<unknown>((of, step) => (typeof of === "object" && of !== null ? (of as Values)[step] : undefined), scope);
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
  for (const step of list) found = typeof found === "object" && found !== null ? (found as Values)[step] : undefined;
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

/** Printed list of objects: JSON (decisions §4). */
export const printedRecords = (expression: Expression): Expression => ({
  ...expression,
  evaluate: (scope, budget) => jsonOf(expression.value(scope, budget), budget),
});

/** Without absent fields. */
export function jsonOf(value: unknown, budget: BindBudget): string {
  return JSON.stringify(value, function (this: unknown, _, item: unknown) {
    budget.node();
    return item === "" && !Array.isArray(this) ? undefined : item;
  });
}

export const isRecordList = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null && !Array.isArray(item));

/** Shortest decimals, lists with commas (decisions §1, Numbers). */
export function textOf(value: Bound): string {
  if (typeof value === "number") return shortestDecimal(value);
  return typeof value === "object" ? value.map(textOf).join(", ") : String(value);
}

/** With templates' type names, without the source. */
function reasonOf(e: unknown): string {
  if (e instanceof FunctionFault) return e.message;
  const line = e instanceof Error ? (e.message.split("\n")[0] ?? "") : formatFound(e);
  return line
    .replace(/dyn<([^<>]*)>/g, "$1")
    .replace(/\b(int|double)\b/g, "number")
    .replace(/\bbool\b/g, "boolean");
}
