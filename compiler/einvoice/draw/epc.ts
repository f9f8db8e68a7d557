// EPC069-12, version 002: credit transfer in euro (I33).
import { compare, decimal } from "../xml/decimal.js";
import { money } from "../model/compute.js";
import { isBic } from "../../barcode/payload/account.js";
import { isCreditorReference, isIban } from "../../core/iban.js";
import { epcText } from "../../barcode/payload/epc.js";
import { isCreditNote } from "../model/room.js";
import { groupsAt, textAt, type Group } from "../model/value.js";

const LEAST = decimal("0.01")!;
const MOST = decimal("999999999.99")!;
/** Characters; banks compare the beginning of longer names. */
const NAME = 70;
const REMITTANCE = 140;

/** Returns the content of the payment code; null without such a payment: a credit note has none. @param model sums worked out */
export function paymentCode(model: Group): string | null {
  const at = (...names: readonly string[]): string => textAt(model, ...names)?.trim() ?? "";
  const transfers = groupsAt(model, "payment_instructions", "credit_transfers");
  const [transfer] = transfers;
  const amount = decimal(at("totals", "amount_due_for_payment"));
  const iban = (transfer ? (textAt(transfer, "payment_account_identifier") ?? "") : "").replace(/\s/g, "");
  if (isCreditNote(model)) return null;
  if (!["30", "58"].includes(at("payment_instructions", "payment_means_type_code")) || at("invoice_currency_code") !== "EUR") return null;
  if (transfers.length !== 1 || !isIban(iban) || !amount || compare(amount, LEAST) < 0 || compare(amount, MOST) > 0) return null;
  const text = money(amount);
  const name = oneLine(at("payee", "name") || (textAt(transfer!, "payment_account_name")?.trim() ?? "") || at("seller", "name"));
  // a shortened amount would pay less
  if (name === "" || !/\.\d\d$/.test(text)) return null;
  const bic = textAt(transfer!, "payment_service_provider_identifier")?.trim() ?? "";
  const remittance = [at("payment_instructions", "remittance_information"), at("invoice_number")]
    .map(oneLine)
    .find((t) => t !== "" && [...t].length <= REMITTANCE);
  // of both kinds of remittance information, a code has one
  const reference = creditorReference(remittance);
  return epcText({
    bic: isBic(bic) ? bic : "",
    name: [...name].slice(0, NAME).join("").trimEnd(),
    iban,
    amount: text,
    reference: reference ?? "",
    text: reference === null ? (remittance ?? "") : "",
  });
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
/** ISO 11649, without spaces; null for another text. */
function creditorReference(text: string | undefined): string | null {
  const dense = (text ?? "").replace(/ /g, "").toUpperCase();
  return isCreditorReference(dense) ? dense : null;
}
