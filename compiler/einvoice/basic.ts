// Basic checks: format, profile, document type.
import { DOCUMENT_TYPES } from "./codes/document.js";
import { facts, type Finding } from "./finding.js";
import { fits, guidelinesOf, type Profile, type Standard, type Version } from "./guideline.js";
import { all, locationOf, NAMESPACES, normal, valueOf, type Node } from "./node.js";

const UBL = /^urn:oasis:names:specification:ubl:schema:xsd:/;
const ORDER_X = /CrossIndustryOrder|SCRDMCCBDACIOMessageStructure/;
/** Root of ZUGFeRD 1. */
const OLD = /CrossIndustryDocument/;

const finding = (
  rule: string,
  terms: readonly string[],
  at: Node,
  message: string,
  f: { expected?: string; actual?: string } = {},
): Finding => ({
  rule,
  severity: "error",
  terms,
  location: locationOf(at),
  line: at.line,
  message,
  ...facts(f),
});

/** Fault of the root that stops all further checks. */
export function checkRoot(root: Node): Finding | null {
  if (root.prefix === "rsm" && root.name === "CrossIndustryInvoice") return null;
  const [, uri, local] = /^\{(.*)\}(.*)$/.exec(root.name) ?? [null, root.prefix === "" ? "" : NAMESPACES[root.prefix], root.name];
  const what = UBL.test(uri!)
    ? `This is UBL (${local!}), CII is needed.`
    : OLD.test(local!)
      ? "This is ZUGFeRD 1 (CrossIndustryDocument), CII D16B is needed."
      : ORDER_X.test(local!)
        ? "This is an order, an invoice is needed."
        : local === "CrossIndustryInvoice"
          ? "The root element CrossIndustryInvoice is not in the namespace of CII D16B."
          : "The root element is not rsm:CrossIndustryInvoice.";
  return finding("CII-ROOT", [], root, what, { expected: `{${NAMESPACES.rsm}}CrossIndustryInvoice`, actual: `{${uri!}}${local!}` });
}

interface GivenTerms {
  readonly standard: Standard;
  readonly profile: Profile;
  readonly version?: Version | undefined;
}

/** Checks the guideline identifier (BT-24) and the type code (BT-3). */
export function checkBasics(root: Node, { standard, profile, version }: GivenTerms): readonly Finding[] {
  const out: Finding[] = [];
  const path = "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID";
  const guidelines = all(root, path);
  const guideline = guidelines[0];
  const expected = guidelinesOf(standard, profile, version).join(" or ");
  if (!guideline) out.push(finding("CII-GUIDELINE", ["BT-24"], root, "The specification identifier (BT-24) is missing.", { expected }));
  else if (!fits(normal(valueOf(guideline)), standard, profile, version))
    out.push(
      finding("CII-GUIDELINE", ["BT-24"], guideline, `The specification identifier (BT-24) is not that of the profile ${profile}.`, {
        expected,
        actual: valueOf(guideline),
      }),
    );
  const type = all(root, "ExchangedDocument/TypeCode")[0];
  if (!type) out.push(finding("CII-TYPE-CODE", ["BT-3"], root, "The invoice type code (BT-3) is missing."));
  else if (!DOCUMENT_TYPES.has(normal(valueOf(type))))
    out.push(
      finding("CII-TYPE-CODE", ["BT-3"], type, "The invoice type code (BT-3) is not a type of invoice or credit note.", {
        expected: "a code of UNTDID 1001 for invoices and credit notes, such as 380 or 381",
        actual: valueOf(type),
      }),
    );
  return out;
}
