// Objects that a file gets, and those that it gets in place of others.
import { PdfRef, type ChangeableFile, type PdfDict, type PdfObject } from "../../../pdf-reader/types.js";

const MOST_HOPS = 32;

export class Changes {
  readonly #objects = new Map<number, { readonly ref: PdfRef; readonly object: PdfObject }>();
  /** dictionaries that edits made */
  readonly #edited = new Map<number, Map<string, PdfObject>>();
  #next: number;

  constructor(readonly file: ChangeableFile) {
    const size = file.trailer.get("Size");
    this.#next = Math.max(file.refs().at(-1)?.num ?? 0, typeof size === "number" ? size - 1 : 0) + 1;
  }

  /** An object as changed. Never a PdfRef. */
  get(object: PdfObject | undefined): PdfObject {
    let found = object ?? null;
    for (let hops = 0; found instanceof PdfRef; hops++) {
      if (hops === MOST_HOPS) return null;
      const changed = this.#objects.get(found.num);
      found = changed ? changed.object : this.file.get(found);
    }
    return found;
  }

  /** Counts work on the file. @throws PdfFault over a budget */
  step(count: number): void {
    this.file.step(count);
  }

  /** A dictionary as changed; null for another object. */
  dict(object: PdfObject | undefined): PdfDict | null {
    const found = this.get(object);
    return found instanceof Map ? found : null;
  }

  /** Items of an array as changed; none of another object. */
  list(object: PdfObject | undefined): readonly PdfObject[] {
    const found = this.get(object);
    return Array.isArray(found) ? found : [];
  }

  reserve(): PdfRef {
    return new PdfRef(this.#next++, 0);
  }

  /** A stream's data is that before encryption. */
  add(object: PdfObject): PdfRef {
    const ref = this.reserve();
    this.set(ref, object);
    return ref;
  }

  /** Replaces an object; data of a stream is that before encryption. */
  set(ref: PdfRef, object: PdfObject): void {
    this.#objects.set(ref.num, { ref, object });
  }

  /** Replaces entries of the dictionary that a reference leads to; undefined takes one out. */
  edit(ref: PdfRef, entries: Readonly<Record<string, PdfObject | undefined>>): void {
    let own = this.#edited.get(ref.num);
    if (own === undefined || this.#objects.get(ref.num)?.object !== own) {
      own = new Map(this.dict(ref) ?? []);
      this.#edited.set(ref.num, own);
      this.set(ref, own);
    }
    for (const [key, value] of Object.entries(entries)) {
      if (value === undefined) own.delete(key);
      else own.set(key, value);
    }
  }

  get size(): number {
    return this.#next;
  }

  get isEmpty(): boolean {
    return this.#objects.size === 0;
  }

  /** Returns the objects in ascending order of their numbers. */
  get all(): readonly { readonly ref: PdfRef; readonly object: PdfObject }[] {
    return [...this.#objects.values()].sort((a, b) => a.ref.num - b.ref.num);
  }
}
