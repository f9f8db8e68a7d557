// EXTENDED-CTC-FR (release 1.3.0), both syntaxes. Rules of Factur-X EXTENDED under other identifiers: a cent of tolerance per amount,
// groups of lines, exemption reasons of lines.
import { list } from "../xml/codes/list.js";
import { compare, decimal, ZERO } from "../xml/decimal.js";
import { amount, type Invoice } from "./terms/invoice.js";
import { all, first, has, normal, textAt, valueOf, type Node } from "../xml/node.js";
import { CHARACTERISTIC_TYPES } from "./schematron/table.js";
import { CODES } from "./ubl/codes.js";
import { EN_16931_UBL } from "./ubl/en16931.js";
import { anywhere, attribute, lines as ublLines } from "./ubl/file.js";
import { details, EXTENDED } from "./rules/extended.js";
import { EXTENDED_VAT } from "./rules/extended-vat.js";
import { CO_25, EN_16931 } from "./rules/factur-x.js";
import { isVat } from "./rules/presence.js";
import { advice, rule, type Rule, type Verdict } from "./rules/rule.js";
import { isOf } from "./rules/taxable.js";

const OF_BOTH = "CO-10 CO-11 CO-13 BR-22 BR-23 BR-24 BR-26 CO-04 06 08 11 12".split(" ");
const own = new Map([...EXTENDED, ...EXTENDED_VAT].map((r) => [r.id, r]));
const renamed = (name: string): Rule => ({
  ...own.get(`BR-FXEXT-${name}`)!,
  id: `BR-FREXT-${name.replace(/^BR-/, "").replace("S08b", "S-08").replace(/b$/, "")}`,
});

const STATUS = "AssociatedDocumentLineDocument/LineStatusReasonCode";
const PRICE = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount";
const KINDS = ["DETAIL", "GROUP", "INFORMATION"];

const notNegative = (n: Node): Verdict => {
  const given = all(n, PRICE).map((p) => decimal(valueOf(p)));
  return given.some((d) => d !== null && compare(d, ZERO) >= 0) || { expected: "0 or more", actual: textAt(n, PRICE) ?? "nothing" };
};

const grandTotal = renamed("CO-15");
/** UBL's artefact passes if no VAT total has the invoice's currency; both fail without a currency or a total without VAT. */
const GRAND_TOTAL: Rule = {
  ...grandTotal,
  holds: (n, i) => {
    if (i.syntax === "ubl" && !all(n, "TaxTotalAmount").some((t) => attribute(t, "currencyID") === i.currency)) return true;
    if (i.currency === undefined) return { expected: "a currency (BT-5)", actual: "nothing" };
    return has(n, "TaxBasisTotalAmount") ? grandTotal.holds(n, i) : { expected: "a total without VAT (BT-109)", actual: "nothing" };
  },
};

const chargesTotal = renamed("CO-12");
/** UBL's artefact requires BT-108 with BT-107; nothing without BT-107 and charges. */
const CHARGES: Rule = {
  ...chargesTotal,
  holds: (n, i) => {
    if (i.syntax === "cii") return chargesTotal.holds(n, i);
    if (!has(n, "AllowanceTotalAmount") && i.charges.length === 0) return true;
    if (has(n, "ChargeTotalAmount")) return chargesTotal.holds(n, i);
    return { expected: "a sum of charges (BT-108), 0.00 too, next to a sum of allowances (BT-107)", actual: "nothing" };
  },
};

/** Breakdowns of other taxes have none of these rules. */
const ofVat = (r: Rule): Rule => ({ ...r, on: (i) => r.on(i).filter((t) => t !== undefined && isVat(t)) });

const FREXT: readonly Rule[] = [
  ...OF_BOTH.map(renamed),
  CHARGES,
  GRAND_TOTAL,
  ...EXTENDED_VAT.filter((r) => /(08(ini|rev|b)|-09b)$/.test(r.id)).map((r) => ofVat(renamed(r.id.replace("BR-FXEXT-", "")))),
  rule("BR-FREXT-27", "BT-146", details, "The item net price (BT-146) must not be negative.", notNegative),
  rule(
    "BR-FREXT-05",
    "BT-X-8",
    (i) => i.lines.filter((l) => has(l, STATUS)),
    "The kind of a line is DETAIL, GROUP or INFORMATION.",
    (l) => KINDS.includes(normal(textAt(l, STATUS) ?? "")) || { expected: KINDS.join(", "), actual: textAt(l, STATUS) },
  ),
];

