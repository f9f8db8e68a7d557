// BR-DE, BR-DEX, BR-TMP: XRechnung 3.0, extension, vehicle procurement (KoSIT Schematron 3.0.2).
import { MEDIA_TYPES } from "../../xml/codes/document.js";
import { EXTENSION_ADDRESS_SCHEMES, EXTENSION_SCHEMES, VEHICLE_CLASSIFICATIONS } from "../../xml/codes/xrechnung.js";
import { XRECHNUNG } from "../../xml/guideline.js";
import { once, type Invoice } from "../terms/invoice.js";
import { all, filled, first, has, normal, says, textAt, valueOf, type Node } from "../../xml/node.js";
import { advice, lines, root, rule, type Rule, type Verdict } from "./rule.js";

const MANDATE = "SpecifiedTradePaymentTerms/DirectDebitMandateID";
const CREDITOR = "CreditorReferenceID";
const DEBTOR_ACCOUNT = "PayerPartyDebtorFinancialAccount/IBANID";

export const isExtension = (i: Invoice): boolean => guidelineIs(i, XRECHNUNG.extension);
export const isVehicles = (i: Invoice): boolean => guidelineIs(i, XRECHNUNG.vehicles);
const guidelineIs = (i: Invoice, id: string): boolean => says(i.context, "GuidelineSpecifiedDocumentContextParameter/ID", id);

/** Direct debit: BT-89, BT-90 or BT-91. */
const debit = once((i) => {
  const mandate = has(i.settlement, MANDATE);
  const creditor = has(i.settlement, CREDITOR);
  const account = has(i.settlement, `SpecifiedTradeSettlementPaymentMeans/${DEBTOR_ACCOUNT}`);
  return { mandate, creditor, account, any: mandate || creditor || account };
});

/** BT-81. */
const means =
  (...codes: readonly string[]) =>
  (i: Invoice): readonly Node[] =>
    all(i.settlement, "SpecifiedTradeSettlementPaymentMeans").filter((m) => codes.includes(normal(textAt(m, "TypeCode") ?? "")));
const TRANSFER = means("30", "58");
const CARD = means("48", "54", "55");
const DEBIT = means("59");

const debits = (m: Node, i: Invoice): boolean => debit(i).mandate || debit(i).creditor || has(m, DEBTOR_ACCOUNT);

/** ISO 13616: remainder 1 modulo 97 after rearrangement. */
function isIban(text: string): boolean {
  const dense = text.replace(/[ \t\r\n]/g, "");
  if (!/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{0,30}$/.test(dense)) return false;
  const digits = [...dense.slice(4), ...dense.slice(0, 4)].map((c) => {
    const code = c.charCodeAt(0);
    return String(code > 64 ? code - 55 : code - 48);
  });
  return BigInt(digits.join("")) % 97n === 1n;
}
const iban =
  (path: string) =>
  (m: Node): Verdict => {
    const given = textAt(m, path) ?? "";
    return isIban(given) || { expected: "an IBAN with right check digits", actual: given };
  };

export const TAXED = ["S", "Z", "E", "AE", "K", "G", "L", "M"];
const SKONTO = /(^|\r?\n)#(SKONTO)#TAGE=([0-9]+#PROZENT=[0-9]+\.[0-9]{2})(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/;
/** XML white space, as officially: U+00A0 passes. */
const EMAIL = /^[^@ \t\r\n]+@([^@. \t\r\n]+\.)+[^@. \t\r\n]+$/;
export const URL = /^[a-zA-Z][a-zA-Z0-9+.-]+:/;

