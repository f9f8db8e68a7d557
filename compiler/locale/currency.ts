// Codes of currencies (ISO 4217) in messages.
import { formatFound } from "../core/fail.js";
import { must, type Reason } from "../help/reason.js";
import { nearby } from "../help/nearest.js";
import type { LocaleIndex } from "./locale-data.js";
import { lookup } from "../../base/lookup.js";

const NEAREST = 4;

const ELSEWHERE: Readonly<Record<string, string>> = {
  "€": "EUR",
  euro: "EUR",
  euros: "EUR",
  $: "USD",
  us$: "USD",
  dollar: "USD",
  dollars: "USD",
  "£": "GBP",
  pound: "GBP",
  pounds: "GBP",
  "¥": "JPY",
  yen: "JPY",
  "₹": "INR",
  rs: "INR",
  rupee: "INR",
  rupees: "INR",
  fr: "CHF",
  "fr.": "CHF",
  sfr: "CHF",
  rmb: "CNY",
  yuan: "CNY",
  "₩": "KRW",
  "₽": "RUB",
  zł: "PLN",
  kč: "CZK",
};

export function unknownCurrency(found: string, { currencies }: LocaleIndex): Reason {
  const codes = Object.values(currencies).flatMap((list) => list.split(" "));
  const word = found.trim();
  const code = word.toUpperCase();
  const meant = codes.includes(code) ? code : lookup(ELSEWHERE, word.toLowerCase());
  const near = meant ? [meant] : one(found, codes);
  const only = near.length === 1 ? near[0]! : undefined;
  const such = only === undefined ? `, such as ${(near.length > 0 ? near : ["EUR", "USD", "CHF"]).join(", ")}` : "";
  return must(`a currency code of ISO 4217${such}`, formatFound(found), {
    suggestion: only === undefined ? undefined : JSON.stringify(only),
  });
}

/** One letter changed, missing or surplus. */
const one = (found: string, codes: readonly string[]): readonly string[] => nearby(found, codes, NEAREST);
