// Contract rows L31 to L37: faults of its conversion, and links to destinations.
import { at, type Src } from "../../core/src.js";
import { formatFound } from "../../core/fail.js";
import { must } from "../../help/reason.js";
import type { MaterializedMarkdown } from "../../request/materialized.js";
import { unknownName } from "../data/names.js";
import type { LinkTargets } from "../place/links.js";
import type { Report } from "../values/report.js";

const MAX_OFFSET = 5;

export function checkMarkdown(r: Report, node: MaterializedMarkdown, src: Src, { destinations }: LinkTargets): void {
  const { heading_offset: offset = 0 } = node;
  if (offset < 0 || offset > MAX_OFFSET)
    r.add("markdown-offset", at(src, "heading_offset"), must(`from 0 to ${MAX_OFFSET}`, formatFound(offset)));
  const here = at(src, "source");
  for (const { rule, reason } of node.faults) r.add(rule, here, reason);
  for (const { name, place } of node.links)
    if (!destinations?.has(name)) {
      const { text, ...parts } = unknownReason(name, [...(destinations ?? [])]);
      r.add("markdown-anchor", here, { text: `${place}: ${text}`, ...parts });
    }
}

function unknownReason(name: string, names: readonly string[]) {
  const reason = unknownName(name, "heading of this text or destination", "of the document", names);
  return typeof reason === "string" ? { text: reason } : reason;
}
