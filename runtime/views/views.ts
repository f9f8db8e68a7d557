import { collect, compile } from "../../compiler/compile.js";
import { TURN_PAGES } from "../../compiler/compile-options.js";
import { inTurns } from "../../compiler/turns.js";
import type { PagePictures } from "../../backends/svg/svg.js";
import type { Page } from "../../ir/ir.js";
import type { Protection } from "../../ir/protection.js";
import type { Displayed, Renderer } from "../engine/renderer.js";
import type { RenderOptions } from "../engine/render-options.js";
import { pageIndices } from "./page-ranges.js";

/** @throws RenderError */
export async function displayList(
  engine: Renderer,
  body: Uint8Array | object,
  options: RenderOptions,
): Promise<Displayed & { readonly protection: Protection | null }> {
  const compiled = await compile(body, engine.world(options), options);
  const pages: Page[] = [];
  function* painted(): Generator<null, void> {
    for (const page of compiled.steps()) {
      if (page) pages.push(page);
      yield null;
    }
  }
  await inTurns(painted(), options.turn);
  return {
    doc: collect({ ...compiled, pages: () => pages }),
    blobs: engine.blobsOf(compiled, options.fonts),
    protection: compiled.protection,
  };
}

/** Pixels per inch of pages of PDF files in SVG (PDF-35). */
const SVG_DPI = 200;

/**
 * Drawing of pages of PDF files on pages that are written as SVG, or as PNG of this resolution; null without.
 * @throws RenderError API-506 with the first element that shows one, if it cannot be drawn
 */
export async function picturesOf(
  engine: Renderer,
  displayed: Displayed,
  { limits }: RenderOptions,
  dpi?: number,
): Promise<PagePictures | null> {
  if (!displayed.doc.resources.pdfs) return null;
  const { pagePictures } = await import("./page-pictures.js");
  const resolution = dpi === undefined ? { whole: SVG_DPI, picture: SVG_DPI } : { whole: dpi, picture: 2 * dpi };
  return pagePictures(engine, displayed, resolution, limits);
}

/** Draws pages of ranges. @throws RenderError; TypeError for pages that the document lacks */
export async function svg(engine: Renderer, body: Uint8Array | object, options: RenderOptions, ranges?: string): Promise<string[]> {
  const { svgPages } = await import("../../backends/svg/svg.js");
  const { doc, blobs } = await displayList(engine, body, options);
  const indices = pageIndices(ranges, doc.pages.length);
  const chosen = { ...doc, pages: indices.map((i) => doc.pages[i]!) };
  const pictures = await picturesOf(engine, { doc: chosen, blobs }, options);
  const made: string[] = [];
  const written = svgPages(chosen, blobs, engine.harfbuzz, { pictures });
  for (const page of chosen.pages) {
    if (pictures) await pictures.prepare(page);
    made.push(written.next().value ?? "");
    options.onPage?.(made.length, indices.length);
    if (made.length % TURN_PAGES === 0) await options.turn?.();
  }
  return made;
}

/** Text in reading order, as `platen text` prints it. @throws RenderError */
export async function text(
  engine: Renderer,
  body: Uint8Array | object,
  options: RenderOptions,
  { artifacts = false, tags = false }: { readonly artifacts?: boolean | undefined; readonly tags?: boolean | undefined } = {},
): Promise<string> {
  const { doc } = await displayList(engine, body, options);
  const [{ renderTags }, { renderText }] = await Promise.all([
    import("../../backends/text/tags.js"),
    import("../../backends/text/text.js"),
  ]);
  const count = doc.pages.length;
  for (let page = 1; page <= count; page++) options.onPage?.(page, count);
  return tags ? renderTags(doc) : renderText(doc, { artifacts });
}
