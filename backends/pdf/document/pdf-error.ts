// Refusal of a document while it is written.
import type { PdfBudgetName } from "../../../base/pdf/types.js";

/** Content forbidden by a profile, or a PDF file that cannot be read, with its source. */
export class PdfError extends Error {
  constructor(
    readonly source: string | null,
    reason: string,
    readonly kind: "profile" | "file" = "profile",
    /** budget that a file exceeds */
    readonly exceeded: PdfBudgetName | null = null,
  ) {
    super(reason);
  }
}
