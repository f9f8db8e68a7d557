// Cross Industry Invoice XML (UN/CEFACT D16B) of an invoice, with elements in schema order.
import { amount } from "./sums.mjs";

const GUIDELINES = {
  en16931: "urn:cen.eu:en16931:2017",
  basic: "urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic",
  xrechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
};

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

function el(name, content, attributes = {}) {
  if (content === undefined || content === null) return "";
  const inner = Array.isArray(content) ? content.filter((c) => c !== "").join("") : escape(content);
  if (inner === "") return "";
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
    .join("");
  return `<${name}${written}>${inner}</${name}>`;
}
const ram = (name, content, attributes) => el(`ram:${name}`, content, attributes);
const date = (iso) => el("udt:DateTimeString", iso.replaceAll("-", ""), { format: "102" });

const address = (p) =>
  ram("PostalTradeAddress", [
    ram("PostcodeCode", p.postcode),
    ram("LineOne", p.street),
    ram("CityName", p.city),
    ram("CountryID", p.country),
  ]);

const party = (name, p, detailed) =>
  ram(name, [
    ram("Name", p.name),
    p.registration ? ram("SpecifiedLegalOrganization", [ram("ID", p.registration.id, { schemeID: p.registration.scheme })]) : "",
    detailed && p.contact
      ? ram("DefinedTradeContact", [
          ram("PersonName", p.contact.name),
          ram("TelephoneUniversalCommunication", [ram("CompleteNumber", p.contact.phone)]),
          ram("EmailURIUniversalCommunication", [ram("URIID", p.contact.email)]),
        ])
      : "",
    address(p),
    p.electronic ? ram("URIUniversalCommunication", [ram("URIID", p.electronic.id, { schemeID: p.electronic.scheme })]) : "",
    p.vat ? ram("SpecifiedTaxRegistration", [ram("ID", p.vat, { schemeID: "VA" })]) : "",
  ]);

const line = (l, i, detailed) =>
  ram("IncludedSupplyChainTradeLineItem", [
    ram("AssociatedDocumentLineDocument", [ram("LineID", String(i + 1))]),
    ram("SpecifiedTradeProduct", [
      detailed ? ram("SellerAssignedID", l.seller_id) : "",
      ram("Name", l.name),
      detailed ? ram("Description", l.description) : "",
    ]),
    ram("SpecifiedLineTradeAgreement", [ram("NetPriceProductTradePrice", [ram("ChargeAmount", l.price)])]),
    ram("SpecifiedLineTradeDelivery", [ram("BilledQuantity", l.quantity, { unitCode: l.unit })]),
    ram("SpecifiedLineTradeSettlement", [
      ram("ApplicableTradeTax", [ram("TypeCode", "VAT"), ram("CategoryCode", l.vat.category), ram("RateApplicablePercent", l.vat.rate)]),
      ram("SpecifiedTradeSettlementLineMonetarySummation", [ram("LineTotalAmount", amount(l.total))]),
    ]),
  ]);

const allowanceOrCharge = (c, isCharge) =>
  ram("SpecifiedTradeAllowanceCharge", [
    ram("ChargeIndicator", [el("udt:Indicator", String(isCharge))]),
    ram("CalculationPercent", c.percent),
    c.base === undefined ? "" : ram("BasisAmount", amount(c.base)),
    ram("ActualAmount", amount(c.cents)),
    ram("ReasonCode", c.code),
    ram("Reason", c.reason),
    ram("CategoryTradeTax", [ram("TypeCode", "VAT"), ram("CategoryCode", c.vat.category), ram("RateApplicablePercent", c.vat.rate)]),
  ]);

