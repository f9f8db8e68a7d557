// Destinations, resolved to pages (ISO 32000-2, 12.3.2).
import { isKeyOf } from "../base/lookup.js";
import { arrayOf, dictOf, keyOf, nameOf, numberOf } from "./objects.js";
import { entriesOf } from "./tree.js";
import { PdfRef, type PdfDict, type PdfFile, type PdfObject } from "./types.js";

/** A view of a page of the file, from 1. */
export interface PdfTarget {
  readonly page: number;
  readonly view: { readonly fit: Fit; readonly at: readonly (number | null)[] };
}

/** Numbers of each view (table 149). */
const NUMBERS = { XYZ: 3, Fit: 0, FitH: 1, FitV: 1, FitR: 4, FitB: 0, FitBH: 1, FitBV: 1 } as const;
type Fit = keyof typeof NUMBERS;
const LARGEST = 1e6;

export class PdfTargets {
  #numbers: Map<number, number> | null = null;
  #named: Map<string, PdfObject> | null = null;

  constructor(readonly file: PdfFile) {}

  /** Finds a target by name or explicitly; null if not in the file. */
  of(destination: PdfObject | undefined): PdfTarget | null {
    const { file } = this;
    const found = file.get(destination);
    const array = arrayOf(file.get(found)) ?? this.#byName(keyOf(file.get(found)));
    if (!array) return null;
    const page = this.#page(array[0]);
    if (page === null) return null;
    const name = nameOf(file.get(array[1])) ?? "";
    const fit = isKeyOf(NUMBERS, name) ? name : "Fit";
    const at = Array.from({ length: NUMBERS[fit] }, (_, i) => {
      const v = numberOf(file.get(array[2 + i]));
      return v !== null && Math.abs(v) <= LARGEST ? v : null;
    });
    return { page, view: fit === "FitR" && at.includes(null) ? { fit: "Fit", at: [] } : { fit, at } };
  }

  ofLink(dict: PdfDict): PdfTarget | null {
    const action = dictOf(this.file.get(dict.get("A")));
    if (dict.has("Dest")) return this.of(dict.get("Dest"));
    return action && nameOf(this.file.get(action.get("S"))) === "GoTo" ? this.of(action.get("D")) : null;
  }

  *names(): Generator<readonly [name: string, target: PdfTarget]> {
    for (const [name, value] of this.#all()) {
      const target = this.of(value);
      if (target) yield [name, target];
    }
  }

  #byName(name: string | null): ReturnType<typeof arrayOf> {
    if (name === null) return null;
    const { file } = this;
    const value = file.get(this.#all().get(name));
    return arrayOf(file.get(value)) ?? arrayOf(file.get(dictOf(file.get(value))?.get("D")));
  }

  #all(): ReadonlyMap<string, PdfObject> {
    if (this.#named) return this.#named;
    const { file } = this;
    const all = new Map<string, PdfObject>();
    const plain = (value: PdfObject): PdfObject => {
      const found = file.get(value);
      return arrayOf(file.get(found)) ?? arrayOf(file.get(dictOf(file.get(found))?.get("D")));
    };
    for (const [name, value] of dictOf(file.get(file.catalog.get("Dests"))) ?? []) all.set(name, plain(value));
    const tree = dictOf(file.get(dictOf(file.get(file.catalog.get("Names")))?.get("Dests")));
    for (const [name, value] of entriesOf(file, tree, "Names")) {
      const key = keyOf(file.get(name));
      if (key !== null && !all.has(key)) all.set(key, plain(value));
    }
    return (this.#named = all);
  }

  /** Finds a page by reference, or by index, as some programs write. */
  #page(given: PdfObject | undefined): number | null {
    const { file } = this;
    if (typeof given === "number") return given >= 0 && given < file.pageCount ? given + 1 : null;
    if (!(given instanceof PdfRef)) return null;
    if (!this.#numbers) {
      this.#numbers = new Map();
      for (let n = 1; n <= file.pageCount; n++) {
        const { ref } = file.page(n);
        if (ref && !this.#numbers.has(ref.num)) this.#numbers.set(ref.num, n);
      }
    }
    return this.#numbers.get(given.num) ?? null;
  }
}
