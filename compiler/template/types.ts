// Calls and operators that fail for every complete record, by declared types and constants.
import { formatFound } from "../core/fail.js";
import { shownNode } from "./analysis.js";
import type { CelNode } from "./source.js";
import { asIn } from "./forms.js";
import { unknown, type Meaning, type Names } from "./names.js";
import { FUNCTIONS, isBlank, METHODS, NUMBER, type Argument, type Kind } from "./signatures.js";
import { looser, operandOf, rangeOf, sourceOf, type Edit } from "./source.js";

/** Type that the language knows without a record: it compares no two that differ. */
type Fixed = "string" | "int" | "double" | "boolean" | "list" | "group" | "null";

interface Typed {
  readonly kind: Kind;
  /** of a group, or of the elements of a list */
  readonly of?: Typed | Meaning | undefined;
  /** of a group that the expression makes, if all keys are constants */
  readonly fields?: ReadonlyMap<string, Typed>;
  /** of `any`: those that it can be */
  readonly kinds?: readonly Kind[];
  readonly constant?: unknown;
  readonly fixed?: Fixed | undefined;
}

type Locals = ReadonlyMap<string, Typed>;

const ANY: Typed = { kind: "any" };
const SINGLES: readonly Kind[] = ["string", "number", "boolean"];
/** An element of an array without declared items. */
const SINGLE: Typed = { kind: "any", kinds: SINGLES };
const WORDS: Readonly<Record<Exclude<Kind, "any">, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  list: "a list",
  group: "a group of fields",
  null: "null",
  bytes: "bytes",
};

interface Types {
  /** reasons for which no complete record can be rendered, with edits of what was meant */
  readonly faults: ReadonlyMap<string, readonly Edit[]>;
  readonly kind: Kind;
  /** a list of values without text */
  readonly isGroups: boolean;
  /** the value is a number, or a list of numbers */
  readonly isNumeric: boolean;
}

/** @param ast of an expression whose names are declared */
export function typesOf(ast: CelNode, names: Names): Types {
  const checker = new Checker(names);
  const { kind, of, constant } = checker.typed(ast, new Map());
  const element = innermost({ kind, of }).kind;
  const isObject = typeof constant === "object" && constant !== null;
  return {
    faults: checker.faults,
    kind: isObject ? "group" : kind,
    isNumeric: element === "number",
    isGroups: kind === "list" && (element === "group" || element === "bytes"),
  };
}

/** Type of what the innermost lists have. */
const innermost = (type: Typed): Typed => (type.kind === "list" && type.of !== undefined ? innermost(elementOf(type)) : type);

const PREDICATES: ReadonlySet<string> = new Set(["filter", "all", "exists", "exists_one"]);

class Checker {
  readonly faults = new Map<string, readonly Edit[]>();

  /** the outermost `||` around the node */
  #chain: CelNode | undefined;

  constructor(readonly names: Names) {}

  typed(node: CelNode, locals: Locals): Typed {
    const { op, args } = node;
    switch (op) {
      case "value":
        return constantOf(args);
      case "id":
        return locals.get(args) ?? typeOf(this.names.first(args));
      case ".":
        return this.#field(args, locals);
      case "[]":
        return this.#element(args, locals);
      case "list":
        return this.#list(args, locals);
      case "map":
        return this.#group(args, locals);
      case "call":
        return this.#call(args, locals);
      case "rcall":
        return this.#method(args, locals);
      case "?:":
        return this.#choice(args, locals);
      case "+":
        return this.#sum(args, locals);
      case "-":
      case "*":
      case "/":
      case "%":
      case "-_":
        return this.#arithmetic(op, op === "-_" ? [args] : args, locals);
      case "&&":
      case "||":
        return this.#logic(node, args, locals);
      case "!_":
        return this.#not(node, args, locals);
      case "<":
      case "<=":
      case ">":
      case ">=":
        return this.#comparison(op, args, locals);
      case "in":
        return this.#within(args, locals);
      case "==":
      case "!=":
        return this.#equality(op, args, locals);
      default:
        return ANY;
    }
  }