/** FREXT replaces them, or the extension has what they forbid. */
const NOT_IN_BOTH = (
  "BR-CO-10 BR-CO-11 BR-CO-12 BR-CO-13 BR-CO-15 BR-22 BR-23 BR-24 BR-26 BR-27 BR-CO-04 BR-AE-08 BR-AF-08 BR-AG-08 BR-E-08 BR-G-08 BR-IC-08 " +
  "BR-O-02 BR-O-03 BR-O-04 BR-O-08 BR-O-11 BR-O-12 BR-O-13 BR-O-14 BR-S-08 BR-S-09 BR-S-10 BR-Z-08 BR-CO-17"
).split(" ");
const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, k) => `CII-SR-${String(from + k).padStart(3, "0")}`);
const NOT_IN_CII = new Set([
  ...NOT_IN_BOTH,
  ...(
    "CII-SR-039 CII-SR-040 CII-SR-041 CII-SR-107 CII-SR-108 CII-SR-148 CII-SR-156 CII-SR-164 CII-SR-170 CII-SR-173 CII-SR-174 CII-SR-200 " +
    "CII-SR-201 CII-SR-210 CII-SR-278 CII-SR-305 CII-SR-422 CII-SR-451 CII-SR-464 CII-SR-467 CII-SR-468 CII-SR-469 CII-SR-470 CII-SR-471 " +
    "CII-SR-472 CII-SR-473 CII-SR-474 CII-SR-475 CII-SR-476 CII-DT-052 CII-DT-058 CII-DT-098"
  ).split(" "),
  ...range(350, 365),
  ...range(477, 494),
]);
const NOT_IN_UBL = new Set([
  ...NOT_IN_BOTH,
  ..."BR-54 BR-Z-10 UBL-SR-04 UBL-SR-16 UBL-SR-23 UBL-SR-34 UBL-SR-48 UBL-SR-52 UBL-SR-56".split(" "),
]);

export const USED = new Set(
  "026 099 194 195 258 259 269 270 271 272 273 274 288 439 480 481 523 524 525 528 529 530 531 550 561 563 600 601 609 611 619"
    .split(" ")
    .map((n) => `UBL-CR-${n}`),
);

/** older in the artefacts than in EN 16931 1.3.16 */
const LATER: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/^BR-CL-(10|11|21|26)$/, list("0245 0246 0247 0248")],
  [/^BR-CL-25$/, list("0242 0245 0246 0248")],
  [/^BR-CL-0[345]$/, list("XCG")],
];
const EARLIER = list("ANG BGN");
const SCHEMED = /^BR-CL-(10|11|21|25|26)$/;
function older(r: Rule): Rule {
  const later = LATER.find(([ids]) => ids.test(r.id))?.[1];
  if (!later) return r;
  const code = (n: Node): string =>
    normal((SCHEMED.test(r.id) ? attribute(n, "schemeID") : r.id === "BR-CL-03" ? attribute(n, "currencyID") : valueOf(n)) ?? "");
  return {
    ...r,
    holds: (n, i) => {
      if (later.has(code(n))) return { expected: "a code of the list", actual: code(n) };
      return (!SCHEMED.test(r.id) && EARLIER.has(code(n))) || r.holds(n, i);
    },
  };
}

const change = (of: readonly Rule[]): ((id: string, holds: Rule["holds"]) => Rule) => {
  const known = new Map(of.map((r) => [r.id, r]));
  return (id, holds) => ({ ...known.get(id)!, holds });
};
const cii = change(EN_16931);
const most =
  (path: string): Rule["holds"] =>
  (n) => {
    const count = all(n, path).length;
    return count <= 1 || { expected: "at most one", actual: String(count) };
  };
const CHANGED_CII = new Map(
  [
    cii("BR-18", (n) => has(n, "Name")),
    cii("BR-20", (n) => has(n, "PostalTradeAddress/CountryID")),
    cii("BR-50", (n) => has(n, "IBANID") || has(n, "ProprietaryID")),
    cii("CII-SR-439", most("NetPriceProductTradePrice/ChargeAmount")),
    cii("CII-SR-454", most("ApplicableTradeTax")),
  ].map((r) => [r.id, r]),
);

