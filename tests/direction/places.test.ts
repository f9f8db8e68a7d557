import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { FlowNode } from "../../compiler/request/types/flow-node.js";
import { displayList, testEngine } from "../../golden/cases.js";
import type { Op, StructNode } from "../../ir/ir.js";
import { rendered } from "../support/pdf.js";
import { root } from "../support/tools.js";
import { wordsOf, type Word } from "../support/words.js";

/* Sides of a document from right to left, as poppler sees them: mm on a page 105 wide, with margins of 10. */

const LEFT = 10;
const RIGHT = 95;

const golden = (name: string): DocumentRequest =>
  JSON.parse(readFileSync(path.join(root, "golden/cases/flowdoc", name, "request.json"), "utf8")) as DocumentRequest;

const flow = (content: readonly object[], settings: object = { direction: "rtl" }, more: object = {}, columns: object = {}): object => ({
  settings,
  flow_document: {
    page_masters: { main: { width: 105, height: 148, layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 }, ...columns } } },
    segments: [{ page_master: "main", content }],
    ...more,
  },
});
const text = (content: unknown, more: object = {}): object => ({ type: "block", element: { type: "text", content }, ...more });
const heading = (content: string, level = 1): object => text(content, { semantics: { role: "heading", heading_level: level } });
const markdown = (source: string): object => ({ type: "markdown", source });

const pages = (request: object): readonly (readonly Word[])[] => wordsOf(rendered(request));
/** In marks of direction, which poppler adds. */
const bare = (s: string): string => s.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
const find = (words: readonly Word[], wanted: string): Word => {
  const found = words.find((w) => bare(w.text) === wanted);
  if (!found) throw new Error(`${wanted} is not among ${words.map((w) => bare(w.text)).join(" | ")}`);
  return found;
};
/** Words of the line of a word, from the right. */
const lineOf = (words: readonly Word[], word: Word): readonly Word[] =>
  words.filter((w) => w.top < word.bottom - 0.5 && w.bottom > word.top + 0.5).sort((a, b) => b.right - a.right);
const shownLine = (words: readonly Word[], wanted: string): readonly string[] =>
  lineOf(words, find(words, wanted)).map((w) => bare(w.text));

interface Shape {
  readonly left: number;
  readonly right: number;
}

/** Extents of filled paths on a page, mm, from top to bottom. */
async function shapes(request: object): Promise<readonly Shape[]> {
  const doc = await displayList(new TextEncoder().encode(JSON.stringify(request)), {}, testEngine);
  const out: (Shape & { readonly top: number })[] = [];
  const walk = (ops: readonly Op[]): void => {
    for (const op of ops) {
      if (op.op === "mark" || op.op === "group") walk(op.children);
      else if (op.op === "path") {
        const at = (k: number): readonly number[] => op.path.coords.filter((_, i) => i % 2 === k).map((v) => (v * 25.4) / 72);
        out.push({ left: Math.min(...at(0)), right: Math.max(...at(0)), top: Math.min(...at(1)) });
      } else if (op.op === "image") {
        const mm = (v: number): number => (v * 25.4) / 72;
        out.push({ left: mm(op.box.x), right: mm(op.box.x + op.box.width), top: mm(op.box.y) });
      }
    }
  };
  walk(doc.pages[0]!.ops);
  return out.sort((a, b) => a.top - b.top);
}

