// Changes of a JSON text by JSON Patch (RFC 6902): characters of other values stay as they are.
import { formatOf, written, type TextFormat } from "./format.js";
import { JsonText, steps, type Node } from "./json-tree.js";

export interface Operation {
  readonly op: "add" | "remove" | "replace" | "move" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

const applied = (text: string, { from, to, insert }: Change): string => text.slice(0, from) + insert + text.slice(to);
const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));
const lastOf = (pointer: string): string => steps(pointer).at(-1) ?? "";

/** The text after a patch; null if it has no such places. */
export function patched(text: string, patch: readonly Operation[]): string | null {
  const format = formatOf(text);
  let now: string | null = text;
  for (let i = 0; i < patch.length && now !== null;) {
    const run = patch.slice(i).findIndex(({ op }) => op !== "replace");
    const count = run < 0 ? patch.length - i : run;
    const made: string | null = count > 1 ? replacedAll(now, patch.slice(i, i + count), format) : null;
    now = made ?? after(now, patch[i]!, format);
    i += made === null ? 1 : count;
  }
  return now;
}

/** Replaces many values of a text that is parsed once; null if one is absent, or around another. */
function replacedAll(text: string, patch: readonly Operation[], format: TextFormat): string | null {
  const json = JsonText.ofText(text);
  const changes: Change[] = [];
  for (const { path, value } of patch) {
    const node = json.at(path);
    if (!node) return null;
    changes.push(replacement(text, node, value, format));
  }
  changes.sort((a, b) => a.from - b.from);
  if (changes.some(({ from }, i) => i > 0 && from < changes[i - 1]!.to)) return null;
  let made = "";
  let at = 0;
  for (const { from, to, insert } of changes) {
    made += text.slice(at, from) + insert;
    at = to;
  }
  return made + text.slice(at);
}

function replacement(text: string, { from, to }: Node, value: unknown, format: TextFormat): Change {
  return { from, to, insert: written(value, format, indentAt(text, from), text.slice(from, to).includes("\n")) };
}

function after(text: string, { op, path, from, value }: Operation, format: TextFormat): string | null {
  const json = JsonText.ofText(text);
  if (op === "test") return text;
  if (op === "add") return added(text, path, (place) => written(value, format, place.indent, place.isOpen), format);
  const node = json.at(op === "move" ? from! : path);
  if (!node) return null;
  if (op === "replace") return applied(text, replacement(text, node, value, format));
  if (op === "remove") return applied(text, removal(json, node));
  const name = node.parent?.name === "Property" ? node.parent.getChild("PropertyName") : null;
  if (name && parentOf(from!) === parentOf(path))
    return applied(text, { from: name.from, to: name.to, insert: JSON.stringify(lastOf(path)) });
  const source = json.slice(node.from, node.to);
  return added(applied(text, removal(json, node)), path, () => source, format);
}

/** The text with a value's characters added to a list, as they are; null if the list is absent. */
export function withSource(text: string, path: string, source: string): string | null {
  return added(text, path, () => source, formatOf(text));
}

/** The text with two values exchanged; null if one is absent. */
export function exchanged(text: string, one: string, other: string): string | null {
  const json = JsonText.ofText(text);
  const [a, b] = [json.at(one), json.at(other)].sort((x, y) => (x?.from ?? 0) - (y?.from ?? 0));
  if (!a || !b || a.to > b.from) return null;
  const slice = (from: number, to: number): string => text.slice(from, to);
  return slice(0, a.from) + slice(b.from, b.to) + slice(a.to, b.from) + slice(a.from, a.to) + slice(b.to, text.length);
}

/** Place of a value that is added. */
interface Place {
  readonly indent: string;
  /** true if its siblings have lines for their members */
  readonly isOpen: boolean;
}

type Write = (place: Place) => string;

/** Whitespace at the start of a position's line. */
function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))![0];
}

function added(text: string, path: string, write: Write, format: TextFormat): string | null {
  const json = JsonText.ofText(text);
  const parent = json.at(parentOf(path));
  const name = lastOf(path);
  if (parent?.name === "Array") {
    const at = name === "-" ? null : json.at(path);
    const siblings = [...childValues(parent)];
    if (!at) return appended(text, parent, siblings, write, format);
    const own = lineBefore(text, at);
    const source = write({ indent: indentAt(text, at.from), isOpen: isOpen(text, siblings) });
    return applied(text, { from: at.from, to: at.from, insert: own === null ? `${source},${format.comma.slice(1)}` : `${source},${own}` });
  }
  if (parent?.name !== "Object") return null;
  const known = json.at(path);
  if (known) return applied(text, { from: known.from, to: known.to, insert: write({ indent: indentAt(text, known.from), isOpen: false }) });
  const member: Write = (place) => `${JSON.stringify(name)}${format.colon}${write({ ...place, isOpen: false })}`;
  return appended(text, parent, json.properties(parent), member, format);
}

