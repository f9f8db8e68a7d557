import { describe, expect, test } from "vitest";
import {
  ADDRESS_SCHEMES,
  DATE_CODES,
  DOCUMENT_TYPES,
  MEDIA_TYPES,
  NOTE_SUBJECTS,
  SCHEMES,
} from "../../compiler/einvoice/xml/codes/document.js";
import {
  ALLOWANCE_REASONS,
  CHARGE_REASONS,
  COUNTRIES,
  CURRENCIES,
  EXEMPTIONS,
  PAYMENT_MEANS,
  TAX_CATEGORIES,
} from "../../compiler/einvoice/xml/codes/money.js";
import { CLASSIFICATIONS, REFERENCE_TYPES } from "../../compiler/einvoice/xml/codes/reference.js";
import { UNITS } from "../../compiler/einvoice/xml/codes/unit.js";
import { EXTENSION_ADDRESS_SCHEMES, EXTENSION_SCHEMES, VEHICLE_CLASSIFICATIONS } from "../../compiler/einvoice/xml/codes/xrechnung.js";
import { haveOracle, official } from "../support/einvoice/oracle.js";

/* Every list of codes equals the set in the official rules. */

const EN_16931: Readonly<Record<string, ReadonlySet<string>>> = {
  "BR-CL-01": DOCUMENT_TYPES,
  "BR-CL-03": CURRENCIES,
  "BR-CL-04": CURRENCIES,
  "BR-CL-05": CURRENCIES,
  "BR-CL-06": DATE_CODES,
  "BR-CL-07": REFERENCE_TYPES,
  "BR-CL-08": NOTE_SUBJECTS,
  "BR-CL-10": SCHEMES,
  "BR-CL-11": SCHEMES,
  "BR-CL-13": CLASSIFICATIONS,
  "BR-CL-14": COUNTRIES,
  "BR-CL-15": COUNTRIES,
  "BR-CL-16": PAYMENT_MEANS,
  "BR-CL-17": TAX_CATEGORIES,
  "BR-CL-18": TAX_CATEGORIES,
  "BR-CL-19": ALLOWANCE_REASONS,
  "BR-CL-20": CHARGE_REASONS,
  "BR-CL-21": SCHEMES,
  "BR-CL-22": EXEMPTIONS,
  "BR-CL-23": UNITS,
  "BR-CL-24": MEDIA_TYPES,
  "BR-CL-25": ADDRESS_SCHEMES,
  "BR-CL-26": SCHEMES,
};

const testsOf = (xslt: string): ReadonlyMap<string, string> =>
  new Map([...xslt.matchAll(/<svrl:failed-assert test="([^"]*)">\s*<xsl:attribute name="id">([^<]*)</g)].map((m) => [m[2]!, m[1]!]));

const codesIn = (test: string): readonly string[] => {
  const list = /contains\('( [^']*)'/.exec(test)?.[1];
  return (list === undefined ? [...test.matchAll(/= *'([^']*)'/g)].map((m) => m[1]!) : list.trim().split(/ +/)).sort();
};

const sorted = (codes: Iterable<string>): readonly string[] => [...new Set(codes)].sort();

describe.skipIf(!haveOracle)("lists of codes are the official ones", () => {
  const en = testsOf(official("phive-rules-en16931", "external/schematron/1.3.16/cii/EN16931-CII-validation.xslt"));
  const xrechnung = official("phive-rules-xrechnung", "external/schematron/3.0.2/XRechnung-CII-validation.xslt");

  test("of every rule BR-CL of EN 16931", () => {
    expect(Object.keys(EN_16931)).toEqual([...en.keys()].filter((id) => id.startsWith("BR-CL-")).sort());
  });
  test.each(Object.keys(EN_16931))("%s", (id) => {
    expect(sorted(EN_16931[id]!)).toEqual(codesIn(en.get(id)!));
  });

  test("of XRechnung's own rules, whose release has older lists", () => {
    const list = (name: string): readonly string[] => {
      const found = new RegExp(`name="${name}" select="'([^']*)'"`).exec(xrechnung);
      return found![1]!.trim().split(/ +/);
    };
    const [health, schemes, addresses] = [list("DIGA-CODES"), list("ISO-6523-ICD-CODES"), list("CEF-EAS-CODES")];
    expect(sorted(EXTENSION_SCHEMES)).toEqual(sorted([...health, ...schemes]));
    expect(sorted(EXTENSION_ADDRESS_SCHEMES)).toEqual(sorted([...health, ...addresses]));
    expect(sorted(VEHICLE_CLASSIFICATIONS)).toEqual(sorted([...list("CVD-CODE"), ...list("UNTDID-7143-CODES")]));
    expect(sorted([...MEDIA_TYPES, "application/xml"])).toEqual(codesIn(testsOf(xrechnung).get("BR-DEX-01")!));
  });
});
