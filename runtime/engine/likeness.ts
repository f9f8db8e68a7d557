// Recognition of a large body as an edit of the one before, by a bounded sample of its bytes. A wrong answer costs time, never bytes.

/** Hashes of slices of a body. */
export interface Likeness {
  /** bytes between the begins of two slices: a power of two */
  readonly step: number;
  /** slice i begins `i * step` after the start */
  readonly fromStart: Int32Array;
  /** slice i ends `i * step` before the end */
  readonly fromEnd: Int32Array;
}

/** Smaller bodies render in some 15 ms. */
export const LARGE = 64 * 1024;
/** At least so many from each end, and fewer than twice as many. */
const SLICES = 64;
const SLICE = 64;
/** Of all slices, in an edit: two values that share only the half of their slices at random have three quarters. */
const EQUAL = 7 / 8;

/** Returns the likeness of a large body; null for one that is not large. */
export function likenessOf(body: Uint8Array): Likeness | null {
  const { length } = body;
  if (length < LARGE) return null;
  const step = 2 ** Math.floor(Math.log2(length / SLICES));
  const count = Math.floor(length / step);
  const fromStart = new Int32Array(count);
  const fromEnd = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    fromStart[i] = hashOf(body, i * step);
    fromEnd[i] = hashOf(body, length - i * step - SLICE);
  }
  return { step, fromStart, fromEnd };
}

/** FNV-1a of a slice. */
function hashOf(body: Uint8Array, from: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = from; i < from + SLICE; i++) hash = Math.imul(hash ^ body[i]!, 0x01000193);
  return hash;
}

/** True if one place differs that is small for the body: before it slices are equal from the start, after it from the end. */
export function isEdit(before: Likeness, after: Likeness): boolean {
  const step = Math.max(before.step, after.step);
  const [was, is] = [step / before.step, step / after.step];
  const [few, many] = [Math.floor(before.fromStart.length / was), Math.floor(after.fromStart.length / is)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  let equal = 0;
  for (let i = 0; i < few; i++) {
    const last = few - 1 - i;
    if (before.fromStart[i * was] === after.fromStart[i * is] || before.fromEnd[last * was] === after.fromEnd[last * is]) equal++;
  }
  return equal >= EQUAL * many;
}
