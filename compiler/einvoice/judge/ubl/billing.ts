// PEPPOL-EN16931-R of UBL that XRechnung has too.
import { decimal } from "../../xml/decimal.js";
import { once, type Invoice } from "../terms/invoice.js";
import { all, has, normal, textAt, valueOf, type Node } from "../../xml/node.js";
import { PEPPOL } from "../rules/peppol.js";
import { rule, type Rule, type Verdict } from "../rules/rule.js";
import { at, attribute, changing, child, file } from "./file.js";

const cii = PEPPOL.filter((r) => r.severity === "error" || r.id === "PEPPOL-EN16931-R120");
const change = changing(cii);

const empty = once((i: Invoice): readonly Node[] => {
  const out: Node[] = [];
  const visit = (n: Node): void => {
    if (n.children.length === 0 && normal(n.text) === "") out.push(n);
    n.children.forEach(visit);
  };
  visit(i.file.root);
  return out;
});

const count = (found: number, expected: number): Verdict => found === expected || { expected: String(expected), actual: String(found) };

/** Checks that both amounts are <= 0 or both >= 0. */
function oneSign(root: Node, i: Invoice): Verdict {
  if (!has(root, "TaxCurrencyCode")) return true;
  const totals = all(root, "TaxTotal/TaxAmount");
  const of = (currency: string): readonly bigint[] =>
    totals.flatMap((t) => {
      const d = attribute(t, "currencyID") === normal(currency) ? decimal(valueOf(t)) : null;
      return d ? [d.units] : [];
    });
  const [own, other] = [of(i.currency ?? ""), of(i.taxCurrency ?? "")];
  const both = (holds: (units: bigint) => boolean): boolean => own.some(holds) && other.some(holds);
  return both((u) => u <= 0n) || both((u) => u >= 0n);
}

const DEBIT = ["49", "59"];

const changes = (): readonly Rule[] => [
  change("PEPPOL-EN16931-R008", { on: empty }),
  change("PEPPOL-EN16931-R130", {
    on: (i) => child("Price", "BaseQuantity")(i).filter((n) => n?.attributes.has("unitCode")),
    holds: unitOfPrice,
  }),
  change("PEPPOL-EN16931-R044", {
    on: child("Price", "AllowanceCharge"),
    holds: (n) => normal(textAt(n, "ChargeIndicator") ?? "") === "false",
  }),
  change("PEPPOL-EN16931-R053", {
    on: file,
    holds: (root) => count(all(root, "TaxTotal").filter((t) => has(t, "TaxSubtotal")).length, 1),
  }),
  change("PEPPOL-EN16931-R054", {
    on: file,
    holds: (root) => count(all(root, "TaxTotal").filter((t) => !has(t, "TaxSubtotal")).length, has(root, "TaxCurrencyCode") ? 1 : 0),
  }),
  change("PEPPOL-EN16931-R055", { on: file, holds: oneSign }),
  change("PEPPOL-EN16931-R061", {
    on: (i) => at("PaymentMeans")(i).filter((m) => m && DEBIT.includes(normal(textAt(m, "PaymentMeansCode") ?? ""))),
    holds: (m) => has(m, "PaymentMandate/ID"),
  }),
];

/** Lines under lines too. */
const unitOfPrice: Rule["holds"] = (n, i) => {
  const line = n.parent?.parent ?? undefined;
  const own = all(line, i.file.root.name === "Invoice" ? "InvoicedQuantity" : "CreditedQuantity").map((q) => attribute(q, "unitCode"));
  if (!has(line, "InvoicedQuantity") && !has(line, "CreditedQuantity")) return true;
  return own.includes(attribute(n, "unitCode")) || { expected: own[0], actual: attribute(n, "unitCode") };
};

const indicator = change("PEPPOL-EN16931-R043-1", {});
const changed = new Map(changes().map((r) => [r.id, r]));

export const OF_BILLING: readonly Rule[] = [
  ...cii.filter((r) => !r.id.startsWith("PEPPOL-EN16931-R043")).map((r) => changed.get(r.id) ?? r),
  rule("PEPPOL-EN16931-R043", indicator.terms, indicator.on, indicator.says, indicator.holds),
];
