import { describe, expect, test } from "vitest";
import { engine } from "../../golden/cases.js";
import { collect } from "../../ir/document.js";
import type { GlyphsOp, IrDocument, Op } from "../../ir/ir.js";
import { compileNow } from "../support/at-once.js";

/* Built-in looks of a Flow Document (SW-44 to SW-51): figures are those of the contract. */

const MM = 72 / 25.4;
const INKS = { plain: "#1F2933", modern: "#0F6E84", classic: "#6B2737" } as const;
const LOOKS = Object.keys(INKS) as (keyof typeof INKS)[];
const GREY = "#5F6B7A";
const TEXT = "#1F2933";

const MASTER = { width: 200, height: 280, layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } };
const text = (content: string, semantics?: object, fields: object = {}): object => ({
  type: "block",
  element: { type: "text", content },
  ...(semantics && { semantics }),
  ...fields,
});
const heading = (content: string, level: number, fields: object = {}): object =>
  text(content, { role: "heading", heading_level: level }, fields);
const flow = (settings: object, content: readonly object[], others: object = {}): object => ({
  settings,
  flow_document: { page_masters: { main: MASTER }, segments: [{ page_master: "main", content }], ...others },
});
const TABLE = {
  type: "table",
  columns: [
    { key: "a", header: "head", width: { mode: "auto" } },
    { key: "b", header: "other", width: { mode: "auto" } },
  ],
  rows: [
    { a: "one", b: "x" },
    { a: "two", b: "x" },
    { a: "three", b: "x" },
  ],
};
const MARKDOWN_TABLE = "| head | other |\n|---|---|\n| one | x |\n| two | x |\n| three | x |\n";

/** With the name of its face. */
type Glyphs = Omit<GlyphsOp, "font"> & { readonly font: string };

const listOf = (request: object): IrDocument => collect(compileNow(request, engine.world()));
const flat = (ops: readonly Op[]): readonly Op[] => ops.flatMap((op) => ("children" in op ? [op, ...flat(op.children)] : [op]));
const opsOf = (request: object): readonly Op[] => listOf(request).pages.flatMap((page) => flat(page.ops));
function glyphsOf(request: object): readonly Glyphs[] {
  const { pages, resources } = listOf(request);
  return pages
    .flatMap((page) => flat(page.ops))
    .flatMap((op) => (op.op === "glyphs" ? [{ ...op, font: resources.fonts[op.font]!.name }] : []));
}
const shown = (request: object, word: string): Glyphs => {
  const found = glyphsOf(request).find((op) => op.text.includes(word));
  if (!found) throw new Error(`${word} is not drawn`);
  return found;
};
const colorOf = ({ fill }: Glyphs): string => ("color" in fill ? fill.color : "");
const weightOf = ({ font }: Glyphs): string => /-(\w+?)(?:Italic)?$/.exec(font)?.[1] ?? "";

