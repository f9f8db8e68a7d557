import { isList, isObject, asList } from "../../base/json.js";
import { formatFound } from "../core/fail.js";
import { valueAt } from "../core/patch.js";
import { at, pathOf, ROOT, stepsOf, type Src } from "../core/src.js";
import { nearest } from "../help/nearest.js";
import { must, type Reason } from "../help/reason.js";
import type { FormatCall } from "./analysis.js";
import { parseExpression, printedRecords, type Expression } from "./expression.js";
import type { Findings } from "./findings.js";
import { blockReason } from "./habits.js";
import { likeBindings } from "./lookalikes.js";
import { Names } from "./names.js";
import type { ObjectNode, Plan, PlanNode, RowsNode } from "./plan.js";
import { defaultProblem } from "./record.js";
import { readSchema, type ObjectShape, type ValueShape } from "./schema.js";
import { takesNull } from "./nullable.js";
import { braced, hasBinding, partsOf } from "./text.js";

export interface ParsedTemplate {
  readonly plan: Plan;
  readonly wholes: ReadonlyMap<string, Expression>;
  readonly used: ReadonlySet<ValueShape>;
  /** published templates render in spite of it */
  readonly remarks: readonly PlacedRemark[];
  readonly formats: readonly PlacedFormatCall[];
}

interface PlacedRemark {
  readonly error: boolean;
  readonly rule: string;
  readonly src: Src;
  readonly reason: Reason;
}

export interface PlacedFormatCall extends FormatCall {
  readonly expression: string;
  readonly src: Src;
}

/** Unusable if findings have errors. */
export function parsePlan(source: Readonly<Record<string, unknown>>, findings: Findings): ParsedTemplate {
  const shape = readSchema(source["schema"], at(ROOT, "schema"), findings);
  checkDefaults(shape, findings);
  const parser = new PlanParser(findings, source);
  const { schema: _schema, ...document } = source;
  const root = parser.object(document, ROOT, new Names(shape), "root");
  return { plan: { shape, root }, wholes: parser.wholes, used: parser.used, remarks: parser.remarks, formats: parser.formats };
}

function checkDefaults({ fields }: ObjectShape, findings: Findings): void {
  for (const field of fields.values()) {
    if (field.kind === "object") {
      checkDefaults(field, findings);
      continue;
    }
    const problem = defaultProblem(field);
    if (problem) findings.error("schema-default", problem.src, problem.reason);
    if (field.items) checkDefaults(field.items, findings);
  }
}

