// Formats that are named and not judged (IN-6).
import { lookup } from "../../../base/lookup.js";
import { NAMESPACES, type Node } from "../xml/node.js";

/** Patterns of the namespace and of the root's local name; null: any. */
const FORMATS: readonly (readonly [namespace: RegExp | null, root: RegExp | null, name: string])[] = [
  [/fatturapa|fatture/i, null, "FatturaPA"],
  [null, /^FatturaElettronica/, "FatturaPA"],
  [/crd\.gov\.pl.*|ksef/i, /^Faktura$/, "KSeF FA"],
  [null, /^Faktura$/, "KSeF FA"],
  [/facturae/i, null, "Facturae"],
  [null, /^Facturae$/, "Facturae"],
  [/ebinterface/i, null, "ebInterface"],
  [/oioubl|oio\.dk|rep\.oio/i, null, "OIOUBL"],
  [/svefaktura|sfti/i, null, "Svefaktura"],
  [null, /^CrossIndustryDocument$/, "ZUGFeRD 1"],
  [null, /^(?:SCRDMCCBDACIOMessageStructure|CrossIndustryOrder\w*)$/, "Order-X"],
  [null, /^cXML$/, "cXML"],
  [/^$/, /^[A-Z][A-Z_]{3,7}0\d$/, "SAP IDoc"],
  [null, /^IDOC$/, "SAP IDoc"],
];
const UBL = /^urn:oasis:names:specification:ubl:schema:xsd:/;
const OIOUBL = /OIOUBL/i;

/** Name of the format of a root that is not an invoice in CII D16B or UBL 2.1. */
export function foreignName(root: Node): string {
  const [, uri, local] = /^\{(.*)\}(.*)$/.exec(root.name) ?? [null, root.prefix === "" ? "" : lookup(NAMESPACES, root.prefix), root.name];
  const found = FORMATS.find(([space, name]) => (space === null || space.test(uri!)) && (name === null || name.test(local!)));
  if (found) return found[2];
  if (UBL.test(uri!)) return `UBL ${local!}`;
  return uri === "" ? local! : `${local!} (${uri!})`;
}

/** UBL of Denmark is told by its customization. */
export const isOioUbl = (guideline: string | null): boolean => guideline !== null && OIOUBL.test(guideline);

/** XML of a format that is known by its name, whatever its names of elements are. */
export const isNamed = (name: string): boolean => FORMATS.some(([, , known]) => known === name) || name.startsWith("UBL ");