  #list(items: readonly CelNode[], locals: Locals): Typed {
    return { kind: "list", fixed: "list", of: oneOfTypes(items.map((item) => this.typed(item, locals))) };
  }

  #group(entries: readonly (readonly [CelNode, CelNode])[], locals: Locals): Typed {
    const fields = new Map<string, Typed>();
    let isTyped = true;
    for (const [key, value] of entries) {
      const { constant } = this.typed(key, locals);
      const of = this.typed(value, locals);
      if (typeof constant === "string") fields.set(constant, of);
      else isTyped = false;
    }
    return { kind: "group", fixed: "group", ...(isTyped && { fields }) };
  }

  #field([base, step]: readonly [CelNode, string], locals: Locals): Typed {
    return this.#fieldOf(base, this.typed(base, locals), step);
  }

  /** Declared fields that an expression names are known. */
  #fieldOf(base: CelNode, { kind, of, fields }: Typed, step: string): Typed {
    if (kind !== "group") return ANY;
    const shapes = typeof of === "object" && of.kind === "object" && "fields" in of ? of.fields : undefined;
    const names = fields ?? shapes;
    if (!names) return ANY;
    if (!names.has(step)) this.#fault(unknown(step, nameOf(base), [...names.keys()]).reason);
    return fields?.get(step) ?? typeOf(shapes?.get(step));
  }

  #element([base, index]: readonly [CelNode, CelNode], locals: Locals): Typed {
    const of = this.typed(base, locals);
    const at = this.typed(index, locals);
    if (of.kind === "string") this.#fault(`${this.#told(base, of)} has no elements: a part of it is ${nameOf(base)}.substring(0, 1)`);
    else if (["number", "boolean", "null", "bytes"].includes(of.kind)) this.#fault(`${this.#told(base, of)} has no elements`);
    else if (of.kind === "group" && at.kind !== "string" && at.kind !== "any")
      this.#fault(`a field of a group is named by a string; found ${this.#told(index, at)}`);
    else if (of.kind === "list" && at.kind !== "number" && at.kind !== "any")
      this.#fault(`an element of a list is named by a whole number from 0, as in ${nameOf(base)}[0]; found ${this.#told(index, at)}`);
    else if (isWrong(of, ["list", "group"])) this.#fault(`${nameOf(base)} is a single value and has no elements`);
    if (typeof at.constant === "string") return this.#fieldOf(base, of, at.constant);
    if (base.op === "list" && typeof at.constant === "bigint") return this.#item(base.args, at.constant, locals);
    return of.kind === "list" ? elementOf(of) : oneOfTypes(fieldTypes(of));
  }

  /** The element of a list that the expression makes. */
  #item(items: readonly CelNode[], index: bigint, locals: Locals): Typed {
    const item = items[Number(index)];
    if (item) return this.typed(item, locals);
    this.#fault(`a list of ${items.length} has no element ${index}: the first is 0`);
    return ANY;
  }

  #call([name, args]: readonly [string, readonly CelNode[]], locals: Locals): Typed {
    const [gives, ...takes] = FUNCTIONS.get(name) ?? (["any"] as const);
    const given = args.map((arg) => this.typed(arg, locals));
    if (FUNCTIONS.has(name) && this.#fits(name, takes, args, given)) this.#constants(name, takes, given);
    const [list] = given;
    if (name === "sum" && list?.kind === "list") {
      const { kind } = elementOf(list);
      if (kind !== "number" && kind !== "any" && kind !== "null")
        this.#fault(`sum() adds numbers; found a list of ${kind === "group" ? "groups" : `${kind}s`}${sumOf(args[0]!, elementOf(list))}`);
    }
    return made(gives, WHOLE.has(name));
  }

  #method([name, receiver, args]: readonly [string, CelNode, readonly CelNode[]], locals: Locals): Typed {
    const of = this.typed(receiver, locals);
    const form = METHODS.get(name);
    if (!form) return this.#comprehension(name, of, args, locals);
    const [gives, kinds, ...takes] = form;
    const given = args.map((arg) => this.typed(arg, locals));
    if (isWrong(of, kinds)) this.#fault(`${name}() is of ${oneOf(kinds)}; found ${this.#told(receiver, of)}${asIn(name)}`);
    else if (name === "join" && of.kind === "list" && !["string", "any"].includes(elementOf(of).kind))
      this.#fault("join() is of a list of strings: string(value) makes a string of each, as in lines.map(l, string(l.n)).join()");
    else this.#fits(name, takes, args, given);
    return made(gives, true);
  }

  #comprehension(name: string, of: Typed, [variable, ...bodies]: readonly CelNode[], locals: Locals): Typed {
    const inside = variable?.op === "id" ? new Map(locals).set(variable.args, of.kind === "list" ? elementOf(of) : ANY) : locals;
    const types = bodies.map((body) => this.typed(body, inside));
    const [first] = types;
    if (first && (PREDICATES.has(name) || bodies.length === 2) && isWrong(first, ["boolean"]))
      this.#fault(`${name}() takes a condition; found ${this.#told(bodies[0]!, first)}`);
    if (name === "filter") return { ...of, fixed: "list" };
    return name === "map" ? { kind: "list", of: types.at(-1), fixed: "list" } : BOOLEAN;
  }

  #choice([condition, yes, no]: readonly [CelNode, CelNode, CelNode], locals: Locals): Typed {
    const of = this.typed(condition, locals);
    if (isWrong(of, ["boolean"]))
      this.#fault(
        `a condition is before the question mark; found ${this.#told(condition, of)}: ${conditionOf(condition, of)} ? … : …`,
        conditionEdit(condition, of),
      );
    const [a, b] = [this.typed(yes, locals), this.typed(no, locals)];
    this.#sameType("the two results of a condition are of one type", [yes, no], [a, b]);
    if (typeof of.constant === "boolean") return of.constant ? a : b;
    if (a.kind === "null" || b.kind === "null") return a.kind === "null" ? b : a;
    return oneOfTypes([a, b]);
  }

  /** Both are of types that the language knows. */
  #sameType(rule: string, [left, right]: readonly [CelNode, CelNode], [a, b]: readonly [Typed, Typed]): void {
    if (a.fixed === undefined || b.fixed === undefined || a.fixed === b.fixed) return;
    const isNumbers = a.kind === "number" && b.kind === "number";
    const whole = a.fixed === "int" ? left : right;
    const way = isNumbers ? `: double(${nameOf(whole)}) is not only for whole numbers` : "";
    const edit = isNumbers ? { ...rangeOf(whole), by: `double(${sourceOf(whole)})` } : undefined;
    this.#fault(`${rule}; found ${this.#told(left, a)} and ${this.#told(right, b)}${way}`, edit);
  }

  #equality(op: string, [left, right]: readonly [CelNode, CelNode], locals: Locals): Typed {
    this.#sameType(`${op} compares values of one type`, [left, right], [this.typed(left, locals), this.typed(right, locals)]);
    return BOOLEAN;
  }

  #sum([left, right]: readonly [CelNode, CelNode], locals: Locals): Typed {
    const [a, b] = [this.typed(left, locals), this.typed(right, locals)];
    if (typeof a.constant === "string" && typeof b.constant === "string") return constantOf(a.constant + b.constant);
    if (ADDED.some((kind) => !isWrong(a, [kind]) && !isWrong(b, [kind])) && (a.kind === "any" || b.kind === "any")) return ANY;
    if (a.kind === b.kind && ADDED.includes(a.kind))
      return { kind: a.kind, of: a.of, fixed: a.kind === "number" ? numeric(a, b) : a.fixed && b.fixed };
    const way = [a.kind, b.kind].includes("string") ? ": string(value) makes a string of a number" : "";
    const told = `${this.#told(left, a)} and ${this.#told(right, b)}`;
    const other = a.kind === "string" ? right : left;
    const isJoin = way !== "" && [a, b].some(({ kind }) => kind === "number" || kind === "boolean");
    const edit = isJoin ? { ...rangeOf(other), by: `string(${sourceOf(other)})` } : undefined;
    this.#fault(`+ adds numbers, or joins strings or lists; found ${told}${way}`, edit);
    return isJoin ? { kind: "string" } : ANY;
  }

  #arithmetic(op: string, list: readonly CelNode[], locals: Locals): Typed {
    const types = list.map((part) => this.typed(part, locals));
    const wrong = types.findIndex((type) => isWrong(type, ["number"]));
    if (wrong >= 0) this.#fault(`${op.slice(0, 1)} is for numbers; found ${this.#told(list[wrong]!, types[wrong]!)}`);
    else if ((op === "/" || op === "%") && types[1]!.constant !== undefined && Number(types[1]!.constant) === 0)
      this.#fault("a number is divided by 0");
    return { kind: "number", fixed: numeric(...types) };
  }

  #logic(node: CelNode, [left, right]: readonly [CelNode, CelNode], locals: Locals): Typed {
    const { op } = node;
    const around = this.#chain;
    this.#chain = op === "||" && left.op === "||" ? (around ?? node) : undefined;
    const types = [this.typed(left, locals), this.typed(right, locals)] as const;
    this.#chain = around;
    const wrong = types.findIndex((type) => isWrong(type, ["boolean"]));
    if (wrong < 0) return BOOLEAN;
    const operand = [left, right][wrong]!;
    const isDefault = op === "||" && ["string", "number"].includes(types[0].kind) && types[0].kind === types[1].kind;
    const way = isDefault ? `${nameOf(left)} == "" ? ${shownOperand(right)} : ${nameOf(left)}` : conditionOf(operand, types[wrong]!);
    const edit = isDefault ? defaultEdit(around ?? node) : conditionEdit(operand, types[wrong]!);
    this.#fault(`${op} is between conditions; found ${this.#told(operand, types[wrong]!)}: ${way}`, edit);
    return isDefault ? { ...types[0], fixed: undefined } : BOOLEAN;
  }

  #not(node: CelNode, operand: CelNode, locals: Locals): Typed {
    const of = this.typed(operand, locals);
    if (isWrong(of, ["boolean"])) {
      const way = isPath(operand) || of.kind === "list" ? absenceOf(operand, of) : "";
      const edit = way === "" ? undefined : looser(node, way);
      this.#fault(`! is before a condition; found ${this.#told(operand, of)}${way === "" ? "" : `: ${way}`}`, edit);
    }
    return BOOLEAN;
  }

  #comparison(op: string, [left, right]: readonly [CelNode, CelNode], locals: Locals): Typed {
    const [a, b] = [this.typed(left, locals), this.typed(right, locals)];
    const isOrdered = ({ kind }: Typed): boolean => ["string", "number", "boolean", "any"].includes(kind);
    if (!isOrdered(a) || !isOrdered(b) || (a.kind !== b.kind && a.kind !== "any" && b.kind !== "any"))
      this.#fault(`${op} compares values of one type; found ${this.#told(left, a)} and ${this.#told(right, b)}`);
    return BOOLEAN;
  }

  #within([left, right]: readonly [CelNode, CelNode], locals: Locals): Typed {
    const value = this.typed(left, locals);
    const of = this.typed(right, locals);
    if (isWrong(of, ["list", "group"])) {
      const way = of.kind === "string" ? `: ${nameOf(right)}.contains(…) is for strings` : "";
      this.#fault(`in is between a value and a list; found ${this.#told(right, of)}${way}`);
    }
    const types = right.op === "list" ? right.args.map((item) => this.typed(item, locals)) : [];
    const [first] = types;
    if (first?.fixed && types.every(({ fixed }) => fixed === first.fixed))
      this.#sameType("in compares values of one type", [left, right], [value, first]);
    else if (value.fixed && of.kind === "list" && elementOf(of).fixed)
      this.#sameType("in compares values of one type", [left, right], [value, elementOf(of)]);
    return BOOLEAN;
  }

  /** Number and types of arguments. */
  #fits(name: string, takes: readonly Argument[], args: readonly CelNode[], given: readonly Typed[]): boolean {
    const least = takes.filter(({ optional }) => !optional).length;
    if (args.length < least || args.length > takes.length) {
      const most = takes.length === least ? "" : ` to ${takes.length}`;
      this.#fault(`${name}() takes ${least}${most} ${takes.length === 1 ? "argument" : "arguments"}; found ${args.length}${asIn(name)}`);
      return false;
    }
    const wrong = given.findIndex((type, i) => isWrong(type, takes[i]!.kinds) && !(takes[i] === NUMBER && isBlank(type.constant)));
    if (wrong < 0) return true;
    const { is, kinds } = takes[wrong]!;
    const must = oneOf(kinds.filter((kind) => kind !== "null" && kind !== "bytes"));
    this.#fault(`the ${is} of ${name}() must be ${must}; found ${this.#told(args[wrong]!, given[wrong]!)}${asIn(name)}`);
    return false;
  }

  #constants(name: string, takes: readonly Argument[], given: readonly Typed[]): void {
    for (const [i, { constant }] of given.entries()) {
      const { is, fits } = takes[i]!;
      if (constant === undefined || !fits || fits(constant)) continue;
      const found = typeof constant === "bigint" ? String(constant) : formatFound(constant);
      const must =
        is === "decimals"
          ? "a whole number from 0 to 6"
          : name === "bool"
            ? '"true" or "false"'
            : name === "date"
              ? "a date that exists, such as 2026-03-14"
              : "a number";
      this.#fault(`the ${is} of ${name}() must be ${must}; found ${found}`);
    }
  }

  #told(node: CelNode, { kind, constant }: Typed): string {
    if (typeof constant === "string") return `the string ${formatFound(constant)}`;
    if (constant !== undefined) return String(constant);
    const words = kind === "any" ? "a value" : WORDS[kind];
    return node.op === "id" || node.op === "." ? `${shownNode(node)}, ${words}` : words;
  }

  #fault(reason: string, edit?: Edit): void {
    this.faults.set(reason, [...(this.faults.get(reason) ?? []), ...(edit ? [edit] : [])]);
  }
}

