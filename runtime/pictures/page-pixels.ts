/** Rasterizes by resvg, with a separate memory limit. */
import { PagePixelsError } from "./page-size.js";
import { ResvgError, ResvgRunner } from "./resvg.js";
import { resvgProgram } from "./resvg-program.js";

/** MiB */
const MAXIMUM = 2047;

const resvg = new ResvgRunner({ maximum: MAXIMUM, replaced: MAXIMUM }, resvgProgram);

/**
 * Draws a page on white. @param zoom pixels per CSS pixel (1/96 inch) @param page index from 0, for errors @throws PagePixelsError if resvg exceeds
 * its memory limit
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
    throw new PagePixelsError(`page ${page + 1} cannot be drawn in the ${MAXIMUM} MB that a PNG may take; a lower resolution takes less`);
  }
}
