import { lookup, memberOf } from "../../base/lookup.js";
import { asList } from "../../base/json.js";
import { FUNCTIONS, habitOf, meantFunction, METHODS, SEARCHES } from "./habits.js";
import { below, unknown, type Meaning, type Names, type Unknown } from "./names.js";
import type { FieldType, ValueShape } from "./schema.js";
import { operandOf, rangeOf, sourceOf, type CelNode, type Edit, type Mistake } from "./source.js";

/** Part of an expression, whose arguments are as its operator has them. */

export interface Analysis {
  readonly nodes: number;
  readonly regions: readonly Region[];
  readonly joins: boolean;
  /** creates strings, or iterates over characters */
  readonly grows: boolean;
  readonly repeats: boolean;
  readonly searches: boolean;
  readonly compares: boolean;
  readonly divides: boolean;
  readonly reads: readonly ValueShape[];
  readonly remarks: readonly Remark[];
  readonly formats: readonly FormatCall[];
  /** present if the condition is true */
  readonly tests: readonly ValueShape[];
  readonly needs: readonly { readonly path: readonly string[]; readonly type: FieldType }[];
  /** names of the scope that it reads; `only`: iterated only */
  readonly roots: ReadonlyMap<string, { only: boolean }>;
}

/** Advice to the author. `error`: prevents publication */
export interface Remark {
  readonly error: boolean;
  readonly rule: string;
  readonly reason: string;
}

/** Writes a number, money or a date. Arguments: null if computed, undefined if absent. */
export interface FormatCall {
  readonly name: "number" | "money" | "date";
  /** currency of money(), format of date() */
  readonly second: string | null;
  readonly locale: string | null | undefined;
}

/** Part of an expression that runs once per element of the enclosing lists. */
interface Region {
  nodes: number;
  grown: boolean;
  /** by name or path; null = created in the expression, or part of an element */
  readonly lists: readonly (readonly string[] | null)[];
}

const MAX_COMPREHENSIONS = 2;
/** Maximum cost of decimal arithmetic, in other nodes. */
const ARITHMETIC = 8;
const COMPREHENSIONS: Readonly<Record<string, readonly number[]>> = { map: [2, 3], filter: [2], all: [2], exists: [2], exists_one: [2] };
type Kind = Meaning | "any";
type Locals = ReadonlyMap<string, Kind>;

class Refused extends Error implements Mistake {
  constructor(
    readonly reason: string,
    readonly edit?: Edit,
    readonly fault?: string,
  ) {
    super(reason);
  }
}

/** Unknown constructs are refused, so that all that runs is counted. @param isWord defined by the language */
export function analyse(ast: CelNode, names: Names, isWord: (name: string) => boolean): { readonly analysis: Analysis } | Mistake {
  const walk = new Analyser(names, isWord);
  try {
    walk.node(ast, new Map(), walk.regions[0]!);
    walk.tests = walk.testedBy(ast, new Map());
    return { analysis: walk };
  } catch (e) {
    if (e instanceof Refused) return { reason: e.reason, edit: e.edit, fault: e.fault };
    throw e;
  }
}

class Analyser implements Analysis {
  nodes = 0;
  joins = false;
  grows = false;
  repeats = false;
  searches = false;
  compares = false;
  divides = false;
  readonly formats: FormatCall[] = [];
  readonly #unsure = new Map<string, FieldType>();
  readonly needs: { readonly path: readonly string[]; readonly type: FieldType }[] = [];
  tests: readonly ValueShape[] = [];
  #present: ReadonlySet<ValueShape>;
  readonly regions: Region[] = [{ nodes: 0, grown: false, lists: [] }];
  readonly #reads = new Set<ValueShape>();
  readonly roots = new Map<string, { only: boolean }>();
  /** the argument of sum() */
  #summed: CelNode | undefined;
  /** the path around the node */
  #path: CelNode | undefined;

  constructor(
    readonly names: Names,
    readonly isWord: (name: string) => boolean,
  ) {
    this.#present = names.present;
  }