const EACH_ROWS = /^\{\{\s*#each\s+([^{}]*?)\s*\}\}$/;
const BRACED = /^\{\{([^]*)\}\}$/;

type NodePlace = "root" | "field" | "item" | "only-item";

class PlanParser {
  readonly used = new Set<ValueShape>();
  readonly wholes = new Map<string, Expression>();
  readonly remarks: PlacedRemark[] = [];
  readonly formats: PlacedFormatCall[] = [];

  constructor(
    readonly findings: Findings,
    readonly source: unknown,
  ) {}

  #node(value: unknown, src: Src, names: Names): PlanNode {
    if (typeof value === "string") return this.#string(value, src, names, false);
    if (isList(value)) return this.#list(value, src, names);
    if (isObject(value)) return this.#object(value, src, names, "field");
    return { kind: "literal", value, src };
  }

  /** @param printed only text */
  #string(text: string, src: Src, names: Names, printed: boolean): PlanNode {
    for (const reason of likeBindings(text, names)) this.findings.warn("binding-form", src, reason);
    if (!hasBinding(text)) return { kind: "literal", value: text, src };
    const parts = partsOf(text);
    const block = parts ? this.#block(parts, src, names) : null;
    if (!parts) this.findings.error("binding-open", src, `a {{ is not closed in ${formatFound(text)}`);
    if (!parts || block) return { kind: "literal", value: text, src };
    const bound = parts.map((part): string | Expression =>
      part.kind === "literal" ? part.text : this.#expression(part.source, src, names),
    );
    const [only] = bound;
    if (bound.length === 1 && typeof only === "object" && !printed) {
      this.#noRecords(only, src);
      this.wholes.set(pathOf(src), only);
      return { kind: "value", expression: only, nullable: takesNull(this.source, src), src };
    }
    for (const part of bound) if (typeof part === "object") this.#printed(part, src);
    return { kind: "text", parts: bound.map((part) => (typeof part === "object" && recordsOf(part) ? printedRecords(part) : part)), src };
  }

  /** Blocks of other languages are one error for each string. */
  #block(parts: NonNullable<ReturnType<typeof partsOf>>, src: Src, names: Names): boolean {
    const isBoolean = (name: string): boolean => {
      const parsed = parseExpression(name, names);
      return "expression" in parsed && parsed.expression.kind === "boolean";
    };
    for (const part of parts) {
      const reason = part.kind === "binding" ? blockReason(part.source, isBoolean) : null;
      if (reason === null || "expression" in parseExpression(part.kind === "binding" ? part.source : "", names)) continue;
      this.findings.error(reason.startsWith("{{#each") ? "each-rows-place" : "expression", src, reason);
      return true;
    }
    return false;
  }

  #printed(expression: Expression, src: Src): void {
    this.#noGroup(expression, src);
    if (!isArrayOf(expression)) return;
    const items = recordsOf(expression);
    if (items) this.#readAll(items);
    const how = items
      ? "an array of objects, and is printed as JSON: its elements are reached by _each or #each"
      : "an array, and is printed as its values with commas between";
    this.findings.warn("array-as-text", src, `${expression.text} is ${how}`);
  }

  #readAll({ fields }: ObjectShape): void {
    for (const field of fields.values()) {
      if (field.kind === "value") this.used.add(field);
      const below = field.kind === "value" ? field.items : field;
      if (below) this.#readAll(below);
    }
  }

  #noGroup({ text, kind, isGroups, remarks }: Expression, src: Src): void {
    const remark = (error: boolean, reason: string): void =>
      void this.remarks.push({ error, rule: "binding-records", src, reason: { text: `${braced(text)}: ${reason}` } });
    if (kind === "group" && !remarks.some(({ error }) => error))
      remark(true, "it is not a string, a number, true, false or a list of them");
    if (isGroups) remark(true, "it is a list whose elements are no strings, numbers, true or false, so that they have no text");
  }

  #noRecords(expression: Expression, src: Src): void {
    this.#noGroup(expression, src);
    if (recordsOf(expression))
      this.findings.error("binding-records", src, `${expression.text} is an array of objects: its elements are reached by _each or #each`);
  }

  #list(list: readonly unknown[], src: Src, names: Names): PlanNode {
    const [only] = list;
    if (list.length !== 1 || !isObject(only) || !Object.hasOwn(only, "_each")) {
      const items = list.map((item, i) => this.#item(item, at(src, i), names));
      if (items.every((item) => item.kind === "literal")) return { kind: "literal", value: list, src };
      return { kind: "list", items, each: null, src };
    }
    const here = at(src, 0);
    const found = only["_each"];
    const path = typeof found === "string" ? (BRACED.exec(found)?.[1] ?? found) : null;
    const each = path === null ? null : this.#listExpression(path, at(here, "_each"), names);
    if (path === null) this.findings.error("each-type", at(here, "_each"), must("the name of an array", formatFound(found)));
    const inside = each ? names.inside(each.list) : names;
    const item = this.#object(only, here, inside, "only-item");
    return { kind: "list", items: [item], each: each?.expression ?? null, src };
  }

  #item(item: unknown, src: Src, names: Names): PlanNode {
    return isObject(item) ? this.#object(item, src, names, "item") : this.#node(item, src, names);
  }

  #object(value: Readonly<Record<string, unknown>>, src: Src, names: Names, nodePlace: NodePlace): PlanNode {
    const variable = this.#variable(value, src, names, nodePlace);
    if (variable) return variable;
    const node = this.object(value, src, names, nodePlace);
    const plain = !node.when && !node.rows && node.entries.length === Object.keys(value).length;
    return plain && node.entries.every(([, item]) => item.kind === "literal") ? { kind: "literal", value, src } : node;
  }

  object(value: Readonly<Record<string, unknown>>, src: Src, around: Names, nodePlace: NodePlace): ObjectNode {
    const entries: (readonly [string, PlanNode])[] = [];
    const when = this.#directives(value, src, around, nodePlace);
    const names = when ? around.where(when.tests) : around;
    let rows: RowsNode | null = null;
    for (const [key, item] of Object.entries(value)) {
      const here = at(src, key);
      if (key === "_if" || key === "_each") continue;
      if (key.startsWith("_")) this.findings.error("key-reserved", here, "unknown directive; allowed: _if and _each");
      else if (typeof item === "string" && key === "rows" && EACH_ROWS.test(item)) {
        rows = this.#rows(value, EACH_ROWS.exec(item)![1]!, here, names);
        entries.push([key, { kind: "literal", value: [], src: here }]);
      } else {
        const node = typeof item === "string" ? this.#string(item, here, names, isText(value, key)) : this.#node(item, here, names);
        entries.push([key, node]);
      }
    }
    return { kind: "object", entries, when, rows, src };
  }

  #directives(value: Readonly<Record<string, unknown>>, src: Src, names: Names, nodePlace: NodePlace): Expression | null {
    if (Object.hasOwn(value, "_each") && nodePlace !== "only-item")
      this.findings.error("each-place", at(src, "_each"), "_each is only allowed in the only object of an array");
    if (!Object.hasOwn(value, "_if")) return null;
    const here = at(src, "_if");
    const found = value["_if"];
    if (nodePlace === "root") this.findings.error("if-place", here, "_if is not allowed at the root of the document");
    const source = typeof found === "string" ? BRACED.exec(found)?.[1] : undefined;
    const parts = typeof found === "string" ? partsOf(found) : null;
    if (source === undefined || parts?.length !== 1) {
      this.findings.error("if-type", here, must('one binding, as "{{name}}"', formatFound(found)));
      return null;
    }
    return this.#expression(source, here, names);
  }

  /** null for other objects */
  #variable(value: Readonly<Record<string, unknown>>, src: Src, names: Names, nodePlace: NodePlace): PlanNode | null {
    if (value["type"] !== "variable" || value["scope"] !== "binding" || typeof value["name"] !== "string") return null;
    const when = this.#directives(value, src, names, nodePlace);
    for (const key of Object.keys(value))
      if (!["type", "scope", "name", "style", "_if", "_each"].includes(key))
        this.findings.error("variable-field", at(src, key), "unknown field; allowed here: type, name, scope, style");
    const expression = this.#expression(value["name"], at(src, "name"), when ? names.where(when.tests) : names);
    this.#printed(expression, at(src, "name"));
    const style = value["style"] === undefined ? null : this.#node(value["style"], at(src, "style"), names);
    return { kind: "variable", expression: recordsOf(expression) ? printedRecords(expression) : expression, style, when, src };
  }

  #rows(owner: Readonly<Record<string, unknown>>, path: string, src: Src, names: Names): RowsNode | null {
    const each = this.#listExpression(path, src, names);
    const keysOf = isList(owner["columns"]) ? "columns" : isList(owner["fields"]) ? "fields" : null;
    if (!keysOf) {
      this.findings.error(
        "each-rows-place",
        src,
        "{{#each …}} is only allowed as the rows of a table or a dataset, next to columns or fields",
      );
      return null;
    }
    if (!each) return null;
    const errors = this.findings.errors.length;
    asList(owner[keysOf]).forEach((column, i) => {
      const key = isObject(column) ? column["key"] : undefined;
      const here = at(src.up!, keysOf, i, "key");
      if (typeof key !== "string") return;
      const found = hasBinding(key)
        ? { reason: "keys of rows created by #each cannot contain bindings" }
        : parseExpression(`_item.${key}`, names.inside(each.list));
      if ("reason" in found)
        this.findings.error("column-without-item", here, hasBinding(key) ? found.reason : noField(path, key, each.list));
      else {
        for (const field of found.expression.reads) this.used.add(field);
        this.#printed({ ...found.expression, text: key }, here);
      }
    });
    // rows without a column's field cannot be made
    return this.findings.errors.length > errors ? null : { list: each.expression, keysOf };
  }

  #listExpression(source: string, src: Src, names: Names): { readonly expression: Expression; readonly list: ValueShape } | null {
    const expression = this.#expression(source, src, names);
    const { meaning } = expression;
    if (typeof meaning === "object" && meaning.kind === "value" && meaning.type === "array") return { expression, list: meaning };
    if (expression !== BROKEN) this.findings.error("each-type", src, `${source.trim()} is not an array`);
    return null;
  }

  #expression(source: string, src: Src, names: Names): Expression {
    const parsed = parseExpression(source, names);
    if ("expression" in parsed) {
      for (const field of parsed.expression.reads) this.used.add(field);
      for (const { error, rule, reason, meant } of parsed.expression.remarks)
        this.remarks.push({ error, rule, src, reason: this.#reason(source, src, `${braced(source)}: ${reason}`, meant) });
      for (const call of parsed.expression.formats) this.formats.push({ ...call, expression: braced(source), src });
      return parsed.expression;
    }
    const reason = this.#reason(source, src, `${braced(source)}: ${parsed.reason}`, parsed.meant);
    this.findings.error("expression", src, reason.mend ? suggested(reason, parsed.meant!) : reason);
    return BROKEN;
  }

  /** @param meant binding or page variable in place of the source */
  #reason(source: string, src: Src, text: string, meant: string | undefined): Reason {
    const mend = meant === undefined ? null : this.#mend(source, src, meant);
    return mend ? { text, unsuggested: text, suggestion: JSON.stringify(meant), mend } : { text };
  }

  #mend(source: string, src: Src, meant: string): Reason["mend"] | null {
    const steps = stepsOf(src);
    const text = valueAt(this.source, steps);
    if (typeof text !== "string") return null;
    const [, expression] = BRACED.exec(meant) ?? [];
    const three = `{{${source}}}}`;
    const part = source.startsWith("{") && text.includes(three) ? three : `{{${source}}}`;
    if (expression === undefined)
      return text.includes(part) && hasPages(this.source, steps) ? { whole: replaced(text, part, meant) } : null;
    const spaced = source.replace(source.trim(), () => expression);
    // the name of an array has no braces
    return { whole: text.includes(part) ? replaced(text, part, `{{${spaced}}}`) : text.replace(source, () => spaced) };
  }
}

