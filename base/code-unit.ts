// UTF-16 access in hot loops, and copies of strings without shared memory.
const { charCodeAt } = String.prototype;

/**
 * The UTF-16 code unit at `i`. `charCodeAt` called as a method becomes megamorphic on engines' many string kinds (slices, joins, one or two
 * bytes) and ten times slower.
 */
export const unitAt = (text: string, i: number): number => charCodeAt.call(text, i);

/** Copies the first `most` units: a slice would retain its whole source string. */
export function copyOf(text: string, most = text.length): string {
  let out = "";
  for (let i = 0, n = Math.min(most, text.length); i < n; i++) out += String.fromCharCode(unitAt(text, i));
  return out;
}