  get reads(): readonly ValueShape[] {
    return [...this.#reads];
  }

  node(node: CelNode, locals: Locals, at: Region, gone = false): Kind {
    const { op, args } = node;
    this.nodes++;
    at.nodes++;
    switch (op) {
      case "value":
        return typeof args === "string" ? "scalar" : typeof args === "number" || typeof args === "bigint" ? "number" : "scalar";
      case "id":
        return this.#name(node, args, locals, gone);
      case ".":
        return this.#field(
          this.#inPath(node, () => this.node(args[0], locals, at, gone)),
          args,
          this.#path ?? node,
        );
      case "[]":
        return this.#element(args, locals, at);
      case "list":
        for (const item of args) this.node(item, locals, at);
        return "any";
      case "map":
        for (const [key, value] of args) {
          this.node(key, locals, at);
          this.node(value, locals, at);
        }
        return "any";
      case "call":
        return this.#call(node, args, locals, at);
      case "rcall":
        return this.#method(node, args, locals, at);
      case "?:": {
        const [condition, ...branches] = args;
        this.#need(condition, this.node(condition, locals, at), locals);
        const [yes, no] = this.#knowing(condition, locals, () => branches.map((part) => this.node(part, locals, at)));
        return yes === no ? yes! : "any";
      }
      case "+": {
        const sides = args.map((part) => this.node(part, locals, at));
        at.nodes += ARITHMETIC;
        if (!sides.some((s) => s === "scalar" || isText(s))) args.forEach((part, i) => this.#need(part, sides[i]!, locals));
        if (sides.every(isNumber)) return "number";
        this.grows = at.grown = true;
        this.joins ||= !sides.some((s) => isNumber(s) || s === "scalar" || isScalar(s));
        return "any";
      }
      case "-":
      case "*":
      case "/":
      case "%":
      case "-_":
        this.divides ||= op === "/";
        at.nodes += ARITHMETIC;
        for (const part of op === "-_" ? [args] : args) this.#need(part, this.node(part, locals, at), locals);
        return "number";
      case "==":
      case "!=":
      case "in": {
        const sides = args.map((part) => this.node(part, locals, at));
        this.compares ||= !sides.some((s) => s === "number" || s === "scalar" || isScalar(s)) || op === "in";
        return "scalar";
      }
      case "<":
      case "<=":
      case ">":
      case ">=":
      case "!_":
        for (const part of op === "!_" ? [args] : args) this.#need(part, this.node(part, locals, at), locals);
        return "scalar";
      case "&&":
      case "||": {
        const [first, second] = args;
        this.#need(first, this.node(first, locals, at), locals);
        this.#knowing(first, locals, () => this.#need(second, this.node(second, locals, at), locals));
        return "scalar";
      }
      default:
        throw new Refused(`${op} is not a part of expressions of templates`);
    }
  }

  /** An optional, untested number or boolean operand. */
  #need(node: CelNode, kind: Kind, locals: Locals): void {
    if (!isNumberOrBoolean(kind)) return;
    const path = pathIn(node, locals);
    if (path) this.needs.push({ path, type: kind.type });
    if (!kind.required && kind.fallback === undefined && !this.#present.has(kind)) this.#unsure.set(shownNode(node), kind.type);
  }

  get remarks(): readonly Remark[] {
    const names = [...this.#unsure.keys()];
    const [first] = this.#unsure;
    if (!first) return [];
    const reason = `${names.join(" and ")} may be absent, and then this fails: ${wayOut(...first)}`;
    return [{ error: false, rule: "field-may-be-absent", reason }];
  }

  /** Analyses a part evaluated only if a condition is true. */
  #knowing<T>(condition: CelNode, locals: Locals, visit: () => T): T {
    const before = this.#present;
    this.#present = new Set([...before, ...this.testedBy(condition, locals)]);
    const found = visit();
    this.#present = before;
    return found;
  }

  testedBy({ op, args }: CelNode, locals: Locals): readonly ValueShape[] {
    if (op === "!_") return this.testedBy(args, locals);
    if (op === "&&" || op === "||") return args.flatMap((part) => this.testedBy(part, locals));
    if ((op !== "==" && op !== "!=") || !args.some((part) => part.op === "value" && part.args === "")) return [];
    return args.flatMap((part) => {
      const kind = this.#meant(part, locals);
      return typeof kind === "object" && kind.kind === "value" ? [kind] : [];
    });
  }

  /** undefined for other nodes */
  #meant({ op, args }: CelNode, locals: Locals): Kind | undefined {
    if (op === "id") return locals.get(args) ?? this.names.first(args);
    if (op !== ".") return undefined;
    const [base, step] = args;
    const of = this.#meant(base, locals);
    return typeof of === "object" && of.kind === "object" ? of.fields.get(step) : undefined;
  }

