// UBL as elements of CII's names, each for an element of the file, which findings point to.
import { all, first, normal, textAt, valueOf, type Node } from "../../xml/node.js";
import type { Parsed } from "../../xml/xml.js";

const EMPTY: ReadonlyMap<string, string> = new Map();
/** dates compare as text; CII's rules demand a format */
const DAY: ReadonlyMap<string, string> = new Map([["format", "102"]]);

/** UBL path, model path; `!` at the end: a date */
type Table = readonly (readonly [string, string])[];

const ADDRESS: Table = [
  ["StreetName", "LineOne"],
  ["AdditionalStreetName", "LineTwo"],
  ["AddressLine/Line", "LineThree"],
  ["CityName", "CityName"],
  ["PostalZone", "PostcodeCode"],
  ["CountrySubentity", "CountrySubDivisionName"],
  ["Country/IdentificationCode", "CountryID"],
];

const CONTACT: Table = [
  ["Name", "PersonName"],
  ["Telephone", "TelephoneUniversalCommunication/CompleteNumber"],
  ["ElectronicMail", "EmailURIUniversalCommunication/URIID"],
];

const LEGAL: Table = [
  ["RegistrationName", "Name"],
  ["CompanyID", "SpecifiedLegalOrganization/ID"],
  ["CompanyLegalForm", "Description"],
];

const ALLOWANCE: Table = [
  ["ChargeIndicator", "ChargeIndicator/Indicator"],
  ["MultiplierFactorNumeric", "CalculationPercent"],
  ["BaseAmount", "BasisAmount"],
  ["Amount", "ActualAmount"],
  ["AllowanceChargeReasonCode", "ReasonCode"],
  ["AllowanceChargeReason", "Reason"],
];

const CATEGORY: Table = [
  ["TaxExemptionReason", "ExemptionReason"],
  ["TaxExemptionReasonCode", "ExemptionReasonCode"],
  ["Percent", "RateApplicablePercent"],
];

const TOTALS: Table = [
  ["LineExtensionAmount", "LineTotalAmount"],
  ["ChargeTotalAmount", "ChargeTotalAmount"],
  ["AllowanceTotalAmount", "AllowanceTotalAmount"],
  ["TaxExclusiveAmount", "TaxBasisTotalAmount"],
  ["PayableRoundingAmount", "RoundingAmount"],
  ["TaxInclusiveAmount", "GrandTotalAmount"],
  ["PrepaidAmount", "TotalPrepaidAmount"],
  ["PayableAmount", "DuePayableAmount"],
];

const PERIOD: Table = [
  ["StartDate", "StartDateTime!"],
  ["EndDate", "EndDateTime!"],
];

const DOCUMENT: Table = [
  ["ID", "ID"],
  ["InvoiceTypeCode", "TypeCode"],
  ["CreditNoteTypeCode", "TypeCode"],
  ["IssueDate", "IssueDateTime!"],
];

const AGREEMENT: Table = [
  ["BuyerReference", "BuyerReference"],
  ["OrderReference/SalesOrderID", "SellerOrderReferencedDocument/IssuerAssignedID"],
  ["OrderReference/ID", "BuyerOrderReferencedDocument/IssuerAssignedID"],
  ["ContractDocumentReference/ID", "ContractReferencedDocument/IssuerAssignedID"],
  ["ProjectReference/ID", "SpecifiedProcuringProject/ID"],
];

const SETTLEMENT: Table = [
  ["PaymentMeans/PaymentID", "PaymentReference"],
  ["TaxCurrencyCode", "TaxCurrencyCode"],
  ["DocumentCurrencyCode", "InvoiceCurrencyCode"],
  ["TaxPointDate", "TaxPointDate!"],
  ["InvoicePeriod/DescriptionCode", "DueDateTypeCode"],
  ["AccountingCost", "ReceivableSpecifiedTradeAccountingAccount/ID"],
  ["PaymentTerms/Note", "SpecifiedTradePaymentTerms/Description"],
  ["DueDate", "SpecifiedTradePaymentTerms/DueDateDateTime!"],
  ["PaymentMeans/PaymentDueDate", "SpecifiedTradePaymentTerms/DueDateDateTime!"],
  ["PaymentMeans/PaymentMandate/ID", "SpecifiedTradePaymentTerms/DirectDebitMandateID"],
];

