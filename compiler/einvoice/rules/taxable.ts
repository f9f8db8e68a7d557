// Lines, allowances and charges to their sums by VAT category and rate: what a group of the VAT breakdown is held against.
import { add, decimal, show, ZERO, type Decimal } from "../decimal.js";
import { sumOf } from "../invoice.js";
import { all, valueOf, type Node } from "../node.js";

/** UNTDID 5305, as far as taxable amounts are summed. */
const SUMMED = new Set(["S", "Z", "E", "AE", "K", "G", "O", "L", "M"]);

export interface Share {
  readonly sum: Decimal;
  /** Of the lines, allowances or charges in it. */
  readonly count: number;
}

export const NONE: Share = { sum: ZERO, count: 0 };

/** 19, 19.0 and 19.00 are one rate. */
const rateKey = (rate: Decimal): string =>
  show(rate)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");

/** A category, or one of its rates. */
export const keyOf = (code: string, rate: Decimal | null): string => (rate === null ? code : `${code} ${rateKey(rate)}`);

export const isOf = (tax: Node, code: string): boolean => all(tax, "CategoryCode").some((c) => valueOf(c) === code);

/** What nodes come to by category, and by category and rate; a node counts once for each of its taxes' categories and rates. */
export function sharesOf(nodes: readonly Node[], taxes: string, amounts: (n: Node) => readonly Node[]): ReadonlyMap<string, Share> {
  const out = new Map<string, Share>();
  for (const n of nodes) {
    const of = all(n, taxes);
    const codes = new Set(of.flatMap((t) => all(t, "CategoryCode").map(valueOf)).filter((c) => SUMMED.has(c)));
    const rates = of.flatMap((t) => all(t, "RateApplicablePercent").map((r) => decimal(valueOf(r))));
    const sum = sumOf(amounts(n));
    const keys = new Set([...codes].flatMap((c) => [c, ...rates.flatMap((r) => (r ? [keyOf(c, r)] : []))]));
    for (const key of keys) {
      const before = out.get(key) ?? NONE;
      out.set(key, { sum: add(before.sum, sum), count: before.count + 1 });
    }
  }
  return out;
}
