// Without exponent (decisions §1, Numbers): 1e-7 is 0.0000001.

export function shortestDecimal(value: number): string {
  // no -0
  const text = String(value + 0);
  const far = Math.abs(value);
  // others have an exponent (ECMA-262, Number::toString)
  if ((far >= 1e-6 && far < 1e21) || far === 0) return text;
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = "", first = "", more = "", power = "0"] = match;
  const digits = first + more;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + "0".repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** 0.1 + 0.2 is 0.3; infinite on overflow. */
export function addDecimal(a: number, b: number): number {
  const x = shortestDecimal(a);
  const y = shortestDecimal(b);
  const places = Math.max(placesOf(x), placesOf(y));
  return Number(`${scaled(x, places) + scaled(y, places)}e-${places}`);
}

/** Nothing is rounded. */
export class DecimalSum {
  #digits = 0n;
  #places = 0;

  add(value: number | string): void {
    const text = typeof value === "number" ? shortestDecimal(value) : value;
    const places = placesOf(text);
    if (places > this.#places) {
      this.#digits *= 10n ** BigInt(places - this.#places);
      this.#places = places;
    }
    this.#digits += scaled(text, this.#places);
  }

  get value(): string {
    const negative = this.#digits < 0n;
    const digits = String(negative ? -this.#digits : this.#digits).padStart(this.#places + 1, "0");
    const whole = digits.slice(0, digits.length - this.#places);
    const fraction = digits.slice(digits.length - this.#places).replace(/0+$/, "");
    return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
  }
}

const placesOf = (digits: string): number => {
  const point = digits.indexOf(".");
  return point < 0 ? 0 : digits.length - point - 1;
};

const scaled = (digits: string, places: number): bigint => BigInt(digits.replace(".", "") + "0".repeat(places - placesOf(digits)));