describe("numbers of headings and captions are at the right, what follows their last digit between them and the text (SW-4)", () => {
  test("in the patterns of the input that failed", () => {
    const [, body] = pages(golden("direction-number-patterns")) as [readonly Word[], readonly Word[]];
    const line = lineOf(body, find(body, "Latin"));
    expect(line[0]!.right).toBeCloseTo(RIGHT, 0);
    expect(bare(line.map((w) => w.text).join(" "))).toMatch(/^:?\.?1\.2\.2[.:]* /);
    const dotted = find(body, "Latin");
    // number, then its dot and the separator, then the text
    expect(dotted.right).toBeLessThan(line[0]!.left + line[0]!.right);
  });

  test.each([
    ["1.", "a1", "1"],
    ["1)", "a1", "1"],
    ["Part 1.", "a1", "Part"],
  ])("%s", async (pattern, word, first) => {
    const request = flow([heading("a1 bb")], { direction: "rtl" }, { numbering: { levels: [pattern], separator: " " } });
    const doc = await displayList(new TextEncoder().encode(JSON.stringify(request)), {}, testEngine);
    const runs: { readonly text: string; readonly left: number; readonly right: number }[] = [];
    const walk = (ops: readonly Op[]): void => {
      for (const op of ops) {
        if (op.op === "mark" || op.op === "group") walk(op.children);
        else if (op.op === "glyphs") {
          const width = ([...op.run.advances].reduce((n, a) => n + a, 0) * op.size) / 1000;
          runs.push({ text: op.text, left: op.x, right: op.x + width });
        }
      }
    };
    walk(doc.pages[0]!.ops);
    const at = (wanted: string): { readonly left: number; readonly right: number } => runs.find((r) => r.text.includes(wanted))!;
    const number = at(first);
    expect((number.right * 25.4) / 72).toBeCloseTo(RIGHT, 1);
    const sign = at(pattern.at(-1)!);
    expect(sign.right).toBeLessThanOrEqual(number.left + 0.01);
    expect(at(word).right).toBeLessThanOrEqual(sign.left + 0.01);
  });

  test("a caption's", () => {
    const [words] = pages(flow([text("cc", { semantics: { role: "caption" }, counter: "Figure" })])) as [readonly Word[]];
    const line = shownLine(words, "cc");
    expect(line.at(-1)).toBe("cc");
    expect(lineOf(words, find(words, "cc"))[0]!.right).toBeCloseTo(RIGHT, 1);
  });
});

describe("entries of contents: number and text at the right, label at the left edge (SW-5)", () => {
  test("of the input that failed: Latin, Arabic and mixed titles", () => {
    const [list] = pages(golden("direction-contents")) as [readonly Word[]];
    const footer = find(list, "of");
    const labels = list.filter((w) => /^[23]$/.test(bare(w.text)) && w.left < 30 && w.bottom < footer.top);
    // the last heading goes to page 3, with its paragraph
    expect(labels.map((w) => bare(w.text))).toEqual(["2", "2", "2", "2", "2", "3"]);
    for (const label of labels) expect(label.left).toBeCloseTo(LEFT, 0);
    for (const number of ["1.1", "1.2", "1.3", "1.4"]) expect(find(list, number).right).toBeCloseTo(RIGHT - 6, 0);
  });

  test("of captions, and of a title that wraps", () => {
    const long = "wood oil paper windows ".repeat(6).trim();
    const content = [
      { type: "contents", levels: [1, 1], leader: "none" },
      { type: "contents", of: "captions", counter: "Figure", leader: "none" },
      { type: "break", kind: "page" },
      heading(long),
      text("cc", { semantics: { role: "caption" }, counter: "Figure" }),
    ];
    const [list] = pages(flow(content)) as [readonly Word[]];
    const labels = list.filter((w) => bare(w.text) === "2");
    for (const label of labels) expect(label.left).toBeCloseTo(LEFT, 1);
    expect(labels).toHaveLength(2);
    expect(Math.max(...list.map((w) => w.right))).toBeCloseTo(RIGHT, 1);
  });
});

describe("lists and quotes of Markdown hang on the side of their direction (SW-8)", () => {
  test.each(["direction-markdown", "markdown-default-direction"])("%s", (name) => {
    const words = pages(golden(name)).flat();
    for (const item of ["HTTP", "PDF/A-3b", "API"]) {
      const word = find(words, item);
      // nothing but the rest of its line is at its right
      expect(lineOf(words, word)[0]!.right).toBeGreaterThan(RIGHT - 25);
    }
    const numbers = words.filter((w) => /^[.]?\d{1,2}[.]?$/.test(bare(w.text)) && w.right > RIGHT - 8);
    expect(numbers.length).toBeGreaterThanOrEqual(12);
  });

  test("without the setting, of a rule, and of a default", () => {
    const source = "1. first\n2. עברית\n\n> quote\n";
    for (const [request, side] of [
      [flow([markdown(source)], { defaults: { text: { direction: "rtl" } } }), "right"],
      [flow([markdown(source)], { defaults: { text: { direction: "ltr" } } }), "left"],
      [
        flow(
          [markdown(source)],
          {},
          {
            styles: { item: { target: "text", properties: { direction: "rtl" } } },
            style_scope: {
              rules: [
                { selector: { role: "list_item" }, style: "item" },
                { selector: { role: "quote" }, style: "item" },
              ],
            },
          },
        ),
        "right",
      ],
    ] as const) {
      const [words] = pages(request) as [readonly Word[]];
      const first = find(words, "first");
      const quote = find(words, "quote");
      if (side === "right") {
        expect(first.right).toBeCloseTo(RIGHT - 6, 1);
        expect(quote.right).toBeCloseTo(RIGHT - 6, 1);
      } else {
        expect(first.left).toBeCloseTo(LEFT + 6, 1);
        expect(quote.left).toBeCloseTo(LEFT + 6, 1);
      }
    }
  });

  test("a table's first column is at the right, its alignment as declared (SW-7)", () => {
    const words = pages(golden("direction-markdown")).flat();
    // the names are in the first column, their numbers in the second
    expect(find(words, "SHC").left).toBeGreaterThan(find(words, "1.5").right);
    const [own] = pages(flow([markdown("| aa | bb | cc |\n|:--|--:|---|\n| dd | ee | ff |\n")])) as [readonly Word[]];
    const at = ["aa", "bb", "cc"].map((w) => find(own, w).left);
    expect(at).toEqual([...at].sort((a, b) => b - a));
    expect(find(own, "dd").left).toBeCloseTo(find(own, "aa").left, 1);
    expect(find(own, "ee").right).toBeCloseTo(find(own, "bb").right, 1);
  });
});

