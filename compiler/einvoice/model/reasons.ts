// Exemption reasons that a category determines, in elements without a term: EXTENDED compares them with the breakdown's (BR-FXEXT-*-08rev).
import { lookup } from "../../../base/lookup.js";
import { normal, textAt as nodeText, type Node } from "../xml/node.js";
import { REASONS } from "./compute.js";
import type { Element } from "./element.js";
import { groupsAt, textAt, type Group } from "./value.js";

const REASON = "ram:ExemptionReasonCode";
const TAXES = new Set(["ram:CategoryTradeTax", "ram:AppliedTradeTax"]);
const LINE = "ram:SpecifiedLineTradeSettlement";
const OWN = new Set([REASON, "ram:ExemptionReason"]);

/** Reasons that the breakdown has for all of a category, in the taxes of lines, allowances, charges and services too. */
export function withReasons(root: Element, model: Group): Element {
  const entries = groupsAt(model, "vat_breakdown");
  const isOf = (e: Group, category: string): boolean => textAt(e, "category_code") === category;
  const says = (e: Group, code: string): boolean => textAt(e, "exemption_reason_code") === code && e["exemption_reason_text"] === undefined;
  const reasons = new Map(
    Object.entries(REASONS).filter(([category, code]) => {
      const own = entries.filter((e) => isOf(e, category));
      return own.length > 0 && own.every((e) => says(e, code));
    }),
  );
  return reasons.size === 0 ? root : stated(root, "", reasons);
}

function stated(e: Element, parent: string, reasons: ReadonlyMap<string, string>): Element {
  const children = e.children.map((c) => stated(c, e.name, reasons));
  const isTax = TAXES.has(e.name) || (e.name === "ram:ApplicableTradeTax" && parent === LINE);
  const at = isTax ? children.findIndex((c) => c.name === "ram:CategoryCode") : -1;
  const category = children[at];
  const text = category && reasons.get(category.text ?? "");
  if (text === undefined || children.some((c) => OWN.has(c.name))) return { ...e, children };
  return { ...e, children: children.toSpliced(at + 1, 0, { ...category!, name: REASON, attributes: [], text, children: [] }) };
}

/** True for a reason that says no more than its category. */
export const isDetermined = (node: Node): boolean =>
  node.name === "ExemptionReasonCode" &&
  TAXES.has(`ram:${node.parent?.name ?? ""}`) &&
  normal(node.text) === lookup(REASONS, normal(nodeText(node.parent!, "CategoryCode") ?? ""));
