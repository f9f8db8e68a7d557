// Own checks of an invoice's content (IN-19, IN-21).
import { groupAt, groupsAt, textAt, valueAt, type Group } from "../model/value.js";
import { faultOf } from "./faults.js";
import { lawItemsOf } from "./law.js";
import type { InspectPolicy } from "./policy.js";
import type { FoundFault } from "./report.js";

/** Categories without tax, which have a reason. */
const EXEMPT = new Set(["E", "AE", "K", "G", "O"]);

const isThere = (model: Group, ...names: readonly string[]): boolean => (textAt(model, ...names) ?? "").trim() !== "";

/** Blanks and points are no part of a number. */
const dense = (number: string): string =>
  number
    .normalize("NFKC")
    .replace(/[\s.\-/]/gu, "")
    .toUpperCase();

export function contentFaults(model: Group, policy: InspectPolicy): readonly FoundFault[] {
  const hasLines = groupsAt(model, "lines").length > 0;
  return [...(hasLines ? lawFaults(model) : []), ...policyFaults(model, policy)];
}

function lawFaults(model: Group): readonly FoundFault[] {
  const out: FoundFault[] = [];
  const add = (rule: string, terms: readonly string[], path: string, message: string): void => {
    const law = lawItemsOf(terms);
    const why = `A deduction of input tax needs it (${law.join(", ")}).`;
    out.push(faultOf({ rule, stage: "content", class: "content", severity: "error", terms, law, path, message, why }));
  };
  if (!isThere(model, "seller", "vat_identifier") && !isThere(model, "seller", "tax_registration_identifier"))
    add("IN-14-2", ["BT-31", "BT-32"], "seller.vat_identifier", "The seller has neither a VAT number (BT-31) nor a tax number (BT-32).");
  const hasPeriod = valueAt(model, ["invoicing_period"]) !== undefined;
  const hasLinePeriod = groupsAt(model, "lines").some((l) => l["invoicing_period"] !== undefined);
  if (!isThere(model, "delivery", "actual_delivery_date") && !hasPeriod && !hasLinePeriod && groupsAt(model, "notes").length === 0)
    add(
      "IN-14-6",
      ["BT-72", "BT-73", "BT-74"],
      "delivery.actual_delivery_date",
      "No date or period of supply is given, and no note that could name it.",
    );
  groupsAt(model, "vat_breakdown").forEach((entry, i) => {
    const category = textAt(entry, "category_code")?.trim() ?? "";
    if (!EXEMPT.has(category) || isThere(entry, "exemption_reason_text") || isThere(entry, "exemption_reason_code")) return;
    const path = `vat_breakdown[${i}].exemption_reason_text`;
    add("IN-14-8", ["BT-120", "BT-121"], path, `The category ${category} has no reason why no tax is charged.`);
  });
  return out;
}

/** A fault of one term, with the value that the policy expects. */
interface Unexpected {
  readonly rule: string;
  readonly term: string;
  readonly path: string;
  readonly message: string;
  readonly why: string;
  readonly expected: string;
  readonly actual: string;
}

const policyFaults = (model: Group, policy: InspectPolicy): readonly FoundFault[] =>
  [...dateFaults(model, policy), ...buyerFaults(model, policy), ...accountFaults(model, policy)].map(({ term, ...fault }) =>
    faultOf({ ...fault, stage: "content", class: "content", severity: "error", terms: [term] }),
  );

function dateFaults(model: Group, { today }: InspectPolicy): readonly Unexpected[] {
  const date = textAt(model, "invoice_issue_date")?.trim();
  if (today === undefined || date === undefined || date <= today) return [];
  const message = `The invoice is dated ${date}, after ${today}.`;
  const why = "An invoice of the future cannot be booked.";
  return [{ rule: "IN-DATE", term: "BT-2", path: "invoice_issue_date", message, why, expected: `at most ${today}`, actual: date }];
}

function buyerFaults(model: Group, { buyer }: InspectPolicy): readonly Unexpected[] {
  const number = textAt(model, "buyer", "vat_identifier")?.trim() ?? "";
  const own = buyer?.vat_identifiers;
  if (!own || number === "" || own.some((n) => dense(n) === dense(number))) return [];
  const message = "The buyer's VAT number is none of the receiver.";
  const why = "The invoice may be for someone else.";
  return [{ rule: "IN-BUYER", term: "BT-48", path: "buyer.vat_identifier", message, why, expected: own.join(", "), actual: number }];
}

function accountFaults(model: Group, { sellers }: InspectPolicy): readonly Unexpected[] {
  const seller = textAt(model, "seller", "vat_identifier")?.trim();
  const known = seller === undefined ? [] : (sellers ?? []).filter((s) => dense(s.vat_identifier) === dense(seller));
  if (known.length === 0) return [];
  const ibans = known.flatMap((s) => s.ibans);
  return groupsAt(groupAt(model, "payment_instructions") ?? {}, "credit_transfers").flatMap((transfer, i) => {
    const actual = textAt(transfer, "payment_account_identifier")?.trim() ?? "";
    if (actual === "" || ibans.some((iban) => dense(iban) === dense(actual))) return [];
    const path = `payment_instructions.credit_transfers[${i}].payment_account_identifier`;
    const message = "The account is none of those known of this seller.";
    const why = "A payment to a changed account may go to a fraud.";
    return [{ rule: "IN-ACCOUNT", term: "BT-84", path, message, why, expected: ibans.join(", "), actual }];
  });
}
