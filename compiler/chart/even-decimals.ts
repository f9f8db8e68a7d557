// Numbers next to each other, as ticks, have equal decimals.
import { greatest } from "../../base/many.js";
import { shortestDecimal } from "../core/decimal.js";
import { formatNumber, type NumberFormatOptions } from "../core/number-format.js";
import { styleOf } from "../locale/localized-form.js";
import type { Numbers } from "../locale/numbers.js";

export interface EvenNumbers {
  readonly values: readonly number[];
  /** greatest number of decimals, unless the format declares more */
  readonly most: number;
  /** shares from 0 to 100 */
  readonly percent?: boolean;
}

/**
 * As many decimals as the values need, and at least those of a currency (numbers.md N5). Without a format, as in the contract, in any locale
 * (numbers.md N19); shares have the locale's percent pattern, whatever the style (numbers.md N18).
 */
export function evenText(
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

const decimalsOf = (value: number): number => (Number.isInteger(value) ? 0 : (shortestDecimal(value).split(".")[1] ?? "").length);

const withDecimals = (format: NumberFormatOptions, decimals: number): NumberFormatOptions =>
  format.decimals !== undefined || format.notation === "compact" ? format : { ...format, decimals };
