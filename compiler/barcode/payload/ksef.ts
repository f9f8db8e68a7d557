// Verification links of Polish invoices (MS-20, MS-21).
import { breaks, must } from "../../help/reason.js";
import type { KsefPayload } from "../../request/types/payload.js";
import { base64UrlOf, bytesOfBase64 } from "./base64.js";
import { dayFirst, quoted, type PayloadFields } from "./fields.js";
import type { Captions, Kind, PayloadText } from "./kind.js";

const HOSTS: Readonly<Record<NonNullable<KsefPayload["environment"]>, string>> = {
  production: "qr.ksef.mf.gov.pl",
  demo: "qr-demo.ksef.mf.gov.pl",
  test: "qr-test.ksef.mf.gov.pl",
};
const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7];

function encode(p: KsefPayload, f: PayloadFields): PayloadText {
  checkLabel(p, f);
  const link = linkOf(p, f);
  if (p.code === "invoice") return { text: `https://${link}` };
  const given = f.text(["signature"], p.signature, { needed: true });
  const signature = bytesOfBase64(given, "either");
  if (given !== "" && !signature) f.refuse(["signature"], must("base64 or base64url", quoted(given)));
  return { text: `https://${link}/${base64UrlOf(signature ?? new Uint8Array())}` };
}

/** Text that the caller signs: the link of code II without its scheme and signature. */
export function ksefToSign(p: KsefPayload, f: PayloadFields): string {
  checkLabel(p, f);
  if (p.code !== "certificate") f.refuse(["code"], must('"certificate", whose link is signed', quoted(p.code)));
  return linkOf(p, f);
}

/** Returns the link without scheme and signature. */
function linkOf(p: KsefPayload, f: PayloadFields): string {
  const nip = nipOf(f, "nip", p.nip, true);
  const isInvoice = p.code === "invoice";
  const day = f.day(["issue_date"], p.issue_date, isInvoice);
  const hash = hashOf(p, f);
  const host = HOSTS[p.environment ?? "production"];
  if (isInvoice) {
    for (const field of ["context_type", "context_value", "certificate_serial", "signature"] as const)
      if (p[field] !== undefined) f.refuse([field], breaks(`${field} belongs to code certificate`, "code invoice", `leave ${field} out`));
    return `${host}/invoice/${nip}/${dayFirst(day, "-")}/${hash}`;
  }
  const type = p.context_type ?? "Nip";
  const value =
    type === "Nip"
      ? nipOf(f, "context_value", p.context_value, false)
      : f.form(["context_value"], p.context_value, /^[A-Za-z0-9.:_~-]+$/, "letters, digits and . : _ ~ -");
  const serial = f.form(["certificate_serial"], p.certificate_serial, /^[0-9A-Fa-f]+$/, "hexadecimal digits", true);
  return `${host}/certificate/${type}/${value === "" ? nip : value}/${nip}/${serial}/${hash}`;
}

function nipOf(f: PayloadFields, field: string, value: string | undefined, needed: boolean): string {
  const nip = f.form([field], value, /^\d{10}$/, "a NIP of ten digits", needed);
  if (nip === "") return "";
  const check = WEIGHTS.reduce((sum, weight, i) => sum + weight * Number(nip[i]), 0) % 11;
  if (check === Number(nip[9])) return nip;
  f.refuse([field], must(check === 10 ? "a NIP whose check digit agrees" : `a NIP with the check digit ${check}`, quoted(nip)));
  return "";
}

function hashOf(p: KsefPayload, f: PayloadFields): string {
  const text = f.text(["sha256"], p.sha256, { needed: true });
  const bytes = /^[0-9A-Fa-f]{64}$/.test(text)
    ? Uint8Array.from({ length: 32 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16))
    : bytesOfBase64(text, "either");
  if (text !== "" && bytes?.length !== 32)
    f.refuse(["sha256"], must("a SHA-256: 64 hexadecimal digits, or base64 or base64url of 32 bytes", quoted(text)));
  return base64UrlOf(bytes ?? new Uint8Array());
}

const NUMBER = /^\d{10}-\d{8}-[0-9A-F]{12}-[0-9A-F]{2}$/;

function checkLabel(p: KsefPayload, f: PayloadFields): void {
  const be = "a number of KSeF, 35 characters such as 5265877635-20250826-0100001AF629-AF";
  f.form(["ksef_number"], p.ksef_number, NUMBER, be);
  if (typeof p.label === "string") f.form(["label"], p.label, NUMBER, be);
  if (typeof p.label === "string" && p.ksef_number !== undefined)
    f.refuse([], breaks("a symbol has one of label and ksef_number", "both", "remove one of them"));
  if (p.code === "certificate" && numberOf(p) !== "")
    f.refuse([p.ksef_number === undefined ? "label" : "ksef_number"], breaks("only code invoice has a number of KSeF", "code certificate"));
}

const numberOf = ({ label, ksef_number: number }: KsefPayload): string => (number ?? (typeof label === "string" ? label : "")).trim();

function captions(p: KsefPayload): Captions | null {
  if (p.label === false) return null;
  const below = p.code === "certificate" ? "CERTYFIKAT" : numberOf(p) || "OFFLINE";
  return { above: "", below, offset: 0.5, shrinks: true };
}

export const KSEF: Kind<KsefPayload> = {
  encode,
  summary: (p) => ({ title: p.code === "invoice" ? "ksef_invoice" : "ksef_certificate", payee: p.nip, reference: numberOf(p) }),
  captions,
};
