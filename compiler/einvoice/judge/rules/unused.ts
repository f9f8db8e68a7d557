// Warnings: receivers may ignore these elements.
import { lookup } from "../../../../base/lookup.js";
import { once, type Invoice } from "../terms/invoice.js";
import { all, has, normal, textAt, type Node } from "../../xml/node.js";
import { advice, named, totals, type Rule, type Verdict } from "./rule.js";
import { UNUSED } from "./unused-table.js";

const inLines = (path: string): ((i: Invoice) => readonly Node[]) => once((i) => i.lines.flatMap((l) => all(l, path)));
const ending = (end: string): ((i: Invoice) => readonly Node[]) => once((i) => i.ending(end));

const PLACES: Readonly<Record<string, Rule["on"]>> = {
  root: (i) => [i.root],
  context: (i) => [i.context],
  document: (i) => [i.document],
  note: once((i) => all(i.document, "IncludedNote")),
  line: (i) => i.lines,
  lineDocument: inLines("AssociatedDocumentLineDocument"),
  product: inLines("SpecifiedTradeProduct"),
  lineAgreement: inLines("SpecifiedLineTradeAgreement"),
  lineDelivery: inLines("SpecifiedLineTradeDelivery"),
  lineSettlement: inLines("SpecifiedLineTradeSettlement"),
  category: inLines("SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode"),
  agreement: (i) => [i.agreement],
  delivery: (i) => [i.delivery],
  settlement: (i) => [i.settlement],
  totals,
  means: named("SpecifiedTradeSettlementPaymentMeans"),
  parameter: ending("DocumentContextParameter"),
  tax: ending("TradeTax"),
};

function count(n: Node, elements: string, attribute: string | undefined): number {
  const there = elements === "" ? [n] : all(n, elements);
  return attribute === undefined ? there.length : there.filter((e) => e.attributes.has(attribute)).length;
}

function ruleOf(place: string, written: string): Rule {
  const [number = "", path = "", most] = written.split(" ");
  const [elements = "", attribute] = path.split("@");
  const steps = elements.replace(/\/$/, "");
  const allowed = most === undefined ? 0 : 1;
  const says = allowed === 0 ? `${path} is not used in EN 16931.` : `${path} is there once at most in EN 16931.`;
  return advice(`CII-${number}`, "", lookup(PLACES, place)!, says, (n) => count(n, steps, attribute) <= allowed);
}

function tableRules(): readonly Rule[] {
  let place = "";
  return UNUSED.trim()
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith(" ")) return line.split(",").flatMap((e) => (e.trim() === "" ? [] : [ruleOf(place, e.trim())]));
      place = line;
      return [];
    });
}

const documents = (n: Node, type: string): readonly Node[] =>
  all(n, "AdditionalReferencedDocument").filter((d) => normal(textAt(d, "TypeCode") ?? "") === type);
const notBoth = (n: Node, a: string, b: string): Verdict => !has(n, a) || !has(n, b);
const oneIdentifier = (id: string, terms: string, on: Rule["on"], party: string): Rule =>
  advice(id, terms, on, `${party} has an ID or a GlobalID, not both.`, (n) => notBoth(n, `${party}/ID`, `${party}/GlobalID`));
const oneContact = (id: string, term: string, party: string): Rule =>
  advice(id, term, PLACES["agreement"]!, `The contact (${term}) is a person or a department, not both.`, (n) =>
    notBoth(n, `${party}/DefinedTradeContact/PersonName`, `${party}/DefinedTradeContact/DepartmentName`),
  );
const ofSettlement = (n: Node): boolean => n.name === "ApplicableHeaderTradeSettlement" || (n.parent !== null && ofSettlement(n.parent));
const inSettlement = (id: string, name: string): Rule =>
  advice(id, "", PLACES["tax"]!, `${name} is used in the VAT breakdown only.`, (n) => !has(n, name) || ofSettlement(n));
const inTaxes = (id: string, name: string): Rule =>
  advice(id, "", PLACES["tax"]!, `${name} is used in ApplicableTradeTax only.`, (n) => !has(n, name) || n.name === "ApplicableTradeTax");

export const UNUSED_SYNTAX: readonly Rule[] = [
  ...tableRules(),
  advice("CII-SR-119", "BT-147", PLACES["lineAgreement"]!, "A price allowance has an indicator, false, and an amount.", (n) => {
    const path = "GrossPriceProductTradePrice/AppliedTradeAllowanceCharge";
    const indicators = all(n, `${path}/ChargeIndicator`);
    const amount = has(n, `${path}/ActualAmount`);
    const off = indicators.some((c) => ["false", "0"].includes(normal(textAt(c, "Indicator") ?? "")));
    return (off && amount) || (indicators.length === 0 && !amount);
  }),
  advice("CII-SR-454", "BG-30", PLACES["lineSettlement"]!, "A line has one tax.", (n) => all(n, "ApplicableTradeTax").length === 1),
  advice(
    "CII-SR-474",
    "BT-128",
    PLACES["lineSettlement"]!,
    "A line has one document of the type 130 at most.",
    (n) => documents(n, "130").length <= 1,
  ),
  oneIdentifier("CII-SR-449", "BT-71", PLACES["delivery"]!, "ShipToTradeParty"),
  oneIdentifier("CII-SR-450", "BT-46", PLACES["agreement"]!, "BuyerTradeParty"),
  oneIdentifier("CII-SR-451", "BT-60", PLACES["settlement"]!, "PayeeTradeParty"),
  advice(
    "CII-SR-457",
    "BT-17",
    PLACES["agreement"]!,
    "There is one document of the type 50 at most.",
    (n) => documents(n, "50").length <= 1,
  ),
  advice(
    "CII-SR-458",
    "BT-18",
    PLACES["agreement"]!,
    "There is one document of the type 130 at most.",
    (n) => documents(n, "130").length <= 1,
  ),
  oneContact("CII-SR-465", "BT-41", "SellerTradeParty"),
  oneContact("CII-SR-466", "BT-56", "BuyerTradeParty"),
  advice(
    "CII-SR-475",
    "BT-123",
    PLACES["agreement"]!,
    "Supporting documents have one Name at most.",
    (n) => documents(n, "916").flatMap((d) => all(d, "Name")).length <= 1,
  ),
  advice(
    "CII-SR-476",
    "BT-125",
    PLACES["agreement"]!,
    "Supporting documents have one attachment at most.",
    (n) => documents(n, "916").flatMap((d) => all(d, "AttachmentBinaryObject")).length <= 1,
  ),
  inSettlement("CII-DT-041", "BasisAmount"),
  inTaxes("CII-DT-052", "ExemptionReasonCode"),
  inSettlement("CII-DT-054", "TaxPointDate"),
  inSettlement("CII-DT-058", "DueDateTypeCode"),
  inTaxes("CII-DT-098", "ExemptionReason"),
];