const MEANS: Table = [
  ["PaymentMeansCode", "TypeCode"],
  ["CardAccount/PrimaryAccountNumberID", "ApplicableTradeSettlementFinancialCard/ID"],
  ["CardAccount/HolderName", "ApplicableTradeSettlementFinancialCard/CardholderName"],
  ["PaymentMandate/PayerFinancialAccount/ID", "PayerPartyDebtorFinancialAccount/IBANID"],
];

const LINE: Table = [
  ["ID", "AssociatedDocumentLineDocument/LineID"],
  ["Note", "AssociatedDocumentLineDocument/IncludedNote/Content"],
  ["OrderLineReference/LineID", "SpecifiedLineTradeAgreement/BuyerOrderReferencedDocument/LineID"],
  ["InvoicedQuantity", "SpecifiedLineTradeDelivery/BilledQuantity"],
  ["CreditedQuantity", "SpecifiedLineTradeDelivery/BilledQuantity"],
  ["LineExtensionAmount", "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"],
  ["AccountingCost", "SpecifiedLineTradeSettlement/ReceivableSpecifiedTradeAccountingAccount/ID"],
];

const ITEM: Table = [
  ["StandardItemIdentification/ID", "GlobalID"],
  ["SellersItemIdentification/ID", "SellerAssignedID"],
  ["BuyersItemIdentification/ID", "BuyerAssignedID"],
  ["Name", "Name"],
  ["Description", "Description"],
  ["OriginCountry/IdentificationCode", "OriginTradeCountry/ID"],
];

class Builder {
  readonly named = new Map<string, Node[]>();

  node(name: string, parent: Node | null, source: Node, text = "", attributes = EMPTY): Node {
    const made: Node = {
      name,
      prefix: "ram",
      tag: `ram:${name}`,
      attributes,
      parent,
      children: [],
      text,
      line: source.line,
      source,
    };
    parent?.children.push(made);
    const known = this.named.get(name);
    if (known) known.push(made);
    else this.named.set(name, [made]);
    return made;
  }

  /** Last of that name, else new. */
  inner(name: string, parent: Node, source: Node): Node {
    return parent.children.findLast((c) => c.name === name) ?? this.node(name, parent, source);
  }

  put(parent: Node, path: string, source: Node, text = valueOf(source), attributes = source.attributes): Node {
    const isDay = path.endsWith("!");
    const steps = (isDay ? path.slice(0, -1) : path).split("/");
    const last = steps.pop()!;
    const at = steps.reduce((here, step) => this.inner(step, here, parent.source!), parent);
    if (!isDay) return this.node(last, at, source, text, attributes);
    return this.node("DateTimeString", this.node(last, at, source), source, text.trim(), DAY);
  }

  fill(to: Node, from: Node | undefined, table: Table): void {
    for (const [path, model] of table) for (const n of all(from, path)) this.put(to, model, n);
  }
}

/** Type and category trimmed, as UBL's rules compare them. */
function category(b: Builder, to: Node, from: Node): void {
  for (const t of all(from, "TaxScheme/ID")) b.put(to, "TypeCode", t, normal(valueOf(t)));
  for (const c of all(from, "ID")) b.put(to, "CategoryCode", c, normal(valueOf(c)));
  b.fill(to, from, CATEGORY);
}

function allowances(b: Builder, to: Node, from: Node): void {
  for (const a of all(from, "AllowanceCharge")) {
    const made = b.node("SpecifiedTradeAllowanceCharge", to, a);
    b.fill(made, a, ALLOWANCE);
    for (const c of all(a, "TaxCategory")) category(b, b.node("CategoryTradeTax", made, c), c);
  }
}

const isSepa = (id: Node): boolean => (id.attributes.get("schemeID") ?? "").toUpperCase() === "SEPA";

interface PartyOptions {
  readonly legal: boolean;
}

