// Operations of the command line, the library and the browser's library on a renderer.
import { collect, compile } from "../../compiler/compile.js";
import { inTurns } from "../../compiler/turns.js";
import type { Blobs, IrDocument, Page } from "../../ir/ir.js";
import type { Renderer } from "../engine/renderer.js";
import type { RenderOptions } from "../engine/render-options.js";
import { drawable } from "./drawable.js";
import { pageIndices } from "./options.js";

/** A display list, and the bytes that it names. */
export interface Displayed {
  readonly doc: IrDocument;
  readonly blobs: Blobs;
}

/** @throws RenderError */
export async function displayList(engine: Renderer, body: Uint8Array | object, options: RenderOptions): Promise<Displayed> {
  const compiled = await compile(body, engine.world(options), options);
  const pages: Page[] = [];
  function* painted(): Generator<null, void> {
    for (const page of compiled.steps()) {
      if (page) pages.push(page);
      yield null;
    }
  }
  await inTurns(painted(), options.turn);
  return { doc: collect({ head: compiled.head, pages: () => pages }), blobs: engine.blobsOf(compiled) };
}

/** SVG of pages, by ranges. @throws RenderError; TypeError for pages that the document does not have */
export async function svg(engine: Renderer, body: Uint8Array | object, options: RenderOptions, ranges?: string): Promise<string[]> {
  const { svgPages } = await import("../../backends/svg/svg.js");
  const { doc, blobs } = await displayList(engine, body, options);
  const indices = pageIndices(ranges, doc.pages.length);
  const made: string[] = [];
  function* written(): Generator<null, void> {
    for (const page of svgPages(drawable({ ...doc, pages: indices.map((i) => doc.pages[i]!) }), blobs, engine.harfbuzz)) {
      made.push(page);
      options.onPage?.(made.length, indices.length);
      yield null;
    }
  }
  await inTurns(written(), options.turn);
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
