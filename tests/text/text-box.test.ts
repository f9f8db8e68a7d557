import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { page, text } from "../support/page.js";
import { rendered } from "../support/pdf.js";
import { haveMutool, havePoppler } from "../support/readers.js";
import { wordsOf, type Word } from "../support/words.js";

/*
 * Places of texts on the page, as poppler reads them (decisions §1, Text without a width; decisions §1, Shrink to fit). Lengths are
 * millimetres.
 */
const read = (elements: object | readonly object[], settings: object = {}): readonly Word[] =>
  wordsOf(rendered(page(elements, { settings }))).flat();

function linesOf(found: readonly Word[]): readonly { readonly left: number; readonly right: number; readonly top: number }[] {
  const out: { left: number; right: number; top: number }[] = [];
  for (const w of [...found].sort((a, b) => a.bottom - b.bottom)) {
    const line = out.find((l) => Math.abs(l.top - w.top) < 1);
    if (line) Object.assign(line, { left: Math.min(line.left, w.left), right: Math.max(line.right, w.right) });
    else out.push({ left: w.left, right: w.right, top: w.top });
  }
  return out;
}

function frameOf(pdf: string): { readonly left: number; readonly right: number } {
  const { stdout } = spawnSync("mutool", ["trace", pdf], { encoding: "utf8" });
  const fill = /<fill_path[^>]*transform="([^"]*)"[^>]*>(.*?)<\/fill_path>/s.exec(stdout)!;
  const [a, , , , e] = fill[1]!.split(" ").map(Number) as [number, number, number, number, number];
  const xs = [...fill[2]!.matchAll(/ x="([^"]*)"/g)].map(([, x]) => ((a * Number(x) + e) * 25.4) / 72);
  return { left: Math.min(...xs), right: Math.max(...xs) };
}

const LONG = "Several words that go on and on until they have to go on in a line below the first one";
const SAYS = { Latin: "One line", Hebrew: "שורה אחת", Arabic: "سطر واحد" };

describe.skipIf(!havePoppler)("a text without a width", () => {
  test.each(["left", "center", "right", "justify", undefined])("stands with its left edge at `left`, aligned %s", (text_align) => {
    for (const content of Object.values(SAYS)) {
      for (const direction of ["auto", "ltr", "rtl"]) {
        const found = read(text(content, { layout: { left: 30, top: 10 }, style: { text_align, direction } }));
        expect(Math.min(...found.map((w) => w.left))).toBeCloseTo(30, 0);
      }
    }
  });

  test("is as wide as its longest line, in which the others are aligned", () => {
    for (const [text_align, edge] of [
      ["left", 0],
      ["center", 0.5],
      ["right", 1],
    ] as const) {
      const content = "A line\nand one that is longer\nshort";
      const lines = linesOf(read(text(content, { layout: { left: 20, top: 10 }, style: { text_align } })));
      expect(lines).toHaveLength(3);
      expect(lines[1]!.left).toBeCloseTo(20, 1);
      const at = (l: { left: number; right: number }): number => l.left + edge * (l.right - l.left);
      for (const line of lines) expect(at(line)).toBeCloseTo(at(lines[1]!), 1);
    }
  });

  test("wraps at the content's right edge, whichever side it is aligned to", () => {
    const page_margin = { top: 5, right: 25, bottom: 5, left: 5 };
    for (const text_align of ["left", "center", "right", "justify"]) {
      for (const direction of ["ltr", "rtl"]) {
        const element = text(LONG, { layout: { left: 20, top: 10 }, style: { text_align, direction } });
        const lines = linesOf(read(element, { layout: { page_margin } }));
        expect(lines.length).toBeGreaterThan(2);
        const [left, right] = [Math.min(...lines.map((l) => l.left)), Math.max(...lines.map((l) => l.right))];
        expect(left).toBeCloseTo(25, 1);
        expect(right).toBeLessThanOrEqual(75.01);
        expect(right).toBeGreaterThan(60);
      }
    }
  });

  test("is measured by its own bounds in a line of a container, and stands where the container puts it", () => {
    const container = (cross_align: string): object => ({
      type: "container",
      layout: { left: 10, top: 10, children: { mode: "linear", axis: "vertical", cross_align } },
      width: 60,
      height: 30,
      elements: [{ type: "text", content: SAYS.Hebrew, style: { text_align: "right" } }],
    });
    const at = (cross: string): { left: number; right: number } => linesOf(read(container(cross)))[0]!;
    expect(at("start").left).toBeCloseTo(10, 1);
    expect(at("end").right).toBeCloseTo(70, 1);
    expect((at("center").left + at("center").right) / 2).toBeCloseTo(40, 1);
  });

  test.skipIf(!haveMutool)("has its frame and its link around its lines", () => {
    const blocks = [{ type: "paragraph", inlines: [{ type: "text", text: "A paragraph" }], style: { align: "right" } }];
    for (const columns of [1, 2]) {
      const frame = { fill: { color: "#FFFF00" }, padding: { left: 2, right: 3 }, columns, column_gap: 4 };
      const link = { target: { type: "url", url: "https://a.example/" } };
      const pdf = rendered(page(text({ blocks }, { layout: { left: 30, top: 10 }, frame, link })));
      const [line] = linesOf(wordsOf(pdf).flat());
      const box = frameOf(pdf);
      const wide = line!.right - line!.left;
      expect(box.left).toBeCloseTo(30, 1);
      expect(box.right).toBeCloseTo(30 + 5 + columns * wide + (columns - 1) * 4, 1);
      expect(line!.left).toBeCloseTo(32, 1);
    }
  });

  test("goes on to the content's edge before an ellipsis or a clip cuts it", () => {
    for (const text_align of ["left", "right"]) {
      for (const text_overflow of ["ellipsis", "clip"]) {
        const style = { text_align, text_overflow, wrap_policy: "no_wrap" };
        const [line] = linesOf(read(text(LONG, { layout: { left: 20, top: 10 }, style })));
        if (text_overflow === "ellipsis") expect([line!.left, line!.right].map(Math.round)).toEqual([20, expect.closeTo(100, -1)]);
        const short = linesOf(read(text(SAYS.Latin, { layout: { left: 20, top: 10 }, style })));
        expect(short[0]!.left).toBeCloseTo(20, 1);
      }
      const low = { text_align, text_overflow: "ellipsis", height: 6 };
      const found = read(text("One line\nand more", { layout: { left: 20, top: 10 }, style: low }));
      expect(found.map((w) => w.text).join(" ")).toBe("One line…");
      expect(found[0]!.left).toBeCloseTo(20, 1);
    }
  });

  test("turns about the middle of its lines", () => {
    const middle = (rotation: number): number => {
      const found = read(text(SAYS.Arabic, { layout: { left: 30, top: 40 }, rotation }));
      return (Math.min(...found.map((w) => w.left)) + Math.max(...found.map((w) => w.right))) / 2;
    };
    expect(middle(180)).toBeCloseTo(middle(0), 1);
  });
});

