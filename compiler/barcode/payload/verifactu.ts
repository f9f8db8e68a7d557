// Tax symbol of Spanish invoices (MS-22, MS-23).
import type { VerifactuPayload } from "../../request/types/payload.js";
import { dayFirst, decimalOf, type CharacterSet, type PayloadFields } from "./fields.js";
import type { Captions, Kind, PayloadText } from "./kind.js";

const HOSTS: Readonly<Record<NonNullable<VerifactuPayload["environment"]>, string>> = {
  production: "www2.agenciatributaria.gob.es",
  test: "prewww2.aeat.es",
};
const PAGES: Readonly<Record<NonNullable<VerifactuPayload["mode"]>, string>> = {
  verifactu: "ValidarQR",
  no_verifactu: "ValidarQRNoVerifactu",
};
const CHARACTERS: CharacterSet = { allows: (c) => c >= " " && c <= "~", name: "characters of ASCII (U+0020 to U+007E)" };
/** Twelve digits before the point. */
const MOST = 99_999_999_999_999n;

function encode(p: VerifactuPayload, f: PayloadFields): PayloadText {
  const nif = f.form(["nif"], p.nif, /^[A-Z0-9]{9}$/, "a NIF of nine capitals and digits", true);
  const number = f.text(["number"], p.number, { needed: true, most: 60, characters: CHARACTERS });
  const day = dayFirst(f.day(["issue_date"], p.issue_date, true), "-");
  const total = f.amount(["total"], p.total, { from: -MOST, to: MOST }, true);
  // shortest form
  const amount = decimalOf(total ?? 0n).replace(/\.00$|(?<=\.\d)0$/, "");
  const values = { nif, numserie: number, fecha: day, importe: amount };
  const query = Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return {
    text: `https://${HOSTS[p.environment ?? "production"]}/wlpl/TIKE-CONT/${PAGES[p.mode ?? "verifactu"]}?${query.join("&")}`,
  };
}

function captions({ caption = true, mode = "verifactu" }: VerifactuPayload): Captions | null {
  return caption ? { above: "QR tributario:", below: mode === "verifactu" ? "VERI*FACTU" : "", offset: 2, size: 8 } : null;
}

export const VERIFACTU: Kind<VerifactuPayload> = {
  encode,
  summary: (p) => ({ title: "verifactu", payee: p.nif, amount: p.total, currency: "EUR", reference: p.number }),
  sides: [30, 40],
  captions,
};
