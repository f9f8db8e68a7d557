// References between the objects of a file; what its revisions share is read once (SG-40, SG-44).
import { isArray, isDict } from "../../../../pdf-reader/objects.js";
import { PdfRef, PdfStream, type PdfFile, type PdfObject, type RevisionFile } from "../../../../pdf-reader/types.js";

/** References of the objects of the last revision, and of earlier ones that share them. */
export class Links {
  readonly #known = new Map<PdfObject, readonly PdfRef[]>();
  #owners: ReadonlyMap<number, readonly number[]> | null = null;
  /** Numbers of the objects that the last revision reaches from its trailer. */
  readonly reached: ReadonlySet<number>;

  constructor(readonly now: PdfFile) {
    this.reached = this.reachedIn(now);
  }

  reachedIn(file: PdfFile): ReadonlySet<number> {
    const seen = new Set<number>();
    const rest = ["Root", "Info", "Encrypt"].flatMap((key) => refsIn(file.trailer.get(key) ?? null));
    for (let ref; (ref = rest.pop());) {
      if (seen.has(ref.num)) continue;
      seen.add(ref.num);
      for (const next of this.#of(file.get(ref))) if (!seen.has(next.num)) rest.push(next);
    }
    return seen;
  }

  /** Revisions share the objects themselves. */
  #of(object: PdfObject): readonly PdfRef[] {
    let refs = this.#known.get(object);
    if (!refs) this.#known.set(object, (refs = refsIn(object)));
    return refs;
  }

  /** Numbers of objects that differ in an earlier revision, or refer to one that does; references to `boundary` are equal by number. */
  touchedSince(old: RevisionFile, boundary: ReadonlySet<number>): ReadonlySet<number> {
    const owners = (this.#owners ??= this.#reversed());
    const rest: number[] = [];
    // an object that refers to another in whole is shared, and what it is may differ
    for (const num of this.reached) {
      const ref = this.now.refTo(num);
      if (old.get(ref) !== this.now.get(ref)) rest.push(num);
    }
    const touched = new Set(rest);
    for (let num; (num = rest.pop()) !== undefined;) {
      if (boundary.has(num)) continue;
      for (const owner of owners.get(num) ?? []) {
        if (touched.has(owner)) continue;
        touched.add(owner);
        rest.push(owner);
      }
    }
    return touched;
  }

  #reversed(): ReadonlyMap<number, readonly number[]> {
    const owners = new Map<number, number[]>();
    for (const owner of this.reached)
      for (const { num } of this.#of(this.now.get(this.now.refTo(owner)))) {
        const known = owners.get(num);
        if (known) known.push(owner);
        else owners.set(num, [owner]);
      }
    return owners;
  }
}

/** References in a value, direct or deeper in its lists and dictionaries. */
function refsIn(value: PdfObject): PdfRef[] {
  const refs: PdfRef[] = [];
  const rest: PdfObject[] = [value];
  for (let next; (next = rest.pop()) !== undefined;) {
    if (next === null || typeof next !== "object") continue;
    if (next instanceof PdfRef) refs.push(next);
    else if (next instanceof PdfStream) rest.push(next.dict);
    else if (isDict(next)) for (const item of next.values()) rest.push(item);
    else if (isArray(next)) for (const item of next) rest.push(item);
  }
  return refs;
}