describe("the rule over notes (SW-4)", () => {
  const noted = (first: string, direction: string | undefined): object =>
    flow(
      [
        text({
          blocks: [
            {
              type: "paragraph",
              inlines: [
                { type: "text", text: "one" },
                { type: "footnote", blocks: [{ type: "paragraph", inlines: [{ type: "text", text: first }] }] },
              ],
            },
          ],
        }),
      ],
      direction === undefined ? {} : { direction },
    );
  test.each([
    ["an English note", "rtl", RIGHT],
    ["הערה בעברית", "rtl", RIGHT],
    ["an English note", "ltr", LEFT],
    ["הערה בעברית", "ltr", LEFT],
    ["הערה בעברית", undefined, RIGHT],
  ])("over %j, direction %s", async (first, direction, edge) => {
    const [rule] = await shapes(noted(first, direction));
    expect(edge === RIGHT ? rule!.right : rule!.left).toBeCloseTo(edge, 1);
    expect(rule!.right - rule!.left).toBeCloseTo((RIGHT - LEFT) / 3, 1);
  });

  test("of the input that failed", () => {
    const [words] = pages(golden("direction-notes")) as [readonly Word[]];
    const line = lineOf(words, find(words, "English"));
    expect(line[0]!.right).toBeCloseTo(RIGHT, 0);
  });
});

const RECT = { type: "rect", width: 30, height: 5, fill: { color: "#336699" } };
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

describe("what is narrower than its column is at the right (SW-6)", () => {
  const block = (element: object, more: object = {}): object => ({ type: "block", element, ...more });
  test.each<[string, object]>([
    ["a rectangle", block(RECT)],
    ["a rectangle kept together", block(RECT, { pagination: { keep_together: true } })],
    ["a figure by meaning", block(RECT, { semantics: { role: "figure" } })],
    [
      "a picture",
      block({ type: "image", width: 30, height: 5, fit: "fill", source: { kind: "base64", format: "png", payload: PIXEL }, alt: "a" }),
    ],
    ["a float", { type: "placed", layout: { reference: "float" }, element: RECT }],
    ["a stack", { type: "stack", layout: {}, content: [block(RECT)] }],
    ["a stack that runs across", { type: "stack", layout: { axis: "horizontal" }, content: [block(RECT)] }],
    ["a cell of a grid", { type: "grid", layout: { columns: [{ mode: "fixed", value: 40 }] }, content: [block(RECT)] }],
    ["a column", { type: "columns", layout: { count: 2, gap: 5 }, content: [block(RECT)] }],
    [
      "a container",
      block({
        type: "container",
        width: 30,
        height: 5,
        layout: { children: { mode: "linear" } },
        fill: { color: "#336699" },
        elements: [],
      }),
    ],
  ])("%s", async (_, node) => {
    const [found] = await shapes(flow([text("aa"), node]));
    expect(found!.right).toBeCloseTo(RIGHT, 1);
    expect(found!.left).toBeCloseTo(RIGHT - 30, 1);
  });

  test("the input that failed", async () => {
    const [rect] = await shapes(golden("direction-figure"));
    expect(rect!.right).toBeCloseTo(RIGHT, 1);
    expect(rect!.left).toBeCloseTo(RIGHT - 40, 1);
  });

  test("cross_align and declared orders of columns count", async () => {
    const stack = (cross_align: string): object => ({ type: "stack", layout: { cross_align }, content: [block(RECT)] });
    expect((await shapes(flow([stack("end")])))[0]!.left).toBeCloseTo(LEFT, 1);
    expect((await shapes(flow([stack("center")])))[0]!.left).toBeCloseTo((LEFT + RIGHT - 30) / 2, 1);
    const columns = (direction?: string): object => ({
      type: "columns",
      layout: { count: 2, gap: 5, ...(direction && { direction }) },
      content: [block({ ...RECT, width: 40 })],
    });
    expect((await shapes(flow([columns()])))[0]!.right).toBeCloseTo(RIGHT, 1);
    expect((await shapes(flow([columns("left_to_right")])))[0]!.left).toBeCloseTo(LEFT, 1);
    const master = { columns: { count: 2, gap: 5 } };
    expect((await shapes(flow([block({ ...RECT, width: 40 })], { direction: "rtl" }, {}, master)))[0]!.right).toBeCloseTo(RIGHT, 1);
  });

  test("nothing placed by coordinates moves, nor what is in a container (SW-9)", async () => {
    const placed = { type: "placed", layout: { reference: "body" }, element: { ...RECT, layout: { left: 0, top: 20 } } };
    expect((await shapes(flow([placed])))[0]!.left).toBeCloseTo(LEFT, 1);
    const container = block({ type: "container", width: 60, height: 9, layout: { children: { mode: "linear" } }, elements: [RECT] });
    expect((await shapes(flow([container])))[0]!.left).toBeCloseTo(RIGHT - 60, 1);
    const page = {
      settings: { direction: "rtl" },
      pages: [{ width: 105, height: 50, elements: [{ ...RECT, layout: { left: 3, top: 3 } }] }],
    };
    expect((await shapes(page))[0]!.left).toBeCloseTo(3, 1);
  });
});

