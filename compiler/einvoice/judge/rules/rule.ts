import { facts, type Facts, type Finding, type Severity } from "../../xml/finding.js";
import type { Invoice } from "../terms/invoice.js";
import { locationOf, valueOf, type Node } from "../../xml/node.js";

/** false or the differing values: broken. */
export type Verdict = boolean | Facts;

export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** Separated by spaces. */
  readonly terms: string;
  readonly on: (invoice: Invoice) => readonly (Node | undefined)[];
  readonly says: string;
  readonly holds: (node: Node, invoice: Invoice) => Verdict;
}

export const rule = (id: string, terms: string, on: Rule["on"], says: string, holds: Rule["holds"]): Rule => ({
  id,
  severity: "error",
  terms,
  on,
  says,
  holds,
});

export const advice = (id: string, terms: string, on: Rule["on"], says: string, holds: Rule["holds"]): Rule => ({
  ...rule(id, terms, on, says, holds),
  severity: "warning",
});

/** bound on findings of a broken file */
const MOST_BREACHES = 5_000;

/** Returns breaches in the order of rules, then of the invoice; bounded. */
export function breaches(rules: readonly Rule[], invoice: Invoice): Finding[] {
  const out: Finding[] = [];
  for (const r of rules) {
    for (const n of r.on(invoice)) {
      if (!n) continue;
      const verdict = r.holds(n, invoice);
      if (verdict === true || out.length >= MOST_BREACHES) continue;
      out.push({
        rule: r.id,
        severity: r.severity,
        terms: r.terms === "" ? [] : r.terms.split(" "),
        location: locationOf(n),
        line: n.line,
        message: r.says,
        ...facts(verdict === false ? {} : verdict),
      });
    }
  }
  return out;
}

export const root = (i: Invoice): readonly Node[] => [i.root];
export const totals = (i: Invoice): readonly (Node | undefined)[] => [i.totals];
export const settlement = (i: Invoice): readonly (Node | undefined)[] => [i.settlement];
export const lines = (i: Invoice): readonly Node[] => i.lines;
export const named =
  (name: string) =>
  (i: Invoice): readonly Node[] =>
    i.named(name);

export const under =
  (parent: string, name: string) =>
  (i: Invoice): readonly Node[] =>
    i.named(name).filter((n) => n.parent?.name === parent);

/** Trailing zeros count (BR-DEC). */
export const twoDecimals = (n: Node | undefined): Verdict => {
  if (!n) return true;
  const value = valueOf(n);
  const point = value.indexOf(".");
  return point < 0 || value.length - point - 1 <= 2 ? true : { expected: "at most 2 decimals", actual: value };
};
