import type { PdfBudgetName } from "../../../base/pdf/types.js";

/** Content forbidden by a profile, or a PDF file that cannot be read. */
export class PdfError extends Error {
  constructor(
    readonly source: string | null,
    reason: string,
    readonly kind: "profile" | "file" = "profile",
    readonly exceeded: PdfBudgetName | null = null,
  ) {
    super(reason);
  }
}
