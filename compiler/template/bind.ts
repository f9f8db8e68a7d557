import { fieldIn } from "./record.js";
import { isList, isObject, asList } from "../../base/json.js";
import { at, type Src } from "../core/src.js";
import type { LocaleSource } from "../core/world.js";
import { Numbers } from "../locale/numbers.js";
import { asMarkdownText } from "../markdown/values.js";
import { flattened, joinParts, type BoundPart, type Pieces } from "./braces.js";
import type { BindBudget } from "./budget.js";
import { ExpressionFault, isRecordList, jsonOf, textOf, type Bound, type BoundOrNull, type Expression } from "./expression.js";
import type { ListNode, ObjectNode, Plan, PlanNode, RowsNode, TextNode } from "./plan.js";
import type { Value, Values } from "./record.js";
import { braced } from "./text.js";

/** Sources by part. With a trace all parts stay, values that fail are blank, for checks of shape. */
export type Trace = Map<object, Src>;

/** Sources of the objects and lists of a request, in the template. */
export type Places = Map<object, Src>;

export class BindFault extends Error {
  constructor(
    readonly src: Src,
    reason: string,
  ) {
    super(reason);
  }
}

/**
 * Values replace parsed parts: they cannot leave strings, numbers and arrays.
 * @throws BindFault, BudgetFault
 */
export function bindPlan(
  { root }: Plan,
  values: Values,
  {
    budget,
    locales,
    trace,
    places = trace,
    isTried = trace !== undefined,
  }: {
    readonly budget: BindBudget;
    readonly locales: LocaleSource;
    readonly trace?: Trace;
    readonly places?: Places | undefined;
    /** values that fail are blank */
    readonly isTried?: boolean;
  },
): Record<string, unknown> {
  const binder = new Binder(budget, trace, places, isTried);
  budget.numbers = new Numbers(locales, undefined);
  const locale = binder.localeOf(root, values);
  if (typeof locale === "string") budget.numbers = new Numbers(locales, locale);
  const bound = binder.object(root, values) as Record<string, unknown>;
  return binder.broken ? (flattened(bound) as Record<string, unknown>) : bound;
}

const DROPPED = Symbol("dropped");

class Binder {
  broken = false;

  constructor(
    readonly budget: BindBudget,
    readonly trace: Trace | undefined,
    readonly places: Places | undefined,
    readonly isTried: boolean,
  ) {}

  /** `settings.locale`, which expressions of other places take. */
  localeOf(root: ObjectNode, scope: Values): unknown {
    const node = entryOf(entryOf(root, "settings"), "locale");
    return node && this.#node(node, scope);
  }

  #node(node: PlanNode, scope: Values): unknown {
    this.budget.node();
    switch (node.kind) {
      case "literal":
        if (typeof node.value === "object" && node.value !== null) this.#from(node.value, node.src);
        return this.#literal(node.value);
      case "value":
        return this.#whole(
          node.nullable ? this.#valueOrNull(node.expression, scope, node.src) : this.#evaluate(node.expression, scope, node.src),
        );
      case "text":
        return this.#text(node, scope);
      case "variable": {
        if (!this.#isPresent(node.when, scope, node.src)) return DROPPED;
        const text = textOf(this.#evaluate(node.expression, scope, at(node.src, "name")));
        this.budget.characters(text.length);
        return this.#from({ type: "text", text, ...(node.style && { style: this.#node(node.style, scope) }) }, node.src);
      }
      case "list":
        return this.#from(this.#list(node, scope), node.src);
      case "object":
        return this.object(node, scope);
    }
  }