function party(b: Builder, name: string, to: Node, from: Node | undefined, { legal }: PartyOptions): Node | undefined {
  if (!from) return undefined;
  const made = b.node(name, to, from);
  for (const id of all(from, "PartyIdentification/ID")) if (!isSepa(id)) b.put(made, id.attributes.has("schemeID") ? "GlobalID" : "ID", id);
  if (legal) for (const n of all(from, "PartyName/Name")) b.put(made, "SpecifiedLegalOrganization/TradingBusinessName", n);
  else for (const n of all(from, "PartyName/Name")) b.put(made, "Name", n);
  for (const entity of all(from, "PartyLegalEntity")) b.fill(made, entity, legal ? LEGAL : LEGAL.slice(1));
  for (const c of all(from, "Contact")) b.fill(b.node("DefinedTradeContact", made, c), c, CONTACT);
  for (const a of all(from, "PostalAddress")) b.fill(b.node("PostalTradeAddress", made, a), a, ADDRESS);
  for (const e of all(from, "EndpointID")) b.put(b.node("URIUniversalCommunication", made, e), "URIID", e);
  for (const scheme of all(from, "PartyTaxScheme")) {
    const isVat = all(scheme, "TaxScheme/ID").some((t) => normal(valueOf(t)).toUpperCase() === "VAT");
    const registration = b.node("SpecifiedTaxRegistration", made, scheme);
    for (const id of all(scheme, "CompanyID")) b.put(registration, "ID", id, valueOf(id), new Map([["schemeID", isVat ? "VA" : "FC"]]));
  }
  return made;
}

function document(b: Builder, name: string, to: Node, from: Node, type?: string): void {
  const made = b.node(name, to, from);
  for (const id of all(from, "ID")) b.put(made, "IssuerAssignedID", id);
  for (const u of all(from, "Attachment/ExternalReference/URI")) b.put(made, "URIID", u);
  const typed = all(from, "DocumentTypeCode");
  for (const t of typed) b.put(made, "TypeCode", t);
  // UBL needs no type here
  if (typed.length === 0) b.put(made, "TypeCode", from, type ?? "916", EMPTY);
  for (const d of all(from, "DocumentDescription")) b.put(made, "Name", d);
  for (const o of all(from, "Attachment/EmbeddedDocumentBinaryObject")) b.put(made, "AttachmentBinaryObject", o, "");
  const scheme = first(from, "ID")?.attributes.get("schemeID");
  if (scheme !== undefined) b.put(made, "ReferenceTypeCode", first(from, "ID")!, scheme, EMPTY);
  for (const d of all(from, "IssueDate")) b.put(made, "FormattedIssueDateTime!", d);
}

function period(b: Builder, to: Node, from: Node): void {
  for (const p of all(from, "InvoicePeriod")) b.fill(b.node("BillingSpecifiedPeriod", to, p), p, PERIOD);
}

function line(b: Builder, to: Node, from: Node): void {
  const made = b.node("IncludedSupplyChainTradeLineItem", to, from);
  b.fill(made, from, LINE);
  const item = first(from, "Item");
  if (item) {
    const product = b.node("SpecifiedTradeProduct", made, item);
    b.fill(product, item, ITEM);
    for (const p of all(item, "AdditionalItemProperty")) {
      const property = b.node("ApplicableProductCharacteristic", product, p);
      b.fill(property, p, [
        ["Name", "Description"],
        ["Value", "Value"],
      ]);
    }
    for (const c of all(item, "CommodityClassification"))
      b.fill(b.node("DesignatedProductClassification", product, c), c, [["ItemClassificationCode", "ClassCode"]]);
  }
  const agreement = b.inner("SpecifiedLineTradeAgreement", made, from);
  for (const price of all(from, "Price")) {
    for (const a of all(price, "AllowanceCharge")) {
      const gross = b.node("GrossPriceProductTradePrice", agreement, a);
      b.fill(gross, a, [["BaseAmount", "ChargeAmount"]]);
      const applied = b.node("AppliedTradeAllowanceCharge", gross, a);
      b.fill(applied, a, [
        ["ChargeIndicator", "ChargeIndicator/Indicator"],
        ["Amount", "ActualAmount"],
      ]);
    }
    const net = b.node("NetPriceProductTradePrice", agreement, price);
    b.fill(net, price, [
      ["PriceAmount", "ChargeAmount"],
      ["BaseQuantity", "BasisQuantity"],
    ]);
  }
  for (const m of all(item, "ManufacturerParty")) party(b, "ItemSellerTradeParty", agreement, m, { legal: true });
  for (const d of all(from, "Delivery")) {
    const delivery = b.inner("SpecifiedLineTradeDelivery", made, from);
    shipTo(b, delivery, d);
  }
  const settlement = b.inner("SpecifiedLineTradeSettlement", made, from);
  lineReferences(b, made, settlement, from);
  for (const c of all(item, "ClassifiedTaxCategory")) category(b, b.node("ApplicableTradeTax", settlement, c), c);
  period(b, settlement, from);
  allowances(b, settlement, from);
  for (const d of all(from, "DocumentReference")) document(b, "AdditionalReferencedDocument", settlement, d);
}

