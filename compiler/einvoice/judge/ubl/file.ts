// Elements, and rules whose test alone differs from CII's.
import { all, normal, valueOf, type Node } from "../../xml/node.js";
import { once, type Invoice } from "../terms/invoice.js";
import type { Rule, Verdict } from "../rules/rule.js";

const NONE: readonly Node[] = [];

type Nodes = (invoice: Invoice) => readonly Node[];

export const anywhere =
  (...names: readonly string[]): Nodes =>
  (i) =>
    names.length === 1 ? (i.file.named.get(names[0]!) ?? NONE) : names.flatMap((n) => i.file.named.get(n) ?? NONE);

export const at =
  (path: string): Nodes =>
  (i) =>
    all(i.file.root, path);

export const file: Rule["on"] = (i) => [i.file.root];

export const lines = once((i): readonly Node[] => [...all(i.file.root, "InvoiceLine"), ...all(i.file.root, "CreditNoteLine")]);

export const inLines =
  (path: string): Rule["on"] =>
  (i) =>
    lines(i).flatMap((l) => all(l, path));

export const child =
  (parent: string, name: string): Nodes =>
  (i) =>
    (i.file.named.get(name) ?? NONE).filter((n) => n.parent?.name === parent);

export const isInside = (n: Node, name: string): boolean => n.parent !== null && (n.parent.name === name || isInside(n.parent, name));

/** Reads true or false; null for other values. */
export function chargeOf(n: Node): boolean | null {
  const given = all(n, "ChargeIndicator")[0];
  const value = given && normal(valueOf(given));
  return value === "true" || value === "1" ? true : value === "false" || value === "0" ? false : null;
}

export const attribute = (n: Node | undefined, name: string): string | undefined => n?.attributes.get(name);

/** True for VAT in any letter case. */
export const isVat = (tax: Node): boolean => all(tax, "TaxScheme/ID").some((t) => normal(valueOf(t)).toUpperCase() === "VAT");

export const codeOf = (tax: Node): string | undefined => {
  const id = all(tax, "ID")[0];
  return id && normal(valueOf(id));
};

export interface Change {
  readonly says?: Rule["says"];
  readonly on?: Rule["on"];
  readonly holds?: Rule["holds"];
  readonly severity?: Rule["severity"];
}

export function changing(from: readonly Rule[]): (id: string, change: Change) => Rule {
  const known = new Map(from.map((r) => [r.id, r]));
  return (id, change) => {
    const own = known.get(id);
    if (!own) throw new Error(`no rule ${id}`);
    return { ...own, ...change };
  };
}

export const countOf = (n: Node, path: string, most: number): Verdict => {
  const count = all(n, path).length;
  return count <= most || { expected: `at most ${most}`, actual: String(count) };
};
