// Attributes of structure elements and of their classes (ISO 32000-2, 14.7.6 and 14.8.5).
import { isList } from "../../base/json.js";
import { arrayOf, dictOf, keyOf, nameOf, numberOf, textOf } from "../../pdf-reader/objects.js";
import { PdfName, PdfReal, PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";

/** Owners whose attributes are known by their names alone. */
const STANDARD: ReadonlySet<string> = new Set(["Layout", "List", "PrintField", "Table", "Artifact", "FENote"]);
/** Values that equal those of elements without the attribute. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ["RowSpan", "1"],
  ["ColSpan", "1"],
  ["ListNumbering", "None"],
]);
const DEEPEST = 4;

/** Attributes of an element, by name, with what is compared in another way. */
export interface Attributes {
  readonly values: ReadonlyMap<string, string>;
  /** Identifiers of header cells, a character for each byte. */
  readonly headers: readonly string[];
  /** In default user space; null if absent. */
  readonly box: readonly [number, number, number, number] | null;
}

type Found = Map<string, PdfObject>;

/** Reads attributes of one file; each class is read once. */
export class TagAttributes {
  readonly #classes: PdfDict | null;
  readonly #known = new Map<string, Found>();

  constructor(
    readonly file: PdfFile,
    root: PdfDict,
  ) {
    this.#classes = dictOf(file.get(root.get("ClassMap")));
  }

  /** Returns null for an element without. Its own attributes precede those of classes, later ones earlier ones. */
  of(element: PdfDict): Attributes | null {
    const [own, classes] = [element.get("A"), element.get("C")];
    if (own === undefined && classes === undefined) return null;
    const all: Found = new Map();
    for (const item of this.#list(classes)) {
      const found = this.#class(nameOf(this.file.get(item)) ?? "");
      this.file.step(found.size);
      for (const [key, value] of found) all.set(key, value);
    }
    this.#add(own, all);
    const headers = this.#list(all.get("Headers")).flatMap((id) => keyOf(this.file.get(id)) ?? []);
    const box = this.#box(all.get("BBox"));
    const values = new Map<string, string>();
    // dictionaries have no order
    for (const key of [...all.keys()].sort()) {
      const value = all.get(key)!;
      if (key === "Headers" || key === "BBox") continue;
      const text = this.#text(value, 0);
      if (DEFAULTS.get(key) !== text) values.set(key, text);
    }
    return { values, headers, box };
  }

  #list(given: PdfObject | undefined): readonly PdfObject[] {
    const list = arrayOf(this.file.get(given)) ?? (given === undefined ? [] : [given]);
    this.file.step(list.length);
    return list;
  }

  #class(name: string): Found {
    let known = this.#known.get(name);
    if (!known) {
      this.#known.set(name, (known = new Map()));
      this.#add(this.#classes?.get(name), known);
    }
    return known;
  }

  /** One attribute object, or several; revisions are left out. */
  #add(given: PdfObject | undefined, to: Found): void {
    const { file } = this;
    for (const item of this.#list(given)) {
      const dict = dictOf(file.get(item));
      if (!dict) continue;
      file.step(dict.size);
      const owner = nameOf(file.get(dict.get("O"))) ?? "";
      const space = owner === "NSO" ? (textOf(file, dictOf(file.get(dict.get("NS")))?.get("NS")) ?? "") : owner;
      const prefix = STANDARD.has(owner) ? "" : `${space}.`;
      for (const [key, value] of dict) if (key !== "O" && key !== "NS") to.set(prefix + key, value);
    }
  }

  #box(given: PdfObject | undefined): Attributes["box"] {
    const [a, b, c, d] = (arrayOf(this.file.get(given)) ?? []).slice(0, 4).map((n) => numberOf(this.file.get(n)));
    return a == null || b == null || c == null || d == null ? null : [a, b, c, d];
  }

  #text(given: PdfObject, depth: number): string {
    const { file } = this;
    const found = file.get(given);
    file.step(1);
    if (found instanceof PdfName) return found.value;
    if (found instanceof PdfString) return textOf(file, found) ?? "";
    if (found instanceof PdfReal) return String(Math.round(found.value * 1000) / 1000);
    if (found === null || found instanceof PdfStream || depth === DEEPEST) return "";
    if (isList(found)) return found.map((item) => this.#text(item, depth + 1)).join(" ");
    if (found instanceof Map)
      return [...found]
        .map(([key, value]) => `${key} ${this.#text(value, depth + 1)}`)
        .sort()
        .join(", ");
    return String(found);
  }
}
