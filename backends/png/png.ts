/** PNG backend: one file per page, drawn from its SVG. */
import type { Blobs, IrDocument } from "../../ir/ir.js";
import { svgPages, type PagePictures } from "../svg/svg.js";

/** Draws a page on white. `zoom`: pixels per CSS pixel (1/96 inch); `page`: index from 0, for errors */
export type DrawPage = (svg: string, zoom: number, page: number) => Promise<Uint8Array>;

export interface PngHow {
  /** pixels per inch */
  readonly dpi: number;
  /** harfbuzz.wasm of harfbuzzjs */
  readonly harfbuzz: WebAssembly.Module;
  /** absent for documents without pages of PDF files */
  readonly pictures?: PagePictures | null;
}

/** The scale is exact: the last row and column of pixels may be partly covered. @throws errors of `draw` */
export async function renderPng(
  doc: IrDocument,
  blobs: Blobs,
  { dpi, harfbuzz, pictures = null }: PngHow,
  draw: DrawPage,
): Promise<readonly Uint8Array[]> {
  const written = svgPages(doc, blobs, harfbuzz, { pictures });
  const pages: Uint8Array[] = [];
  for (const [i, page] of doc.pages.entries()) {
    await pictures?.prepare(page);
    const svg = written.next();
    if (!svg.done) pages.push(await draw(svg.value, dpi / 96, i));
  }
  return pages;
}
