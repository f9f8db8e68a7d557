import type { OpenTables, SourceId } from "../../../ir/ir.js";
import { PdfFault, type PdfBudgetName } from "../../../pdf-reader/types.js";
import { NumberError } from "../syntax/number.js";

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

/**
 * Names the place of what cannot be written. The table of sources is made when it is read: only a fault reads it.
 * @param file path of the PDF file below the source
 * @throws PdfError for a number out of range and for a fault of a PDF file
 */
export function atSource<T>(head: Pick<OpenTables, "sources">, write: () => T, source: () => SourceId | null, file = ""): T {
  try {
    return write();
  } catch (e) {
    if (!(e instanceof NumberError || e instanceof PdfFault)) throw e;
    const from = source();
    const place = from === null ? null : head.sources[from]!;
    throw e instanceof PdfFault
      ? new PdfError(place === null ? null : `${place}${file}`, e.message, "file", e.setting)
      : new PdfError(place, e.message);
  }
}