  #inPath<T>(node: CelNode, visit: () => T): T {
    const around = this.#path;
    const base = asList(node.args)[0];
    this.#path = memberOf(base, "op") === "." ? (around ?? node) : undefined;
    const found = visit();
    this.#path = around;
    return found;
  }

  #name(node: CelNode, name: string, locals: Locals, gone: boolean): Kind {
    const local = locals.get(name);
    if (local !== undefined) return local;
    const meaning = this.names.first(name);
    if (meaning === undefined) {
      const { reason, meant } = unknown(name, "", this.names.all(), this.names.paths());
      throw new Refused(reason, meant === undefined ? undefined : { ...rangeOf(node), by: meant });
    }
    if (this.isWord(name)) throw new Refused(`${name} is a keyword of expressions: a field of that name must be the whole expression`);
    const root = this.roots.get(name);
    if (root) root.only &&= gone;
    else this.roots.set(name, { only: gone });
    return this.#read(meaning);
  }

  #read(meaning: Meaning): Meaning {
    if (typeof meaning === "object" && meaning.kind === "value") this.#reads.add(meaning);
    return meaning;
  }

  #field(of: Kind, [base, step]: readonly [CelNode, string], path: CelNode): Kind {
    if (of === "any") return "any";
    const next = below(of, step, sourceOf(base));
    if ("reason" in next) throw new Refused(next.reason, this.#stepEdit(next, base, step, path));
    return this.#read(next.meaning);
  }

  /** Fields of elements are added up by their list alone. */
  #stepEdit({ meant, isArray }: Unknown, base: CelNode, step: string, path: CelNode): Edit | undefined {
    const { end } = rangeOf(base);
    const range = rangeOf(path);
    if (meant !== undefined) return { start: end, end: end + 1 + step.length, by: `.${meant}` };
    if (!isArray) return step === "length" ? { ...range, by: `size(${sourceOf(base)})` } : undefined;
    if (path !== this.#summed) return undefined;
    const item = ["l", "x", "item"].find((name) => this.names.first(name) === undefined) ?? "each";
    return { ...range, by: `${operandOf(base)}.map(${item}, ${item}${path.input.slice(end, range.end)})` };
  }

  #element([base, index]: readonly [CelNode, CelNode], locals: Locals, at: Region): Kind {
    const of = this.node(base, locals, at);
    this.node(index, locals, at);
    if (typeof of === "object" && of.kind === "object" && index.op === "value" && typeof index.args === "string")
      return this.#field(of, [base, index.args], base);
    return elementOf(of);
  }

  #call(node: CelNode, [name, args]: readonly [string, readonly CelNode[]], locals: Locals, at: Region): Kind {
    if (name === "has") throw new Refused('has() is not needed: a field that is absent is ""');
    if (!FUNCTIONS.includes(name)) {
      const [value, ...others] = args;
      throw this.#unknown(node, name, value, others, false);
    }
    const around = this.#summed;
    this.#summed = name === "sum" && args.length === 1 ? args[0] : undefined;
    for (const arg of args) this.node(arg, locals, at);
    this.#summed = around;
    if (name === "number" || name === "money" || name === "date")
      this.formats.push({ name, second: constantIn(args[1]) ?? null, locale: constantIn(args[name === "number" ? 3 : 2]) });
    this.grows ||= name === "string" || name === "date" || name === "size";
    return name === "sum" || name === "size" || name === "int" || name === "double" ? "number" : "scalar";
  }

  /** @param value its receiver or first argument */
  #unknown(node: CelNode, name: string, value: CelNode | undefined, args: readonly CelNode[], isList: boolean): Refused {
    const fault = `unknown function ${name}`;
    const isMethod = node.op === "rcall";
    const isSpace = isMethod && value?.op === "id" && SPACES.has(value.args);
    const [of, ...others] = isSpace ? args : value ? [value, ...args] : args;
    const here = habitOf(name, { value: of ? operandOf(of) : "value", args: others.map(sourceOf), isList }, isMethod && !isSpace);
    const range = rangeOf(node);
    if (here) return new Refused(`${fault}: ${here.form}`, here.sure && of ? { ...range, by: here.form } : undefined, fault);
    const meant = meantFunction(name, isMethod);
    const [before, after] = isMethod ? [`${operandOf(value!)}.`, args] : ["", value ? [value, ...args] : args];
    return new Refused(
      `${fault}; allowed: ${[...FUNCTIONS, ...METHODS, ...Object.keys(COMPREHENSIONS)].join(", ")}`,
      meant === undefined ? undefined : { ...range, by: `${before}${meant}(${after.map(sourceOf).join(", ")})` },
      fault,
    );
  }

  #method(node: CelNode, [name, receiver, args]: readonly [string, CelNode, readonly CelNode[]], locals: Locals, at: Region): Kind {
    const arity = Object.hasOwn(COMPREHENSIONS, name) ? COMPREHENSIONS[name] : undefined;
    if (arity) return this.#comprehension(name, [receiver, ...args], locals, at);
    if (!METHODS.includes(name)) {
      const kind = this.#meant(receiver, locals);
      throw this.#unknown(node, name, receiver, args, kind !== undefined && isList(kind));
    }
    const of = this.node(receiver, locals, at);
    for (const arg of args) this.node(arg, locals, at);
    this.grows ||= name !== "size" || !isList(of);
    if (name === "join") this.repeats = at.grown = true;
    this.searches ||= SEARCHES.includes(name);
    return name === "size" || name === "indexOf" || name === "lastIndexOf" ? "number" : "scalar";
  }

  #comprehension(name: string, [receiver, variable, ...bodies]: readonly CelNode[], locals: Locals, at: Region): Kind {
    if (!lookup(COMPREHENSIONS, name)!.includes(bodies.length + 1) || variable?.op !== "id")
      throw new Refused(`${name}() takes the name of a variable and an expression`);
    if (at.lists.length === MAX_COMPREHENSIONS)
      throw new Refused(`iterations over lists are nested deeper than ${MAX_COMPREHENSIONS} levels, which is the maximum`);
    const of = this.node(receiver!, locals, at, true);
    if (of === "number" || of === "scalar" || isScalar(of) || (typeof of === "object" && of.kind === "object"))
      throw new Refused(`${shownNode(receiver!)} is not a list, so ${name}() cannot iterate over it`);
    const inside = new Map(locals).set(variable.args, elementOf(of));
    const region: Region = { nodes: 1, grown: false, lists: [...at.lists, listOf(receiver!, locals)] };
    this.regions.push(region);
    for (const body of bodies) this.node(body, inside, region);
    if (name === "filter") return of;
    return name === "map" ? "any" : "scalar";
  }
}