/** CII's artefact never tries these, as another rule takes all lines: a breach is a warning. */
const UNTRIED = new Set("22 23 24 26 27 CO-04".split(" ").map((n) => `BR-FREXT-${n}`));
/** CII's artefact reads categories Z and L from the wrong element: it refuses every such breakdown. */
const REFUSED = new Map([
  ["BR-FREXT-Z-08", "Z"],
  ["BR-FREXT-AF-08", "L"],
]);
const ofCii = (r: Rule): Rule => {
  if (UNTRIED.has(r.id)) return { ...r, severity: "warning" };
  const code = REFUSED.get(r.id.replace(/(ini|rev)$/, ""));
  if (code === undefined) return r;
  return {
    ...r,
    on: (i) => i.breakdown.filter((t) => isOf(t, code) && (code === "Z" || isVat(t))),
    says: `Release 1.3.0 of the official rules refuses every VAT breakdown of the category ${code} in CII, whatever its amounts.`,
    holds: () => false,
  };
};

const TYPES = new Set(CHARACTERISTIC_TYPES.split(" "));
const typeOf = (n: Node): Verdict => TYPES.has(normal(valueOf(n))) || { expected: "a code of UNTDID 6313", actual: valueOf(n) };
const SAYS_TYPE = "The code of an item attribute is not one of UNTDID 6313 or of those that the extension adds.";

export const EXTENDED_CTC_CII: readonly Rule[] = [
  ...EN_16931.filter((r) => !NOT_IN_CII.has(r.id)).map((r) => older(CHANGED_CII.get(r.id) ?? r)),
  ...FREXT.map(ofCii),
  CO_25,
  advice(
    "BR-FREXT-04",
    "BT-160",
    (i) => i.named("TypeCode").filter((n) => n.parent?.name === "ApplicableProductCharacteristic"),
    SAYS_TYPE,
    typeOf,
  ),
];

const counted = (l: Node, i: Invoice): boolean => details(i).some((d) => d.source === l);
/** 502 and 503: invoices in the extension. */
const documentType = (r: Rule): Rule => ({
  ...r,
  holds: (n, i) => {
    const isFactor = ["502", "503"].includes(normal(valueOf(n)));
    return isFactor ? n.name === "InvoiceTypeCode" || { actual: valueOf(n) } : r.holds(n, i);
  },
});
const types = CODES.filter((r) => r.id === "BR-CL-01").map(documentType);

export const EXTENDED_CTC_UBL: readonly Rule[] = [
  ...EN_16931_UBL.filter((r) => !NOT_IN_UBL.has(r.id) && r.id !== "BR-CL-01").map((r) =>
    older(r.id === "BR-CO-26" ? { ...r, holds: identified } : r),
  ),
  ...types,
  ...FREXT,
  {
    ...CO_25,
    on: (i) => (i.file.root.name === "Invoice" ? [i.root] : []),
    holds: (_, i) => {
      const due = amount(i.totals, "DuePayableAmount");
      if (!due || compare(due, ZERO) <= 0) return true;
      return anywhere("DueDate")(i).length > 0 || anywhere("PaymentTerms")(i).some((t) => t && has(t, "Note"));
    },
  },
  rule("BR-FREXT-04", "BT-160", (i) => ublLines(i).flatMap((l) => all(l, "Item/AdditionalItemProperty/NameCode")), SAYS_TYPE, typeOf),
  rule(
    "BR-FREXT-54-1",
    "BT-160",
    anywhere("AdditionalItemProperty"),
    "An item attribute needs a name (BT-160) or a code of one.",
    (n) => has(n, "Name") || has(n, "NameCode"),
  ),
  rule(
    "BR-FREXT-54-2",
    "BT-161",
    anywhere("AdditionalItemProperty"),
    "An item attribute needs a value (BT-161) or a quantity with its unit.",
    (n) => has(n, "Value") || all(n, "ValueQuantity").some((q) => q.attributes.has("unitCode")),
  ),
  rule("UBL-FREXT-SR-48", "BG-30", ublLines, "A line has one ClassifiedTaxCategory, a group or a note of lines one at most.", (l, i) => {
    const count = all(l, "Item/ClassifiedTaxCategory").length;
    return count === 1 || (count === 0 && !counted(l, i)) || { expected: "exactly one", actual: String(count) };
  }),
];

/** Bank identifiers (SEPA) count here. */
function identified(_: Node, i: Invoice): Verdict {
  const party = first(i.file.root, "AccountingSupplierParty/Party");
  return (
    has(party, "PartyIdentification/ID") ||
    has(party, "PartyLegalEntity/CompanyID") ||
    all(i.seller, "SpecifiedTaxRegistration/ID").some((id) => id.attributes.get("schemeID") === "VA")
  );
}