describe.each(LOOKS)("the look %s", (look) => {
  const ink = INKS[look];
  const settings = { look };

  test("text (SW-46)", () => {
    const one = shown(flow(settings, [text("alpha")]), "alpha");
    expect([one.size, colorOf(one)]).toEqual([10.5, TEXT]);
    const request = flow({ look, defaults: { text: { font_size: 9 } } }, [text("alpha"), text("beta"), heading("gamma", 1)]);
    const [a, b] = [shown(request, "alpha"), shown(request, "beta")];
    expect(a.size).toBe(9);
    // line height 1.4, and 3 mm
    expect(b.y - a.y).toBeCloseTo(9 * 1.4 + 3 * MM, 1);
    expect(shown(request, "gamma").size).toBe(18.9);
  });

  test("headings (SW-47)", () => {
    const sizes = [22.1, 14.7, 12.1, 10.5, 9.5, 9.5];
    const weights = ["Bold", "Bold", "SemiBold", "SemiBold", "SemiBold", "SemiBold"];
    const colors = [ink, ink, ink, TEXT, TEXT, GREY];
    for (let level = 1; level <= 6; level++)
      for (const node of [heading("alpha", level), { type: "markdown", source: `${"#".repeat(level)} alpha` }]) {
        const found = shown(flow(settings, [node]), "alpha");
        expect([level, found.size, weightOf(found), colorOf(found)]).toEqual([
          level,
          sizes[level - 1],
          weights[level - 1],
          colors[level - 1],
        ]);
      }
    const spaces = [[9, 4], [7, 3], [5, 2], [4, 1.5], [4, 1.5], [4, 1.5]] as const; // prettier-ignore
    const heights = [1.2, 1.25, 1.3, 1.3, 1.3, 1.3];
    spaces.forEach(([before, after], i) => {
      const one = { look, defaults: { text: { font_size: 10 } } };
      const [first, second] = [heading("alpha", i + 1), heading("beta", i + 1)];
      const list = flow(one, [first, second]);
      const size = shown(list, "alpha").size;
      expect(shown(list, "beta").y - shown(list, "alpha").y).toBeCloseTo(Math.max(before, after) * MM + size * heights[i]!, 1);
    });
  });

  test("headings are kept with what follows, unless they declare otherwise", () => {
    const filled = (fields: object): object =>
      flow(settings, [
        { type: "block", element: { type: "rect", width: 10, height: 248, fill: { color: "#EEEEEE" } } },
        heading("alpha", 4, fields),
        text("beta"),
      ]);
    const pagesWith = (request: object, word: string): number[] =>
      listOf(request).pages.flatMap((page, i) => (flat(page.ops).some((op) => op.op === "glyphs" && op.text.includes(word)) ? [i] : []));
    expect(pagesWith(filled({}), "alpha")).toEqual([1]);
    expect(pagesWith(filled({ pagination: { keep_with_next: false } }), "alpha")).toEqual([0]);
    expect(pagesWith(filled({}), "beta")).toEqual([1]);
  });

  test("captions, quotes, code, notes (SW-48)", () => {
    const italic = look === "classic";
    const isItalic = ({ font }: Glyphs): boolean => font.includes("Italic");
    const caption = shown(flow(settings, [text("alpha", { role: "caption" })]), "alpha");
    expect([caption.size, colorOf(caption), isItalic(caption)]).toEqual([8.9, GREY, italic]);
    for (const node of [text("alpha", { role: "quote" }), { type: "markdown", source: "> alpha" }]) {
      const quote = shown(flow(settings, [node]), "alpha");
      expect([quote.size, colorOf(quote), isItalic(quote)]).toEqual([10.5, GREY, italic]);
      expect(quote.x).toBeCloseTo(16 * MM, 1);
    }
    for (const node of [text("alpha", { role: "code" }), { type: "markdown", source: "```\nalpha\n```" }]) {
      const code = shown(flow(settings, [node]), "alpha");
      expect([code.size, code.font]).toEqual([9.5, "NotoSansMono-Regular"]);
    }
    const note = shown(flow(settings, [{ type: "markdown", source: "beta[^1]\n\n[^1]: alpha" }]), "alpha");
    expect([note.size, colorOf(note)]).toEqual([8.4, TEXT]);
    const rect = { type: "block", element: { type: "rect", width: 10, height: 5, fill: { color: "#ABCDEF" } } };
    const paths = opsOf(flow(settings, [rect, text("beta", { role: "caption" }), rect])).filter((op) => op.op === "path");
    const [first, second] = paths.map(({ path }) => path.coords[1]!);
    expect(second! - first!).toBeCloseTo((5 + 1.5 + 3) * MM + 8.9 * 1.4, 1);
  });

  test("lists are 3 mm from what follows, items are not", () => {
    const items = ["alpha", "beta"].map((word) => text(word, { role: "list_item" }));
    const ys = ["alpha", "beta", "gamma"].map((word) => shown(flow(settings, [...items, text("gamma")]), word).y);
    expect(ys[1]! - ys[0]!).toBeCloseTo(10.5 * 1.4, 1);
    expect(ys[2]! - ys[1]!).toBeCloseTo(10.5 * 1.4 + 3 * MM, 1);
  });

  test.each([
    ["of JSON", { type: "block", element: TABLE }],
    ["of Markdown", { type: "markdown", source: MARKDOWN_TABLE }],
  ])("a table %s (SW-49)", (_, node) => {
    const request = flow(settings, [node]);
    const [head, cell] = [shown(request, "head"), shown(request, "one")];
    expect([cell.size, colorOf(cell)]).toEqual([9.5, TEXT]);
    expect([head.size, weightOf(head), colorOf(head)]).toEqual([9.5, "SemiBold", look === "modern" ? "#FFFFFF" : ink]);
    const json = JSON.stringify(opsOf(request).filter((op) => op.op !== "glyphs" && op.op !== "mark"));
    const widths = [...json.matchAll(/"width":([\d.]+),?[^{}]*?}/g)].map((m) => Number(m[1]));
    const has = (mm: number): boolean => widths.some((width) => Math.abs(width - mm * MM) < 0.01);
    expect({ plain: [has(0.25), has(0.15)], modern: [has(0.3), has(0.15)], classic: [has(0.5), has(0.15)] }[look]).toEqual([
      true,
      look !== "modern",
    ]);
    expect(json.includes("#0F6E84")).toBe(look === "modern");
    expect(json.includes("#C9D1DA")).toBe(look !== "modern");
    // 7 % of ink on white
    expect(json.includes("#EEF5F6") || json.includes("#EEF5F7")).toBe(look === "modern");
  });

  test("contents (SW-50)", () => {
    const content = [
      { type: "contents", levels: [2, 3], leader: "none" },
      { type: "break", kind: "page" },
      heading("top", 1),
      heading("alpha", 2),
      heading("beta", 3),
      heading("gamma", 2),
    ];
    const request = flow(settings, content);
    const entry = (word: string): Glyphs => glyphsOf(request).find((op) => op.text.includes(word))!;
    expect([entry("alpha").size, weightOf(entry("alpha"))]).toEqual([10.5, "SemiBold"]);
    expect([entry("beta").size, weightOf(entry("beta"))]).toEqual([10.5, "Regular"]);
    expect(entry("beta").y - entry("alpha").y).toBeCloseTo(10.5 * 1.4, 1);
    expect(entry("gamma").y - entry("beta").y).toBeCloseTo(10.5 * 1.4 + 1.5 * MM, 1);
  });

  test("what is not the look's: headers, footers, layers, what is in containers, charts", () => {
    const element = (content: string): object => ({ type: "text", layout: { left: 0, top: 0 }, content });
    const container = {
      type: "container",
      width: 100,
      height: 40,
      layout: { children: { mode: "coordinate" } },
      elements: [element("inside")],
    };
    const chart = {
      type: "chart",
      kind: "bar",
      width: 80,
      height: 50,
      alt: "a",
      data: { labels: ["a"], series: [{ name: "s", values: [1] }] },
    };
    const master = {
      ...MASTER,
      header: { layout: { height: 10 }, elements: [element("header")] },
      footer: { layout: { height: 10 }, elements: [element("footer")] },
      layers: { stamp: { elements: [element("layer")] } },
    };
    const document = (own: object): object => ({
      settings: own,
      flow_document: {
        page_masters: { main: master },
        segments: [{ page_master: "main", content: [container, chart].map((el) => ({ type: "block", element: el })) }],
      },
    });
    const [without, withLook] = [glyphsOf(document({})), glyphsOf(document(settings))];
    expect(withLook).toEqual(without);
    expect(without.length).toBeGreaterThan(5);
  });

  test("contrast of every text with white and with the look's fills (SW-51)", () => {
    const luminance = (color: string): number => {
      const [r, g, b] = [1, 3, 5].map((i) => {
        const c = parseInt(color.slice(i, i + 2), 16) / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const contrast = (a: string, b: string): number => {
      const [x, y] = [luminance(a), luminance(b)].sort((m, n) => n - m);
      return (x! + 0.05) / (y! + 0.05);
    };
    const everything = flow(settings, [
      ...[1, 2, 3, 4, 5, 6].map((level) => heading("heading", level)),
      text("caption", { role: "caption" }),
      text("quote", { role: "quote" }),
      text("code", { role: "code" }),
      { type: "markdown", source: "text[^1]\n\n[^1]: note" },
    ]);
    for (const op of glyphsOf(everything)) expect(contrast(colorOf(op), "#FFFFFF")).toBeGreaterThanOrEqual(4.5);
    const table = flow(settings, [{ type: "block", element: TABLE }]);
    const fills = look === "modern" ? { head: "#0F6E84", other: "#0F6E84", two: "#EEF5F6" } : {};
    for (const [word, fill] of Object.entries(fills)) expect(contrast(colorOf(shown(table, word)), fill)).toBeGreaterThanOrEqual(4.5);
  });
});

describe("precedence (SW-45)", () => {
  const one = (settings: object, others: object, node: object = heading("alpha", 1)): Glyphs =>
    shown(flow(settings, [node], others), "alpha");

  test("defaults of the document come first, field by field; their size is the look's", () => {
    const found = one({ look: "modern", defaults: { text: { color: "#AA0000", font_size: 20 } } }, {});
    expect([colorOf(found), found.size, weightOf(found)]).toEqual(["#AA0000", 42, "Bold"]);
    const plain = one({ look: "modern", defaults: { text: { font_weight: "normal" } } }, {});
    expect([colorOf(plain), weightOf(plain)]).toEqual(["#0F6E84", "Regular"]);
  });

  test("rules, styles and elements come first, field by field", () => {
    const styles = { own: { target: "text", properties: { font_size: 11 } } };
    const rule = { style_scope: { rules: [{ selector: { role: "heading" }, style: "own" }] } };
    const ruled = one({ look: "classic" }, { styles, ...rule });
    expect([ruled.size, colorOf(ruled)]).toEqual([11, "#6B2737"]);
    const named = one({ look: "classic" }, { styles }, heading("alpha", 1, { styles: ["own"] }));
    expect([named.size, colorOf(named)]).toEqual([11, "#6B2737"]);
    const element = { type: "block", element: { type: "text", content: "alpha", style: { color: "#00AA00" } } };
    expect(colorOf(one({ look: "classic" }, {}, element))).toBe("#00AA00");
    const markdown = one({ look: "classic" }, { styles, ...rule }, { type: "markdown", source: "# alpha" });
    expect([markdown.size, colorOf(markdown)]).toEqual([11, "#6B2737"]);
  });

  test("a spacing that is declared takes its side alone", () => {
    const settings = { look: "plain" };
    const ys = (fields: object): number => {
      const request = flow(settings, [text("alpha", undefined, fields), text("beta")]);
      return shown(request, "beta").y - shown(request, "alpha").y;
    };
    expect(ys({ spacing: { after: 0 } })).toBeCloseTo(10.5 * 1.4, 1);
    expect(ys({ spacing: { before: 2 } })).toBeCloseTo(10.5 * 1.4 + 3 * MM, 1);
  });

  test("a table's own cells, grid and fills", () => {
    const table = {
      ...TABLE,
      cell: { text: { color: "#123456" }, fill: { color: "#FFFFEE" } },
      grid: { bottom: false, vertical: { width: 1 } },
    };
    const request = flow({ look: "modern" }, [{ type: "block", element: table }]);
    expect([colorOf(shown(request, "head")), colorOf(shown(request, "one"))]).toEqual(["#123456", "#123456"]);
    expect(weightOf(shown(request, "head"))).toBe("SemiBold");
    const json = JSON.stringify(opsOf(request).filter((op) => op.op !== "glyphs"));
    expect(json).toContain("#FFFFEE");
    for (const color of ["#0F6E84", "#EEF5F6", "#EEF5F7"]) expect(json).not.toContain(color);
  });

  test("a line of the look takes the colour that its table declares", () => {
    const table = { ...TABLE, grid: { top: { color: "#AA00AA" } } };
    const json = JSON.stringify(opsOf(flow({ look: "classic" }, [{ type: "block", element: table }])));
    expect(json).toContain("#AA00AA");
    expect(json).toContain(String((0.5 * 72) / 25.4).slice(0, 5));
  });
});