describe("precedence (SW-2, SW-3)", () => {
  const rightOf = (node: object, more: object = {}): boolean => {
    const [words] = pages(flow([node], { direction: "rtl", ...more })) as [readonly Word[]];
    return Math.max(...words.map((w) => w.right)) > RIGHT - 0.5;
  };
  test("the setting is below every declaration, a declared auto too", () => {
    expect(rightOf(text("aa"))).toBe(true);
    expect(rightOf(text("aa"), { defaults: { text: { direction: "ltr" } } })).toBe(false);
    expect(rightOf(text("aa"), { defaults: { text: { direction: "auto" } } })).toBe(false);
    expect(rightOf({ type: "block", element: { type: "text", content: "aa", style: { direction: "auto" } } })).toBe(false);
    expect(rightOf({ type: "block", element: { type: "text", content: "aa", style: { text_align: "left" } } })).toBe(false);
    expect(rightOf(text({ blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "aa" }], style: { direction: "ltr" } }] }))).toBe(
      false,
    );
  });
});

/** Texts of leaves, in reading order. */
const read = async (request: object): Promise<readonly string[]> => {
  const doc = await displayList(new TextEncoder().encode(JSON.stringify(request)), {}, testEngine);
  const texts = new Map<number, string>();
  const walk = (ops: readonly Op[], mark: number | null): void => {
    for (const op of ops) {
      if (op.op === "mark") walk(op.children, typeof op.mark === "number" ? op.mark : null);
      else if (op.op === "group") walk(op.children, mark);
      else if (op.op === "glyphs" && mark !== null) texts.set(mark, (texts.get(mark) ?? "") + op.text);
    }
  };
  for (const { ops } of doc.pages) walk(ops, null);
  const out: string[] = [];
  const tags = ({ kids }: StructNode): void => {
    for (const kid of kids) {
      if (typeof kid === "number") out.push((texts.get(kid) ?? "").trim());
      else tags(kid);
    }
  };
  tags(doc.structure);
  return out.filter((t) => t !== "");
};

test("tags are in the order of the request (SW-10)", async () => {
  const content: readonly object[] = [
    text("one"),
    markdown("| two | three |\n|---|---|\n| four | five |\n"),
    {
      type: "grid",
      layout: {
        columns: [
          { mode: "fraction", value: 1 },
          { mode: "fraction", value: 1 },
        ],
      },
      content: [text("six"), text("seven")],
    },
    { type: "stack", layout: { axis: "horizontal" }, content: [text("eight"), text("nine")] as FlowNode[] },
    { type: "columns", layout: { count: 2 }, content: [text("ten"), text("eleven")] },
  ];
  const order = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
  expect(await read(flow(content))).toEqual(order);
  expect(await read(flow(content, { direction: "ltr" }))).toEqual(order);
});