  /** Repeated literals count again. */
  #literal(value: unknown): unknown {
    if (typeof value === "string") this.budget.characters(value.length);
    else if (typeof value === "object" && value !== null) {
      for (const item of Object.values(value)) {
        this.budget.node();
        this.#literal(item);
      }
    }
    return value;
  }

  #whole(value: BoundOrNull): unknown {
    if (typeof value === "string") {
      this.budget.characters(value.length);
      return this.#joined([{ text: value, own: false }]);
    }
    if (typeof value !== "object" || value === null) return value;
    return value.map((item) => {
      this.budget.node();
      return this.#whole(item);
    });
  }

  #text({ parts, src }: TextNode, scope: Values): string | Pieces {
    const bound = parts.map((part): BoundPart => {
      const own = typeof part === "string";
      const text = own ? part : textOf(this.#evaluate(part, scope, src));
      this.budget.characters(text.length);
      return { text, own };
    });
    return this.#joined(bound);
  }

  /** A whole value is Markdown; inside a longer source it is text (L33). */
  #markdown(node: PlanNode, scope: Values): unknown {
    if (node.kind === "value") {
      const value = this.#evaluate(node.expression, scope, node.src);
      const text = typeof value === "string" ? value : textOf(value);
      this.budget.characters(text.length);
      return text;
    }
    if (node.kind !== "text") return this.#node(node, scope);
    return node.parts
      .map((part) => {
        const text = typeof part === "string" ? part : asMarkdownText(textOf(this.#evaluate(part, scope, node.src)));
        this.budget.characters(text.length);
        return text;
      })
      .join("");
  }

  #joined(parts: readonly BoundPart[]): string | Pieces {
    const made = joinParts(parts);
    if (typeof made !== "string") this.broken = true;
    return made;
  }

  #list({ items, each, src }: ListNode, scope: Values): readonly unknown[] {
    if (!each) return items.map((item) => this.#node(item, scope)).filter(isPresent);
    const [item] = items;
    const here = at(src, 0, "_each");
    return this.#elements(each, scope, here)
      .map((element, i) => this.#node(item!, inside(scope, element, i)))
      .filter(isPresent);
  }

  object({ entries, when, rows, src }: ObjectNode, scope: Values): unknown {
    if (!this.#isPresent(when, scope, src)) return DROPPED;
    const out: Record<string, unknown> = {};
    const markdown = entries.some(([key, node]) => key === "type" && node.kind === "literal" && node.value === "markdown");
    for (const [key, node] of entries) {
      const value = markdown && key === "source" ? this.#markdown(node, scope) : this.#node(node, scope);
      if (value !== DROPPED) out[key] = value;
    }
    if (rows) out["rows"] = this.#rows(rows, out[rows.keysOf], scope, at(src, "rows"));
    return this.#from(out, src);
  }

  /** Keys are those of columns that remain after conditions. */
  #rows({ list, keysOf }: RowsNode, columns: unknown, scope: Values, src: Src): readonly unknown[] {
    const keys = asList(columns)
      .filter(isObject)
      .map(({ key, type, nullable }) => {
        const blank = keysOf === "fields" && nullable === true && type !== "string" ? null : "";
        return { key: String(key), steps: String(key).split("."), blank };
      });
    return this.#elements(list, scope, src).map((element) => {
      this.budget.node();
      const row: Record<string, unknown> = {};
      for (const { key, steps, blank } of keys) {
        this.budget.node();
        const value = steps.reduce(fieldIn, element);
        const bound = typeof value !== "object" ? value : isRecordList(value) ? jsonOf(value, this.budget) : textOf(value);
        row[key] = bound === "" ? blank : this.#whole(bound);
      }
      return this.#from(row, src);
    });
  }

  #isPresent(when: Expression | null, scope: Values, src: Src): boolean {
    if (!when || this.trace) return true;
    return this.#tried(when, at(src, "_if"), () => isTrue(when.value(scope, this.budget)), true);
  }

  #elements(list: Expression, scope: Values, src: Src): readonly Value[] {
    return this.#tried(list, src, () => list.value(scope, this.budget) as readonly Value[], []);
  }

  #evaluate(expression: Expression, scope: Values, src: Src): Bound {
    return this.#tried(expression, src, () => expression.evaluate(scope, this.budget), "");
  }

  #valueOrNull(expression: Expression, scope: Values, src: Src): BoundOrNull {
    return this.#tried(expression, src, () => expression.orNull(scope, this.budget), null);
  }

  #tried<T>({ text }: Expression, src: Src, evaluate: () => T, instead: T): T {
    try {
      return evaluate();
    } catch (e) {
      if (e instanceof ExpressionFault && this.isTried) return instead;
      if (e instanceof ExpressionFault) throw new BindFault(src, `${braced(text)} ${e.message}`);
      throw e;
    }
  }

  #from<T extends object>(made: T, src: Src): T {
    this.places?.set(made, src);
    return made;
  }
}

/** A field of an object of the template; null if it has none. */
function entryOf(node: PlanNode | null, key: string): PlanNode | null {
  if (node?.kind === "object") return node.entries.find(([name]) => name === key)?.[1] ?? null;
  if (node?.kind !== "literal" || !isObject(node.value) || !Object.hasOwn(node.value, key)) return null;
  return { kind: "literal", value: node.value[key], src: at(node.src, key) };
}

const isPresent = (value: unknown): boolean => value !== DROPPED;

/** Empty, false, 0 and absent values are false (decisions §4). */
const isTrue = (value: unknown): boolean => (isList(value) ? value.length > 0 : Boolean(value));

/** Fields of the element shadow outer ones. */
function inside(scope: Values, element: Value, index: number): Values {
  const out: Record<string, Value> = Object.create(scope);
  if (typeof element === "object" && !isList(element)) Object.assign(out, element);
  out["_item"] = element;
  out["_index"] = index + 1;
  return out;
}
