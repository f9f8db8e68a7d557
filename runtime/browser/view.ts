// Pages with marks that name their elements, and the rest of a display list, for editors.
import { renderTags } from "../../backends/text/tags.js";
import { renderText } from "../../backends/text/text.js";
import { svgPages } from "../../backends/svg/svg.js";
import { pointerOf, srcOf } from "../../compiler/core/src.js";
import { inTurns } from "../../compiler/turns.js";
import type { OutlineItem } from "../../ir/ir.js";
import type { RenderOptions } from "../engine/render-options.js";
import { drawable } from "../library/drawable.js";
import { displayList } from "../library/operations.js";
import { pageIndices } from "../library/options.js";
import type { BrowserEngine } from "./engine.js";

/** A document as an editor shows it. */
export interface View {
  /** sizes in points */
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  /** SVG of the asked pages by index; each mark has `data-path`, the JSON Pointer of its origin in the request */
  readonly svg: Readonly<Record<number, string>>;
  /** text of the asked pages by index, in reading order */
  readonly text: Readonly<Record<number, string>>;
  /** structure tree, as `platen text --tags` prints it */
  readonly structure: string;
  readonly outline: readonly { readonly title: string; readonly level: number }[];
  /** PostScript names of the faces */
  readonly fonts: readonly string[];
}

/** @throws RenderError; TypeError for pages that the document does not have */
export async function view(engine: BrowserEngine, body: Uint8Array | object, options: RenderOptions, ranges?: string): Promise<View> {
  const { doc, blobs } = await displayList(engine, body, { ...options, structure: true });
  const indices = pageIndices(ranges, doc.pages.length);
  const placeOf = (source: number): string => pointerOf(srcOf(doc.sources[source] ?? ""));
  const svg: Record<number, string> = {};
  const text: Record<number, string> = {};
  function* written(): Generator<null, void> {
    let n = 0;
    for (const page of svgPages(drawable({ ...doc, pages: indices.map((i) => doc.pages[i]!) }), blobs, engine.harfbuzz, placeOf)) {
      const index = indices[n++]!;
      svg[index] = page;
      text[index] = renderText({ ...doc, pages: [doc.pages[index]!] }, { artifacts: true });
      options.onPage?.(n, indices.length);
      yield null;
    }
  }
  await inTurns(written(), options.turn);
  return {
    pages: doc.pages.map(({ width, height }) => ({ width, height })),
    svg,
    text,
    structure: renderTags(doc),
    outline: flat(doc.outline, 1),
    fonts: doc.resources.fonts.map((font) => font.name),
  };
}

const flat = (items: readonly OutlineItem[], level: number): View["outline"] =>
  items.flatMap(({ title, children }) => [{ title, level }, ...flat(children, level + 1)]);
