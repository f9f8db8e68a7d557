import { add, decimal, show, ZERO, type Decimal } from "../../xml/decimal.js";
import { sumOf } from "../terms/invoice.js";
import { all, normal, textAt, valueOf, type Node } from "../../xml/node.js";

/** UNTDID 5305. */
const SUMMED = new Set(["S", "Z", "E", "AE", "K", "G", "O", "L", "M"]);

export interface Share {
  readonly sum: Decimal;
  readonly count: number;
}

export const NONE: Share = { sum: ZERO, count: 0 };

/** 19, 19.0 and 19.00 are the same rate. */
const rateKey = (rate: Decimal): string =>
  show(rate)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");

/** Rate and exemption reason are optional. */
export const keyOf = (code: string, rate: Decimal | null, reason = ""): string =>
  `${code}${rate === null ? "" : ` ${rateKey(rate)}`}${reason}`;

export const reasonOf = (tax: Node | undefined): string =>
  `\n${normal(textAt(tax, "ExemptionReasonCode") ?? "")}\n${normal(textAt(tax, "ExemptionReason") ?? "")}`;

export const isOf = (tax: Node, code: string): boolean => all(tax, "CategoryCode").some((c) => valueOf(c) === code);

/** Sums by category, and by category and rate; a node counts once for each. @param reasons also by exemption reason */
export function sharesOf(
  nodes: readonly Node[],
  taxes: string,
  amounts: (n: Node) => readonly Node[],
  reasons = false,
): ReadonlyMap<string, Share> {
  const out = new Map<string, Share>();
  for (const n of nodes) {
    const of = all(n, taxes);
    const codes = new Set(of.flatMap((t) => all(t, "CategoryCode").map(valueOf)).filter((c) => SUMMED.has(c)));
    const rates = of.flatMap((t) => all(t, "RateApplicablePercent").map((r) => decimal(valueOf(r))));
    const sum = sumOf(amounts(n));
    const keys = new Set([...codes].flatMap((c) => [c, ...rates.flatMap((r) => (r ? [keyOf(c, r)] : []))]));
    if (reasons) for (const key of [...keys]) keys.add(key + reasonOf(of[0]));
    for (const key of keys) {
      const before = out.get(key) ?? NONE;
      out.set(key, { sum: add(before.sum, sum), count: before.count + 1 });
    }
  }
  return out;
}