/** France: a reference to the invoice itself is a line's parent and kind, another an earlier invoice. */
function lineReferences(b: Builder, made: Node, settlement: Node, from: Node): void {
  const own = textAt(from.parent ?? undefined, "ID");
  for (const r of all(from, "BillingReference"))
    for (const d of all(r, "InvoiceDocumentReference")) {
      if (own === undefined || textAt(d, "ID") !== own) {
        document(b, "InvoiceReferencedDocument", settlement, d);
        continue;
      }
      const head = b.inner("AssociatedDocumentLineDocument", made, from);
      b.fill(head, r, [["BillingReferenceLine/ID", "ParentLineID"]]);
      b.fill(head, d, [["DocumentStatusCode", "LineStatusReasonCode"]]);
    }
  const totals = "SpecifiedTradeSettlementLineMonetarySummation";
  for (const t of all(from, "TaxTotal/TaxAmount")) b.put(settlement, `${totals}/TaxTotalAmount`, t);
  for (const t of all(from, "TaxInclusiveLineExtensionAmount")) b.put(settlement, `${totals}/GrandTotalAmount`, t);
}

function shipTo(b: Builder, to: Node, d: Node): void {
  const made = b.node("ShipToTradeParty", to, d);
  for (const id of all(d, "DeliveryLocation/ID")) b.put(made, id.attributes.has("schemeID") ? "GlobalID" : "ID", id);
  for (const n of all(d, "DeliveryParty/PartyName/Name")) b.put(made, "Name", n);
  b.fill(made, d, [["DeliveryParty/PartyLegalEntity/CompanyID", "SpecifiedLegalOrganization/ID"]]);
  for (const a of all(d, "DeliveryLocation/Address")) b.fill(b.node("PostalTradeAddress", made, a), a, ADDRESS);
  for (const day of all(d, "ActualDeliveryDate")) b.put(to, "ActualDeliverySupplyChainEvent/OccurrenceDateTime!", day);
}

function agreementOf(b: Builder, to: Node, root: Node): void {
  const made = b.node("ApplicableHeaderTradeAgreement", to, root);
  b.fill(made, root, AGREEMENT);
  party(b, "SellerTradeParty", made, first(root, "AccountingSupplierParty/Party"), { legal: true });
  party(b, "BuyerTradeParty", made, first(root, "AccountingCustomerParty/Party"), { legal: true });
  party(b, "SellerTaxRepresentativeTradeParty", made, first(root, "TaxRepresentativeParty"), { legal: false });
  const agents = { legal: false };
  party(b, "BuyerAgentTradeParty", made, first(root, "AccountingCustomerParty/Party/AgentParty"), agents);
  party(b, "SalesAgentTradeParty", made, first(root, "AccountingSupplierParty/Party/AgentParty"), agents);
  for (const d of all(root, "AdditionalDocumentReference")) document(b, "AdditionalReferencedDocument", made, d);
  for (const d of all(root, "OriginatorDocumentReference")) document(b, "AdditionalReferencedDocument", made, d, "50");
}

