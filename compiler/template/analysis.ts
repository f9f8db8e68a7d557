// The syntax tree of an expression to what it reads and what it may cost; names and functions that templates do not have are refused.
import { below, unknown, type Meaning, type Names } from "./names.js";
import type { ValueShape } from "./schema.js";

/** A node of the language's syntax tree. */
export interface CelNode {
  readonly op: string;
  readonly args: unknown;
}

/** What is known of an expression before it runs. */
export interface Analysis {
  readonly nodes: number;
  /** the expression itself, then what its comprehensions do for each element */
  readonly regions: readonly Region[];
  /** a list that is gone through is made of others */
  readonly joins: boolean;
  /** it makes strings, or goes through their characters */
  readonly grows: boolean;
  /** it puts a string between the elements of a list */
  readonly repeats: boolean;
  /** it looks for strings in others */
  readonly searches: boolean;
  /** it compares lists */
  readonly compares: boolean;
  readonly reads: readonly ValueShape[];
  /** the names of the scope that it reads. `only`: only as a list that is gone through */
  readonly roots: ReadonlyMap<string, { only: boolean }>;
}

/** A part of an expression that runs once for each element of the lists around it. */
export interface Region {
  nodes: number;
  /** strings or lists are put together in it */
  grown: boolean;
  /** the lists by their names, whole or in part; null = one that is made here, or is of an element */
  readonly lists: readonly (readonly string[] | null)[];
}

const MAX_COMPREHENSIONS = 2;
const COMPREHENSIONS: Readonly<Record<string, readonly number[]>> = { map: [2, 3], filter: [2], all: [2], exists: [2], exists_one: [2] };
const FUNCTIONS: ReadonlySet<string> = new Set(["sum", "number", "date", "size", "string", "int", "double", "bool"]);
const SEARCHES: ReadonlySet<string> = new Set(["contains", "indexOf", "lastIndexOf"]);
const METHODS: ReadonlySet<string> = new Set([
  ...SEARCHES,
  ...["size", "startsWith", "endsWith", "lowerAscii", "upperAscii", "trim", "substring", "join"],
]);

/** What a part of an expression is, as far as it is known. */
type Kind = Meaning | "any";
type Locals = ReadonlyMap<string, Kind>;

class Refused extends Error {}

/**
 * Looks through the tree. What is not understood is refused, so nothing runs that is not counted.
 * @param isWord whether a name means something in the language itself
 */
