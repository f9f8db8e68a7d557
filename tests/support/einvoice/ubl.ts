// UBL invoices with most of EN 16931's terms, as sources of changes.

const NAMESPACES =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';

const address = (name: string, country: string): string =>
  `<cac:${name}><cbc:StreetName>Hauptstraße 1</cbc:StreetName><cbc:AdditionalStreetName>Hof</cbc:AdditionalStreetName><cbc:CityName>Ort</cbc:CityName><cbc:PostalZone>10115</cbc:PostalZone><cbc:CountrySubentity>Land</cbc:CountrySubentity><cac:AddressLine><cbc:Line>Links</cbc:Line></cac:AddressLine><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:${name}>`;

const vat = (id: string, scheme = "VAT"): string =>
  `<cac:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID><cac:TaxScheme><cbc:ID>${scheme}</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;

const category = (name: string, code: string, rate: string | null, reason = ""): string =>
  `<cac:${name}><cbc:ID>${code}</cbc:ID>${rate === null ? "" : `<cbc:Percent>${rate}</cbc:Percent>`}${reason}<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;

interface Amounts {
  readonly currency: string;
}
const amount = (name: string, value: string, { currency }: Amounts): string =>
  `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`;

interface Party {
  readonly country: string;
  readonly vat: string;
  readonly scheme: string;
  readonly endpoint: string;
  readonly legal: string;
}

const party = (p: Party, seller: boolean): string =>
  `<cac:Party><cbc:EndpointID schemeID="${p.scheme}">${p.endpoint}</cbc:EndpointID>` +
  `<cac:PartyIdentification><cbc:ID schemeID="0088">4000001000005</cbc:ID></cac:PartyIdentification>` +
  `${seller ? '<cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ09999999999</cbc:ID></cac:PartyIdentification>' : ""}` +
  `<cac:PartyName><cbc:Name>${seller ? "Verkauf" : "Einkauf"}</cbc:Name></cac:PartyName>${address("PostalAddress", p.country)}${vat(p.vat)}` +
  `${seller ? vat("123/456", "TAX") : ""}` +
  `<cac:PartyLegalEntity><cbc:RegistrationName>${seller ? "Verkauf GmbH" : "Einkauf AG"}</cbc:RegistrationName><cbc:CompanyID schemeID="0002">${p.legal}</cbc:CompanyID>${seller ? "<cbc:CompanyLegalForm>GmbH</cbc:CompanyLegalForm>" : ""}</cac:PartyLegalEntity>` +
  `<cac:Contact><cbc:Name>Eva Muster</cbc:Name><cbc:Telephone>+49 30 1234</cbc:Telephone><cbc:ElectronicMail>eva@example.com</cbc:ElectronicMail></cac:Contact></cac:Party>`;

interface Line {
  readonly id: string;
  readonly quantity: string;
  readonly price: string;
  readonly net: string;
  readonly code: string;
  readonly rate: string | null;
  readonly under?: string;
}