const isWrong = ({ kind, kinds: possible = [kind] }: Typed, kinds: readonly Kind[]): boolean =>
  !possible.some((one) => one === "any" || kinds.includes(one));

/** Kinds of values that + adds or joins. */
const ADDED: readonly Kind[] = ["string", "number", "list", "bytes"];

const oneOf = (kinds: readonly Kind[]): string => kinds.map((kind) => (kind === "any" ? "a value" : WORDS[kind])).join(" or ");

const nameOf = (node: CelNode): string => (node.op === "id" || node.op === "." ? shownNode(node) : "value");

const isPath = ({ op }: CelNode): boolean => op === "id" || op === ".";
const shownOperand = (node: CelNode): string => (isPath(node) || node.op === "value" ? sourceOf(node) : nameOf(node));

/** The first value that is not empty; undefined if one of those before the last is computed. */
function defaultEdit(node: CelNode): Edit | undefined {
  const operands: CelNode[] = [];
  let first = node;
  for (; first.op === "||"; first = first.args[0]) operands.unshift(first.args[1]);
  const names = [first, ...operands.slice(0, -1)];
  if (!names.every(isPath)) return undefined;
  const by = names.reduceRight((other, name) => `${sourceOf(name)} == "" ? ${other} : ${sourceOf(name)}`, operandOf(operands.at(-1)!));
  return looser(node, by);
}

