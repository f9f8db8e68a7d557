/** A page's SVG to a PNG file, by the resvg that reads SVG pictures, with a memory limit of its own. */
import { ResvgError, ResvgRunner } from "./resvg.js";

/** In MiB. Drawing takes 4 bytes a pixel, encoding as many again: about 250 megapixels, A4 at 1200 dpi and A3 at 1000. */
const MAXIMUM = 2047;

const resvg = new ResvgRunner({ maximum: MAXIMUM, replaced: MAXIMUM });

/** A page has too many pixels to be drawn, or needs too much memory. The message names the page from 1. */
export class PagePixelsError extends Error {}

/**
 * A page's SVG file as a PNG file on white paper.
 * @param zoom pixels for each CSS pixel (1/96 inch)
 * @param page the page's index from 0, for errors
 * @throws PagePixelsError where resvg cannot draw it in the memory that it may use
 */
export async function drawPage(svg: string, zoom: number, page: number): Promise<Uint8Array> {
  for (let wait; (wait = resvg.loading());) await wait;
  try {
    return resvg.run(svg, { fitTo: { mode: "zoom", value: zoom }, background: "#ffffff" }, (tree) => {
      const image = tree.render();
      try {
        return image.asPng();
      } finally {
        image.free();
      }
    });
  } catch (e) {
    if (!(e instanceof ResvgError)) throw e;
    throw new PagePixelsError(`page ${page + 1} cannot be drawn in the ${MAXIMUM} MB that a PNG may take; a lower --dpi takes less`);
  }
}