function line(l: Line, credit: boolean, a: Amounts): string {
  const name = credit ? "CreditNoteLine" : "InvoiceLine";
  const quantity = credit ? "CreditedQuantity" : "InvoicedQuantity";
  return (
    `<cac:${name}><cbc:ID>${l.id}</cbc:ID><cbc:Note>Hinweis</cbc:Note><cbc:${quantity} unitCode="C62">${l.quantity}</cbc:${quantity}>${amount("LineExtensionAmount", l.net, a)}<cbc:AccountingCost>K1</cbc:AccountingCost>` +
    `<cac:InvoicePeriod><cbc:StartDate>2026-01-02</cbc:StartDate><cbc:EndDate>2026-01-20</cbc:EndDate></cac:InvoicePeriod><cac:OrderLineReference><cbc:LineID>1</cbc:LineID></cac:OrderLineReference>${l.under ?? ""}` +
    `<cac:DocumentReference><cbc:ID schemeID="AFL">R-1</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:DocumentReference>` +
    `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode><cbc:AllowanceChargeReason>Rabatt</cbc:AllowanceChargeReason><cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>${amount("Amount", "10.00", a)}${amount("BaseAmount", "100.00", a)}</cac:AllowanceCharge>` +
    `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode><cbc:AllowanceChargeReason>Fracht</cbc:AllowanceChargeReason>${amount("Amount", "5.00", a)}</cac:AllowanceCharge>` +
    `<cac:Item><cbc:Description>Lang</cbc:Description><cbc:Name>Ware</cbc:Name><cac:BuyersItemIdentification><cbc:ID>B1</cbc:ID></cac:BuyersItemIdentification><cac:SellersItemIdentification><cbc:ID>S1</cbc:ID></cac:SellersItemIdentification><cac:StandardItemIdentification><cbc:ID schemeID="0160">4012345001235</cbc:ID></cac:StandardItemIdentification><cac:OriginCountry><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:OriginCountry><cac:CommodityClassification><cbc:ItemClassificationCode listID="STI">65434568</cbc:ItemClassificationCode></cac:CommodityClassification>${category("ClassifiedTaxCategory", l.code, l.rate)}<cac:AdditionalItemProperty><cbc:Name>Farbe</cbc:Name><cbc:Value>rot</cbc:Value></cac:AdditionalItemProperty></cac:Item>` +
    `<cac:Price>${amount("PriceAmount", l.price, a)}<cbc:BaseQuantity unitCode="C62">1</cbc:BaseQuantity><cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>${amount("Amount", "1.00", a)}${amount("BaseAmount", String(Number(l.price) + 1), a)}</cac:AllowanceCharge></cac:Price></cac:${name}>`
  );
}

interface Made {
  readonly credit?: boolean;
  readonly seller: Party;
  readonly buyer: Party;
  readonly process: string;
  readonly notes: readonly string[];
  readonly means: string;
  readonly under?: readonly string[];
  readonly representative?: boolean;
  readonly exempt?: boolean;
}

