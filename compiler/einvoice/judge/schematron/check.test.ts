import { describe, expect, test } from "vitest";
import { invoice } from "../../../../tests/support/einvoice/invoice.js";
import { fileOf, treeOf } from "../../../../tests/support/einvoice/mutate.js";
import { usable } from "../../../../tests/support/einvoice/usable.js";
import type { Finding } from "../../xml/finding.js";
import type { FacturXProfile } from "../../xml/guideline.js";
import { releasesOf } from "../release.js";
import { validateInvoice } from "../validate.js";

type FacturX = FacturXProfile;

function found(profile: FacturX, ...replaced: readonly (readonly [string, string])[]): readonly Finding[] {
  let text = fileOf(usable(treeOf(invoice()), profile));
  for (const [from, to] of replaced) {
    expect(text).toContain(from);
    text = text.replace(from, () => to);
  }
  return validateInvoice(Buffer.from(text), { standard: "factur_x", profile, level: "strict" }).findings;
}
const told = (profile: FacturX, ...replaced: readonly (readonly [string, string])[]): readonly string[] =>
  found(profile, ...replaced).map((f) => `${f.rule}: ${f.message} ${f.expected ?? ""} | ${f.actual ?? ""}`);

describe("facts of Factur-X's profiles", () => {
  test("an invoice without what a profile does not use has no findings", () => {
    for (const profile of ["minimum", "basic_wl", "basic", "en16931", "extended"] as const) expect(told(profile)).toEqual([]);
  });

  test("needed elements and attributes, with the place", () => {
    const [organisation] = found("minimum", [
      "<ram:Name>Joinery</ram:Name>",
      "<ram:Name>Joinery</ram:Name><ram:SpecifiedLegalOrganization/>",
    ]);
    expect(organisation).toEqual({
      rule: "FX-SCH-A-000408",
      severity: "error",
      terms: [],
      location:
        "/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty/ram:SpecifiedLegalOrganization",
      line: expect.any(Number) as number,
      message: "ID is missing in SpecifiedLegalOrganization.",
      expected: "1",
      actual: "0",
    });
    expect(told("basic_wl", ["<ram:Name>Sawmill", "<ram:GlobalID>1</ram:GlobalID><ram:Name>Sawmill"])).toEqual([
      "FX-SCH-A-000440: The attribute schemeID is missing at GlobalID.  | ",
    ]);
  });

  test("counts of elements that the schema allows more often, of one kind too", () => {
    const id = '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID>\n</ram:SpecifiedTaxRegistration>';
    expect(told("extended", [id, `${id}${id}`])).toEqual([
      "FX-SCH-A-000033: SpecifiedTaxRegistration with ID schemeID VA occurs too often in SellerTradeParty. at most 1 | 2",
    ]);
  });

  test("unused elements and attributes, and elements that are used with some values only", () => {
    expect(
      told("minimum", [
        "<ram:Name>Joinery</ram:Name>",
        "<ram:Name>Joinery</ram:Name><ram:PostalTradeAddress><ram:CountryID>AT</ram:CountryID></ram:PostalTradeAddress>",
      ]),
    ).toEqual(["FX-ELEMENT: PostalTradeAddress is not used in this BuyerTradeParty in the profile minimum.  | "]);
    expect(told("minimum", ["<ram:ID>R-2026-17", '<ram:ID schemeID="x">R-2026-17'])).toEqual([
      "FX-ATTRIBUTE: The attribute schemeID is not used at this ID in the profile minimum.  | x",
    ]);
    expect(told("basic_wl", ['schemeID="VA"', 'schemeID="XX"'])).toContain(
      "FX-ELEMENT: SpecifiedTaxRegistration is used only with ID schemeID VA or ID schemeID FC in the profile basic_wl. ID schemeID VA or ID schemeID FC | XX",
    );
    expect(told("minimum", ['currencyID="EUR"', 'currencyID="USD"'])).toEqual([
      "FX-ELEMENT: TaxTotalAmount is used only with the currencyID of InvoiceCurrencyCode or the currencyID of TaxCurrencyCode in the profile minimum. " +
        "the currencyID of InvoiceCurrencyCode or the currencyID of TaxCurrencyCode | USD",
    ]);
  });

  test("codes, by the profile's lists; one that a rule of EN 16931 or the basic checks report is reported once", () => {
    const country: readonly [string, string] = ["<ram:CountryID>DE", "<ram:CountryID>XX"];
    expect(told("minimum", country)).toEqual([
      "FX-SCH-A-000036: CountryID is not a code that the profile minimum allows here. one of 251 codes, such as 1A | XX",
    ]);
    expect(told("en16931", country).map((t) => t.slice(0, 8))).toEqual(["BR-CL-14"]);
    expect(found("basic", ["#urn:factur-x.eu:1p0:basic<", "#mine<"]).map((f) => f.rule)).toEqual(["CII-GUIDELINE"]);
    expect(found("basic_wl", ["<ram:TypeCode>380", "<ram:TypeCode>220"]).map((f) => f.rule)).toEqual(["CII-TYPE-CODE"]);
  });

  test("their release is named", () => {
    expect(releasesOf({ standard: "factur_x" })).toEqual(["EN 16931 1.3.16", "Factur-X 1.09.2"]);
    expect(releasesOf({ standard: "zugferd" })).toEqual(["EN 16931 1.3.16", "ZUGFeRD 2.5 (Factur-X 1.09.2)"]);
    expect(releasesOf({ standard: "xrechnung" })).toEqual(["EN 16931 1.3.16", "XRechnung 3.0.2"]);
  });
});
