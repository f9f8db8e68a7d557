// The invoice that a PDF carries (I29).
import { isList } from "../../base/json.js";
import { fail } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import { CONTRACT_LIMITS, withSetting } from "../../compiler/core/limits.js";
import { dictOf, textOf } from "../../pdf-reader/objects.js";
import { headerAt, openPdf } from "../../pdf-reader/file.js";
import { PdfFault, PdfStream, type PdfBudgets, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { nodeCrypto } from "../engine/crypto.js";

export const isPdf = (bytes: Uint8Array): boolean => headerAt(bytes) >= 0;

/** Names of invoices in PDFs: Factur-X and ZUGFeRD from 2.1, XRechnung, ZUGFeRD 2.0. */
const NAMES = ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml"];
const ORDER_NAME = "order-x.xml";

export const isInvoiceName = (name: string): boolean => [...NAMES, ORDER_NAME].includes(name.toLowerCase());

const ZUGFERD_1 = /<(?:[\w.-]+:)?CrossIndustryDocument[\s>]/;
const ORDER = /<(?:[\w.-]+:)?(?:SCRDMCCBDACIOMessageStructure|CrossIndustryOrder)[\s>]/;

interface Embedded {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The XML itself, or a PDF's (I29). @throws RenderError API-002 for a PDF without an invoice */
export const invoiceIn = (given: Uint8Array, budgets: PdfBudgets): Uint8Array => (isPdf(given) ? invoiceInPdf(given, budgets) : given);

/** @throws RenderError API-002 if no file in the PDF is such an invoice */
export function invoiceInPdf(pdf: Uint8Array, budgets: PdfBudgets = CONTRACT_LIMITS): Uint8Array {
  const files = filesIn(pdf, budgets);
  const start = ({ bytes }: Embedded): string => new TextDecoder().decode(bytes.subarray(0, 65_536));
  const isOld = (f: Embedded): boolean => ZUGFERD_1.test(start(f));
  const invoices = files.filter((f) => NAMES.includes(f.name.toLowerCase()) && !isOld(f));
  if (invoices.length > 1) return refuse(`the PDF carries several invoices: ${invoices.map((f) => f.name).join(", ")}`);
  if (invoices.length === 1) return invoices[0]!.bytes;
  if (files.some(isOld)) return refuse("the PDF carries an invoice in ZUGFeRD 1 (ZUGFeRD-invoice.xml), which is not supported");
  if (files.some((f) => f.name.toLowerCase() === ORDER_NAME || ORDER.test(start(f))))
    return refuse("the PDF carries an order (Order-X), no invoice");
  return refuse("no invoice in this PDF");
}

const refuse = (reason: string): never => fail("API-002", "e-invoice-absent", ROOT, reason);

function filesIn(pdf: Uint8Array, budgets: PdfBudgets): readonly Embedded[] {
  try {
    return embeddedIn(openPdf(pdf, { budgets, crypto: nodeCrypto }));
  } catch (e) {
    if (!(e instanceof PdfFault)) throw e;
    if (e.setting) return refuse(`the PDF ${withSetting(e.message, e.setting)}`);
    return refuse(e.isLocked ? "the PDF is encrypted: decrypt it first" : "the files in the PDF cannot be read");
  }
}

const DEEPEST = 20;

/** Returns the files of all file specifications, each once; named by `UF`, else `F`. */
function embeddedIn(file: PdfFile): readonly Embedded[] {
  const out = new Map<PdfStream, Embedded>();
  const visit = (value: PdfObject, depth: number): void => {
    if (depth > DEEPEST) return;
    if (isList(value)) for (const v of value) visit(v, depth + 1);
    const dict = value instanceof PdfStream ? value.dict : value;
    if (!(dict instanceof Map)) return;
    const spec = dict;
    for (const v of spec.values()) visit(v, depth + 1);
    const streams = dictOf(file.get(spec.get("EF")));
    if (!streams) return;
    const name = textOf(file, spec.get("UF")) ?? textOf(file, spec.get("F")) ?? "";
    for (const key of ["F", "UF"]) {
      const stream = file.get(streams.get(key));
      if (!(stream instanceof PdfStream) || out.has(stream)) continue;
      const { bytes, codec } = file.decode(stream);
      if (codec === null) out.set(stream, { name, bytes });
    }
  };
  for (const ref of file.refs()) visit(file.get(ref), 0);
  return [...out.values()];
}
