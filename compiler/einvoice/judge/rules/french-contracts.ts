// BR-FR-MV: several sellers (B8, S8, M8); each one's part is a group of lines.
import { absolute, add, CENT, compare, decimal, multiply, subtract, type Decimal } from "../../xml/decimal.js";
import { once, sumOf, type Invoice } from "../terms/invoice.js";
import { all, filled, has, normal, textAt, valueOf, type Node } from "../../xml/node.js";
import { rule, type Rule } from "./rule.js";

const STATUS = "AssociatedDocumentLineDocument/LineStatusReasonCode";
const PARENT = "AssociatedDocumentLineDocument/ParentLineID";
const LINE_ID = "AssociatedDocumentLineDocument/LineID";
const SELLER = "SpecifiedLineTradeAgreement/ItemSellerTradeParty";
const TOTALS = "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation";

const isSpecial = once((i: Invoice): boolean =>
  all(i.context, "BusinessProcessSpecifiedDocumentContextParameter/ID").some((id) => ["B8", "S8", "M8"].includes(valueOf(id))),
);
const special =
  (on: (i: Invoice) => readonly (Node | undefined)[]): Rule["on"] =>
  (i) =>
    isSpecial(i) ? on(i) : [];

const statusIs = (l: Node, status: string): boolean => all(l, STATUS).some((s) => valueOf(s) === status);
const isGroup = (l: Node): boolean => statusIs(l, "GROUP") && !has(l, PARENT);
const groups = special((i) => i.lines.filter(isGroup));
const lines = special((i) => i.lines);

const referenced = (l: Node, scheme: string): readonly Node[] =>
  all(l, "SpecifiedLineTradeSettlement/AdditionalReferencedDocument").filter(
    (d) => all(d, "ReferenceTypeCode").some((t) => valueOf(t) === scheme) && all(d, "TypeCode").some((t) => valueOf(t) === "130"),
  );
const invoiceOf = (l: Node): string => normal(textAt(referenced(l, "AFL")[0], "IssuerAssignedID") ?? "");
const sellerOf = (l: Node): string => normal(textAt(l, `${SELLER}/SpecifiedLegalOrganization/ID`) ?? "");
const idOf = (l: Node): string => normal(textAt(l, LINE_ID) ?? "");

const byId = once((i) => new Map(i.lines.map((l) => [textAt(l, LINE_ID) ?? "", l])));
const parentOf = (l: Node, i: Invoice): Node | undefined => byId(i).get(textAt(l, PARENT) ?? "");
const below = (l: Node, i: Invoice): readonly Node[] => i.lines.filter((c) => all(c, PARENT).some((p) => valueOf(p) === idOf(l)));

/** Equal to the parent line's, if any. */
const asParent =
  (value: (l: Node) => string): Rule["holds"] =>
  (l, i) => {
    if (value(l) === "") return false;
    if (!has(l, PARENT)) return true;
    const parent = parentOf(l, i);
    return value(l) === (parent ? value(parent) : "") || { expected: parent ? value(parent) : "the parent line's", actual: value(l) };
  };

const totalIn = (l: Node, currency: string | undefined): Node | undefined =>
  all(l, `${TOTALS}/TaxTotalAmount`).find((t) => t.attributes.get("currencyID") === currency);
const number = (n: Node | undefined): Decimal | null => (n ? decimal(valueOf(n)) : null);
const near = (a: Decimal | null, b: Decimal | null, cents: number): boolean =>
  a !== null && b !== null && compare(absolute(subtract(a, b)), multiply(CENT, { units: BigInt(cents), scale: 0 })) <= 0;
const filledIn = (n: Node | undefined): boolean => n !== undefined && normal(valueOf(n)) !== "";

