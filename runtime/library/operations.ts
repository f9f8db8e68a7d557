// Operations of the command line and the library on an engine.
import { collect, compile } from "../../compiler/compile.js";
import { fail, RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import type { Template } from "../../compiler/template/template.js";
import { inTurns } from "../../compiler/turns.js";
import type { Blobs, IrDocument, Page } from "../../ir/ir.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { pageIndices } from "./options.js";

/** A display list, and the bytes that it names. */
export interface Displayed {
  readonly doc: IrDocument;
  readonly blobs: Blobs;
}

/** @throws RenderError */
export async function displayList(engine: Engine, body: Uint8Array | object, options: RenderOptions): Promise<Displayed> {
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
export async function svg(engine: Engine, body: Uint8Array | object, options: RenderOptions, ranges?: string): Promise<string[]> {
  const { svgPages } = await import("../../backends/svg/svg.js");
  const { doc, blobs } = await displayList(engine, body, options);
  const indices = pageIndices(ranges, doc.pages.length);
  const made: string[] = [];
  function* written(): Generator<null, void> {
    for (const page of svgPages({ ...doc, pages: indices.map((i) => doc.pages[i]!) }, blobs)) {
      made.push(page);
      options.onPage?.(made.length, indices.length);
      yield null;
    }
  }
  await inTurns(written(), options.turn);
  return made;
}

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
  const draw: typeof drawPage = async (page, zoom, i) => {
    await options.turn?.();
    const made = await drawPage(page, zoom, indices[i]!);
    options.onPage?.(i + 1, indices.length);
    return made;
  };
  return [...(await renderPng({ ...doc, pages: indices.map((i) => doc.pages[i]!) }, blobs, dpi, draw))];
}

/** Text in reading order, as `platen text` prints it. @throws RenderError */
export async function text(
  engine: Engine,
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

/** Records through a template. @param source JSON, or a value @throws RenderError */
export async function templateRender(
  engine: Engine,
  source: unknown,
  records: (template: Template) => readonly unknown[] | Promise<readonly unknown[]>,
  options: RenderOptions = {},
): Promise<Rendered> {
  options.entering?.("decode");
  const [{ parseTemplate }, { renderRecords }] = await Promise.all([
    import("../../compiler/template/template.js"),
    import("../engine/template-render.js"),
  ]);
  const parsed = parseTemplate(source);
  if ("problems" in parsed) throw new RenderError(parsed.problems[0]!);
  return renderRecords(engine, parsed.template, await records(parsed.template), options);
}

/** A built-in template. @throws RenderError */
export async function builtInTemplate(id: string): Promise<Uint8Array> {
  const { builtIn, builtInIds } = await import("../owner/templates.js");
  const source = builtIn(id);
  if (source) return source;
  const text = `there is no template ${JSON.stringify(id.slice(0, 100))}; the package has ${builtInIds().join(", ")}`;
  return fail("API-002", "template-unknown", at(ROOT, "template"), text);
}
