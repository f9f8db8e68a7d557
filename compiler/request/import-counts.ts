// Pages of a request with its imports, before any is drawn (PDF-39).
import { problemOf, type Problem } from "../core/fail.js";
import { at, ROOT, type Src } from "../core/src.js";
import { must } from "../help/reason.js";
import { leastPages, pageRanges } from "./page-list.js";
import type { PdfImport } from "./types/shape.js";

export interface ImportUse {
  readonly import: PdfImport;
  readonly src: Src;
}

interface MayImport {
  readonly import?: PdfImport | undefined;
}
interface Imports {
  readonly pages?: readonly MayImport[] | undefined;
  readonly flow_document?: { readonly segments: readonly MayImport[] } | undefined;
}

const leastOf = ({ import: of }: MayImport): number => {
  if (of?.pages === undefined) return 1;
  const ranges = pageRanges(of.pages);
  return "fault" in ranges ? 1 : leastPages(ranges);
};

/** First import beyond `most` pages. @param count pages of an import; its list's minimum if absent */
export function importOver(
  { pages, flow_document: flow }: Imports,
  most: number,
  count: (of: PdfImport) => number | undefined = () => undefined,
): { readonly src: Src; readonly pages: number } | null {
  let sum = 0;
  const parts = pages
    ? { list: pages, src: at(ROOT, "pages") }
    : { list: flow?.segments ?? [], src: at(ROOT, "flow_document", "segments") };
  for (const [i, part] of parts.list.entries()) {
    sum += (part.import && count(part.import)) ?? leastOf(part);
    if (part.import && sum > most) return { src: at(parts.src, i, "import"), pages: sum };
  }
  return null;
}

export const tooManyPages = ({ src, pages }: { readonly src: Src; readonly pages: number }, most: number): Problem =>
  problemOf("API-004", "too-many-pages", src, must(`at most ${most} pages in the document`, `${pages} with this import`));
