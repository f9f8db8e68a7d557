// A request to the parts of the compiler that it needs, loaded before its passes.
import { CHART_PROJECTION_CHECK } from "./check/data/part.js";
import { BARCODE_CHECK, CHART_CHECK, SECURITY_CHECK } from "./check/parts.js";
import type { Need, Part } from "./core/part.js";
import { BARCODE_LOWERING, CHART_DRAWING, CHART_TEXT, SECURITY_LOWERING } from "./lower/parts.js";
import type { DocumentRequest } from "./request/types/document.js";

export const PARTS: readonly Part<unknown>[] = [
  BARCODE_CHECK,
  BARCODE_LOWERING,
  CHART_CHECK,
  CHART_DRAWING,
  CHART_PROJECTION_CHECK,
  CHART_TEXT,
  SECURITY_CHECK,
  SECURITY_LOWERING,
];

/** What a request has in it. More may be said than is there (a data row with a `type`), never less. */
function needsOf(request: DocumentRequest): ReadonlySet<Need> {
  const needs = new Set<Need>();
  if (request.settings?.security) needs.add("passwords");
  const rest: unknown[] = [request];
  for (let value; (value = rest.pop()) !== undefined;) {
    if (typeof value !== "object" || value === null) continue;
    const { type, barcode } = value as { type?: unknown; barcode?: unknown };
    if (type === "chart") needs.add("charts");
    if (type === "barcode" || barcode !== undefined) needs.add("barcodes");
    for (const inner of Object.values(value)) if (typeof inner === "object") rest.push(inner);
  }
  return needs;
}

/** Loads what a request needs; at once where all is loaded, as it is in a process that has rendered for a while. */
export async function loadPartsFor(request: DocumentRequest): Promise<void> {
  const missing = PARTS.filter((part) => !part.loaded);
  if (missing.length === 0) return;
  const needs = needsOf(request);
  await Promise.all(missing.map((part) => (needs.has(part.needs) ? part.demand() : null)));
}

/** Loads everything, for a process that will render many documents. */
export async function loadAllParts(): Promise<void> {
  await Promise.all([...PARTS.map((part) => part.demand()), import("./picture/load.js"), import("./template/merge.js")]);
}
