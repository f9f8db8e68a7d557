import {
  IMPORTED_ROLES,
  MOST_MCIDS,
  type AttributeValue,
  type ImportedAttributes,
  type ImportedNode,
  type ImportedStructure,
} from "./pdf.js";

type Bad = (promise: string, at: string, found: unknown) => void;
/** Maximum integer of most formats. */
const LARGEST = 2147483647;

/** `pages`: of the import; `at`: its place */
export function validateImported({ kids, classes }: ImportedStructure, pages: number, at: string, bad: Bad): void {
  const names = new Set<string>();
  for (const { name, attributes } of classes) {
    if (name === "" || names.has(name)) bad("unique", `${at}.classes`, name);
    names.add(name);
    checkAttributes(attributes, `${at}.classes`, bad);
  }
  const owned = new Set<string>();
  const ids = new Set<string>();
  const keys = new Set<string>();
  const refs = new Set<string>();
  const node = (of: ImportedNode, here: string): void => {
    if (!IMPORTED_ROLES.includes(of.role)) bad("role", here, of.role);
    if (of.id !== undefined && (of.id === "" || ids.has(of.id))) bad("unique", here, of.id);
    if (of.id !== undefined) ids.add(of.id);
    if (of.key !== undefined && keys.has(of.key)) bad("unique", here, of.key);
    if (of.key !== undefined) keys.add(of.key);
    for (const key of of.refs ?? []) refs.add(key);
    for (const name of of.classes ?? []) if (!names.has(name)) bad("class", here, name);
    checkAttributes(of.attributes ?? [], here, bad);
    of.kids.forEach((kid, i) => {
      const inner = `${here}.kids[${i}]`;
      if ("role" in kid) return node(kid, inner);
      const { page, mcid, form, annotation } = kid;
      if (!Number.isInteger(page) || page < 0 || page >= pages) bad("index", inner, page);
      if ((mcid === undefined) === (annotation === undefined) || (form !== undefined && mcid === undefined)) bad("content", inner, kid);
      if (mcid !== undefined && !(isCount(mcid) && mcid < MOST_MCIDS)) bad("size", inner, mcid);
      for (const v of [form, annotation]) if (v !== undefined && !isCount(v)) bad("size", inner, v);
      const key = `${page}/${form ?? ""}/${mcid ?? ""}/${annotation ?? ""}`;
      if (owned.has(key)) bad("mark-owner", inner, kid);
      owned.add(key);
    });
  };
  kids.forEach((kid, i) => node(kid, `${at}.kids[${i}]`));
  for (const key of refs) if (!keys.has(key)) bad("reference", at, key);
}

const isCount = (v: number): boolean => Number.isInteger(v) && v >= 0 && v <= LARGEST;

function checkAttributes(all: readonly ImportedAttributes[], at: string, bad: Bad): void {
  for (const { owner, entries } of all) {
    if (owner === "" || entries.length === 0) bad("empty", at, owner);
    for (const { key, value } of entries) {
      if (key === "" || key === "O") bad("attribute", at, key);
      checkValue(value, at, bad);
    }
  }
}

function checkValue(value: AttributeValue, at: string, bad: Bad): void {
  if (typeof value === "number" && !(Math.abs(value) <= LARGEST)) bad("number", at, value);
  if (typeof value !== "object") return;
  if ("list" in value) for (const item of value.list) checkValue(item, at, bad);
  else if ("entries" in value) for (const { value: inner } of value.entries) checkValue(inner, at, bad);
}
