// Pages that SVG and PNG can show.
import { fail } from "../../compiler/core/fail.js";
import { srcOf } from "../../compiler/core/src.js";
import type { IrDocument } from "../../ir/ir.js";
import { walkOps } from "../../ir/walk.js";

const REASON = "pages of PDF files cannot be drawn as SVG or PNG: render the document as PDF";

/**
 * The document itself.
 * @throws RenderError API-506 for the first element or import that shows a page of a PDF file (PDF-35)
 */
export function drawable(doc: IrDocument): IrDocument {
  if (!doc.resources.pdfs) return doc;
  const refuse = (source: number): never => fail("API-506", "pdf-page-drawing", srcOf(doc.sources[source]!), REASON);
  for (const { ops, imported } of doc.pages) {
    if (imported) refuse(doc.imports![imported.import]!.source);
    walkOps(ops, (op) => void (op.op === "pdf-page" && refuse(op.source)));
  }
  return doc;
}
