import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { Displayed, Renderer } from "../engine/renderer.js";
import { checkPixels } from "../pictures/page-size.js";
import { displayList, picturesOf } from "./views.js";
import { pageIndices } from "./page-ranges.js";

interface PngPages {
  readonly dpi?: number | undefined;
  readonly pages?: string | undefined;
  /** name of the caller's parameter of the resolution */
  readonly named?: string;
  /** pixels of a page; absent: what resvg has room for */
  readonly mostPixels?: number | undefined;
}

/** PNG of pages, by ranges. @throws as `svg`; PagePixelsError */
export async function png(
  engine: Engine,
  body: Uint8Array | object,
  options: RenderOptions,
  { dpi = 144, pages: ranges, named = "dpi", mostPixels: most }: PngPages = {},
): Promise<Uint8Array[]> {
  const [{ renderPng }, { drawPage }] = await Promise.all([import("../../backends/png/png.js"), import("../pictures/page-pixels.js")]);
  const { doc, blobs } = await displayList(engine, body, options);
  const indices = pageIndices(ranges, doc.pages.length);
  const chosen = { ...doc, pages: indices.map((i) => doc.pages[i]!) };
  checkPixels(chosen.pages, indices, { dpi, named, most });
  const pictures = await picturesOf(engine, { doc: chosen, blobs }, options, dpi);
  const draw: typeof drawPage = async (page, zoom, i) => {
    await options.turn?.();
    const made = await drawPage(page, zoom, indices[i]!);
    options.onPage?.(i + 1, indices.length);
    return made;
  };
  return [...(await renderPng(chosen, blobs, { dpi, harfbuzz: engine.harfbuzz, pictures }, draw))];
}

/** PNG of one page of a display list. @param index from 0 @throws as `svg`; PagePixelsError */
export async function pagePng(
  engine: Renderer,
  { doc, blobs }: Displayed,
  index: number,
  dpi: number,
  options: RenderOptions,
): Promise<Uint8Array> {
  const [{ renderPng }, { drawPage }] = await Promise.all([import("../../backends/png/png.js"), import("../pictures/page-pixels.js")]);
  const chosen = { ...doc, pages: [doc.pages[index]!] };
  const pictures = await picturesOf(engine, { doc: chosen, blobs }, options, dpi);
  const draw: typeof drawPage = (svg, zoom) => drawPage(svg, zoom, index);
  const pages = await renderPng(chosen, blobs, { dpi, harfbuzz: engine.harfbuzz, pictures }, draw);
  return pages[0]!;
}

/** Resolution at which a page has as many pixels across: a partly covered pixel counts, so it is just less. */
export const dpiOfWidth = (pixels: number, points: number): number => (72 * (pixels - 0.01)) / points;
