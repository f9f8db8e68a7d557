// The invoice that a PDF carries (I29).
import { fail } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import { decoded, isDict, isRef, readPdf, textOfString, type PdfFile, type PdfValue } from "./pdf-syntax.js";

export const isPdf = (bytes: Uint8Array): boolean => new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");

/** Names of invoices in PDFs: Factur-X and ZUGFeRD from 2.1, XRechnung, ZUGFeRD 2.0. */
const NAMES = ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml"];
const ORDER_NAME = "order-x.xml";

/** True for the name of an invoice or order in a PDF. */
export const isInvoiceName = (name: string): boolean => [...NAMES, ORDER_NAME].includes(name.toLowerCase());

const ZUGFERD_1 = /<(?:[\w.-]+:)?CrossIndustryDocument[\s>]/;
const ORDER = /<(?:[\w.-]+:)?(?:SCRDMCCBDACIOMessageStructure|CrossIndustryOrder)[\s>]/;

interface Embedded {
  readonly name: string;
  readonly bytes: Buffer;
}

/** @throws RenderError API-002 if no file in the PDF is an invoice that is read */
export function invoiceInPdf(pdf: Uint8Array): Uint8Array {
  const file = pdfOf(pdf);
  if (file.trailers.some((t) => t.get("Encrypt") !== undefined && t.get("Encrypt") !== null))
    return refuse("the PDF is encrypted: decrypt it first");
  const files = embeddedIn(file);
  const start = ({ bytes }: Embedded): string => bytes.subarray(0, 65_536).toString("utf8");
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

function pdfOf(pdf: Uint8Array): PdfFile {
  try {
    return readPdf(pdf);
  } catch {
    return refuse("the files in the PDF cannot be read");
  }
}

/** Files of file specifications, each once; a file is named as in `UF`, else `F`. */
function embeddedIn({ objects }: PdfFile): readonly Embedded[] {
  const out = new Map<number, Embedded>();
  const resolve = (v: PdfValue | undefined): PdfValue | undefined => (isRef(v) ? objects.get(v.ref)?.value : v);
  const visit = (value: PdfValue, depth: number): void => {
    if (depth > 20) return;
    if (Array.isArray(value)) for (const v of value as readonly PdfValue[]) visit(v, depth + 1);
    if (!isDict(value)) return;
    for (const v of value.values()) visit(v, depth + 1);
    const files = resolve(value.get("EF"));
    if (!isDict(files)) return;
    const name = [value.get("UF"), value.get("F")].map(resolve).find((v) => typeof v === "object" && v !== null && "bytes" in v);
    for (const key of ["F", "UF"]) {
      const stream = files.get(key);
      if (!isRef(stream) || out.has(stream.ref)) continue;
      const found = objects.get(stream.ref);
      const bytes = found?.data && isDict(found.value) ? decoded(found.value, found.data, objects) : null;
      if (bytes) out.set(stream.ref, { name: name ? textOfString(name as { bytes: Buffer }) : "", bytes });
    }
  };
  for (const { value } of objects.values()) visit(value, 0);
  return [...out.values()];
}