/** 100.00 at 19 %, 50.00 at 7 %, allowance 10.00, charge 20.00 at 19 %. */
function invoice(m: Made): string {
  const a = { currency: "EUR" };
  const credit = m.credit ?? false;
  const root = credit ? "CreditNote" : "Invoice";
  const reason = m.exempt
    ? "<cbc:TaxExemptionReasonCode>VATEX-EU-IC</cbc:TaxExemptionReasonCode><cbc:TaxExemptionReason>Innergemeinschaftlich</cbc:TaxExemptionReason>"
    : "";
  const [first, second] = m.exempt ? (["K", "0"] as const) : (["S", "19"] as const);
  const lines: readonly Line[] = [
    { id: "1", quantity: "10", price: "10.50", net: "100.00", code: first, rate: second, ...(m.under?.[0] && { under: m.under[0] }) },
    {
      id: "2",
      quantity: "5",
      price: "11.00",
      net: "50.00",
      code: m.exempt ? "K" : "S",
      rate: m.exempt ? "0" : "7",
      ...(m.under?.[1] && { under: m.under[1] }),
    },
  ];
  const subtotal = (basis: string, tax: string, code: string, rate: string): string =>
    `<cac:TaxSubtotal>${amount("TaxableAmount", basis, a)}${amount("TaxAmount", tax, a)}${category("TaxCategory", code, rate, reason)}</cac:TaxSubtotal>`;
  const [tax, grand, due] = m.exempt ? ["0.00", "160.00", "110.00"] : ["24.40", "184.40", "134.40"];
  const groups = m.exempt
    ? subtotal("160.00", "0.00", "K", "0")
    : subtotal("110.00", "20.90", "S", "19") + subtotal("50.00", "3.50", "S", "7");
  const allowance = (charge: boolean, value: string): string =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${charge}</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>${charge ? "FC" : "95"}</cbc:AllowanceChargeReasonCode><cbc:AllowanceChargeReason>Grund</cbc:AllowanceChargeReason><cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>${amount("Amount", value, a)}${amount("BaseAmount", String(Number(value) * 10), a)}${category("TaxCategory", first, second)}</cac:AllowanceCharge>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ${NAMESPACES}>` +
    `<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ProfileID>${m.process}</cbc:ProfileID><cbc:ID>R-1</cbc:ID><cbc:IssueDate>2026-01-25</cbc:IssueDate>${credit ? "" : "<cbc:DueDate>2026-02-25</cbc:DueDate>"}` +
    `${credit ? "" : "<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>"}${credit ? "<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>" : ""}${m.notes.map((n) => `<cbc:Note>${n}</cbc:Note>`).join("")}` +
    `<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:AccountingCost>4025</cbc:AccountingCost><cbc:BuyerReference>04011000-12345-34</cbc:BuyerReference>` +
    `<cac:InvoicePeriod><cbc:StartDate>2026-01-01</cbc:StartDate><cbc:EndDate>2026-01-31</cbc:EndDate></cac:InvoicePeriod><cac:OrderReference><cbc:ID>B-1</cbc:ID><cbc:SalesOrderID>A-1</cbc:SalesOrderID></cac:OrderReference>` +
    `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>R-0</cbc:ID><cbc:IssueDate>2025-12-01</cbc:IssueDate></cac:InvoiceDocumentReference></cac:BillingReference><cac:DespatchDocumentReference><cbc:ID>L-1</cbc:ID></cac:DespatchDocumentReference><cac:ReceiptDocumentReference><cbc:ID>W-1</cbc:ID></cac:ReceiptDocumentReference>` +
    `${credit ? "" : "<cac:OriginatorDocumentReference><cbc:ID>T-1</cbc:ID></cac:OriginatorDocumentReference>"}<cac:ContractDocumentReference><cbc:ID>V-1</cbc:ID></cac:ContractDocumentReference>` +
    `<cac:AdditionalDocumentReference><cbc:ID schemeID="ABT">O-1</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>` +
    `<cac:AdditionalDocumentReference><cbc:ID>D-1</cbc:ID><cbc:DocumentDescription>LISIBLE</cbc:DocumentDescription><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.pdf">AAAA</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>` +
    `<cac:AdditionalDocumentReference><cbc:ID>D-2</cbc:ID><cac:Attachment><cac:ExternalReference><cbc:URI>https://example.com/b</cbc:URI></cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference>` +
    `<cac:AccountingSupplierParty>${party(m.seller, true)}</cac:AccountingSupplierParty><cac:AccountingCustomerParty>${party(m.buyer, false)}</cac:AccountingCustomerParty>` +
    `<cac:PayeeParty><cac:PartyIdentification><cbc:ID schemeID="0088">4000001000012</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>Bank</cbc:Name></cac:PartyName><cac:PartyLegalEntity><cbc:CompanyID schemeID="0002">987654321</cbc:CompanyID></cac:PartyLegalEntity></cac:PayeeParty>` +
    `${m.representative ? `<cac:TaxRepresentativeParty><cac:PartyName><cbc:Name>Vertretung</cbc:Name></cac:PartyName>${address("PostalAddress", "DE")}${vat("DE123456789")}</cac:TaxRepresentativeParty>` : ""}` +
    `<cac:Delivery><cbc:ActualDeliveryDate>2026-01-20</cbc:ActualDeliveryDate><cac:DeliveryLocation><cbc:ID schemeID="0088">4000001000029</cbc:ID>${address("Address", "DE")}</cac:DeliveryLocation><cac:DeliveryParty><cac:PartyName><cbc:Name>Lager</cbc:Name></cac:PartyName></cac:DeliveryParty></cac:Delivery>` +
    `${m.means}<cac:PaymentTerms><cbc:Note>#SKONTO#TAGE=14#PROZENT=2.00#\n</cbc:Note></cac:PaymentTerms>${allowance(false, "10.00")}${allowance(true, "20.00")}` +
    `<cac:TaxTotal>${amount("TaxAmount", tax!, a)}${groups}</cac:TaxTotal>` +
    `<cac:LegalMonetaryTotal>${amount("LineExtensionAmount", "150.00", a)}${amount("TaxExclusiveAmount", "160.00", a)}${amount("TaxInclusiveAmount", grand!, a)}${amount("AllowanceTotalAmount", "10.00", a)}${amount("ChargeTotalAmount", "20.00", a)}${amount("PrepaidAmount", "50.00", a)}${amount("PayableRoundingAmount", "0.00", a)}${amount("PayableAmount", due!, a)}</cac:LegalMonetaryTotal>` +
    `${lines.map((l) => line(l, credit, a)).join("")}</${root}>`
  );
}

