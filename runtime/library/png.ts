import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { displayList, picturesOf } from "./operations.js";
import { pageIndices } from "./options.js";

/** PNG of pages, by ranges. @throws as `svg`; PagePixelsError */
export async function png(
  engine: Engine,
  body: Uint8Array | object,
  options: RenderOptions,
  { dpi = 144, pages: ranges }: { readonly dpi?: number | undefined; readonly pages?: string | undefined } = {},
): Promise<Uint8Array[]> {
  const [{ renderPng }, { drawPage }] = await Promise.all([import("../../backends/png/png.js"), import("../pictures/page-pixels.js")]);
  const { doc, blobs } = await displayList(engine, body, options);
  const indices = pageIndices(ranges, doc.pages.length);
  const chosen = { ...doc, pages: indices.map((i) => doc.pages[i]!) };
  const pictures = await picturesOf(engine, { doc: chosen, blobs }, options, dpi);
  const draw: typeof drawPage = async (page, zoom, i) => {
    await options.turn?.();
    const made = await drawPage(page, zoom, indices[i]!);
    options.onPage?.(i + 1, indices.length);
    return made;
  };
  return [...(await renderPng(chosen, blobs, { dpi, harfbuzz: engine.harfbuzz, pictures }, draw))];
}
