// Equality of what two revisions reach, object by object (SG-40).
import { isArray, isDict } from "../../../../pdf-reader/objects.js";
import {
  PdfName,
  PdfReal,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfFile,
  type PdfObject,
  type RevisionFile,
} from "../../../../pdf-reader/types.js";

type Given = PdfObject | undefined;

/** Numbers of objects are below (ISO 32000-1, table C.1). */
const MOST_NUMBER = 1 << 23;

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && ((a.buffer === b.buffer && a.byteOffset === b.byteOffset) || Buffer.compare(a, b) === 0);

interface Pair {
  readonly a: PdfObject;
  readonly b: PdfObject;
  /** Number of the object of `b`; null in the trailer. */
  readonly num: number | null;
}

/** Compares values with all that they refer to; loops end. Objects of `boundary` are equal by their numbers: they are compared elsewhere. */
export class Equality {
  /** Pairs of objects that are equal. */
  readonly #equal = new Set<number>();
  /** Number of the object of the last revision in which the last comparison found a difference. */
  differentIn: number | null = null;

  constructor(
    readonly old: RevisionFile,
    readonly now: PdfFile,
    readonly boundary: ReadonlySet<number>,
    /** Numbers of objects of the last revision that are equal with all that they refer to, up to the boundary. */
    readonly untouched: { has(num: number): boolean },
  ) {}

  /** True without a comparison: both are one value of an object that no revision touched. */
  isUntouched(a: Given, b: Given, num: number | null): boolean {
    return num !== null && a === b && this.untouched.has(num);
  }

  equal(a: Given, b: Given, num: number | null = null): boolean {
    const rest: Pair[] = [{ a: a ?? null, b: b ?? null, num }];
    const assumed: number[] = [];
    for (let pair; (pair = rest.pop());) {
      if (this.#equals(pair, rest, assumed)) continue;
      // pairs that were assumed to be equal depend on this one
      for (const key of assumed) this.#equal.delete(key);
      this.differentIn = pair.b instanceof PdfRef ? pair.b.num : pair.num;
      return false;
    }
    return true;
  }

  #equals({ a, b, num }: Pair, rest: Pair[], assumed: number[]): boolean {
    this.now.step(1);
    if (a instanceof PdfRef || b instanceof PdfRef) return this.#refs({ a, b, num }, rest, assumed);
    if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value;
    if (a instanceof PdfString) return a === b || (b instanceof PdfString && sameBytes(a.bytes, b.bytes));
    if (a instanceof PdfReal || typeof a === "number") {
      const value = (of: PdfObject): number | null => (of instanceof PdfReal ? of.value : typeof of === "number" ? of : null);
      return value(a) === value(b);
    }
    if (a instanceof PdfStream) {
      if (!(b instanceof PdfStream) || !sameBytes(a.encoded, b.encoded)) return false;
      rest.push({ a: a.dict, b: b.dict, num });
      return true;
    }
    if (isArray(a)) {
      if (!isArray(b) || a.length !== b.length) return false;
      a.forEach((item, i) => rest.push({ a: item, b: b[i] ?? null, num }));
      return true;
    }
    if (isDict(a)) {
      if (!isDict(b)) return false;
      for (const [key, value] of a) rest.push({ a: value, b: b.get(key) ?? null, num });
      if (a !== b) for (const [key, value] of b) if (!a.has(key)) rest.push({ a: null, b: value, num });
      return true;
    }
    return a === b;
  }

  #refs({ a, b, num }: Pair, rest: Pair[], assumed: number[]): boolean {
    if (a instanceof PdfRef && this.boundary.has(a.num)) return b instanceof PdfRef && b.num === a.num;
    if (a instanceof PdfRef && b instanceof PdfRef) {
      if (a.num === b.num && a.gen === b.gen && this.untouched.has(a.num)) return true;
      const key = a.num * MOST_NUMBER + b.num;
      if (this.#equal.has(key)) return true;
      this.#equal.add(key);
      assumed.push(key);
    }
    rest.push({ a: this.old.get(a), b: this.now.get(b), num: b instanceof PdfRef ? b.num : num });
    return true;
  }
}

/** Items of the last list that the signed one does not have, and those that are missing; the others have their order. */
export function aligned(
  old: readonly PdfObject[],
  now: readonly PdfObject[],
  equality: Equality,
): { readonly added: readonly PdfObject[]; readonly missing: readonly PdfObject[] } {
  const added: PdfObject[] = [];
  let next = 0;
  for (const item of now) {
    const expected = old[next];
    const isSame =
      expected instanceof PdfRef || item instanceof PdfRef
        ? expected instanceof PdfRef && item instanceof PdfRef && expected.num === item.num
        : next < old.length && equality.equal(expected, item);
    if (isSame) next++;
    else added.push(item);
  }
  return { added, missing: old.slice(next) };
}
