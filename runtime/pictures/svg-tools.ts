// SVG by resvg, the same in Node and in browsers.
import { PictureFault } from "../../compiler/picture/fault.js";
import type { PictureTools } from "../../compiler/core/world.js";
import { ResvgError, ResvgRunner, type ResvgProgram, type ResvgTree } from "./resvg.js";

/** Memory of an instance, MiB, and the size above which it is replaced after use. */
const LIMITS = { maximum: 256, replaced: 96 };

interface SvgTools extends Pick<PictureTools, "normalizeSvg" | "svgLoading" | "renderSvg"> {
  release(): void;
}

/** @param load the program with at most `maximum` MiB of wasm memory */
export function svgTools(load: (maximum: number) => Promise<ResvgProgram>): SvgTools {
  const resvg = new ResvgRunner(LIMITS, load);
  const withSvg = <T>(svg: string, options: Parameters<ResvgRunner["run"]>[1], use: (tree: ResvgTree) => T): T => {
    try {
      return resvg.run(svg, options, use);
    } catch (e) {
      throw e instanceof ResvgError ? new PictureFault("svg", `the SVG file cannot be read: ${e.message}`) : e;
    }
  };
  return {
    async normalizeSvg(svg) {
      for (let wait; (wait = resvg.loading());) await wait;
      return withSvg(svg, {}, (tree) => tree.toString());
    },
    svgLoading: () => resvg.loading(),
    renderSvg: (svg, width) =>
      withSvg(svg, { fitTo: { mode: "width", value: width } }, (tree) => {
        const image = tree.render();
        try {
          return { width: image.width, height: image.height, data: unmultiplied(image.pixels) };
        } finally {
          image.free();
        }
      }),
    release: () => resvg.release(),
  };
}

/** Straight alpha, from resvg's premultiplied alpha. */
function unmultiplied(pixels: Uint8Array): Uint8Array {
  for (let i = 0; i < pixels.length; i += 4) {
    const a = pixels[i + 3]!;
    if (a === 0 || a === 255) continue;
    for (let c = 0; c < 3; c++) pixels[i + c] = Math.min(255, Math.round((pixels[i + c]! * 255) / a));
  }
  return pixels;
}
