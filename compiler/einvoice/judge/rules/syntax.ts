// CII-SR and CII-DT of severity error: restrictions of CII by EN 16931-3-3.
import { once, type Invoice } from "../terms/invoice.js";
import { all, has, normal, valueOf, type Node } from "../../xml/node.js";
import { named, root, rule, settlement, totals, under, type Rule, type Verdict } from "./rule.js";

const someUnit = once((i) =>
  i.lines.some((l) => all(l, "SpecifiedLineTradeDelivery/BilledQuantity").some((q) => q.attributes.has("unitCode"))),
);
const inLines =
  (path: string) =>
  (i: Invoice): readonly Node[] =>
    i.lines.flatMap((l) => all(l, path));
const ending = (end: string): ((i: Invoice) => readonly Node[]) => once((i) => i.ending(end));

const exactly = (n: Node, path: string): Verdict => {
  const count = all(n, path).length;
  return count === 1 || { expected: "exactly one", actual: String(count) };
};
const atMost = (n: Node, path: string): Verdict => {
  const count = all(n, path).length;
  return count <= 1 || { expected: "at most one", actual: String(count) };
};

const one = (id: string, terms: string, on: Rule["on"], path: string): Rule =>
  rule(id, terms, on, `${path} must be there exactly once.`, (n) => exactly(n, path));
const single = (id: string, terms: string, on: Rule["on"], path: string): Rule =>
  rule(id, terms, on, `${path} may be there only once.`, (n) => atMost(n, path));
const noChild = (id: string, on: Rule["on"], path: string): Rule =>
  rule(id, "", on, `${path} is not used in EN 16931.`, (n) => !has(n, path));
const noAttribute = (id: string, on: Rule["on"], name: string): Rule =>
  rule(id, "", on, `The attribute ${name} is not used in EN 16931.`, (n) => !n.attributes.has(name) || { actual: n.attributes.get(name) });

/** Consecutive numbers, one per name; "-" skips one. */
const numbered = (first: number, names: string, make: (id: string, name: string) => Rule): readonly Rule[] =>
  names.split(" ").flatMap((name, k) => (name === "-" ? [] : [make(String(first + k).padStart(3, "0"), name)]));

const means = (i: Invoice): readonly Node[] => i.named("SpecifiedTradeSettlementPaymentMeans");

/** Identifiers without a scheme in EN 16931: BT-24, BT-1, BT-126, BT-155. */
const plain = (i: Invoice): readonly Node[] => [
  ...all(i.context, "GuidelineSpecifiedDocumentContextParameter/ID"),
  ...all(i.document, "ID"),
  ...inLines("AssociatedDocumentLineDocument/LineID")(i),
  ...inLines("SpecifiedTradeProduct/SellerAssignedID")(i),
];
const identifiers = once((i): readonly Node[] => {
  const others = new Set(plain(i));
  return i.ending("ID").filter((n) => !others.has(n));
});
/** As in the artefacts, without the document's type code. */
const typeCodes = named("TypeCode");
const amounts = once((i) => i.ending("Amount").filter((n) => n.name !== "TaxTotalAmount"));
const quantities = ending("Quantity");
const references = ending("ReferencedDocument");
const supporting = (n: Node, ...types: readonly string[]): boolean =>
  n.name === "AdditionalReferencedDocument" && all(n, "TypeCode").some((t) => types.includes(valueOf(t)));
const onlySupporting = (id: string, path: string, ...types: readonly string[]): Rule =>
  rule(
    id,
    "BG-24",
    references,
    `${path} is only for additional documents of the type ${types.join(", ")}.`,
    (n) => !has(n, path) || supporting(n, ...types),
  );

const agree = (nodes: readonly Node[]): Verdict => {
  const [head, ...rest] = nodes.map((n) => normal(valueOf(n)));
  const other = rest.find((v) => v !== head);
  return other === undefined || { expected: head, actual: other };
};

const DATE_102 = /^[ \t\r\n]*\d{4}(1[0-2]|0[1-9])(3[01]|[12]\d|0[1-9])[ \t\r\n]*$/;

