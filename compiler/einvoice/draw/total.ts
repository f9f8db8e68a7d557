// Totals of the invoice on a page of own pages (I35).
import { latinDigits } from "../../../base/digits.js";
import { shortest } from "../model/compute.js";
import { textAt, type Group } from "../model/value.js";
import type { Finding } from "../xml/finding.js";

const TOTALS = ["total_amount_with_vat", "amount_due_for_payment"] as const;

const plain = (text: string): string => latinDigits(text).replace(/[\s\u00a0\u2000-\u200b\u202f\u2060\u3000]/gu, " ");

const GROUPING = ".,'’٬_．，";
const DECIMAL = ".,٫'’·．，";

/** Any grouping and decimal sign; zero decimals are optional. */
function patternOf(amount: string): RegExp {
  const [whole = "", given = ""] = shortest(amount).replace("-", "").split(".");
  const decimals = given.padEnd(2, "0");
  const digits = [...whole].join(`[ ${GROUPING}]?`);
  const fraction = `[ ]?[${DECIMAL}-][ ]?${decimals}`;
  const end = /^0+$/.test(decimals) ? `(?:${fraction})?` : fraction;
  // not a part of another number
  return new RegExp(`(?<!\\d[${GROUPING}]?)${digits}${end}(?![${DECIMAL}]?\\d)`, "u");
}

/** Neither total is on a page. @param model sums worked out @param text of all pages */
export function totalFindings(model: Group, text: string): readonly Finding[] {
  const totals = TOTALS.map((name) => textAt(model, "totals", name)?.trim()).filter((t) => t !== undefined);
  if (totals.length === 0) return [];
  const shown = plain(text);
  if (totals.some((t) => patternOf(t).test(shown))) return [];
  return [
    {
      rule: "DRAWING-TOTAL",
      severity: "warning",
      terms: ["BT-112", "BT-115"],
      location: "/rsm:CrossIndustryInvoice",
      path: "totals.total_amount_with_vat",
      message: `Neither the total with VAT (BT-112) nor the amount due (BT-115) is on a page of the document: ${[...new Set(totals)].join(", ")}`,
    },
  ];
}
