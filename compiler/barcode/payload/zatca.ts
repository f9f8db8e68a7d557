// Symbol of Saudi e-invoices: tag, length, value in base64 (MS-19).
import { must } from "../../help/reason.js";
import type { ZatcaPayload } from "../../request/types/payload.js";
import { isDay } from "../../core/day.js";
import { base64Of, bytesOfBase64 } from "./base64.js";
import { decimalOf, quoted, utf8, type PayloadFields } from "./fields.js";
import type { Kind, PayloadText } from "./kind.js";

const MOST_VALUE = 255;
const MOST_CHARACTERS = 1000;
const MOST_TOTAL = 99_999_999_999_999n;
const PHASE_2 = ["invoice_hash", "signature", "public_key"] as const;

function encode(p: ZatcaPayload, f: PayloadFields): PayloadText {
  const total = f.amount(["total"], p.total, { from: 0n, to: MOST_TOTAL }, true);
  const vat = f.amount(["vat_total"], p.vat_total, { from: 0n, to: MOST_TOTAL }, true);
  if (total !== null && vat !== null && vat > total)
    f.refuse(["vat_total"], must(`at most the total, ${decimalOf(total)}`, decimalOf(vat)));
  const values: readonly (readonly [field: string, value: Uint8Array])[] = [
    ["seller_name", utf8(f.text(["seller_name"], p.seller_name, { needed: true }))],
    ["vat_number", utf8(f.form(["vat_number"], p.vat_number, /^3\d{13}3$/, "15 digits of which the first and the last are 3", true))],
    ["timestamp", utf8(timestampOf(p, f))],
    ["total", utf8(total === null ? "" : decimalOf(total))],
    ["vat_total", utf8(vat === null ? "" : decimalOf(vat))],
    ...phase2(p, f),
  ];
  const out: number[] = [];
  for (const [i, [field, value]] of values.entries()) {
    if (value.length > MOST_VALUE) f.refuse([field], must(`at most ${MOST_VALUE} bytes`, String(value.length)));
    out.push(i + 1, value.length & 255);
    for (const byte of value) out.push(byte);
  }
  const text = base64Of(out);
  if (text.length > MOST_CHARACTERS) f.refuse([], must(`at most ${MOST_CHARACTERS} characters when encoded`, String(text.length)));
  return { text };
}

function timestampOf(p: ZatcaPayload, f: PayloadFields): string {
  const text = f.text(["timestamp"], p.timestamp, { needed: true });
  const [, day = ""] = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ?$/.exec(text) ?? [];
  if (text !== "" && !isDay(day)) f.refuse(["timestamp"], must("a time in the form YYYY-MM-DDThh:mm:ss, with or without Z", quoted(text)));
  return text;
}

/** Hash and signature are texts of the symbol, keys are bytes. */
function phase2(p: ZatcaPayload, f: PayloadFields): readonly (readonly [string, Uint8Array])[] {
  const given = PHASE_2.filter((field) => p[field] !== undefined);
  const lacking = PHASE_2.filter((field) => p[field] === undefined);
  if (given.length === 0 && p.stamp_signature === undefined) return [];
  for (const field of lacking) f.missing([field], "phase 2 has invoice_hash, signature and public_key, or none of them");
  if (lacking.length > 0) return [];
  const decoded = (field: (typeof PHASE_2)[number] | "stamp_signature"): { text: string; bytes: Uint8Array } => {
    const text = f.text([field], p[field], { needed: true });
    const bytes = bytesOfBase64(text, "base64");
    if (text !== "" && !bytes) f.refuse([field], must("base64 with its padding", quoted(text)));
    else if (field === "invoice_hash" && bytes && bytes.length !== 32)
      f.refuse([field], must("base64 of 32 bytes", `${bytes.length} of them`));
    return { text, bytes: bytes ?? new Uint8Array() };
  };
  const out: (readonly [string, Uint8Array])[] = [
    ["invoice_hash", utf8(decoded("invoice_hash").text)],
    ["signature", utf8(decoded("signature").text)],
    ["public_key", decoded("public_key").bytes],
  ];
  if (p.stamp_signature !== undefined) out.push(["stamp_signature", decoded("stamp_signature").bytes]);
  return out;
}

export const ZATCA: Kind<ZatcaPayload> = {
  encode,
  summary: (p) => ({ title: "zatca", payee: p.seller_name, amount: p.total, currency: "SAR", reference: p.vat_number }),
};
