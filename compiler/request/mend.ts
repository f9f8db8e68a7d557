// Patches of suggestions (R20, R21).
import { isList, isObject, asString, parsedJson } from "../../base/json.js";
import type { Problem } from "../core/fail.js";
import { pointerTo, valueAt, type Operation, type Patch, type Steps } from "../core/patch.js";
import { itemOf } from "../core/src.js";
import { alphaOf, meantColor } from "../help/colors.js";
import { type EditOperation } from "../help/edit.js";
import { plain } from "../help/nearest.js";
import { wholeValue } from "../help/values.js";
import { meantWord } from "../help/words.js";
import { inText, isMendable, sentPlace } from "./mendable.js";
import { pageSize, type SizeFields } from "./page-size.js";
import { placeAt } from "./slots.js";
import schema from "./validators/schema.js";
import { memberOf } from "../../base/lookup.js";

/** Patch for the request as sent; undefined without a suggestion, or if a renamed field's place is taken. */
export function patchOf(p: Problem, root: unknown): Patch | undefined {
  const { suggestion, src } = p;
  if (!isMendable(p) || itemOf(src) !== undefined || typeof root !== "object" || root === null) return undefined;
  const path = sentPlace(p);
  if (p.mend && "missing" in p.mend) return completed(root, path.slice(0, -1), p.mend.missing);
  if (p.mend && "edit" in p.mend) return edited(root, path.slice(0, path.length - p.mend.edit.up), p.mend.edit.ops);
  if (p.mend && "computed" in p.mend) return widened(root, path.slice(0, path.lastIndexOf("columns")));
  if (suggestion === undefined) return undefined;
  const value = valueAt(root, path);
  if (value === undefined) return undefined;
  if (p.onKey) return renamed(root, path, value, targetOf(path, suggestion));
  if (path.at(-1) === "type" && suggestion.startsWith('{"type": "block"')) return wrapped(root, path.slice(0, -1), suggestion);
  if (p.rule === "sum-without-key" && typeof value === "string") return keyed(root, path, value, p.found!);
  if (p.mend && "parts" in p.mend) return inText(path, value, p.mend.parts);
  const meant = p.mend ? p.mend.whole : whole(root, path, value, suggestion);
  if (meant === undefined || !isOf(p, value)) return undefined;
  const replace: Operation = { op: "replace", path: pointerTo(path), value: meant };
  return [replace, ...opacityOf(root, path, value, meant)];
}

/** Adds fields to an object, which may be missing too. */
function completed(root: unknown, holder: Steps, fields: Readonly<Record<string, unknown>>): Patch | undefined {
  const there = valueAt(root, holder);
  if (there === undefined) {
    if (!isObject(valueAt(root, holder.slice(0, -1)))) return undefined;
    return [{ op: "add", path: pointerTo(holder), value: fields }];
  }
  if (!isObject(there)) return undefined;
  return Object.entries(fields).map(([name, value]) => ({ op: "add", path: pointerTo([...holder, name]), value }));
}

/** Gives a table the width of its page or container between equal margins. */
function widened(root: unknown, table: Steps): Patch | undefined {
  const holder = valueAt(root, table.slice(0, -2));
  const element = valueAt(root, table);
  if (!isObject(holder) || !isObject(element) || Object.hasOwn(element, "width")) return undefined;
  const layout = isObject(element["layout"]) ? element["layout"] : {};
  const left = typeof layout["left"] === "number" ? layout["left"] : 0;
  const room = holder["type"] === "container" ? holder["width"] : pageWidth(root, table);
  if (typeof room !== "number" || !(room - 2 * left > 0)) return undefined;
  return [{ op: "add", path: pointerTo([...table, "width"]), value: Math.round((room - 2 * left) * 1000) / 1000 }];
}

function pageWidth(root: unknown, element: Steps): number | undefined {
  const [part, index] = element;
  const page = valueAt(root, part === "pages" ? ["pages", index!] : ["pages", 0]);
  if (!isObject(page)) return undefined;
  const orientation = page["orientation"] ?? valueAt(root, ["settings", "default_orientation"]);
  return pageSize({ ...page, orientation } as SizeFields)?.width;
}

/** Operations below a base; objects on the way to a new place are added. Undefined if a new place is taken. */
function edited(root: unknown, base: Steps, ops: readonly EditOperation[]): Patch | undefined {
  const gone = new Set(ops.flatMap(({ op, at, from }) => (op === "remove" ? [pointerTo(at)] : op === "move" ? [pointerTo(from!)] : [])));
  const made = new Set<string>();
  const out: Operation[] = [];
  for (const { op, at, from, value } of ops) {
    const isNew = op === "add" || op === "move";
    if (isNew && valueAt(root, [...base, ...at]) !== undefined && !gone.has(pointerTo(at))) return undefined;
    for (let n = 1; isNew && n < at.length; n++) {
      const above = [...base, ...at.slice(0, n)];
      const there = valueAt(root, above);
      if (there !== undefined && !isObject(there) && !isList(there)) return undefined;
      if (there !== undefined || made.has(pointerTo(above))) continue;
      made.add(pointerTo(above));
      out.push({ op: "add", path: pointerTo(above), value: {} });
    }
    const path = pointerTo([...base, ...at]);
    const isThere = valueAt(root, [...base, ...at]) !== undefined;
    if (op === "remove" && !isThere) continue;
    if (op === "replace" && !isThere) {
      out.push({ op: "add", path, value });
      continue;
    }
    if (op === "move") out.push({ op, from: pointerTo([...base, ...from!]), path });
    else out.push(op === "remove" ? { op, path } : { op, path, value });
  }
  return out;
}

