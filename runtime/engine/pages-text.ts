import { collect, compile } from "../../compiler/compile.js";
import { inTurns } from "../../compiler/turns.js";
import type { Page } from "../../ir/ir.js";
import type { Engine } from "./engine.js";
import { renderOptions, type RenderOptions } from "./render-options.js";

interface PagesText {
  readonly text: string;
  /** false with imported pages, whose text is not part of it */
  readonly isWhole: boolean;
}

/** @throws RenderError */
export async function pagesText(engine: Engine, request: object, given: RenderOptions): Promise<PagesText> {
  const options = { ...renderOptions(given), structure: true };
  const compiled = await compile(request, engine.world(options), options);
  const pages: Page[] = [];
  function* painted(): Generator<null, void> {
    for (const page of compiled.steps()) {
      if (page) {
        pages.push(page);
        // a page takes memory as a picture does, and is not progress of the document
        options.onPicture();
      }
      yield null;
    }
  }
  await inTurns(painted(), options.turn);
  const { renderText } = await import("../../backends/text/text.js");
  const doc = collect({ ...compiled, pages: () => pages });
  return { text: renderText(doc, { artifacts: true }), isWhole: pages.every((page) => page.imported === undefined) };
}
