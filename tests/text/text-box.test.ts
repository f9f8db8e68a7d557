import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { Engine } from "../../runtime/render/engine.js";
import { renderNow } from "../support/at-once.js";
import { has, needs } from "../support/tools.js";

/*
 * Where texts stand on the page, as poppler reads it (decisions §1, Text without a width; decisions §1, Shrink to fit). Lengths are
 * millimetres.
 */
const poppler = needs("pdftotext", has("pdftotext"));
const engine = new Engine();
const dir = mkdtempSync(path.join(tmpdir(), "platen-box-"));

interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const pdfOf = (elements: readonly object[], settings: object = {}): Uint8Array =>
  renderNow(engine, { settings, pages: [{ width: 100, height: 100, elements }] }).pdf;

function words(pdf: Uint8Array): readonly Word[] {
  const file = path.join(dir, "read.pdf");
  writeFileSync(file, pdf);
  const { stdout } = spawnSync("pdftotext", ["-bbox", file, "-"], { encoding: "utf8" });
  const mm = (v: string | undefined): number => (Number(v) * 25.4) / 72;
  return [...stdout.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].map(
    ([, left, top, right, bottom, text]) => ({ text: text!, left: mm(left), right: mm(right), top: mm(top), bottom: mm(bottom) }),
  );
}

/** The left and right edges of each line, from the top. */
function linesOf(found: readonly Word[]): readonly { readonly left: number; readonly right: number; readonly top: number }[] {
  const out: { left: number; right: number; top: number }[] = [];
  for (const w of [...found].sort((a, b) => a.bottom - b.bottom)) {
    const line = out.find((l) => Math.abs(l.top - w.top) < 1);
    if (line) Object.assign(line, { left: Math.min(line.left, w.left), right: Math.max(line.right, w.right) });
    else out.push({ left: w.left, right: w.right, top: w.top });
  }
  return out;
}

/** The box of a text: what its frame's fill covers. */
function frameOf(pdf: Uint8Array): { readonly left: number; readonly right: number } {
  writeFileSync(path.join(dir, "frame.pdf"), pdf);
  const { stdout } = spawnSync("mutool", ["trace", path.join(dir, "frame.pdf")], { encoding: "utf8" });
  const fill = /<fill_path[^>]*transform="([^"]*)"[^>]*>(.*?)<\/fill_path>/s.exec(stdout)!;
  const [a, , , , e] = fill[1]!.split(" ").map(Number) as [number, number, number, number, number];
  const xs = [...fill[2]!.matchAll(/ x="([^"]*)"/g)].map(([, x]) => ((a * Number(x) + e) * 25.4) / 72);
  return { left: Math.min(...xs), right: Math.max(...xs) };
}

const LONG = "Several words that go on and on until they have to go on in a line below the first one";
const SAYS = { Latin: "One line", Hebrew: "שורה אחת", Arabic: "سطر واحد" };

describe.skipIf(!poppler)("a text without a width", () => {
  test.each(["left", "center", "right", "justify", undefined])("stands with its left edge at `left`, aligned %s", (text_align) => {
    for (const content of Object.values(SAYS)) {
      for (const direction of ["auto", "ltr", "rtl"]) {
        const found = words(pdfOf([{ type: "text", layout: { left: 30, top: 10 }, content, style: { text_align, direction } }]));
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
      const lines = linesOf(words(pdfOf([{ type: "text", layout: { left: 20, top: 10 }, content, style: { text_align } }])));
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
        const element = { type: "text", layout: { left: 20, top: 10 }, content: LONG, style: { text_align, direction } };
        const lines = linesOf(words(pdfOf([element], { layout: { page_margin } })));
        expect(lines.length).toBeGreaterThan(2);
        const [left, right] = [Math.min(...lines.map((l) => l.left)), Math.max(...lines.map((l) => l.right))];
        expect(left).toBeCloseTo(25, 1);
        expect(right).toBeLessThanOrEqual(75.01);
        expect(right).toBeGreaterThan(60);
      }
    }
  });

  test("is measured by its own bounds in a line of a container, and stands where the container puts it", () => {
    const text = { type: "text", content: SAYS.Hebrew, style: { text_align: "right" } };
    const container = (cross_align: string): object => ({
      type: "container",
      layout: { left: 10, top: 10, children: { mode: "linear", axis: "vertical", cross_align } },
      width: 60,
      height: 30,
      elements: [text],
    });
    const at = (cross: string): { left: number; right: number } => linesOf(words(pdfOf([container(cross)])))[0]!;
    expect(at("start").left).toBeCloseTo(10, 1);
    expect(at("end").right).toBeCloseTo(70, 1);
    expect((at("center").left + at("center").right) / 2).toBeCloseTo(40, 1);
  });

  test.skipIf(!has("mutool"))("has its frame and its link around its lines", () => {
    const blocks = [{ type: "paragraph", inlines: [{ type: "text", text: "A paragraph" }], style: { align: "right" } }];
    for (const columns of [1, 2]) {
      const frame = { fill: { color: "#FFFF00" }, padding: { left: 2, right: 3 }, columns, column_gap: 4 };
      const pdf = pdfOf([
        {
          type: "text",
          layout: { left: 30, top: 10 },
          content: { blocks },
          frame,
          link: { target: { type: "url", url: "https://a.example/" } },
        },
      ]);
      const [line] = linesOf(words(pdf));
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
        const [line] = linesOf(words(pdfOf([{ type: "text", layout: { left: 20, top: 10 }, content: LONG, style }])));
        if (text_overflow === "ellipsis") expect([line!.left, line!.right].map(Math.round)).toEqual([20, expect.closeTo(100, -1)]);
        const short = linesOf(words(pdfOf([{ type: "text", layout: { left: 20, top: 10 }, content: SAYS.Latin, style }])));
        expect(short[0]!.left).toBeCloseTo(20, 1);
      }
      const low = { text_align, text_overflow: "ellipsis", height: 6 };
      const found = words(pdfOf([{ type: "text", layout: { left: 20, top: 10 }, content: "One line\nand more", style: low }]));
      expect(found.map((w) => w.text).join(" ")).toBe("One line…");
      expect(found[0]!.left).toBeCloseTo(20, 1);
    }
  });

  test("turns about the middle of its lines", () => {
    const text = { type: "text", layout: { left: 30, top: 40 }, content: SAYS.Arabic };
    const middle = (rotation: number): number => {
      const found = words(pdfOf([{ ...text, rotation }]));
      return (Math.min(...found.map((w) => w.left)) + Math.max(...found.map((w) => w.right))) / 2;
    };
    expect(middle(180)).toBeCloseTo(middle(0), 1);
  });
});

describe.skipIf(!poppler)("shrink_to_fit", () => {
  const boxed = (content: string, style: object): readonly Word[] =>
    words(pdfOf([{ type: "text", layout: { left: 10, top: 10 }, content, style: { font_size: 20, shrink_to_fit: true, ...style } }]));

  test("shrinks until no word is broken inside", () => {
    const found = boxed("Donaudampfschifffahrtsgesellschaft", { width: 40, height: 50 });
    expect(found.map((w) => w.text)).toEqual(["Donaudampfschifffahrtsgesellschaft"]);
    // no more than it has to
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