export function analyse(
  ast: CelNode,
  names: Names,
  isWord: (name: string) => boolean,
): { readonly analysis: Analysis } | { readonly reason: string } {
  const walk = new Analyser(names, isWord);
  try {
    walk.node(ast, new Map(), walk.regions[0]!);
    return { analysis: walk };
  } catch (e) {
    if (e instanceof Refused) return { reason: e.message };
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
  readonly regions: Region[] = [{ nodes: 0, grown: false, lists: [] }];
  readonly #reads = new Set<ValueShape>();
  readonly roots = new Map<string, { only: boolean }>();

  constructor(
    readonly names: Names,
    readonly isWord: (name: string) => boolean,
  ) {}

  get reads(): readonly ValueShape[] {
    return [...this.#reads];
  }

  node({ op, args }: CelNode, locals: Locals, at: Region, gone = false): Kind {
    this.nodes++;
    at.nodes++;
    const list = (Array.isArray(args) ? args : [args]) as readonly CelNode[];
    switch (op) {
      case "value":
        return typeof args === "string" ? "scalar" : typeof args === "number" || typeof args === "bigint" ? "number" : "scalar";
      case "id":
        return this.#name(args as string, locals, gone);
      case ".":
        return this.#field(this.node(list[0]!, locals, at, gone), args as readonly [CelNode, string]);
      case "[]":
        return this.#element(list, locals, at);
      case "list":
        for (const item of list) this.node(item, locals, at);
        return "any";
      case "map":
        for (const [key, value] of args as readonly (readonly [CelNode, CelNode])[]) {
          this.node(key, locals, at);
          this.node(value, locals, at);
        }
        return "any";
      case "call":
        return this.#call(args as readonly [string, readonly CelNode[]], locals, at);
      case "rcall":
        return this.#method(args as readonly [string, CelNode, readonly CelNode[]], locals, at);
      case "?:": {
        const [, yes, no] = list.map((part) => this.node(part, locals, at));
        return yes === no ? yes! : "any";
      }
      case "+": {
        const sides = list.map((part) => this.node(part, locals, at));
        if (sides.every(isNumber)) return "number";
        this.grows = at.grown = true;
        this.joins ||= !sides.some((s) => isNumber(s) || s === "scalar" || isScalar(s));
        return "any";
      }
      case "-":
      case "*":
      case "/":
      case "%":
        for (const part of list) this.node(part, locals, at);
        return "number";
      case "-_":
        this.node(list[0]!, locals, at);
        return "number";
      case "==":
      case "!=":
      case "in": {
        const sides = list.map((part) => this.node(part, locals, at));
        this.compares ||= !sides.some((s) => s === "number" || s === "scalar" || isScalar(s)) || op === "in";
        return "scalar";
      }
      case "<":
      case "<=":
      case ">":
      case ">=":
      case "&&":
      case "||":
      case "!_":
        for (const part of list) this.node(part, locals, at);
        return "scalar";
      default:
        throw new Refused(`${op} is not a part of expressions of templates`);
    }
  }

  #name(name: string, locals: Locals, gone: boolean): Kind {
    const local = locals.get(name);
    if (local !== undefined) return local;
    const meaning = this.names.first(name);
    if (meaning === undefined) throw new Refused(unknown(name, "", this.names.all()));
    if (this.isWord(name)) throw new Refused(`${name} is a word of expressions: a field of that name can only stand alone`);
    const root = this.roots.get(name);
    if (root) root.only &&= gone;
    else this.roots.set(name, { only: gone });
    return this.#read(meaning);
  }

  #read(meaning: Meaning): Meaning {
    if (typeof meaning === "object" && meaning.kind === "value") this.#reads.add(meaning);
    return meaning;
  }

  #field(of: Kind, [base, step]: readonly [CelNode, string]): Kind {
    if (of === "any") return "any";
    const next = below(of, step, shown(base));
    if ("reason" in next) throw new Refused(next.reason);
    return this.#read(next.meaning);
  }

  #element([base, index]: readonly CelNode[], locals: Locals, at: Region): Kind {
    const of = this.node(base!, locals, at);
    this.node(index!, locals, at);
    if (typeof of === "object" && of.kind === "object" && index!.op === "value" && typeof index!.args === "string")
      return this.#field(of, [base!, index!.args]);
    return elementOf(of);
  }

  #call([name, args]: readonly [string, readonly CelNode[]], locals: Locals, at: Region): Kind {
    if (name === "has") throw new Refused('has() is not needed: a field that is absent is ""');
    if (!FUNCTIONS.has(name))
      throw new Refused(`there is no function ${name}, there are ${[...FUNCTIONS, ...METHODS, ...Object.keys(COMPREHENSIONS)].join(", ")}`);
    for (const arg of args) this.node(arg, locals, at);
    this.grows ||= name === "string" || name === "date" || name === "size";
    return name === "sum" || name === "size" || name === "int" || name === "double" ? "number" : "scalar";
  }

  #method([name, receiver, args]: readonly [string, CelNode, readonly CelNode[]], locals: Locals, at: Region): Kind {
    const arity = Object.hasOwn(COMPREHENSIONS, name) ? COMPREHENSIONS[name] : undefined;
    if (arity) return this.#comprehension(name, [receiver, ...args], locals, at);
    if (!METHODS.has(name))
      throw new Refused(`there is no function ${name}, there are ${[...FUNCTIONS, ...METHODS, ...Object.keys(COMPREHENSIONS)].join(", ")}`);
    const of = this.node(receiver, locals, at);
    for (const arg of args) this.node(arg, locals, at);
    this.grows ||= name !== "size" || !isList(of);
    if (name === "join") this.repeats = at.grown = true;
    this.searches ||= SEARCHES.has(name);
    return name === "size" || name === "indexOf" || name === "lastIndexOf" ? "number" : "scalar";
  }

  #comprehension(name: string, [receiver, variable, ...bodies]: readonly CelNode[], locals: Locals, at: Region): Kind {
    if (!COMPREHENSIONS[name]!.includes(bodies.length + 1) || variable?.op !== "id")
      throw new Refused(`${name}() takes the name of a variable and an expression`);
    if (at.lists.length === MAX_COMPREHENSIONS)
      throw new Refused(`lists are gone through inside each other more than ${MAX_COMPREHENSIONS} times, which is the most they may be`);
    const of = this.node(receiver!, locals, at, true);
    if (of === "number" || of === "scalar" || isScalar(of) || (typeof of === "object" && of.kind === "object"))
      throw new Refused(`${shown(receiver!)} is no list, so ${name}() cannot go through it`);
    const inside = new Map(locals).set(variable.args as string, elementOf(of));
    const region: Region = { nodes: 1, grown: false, lists: [...at.lists, listOf(receiver!, locals)] };
    this.regions.push(region);
    for (const body of bodies) this.node(body, inside, region);
    if (name === "filter") return of;
    return name === "map" ? "any" : "scalar";
  }
}

const isScalar = (kind: Kind): boolean => typeof kind === "object" && kind.kind === "value" && kind.type !== "array";
const isList = (kind: Kind): boolean => typeof kind === "object" && kind.kind === "value" && kind.type === "array";
const isNumber = (kind: Kind | undefined): boolean =>
  kind === "number" || (typeof kind === "object" && kind.kind === "value" && kind.type === "number" && kind.required);

const elementOf = (of: Kind): Kind =>
  typeof of === "object" && of.kind === "value" && of.type === "array" ? (of.items ?? "scalar") : "any";

/** The name of the list that is gone through, whole or in part; null = it is made here, or is of an element. */
function listOf({ op, args }: CelNode, locals: Locals): readonly string[] | null {
  if (op === "id") return locals.has(args as string) ? null : [args as string];
  if (op === ".") {
    const [base, step] = args as readonly [CelNode, string];
    const above = listOf(base, locals);
    return above && [...above, step];
  }
  if (op !== "rcall") return null;
  const [name, receiver] = args as readonly [string, CelNode];
  return name === "filter" || name === "map" ? listOf(receiver, locals) : null;
}

/** A part of an expression for messages. */
function shown({ op, args }: CelNode): string {
  if (op === "id") return args as string;
  if (op === ".") return `${shown((args as readonly [CelNode])[0])}.${(args as readonly [CelNode, string])[1]}`;
  return "this part";
}
