/** PNG backend: one file per page, drawn from its SVG. */
import type { Blobs, IrDocument } from "../../ir/ir.js";
import { renderSvg } from "../svg/svg.js";

/** Rasterizes an SVG page to PNG on white. `zoom` is pixels per CSS pixel (1/96 inch); `page` is the page index from 0, for errors. */
export type DrawPage = (svg: string, zoom: number, page: number) => Promise<Uint8Array>;

export interface PngHow {
  /** pixels per inch */
  readonly dpi: number;
  /** harfbuzz.wasm of harfbuzzjs */
  readonly harfbuzz: WebAssembly.Module;
}

/**
 * Renders one PNG file per page. The scale is exact: the last row and column of pixels may be partly covered.
 * @throws errors of `draw`
 */
export async function renderPng(doc: IrDocument, blobs: Blobs, { dpi, harfbuzz }: PngHow, draw: DrawPage): Promise<readonly Uint8Array[]> {
  const pages: Uint8Array[] = [];
  for (const [i, svg] of renderSvg(doc, blobs, harfbuzz).entries()) pages.push(await draw(svg, dpi / 96, i));
  return pages;
}
