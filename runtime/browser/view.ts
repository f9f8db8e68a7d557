import { renderTags } from "../../backends/text/tags.js";
import { svgPages } from "../../backends/svg/svg.js";
import { fail, type Problem } from "../../compiler/core/fail.js";
import { pointerOf, ROOT, srcOf } from "../../compiler/core/src.js";
import type { OutlineItem } from "../../ir/ir.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { Displayed } from "../engine/renderer.js";
import { picturesOf } from "../views/views.js";
import type { BrowserEngine } from "./engine.js";
import { readings, type Reading } from "./reading.js";

export interface View {
  /** of this document, for `part`, until the next `view` of the instance */
  readonly id: number;
  /** sizes in points */
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  /** elements of each page, in reading order */
  readonly readings: readonly (readonly Reading[])[];
  readonly outline: readonly { readonly title: string; readonly level: number }[];
  /** PostScript names of the faces */
  readonly fonts: readonly string[];
}

/**
 * A part of a view: `svg` of a page, whose marks have `data-path`, the JSON Pointer of their origin in the request; `list`, ops of a page as
 * JSON; `structure`, the tree as `platen text --tags` prints it.
 */
export interface ViewPart {
  readonly id: number;
  readonly part: "svg" | "list" | "structure";
  /** index from 0; of `svg` and `list` */
  readonly page?: number;
}

interface Last extends Displayed {
  readonly id: number;
}
const lasts = new WeakMap<BrowserEngine, Last>();

/** View and PDF are absent if the request has errors. All are of one compilation. */
export interface Viewed {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly view: View | null;
  readonly pdf: Uint8Array | null;
}

export async function view(
  engine: BrowserEngine,
  body: Uint8Array | object,
  options: RenderOptions & { readonly warnings?: boolean },
): Promise<Viewed> {
  const { errors, warnings, made } = await engine.displayed(body, options);
  if (!made) return { errors, warnings, view: null, pdf: null };
  const { doc, blobs, pdf } = made;
  const id = (lasts.get(engine)?.id ?? 0) + 1;
  lasts.set(engine, { doc, blobs, id });
  const shown = {
    id,
    pages: doc.pages.map(({ width, height }) => ({ width, height })),
    readings: readings(doc),
    outline: flat(doc.outline, 1),
    fonts: doc.resources.fonts.map((font) => font.name),
  };
  return { errors, warnings, view: shown, pdf };
}

/** @throws RenderError API-900 after another view, API-506 if a page of a PDF file cannot be drawn */
export async function viewPart(engine: BrowserEngine, { id, part, page = 0 }: ViewPart): Promise<string> {
  const last = lasts.get(engine);
  if (last?.id !== id) return fail("API-900", "browser-view", ROOT, "the view is not the last one of this instance");
  const { doc, blobs } = last;
  if (part === "structure") return renderTags(doc);
  const shown = doc.pages[page];
  if (!shown) return "";
  if (part === "list") return JSON.stringify(shown, null, 1);
  const placeOf = (source: number): string => pointerOf(srcOf(doc.sources[source] ?? ""));
  const chosen = { ...doc, pages: [shown] };
  const pictures = await picturesOf(engine, { doc: chosen, blobs }, {});
  await pictures?.prepare(shown);
  return [...svgPages(chosen, blobs, engine.harfbuzz, { placeOf, pictures })][0] ?? "";
}

const flat = (items: readonly OutlineItem[], level: number): View["outline"] =>
  items.flatMap(({ title, children }) => [{ title, level }, ...flat(children, level + 1)]);
