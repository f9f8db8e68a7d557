// A valid invoice stays valid.
import type { FacturXProfile } from "../../../compiler/einvoice/xml/guideline.js";
import { invoiceOf } from "../../../compiler/einvoice/judge/terms/invoice.js";
import { checkFacts } from "../../../compiler/einvoice/judge/schematron/check.js";
import { UNUSED_ATTRIBUTE, UNUSED_ELEMENT } from "../../../compiler/einvoice/judge/schematron/tree.js";
import { parseXml } from "../../../compiler/einvoice/xml/xml.js";
import { fileOf, fitted, type Tree } from "./mutate.js";

export function usable(tree: Tree, profile: FacturXProfile): Tree {
  const out = fitted(tree, profile);
  dropUnused(out, profile);
  return out;
}

function dropUnused(tree: Tree, profile: FacturXProfile): void {
  const parsed = parseXml(new TextEncoder().encode(fileOf(tree)));
  if (!("root" in parsed)) throw new Error(parsed.message);
  for (const f of checkFacts(invoiceOf(parsed), profile).toReversed()) {
    if (f.rule !== UNUSED_ELEMENT && f.rule !== UNUSED_ATTRIBUTE) continue;
    let parent = tree;
    let here = tree;
    for (const [, name, position] of f.location.matchAll(/\/([\w:]+)(?:\[(\d+)\])?/g)) {
      if (here === tree && name === tree.name) continue;
      parent = here;
      here = here.children.filter((c) => c.name === name)[Number(position ?? 1) - 1]!;
    }
    const unused = /attribute (\w+)/.exec(f.message)?.[1];
    if (f.rule === UNUSED_ELEMENT) parent.children.splice(parent.children.indexOf(here), 1);
    else here.attributes = here.attributes.filter(([n]) => n !== unused);
  }
}
