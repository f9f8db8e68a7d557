// A painted document to the same pages, with its probable mistakes noted: those of its request at once, those of a page when it is painted.
import type { IrHead, Page } from "../../ir/ir.js";
import type { Problem } from "../core/fail.js";
import type { DocumentRequest } from "../request/types/document.js";
import { warnOfPage } from "./page.js";
import { warnOfRequest, type BarcodeDoubt } from "./request.js";
import { Warnings } from "./warnings.js";
import { warnOfWatermark } from "./watermark.js";

export function withWarnings(
  painted: { readonly head: IrHead; pages(): Generator<Page> },
  sent: DocumentRequest,
  note: (problem: Problem) => void,
  doubtOf: BarcodeDoubt | null,
): () => Generator<Page> {
  const warnings = new Warnings(note);
  warnOfRequest(warnings, sent, doubtOf);
  return function* () {
    for (const page of painted.pages()) {
      warnOfPage(warnings, page, painted.head.sources, sent);
      warnOfWatermark(warnings, page, painted.head.sources, sent);
      yield page;
    }
  };
}
