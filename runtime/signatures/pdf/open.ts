// A file that is to be signed, if it may be (SG-14, SG-15).
import type { SigningEnvironment } from "../environment/environment.js";
import { openToChange } from "../../../pdf-reader/file.js";
import { PdfFault, PdfStream, type ChangeableFile } from "../../../pdf-reader/types.js";
import { Changes } from "../../../backends/pdf/update/changes.js";
import { withSetting } from "../../../compiler/core/limits.js";
import { refuse } from "../core/fault.js";
import { fileFields } from "./fields.js";

const MENDED = "platen merge makes a sound copy, without its signatures";
/** Bits of /P: modify, annotate, fill in forms. */
const ALLOWS = (1 << 3) | (1 << 5) | (1 << 8);

/** @throws RenderError API-002 */
export function openToSign(pdf: Uint8Array, environment: SigningEnvironment): ChangeableFile {
  const { budgets, crypto, password } = environment;
  return withPdfFaults(() => {
    const file = openToChange(pdf, { budgets, crypto, password });
    for (let n = 1; n <= file.pageCount; n++) file.page(n);
    const changes = new Changes(file);
    const { names } = fileFields(file);
    if (file.crossReference === null || file.isDamaged)
      refuse("source", `the PDF file is damaged, and an update would not be safe: ${MENDED}`);
    if (hasMoreAfterEnd(pdf)) refuse("source", `bytes follow the PDF file's last %%EOF: ${MENDED}`);
    const form = changes.dict(file.catalog.get("AcroForm"));
    if (form && changes.get(form.get("XFA")) !== null && names.size === 0)
      refuse("source", `the PDF file's form is XFA without fields: ${MENDED}`);
    const permissions = file.encryption && file.get(file.encryption.get("P"));
    if (typeof permissions === "number" && (permissions & ALLOWS) === 0)
      refuse("source", "the PDF file's permissions forbid forms, annotations and other changes");
    return file;
  });
}

export function withPdfFaults<T>(work: () => T): T {
  try {
    return work();
  } catch (e) {
    if (!(e instanceof PdfFault)) throw e;
    return refuse("source", withSetting(e.message, e.setting));
  }
}

/** Claims PDF/A-1. */
export function isFirstPdfA(file: ChangeableFile): boolean {
  const metadata = file.get(file.catalog.get("Metadata"));
  if (!(metadata instanceof PdfStream)) return false;
  const text = Buffer.from(file.decode(metadata).bytes).toString("utf8");
  return /pdfaid:part\s*(?:=\s*["']|>\s*)1\b/.test(text);
}

const END = Buffer.from("%%EOF");

function hasMoreAfterEnd(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  const at = bytes.lastIndexOf(END);
  if (at === -1) return true;
  for (let i = at + END.length; i < bytes.length; i++) if (![0, 9, 10, 12, 13, 32].includes(bytes[i]!)) return true;
  return false;
}
