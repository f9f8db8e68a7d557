import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import { pageRanges } from "../../request/page-list.js";
import { NO_CONTENT } from "../../request/materialized.js";
import type { PdfImport } from "../../request/types/shape.js";
import { isDataUri, noDataUri } from "./image.js";
import type { Report } from "./report.js";

/** Checks an import (PDF-14, PDF-15). */
export function checkImport(r: Report, { source, pages }: PdfImport, src: Src): void {
  const here = at(src, "source");
  if (source.format !== undefined && source.format !== "pdf")
    r.add(
      "import-format",
      at(here, "format"),
      must('"pdf"', formatFound(source.format), { advice: "only pages of PDF files are imported" }),
    );
  if (source.kind === "asset" && source.key.trim() === "")
    r.add("import-asset-key", at(here, "key"), must("the key of an asset", formatFound(source.key)));
  if (source.kind === "base64" && isDataUri(source.payload)) r.add("import-data-uri", at(here, "payload"), noDataUri(source.payload));
  if (pages === undefined) return;
  const ranges = pageRanges(pages);
  if ("fault" in ranges) r.add("import-pages", at(src, "pages"), ranges.fault);
}

/** Fields that belong to drawn pages (PDF-14). `fields`: allowed ones */
export function checkAlone(r: Report, of: object, allowed: readonly string[], src: Src): void {
  for (const [field, value] of Object.entries(of)) {
    if (value === undefined || field === "import" || allowed.includes(field)) continue;
    if (value === NO_CONTENT) continue;
    const next = allowed.length === 0 ? "nothing" : `only ${allowed.join(", ")}`;
    r.add(
      "import-alone",
      at(src, field),
      `${field} is not allowed next to import, whose pages stay as they are: ${next} may be next to it`,
    );
  }
}
