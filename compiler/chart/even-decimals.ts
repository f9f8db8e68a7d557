// Numbers next to each other, as ticks, have equal decimals.
import { greatest } from "../../base/many.js";
import { shortestDecimal } from "../core/decimal.js";
import { formatNumber, type NumberFormatOptions } from "../core/number-format.js";
import { styleOf } from "../locale/localized-form.js";
import type { ChartContext } from "./context.js";
import type { Src } from "../core/src.js";
import type { Numbers } from "../locale/numbers.js";

interface EvenNumbers {
  readonly values: readonly number[];
  /** greatest number of decimals, unless the format declares more */
  readonly most: number;
  /** shares from 0 to 100 */
  readonly percent?: boolean;
}

/**
 * As many decimals as the values need, and at least those of a currency (N5). Without a format, as in the contract, in any locale
 * (N19); shares have the locale's percent pattern, whatever the style (N18).
 */
function evenText(
  numbers: Numbers,
  declared: NumberFormatOptions | undefined,
  { values, most, percent = false }: EvenNumbers,
): (value: number) => string {
  const needed = Math.min(most, greatest(values.map(decimalsOf)));
  if (percent) {
    const look = withDecimals(declared ?? {}, needed);
    return (value) => numbers.share(value, look);
  }
  if (!declared) return (value) => formatNumber(value, { decimals: needed });
  // 0.05 is 5 %
  const shown = styleOf(declared) === "percent" ? Math.max(0, needed - 2) : Math.max(needed, numbers.currencyDecimals(declared));
  const look = withDecimals(declared, shown);
  return (value) => numbers.text(value, look);
}

/** Declared decimals end there. */
const MOST_DECIMALS = 6;

/** Writes numbers as `evenText`; compact ones without declared decimals have as many as distinguish the values, if so many do. */
export function differingText(numbers: Numbers, declared: NumberFormatOptions | undefined, even: EvenNumbers): (value: number) => string {
  const usual = evenText(numbers, declared, even);
  if (declared?.notation !== "compact" || declared.decimals !== undefined || differ(even.values, usual)) return usual;
  for (let decimals = 1; decimals <= MOST_DECIMALS; decimals++) {
    const more = evenText(numbers, { ...declared, decimals }, even);
    if (differ(even.values, more)) return more;
  }
  return usual;
}

/** True if no two texts are equal. */
export const differ = (values: readonly number[], text: (value: number) => string): boolean =>
  new Set(values.map(text)).size === values.length;

/** Removes values whose text an earlier one has. */
export function firstOfEach(values: readonly number[], text: (value: number) => string): readonly number[] {
  const known = new Set<string>();
  return values.filter((value) => {
    const shown = text(value);
    return known.has(shown) ? false : known.add(shown);
  });
}

/** `what`: "ticks" */
export const noteRepeated = (cx: ChartContext, src: Src, what: string): void =>
  cx.note("repeated-numbers", src, `${what} that would have the text of one before them are left out: give its format more decimals`);

const decimalsOf = (value: number): number => (Number.isInteger(value) ? 0 : (shortestDecimal(value).split(".")[1] ?? "").length);

const withDecimals = (format: NumberFormatOptions, decimals: number): NumberFormatOptions =>
  format.decimals !== undefined || format.notation === "compact" ? format : { ...format, decimals };
