// Terms that are looked for on the pages (IN-25).
import { isList } from "../../base/json.js";
import { textOfPath } from "../../compiler/einvoice/model/finding-path.js";
import { termOf } from "../../compiler/einvoice/model/terms.js";
import { isGroup, type Group, type Path, type Value } from "../../compiler/einvoice/model/value.js";
import { lookup } from "../../base/lookup.js";
import { amountKey } from "./amounts.js";

type TermKind = "amount" | "date" | "identifier" | "vat" | "tax" | "account" | "name";

export interface SearchedTerm {
  readonly term: string;
  readonly path: string;
  readonly value: string;
  readonly kind: TermKind;
}

const FIELDS: readonly (readonly [field: string, kind: TermKind])[] = [
  ["invoice_number", "identifier"],
  ["invoice_issue_date", "date"],
  ["payment_due_date", "date"],
  ["delivery.actual_delivery_date", "date"],
  ["seller.name", "name"],
  ["buyer.name", "name"],
  ["seller.vat_identifier", "vat"],
  ["seller.tax_registration_identifier", "tax"],
  ["buyer.vat_identifier", "vat"],
  ["payment_instructions.credit_transfers[].payment_account_identifier", "account"],
  ["totals.sum_of_line_net_amount", "amount"],
  ["totals.total_amount_without_vat", "amount"],
  ["totals.total_vat_amount", "amount"],
  ["totals.total_vat_amount_in_accounting_currency", "amount"],
  ["totals.total_amount_with_vat", "amount"],
  ["totals.paid_amount", "amount"],
  ["totals.amount_due_for_payment", "amount"],
  ["vat_breakdown[].taxable_amount", "amount"],
  ["vat_breakdown[].tax_amount", "amount"],
  ["lines[].net_amount", "amount"],
];

/** Terms with a value; amounts of 0 are left out. */
export function searchedTerms(model: Group): readonly SearchedTerm[] {
  return FIELDS.flatMap(([field, kind]) => {
    const term = termOf(field)!.id;
    return valuesAt(model, field.split("."), []).flatMap(({ path, value }) =>
      value.trim() === "" || (kind === "amount" && amountKey(value) === null)
        ? []
        : [{ term, path: textOfPath(path), value: value.trim(), kind }],
    );
  });
}

interface At {
  readonly path: Path;
  readonly value: string;
}

function valuesAt(value: Value | undefined, [step, ...rest]: readonly string[], path: Path): readonly At[] {
  if (step === undefined) return typeof value === "string" ? [{ path, value }] : isGroup(value) ? valuesAt(value["value"], [], path) : [];
  if (!isGroup(value)) return [];
  const key = step.replace("[]", "");
  const found = lookup(value, key);
  if (!step.endsWith("[]")) return valuesAt(found, rest, [...path, key]);
  return isList(found) ? found.flatMap((v, i) => valuesAt(v, rest, [...path, key, i])) : [];
}

/** Yields all texts of a model. */
export function* textsOf(value: Value): Generator<string> {
  if (typeof value === "string") yield value;
  else for (const v of isList(value) ? value : Object.values(value)) yield* textsOf(v);
}
