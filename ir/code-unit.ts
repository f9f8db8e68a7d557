// A string to its UTF-16 code units, and to a copy that shares no memory with it.
const { charCodeAt } = String.prototype;

/**
 * The UTF-16 code unit at `i`, as `charCodeAt`, for loops over text. Engines have many kinds of strings (slices, joins, of one or two bytes a
 * character); a place that has met them all looks the method up for each character anew, which takes ten times what it does here.
 */
export const unitAt = (text: string, i: number): number => charCodeAt.call(text, i);

/** A short text, or so many units of its beginning, as a string of its own: a slice keeps all that it was cut from. */
export function copyOf(text: string, most = text.length): string {
  let out = "";
  for (let i = 0, n = Math.min(most, text.length); i < n; i++) out += String.fromCharCode(unitAt(text, i));
  return out;
}