function deliveryOf(b: Builder, to: Node, root: Node): void {
  const made = b.node("ApplicableHeaderTradeDelivery", to, root);
  for (const d of all(root, "Delivery")) shipTo(b, made, d);
  for (const [path, name] of [
    ["DespatchDocumentReference", "DespatchAdviceReferencedDocument"],
    ["ReceiptDocumentReference", "ReceivingAdviceReferencedDocument"],
  ] as const)
    for (const d of all(root, path)) b.fill(b.node(name, made, d), d, [["ID", "IssuerAssignedID"]]);
}

function settlementOf(b: Builder, to: Node, root: Node): void {
  const made = b.node("ApplicableHeaderTradeSettlement", to, root);
  b.fill(made, root, SETTLEMENT);
  for (const id of [
    ...all(root, "AccountingSupplierParty/Party/PartyIdentification/ID"),
    ...all(root, "PayeeParty/PartyIdentification/ID"),
  ])
    if (isSepa(id)) b.put(made, "CreditorReferenceID", id);
  party(b, "PayeeTradeParty", made, first(root, "PayeeParty"), { legal: false });
  for (const [name, path] of [
    ["PayerTradeParty", "PaymentMeans/PaymentMandate/PayerParty"],
    ["InvoiceeTradeParty", "AccountingCustomerParty/Party/ServiceProviderParty/Party"],
    ["InvoicerTradeParty", "AccountingSupplierParty/Party/ServiceProviderParty/Party"],
  ] as const)
    party(b, name, made, first(root, path), { legal: false });
  for (const m of all(root, "PaymentMeans")) {
    const means = b.node("SpecifiedTradeSettlementPaymentMeans", made, m);
    b.fill(means, m, MEANS);
    const given = first(m, "PaymentMeansCode");
    const name = given?.attributes.get("name");
    if (name !== undefined) b.put(means, "Information", given!, name, EMPTY);
    for (const a of all(m, "PayeeFinancialAccount")) {
      b.fill(b.node("PayeePartyCreditorFinancialAccount", means, a), a, [
        ["ID", "IBANID"],
        ["Name", "AccountName"],
      ]);
      b.fill(means, a, [["FinancialInstitutionBranch/ID", "PayeeSpecifiedCreditorFinancialInstitution/BICID"]]);
    }
  }
  for (const t of all(root, "TaxTotal/TaxSubtotal")) {
    const group = b.node("ApplicableTradeTax", made, t);
    b.fill(group, t, [
      ["TaxAmount", "CalculatedAmount"],
      ["TaxableAmount", "BasisAmount"],
    ]);
    for (const c of all(t, "TaxCategory")) category(b, group, c);
  }
  period(b, made, root);
  allowances(b, made, root);
  for (const m of all(root, "LegalMonetaryTotal")) {
    const totals = b.node("SpecifiedTradeSettlementHeaderMonetarySummation", made, m);
    b.fill(totals, m, TOTALS);
    for (const t of all(root, "TaxTotal/TaxAmount")) b.put(totals, "TaxTotalAmount", t);
  }
  for (const r of all(root, "BillingReference/InvoiceDocumentReference")) document(b, "InvoiceReferencedDocument", made, r);
}

/** Elements outside of the model's terms are absent. */
export function modelOf(root: Node): Parsed {
  const b = new Builder();
  const invoice = b.node("CrossIndustryInvoice", null, root);
  const context = b.node("ExchangedDocumentContext", invoice, root);
  for (const p of all(root, "ProfileID")) b.put(context, "BusinessProcessSpecifiedDocumentContextParameter/ID", p);
  for (const c of all(root, "CustomizationID")) b.put(context, "GuidelineSpecifiedDocumentContextParameter/ID", c);
  const head = b.node("ExchangedDocument", invoice, root);
  b.fill(head, root, DOCUMENT);
  for (const n of all(root, "Note")) b.put(b.node("IncludedNote", head, n), "Content", n);
  const transaction = b.node("SupplyChainTradeTransaction", invoice, root);
  for (const name of ["InvoiceLine", "CreditNoteLine"]) for (const l of all(root, name)) line(b, transaction, l);
  agreementOf(b, transaction, root);
  deliveryOf(b, transaction, root);
  settlementOf(b, transaction, root);
  return { root: invoice, named: b.named };
}
