// Attribute objects and classes of structure elements (ISO 32000-1, 14.7.5).
import { isList } from "../../base/json.js";
import { PdfName, PdfReal, PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import type { AttributeEntry, AttributeValue, ImportedAttributes, ImportedClass } from "../../ir/ir.js";
import { arrayOf, dictOf, nameOf, textOf } from "../../pdf-reader/objects.js";

const DEEPEST = 8;
const LARGEST = 2147483647;

/** One, or several; revisions are omitted. */
export function attributesOf(file: PdfFile, given: PdfObject | undefined): readonly ImportedAttributes[] {
  const list = arrayOf(file.get(given)) ?? [given ?? null];
  file.step(list.length);
  return list.flatMap((item) => attributesIn(file, dictOf(file.get(item))) ?? []);
}

/** Null for an owner in a namespace, which PDF 1.7 lacks. */
function attributesIn(file: PdfFile, dict: PdfDict | null): ImportedAttributes | null {
  const owner = dict && nameOf(file.get(dict.get("O")));
  if (!owner || owner === "NSO") return null;
  const entries = entriesIn(file, dict, 0).filter(({ key }) => key !== "O");
  return entries.length === 0 ? null : { owner, entries };
}

function entriesIn(file: PdfFile, dict: PdfDict, depth: number): readonly AttributeEntry[] {
  const out: AttributeEntry[] = [];
  for (const [key, given] of dict) {
    const value = valueOf(file, given, depth + 1);
    if (value !== null) out.push({ key, value });
  }
  return out;
}

function valueOf(file: PdfFile, given: PdfObject, depth: number): AttributeValue | null {
  const found = file.get(given);
  // elements and entries may share values
  file.step(1);
  if (found === null || found instanceof PdfStream || depth > DEEPEST) return null;
  if (typeof found === "boolean") return found;
  if (typeof found === "number" || found instanceof PdfReal) {
    const value = typeof found === "number" ? found : found.value;
    return Math.abs(value) <= LARGEST ? value : null;
  }
  if (found instanceof PdfName) return { name: found.value };
  if (found instanceof PdfString) return { text: textOf(file, found) ?? "" };
  if (isList(found)) return { list: found.flatMap((item) => valueOf(file, item, depth + 1) ?? []) };
  return { entries: entriesIn(file, found as PdfDict, depth) };
}

export class Classes {
  readonly #map: PdfDict | null;
  readonly #used = new Map<string, ImportedClass>();

  constructor(
    readonly file: PdfFile,
    root: PdfDict,
  ) {
    this.#map = dictOf(file.get(root.get("ClassMap")));
  }

  /** A name, or several; undefined ones and revisions are omitted. */
  of(given: PdfObject | undefined): readonly ImportedClass[] {
    if (!this.#map || given === undefined) return [];
    const list = arrayOf(this.file.get(given)) ?? [given];
    this.file.step(list.length);
    return list.flatMap((item) => this.#class(nameOf(this.file.get(item))) ?? []);
  }

  #class(name: string | null): ImportedClass | null {
    if (name === null || !this.#map!.has(name)) return null;
    let known = this.#used.get(name);
    if (!known) this.#used.set(name, (known = { name, attributes: attributesOf(this.file, this.#map!.get(name)) }));
    return known;
  }
}

export function withAttribute(
  all: readonly ImportedAttributes[],
  owner: string,
  key: string,
  value: AttributeValue | null,
): readonly ImportedAttributes[] {
  const out: ImportedAttributes[] = [];
  for (const of of all) {
    const entries = of.owner === owner ? of.entries.filter((e) => e.key !== key) : of.entries;
    if (entries.length > 0) out.push({ owner: of.owner, entries });
  }
  if (value !== null) out.push({ owner, entries: [{ key, value }] });
  return out;
}