/** Edit of a path that is used as a condition. */
const conditionEdit = (node: CelNode, type: Typed): Edit | undefined =>
  isPath(node) && type.kind !== "group" && type.kind !== "null" ? { ...rangeOf(node), by: conditionOf(node, type) } : undefined;

/** True for an empty value. */
function absenceOf(node: CelNode, { kind }: Typed): string {
  if (kind === "number") return `${nameOf(node)} == 0`;
  return kind === "list" ? `size(${nameOf(node)}) == 0` : kind === "string" ? `${nameOf(node)} == ""` : "";
}

/** A condition of a value that is not one. */
function conditionOf(node: CelNode, { kind }: Typed): string {
  if (kind === "number") return `${nameOf(node)} != 0`;
  return kind === "list" ? `size(${nameOf(node)}) > 0` : `${nameOf(node)} != ""`;
}

const BOOLEAN: Typed = { kind: "boolean", fixed: "boolean" };

/** Functions that give whole numbers. */
const WHOLE: ReadonlySet<string> = new Set(["size", "int"]);

/** Result of a function. @param isWhole of its numbers */
const made = (kind: Kind, isWhole: boolean): Typed => ({
  kind,
  fixed: kind === "number" ? (isWhole ? "int" : "double") : kind === "any" || kind === "bytes" ? undefined : kind,
});

