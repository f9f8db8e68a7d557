// Short Payment Descriptor 1.0 (MS-16).
import { CURRENCIES } from "../../core/iso-codes.js";
import { must } from "../../help/reason.js";
import type { SpaydAccount, SpaydPayload } from "../../request/types/payload.js";
import { bicOf, ibanOf } from "./account.js";
import { decimalOf, quoted, utf8, type FieldPath, type PayloadFields } from "./fields.js";
import type { Kind, PayloadText } from "./kind.js";

function encode(p: SpaydPayload, f: PayloadFields): PayloadText {
  const account = (path: FieldPath, { iban, bic }: SpaydAccount): string => {
    const code = bicOf(f, [...path, "bic"], bic);
    return ibanOf(f, [...path, "iban"], iban, { needed: true }) + (code === "" ? "" : `+${code}`);
  };
  const text = (field: keyof SpaydPayload, most: number): string => escaped(f.text([field], p[field] as string | undefined, { most }));
  const digits = (field: keyof SpaydPayload, most: number): string =>
    f.form([field], p[field] as string | undefined, new RegExp(`^\\d{1,${most}}$`), `1 to ${most} digits`);
  const { alternative_accounts: others = [], notify, retry_days: days } = p;
  if (others.length > 2) f.refuse(["alternative_accounts"], must("at most 2 accounts", String(others.length)));
  const cents = f.amount(["amount"], p.amount, { from: 0n, to: 999_999_999n });
  const currency = f.text(["currency"], p.currency);
  if (currency !== "" && !CURRENCIES.has(currency))
    f.refuse(["currency"], must("a currency of ISO 4217 in three capitals, such as CZK", quoted(currency)));
  if (days !== undefined && !(days >= 0 && days <= 30)) f.refuse(["retry_days"], must("from 0 to 30", String(days)));
  const fields: readonly (readonly [string, string])[] = [
    ["ACC", account([], p)],
    ["ALT-ACC", others.map((a, i) => account(["alternative_accounts", i], a)).join(",")],
    ["AM", cents === null ? "" : decimalOf(cents)],
    ["CC", currency],
    ["RF", digits("reference", 16)],
    ["RN", text("name", 35)],
    ["DT", f.day(["due_date"], p.due_date).replaceAll("-", "")],
    ["PT", text("payment_type", 3)],
    ["MSG", text("message", 60)],
    ["NT", notify ? (notify.kind === "phone" ? "P" : "E") : ""],
    ["NTA", notify ? escaped(f.text(["notify", "address"], notify.address, { needed: true, most: 320 })) : ""],
    ["X-PER", days === undefined ? "" : String(days)],
    ["X-VS", digits("variable_symbol", 10)],
    ["X-SS", digits("specific_symbol", 10)],
    ["X-KS", digits("constant_symbol", 10)],
    ["X-ID", text("payer_id", 20)],
    ["X-URL", text("url", 140)],
  ];
  return { text: ["SPD*1.0", ...fields.filter(([, value]) => value !== "").map(([key, value]) => `${key}:${value}`)].join("*") };
}

/** `%`, `*`, `+` and what is not ASCII, percent-encoded. */
const escaped = (text: string): string => text.replace(/[%*+]|[^\x00-\x7f]/gu, (c) => [...utf8(c)].map(percent).join(""));
const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

export const SPAYD: Kind<SpaydPayload> = {
  encode,
  summary: (p) => ({
    title: "spayd",
    payee: p.name ?? p.iban,
    amount: p.amount,
    currency: p.currency,
    reference: p.variable_symbol ?? p.reference ?? p.message,
  }),
};
