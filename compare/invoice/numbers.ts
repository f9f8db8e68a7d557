// IBANs, VAT and tax numbers, invoice numbers and names in the text of pages (IN-30).
import { ibanLength, isIban } from "../../compiler/core/iban.js";

export interface TextAt {
  readonly from: number;
  readonly to: number;
  /** text without blanks and signs */
  readonly value: string;
}

const LABEL = /(?<!\p{L})IBAN[\s:.]*$/iu;
const LABEL_ROOM = 12;
/** Country and check digits. */
const HEAD = 4;
const IBAN = /(?<![\p{L}\d])[A-Z]{2}\d{2}(?:[ \n-]?[A-Z0-9]){11,30}/gu;

export function ibansIn(text: string): readonly TextAt[] {
  const out: TextAt[] = [];
  const pattern = new RegExp(IBAN);
  for (let m = pattern.exec(text); m !== null; m = pattern.exec(text)) {
    // a VAT number, or an account before, would take the account behind it with it
    pattern.lastIndex = m.index + HEAD;
    const length = ibanLength(m[0].slice(0, 2));
    const dense = [...m[0].matchAll(/[A-Z0-9]/g)];
    const least = length ?? dense.length;
    if (dense.length < least) continue;
    let count = least;
    if (!isIban(valueOf(dense, count))) {
      // with wrong check digits it is one by its label, as long as it is written
      if (length === undefined || !LABEL.test(text.slice(Math.max(0, m.index - LABEL_ROOM), m.index))) continue;
      while (dense[count]?.index === dense[count - 1]!.index + 1) count++;
    }
    pattern.lastIndex = m.index + dense[count - 1]!.index + 1;
    out.push({ from: m.index, to: pattern.lastIndex, value: valueOf(dense, count) });
  }
  return out;
}

const valueOf = (characters: readonly RegExpExecArray[], count: number): string =>
  characters
    .slice(0, count)
    .map(([c]) => c)
    .join("");

/** VAT numbers of the European Union, Norway, Switzerland and the United Kingdom. */
const VAT = [
  "ATU\\d{8}",
  "BE[01]?\\d{9}",
  "BG\\d{9,10}",
  "CY\\d{8}[A-Z]",
  "CZ\\d{8,10}",
  "DE\\d{9}",
  "DK\\d{8}",
  "EE\\d{9}",
  "(?:EL|GR)\\d{9}",
  "ES[A-Z0-9]\\d{7}[A-Z0-9]",
  "FI\\d{8}",
  "FR[A-Z0-9]{2}\\d{9}",
  "GB(?:\\d{12}|\\d{9})",
  "HR\\d{11}",
  "HU\\d{8}",
  "IE\\d[A-Z0-9]\\d{5}[A-Z]{1,2}",
  "IT\\d{11}",
  "LT(?:\\d{12}|\\d{9})",
  "LU\\d{8}",
  "LV\\d{11}",
  "MT\\d{8}",
  "NL\\d{9}B\\d{2}",
  "PL\\d{10}",
  "PT\\d{9}",
  "RO\\d{2,10}",
  "SE\\d{12}",
  "SI\\d{8}",
  "SK\\d{10}",
  "XI\\d{9}",
  "CHE\\d{9}",
];
const spaced = (pattern: string): string =>
  pattern.replace(/\\d\{(\d+)(?:,(\d+))?\}/g, (_, least: string, most = least) => `(?:[ .-]?\\d){${least},${most}}`);
const VAT_NUMBER = new RegExp(`(?<![\\p{L}\\d])(?:${VAT.map(spaced).join("|")})(?![\\p{L}\\d])`, "gu");

export const vatNumbersIn = (text: string): readonly TextAt[] =>
  [...text.matchAll(VAT_NUMBER)].map((m) => ({ from: m.index, to: m.index + m[0].length, value: compact(m[0]) }));

export const compact = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s.\-/]/gu, "")
    .toUpperCase();

const escaped = (c: string): string => (/[\p{L}\p{N}]/u.test(c) ? c : `\\u{${c.codePointAt(0)!.toString(16)}}`);
const LONGEST = 200;

/** The number with blanks and signs between its characters, bounded by no letter or digit. */
function spread(value: string, between: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${[...value].map(escaped).join(between)}(?![\\p{L}\\p{N}])`, "giu");
}

/** Patterns of an IBAN, VAT or tax number; a VAT number may lack its prefix. */
export function numberPatterns(value: string, isVat: boolean): readonly RegExp[] {
  const dense = compact(value).slice(0, LONGEST);
  const bare = isVat && /^[A-Z]{2}[A-Z0-9]{5,}$/.test(dense) ? [dense.slice(2)] : [];
  return [dense, ...bare].filter((v) => v !== "").map((v) => spread(v, "[\\s.\\-/]*"));
}

/** Pattern of an invoice number: blanks are dropped. */
export function identifierPatterns(value: string): readonly RegExp[] {
  const dense = value.normalize("NFKC").replace(/\s/gu, "").slice(0, LONGEST);
  return dense === "" ? [] : [spread(dense, "\\s*")];
}

/** Letters and digits of a name, in lower case. */
export const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