export const SYNTAX: readonly Rule[] = [
  one("CII-SR-009", "BT-24", (i) => [i.context], "GuidelineSpecifiedDocumentContextParameter"),
  one("CII-SR-010", "BT-24", (i) => [i.context], "GuidelineSpecifiedDocumentContextParameter/ID"),
  one("CII-SR-014", "BT-3", (i) => [i.document], "TypeCode"),
  rule(
    "CII-SR-046",
    "BT-157",
    inLines("SpecifiedTradeProduct"),
    "GlobalID needs a schemeID.",
    (n) => !has(n, "GlobalID") || all(n, "GlobalID").some((g) => g.attributes.has("schemeID")),
  ),
  one("CII-SR-069", "BT-160", inLines("SpecifiedTradeProduct/ApplicableProductCharacteristic"), "Description"),
  one("CII-SR-072", "BT-161", inLines("SpecifiedTradeProduct/ApplicableProductCharacteristic"), "Value"),
  rule(
    "CII-SR-090",
    "BT-159",
    inLines("SpecifiedTradeProduct"),
    "OriginTradeCountry/ID must be there exactly once.",
    (n) => !has(n, "OriginTradeCountry") || exactly(n, "OriginTradeCountry/ID"),
  ),
  one("CII-SR-439", "BT-146", inLines("SpecifiedLineTradeAgreement"), "NetPriceProductTradePrice/ChargeAmount"),
  single("CII-SR-440", "BT-147", under("GrossPriceProductTradePrice", "AppliedTradeAllowanceCharge"), "ActualAmount"),
  single("CII-SR-441", "BT-146", inLines("SpecifiedLineTradeAgreement"), "NetPriceProductTradePrice/ChargeAmount"),
  single("CII-SR-455", "BG-6", (i) => [i.agreement], "SellerTradeParty/DefinedTradeContact"),
  single("CII-SR-456", "BG-9", (i) => [i.agreement], "BuyerTradeParty/DefinedTradeContact"),
  single("CII-SR-459", "BT-34", (i) => [i.agreement], "SellerTradeParty/URIUniversalCommunication"),
  single("CII-SR-460", "BT-49", (i) => [i.agreement], "BuyerTradeParty/URIUniversalCommunication"),
  single("CII-SR-461", "BT-7", settlement, "ApplicableTradeTax/TaxPointDate"),
  rule("CII-SR-462", "BT-8", settlement, "Where there are several DueDateTypeCode they must be the same.", (_, i) =>
    agree(i.named("DueDateTypeCode").filter((n) => n.parent?.name === "ApplicableTradeTax")),
  ),
  rule("CII-SR-463", "BG-20 BG-21", named("SpecifiedTradeAllowanceCharge"), "ChargeIndicator must be there.", (n) =>
    has(n, "ChargeIndicator"),
  ),
  rule("CII-SR-467", "BT-81", root, "Where there are several payment means they must have the same TypeCode.", (_, i) =>
    agree(means(i).flatMap((m) => all(m, "TypeCode"))),
  ),
  rule("CII-SR-468", "BT-82", root, "Where there are several payment means they must have the same Information.", (_, i) =>
    agree(means(i).flatMap((m) => all(m, "Information"))),
  ),
  rule("CII-SR-469", "BT-83", root, "PaymentReference may be there only once.", (_, i) => {
    const count = under("ApplicableHeaderTradeSettlement", "PaymentReference")(i).length;
    return count <= 1 || { expected: "at most one", actual: String(count) };
  }),
  rule("CII-SR-470", "BT-84", settlement, "Payment by credit transfer (30, 58) needs an account (BT-84).", (n) =>
    all(n, "SpecifiedTradeSettlementPaymentMeans").every((m) => {
      const transfer = all(m, "TypeCode").some((t) => ["30", "58"].includes(normal(valueOf(t))));
      return !transfer || has(m, "PayeePartyCreditorFinancialAccount/IBANID") || has(m, "PayeePartyCreditorFinancialAccount/ProprietaryID");
    }),
  ),
  single("CII-SR-471", "BT-96 BT-103", named("SpecifiedTradeAllowanceCharge"), "RateApplicablePercent"),
  single("CII-SR-472", "BT-95 BT-102", named("SpecifiedTradeAllowanceCharge"), "CategoryTradeTax"),
  single("CII-SR-473", "BT-92 BT-99", named("SpecifiedTradeAllowanceCharge"), "ActualAmount"),
  ...numbered(
    477,
    "LineTotalAmount ChargeTotalAmount AllowanceTotalAmount TaxBasisTotalAmount RoundingAmount GrandTotalAmount InformationAmount TotalPrepaidAmount " +
      "TotalDiscountAmount TotalAllowanceChargeAmount DuePayableAmount RetailValueExcludingTaxInformationAmount TotalDepositFeeInformationAmount " +
      "ProductValueExcludingTobaccoTaxInformationAmount TotalRetailValueInformationAmount GrossLineTotalAmount NetLineTotalAmount " +
      "NetIncludingTaxesLineTotalAmount",
    (id, name) => single(`CII-SR-${id}`, "BG-22", totals, name),
  ),
  ...numbered(1, "schemeName schemeAgencyName schemeDataURI schemeURI schemeID schemeAgencyID schemeVersionID", (id, name) =>
    noAttribute(`CII-DT-${id}`, plain, name),
  ),
  ...numbered(101, "schemeName schemeAgencyName schemeDataURI schemeURI", (id, name) => noAttribute(`CII-DT-${id}`, identifiers, name)),
  ...numbered(8, "name listURI", (id, name) => noAttribute(`CII-DT-${id}`, typeCodes, name)),
  ...numbered(10, "listID listAgencyID listVersionID", (id, name) =>
    noAttribute(`CII-DT-${id}`, under("ExchangedDocument", "TypeCode"), name),
  ),
  onlySupporting("CII-DT-015", "URIID", "916"),
  ...numbered(16, "StatusCode CopyIndicator", (id, name) => noChild(`CII-DT-${id}`, references, name)),
  onlySupporting("CII-DT-018", "TypeCode", "50", "130", "916"),
  ...numbered(19, "GlobalID RevisionID", (id, name) => noChild(`CII-DT-${id}`, references, name)),
  onlySupporting("CII-DT-021", "Name", "916"),
  onlySupporting("CII-DT-022", "AttachmentBinaryObject", "916"),
  noChild("CII-DT-023", references, "Information"),
  onlySupporting("CII-DT-024", "ReferenceTypeCode", "130"),
  ...numbered(25, "SectionName PreviousRevisionID", (id, name) => noChild(`CII-DT-${id}`, references, name)),
  rule(
    "CII-DT-027",
    "BT-26",
    references,
    "FormattedIssueDateTime is only for preceding invoices.",
    (n) => !has(n, "FormattedIssueDateTime") || n.name === "InvoiceReferencedDocument",
  ),
  ...numbered(28, "EffectiveSpecifiedPeriod IssuerTradeParty AttachedSpecifiedBinaryFile", (id, name) =>
    noChild(`CII-DT-${id}`, references, name),
  ),
  ...numbered(31, "currencyID currencyCodeListVersionID", (id, name) => noAttribute(`CII-DT-${id}`, amounts, name)),
  rule(
    "CII-DT-033",
    "BT-130",
    quantities,
    "A unit is given where no line's quantity has one.",
    (n, i) => !n.attributes.has("unitCode") || someUnit(i),
  ),
  ...numbered(34, "unitCodeListID unitCodeListAgencyID unitCodeListAgencyName", (id, name) =>
    noAttribute(`CII-DT-${id}`, quantities, name),
  ),
  rule("CII-DT-037", "BT-118-0", ending("TradeTax"), "The type of a tax must be VAT.", (n) => {
    const types = all(n, "TypeCode").map(valueOf);
    return types.length === 0 || types.includes("VAT") || { expected: "VAT", actual: types[0] };
  }),
  ...numbered(
    68,
    "StartDateTime/DateTime DurationMeasure InclusiveIndicator Description EndDateTime/DateTime CompleteDateTime OpenIndicator SeasonCode ID Name " +
      "SequenceNumeric StartDateFlexibilityCode ContinuousIndicator PurposeCode",
    (id, name) => noChild(`CII-DT-${id}`, named("BillingSpecifiedPeriod"), name),
  ),
  ...numbered(
    82,
    "ID PostOfficeBox BuildingName - LineFour LineFive StreetName CitySubDivisionName CountryName CountrySubDivisionID AttentionOf CareOf BuildingNumber " +
      "DepartmentName AdditionalStreetName",
    (id, name) => noChild(`CII-DT-${id}`, named("PostalTradeAddress"), name),
  ),
  rule(
    "CII-DT-097",
    "",
    (i) => i.named("DateTimeString").filter((n) => n.prefix === "udt" && n.attributes.get("format") === "102"),
    "A date of format 102 is YYYYMMDD.",
    (n) => DATE_102.test(valueOf(n)) || { expected: "YYYYMMDD", actual: valueOf(n) },
  ),
];