const replaced = (text: string, part: string, by: string): string => text.split(part).join(by);

function noField(list: string, key: string, { items }: ValueShape): Reason {
  const text = `the elements of ${list} have no field ${key}`;
  const meant = items ? nearest(key, [...items.fields.keys()]) : undefined;
  if (meant === undefined) return { text };
  const suggestion = JSON.stringify(meant);
  return suggested({ text, suggestion, mend: { whole: meant } }, suggestion);
}

/** The suggestion is first; if its patch does not hold, its form is advice. */
const suggested = (reason: Reason, meant: string): Reason => ({
  ...reason,
  text: `did you mean ${meant}? ${reason.text}`,
  unsuggested: `${reason.text}: ${meant}`,
});

/** True for text in which `{page}` is the number of the page. */
function hasPages(source: unknown, steps: readonly (string | number)[]): boolean {
  const last = steps.findLast((step) => typeof step === "string");
  if (last === "text" || last === "header" || steps.includes("cells")) return true;
  const owner = valueAt(source, steps.slice(0, -1));
  if (last === "content") return isObject(owner) && (owner["type"] === "text" || !("format" in owner));
  return steps.includes("rows");
}

/** Numbers are printed, without quoted braces. */
const isText = (owner: Readonly<Record<string, unknown>>, key: string): boolean =>
  key === "text" || (key === "content" && owner["type"] === "text");

/** Of expressions with errors: absent for the check of shapes. */
const BROKEN: Expression = {
  text: "",
  kind: "any",
  isGroups: false,
  reads: [],
  remarks: [],
  formats: [],
  tests: [],
  evaluate: () => "",
  orNull: () => null,
  value: () => "",
};

const isArrayOf = ({ meaning }: Expression): boolean => typeof meaning === "object" && meaning.kind === "value" && meaning.type === "array";

/** Fields of an array's objects; null for other values. */
const recordsOf = ({ meaning }: Expression): ValueShape["items"] =>
  typeof meaning === "object" && meaning.kind === "value" && meaning.type === "array" ? meaning.items : null;
