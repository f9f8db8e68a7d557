import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderText } from "../../backends/text/text.js";
import { collect } from "../../compiler/compile.js";
import { compileNow } from "../support/at-once.js";
import { Engine } from "../../runtime/engine/engine.js";
import { runs } from "../support/runs.js";

/* Divided only by forced breaks or its frame's height, without loss. */

const engine = new Engine();
const paragraph = (text: string): object => ({ type: "paragraph", inlines: text === "" ? [] : [{ type: "text", text }] });
const BREAK = { type: "page_break" };
const text = (blocks: readonly object[], frame?: object): object => ({ type: "text", ...(frame ? { frame } : {}), content: { blocks } });
const kept = (element: object): object => ({ type: "block", pagination: { keep_together: true }, element });

function pagesOf(...content: readonly object[]): readonly string[] {
  const request = {
    flow_document: { page_masters: { one: { width: 70, height: 50 } }, segments: [{ page_master: "one", content }] },
  };
  const compiled = collect(compileNow(request, engine.world()));
  return compiled.pages.map((page) =>
    renderText({ ...compiled, pages: [page] })
      .replace(/\s+/g, " ")
      .trim(),
  );
}

describe("a text that is kept together", () => {
  test("with a page break in it is on two pages", () => {
    expect(pagesOf(kept(text([paragraph(""), BREAK, paragraph("")])))).toEqual(["", ""]);
    expect(pagesOf(kept(text([paragraph("one"), BREAK, paragraph("two")])))).toEqual(["one", "two"]);
  });

  test("moves to the next page where what is before its page break has no room", () => {
    const block = { type: "block", element: text(Array.from({ length: 7 }, (_, i) => paragraph(`line${i}`))) };
    const [first, second, third] = pagesOf(block, kept(text([...["a", "b", "c", "d"].map(paragraph), BREAK, paragraph("e")])));
    expect([first!.includes("a"), second, third]).toEqual([false, "a b c d", "e"]);
  });

  test("in a frame that goes on in the next region begins where it is", () => {
    const pages = pagesOf(
      { type: "block", element: text([paragraph("before")]) },
      kept(text([paragraph("word ".repeat(60))], { height: 15, overflow: "paginate" })),
    );
    expect(pages[0]).toMatch(/^before word/);
    expect(pages.join(" ").split(" ").length).toBe(61);
  });

  test("is shown whole, whatever its frame and its breaks are", () => {
    const words = fc.nat(40).map((n) => "word ".repeat(n).trim());
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 4 }),
        fc.record({
          columns: fc.integer({ min: 1, max: 3 }),
          overflow: fc.constantFrom("visible", "paginate"),
          height: fc.option(fc.integer({ min: 8, max: 40 }), { nil: undefined }),
        }),
        fc.boolean(),
        (texts, { columns, overflow, height }, breaks) => {
          const blocks = texts.flatMap((t, i) => (breaks && i > 0 ? [BREAK, paragraph(t)] : [paragraph(t)]));
          const high = height === undefined || (breaks && texts.length > 1) || overflow === "visible" ? {} : { height };
          const pages = pagesOf(kept(text(blocks, { columns, overflow, ...high })));
          expect(pages.join(" ").split(" ").filter(Boolean).length).toBe(texts.join(" ").split(" ").filter(Boolean).length);
          if (breaks) expect(pages.length).toBeGreaterThanOrEqual(texts.length);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