/** Receivers of other languages, which have functions alone. */
const SPACES: ReadonlySet<string> = new Set(["Math", "Number", "String", "Intl"]);

/** Null: computed; undefined: absent. */
function constantIn(node: CelNode | undefined): string | null | undefined {
  if (node === undefined) return undefined;
  return node.op === "value" && typeof node.args === "string" ? node.args : null;
}

const isNumberOrBoolean = (kind: Kind): kind is ValueShape =>
  typeof kind === "object" && kind.kind === "value" && (kind.type === "number" || kind.type === "boolean");

export const wayOut = (name: string, type: FieldType): string =>
  `declare it required or with a default_value, or test it first, as in ${name} ${type === "boolean" ? "== true" : '!= "" && …'}`;

/** Null if part of an element, or not a field. */
function pathIn({ op, args }: CelNode, locals: Locals): readonly string[] | null {
  if (op === "id") return locals.has(args) ? null : [args];
  if (op !== ".") return null;
  const [base, step] = args;
  const above = pathIn(base, locals);
  return above && [...above, step];
}

const isText = (kind: Kind): boolean => typeof kind === "object" && kind.kind === "value" && kind.type === "string";
const isScalar = (kind: Kind): boolean => typeof kind === "object" && kind.kind === "value" && kind.type !== "array";
const isList = (kind: Kind): boolean => typeof kind === "object" && kind.kind === "value" && kind.type === "array";
const isNumber = (kind: Kind | undefined): boolean =>
  kind === "number" || (typeof kind === "object" && kind.kind === "value" && kind.type === "number" && kind.required);

const elementOf = (of: Kind): Kind =>
  typeof of === "object" && of.kind === "value" && of.type === "array" ? (of.items ?? "scalar") : "any";

/** Null if created in the expression, or part of an element. */
function listOf(node: CelNode, locals: Locals): readonly string[] | null {
  const { op, args } = node;
  if (op === ".") {
    const [base, step] = args;
    const above = listOf(base, locals);
    return above && [...above, step];
  }
  if (op !== "rcall") return pathIn(node, locals);
  const [name, receiver] = args;
  return name === "filter" || name === "map" ? listOf(receiver, locals) : null;
}

/** A name or path; other parts are not repeated. */
export function shownNode({ op, args }: CelNode): string {
  if (op === "id") return args;
  if (op === ".") return `${shownNode(args[0])}.${args[1]}`;
  return "this part";
}
