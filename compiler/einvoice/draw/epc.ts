// EPC069-12, version 002: credit transfer in euro (I33).
import { compare, decimal } from "../decimal.js";
import { money } from "../model/compute.js";
import { isIban } from "../model/iban.js";
import { groupsAt, textAt, type Group } from "../model/value.js";

const LEAST = decimal("0.01")!;
const MOST = decimal("999999999.99")!;
const NAME = 70;
const REMITTANCE = 140;

/** Null without such a payment. @param model sums worked out */
export function paymentCode(model: Group): string | null {
  const at = (...names: readonly string[]): string => textAt(model, ...names)?.trim() ?? "";
  const transfers = groupsAt(model, "payment_instructions", "credit_transfers");
  const [transfer] = transfers;
  const amount = decimal(at("totals", "amount_due_for_payment"));
  const iban = (transfer ? (textAt(transfer, "payment_account_identifier") ?? "") : "").replace(/\s/g, "");
  if (!["30", "58"].includes(at("payment_instructions", "payment_means_type_code")) || at("invoice_currency_code") !== "EUR") return null;
  if (transfers.length !== 1 || !isIban(iban) || !amount || compare(amount, LEAST) < 0 || compare(amount, MOST) > 0) return null;
  const text = money(amount);
  const name = at("payee", "name") || (textAt(transfer!, "payment_account_name")?.trim() ?? "") || at("seller", "name");
  // a shortened name or amount would pay another
  if (name === "" || [...name].length > NAME || !/\.\d\d$/.test(text)) return null;
  const bic = textAt(transfer!, "payment_service_provider_identifier")?.trim() ?? "";
  const remittance = [at("payment_instructions", "remittance_information"), at("invoice_number")]
    .map(oneLine)
    .find((t) => t !== "" && [...t].length <= REMITTANCE);
  const lines = ["BCD", "002", "1", "SCT", isBic(bic) ? bic : "", oneLine(name), iban, `EUR${text}`, "", "", remittance ?? ""];
  return lines.join("\n").replace(/\n+$/, "");
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
