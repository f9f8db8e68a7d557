import { DOCUMENT_TYPES } from "../xml/codes/document.js";
import { facts, type Finding } from "../xml/finding.js";
import {
  detectUbl,
  fits,
  guidelinesOf,
  isPeppol,
  type JudgedProfile,
  type Profile,
  type Standard,
  type Version,
} from "../xml/guideline.js";
import { all, locationOf, NAMESPACES, normal, valueOf, type Node, type Syntax } from "../xml/node.js";
import { lookup } from "../../../base/lookup.js";

const UBL = /^urn:oasis:names:specification:ubl:schema:xsd:/;
const ORDER_X = /CrossIndustryOrder|SCRDMCCBDACIOMessageStructure/;
const FATTURA = /^FatturaElettronica/;
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

export function checkRoot(root: Node, syntaxes: readonly Syntax[] = ["cii"]): Finding | null {
  if (root.prefix === "rsm" && root.name === "CrossIndustryInvoice") return null;
  const both = syntaxes.includes("ubl");
  if (both && ((root.prefix === "ubl" && root.name === "Invoice") || (root.prefix === "cn" && root.name === "CreditNote"))) return null;
  const [, uri, local] = /^\{(.*)\}(.*)$/.exec(root.name) ?? [null, root.prefix === "" ? "" : lookup(NAMESPACES, root.prefix), root.name];
  const what = UBL.test(uri!)
    ? both
      ? `This is UBL (${local!}), an Invoice or a CreditNote is needed.`
      : `This is UBL (${local!}), CII is needed.`
    : OLD.test(local!)
      ? "This is ZUGFeRD 1 (CrossIndustryDocument), CII D16B is needed."
      : ORDER_X.test(local!)
        ? "This is an order, an invoice is needed."
        : FATTURA.test(local!)
          ? "This is FatturaPA, which is not an invoice of EN 16931: CII or UBL is needed."
          : local === "CrossIndustryInvoice"
            ? "The root element CrossIndustryInvoice is not in the namespace of CII D16B."
            : both
              ? "The root element is neither CII's (rsm:CrossIndustryInvoice) nor UBL's (Invoice, CreditNote)."
              : "The root element is not rsm:CrossIndustryInvoice.";
  return finding("CII-ROOT", [], root, what, { expected: `{${NAMESPACES.rsm}}CrossIndustryInvoice`, actual: `{${uri!}}${local!}` });
}

interface GivenTerms {
  readonly standard: Standard;
  readonly profile: Profile;
  readonly version?: Version | undefined;
}

/** Checks guideline identifier (BT-24) and type code (BT-3). */
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

/** The guideline identifier of a UBL invoice, or one that is not known (profile `core`). */
export function checkUblBasics(root: Node, guideline: string, profile: JudgedProfile): readonly Finding[] {
  const at = all(root, "CustomizationID")[0] ?? all(root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID")[0];
  if (profile === "core") {
    if (!at || guideline === "") return [];
    const message = isPeppol(guideline)
      ? "Peppol has no rules for CII: this invoice is held to those of EN 16931."
      : "The specification identifier (BT-24) is not known: the invoice is held to the rules of EN 16931.";
    return [{ ...finding("GUIDELINE", ["BT-24"], at, message, { actual: guideline }), severity: "warning" }];
  }
  if (detectUbl(guideline) === profile) return [];
  const message = `The specification identifier (BT-24) is not that of the profile ${profile}.`;
  return [
    finding("UBL-GUIDELINE", ["BT-24"], at ?? root, at ? message : "The specification identifier (BT-24) is missing.", {
      actual: guideline,
    }),
  ];
}
