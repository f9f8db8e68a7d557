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
const dense = (number: string): string => number.normalize("NFKC").replace(/[\s.\-/]/gu, "").toUpperCase();

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
    add("IN-14-6", ["BT-72", "BT-73", "BT-74"], "delivery.actual_delivery_date", "No date or period of supply is given, and no note that could name it.");
  groupsAt(model, "vat_breakdown").forEach((entry, i) => {
    const category = textAt(entry, "category_code")?.trim() ?? "";
    if (!EXEMPT.has(category) || isThere(entry, "exemption_reason_text") || isThere(entry, "exemption_reason_code")) return;
    const path = `vat_breakdown[${i}].exemption_reason_text`;
    add("IN-14-8", ["BT-120", "BT-121"], path, `The category ${category} has no reason why no tax is charged.`);
  });
  return out;
}

function policyFaults(model: Group, { today, buyer, sellers }: InspectPolicy): readonly FoundFault[] {
  const out: FoundFault[] = [];
  const add = (rule: string, term: string, path: string, message: string, why: string, expected: string, actual: string): void =>
    void out.push(
      faultOf({ rule, stage: "content", class: "content", severity: "error", terms: [term], path, message, why, expected, actual }),
    );
  const date = textAt(model, "invoice_issue_date")?.trim();
  if (today !== undefined && date !== undefined && date > today)
    add(
      "IN-DATE",
      "BT-2",
      "invoice_issue_date",
      `The invoice is dated ${date}, after ${today}.`,
      "An invoice of the future cannot be booked.",
      `at most ${today}`,
      date,
    );
  const number = textAt(model, "buyer", "vat_identifier")?.trim();
  const own = buyer?.vat_identifiers;
  if (own && number !== undefined && number !== "" && !own.some((n) => dense(n) === dense(number)))
    add(
      "IN-BUYER",
      "BT-48",
      "buyer.vat_identifier",
      "The buyer's VAT number is none of the receiver.",
      "The invoice may be for someone else.",
      own.join(", "),
      number,
    );
  const seller = textAt(model, "seller", "vat_identifier")?.trim();
  const known = seller === undefined ? undefined : sellers?.filter((s) => dense(s.vat_identifier) === dense(seller));
  if (!known || known.length === 0) return out;
  const ibans = known.flatMap((s) => s.ibans);
  groupsAt(groupAt(model, "payment_instructions") ?? {}, "credit_transfers").forEach((transfer, i) => {
    const account = textAt(transfer, "payment_account_identifier")?.trim() ?? "";
    if (account === "" || ibans.some((iban) => dense(iban) === dense(account))) return;
    add(
      "IN-ACCOUNT",
      "BT-84",
      `payment_instructions.credit_transfers[${i}].payment_account_identifier`,
      "The account is none of those known of this seller.",
      "A payment to a changed account may go to a fraud.",
      ibans.join(", "),
      account,
    );
  });
  return out;
}
