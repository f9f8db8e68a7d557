import { onBothSides, type PageSequence } from "../box/page.js";
import { at, type Src } from "../core/src.js";
import type { PdfImport } from "../request/types/shape.js";
import type { LowerContext } from "./scope.js";

interface ImportPlace {
  readonly src: Src;
  readonly destination: string | null;
  readonly start: number | null;
  readonly numerals: PageSequence["numerals"];
}

/** Nothing is drawn on the pages (PDF-16). */
export function lowerImport(of: PdfImport, { src, destination, start, numerals }: ImportPlace, cx: LowerContext): PageSequence {
  const pages = cx.pictures.imported(of);
  const { width, height } = pages.sheets[0]!;
  const master = { width, height, body: onBothSides({ x: 0, y: 0, width, height }), furniture: [], rightPages: "odd" as const };
  const named = destination === null ? null : cx.place.named(destination);
  return { src, master, start, numerals, streams: [], imported: { ...pages, id: cx.id(), src: at(src, "import"), destination: named } };
}
