// Changes of a JSON text by JSON Patch (RFC 6902): characters of other values stay as they are.
import { JsonText, steps, type Node } from "./json-tree.js";

export interface Operation {
  readonly op: "add" | "remove" | "replace" | "move" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

const applied = (text: string, { from, to, insert }: Change): string => text.slice(0, from) + insert + text.slice(to);
const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));
const lastOf = (pointer: string): string => steps(pointer).at(-1) ?? "";

/** The text after a patch; null if it has no such places. */
export function patched(text: string, patch: readonly Operation[]): string | null {
  let now: string | null = text;
  for (const operation of patch) {
    if (now === null) return null;
    now = after(now, operation);
  }
  return now;
}

function after(text: string, { op, path, from, value }: Operation): string | null {
  const json = JsonText.ofText(text);
  if (op === "test") return text;
  if (op === "add") return added(text, path, JSON.stringify(value));
  const node = json.at(op === "move" ? from! : path);
  if (!node) return null;
  if (op === "replace") return applied(text, { from: node.from, to: node.to, insert: JSON.stringify(value) });
  if (op === "remove") return applied(text, removal(json, node));
  const name = node.parent?.name === "Property" ? node.parent.getChild("PropertyName") : null;
  if (name && parentOf(from!) === parentOf(path))
    return applied(text, { from: name.from, to: name.to, insert: JSON.stringify(lastOf(path)) });
  return added(applied(text, removal(json, node)), path, json.slice(node.from, node.to));
}

function added(text: string, path: string, source: string): string | null {
  const json = JsonText.ofText(text);
  const parent = json.at(parentOf(path));
  const name = lastOf(path);
  if (parent?.name === "Array") {
    const at = name === "-" ? null : json.at(path);
    if (at) return applied(text, { from: at.from, to: at.from, insert: `${source}, ` });
    return appended(text, parent, [...childValues(parent)], source);
  }
  if (parent?.name !== "Object") return null;
  const known = json.at(path);
  if (known) return applied(text, { from: known.from, to: known.to, insert: source });
  return appended(text, parent, json.properties(parent), `${JSON.stringify(name)}: ${source}`);
}

function* childValues(array: Node): Generator<Node> {
  for (let child = array.firstChild; child; child = child.nextSibling) if (!/^[[\],⚠]$/.test(child.name)) yield child;
}

function appended(text: string, parent: Node, members: readonly Node[], source: string): string {
  const last = members.at(-1);
  if (!last)
    return applied(text, {
      from: parent.from + 1,
      to: parent.from + 1,
      insert: / $/.test(text.slice(parent.from + 1, parent.to - 1)) ? ` ${source}` : source,
    });
  const own = /\n[ \t]*$/.exec(text.slice(parent.from + 1, last.from));
  return applied(text, { from: last.to, to: last.to, insert: own ? `,${own[0]}${source}` : `, ${source}` });
}

function removal(json: JsonText, value: Node): Change {
  const { from, to } = value.parent?.name === "Property" ? value.parent : value;
  const next = /^\s*,\s*/.exec(json.slice(to, to + 400));
  if (next) return { from, to: to + next[0].length, insert: "" };
  const before = /,?\s*$/.exec(json.slice(Math.max(0, from - 400), from))!;
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
