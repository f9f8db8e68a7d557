// A number to its shortest decimal without an exponent.
/** A number's shortest decimal, never with an exponent (decisions §1): 1e-7 is 0.0000001. */
export function shortestDecimal(value: number): string {
  const text = String(Object.is(value, -0) ? 0 : value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = "", first = "", more = "", power = "0"] = match;
  const digits = first + more;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + "0".repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
