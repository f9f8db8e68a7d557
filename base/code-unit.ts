const { charCodeAt } = String.prototype;

/** Returns a code unit: `charCodeAt` as a method becomes megamorphic on engines' string kinds, and ten times slower. */
export const unitAt = (text: string, i: number): number => charCodeAt.call(text, i);

/** Copies a text: a slice would retain its source. */
export function copyOf(text: string, most = text.length): string {
  let out = "";
  for (let i = 0, n = Math.min(most, text.length); i < n; i++) out += String.fromCharCode(unitAt(text, i));
  return out;
}
