// International bank account numbers and creditor references (ISO 13616, 11649).
import { lookup } from "../../base/lookup.js";

/** Lengths of IBANs (registry of ISO 13616). */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 " +
    "FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 " +
    "MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 " +
    "SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Form and check digits of ISO 13616. */
export function isIban(text: string): boolean {
  const dense = text.replace(/ /g, "");
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(dense) && hasCheckDigits(dense);
}

/** Form and check digits of ISO 11649. @param dense without spaces, in capitals */
export const isCreditorReference = (dense: string): boolean => /^RF\d{2}[A-Z0-9]{1,21}$/.test(dense) && hasCheckDigits(dense);

/** ISO 7064, MOD 97-10, of a text that begins with two letters and the check digits. */
export function hasCheckDigits(dense: string): boolean {
  const digits = (dense.slice(4) + dense.slice(0, 4)).replace(/[A-Z]/g, (c) => String(c.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** Returns the length of a country's IBAN without spaces; undefined outside the registry. */
export const ibanLength = (country: string): number | undefined => lookup(LENGTHS, country);
