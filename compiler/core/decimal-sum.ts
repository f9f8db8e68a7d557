import { shortestDecimal } from "./decimal.js";

/** An exact decimal: `digits` divided by ten to the power of `places`. */
interface Exact {
  readonly digits: bigint;
  readonly places: number;
}
const NOTHING: Exact = { digits: 0n, places: 0 };

const raised = ({ digits, places }: Exact, to: number): bigint => (places === to ? digits : digits * 10n ** BigInt(to - places));

function plus(a: Exact, value: number): Exact {
  const text = shortestDecimal(value);
  const point = text.indexOf(".");
  const b = {
    digits: BigInt(point < 0 ? text : text.slice(0, point) + text.slice(point + 1)),
    places: point < 0 ? 0 : text.length - point - 1,
  };
  const places = Math.max(a.places, b.places);
  return { digits: raised(a, places) + raised(b, places), places };
}

/** Writes a sum without exponent and trailing zeros, as `shortestDecimal` does. */
function textOf({ digits, places }: Exact): string {
  const sign = digits < 0n ? "-" : "";
  const all = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
  const fraction = all.slice(all.length - places).replace(/0+$/, "");
  return `${sign}${all.slice(0, all.length - places)}${places === 0 || fraction === "" ? "" : `.${fraction}`}`;
}

/** every 64th sum is retained */
const STEP = 64;

/** Exact sums of the first k values (N27); an entry per 64 values. */
export class RunningSums {
  readonly #marks: Exact[] = [NOTHING];
  #last: Exact = NOTHING;
  #at = 0;

  /** null adds nothing */
  constructor(readonly valueOf: (index: number) => number | null) {}

  /** Returns a sum in the form of `shortestDecimal`. */
  of(count: number): string {
    const mark = Math.min(Math.floor(count / STEP), this.#marks.length - 1);
    if (count < this.#at || mark * STEP > this.#at) {
      this.#last = this.#marks[mark]!;
      this.#at = mark * STEP;
    }
    while (this.#at < count) {
      const value = this.valueOf(this.#at);
      if (value !== null) this.#last = plus(this.#last, value);
      this.#at++;
      if (this.#at === this.#marks.length * STEP) this.#marks.push(this.#last);
    }
    return textOf(this.#last);
  }
}
