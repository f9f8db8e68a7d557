// Documents of a comparison as PDF files, by the compiler of Node or of a browser (DF-2, DF-3).
import { openPdf } from "../../pdf-reader/file.js";
import { PdfFault, type PdfCrypto, type PdfFile } from "../../pdf-reader/types.js";
import type { ComparedSide } from "../../compare/diff/compare.js";
import { problemOf, RenderError } from "../../compiler/core/fail.js";
import { CONTRACT_LIMITS, withSetting } from "../../compiler/core/limits.js";
import { ROOT } from "../../compiler/core/src.js";
import type { IrDocument } from "../../ir/ir.js";
import type { Protection } from "../../ir/protection.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { Renderer } from "../engine/renderer.js";
import { displayList } from "../views/views.js";

/** Kinds of documents that are compared. */
export type SideType = "pdf" | "request" | "brief" | "display_list";

/** Description of a side in a report (DF-18). */
export interface SideDescription {
  readonly type: SideType;
  readonly pages: number;
  /** bytes of the file as it was given */
  readonly bytes?: number;
  /** of the file as given, hexadecimal */
  readonly sha256?: string;
}

export interface Side extends ComparedSide {
  readonly description: SideDescription;
  readonly pdf: Uint8Array;
}

/** Pages of a PDF that is compared (DF-3). */
const MOST_PAGES = 10_000;

const refusal = (rule: string, reason: string): RenderError => new RenderError(problemOf("API-002", rule, ROOT, reason));
/** @throws RenderError API-002 */
export const refuse = (rule: string, reason: string): never => {
  throw refusal(rule, reason);
};

/** The error of a PDF file that cannot be read. */
export const pdfRefusal = ({ reason, setting }: PdfFault): RenderError =>
  refusal("diff-pdf", withSetting(`the PDF file ${reason}`, setting));

/** @throws RenderError for a file that is damaged beyond repair, has a password, or more pages than a comparison takes */
export function opened(pdf: Uint8Array, { limits = CONTRACT_LIMITS }: RenderOptions, crypto: PdfCrypto): PdfFile {
  let file: PdfFile;
  try {
    file = openPdf(pdf, { budgets: limits, crypto });
  } catch (e) {
    throw e instanceof PdfFault ? pdfRefusal(e) : e;
  }
  if (file.pageCount > MOST_PAGES) refuse("diff-pages", `the PDF file has ${file.pageCount} pages; at most ${MOST_PAGES} are compared`);
  return file;
}

/** Its display list, and the PDF of that: encrypted files open without a password, as their words are compared. */
export async function written(
  engine: Renderer,
  body: Uint8Array | object,
  options: RenderOptions,
): Promise<{ readonly doc: IrDocument; readonly pdf: Uint8Array }> {
  const { doc, blobs, protection } = await displayList(engine, body, options);
  const { pdf } = engine.write(doc, blobs, { budgets: options.limits, protection: opensFreely(protection) });
  return { doc, pdf };
}

const opensFreely = (protection: Protection | null): Protection | null =>
  protection && { ...protection, open: new Uint8Array(0), owner: protection.owner ?? protection.open };