export const CONTRACTS: readonly Rule[] = [
  rule(
    "BR-FR-MV-01_EXT-FR-FE-163",
    "",
    special((i) => (i.syntax === "ubl" ? i.lines : i.lines.filter((l) => has(l, STATUS)))),
    "A line of an invoice for several sellers has its kind.",
    (l) => filled(l, STATUS),
  ),
  rule(
    "BR-FR-MV-02_EXT-FR-FE-163",
    "",
    special((i) => [i.root]),
    "An invoice for several sellers has a group of lines for each.",
    (_, i) => i.lines.some(isGroup),
  ),
  rule("BR-FR-MV-03_EXT-FR-FE-164", "", groups, "A seller's group has no name of the seller.", (l) => filled(l, `${SELLER}/Name`)),
  rule("BR-FR-MV-03_EXT-FR-FE-167", "", groups, "A seller's group has no registration of the seller.", (l) => sellerOf(l) !== ""),
  rule("BR-FR-MV-03_EXT-FR-FE-177", "", groups, "A seller's group has no country of the seller.", (l) =>
    filled(l, `${SELLER}/PostalTradeAddress/CountryID`),
  ),
  rule("BR-FR-MV-03_EXT-FR-FE-181", "", groups, "A seller's group has no VAT total.", (l, i) => filledIn(totalIn(l, i.currency))),
  rule(
    "BR-FR-MV-03_EXT-FR-FE-182",
    "",
    groups,
    "A seller's group has no VAT total in the accounting currency (BT-6).",
    (l, i) => i.taxCurrency === undefined || (i.taxCurrency !== "" && filledIn(totalIn(l, i.taxCurrency))),
  ),
  rule("BR-FR-MV-03_BT-128_AFL", "BT-128", groups, "A seller's group has no number of the seller's invoice (AFL).", (l, i) => {
    const coded = all(l, "SpecifiedLineTradeSettlement/AdditionalReferencedDocument").filter((d) =>
      all(d, "ReferenceTypeCode").some((t) => valueOf(t) === "AFL"),
    );
    if (i.syntax === "ubl") return referenced(l, "AFL").some((d) => filled(d, "IssuerAssignedID"));
    return coded.every((d) => all(d, "TypeCode").some((t) => valueOf(t) === "130") && filled(d, "IssuerAssignedID"));
  }),
  rule(
    "BR-FR-MV-03_BT-128_AVV",
    "BT-128",
    groups,
    "A seller's group has no business process of the seller's invoice (AVV), other than B8, S8, M8.",
    (l, i) => {
      const good = (d: Node): boolean =>
        all(d, "TypeCode").some((t) => valueOf(t) === "130") &&
        filled(d, "IssuerAssignedID") &&
        !["M8", "S8", "B8"].includes(textAt(d, "IssuerAssignedID") ?? "");
      const coded = all(l, "SpecifiedLineTradeSettlement/AdditionalReferencedDocument").filter((d) =>
        all(d, "ReferenceTypeCode").some((t) => valueOf(t) === "AVV"),
      );
      return i.syntax === "ubl" ? coded.some(good) && coded.every(good) : coded.every(good);
    },
  ),
  rule(
    "BR-FR-MV-05_EXT-FR-FE-BG-12",
    "BT-131",
    groups,
    "The net amount of a seller's group (BT-131) is not the sum of its lines.",
    (l, i) => {
      const counted = below(l, i).filter((c) => all(c, STATUS).some((s) => valueOf(s) !== "INFORMATION"));
      const amounts = counted.flatMap((c) => all(c, `${TOTALS}/LineTotalAmount`));
      return near(number(all(l, `${TOTALS}/LineTotalAmount`)[0]), sumOf(amounts), amounts.length);
    },
  ),
  rule(
    "BR-FR-MV-06_EXT-FR-FE-167",
    "",
    lines,
    "A line has the registration of its seller, which is that of its group.",
    asParent(sellerOf),
  ),
  rule(
    "BR-FR-MV-07_BT-128",
    "BT-128",
    lines,
    "A line has the number of its seller's invoice (AFL), which is that of its group.",
    asParent(invoiceOf),
  ),
  rule(
    "BR-FR-MV-08_BT-128",
    "BT-128",
    special((i) => i.lines.filter((l) => statusIs(l, "DETAIL"))),
    "The exemption reason of a line begins with the number of its seller's invoice between number signs.",
    (l) => {
      const reason = textAt(l, "SpecifiedLineTradeSettlement/ApplicableTradeTax/ExemptionReason") ?? "";
      return normal(reason) !== "" && invoiceOf(l) !== "" && reason.startsWith(`#${invoiceOf(l)}#`);
    },
  ),
  rule("BR-FR-MV-09_EXT-FR-FE-181", "BT-117", groups, "The VAT total of a seller's group is not that of its VAT breakdown.", (l, i) => {
    const own = i.breakdown.filter(
      (t) => all(t, "TypeCode").some((c) => valueOf(c) === "VAT") && (textAt(t, "ExemptionReason") ?? "").startsWith(`#${invoiceOf(l)}#`),
    );
    return near(number(totalIn(l, i.currency)), sumOf(own.flatMap((t) => all(t, "CalculatedAmount"))), i.syntax === "ubl" ? 0 : 1);
  }),
  rule("BR-FR-MV-10_EXT-FR-FE-184", "BT-131", groups, "The total with VAT of a seller's group is not net amount plus VAT.", (l, i) => {
    const grand = all(l, `${TOTALS}/GrandTotalAmount`)[0];
    if (!grand) return true;
    const [net, tax] = [number(all(l, `${TOTALS}/LineTotalAmount`)[0]), number(totalIn(l, i.currency))];
    const details = below(l, i).filter((c) => statusIs(c, "DETAIL")).length;
    return near(number(grand), net && tax && add(net, tax), details);
  }),
  rule(
    "BR-FR-MV-11_BT-128",
    "BT-128",
    special((i) => {
      const own = textAt(i.seller, "SpecifiedLegalOrganization/ID") ?? "";
      return i.lines.filter((l) => isGroup(l) && has(l, `${SELLER}/SpecifiedLegalOrganization/ID`) && sellerOf(l) === normal(own));
    }),
    "The group of the invoice's own seller has the invoice's number (AFL).",
    (l, i) => invoiceOf(l) === (textAt(i.document, "ID") ?? "") || { expected: textAt(i.document, "ID"), actual: invoiceOf(l) },
  ),
  rule(
    "BR-FR-MV-12_BT-128",
    "BT-128",
    special((i) => [i.root]),
    "Two sellers' groups have the same number of an invoice (AFL).",
    (_, i) => {
      const numbers = i.lines.filter(isGroup).flatMap((l) => referenced(l, "AFL").map((d) => textAt(d, "IssuerAssignedID") ?? ""));
      return new Set(numbers).size === numbers.length;
    },
  ),
  rule(
    "BR-FR-MV-13_BT-3",
    "BT-3",
    special((i) => all(i.document, "TypeCode")),
    "An invoice for several sellers has another type (BT-3).",
    (n) => normal(valueOf(n)) !== "" && !["389", "261", "501", "500", "502", "471", "473"].includes(valueOf(n)),
  ),
];