describe.skipIf(!havePoppler)("shrink_to_fit", () => {
  const boxed = (content: string, style: object): readonly Word[] =>
    read(text(content, { style: { font_size: 20, shrink_to_fit: true, ...style } }));

  test("shrinks until no word is broken inside", () => {
    const found = boxed("Donaudampfschifffahrtsgesellschaft", { width: 40, height: 50 });
    expect(found.map((w) => w.text)).toEqual(["Donaudampfschifffahrtsgesellschaft"]);
    expect(found[0]!.right - found[0]!.left).toBeGreaterThan(39.5);
    expect(boxed("A heading of extraordinarily long words", { width: 25, height: 60 }).map((w) => w.text)).toEqual(
      "A heading of extraordinarily long words".split(" "),
    );
  });

  test("breaks words only at the least size", () => {
    const found = boxed("Donaudampfschifffahrtsgesellschaft", { width: 20, height: 50, min_font_size: 12 });
    expect(found.length).toBeGreaterThan(1);
    expect(found.map((w) => w.text).join("")).toBe("Donaudampfschifffahrtsgesellschaft");
    const sizes = found.map((w) => ((w.bottom - w.top) * 72) / 25.4);
    for (const size of sizes) expect(size / (1.069 + 0.293)).toBeCloseTo(12, 0);
  });

  test("breaks where the text allows it, rather than shrink", () => {
    expect(linesOf(boxed("well-known", { width: 25, height: 60 }))).toHaveLength(2);
    expect(linesOf(boxed("漢字漢字漢字", { width: 25, height: 60 })).length).toBeGreaterThan(1);
    expect(linesOf(boxed("extra\u00adordinary", { width: 25, height: 60 }))).toHaveLength(2);
  });
});

describe.skipIf(!havePoppler)("columns with more lines than they have room for", () => {
  test.each(["top", "middle", "bottom"])("begin at the upper edge of the frame with vertical_align %s", (vertical_align) => {
    const content = { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: LONG }] }] };
    const frame = { width: 50, height: 12, columns: 2, column_gap: 2, vertical_align };
    const found = read({ type: "text", layout: { left: 10, top: 30 }, frame, content });
    const first = found.find((w) => w.text === "Several")!;
    expect(first.top).toBeGreaterThan(29.5);
    expect(first.bottom).toBeLessThan(36);
    expect(Math.max(...found.map((w) => w.bottom))).toBeGreaterThan(42);
  });
});