/** a lowered value's place holds its source */
const isOf = ({ found }: Problem, value: unknown): boolean =>
  typeof value !== "string" || found === undefined || found.includes(JSON.stringify(value).slice(1, 16).replace(/"$/, ""));

/** Absolute steps of "a.b", "a.b next to c" or, for names of the caller, of a quoted name. */
function targetOf(path: Steps, suggestion: string): Steps {
  const parent = path.slice(0, -1);
  if (suggestion.startsWith('"')) return [...parent, asString(parsedJson(suggestion))];
  const [names = "", key] = suggestion.split(" next to ");
  const base = key === undefined ? parent : path.slice(0, path.lastIndexOf(key, -2));
  return [...base, ...names.split(".")];
}

function renamed(root: unknown, path: Steps, value: unknown, target: Steps): Patch | undefined {
  if (valueAt(root, target) !== undefined) return undefined;
  const added: Operation[] = [];
  for (let n = 1; n < target.length; n++) {
    const above = valueAt(root, target.slice(0, n));
    if (above === undefined) added.push({ op: "add", path: pointerTo(target.slice(0, n)), value: {} });
    else if (typeof above !== "object" || above === null) return undefined;
  }
  const place = placeAt(schema, root, target);
  const name = String(path.at(-1));
  const field = String(target.at(-1));
  const from = pointerTo(path);
  const to = pointerTo(target);
  const word = plain(name);
  // a share of what is seen through
  const isInverse = word === "transparency" && field === "opacity" && typeof value === "number";
  if (!isInverse && place.takes(value)) return [...added, { op: "move", from, path: to }];
  const special = isInverse
    ? Math.round((1 - value) * 1e6) / 1e6
    : meantBy(word, field, value, valueAt(root, [...target.slice(0, -1), "columns"]));
  if (special === NOTHING) return [{ op: "remove", path: from }];
  const candidates = [special, wholeValue(value, place.slot(field)), meantWord(value, place.words)];
  const meant = candidates.find((v) => v !== undefined && place.takes(v));
  // a retained value is mended at its new place
  if (meant === undefined) return [...added, { op: "move", from, path: to }];
  return [{ op: "remove", path: from }, ...added, { op: "add", path: to, value: meant }];
}

/** A switch of another system that is off. */
const NOTHING = Symbol("nothing");

const isOn = (v: unknown): boolean => v === true || (typeof v === "string" && /^(true|yes|on|1)$/i.test(v)) || v === 1;
const isOff = (v: unknown): boolean =>
  v === false || v === null || v === 0 || (typeof v === "string" && /^(false|no|off|none|0)$/i.test(v));

/** @param word as by `plain` @param columns of a table */
function meantBy(word: string, field: string, value: unknown, columns: unknown): unknown {
  const on = isOn(value);
  const off = isOff(value);
  if (field === "font_weight" && (on || off)) return on ? "bold" : "normal";
  if (field === "font_style" && (on || off)) return on ? "italic" : "normal";
  if (field === "orientation" || field === "default_orientation") {
    const other = word === "portrait" ? "landscape" : "portrait";
    if ((word === "landscape" || word === "portrait") && (on || off)) return on ? word : other;
  }
  if (field === "decoration") {
    const line = word.startsWith("strike") ? "line_through" : "underline";
    if (off) return NOTHING;
    if (on) return { lines: [line] };
    const named = meantWord(value, ["underline", "line_through", "overline"]);
    return named === undefined ? undefined : { lines: [named] };
  }
  if (field === "stroke" && isObject(value)) return strokeOf(value);
  if (field === "alternate_fill" && (on || off)) return on ? { color: "#F3F4F6" } : NOTHING;
  if (field === "profile" && (on || off)) return on ? "pdfa-2b" : NOTHING;
  if (field === "rows" && word === "cells" && isList(value)) return [{ cells: value }];
  if (field === "footer" && isList(value)) return { rows: value.map((row) => footerRow(row, columns)) };
  if (field === "grid" && typeof value === "number") return { horizontal: { width: value }, vertical: { width: value } };
  if (field === "layers" && word === "watermark") {
    if (typeof value !== "string") return { watermark: value };
    return { watermark: { template: { type: "text", content: value }, layout: { preset: "center" } } };
  }
  return undefined;
}

const STROKE: Readonly<Record<string, string>> = { thickness: "width", size: "width", colour: "color", style: "dash" };
const strokeOf = (value: Readonly<Record<string, unknown>>): unknown =>
  Object.fromEntries(Object.entries(value).map(([key, v]) => [Object.hasOwn(STROKE, plain(key)) ? STROKE[plain(key)]! : key, v]));

const footerRow = (row: unknown, columns: unknown): unknown => {
  const cell = (content: unknown): unknown => (isObject(content) && Object.hasOwn(content, "content") ? content : { content });
  if (isList(row)) return { cells: row.map(cell) };
  if (!isObject(row) || Object.hasOwn(row, "cells")) return row;
  const keys = isList(columns) ? columns.map((c) => (isObject(c) ? String(c["key"]) : "")) : [];
  return { cells: keys.length > 0 ? keys.map((key) => cell(memberOf(row, key) ?? "")) : Object.values(row).map(cell) };
};

/** Whole value of a suggestion, which the message may shorten. */
function whole(root: unknown, path: Steps, value: unknown, suggestion: string): unknown {
  if (suggestion.startsWith('{"column key"')) return rowOf(root, path, value);
  let meant: unknown;
  try {
    meant = JSON.parse(suggestion);
  } catch {
    meant = undefined;
  }
  const isElided = suggestion.includes("…") && !(typeof value === "string" && value.includes("…"));
  if (meant !== undefined && !isElided) return meant;
  return wholeValue(value, placeAt(schema, root, path).slot(fieldIn(path)));
}

const fieldIn = (path: Steps): string => String([...path].reverse().find((step) => typeof step === "string") ?? "");

/** Makes a row from an array in the order of the table's columns or the dataset's fields. */
function rowOf(root: unknown, path: Steps, value: unknown): unknown {
  const holder = valueAt(root, path.slice(0, -2));
  if (!isObject(holder) || !isList(value)) return undefined;
  const columns = holder["columns"] ?? holder["fields"];
  if (!isList(columns) || columns.length < value.length) return undefined;
  const keys = columns.map((c) => (isObject(c) ? c["key"] : c));
  if (!keys.every((k) => typeof k === "string")) return undefined;
  return Object.fromEntries(value.map((cell, i) => [keys[i]!, cell]));
}

function wrapped(root: unknown, path: Steps, suggestion: string): Patch | undefined {
  const node = valueAt(root, path);
  const type = /"element": \{"type": "(\w+)"/.exec(suggestion)?.[1];
  if (!isObject(node) || type === undefined) return undefined;
  const fields = Object.entries(node).map(([key, v]) => [type === "text" && key === "text" && !("content" in node) ? "content" : key, v]);
  const element = { ...Object.fromEntries(fields), type };
  return [{ op: "replace", path: pointerTo(path), value: { type: "block", element } }];
}

/** Multiplied by what is there. */
function opacityOf(root: unknown, path: Steps, value: unknown, meant: unknown): Patch {
  const alpha = typeof value === "string" && meant === meantColor(value) ? alphaOf(value) : 1;
  if (alpha === 1) return [];
  const beside = [...path.slice(0, -1), "opacity"];
  if (!placeAt(schema, root, beside).isDescribed) return [];
  const there = valueAt(root, beside);
  if (there === undefined) return [{ op: "add", path: pointerTo(beside), value: alpha }];
  if (typeof there !== "number") return [];
  return [{ op: "replace", path: pointerTo(beside), value: Math.round(there * alpha * 1000) / 1000 }];
}

/** The sum of the column in which it is. */
function keyed(root: unknown, path: Steps, value: string, found: string): Patch | undefined {
  const [kind] = /subtotal|carried/i.exec(found) ?? ["subtotal"];
  const key = columnOf(root, path);
  return key === undefined ? undefined : inText(path, value, [{ part: found, by: `{${kind.toLowerCase()}:${key}}` }]);
}

function columnOf(root: unknown, path: Steps): string | undefined {
  const end = path.findLastIndex((step, i) => (step === "columns" || step === "cells") && typeof path[i + 1] === "number");
  if (end < 0) return undefined;
  const list = valueAt(root, path.slice(0, end + 1));
  const table = path.slice(0, path[end] === "columns" ? end : Math.max(path.lastIndexOf("footer"), path.lastIndexOf("header")));
  const columns = valueAt(root, [...table, "columns"]);
  if (!isList(list) || !isList(columns)) return undefined;
  const index = Number(path[end + 1]);
  const spans = list.slice(0, index).map((c) => (path[end] === "cells" && isObject(c) ? c["col_span"] : 1));
  const column: unknown = columns[spans.reduce<number>((sum, n) => sum + (typeof n === "number" ? n : 1), 0)];
  return isObject(column) && typeof column["key"] === "string" ? column["key"] : undefined;
}