/** Upper levels have one element per line. */
export function cii(invoice, s) {
  const detailed = invoice.profile !== "basic";
  const { seller, buyer, payment } = invoice;
  const transaction = el("rsm:SupplyChainTradeTransaction", [
    ...s.lines.map((l, i) => line(l, i, detailed)),
    ram("ApplicableHeaderTradeAgreement", [
      ram("BuyerReference", invoice.buyer_reference),
      party("SellerTradeParty", seller, detailed),
      party("BuyerTradeParty", buyer, detailed),
      ram("BuyerOrderReferencedDocument", [ram("IssuerAssignedID", invoice.order)]),
    ]),
    ram("ApplicableHeaderTradeDelivery", [
      invoice.ship_to ? ram("ShipToTradeParty", [ram("Name", invoice.ship_to.name), address(invoice.ship_to)]) : "",
      ram("ActualDeliverySupplyChainEvent", [ram("OccurrenceDateTime", [date(invoice.delivered)])]),
    ]),
    ram("ApplicableHeaderTradeSettlement", [
      ram("PaymentReference", invoice.number),
      ram("InvoiceCurrencyCode", invoice.currency),
      ram("SpecifiedTradeSettlementPaymentMeans", [
        ram("TypeCode", payment.means),
        ram("PayeePartyCreditorFinancialAccount", [ram("IBANID", payment.iban), detailed ? ram("AccountName", payment.holder) : ""]),
        detailed ? ram("PayeeSpecifiedCreditorFinancialInstitution", [ram("BICID", payment.bic)]) : "",
      ]),
      ...s.taxes.map((t) =>
        ram("ApplicableTradeTax", [
          ram("CalculatedAmount", amount(t.tax)),
          ram("TypeCode", "VAT"),
          t.category === "S" ? "" : ram("ExemptionReason", invoice.exemption.reason),
          ram("BasisAmount", amount(t.basis)),
          ram("CategoryCode", t.category),
          t.category === "S" ? "" : ram("ExemptionReasonCode", invoice.exemption.code),
          ram("RateApplicablePercent", t.rate),
        ]),
      ),
      ...s.allowances.map((a) => allowanceOrCharge(a, false)),
      ...s.charges.map((c) => allowanceOrCharge(c, true)),
      ram("SpecifiedTradePaymentTerms", [ram("Description", payment.terms), ram("DueDateDateTime", [date(invoice.due)])]),
      ram("SpecifiedTradeSettlementHeaderMonetarySummation", [
        ram("LineTotalAmount", amount(s.lineTotal)),
        ram("ChargeTotalAmount", amount(s.chargeTotal)),
        ram("AllowanceTotalAmount", amount(s.allowanceTotal)),
        ram("TaxBasisTotalAmount", amount(s.taxBasis)),
        ram("TaxTotalAmount", amount(s.taxTotal), { currencyID: invoice.currency }),
        ram("GrandTotalAmount", amount(s.grandTotal)),
        ram("TotalPrepaidAmount", amount(s.prepaid)),
        ram("DuePayableAmount", amount(s.due)),
      ]),
    ]),
  ]);
  const context = [
    invoice.profile === "xrechnung"
      ? ram("BusinessProcessSpecifiedDocumentContextParameter", [ram("ID", "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0")])
      : "",
    ram("GuidelineSpecifiedDocumentContextParameter", [ram("ID", GUIDELINES[invoice.profile])]),
  ];
  const root = [
    el("rsm:ExchangedDocumentContext", context),
    el("rsm:ExchangedDocument", [
      ram("ID", invoice.number),
      ram("TypeCode", "380"),
      ram("IssueDateTime", [date(invoice.issued)]),
      ...invoice.notes.map((note) => ram("IncludedNote", [ram("Content", note.text), ram("SubjectCode", note.subject)])),
    ]),
    transaction,
  ];
  const namespaces =
    'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" ' +
    'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" ' +
    'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"';
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${namespaces}>\n${root.join("\n")}\n</rsm:CrossIndustryInvoice>\n`;
  return text.replace(/(<ram:(?:IncludedSupplyChainTradeLineItem|ApplicableHeader\w+)>)/g, "\n$1");
}