function* childValues(array: Node): Generator<Node> {
  for (let child = array.firstChild; child; child = child.nextSibling) if (!/^[[\],⚠]$/.test(child.name)) yield child;
}

/** Line feed and whitespace before a value that begins its line; else null. */
function lineBefore(text: string, node: Node): string | null {
  return /\n[ \t]*$/.exec(text.slice(0, node.from))?.[0] ?? null;
}

const isOpen = (text: string, siblings: readonly Node[]): boolean =>
  siblings.length > 0 && siblings.some(({ from, to }) => text.slice(from, to).includes("\n"));

function appended(text: string, parent: Node, members: readonly Node[], write: Write, format: TextFormat): string {
  const last = members.at(-1);
  if (last) {
    const own = lineBefore(text, last);
    const source = write({ indent: indentAt(text, last.from), isOpen: isOpen(text, members) });
    return applied(text, { from: last.to, to: last.to, insert: own === null ? `,${format.comma.slice(1)}${source}` : `,${own}${source}` });
  }
  const within = { from: parent.from + 1, to: parent.to - 1 };
  if (parent.name === "Array" && format.unit !== "") {
    const indent = indentAt(text, parent.from);
    const inner = indent + format.unit;
    const source = write({ indent: inner, isOpen: false });
    if (/\n/.test(source) || source.startsWith("{"))
      return applied(text, { ...within, insert: `\n${inner}${write({ indent: inner, isOpen: true })}\n${indent}` });
  }
  const source = write({ indent: indentAt(text, parent.from), isOpen: false });
  const isPadded = parent.name === "Object" && (/ $/.test(text.slice(within.from, within.to)) || format.padding !== "");
  return applied(text, { ...within, insert: isPadded ? ` ${source} ` : source });
}

function removal(json: JsonText, value: Node): Change {
  const { from, to } = value.parent?.name === "Property" ? value.parent : value;
  const next = /^\s*,\s*/.exec(json.slice(to, to + 400));
  if (next) return { from, to: to + next[0].length, insert: "" };
  const before = /,?\s*$/.exec(json.slice(Math.max(0, from - 400), from))!;
  if (!before[0].startsWith(",") && value.parent?.name === "Array") {
    const rest = /^\s*/.exec(json.slice(to, to + 400))![0];
    return { from: from - before[0].length, to: to + rest.length, insert: "" };
  }
  return { from: from - before[0].length, to, insert: "" };
}

export function changeOf(before: string, now: string): Change | null {
  if (before === now) return null;
  let from = 0;
  while (from < before.length && before[from] === now[from]) from++;
  let end = 0;
  while (end < Math.min(before.length, now.length) - from && before.at(-1 - end) === now.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: now.slice(from, now.length - end) };
}

/** Includes the objects above the field; undefined removes it. */
export function setting(text: string, pointer: string, value: unknown): readonly Operation[] {
  const json = JsonText.ofText(text);
  if (value === undefined) return json.at(pointer) ? [{ op: "remove", path: pointer }] : [];
  if (json.at(pointer)) return [{ op: "replace", path: pointer, value }];
  const parents: Operation[] = [];
  for (let above = parentOf(pointer); above !== "" && !json.at(above); above = parentOf(above))
    parents.unshift({ op: "add", path: above, value: {} });
  return [...parents, { op: "add", path: pointer, value }];
}

/** Value of `settings.profile`; null without a change or an object. */
export function profileChange(text: string, profile: string): Change | null {
  const json = JsonText.ofText(text);
  const root = json.at("");
  if (root?.name !== "Object") return null;
  const known = json.at("/settings/profile");
  const value = JSON.stringify(profile);
  if (known && profile !== "") return { from: known.from, to: known.to, insert: value };
  if (known) return removal(json, known);
  if (profile === "") return null;
  const settings = json.at("/settings");
  if (settings?.name === "Object") return first(settings, `"profile": ${value}`);
  return settings ? null : first(root, `"settings": { "profile": ${value} }`);
}

function first(object: Node, member: string): Change {
  const known = object.getChild("Property");
  return { from: object.from + 1, to: object.from + 1, insert: known ? `${member}, ` : member };
}
