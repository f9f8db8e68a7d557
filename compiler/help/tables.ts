// Tables of other systems: headers as strings, rows as arrays.
import { isList, isObject, asList } from "../../base/json.js";
import { add, remove, replace, type EditOperation, type Json } from "./edit.js";
import { memberOf } from "../../base/lookup.js";

const HEADERS = ["headers", "head", "heading", "headings", "titles"];
const ROWS = ["data", "body", "records", "items", "values"];

const isWord = (v: unknown): v is string | number => typeof v === "string" || typeof v === "number";

/** Words in lower case with `_`, numbered where they are alike. */
function keysOf(headers: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return headers.map((header, i) => {
    const word = header
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "_")
      .replace(/^_+|_+$/g, "");
    const base = word === "" ? `column_${i + 1}` : word;
    let key = base;
    for (let n = 2; used.has(key); n++) key = `${base}_${n}`;
    used.add(key);
    return key;
  });
}

interface Columns {
  readonly keys: readonly string[];
  readonly columns: readonly Json[] | null;
}

/** Operations that give a table its columns and rows; undefined if it is of another form. */
export function tableEdit(
  table: unknown,
): { readonly ops: readonly EditOperation[]; readonly columns: readonly Json[] | null } | undefined {
  if (!isObject(table)) return undefined;
  const named = (names: readonly string[]): string | undefined => names.find((name) => isList(memberOf(table, name)));
  const headersName = named(HEADERS) ?? (isList(table["header"]) ? "header" : undefined);
  const rowsName = isList(table["rows"]) ? "rows" : table["rows"] === undefined ? named(ROWS) : undefined;
  const rows = rowsName === undefined ? undefined : asList(memberOf(table, rowsName));
  const known = columnsOf(table["columns"], headersName === undefined ? undefined : flat(asList(memberOf(table, headersName))), rows);
  if (!known) return undefined;
  const { keys, columns } = known;
  const made = rows?.map((row) => rowOf(row, keys));
  if (made?.some((row) => row === undefined)) return undefined;
  const ops: EditOperation[] = [];
  if (columns) ops.push(table["columns"] === undefined ? add(["columns"], columns) : replace(["columns"], columns));
  if (headersName !== undefined) ops.push(remove(headersName));
  if (made && rowsName === "rows") {
    if (rows!.some((row) => isList(row))) ops.push(replace(["rows"], made));
  } else if (made) ops.push(remove(rowsName!), add(["rows"], made));
  return ops.length === 0 ? undefined : { ops, columns };
}

const flat = (headers: readonly unknown[]): readonly unknown[] => (headers.length === 1 && isList(headers[0]) ? headers[0] : headers);

function columnsOf(columns: unknown, headers: readonly unknown[] | undefined, rows: readonly unknown[] | undefined): Columns | undefined {
  const given = isList(columns) ? columns : undefined;
  if (given && given.length > 0 && given.every(isObject)) {
    const keys = given.map((c) => c["key"]);
    if (!keys.every((key): key is string => typeof key === "string")) return undefined;
    if (!headers) return { keys, columns: null };
    if (headers.length !== given.length || !headers.every(isWord) || given.some((c) => Object.hasOwn(c, "header"))) return undefined;
    return { keys, columns: given.map((c, i) => ({ ...c, header: String(headers[i]) })) };
  }
  const words = given && given.length > 0 ? given : headers;
  if (!words || words.length === 0 || !words.every(isWord) || (columns !== undefined && !given)) return undefined;
  const shown = (given && headers?.length === given.length && headers.every(isWord) ? headers : words).map(String);
  const names = words.map(String);
  // rows that are objects have the words themselves as keys
  const isKeyed = rows?.some((row) => isObject(row) && Object.keys(row).some((key) => names.includes(key))) === true;
  const keys = isKeyed && new Set(names).size === names.length ? names : keysOf(names);
  return { keys, columns: keys.map((key, i) => ({ key, header: shown[i]!, width: { mode: "auto" } })) };
}

function rowOf(row: unknown, keys: readonly string[]): unknown {
  if (!isList(row)) return isObject(row) ? row : undefined;
  if (row.length > keys.length) return undefined;
  return Object.fromEntries(row.map((cell, i) => [keys[i]!, cell]));
}
