// Problems of the request at once, of a page when painted.
import type { OpenTables, Page } from "../../ir/ir.js";
import type { Problem } from "../core/fail.js";
import type { DocumentRequest } from "../request/types/document.js";
import { warnOfPage } from "./page.js";
import { warnOfPlacedFields } from "./placed-fields.js";
import { warnOfRequest, type BarcodeDoubt, type Families } from "./request.js";
import { Warnings } from "./warnings.js";
import { warnOfWatermark } from "./watermark.js";

interface Pages {
  pages(): Generator<Page>;
  /** null: a page laid out meanwhile */
  steps(): Generator<Page | null>;
}

export function withWarnings(
  painted: Pages & { readonly open: OpenTables },
  sent: DocumentRequest,
  note: (problem: Problem) => void,
  fonts: Families,
  doubtOf: BarcodeDoubt | null,
): Pages {
  const warnings = new Warnings(note);
  warnOfRequest(warnings, sent, fonts, doubtOf);
  function* watched<P extends Page | null>(pages: Iterable<P>): Generator<P> {
    for (const page of pages) {
      if (page) {
        warnOfPage(warnings, page, painted.open.sources, sent);
        warnOfPlacedFields(warnings, page, painted.open.sources, sent);
        warnOfWatermark(warnings, page, painted.open.sources, sent);
      }
      yield page;
    }
  }
  return { pages: () => watched(painted.pages()), steps: () => watched(painted.steps()) };
}
