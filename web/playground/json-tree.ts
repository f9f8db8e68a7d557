import { jsonLanguage } from "@codemirror/lang-json";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

export type Node = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;
type Tree = ReturnType<typeof syntaxTree>;

/** Time for the rest of a large text's tree, ms. */
const PARSE_MS = 50;

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);
export const isValue = (node: Node): boolean => VALUES.has(node.name);
export const escaped = (step: string): string => step.replace(/~/g, "~0").replace(/\//g, "~1");
export const steps = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));

function* children(node: Node): Generator<Node> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child;
}
const valueOf = (property: Node): Node | null => [...children(property)].find(isValue) ?? null;
const items = (array: Node): readonly Node[] => [...children(array)].filter(isValue);

const withNode = (nodes: readonly Node[], node: Node | null | undefined): readonly Node[] => (node ? [...nodes, node] : nodes);

export class JsonText {
  readonly #ways = new Map<string, readonly Node[]>();

  constructor(
    readonly tree: Tree,
    readonly slice: (from: number, to: number) => string,
  ) {}

  static of(state: EditorState): JsonText {
    return new JsonText(ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state), (from, to) => state.sliceDoc(from, to));
  }

  static ofText(text: string): JsonText {
    return new JsonText(jsonLanguage.parser.parse(text), (from, to) => text.slice(from, to));
  }

  nameOf(property: Node): string {
    const name = property.getChild("PropertyName");
    return name ? String(this.scalar(name) ?? "") : "";
  }

  /** Value of a string, number or constant; undefined for others, and for faulty ones. */
  scalar(node: Node): unknown {
    if (node.name === "Object" || node.name === "Array") return undefined;
    try {
      return JSON.parse(this.slice(node.from, node.to)) as unknown;
    } catch {
      return undefined;
    }
  }

  items(array: Node): readonly Node[] {
    return items(array);
  }

  properties(object: Node): readonly Node[] {
    return object.getChildren("Property");
  }

  scalars(object: Node): ReadonlyMap<string, unknown> {
    const known = new Map<string, unknown>();
    for (const property of this.properties(object)) {
      const value = valueOf(property);
      if (value) known.set(this.nameOf(property), this.scalar(value));
    }
    return known;
  }

  pointerAt(position: number): string {
    const path: string[] = [];
    let below: Node | null = null;
    for (let node: Node | null = this.tree.resolveInner(position, 1); node; node = node.parent) {
      if (node.name === "Property") path.unshift(escaped(this.nameOf(node)));
      else if (node.name === "Array" && below) {
        const { from, name } = below;
        const index = items(node).findIndex((child) => child.from === from && child.name === name);
        if (index >= 0) path.unshift(String(index));
      }
      if (isValue(node)) below = node;
    }
    return path.map((step) => `/${step}`).join("");
  }

  /** From the root; shorter if the path ends. */
  way(pointer: string): readonly Node[] {
    const known = this.#ways.get(pointer);
    if (known) return known;
    const found = pointer === "" ? this.#root() : this.#below(pointer);
    this.#ways.set(pointer, found);
    return found;
  }

  #root(): readonly Node[] {
    const node = [...children(this.tree.topNode)].find(isValue);
    return node ? [node] : [];
  }

  #below(pointer: string): readonly Node[] {
    const names = steps(pointer);
    const above = this.way(pointer.slice(0, pointer.lastIndexOf("/")));
    const node = above.at(-1);
    const step = names.at(-1)!;
    if (!node || above.length < names.length) return above;
    if (node.name === "Array") return withNode(above, items(node)[Number(step)]);
    const property = node.name === "Object" ? this.properties(node).find((child) => this.nameOf(child) === step) : undefined;
    return withNode(above, property && valueOf(property));
  }

  /** Null if absent. */
  at(pointer: string): Node | null {
    const nodes = this.way(pointer);
    return nodes.length === steps(pointer).length + 1 ? nodes.at(-1)! : null;
  }
}

/** Tells whether a JSON value has members by name; arrays have their indices. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** Own member of a value under a name or an index of a text: names that every object inherits, such as `constructor`, are absent. */
export const memberOf = (value: unknown, step: string): unknown =>
  isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;

/** Innermost object with a `type`. */
export function elementOf(request: unknown, pointer: string): string {
  let value = request;
  let at = "";
  let element = "";
  for (const step of steps(pointer)) {
    if (!isObject(value)) break;
    value = memberOf(value, step);
    at += `/${escaped(step)}`;
    if (typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string") element = at;
  }
  return element === "" ? pointer : element;
}

export function valueAt(request: unknown, pointer: string): unknown {
  let value = request;
  for (const step of steps(pointer)) value = memberOf(value, step);
  return value;
}