const PEPPOL = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const means = (code: string, inner: string): string =>
  `<cac:PaymentMeans><cbc:PaymentMeansCode name="Zahlung">${code}</cbc:PaymentMeansCode><cbc:PaymentID>R-1</cbc:PaymentID>${inner}</cac:PaymentMeans>`;
const TRANSFER = means(
  "58",
  "<cac:PayeeFinancialAccount><cbc:ID>DE75512108001245126199</cbc:ID><cbc:Name>Verkauf</cbc:Name><cac:FinancialInstitutionBranch><cbc:ID>COBADEFFXXX</cbc:ID></cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount>",
);
const DEBIT = means(
  "59",
  "<cac:PaymentMandate><cbc:ID>M-1</cbc:ID><cac:PayerFinancialAccount><cbc:ID>DE75512108001245126199</cbc:ID></cac:PayerFinancialAccount></cac:PaymentMandate>",
);
const CARD = means(
  "48",
  "<cac:CardAccount><cbc:PrimaryAccountNumberID>123456****</cbc:PrimaryAccountNumberID><cbc:NetworkID>VISA</cbc:NetworkID><cbc:HolderName>Eva</cbc:HolderName></cac:CardAccount>",
);

const of = (country: string, more: Partial<Party> = {}): Party => ({
  country,
  vat: `${country}123456789`,
  scheme: "0204",
  endpoint: "04011000-1",
  legal: "123456789",
  ...more,
});
const german = of("DE");
const french = of("FR", { scheme: "0225", endpoint: "123456789" });
const swedish = of("SE", { vat: "SE556677889901", scheme: "0007", endpoint: "5567321707", legal: "5567321707" });
const dutch = of("NL", { vat: "NL123456789B01", scheme: "0106", endpoint: "12345678" });
const danish = of("DK", { vat: "DK12345678", scheme: "0184", endpoint: "DK12345678" });
const greek = of("GR", { vat: "EL094259216", scheme: "9933", endpoint: "094259216" });

const FRENCH_NOTES = ["#PMT#40 €", "#PMD#12 %", "#AAB#0 %", "#BAR#B2B#"];
const reference = (status: string, parent: string): string =>
  `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>R-1</cbc:ID><cbc:DocumentStatusCode>${status}</cbc:DocumentStatusCode></cac:InvoiceDocumentReference>${parent === "" ? "" : `<cac:BillingReferenceLine><cbc:ID>${parent}</cbc:ID></cac:BillingReferenceLine>`}</cac:BillingReference>`;

export const UBL_INVOICES: readonly string[] = [
  invoice({ seller: german, buyer: german, process: PEPPOL, notes: ["#AAI#Hinweis"], means: TRANSFER }),
  invoice({ seller: german, buyer: of("AT"), process: PEPPOL, notes: ["Hinweis"], means: DEBIT, representative: true }),
  invoice({ seller: german, buyer: german, process: PEPPOL, notes: [], means: CARD, credit: true }),
  invoice({
    seller: german,
    buyer: of("BE", { scheme: "0208", endpoint: "0843766574" }),
    process: PEPPOL,
    notes: [],
    means: TRANSFER,
    exempt: true,
  }),
  invoice({ seller: french, buyer: french, process: "B1", notes: FRENCH_NOTES, means: TRANSFER }),
  invoice({
    seller: french,
    buyer: french,
    process: "S8",
    notes: FRENCH_NOTES,
    means: TRANSFER,
    credit: true,
    under: [reference("GROUP", ""), reference("DETAIL", "1")],
  }),
  invoice({ seller: swedish, buyer: swedish, process: PEPPOL, notes: [], means: TRANSFER }),
  invoice({ seller: dutch, buyer: dutch, process: PEPPOL, notes: [], means: TRANSFER }),
  invoice({ seller: danish, buyer: danish, process: PEPPOL, notes: [], means: TRANSFER }),
  invoice({ seller: greek, buyer: greek, process: PEPPOL, notes: [], means: TRANSFER }),
];
