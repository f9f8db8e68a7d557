/** A display list to one PNG file a page, through its SVG. */
import type { Blobs, IrDocument } from "../../ir/ir.js";
import { renderSvg } from "../svg/svg.js";

/**
 * Draws a page's SVG file as a PNG file on white paper. `zoom` is in pixels for each CSS pixel (1/96 inch), `page` the page's index from 0, for
 * errors.
 */
export type DrawPage = (svg: string, zoom: number, page: number) => Promise<Uint8Array>;

/**
 * One PNG file a page. The scale is exact, so a page's last row and column of pixels may be partly paper.
 * @param dpi pixels an inch
 * @throws what `draw` throws
 */
export async function renderPng(doc: IrDocument, blobs: Blobs, dpi: number, draw: DrawPage): Promise<readonly Uint8Array[]> {
  const pages: Uint8Array[] = [];
  for (const [i, svg] of renderSvg(doc, blobs).entries()) pages.push(await draw(svg, dpi / 96, i));
  return pages;
}
