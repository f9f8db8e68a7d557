// Places of JSON values in a text that may be faulty, by the editor's syntax tree.
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

type Node = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);
const escaped = (step: string): string => step.replace(/~/g, "~0").replace(/\//g, "~1");
const steps = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));

function nameOf(state: EditorState, property: Node): string {
  const name = property.getChild("PropertyName");
  if (!name) return "";
  try {
    return JSON.parse(state.sliceDoc(name.from, name.to)) as string;
  } catch {
    return "";
  }
}

function* children(node: Node): Generator<Node> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child;
}

const valueOf = (property: Node): Node | null => [...children(property)].find((child) => VALUES.has(child.name)) ?? null;

/** JSON Pointer of the innermost value at a position. */
export function pointerAt(state: EditorState, position: number): string {
  const path: string[] = [];
  let below: Node | null = null;
  for (let node: Node | null = syntaxTree(state).resolveInner(position, 1); node; node = node.parent) {
    if (node.name === "Property") path.unshift(escaped(nameOf(state, node)));
    else if (node.name === "Array" && below) {
      const values = [...children(node)].filter((child) => VALUES.has(child.name));
      const index = values.findIndex((child) => child.from === below!.from && child.name === below!.name);
      if (index >= 0) path.unshift(String(index));
    }
    if (VALUES.has(node.name)) below = node;
  }
  return path.map((step) => `/${step}`).join("");
}

/** Node of a value; null if the text has none there. */
export function nodeAt(state: EditorState, pointer: string): Node | null {
  let node = [...children(syntaxTree(state).topNode)].find((child) => VALUES.has(child.name)) ?? null;
  for (const step of steps(pointer)) {
    if (!node) return null;
    if (node.name === "Object") {
      const property: Node | undefined = [...children(node)].find((child) => child.name === "Property" && nameOf(state, child) === step);
      node = property ? valueOf(property) : null;
    } else if (node.name === "Array") node = [...children(node)].filter((child) => VALUES.has(child.name))[Number(step)] ?? null;
    else return null;
  }
  return node;
}

/** Pointer of the innermost element that holds a value: an object with a `type`. */
export function elementOf(request: unknown, pointer: string): string {
  let value = request;
  let at = "";
  let element = "";
  for (const step of steps(pointer)) {
    if (typeof value !== "object" || value === null) break;
    value = (value as Record<string, unknown>)[step];
    at += `/${escaped(step)}`;
    if (typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string") element = at;
  }
  return element === "" ? pointer : element;
}

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Change that gives `settings.profile` a value, or removes it; null if nothing has to change or the text has no object. */
export function profileChange(state: EditorState, profile: string): Change | null {
  const root = nodeAt(state, "");
  if (root?.name !== "Object") return null;
  const known = nodeAt(state, "/settings/profile");
  const value = JSON.stringify(profile);
  if (known && profile !== "") return { from: known.from, to: known.to, insert: value };
  if (known) return removal(state, known.parent!);
  if (profile === "") return null;
  const settings = nodeAt(state, "/settings");
  if (settings?.name === "Object") return insertion(settings, `"profile": ${value}`);
  return settings ? null : insertion(root, `"settings": { "profile": ${value} }`);
}

function insertion(object: Node, member: string): Change {
  const first = object.getChild("Property");
  return { from: object.from + 1, to: object.from + 1, insert: first ? `${member}, ` : member };
}

/** Removes a member with one of its commas. */
function removal(state: EditorState, property: Node): Change {
  const { from, to } = property;
  const after = /^\s*,\s*/.exec(state.sliceDoc(to, to + 200));
  if (after) return { from, to: to + after[0].length, insert: "" };
  const before = /,?\s*$/.exec(state.sliceDoc(Math.max(0, from - 200), from))!;
  return { from: from - before[0].length, to, insert: "" };
}