/** Type of a sum or product. */
function numeric(...of: readonly Typed[]): Fixed | undefined {
  if (of.some(({ fixed }) => fixed === undefined)) return undefined;
  return of.every(({ fixed }) => fixed === "int") ? "int" : "double";
}

/** Type of a value that has one of several types. */
function oneOfTypes(types: readonly Typed[]): Typed {
  const [first, ...others] = types;
  if (!first) return ANY;
  const isAll = (has: (type: Typed) => boolean): boolean => types.every(has);
  if (first.kind !== "any" && isAll(({ kind }) => kind === first.kind)) {
    const fixed = isAll((type) => type.fixed === first.fixed) ? first.fixed : undefined;
    if (first.kind === "list") return { kind: "list", fixed, of: oneOfTypes(types.map(elementOf)) };
    return { kind: first.kind, fixed, ...(others.length === 0 && { of: first.of, ...(first.fields && { fields: first.fields }) }) };
  }
  return { kind: "any", kinds: [...new Set(types.flatMap(({ kind, kinds = [kind] }) => kinds))] };
}

/** Types of the fields of a group; none if they are unknown. */
function fieldTypes({ kind, of, fields }: Typed): readonly Typed[] {
  if (kind !== "group") return [];
  if (fields) return [...fields.values()];
  return typeof of === "object" && of.kind === "object" && "fields" in of && of.fields ? [...of.fields.values()].map(typeOf) : [];
}

