// XML that is not an invoice in CII or UBL (I29).
import { NAMESPACES, type Node } from "../xml/node.js";
import { lookup } from "../../../base/lookup.js";

const NAMED: readonly (readonly [RegExp, string])[] = [
  [/CrossIndustryDocument$/, "ZUGFeRD 1 (CrossIndustryDocument), which is not supported"],
  [/CrossIndustryOrder|SCRDMCCBDACIOMessageStructure/, "Order-X, an order"],
  [/FatturaElettronica/, "FatturaPA (FatturaElettronica)"],
  [/Facturae$/, "Facturae"],
  [/Faktura$/, "FA of KSeF (Faktura)"],
  [/EbInterface|ebinterface/, "ebInterface"],
  [/CrossIndustryInvoice$/, "CrossIndustryInvoice of another namespace than CII D16B"],
];
const UBL = /^urn:oasis:names:specification:ubl:schema:xsd:/;

/** Names the root of a foreign file; null for CII D16B or UBL 2.1. */
export function foreignRoot(root: Node): string | null {
  const { prefix, name } = root;
  if (
    (prefix === "rsm" && name === "CrossIndustryInvoice") ||
    (prefix === "ubl" && name === "Invoice") ||
    (prefix === "cn" && name === "CreditNote")
  )
    return null;
  const [, uri, local] = /^\{(.*)\}(.*)$/.exec(name) ?? [null, prefix === "" ? "" : lookup(NAMESPACES, prefix), name];
  const known = NAMED.find(([pattern]) => pattern.test(local!) || pattern.test(uri!));
  if (known) return known[1];
  return UBL.test(uri!) ? `UBL's ${local!}` : `the root element ${local!}${uri === "" ? "" : ` of ${uri!}`}`;
}
