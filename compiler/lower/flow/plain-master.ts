import type { MaterializedElement, MaterializedMaster } from "../../request/materialized.js";

/** True for headers and footers of texts that read numbers of pages at most: no other part of a document changes their boxes. */
export function isPlainMaster({ header, footer, layers, variants }: MaterializedMaster): boolean {
  if (layers) return false;
  const all = [header, footer, ...Object.values(variants ?? {}).flatMap((variant) => [variant.header, variant.footer])];
  return all.every((part) => (part?.elements ?? []).every(isPlainText));
}

const PAGE_NUMBERS = /\{(?:page|total_pages)\}/g;

function isPlainText(element: MaterializedElement): boolean {
  if (element.type !== "text" || element.link) return false;
  return typeof element.content === "string" && !element.content.replace(PAGE_NUMBERS, "").includes("{");
}