const constantOf = (constant: unknown): Typed => ({ ...constantType(constant), constant });

function constantType(value: unknown): Typed {
  if (value === null) return { kind: "null", fixed: "null" };
  if (typeof value === "bigint" || typeof value === "number") return made("number", typeof value === "bigint");
  if (typeof value === "string") return made("string", false);
  if (value instanceof Uint8Array) return { kind: "bytes" };
  return typeof value === "boolean" ? BOOLEAN : ANY;
}

function typeOf(meaning: Meaning | undefined): Typed {
  if (meaning === undefined) return ANY;
  if (meaning === "scalar") return SINGLE;
  if (meaning === "number") return { kind: "number" };
  if (meaning.kind === "object") return { kind: "group", of: meaning };
  return meaning.type === "array" ? { kind: "list", of: meaning } : { kind: meaning.type };
}

/** The sum of a number that the groups of a list have. */
function sumOf(list: CelNode, { of }: Typed): string {
  const fields = typeof of === "object" && "fields" in of ? [...of.fields] : [];
  const [name] = fields.find(([, shape]) => shape.kind === "value" && shape.type === "number") ?? [];
  return name === undefined || !isPath(list) ? asIn("sum") : `: sum(${sourceOf(list)}.map(l, l.${name}))`;
}

/** Elements of arrays without declared items are of any type. */
function elementOf({ of }: Typed): Typed {
  if (of === undefined || typeof of === "string") return ANY;
  if (of.kind === "value") return of.items ? { kind: "group", of: of.items } : SINGLE;
  return of.kind === "object" ? { kind: "group", of } : of;
}