/** # begins a machine-readable discount, ended by a line break. */
function discounts(i: Invoice): Verdict {
  const text = textAt(i.settlement, "SpecifiedTradePaymentTerms/Description") ?? "";
  const coded = text.split(/\r?\n/).filter((l) => normal(l).startsWith("#"));
  const wrong = coded.find((l) => !SKONTO.test(normal(l)));
  if (wrong !== undefined) return { expected: "#SKONTO#TAGE=14#PROZENT=2.00#", actual: wrong };
  return (
    coded.length === 0 ||
    /^[ \t\r\n]*\n/.test(text.split(/#[^\r\n]+#/).at(-1)!) || { expected: "a line break at the end", actual: coded.at(-1)! }
  );
}

function fileNames(i: Invoice): Verdict {
  const taken = new Map<Node, Set<string>>();
  for (const d of i.named("AdditionalReferencedDocument")) {
    const names = all(d, "AttachmentBinaryObject").flatMap((b) => b.attributes.get("filename") ?? []);
    const before = taken.get(d.parent!) ?? new Set<string>();
    const again = names.find((name) => before.has(name));
    if (again !== undefined) return { expected: "a name that no other has", actual: again };
    for (const name of names) before.add(name);
    taken.set(d.parent!, before);
  }
  return true;
}

const fills =
  (path: string) =>
  (n: Node): Verdict =>
    filled(n, path);

const place =
  (party: "seller" | "buyer"): Rule["on"] =>
  (i) =>
    all(i[party], "PostalTradeAddress");
const deliveryPlace = (i: Invoice): readonly Node[] => all(i.delivery, "ShipToTradeParty/PostalTradeAddress");
const contacts = (i: Invoice): readonly Node[] => all(i.seller, "DefinedTradeContact");
const documentType = (n: Node): string => normal(textAt(n, "ExchangedDocument/TypeCode") ?? "");

const listed =
  (name: string, codes: ReadonlySet<string>) =>
  (n: Node): Verdict => {
    const code = normal(n.attributes.get(name) ?? "");
    return codes.has(code) || { expected: "a code of the list", actual: code };
  };
const inside = (n: Node, name: string): boolean => n.parent !== null && (n.parent.name === name || inside(n.parent, name));
const extended =
  (name: string, expected: (n: Node) => boolean): Rule["on"] =>
  (i) =>
    isExtension(i) ? i.named(name).filter((n) => n.attributes.has("schemeID") && expected(n)) : [];
const scheme = (id: string, on: Rule["on"], codes: ReadonlySet<string>): Rule =>
  rule(id, "", on, "The schemeID is not in the list of the XRechnung extension.", listed("schemeID", codes));

const CORE: readonly Rule[] = [
  rule("BR-DE-1", "BG-16", root, "The payment instructions (BG-16) are missing.", (_, i) =>
    has(i.settlement, "SpecifiedTradeSettlementPaymentMeans"),
  ),
  rule(
    "BR-DE-2",
    "BG-6",
    (i) => [i.seller],
    "The seller's contact (BG-6) is missing.",
    (n) => has(n, "DefinedTradeContact"),
  ),
  rule("BR-DE-3", "BT-37", place("seller"), "The seller's city (BT-37) is missing.", fills("CityName")),
  rule("BR-DE-4", "BT-38", place("seller"), "The seller's post code (BT-38) is missing.", fills("PostcodeCode")),
  rule(
    "BR-DE-5",
    "BT-41",
    contacts,
    "The seller's contact point (BT-41) is missing.",
    (n) => filled(n, "PersonName") || filled(n, "DepartmentName"),
  ),
  rule(
    "BR-DE-6",
    "BT-42",
    contacts,
    "The telephone number of the seller's contact (BT-42) is missing.",
    fills("TelephoneUniversalCommunication/CompleteNumber"),
  ),
  rule(
    "BR-DE-7",
    "BT-43",
    contacts,
    "The e-mail address of the seller's contact (BT-43) is missing.",
    fills("EmailURIUniversalCommunication/URIID"),
  ),
  rule("BR-DE-8", "BT-52", place("buyer"), "The buyer's city (BT-52) is missing.", fills("CityName")),
  rule("BR-DE-9", "BT-53", place("buyer"), "The buyer's post code (BT-53) is missing.", fills("PostcodeCode")),
  rule("BR-DE-10", "BT-77", deliveryPlace, "The city of the delivery address (BT-77) is missing.", fills("CityName")),
  rule("BR-DE-11", "BT-78", deliveryPlace, "The post code of the delivery address (BT-78) is missing.", fills("PostcodeCode")),
  rule("BR-DE-14", "BT-119", (i) => i.breakdown, "The VAT breakdown has no rate (BT-119).", fills("RateApplicablePercent")),
  rule("BR-DE-15", "BT-10", root, "The buyer reference (BT-10) is missing.", (_, i) => filled(i.agreement, "BuyerReference")),
  rule(
    "BR-DE-16",
    "BT-31 BT-32 BG-11",
    root,
    "With VAT categories other than O a tax identifier of the seller (BT-31, BT-32) or a tax representative (BG-11) is needed.",
    (_, i) => {
      const taxes = [
        ...i.named("ApplicableTradeTax").filter((t) => t.parent?.name === "SpecifiedLineTradeSettlement"),
        ...i.named("CategoryTradeTax"),
      ];
      if (!taxes.some((t) => says(t, "TypeCode", "VAT") && TAXED.some((c) => says(t, "CategoryCode", c)))) return true;
      const registered = all(i.seller, "SpecifiedTaxRegistration/ID").some(
        (id) => ["VA", "FC"].includes(normal(id.attributes.get("schemeID") ?? "")) && normal(valueOf(id)) !== "",
      );
      return registered || i.representative !== undefined;
    },
  ),
  advice("BR-DE-17", "BT-3", root, "The invoice type code (BT-3) is not one that XRechnung recommends.", (n) => {
    const code = documentType(n);
    return (
      ["326", "380", "384", "389", "381", "875", "876", "877"].includes(code) || {
        expected: "326, 380, 381, 384, 389, 875, 876, 877",
        actual: code,
      }
    );
  }),
  rule("BR-DE-18", "BT-20", root, "A discount in the payment terms (BT-20) is not in the form required by XRechnung.", (_, i) =>
    discounts(i),
  ),
  advice(
    "BR-DE-19",
    "BT-84",
    means("58"),
    "The account of a SEPA transfer (BT-84) is not an IBAN.",
    iban("PayeePartyCreditorFinancialAccount/IBANID"),
  ),
  advice("BR-DE-20", "BT-91", DEBIT, "The account of a SEPA direct debit (BT-91) is not an IBAN.", iban(DEBTOR_ACCOUNT)),
  advice(
    "BR-DE-21",
    "BT-24",
    (i) => [i.context],
    "The specification identifier (BT-24) is not that of XRechnung 3.0.",
    (n) => {
      const path = "GuidelineSpecifiedDocumentContextParameter/ID";
      return Object.values(XRECHNUNG).some((id) => says(n, path, id)) || { expected: XRECHNUNG.core, actual: textAt(n, path) };
    },
  ),
  rule("BR-DE-22", "BT-125", root, "Two attached files have the same name.", (_, i) => fileNames(i)),
  rule("BR-DE-23-a", "BG-17", TRANSFER, "A credit transfer (BT-81 is 30 or 58) needs its account (BG-17).", (m) =>
    has(m, "PayeePartyCreditorFinancialAccount"),
  ),
  rule(
    "BR-DE-23-b",
    "BG-18 BG-19",
    TRANSFER,
    "A credit transfer excludes card (BG-18) and direct debit (BG-19).",
    (m, i) => !has(m, "ApplicableTradeSettlementFinancialCard") && !debits(m, i),
  ),
  rule("BR-DE-24-a", "BG-18", CARD, "Payment by card (BT-81 is 48, 54 or 55) needs the card (BG-18).", (m) =>
    has(m, "ApplicableTradeSettlementFinancialCard"),
  ),
  rule(
    "BR-DE-24-b",
    "BG-17 BG-19",
    CARD,
    "Payment by card excludes credit transfer (BG-17) and direct debit (BG-19).",
    (m, i) => !has(m, "PayeePartyCreditorFinancialAccount") && !debits(m, i),
  ),
  rule("BR-DE-25-a", "BG-19", DEBIT, "Direct debit (BT-81 is 59) needs its details (BG-19).", debits),
  rule("BR-DE-25-b", "BG-17 BG-18", DEBIT, "Direct debit excludes credit transfer (BG-17) and card (BG-18).", (m) =>
    [
      "PayeePartyCreditorFinancialAccount",
      "PayeeSpecifiedCreditorFinancialInstitution",
      "PayerSpecifiedDebtorFinancialInstitution",
      "ApplicableTradeSettlementFinancialCard",
    ].every((name) => !has(m, name)),
  ),
  advice(
    "BR-DE-26",
    "BT-3 BG-3",
    root,
    "A corrected invoice (384) should name the preceding invoice (BG-3).",
    (n, i) => documentType(n) !== "384" || has(i.settlement, "InvoiceReferencedDocument"),
  ),
  advice("BR-DE-27", "BT-42", contacts, "A telephone number (BT-42) has at least three digits.", (n) => {
    const number = textAt(n, "TelephoneUniversalCommunication/CompleteNumber") ?? "";
    return number.replace(/[^0-9]/g, "").length >= 3 || { actual: number };
  }),
  advice("BR-DE-28", "BT-43", contacts, "This is not an e-mail address (BT-43).", (n) => {
    const address = normal(textAt(n, "EmailURIUniversalCommunication/URIID") ?? "");
    return EMAIL.test(address) || { actual: address };
  }),
  rule("BR-DE-30", "BT-90", root, "Direct debit needs the creditor's identifier (BT-90).", (_, i) => {
    const d = debit(i);
    return !d.any || (d.creditor && (d.mandate || d.account));
  }),
  rule("BR-DE-31", "BT-91", root, "Direct debit needs the debtor's account (BT-91).", (_, i) => {
    const d = debit(i);
    return !d.any || (d.account && (d.mandate || d.creditor));
  }),
  advice(
    "BR-TMP-2",
    "BT-124",
    (i) => all(i.agreement, "AdditionalReferencedDocument").filter((d) => says(d, "TypeCode", "916")),
    "The location of an external document (BT-124) is not a URL.",
    (n) => !has(n, "URIID") || URL.test(textAt(n, "URIID")!) || { actual: textAt(n, "URIID") },
  ),
  advice(
    "BR-DE-TMP-32",
    "BT-72 BG-14 BG-26",
    root,
    "The delivery date (BT-72), the invoicing period (BG-14) or a period of each line (BG-26) should be given.",
    (_, i) =>
      has(i.delivery, "ActualDeliverySupplyChainEvent/OccurrenceDateTime") ||
      has(i.settlement, "BillingSpecifiedPeriod") ||
      i.lines.every((l) => has(l, "SpecifiedLineTradeSettlement/BillingSpecifiedPeriod")),
  ),
  rule("BR-TMP-3", "BT-149 BT-150", lines, "Gross and net price must have the same base quantity and unit (BT-149, BT-150).", (n) => {
    const gross = first(n, "SpecifiedLineTradeAgreement/GrossPriceProductTradePrice/BasisQuantity");
    const net = first(n, "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity");
    if (!gross || !net) return true;
    const units = [gross.attributes.get("unitCode"), net.attributes.get("unitCode")] as const;
    const same = valueOf(gross) === valueOf(net) && (units[0] === undefined || units[1] === undefined || units[0] === units[1]);
    return same || { expected: `${valueOf(net)} ${units[1] ?? ""}`, actual: `${valueOf(gross)} ${units[0] ?? ""}` };
  }),
];

/** digital health applications, XML attachments, sublines */
const EXTENSION: readonly Rule[] = [
  rule(
    "BR-DEX-01",
    "BT-125-1",
    (i) => (isExtension(i) ? i.named("AttachmentBinaryObject") : []),
    "The media type of an attachment is not allowed.",
    (n) => {
      const type = n.attributes.get("mimeCode") ?? "";
      return (
        MEDIA_TYPES.has(type) || type === "application/xml" || { expected: `${[...MEDIA_TYPES].join(", ")}, application/xml`, actual: type }
      );
    },
  ),
  scheme(
    "BR-DEX-04",
    extended("GlobalID", (n) => !inside(n, "SpecifiedTradeProduct") && !inside(n, "ShipToTradeParty")),
    EXTENSION_SCHEMES,
  ),
  scheme(
    "BR-DEX-05",
    extended("ID", (n) => !inside(n, "SpecifiedTaxRegistration")),
    EXTENSION_SCHEMES,
  ),
  scheme(
    "BR-DEX-06",
    extended("GlobalID", (n) => n.parent?.name === "SpecifiedTradeProduct"),
    EXTENSION_SCHEMES,
  ),
  scheme(
    "BR-DEX-07",
    extended("URIID", (n) => n.parent?.name === "URIUniversalCommunication"),
    EXTENSION_ADDRESS_SCHEMES,
  ),
  scheme(
    "BR-DEX-08",
    extended("GlobalID", (n) => n.parent?.name === "ShipToTradeParty" && n.parent.parent?.name === "ApplicableHeaderTradeDelivery"),
    EXTENSION_SCHEMES,
  ),
  advice(
    "BR-DEX-15",
    "BG-25",
    (i) => (isExtension(i) ? i.lines.flatMap((l) => all(l, "AssociatedDocumentLineDocument")) : []),
    "Lines under lines are not to be used in CII.",
    (_, i) => i.named("ParentLineID").length === 0,
  ),
];

const CLASS = "DesignatedProductClassification/ClassCode";
const ofVehicles =
  (on: Rule["on"]): Rule["on"] =>
  (i) =>
    isVehicles(i) ? on(i) : [];
const products = ofVehicles((i) => i.lines.flatMap((l) => all(l, "SpecifiedTradeProduct")));
const classes = ofVehicles((i) => i.lines.flatMap((l) => all(l, `SpecifiedTradeProduct/${CLASS}`)));
const isCvd = (c: Node): boolean => c.attributes.get("listID") === "CVD";
const kinds = (p: Node): readonly Node[] => all(p, "ApplicableProductCharacteristic").filter((c) => says(c, "Description", "cva"));

/** Clean vehicles (Directive (EU) 2019/1161). */
const VEHICLES: readonly Rule[] = [
  rule(
    "BR-DE-CVD-01",
    "BT-12",
    ofVehicles((i) => [i.agreement]),
    "The contract reference (BT-12) is missing.",
    fills("ContractReferencedDocument/IssuerAssignedID"),
  ),
  rule(
    "BR-DE-CVD-02",
    "BT-17",
    ofVehicles((i) => [i.agreement]),
    "The tender or lot reference (BT-17) is missing.",
    (n) =>
      all(n, "AdditionalReferencedDocument").some((d) => normal(textAt(d, "TypeCode") ?? "") === "50" && filled(d, "IssuerAssignedID")),
  ),
  rule(
    "BR-DE-CVD-03",
    "BT-158 BT-160",
    ofVehicles((i) => [i.transaction]),
    "No line has both a vehicle category (list CVD) and the attribute cva.",
    (_, i) => i.lines.some((l) => all(l, "SpecifiedTradeProduct").some((p) => all(p, CLASS).some(isCvd) && kinds(p).length > 0)),
  ),
  rule(
    "BR-DE-CVD-04",
    "BT-158",
    classes,
    "A vehicle category is M1, M2, M3, N1, N2 or N3.",
    (n) =>
      normal(n.attributes.get("listID") ?? "") !== "CVD" ||
      ["M1", "M2", "M3", "N1", "N2", "N3"].includes(normal(valueOf(n))) || { actual: valueOf(n) },
  ),
  rule(
    "BR-DE-CVD-05",
    "BT-161",
    (i) => products(i).flatMap((p) => (p ? kinds(p) : [])),
    "The attribute cva is clean, zero-emission or other.",
    (n) => ["clean", "zero-emission", "other"].includes(normal(textAt(n, "Value") ?? "")) || { actual: textAt(n, "Value") },
  ),
  rule(
    "BR-DE-CVD-06-a",
    "BT-160",
    products,
    "An item with a vehicle category has the attribute cva once.",
    (n) => !all(n, CLASS).some(isCvd) || kinds(n).length === 1,
  ),
  rule(
    "BR-DE-CVD-06-b",
    "BT-158",
    products,
    "An item with the attribute cva has a vehicle category once.",
    (n) => kinds(n).length === 0 || all(n, CLASS).filter(isCvd).length === 1,
  ),
  rule(
    "BR-TMP-CVD-01",
    "BT-158",
    classes,
    "The listID is neither a code of UNTDID 7143 nor CVD.",
    listed("listID", VEHICLE_CLASSIFICATIONS),
  ),
];

export const NATIONAL: readonly Rule[] = [...CORE, ...EXTENSION, ...VEHICLES];

const REPLACED: readonly (readonly [(i: Invoice) => boolean, ReadonlySet<string>])[] = [
  [isExtension, new Set(["BR-CL-10", "BR-CL-11", "BR-CL-21", "BR-CL-24", "BR-CL-25", "BR-CL-26"])],
  [isVehicles, new Set(["BR-CL-13"])],
];

export const isInForce = (id: string, i: Invoice): boolean => !REPLACED.some(([applies, ids]) => ids.has(id) && applies(i));
