// Model to judged XML of a profile, and XML to model.
import { withReasons } from "./reasons.js";
import { fail, problemOf, type Problem } from "../../core/fail.js";
import { at, ROOT, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import { add, decimal, show } from "../xml/decimal.js";
import { inUtf8 } from "../xml/encoding.js";
import type { Finding } from "../xml/finding.js";
import { normal, textAt as nodeTextAt, type Syntax } from "../xml/node.js";
import { LARGE, parseXml } from "../xml/xml.js";
import { complete } from "./compute.js";
import { serialize, type Element } from "./element.js";
import { sentPath } from "./decode.js";
import { encodeModel, type Json } from "./encode.js";
import { pathIn, placeOf, textOfPath } from "./finding-path.js";
import { foreignRoot } from "./foreign.js";
import { readModel, type LeftOut } from "./read.js";
import type { Term } from "./terms.js";
import { holderOf, type Document } from "./tree.js";
import { BILLING, documentOf, fit, guidelineOf, profileOf, PROFILES_OF, type Loss, type WriteProfile } from "./room.js";
import { groupAt, groupsAt, isAt, textAt, type Draft, type Group, type Path } from "./value.js";
import { writeModel } from "./write.js";

export interface WrittenInvoice {
  readonly xml: string;
  readonly syntax: Syntax;
  readonly profile: WriteProfile;
  /** terms without a place, as findings */
  readonly losses: readonly Finding[];
  /** with sums and terms that the XML lacks */
  readonly model: Group;
  readonly placed: (finding: Finding) => PlacedFinding;
}

interface PlacedFinding {
  /** with the path of its term in the invoice, that term first */
  readonly finding: Finding;
  /** about a value that follows from others, which are mended first */
  readonly follows: boolean;
}

interface WriteOptions {
  readonly syntax: Syntax;
  /** absent: that of BT-24, else en16931 */
  readonly profile?: WriteProfile | undefined;
  readonly profileLoss?: "refuse" | "allow" | undefined;
  /** BT-24 of an earlier version */
  readonly guideline?: string | undefined;
}

/** Writes an invoice; sums precede omissions (I12). @param src of the invoice @param model decoded */
export function writeInvoice(
  model: Group,
  src: Src,
  { syntax, profile: given, profileLoss = "refuse", guideline }: WriteOptions,
): WrittenInvoice | readonly Problem[] {
  const profile = given ?? ownProfile(model);
  if (!PROFILES_OF[syntax].includes(profile))
    return [
      problemOf(
        "API-002",
        "invoice-profile",
        given === undefined ? at(src, "process_control", "specification_identifier") : at(ROOT, "profile"),
        must(`a profile of ${syntax}: ${PROFILES_OF[syntax].join(", ")}`, profile),
      ),
    ];
  const whole = complete(model);
  const stated = withProcess(syntax === "cii" ? withGross(whole) : whole, profile, guideline);
  const room = fit(stated, syntax, profile);
  const document = documentOf(room.model, syntax);
  const { root: written, losses } = writeModel(room.model, document);
  const isExtended = profile === "extended" || profile === "extended_ctc_fr";
  const root = syntax === "cii" && isExtended ? withReasons(written, whole) : written;
  const textOf = ({ term }: Loss): string => lossReason(term, document, profile, whole);
  const lost = [
    ...room.losses.map((loss) => ({ loss, text: `has no place in ${profileText(syntax, profile)}` })),
    ...losses.map((loss) => ({ loss, text: textOf(loss) })),
  ].map(({ loss, text }): Lost => ({ loss: { ...loss, path: sentPath(model, loss.path) }, text }));
  const code = textAt(whole, "vat_point_date_code");
  if (syntax === "cii" && code !== undefined && OTHER_TAX_POINTS.has(code))
    return [problemOf("API-002", "invoice-tax-point", at(src, "vat_point_date_code"), taxPointReason(code))];
  if (profileLoss === "refuse" && lost.length > 0)
    return lost.map(({ loss, text }) => problemOf("API-002", "invoice-profile-loss", at(src, ...loss.path), `${loss.term.id} ${text}`));
  return {
    xml: serialize(root),
    syntax,
    profile,
    losses: lost.map((l) => lossFinding(l, root)),
    model: whole,
    placed: (finding) => {
      const { term, path } = placeOf(root, finding);
      const terms = term ? [term.id, ...finding.terms.filter((id) => id !== term.id)] : finding.terms;
      return { finding: { ...finding, terms, path: textOfPath(sentPath(model, path)) }, follows: follows(model, whole, path) };
    },
  };
}

/** Sums that are absent, and all sums of an invoice without lines, follow from what is absent elsewhere. */
function follows(model: Group, whole: Group, path: Path): boolean {
  const [first, ...rest] = path;
  const isOfSums = first === "totals" || first === "vat_breakdown";
  if (isOfSums && groupsAt(model, "lines").length === 0) return true;
  if (isAt(model, path)) return false;
  return isOfSums || isAt(whole, path) || (first === "lines" && rest.at(-1) === "net_amount");
}

/** CII has a discount (BT-147) in the gross price only. */
function withGross(model: Group): Group {
  const lines = groupsAt(model, "lines");
  const withOwn = (line: Group): Group => {
    const price = groupAt(line, "price");
    const [net, discount] = [decimal(textAt(line, "price", "net") ?? ""), decimal(textAt(line, "price", "discount") ?? "")];
    if (!price || price["gross"] !== undefined || !net || !discount) return line;
    return { ...line, price: { ...price, gross: show(add(net, discount)) } };
  };
  return lines.length === 0 ? model : { ...model, lines: lines.map(withOwn) };
}

/** BT-23 and BT-24 as written. */
function withProcess(model: Group, profile: WriteProfile, guideline = guidelineOf(model, profile)): Group {
  const process: Draft = { ...groupAt(model, "process_control"), specification_identifier: guideline };
  if (profile === "xrechnung" || profile === "peppol") process["business_process_type"] ??= BILLING;
  return { ...model, process_control: process };
}

/** Returns the model's own profile, of any syntax: one that the other lacks is refused. */
function ownProfile(model: Group): WriteProfile {
  const guideline = textAt(model, "process_control", "specification_identifier");
  return (guideline === undefined ? null : profileOf(guideline, "cii")) ?? "en16931";
}

const profileText = (syntax: Syntax, profile: WriteProfile): string =>
  syntax === "cii" ? `profile ${profile}` : `profile ${profile} in UBL`;

function lossReason(term: Term, document: Document, profile: WriteProfile, model: Group): string {
  if (document === "ubl-credit-note" && term.id === "BT-9") return "has no place in a credit note of UBL without BG-16";
  if (term.id === "BT-111" && model["vat_accounting_currency_code"] !== undefined) return "has no place if BT-6 is the currency of BT-5";
  const holder = term.id === "BT-111" ? "BT-6" : holderOf(document, term)?.id;
  return `has no place ${holder === undefined ? `in ${profileText(document === "cii" ? "cii" : "ubl", profile)}` : `without ${holder}`}`;
}

/** UNTDID 2475 for CII, 2005 otherwise (I21) */
const OTHER_TAX_POINTS = new Map([
  ["5", "3"],
  ["29", "35"],
  ["72", "432"],
]);
const taxPointReason = (code: string): ReturnType<typeof must> =>
  must("a code of UNTDID 2005: 3, 35 or 432", JSON.stringify(code), { suggestion: JSON.stringify(OTHER_TAX_POINTS.get(code)) });

interface Lost {
  readonly loss: Loss;
  readonly text: string;
}

const lossFinding = ({ loss, text }: Lost, root: Element): Finding => ({
  rule: "PROFILE-LOSS",
  severity: "warning",
  terms: [loss.term.id],
  location: `/${root.name}`,
  message: `${loss.term.name} (${loss.term.id}) ${text} and is left out.`,
  path: textOfPath(loss.path),
});

export interface ReadInvoice {
  readonly syntax: Syntax;
  readonly document: "invoice" | "credit_note";
  /** null if the guideline is unknown */
  readonly profile: WriteProfile | null;
  /** BT-24; null if absent */
  readonly guideline: string | null;
  readonly invoice: { readonly [field: string]: Json };
  readonly left_out: readonly LeftOut[];
}

interface ReadTerms extends Omit<ReadInvoice, "invoice" | "left_out"> {
  readonly model: Group;
  readonly leftOut: readonly LeftOut[];
  /** `lines[2].price.net` of a finding's first term; null if the model has no place for it */
  readonly pathOf: (finding: Finding) => string | null;
}

/** Reads the terms and never judges them: some may be absent, codes unknown (I30). @throws RenderError API-002 */
export function readTerms(xml: Uint8Array): ReadTerms {
  const parsed = parseXml(xml.length > LARGE.bytes ? xml : inUtf8(xml), LARGE);
  if (!("root" in parsed)) {
    const { rule, message, line } = parsed;
    return fail("API-002", "invoice-xml", ROOT, `${rule}: ${message.replace(/\.$/, "")}${line === undefined ? "" : ` (line ${line})`}`);
  }
  const { root } = parsed;
  const foreign = foreignRoot(root);
  if (foreign !== null) return fail("API-002", "invoice-root", ROOT, must("an invoice in CII or UBL", foreign));
  const syntax: Syntax = root.prefix === "rsm" ? "cii" : "ubl";
  const path = syntax === "cii" ? "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID" : "CustomizationID";
  const guideline = normal(nodeTextAt(root, path) ?? "") || null;
  const profile = guideline === null ? null : profileOf(guideline, syntax);
  const kind = syntax === "cii" ? "cii" : root.prefix === "cn" ? "ubl-credit-note" : "ubl-invoice";
  const { model, leftOut, entries } = readModel(root, kind, profile === "extended");
  const isCredit = kind === "ubl-credit-note" || (kind === "cii" && documentOf(model, "ubl") === "ubl-credit-note");
  return {
    syntax,
    document: isCredit ? "credit_note" : "invoice",
    profile: profile !== null && PROFILES_OF[syntax].includes(profile) ? profile : null,
    guideline,
    model,
    leftOut,
    pathOf: (finding) => pathIn(root, entries, finding),
  };
}

/** @throws RenderError API-002 */
export function readInvoiceXml(xml: Uint8Array): ReadInvoice {
  const { model, leftOut, pathOf: _pathOf, ...about } = readTerms(xml);
  return { ...about, invoice: encodeModel(model), left_out: leftOut };
}
