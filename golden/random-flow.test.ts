import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collect } from "../compiler/compile.js";
import { compileNow } from "../tests/support/at-once.js";
import { RenderError } from "../compiler/core/fail.js";
import { pt } from "../compiler/core/units.js";
import type { SegmentNode } from "../compiler/request/types/flow.js";
import { renderText } from "../backends/text/text.js";
import type { IrDocument, Op } from "../ir/ir.js";
import { steps } from "../base/steps.js";
import { enough, runs } from "../tests/support/runs.js";
import { testEngine } from "./cases.js";
import { EMPTY_PAGE, randomFlow, type RandomFlow } from "./random-flow.js";

const world = testEngine.world();

/** null if some content exceeds its space, which happens on small pages */
function laidOut(request: object): IrDocument | null {
  try {
    return collect(compileNow(request, world));
  } catch (e) {
    if (e instanceof RenderError && ["too-wide-for-room", "taller-than-page", "columns-room"].includes(e.problem.rule)) return null;
    throw e;
  }
}

interface Shown {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function shown(doc: IrDocument): readonly Shown[] {
  const out: Shown[] = [];
  doc.pages.forEach((page, i) => {
    const walk = (ops: readonly Op[]): void => {
      for (const op of ops) {
        if (op.op === "mark" || op.op === "group") walk(op.children);
        else if (op.op === "glyphs") {
          // trailing spaces are outside of the line
          const letters = op.run.advances.slice(0, op.text.trimEnd().length);
          const width = (letters.reduce((n, a) => n + a, 0) * op.size) / 1000;
          out.push({ text: op.text, page: i, x: op.x, y: op.y, width });
        }
      }
    };
    walk(page.ops);
  });
  return out;
}

const read = (doc: IrDocument): readonly string[] =>
  renderText(doc)
    .split(/\s+/)
    .filter((w) => w !== "");

function pagesOf(doc: IrDocument): ReadonlyMap<string, number> {
  const out = new Map<string, number>();
  for (const { text, page } of shown(doc)) for (const word of text.split(/\s+/)) if (word !== "" && !out.has(word)) out.set(word, page);
  return out;
}

const wordsOf = (node: SegmentNode): readonly string[] => JSON.stringify(node).match(/\bw\d+x\b/g) ?? [];

const wordsOnPages = (doc: IrDocument): readonly (readonly string[])[] => {
  const out: string[][] = doc.pages.map(() => []);
  for (const { text, page } of shown(doc)) out[page]!.push(...text.split(/\s+/).filter((word) => word !== ""));
  return out;
};

/** First words of nodes with a side; the side of a first descendant replaces that of its group. */
function sidesIn(nodes: readonly SegmentNode[], around: string | null = null): readonly { readonly side: string; readonly word: string }[] {
  return nodes
    .filter((node) => node.type !== "break")
    .flatMap((node, i) => {
      const own = ("pagination" in node && node.pagination?.break_before) || null;
      const side = own?.endsWith("_page") ? own : i === 0 ? around : null;
      if ("content" in node && node.content) return sidesIn(node.content, side);
      return side === null ? [] : [{ side, word: wordsOf(node)[0]! }];
    });
}

function law(
  name: string,
  arbitrary: ReturnType<typeof randomFlow>,
  count: number,
  holds: (made: RandomFlow, doc: IrDocument) => void,
): void {
  test(name, () => {
    let done = 0;
    fc.assert(
      fc.property(arbitrary, (make) => {
        const made = make();
        const doc = laidOut(made.request);
        if (!doc) return;
        done++;
        holds(made, doc);
      }),
      { numRuns: runs(count) },
    );
    expect(done).toBeGreaterThan(enough(count * 0.6));
  });
}

const everything = randomFlow({ keeps: true, breaks: true, placed: true, depth: 4 });
const flowing = randomFlow({ keeps: true, breaks: true, placed: false, depth: 2 });
const sided = randomFlow({ keeps: true, breaks: true, placed: false, depth: 2, sides: true });
const plain = randomFlow({ keeps: false, breaks: false, placed: false, depth: 2 });

describe("random Flow Documents", () => {
  law("are read whole, each word once, in the order of the source", everything, 150, ({ words }, doc) => {
    expect(read(doc).join("")).toBe(words.join(""));
  });

  law("stay in their body", flowing, 200, (_made, doc) => {
    for (const { page, x, y, width } of shown(doc)) {
      const left = pt(page % 2 === 0 ? 9 : 3);
      expect(x).toBeGreaterThanOrEqual(left - 0.01);
      expect(x + width).toBeLessThanOrEqual(left + pt(58) + 0.01);
      expect(y).toBeGreaterThan(pt(4));
      expect(y).toBeLessThan(pt(46) + 0.01);
    }
  });

  law("go forward: no word is on an earlier page than one before it", flowing, 200, ({ words }, doc) => {
    const pages = pagesOf(doc);
    let latest = 0;
    for (const word of words) {
      const page = pages.get(word)!;
      expect(page).toBeGreaterThanOrEqual(latest);
      latest = page;
    }
    expect(doc.pages.length).toBeGreaterThanOrEqual(latest + 1);
  });

  law("break where they are told to", flowing, 300, ({ request }, doc) => {
    const pages = pagesOf(doc);
    const last = (words: readonly string[]): number | undefined => words.map((w) => pages.get(w)!).at(-1);
    for (const { content } of request.flow_document.segments) {
      let before: readonly string[] = [];
      let broken = false;
      for (const node of content ?? []) {
        if (node.type === "break") {
          broken ||= node.kind === "page";
          continue;
        }
        const words = wordsOf(node);
        const breaks = "pagination" in node ? node.pagination : undefined;
        if ((broken || breaks?.break_before === "page") && before.length > 0 && words.length > 0)
          expect(pages.get(words[0]!)!).toBeGreaterThan(last(before)!);
        broken = breaks?.break_after === "page" || (broken && words.length === 0);
        before = [...before, ...words];
      }
    }
  });

  law("begin on the side that a node declares, or its first content", sided, 300, ({ request }, doc) => {
    const pages = pagesOf(doc);
    for (const { content = [] } of request.flow_document.segments)
      for (const { side, word } of sidesIn(content))
        expect([word, pages.get(word)! % 2 === 0 ? "right_page" : "left_page"]).toEqual([word, side]);
  });

  law("have the content of pages with breaks to any page, and single empty pages before some", sided, 300, ({ request, words }, doc) => {
    const toAny = JSON.parse(JSON.stringify(request).replaceAll(/"(?:right|left)_page"/g, '"page"')) as object;
    const isEmpty = (page: readonly string[]): boolean => page.includes(EMPTY_PAGE);
    const pages = wordsOnPages(doc);
    expect(pages.filter((page) => !isEmpty(page))).toEqual(wordsOnPages(laidOut(toAny)!));
    expect(pages.flat().filter((word) => word !== EMPTY_PAGE)).toHaveLength(words.length);
    const begun = new Set(request.flow_document.segments.flatMap(({ content = [] }) => sidesIn(content).map(({ word }) => word)));
    pages.forEach((page, i) => {
      if (!isEmpty(page)) return;
      expect(page).toEqual([EMPTY_PAGE]);
      expect(pages[i + 1]!.some((word) => begun.has(word))).toBe(true);
    });
  });

  law("begin each segment on a new page", everything, 100, ({ request }, doc) => {
    const pages = pagesOf(doc);
    const segments = request.flow_document.segments.map((s) => (s.content ?? []).filter((n) => n.type === "block").flatMap(wordsOf));
    const [first, second] = segments;
    if (!first || !second || first.length === 0 || second.length === 0) return;
    expect(Math.min(...second.map((w) => pages.get(w)!))).toBeGreaterThan(Math.max(...first.map((w) => pages.get(w)!)));
  });

  test("a taller page never takes more pages where nothing is kept together", () => {
    let compared = 0;
    fc.assert(
      fc.property(plain, fc.integer({ min: 1, max: 60 }), (make, more) => {
        const low = laidOut(make().request);
        const high = laidOut(make(50 + more).request);
        if (!low || !high) return;
        compared++;
        expect(high.pages.length).toBeLessThanOrEqual(low.pages.length);
      }),
      { numRuns: runs(150) },
    );
    expect(compared).toBeGreaterThan(enough(90));
  });

  test("text that is split has the least lines on both sides", () => {
    let splits = 0;
    const lines = fc.integer({ min: 1, max: 4 });
    const block = fc.record({ count: fc.integer({ min: 1, max: 60 }), orphans: lines, widows: lines, before: lines, after: lines });
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
        let n = 0;
        const content = blocks.map(({ count, orphans, widows, before, after }) => ({
          type: "block",
          pagination: { orphan_lines: orphans, widow_lines: widows, min_lines_before_split: before, min_lines_after_split: after },
          element: { type: "text", content: Array.from({ length: count }, () => `w${n++}x`).join(" ") },
        }));
        const doc = laidOut({
          flow_document: { page_masters: { main: { width: 60, height: 60 } }, segments: [{ page_master: "main", content }] },
        })!;
        const runsOfText = shown(doc);
        let word = 0;
        for (const { count, orphans, widows, before, after } of blocks) {
          const own = new Set(Array.from({ length: count }, () => `w${word++}x`));
          const mine = runsOfText.filter((r) => own.has(r.text.trim().split(/\s+/)[0]!));
          const onPages = [...new Set(mine.map((r) => r.page))].map(
            (page) => new Set(mine.filter((r) => r.page === page).map((r) => r.y)).size,
          );
          if (onPages.length < 2) continue;
          splits++;
          expect(onPages[0]).toBeGreaterThanOrEqual(Math.max(orphans, before));
          expect(onPages.at(-1)).toBeGreaterThanOrEqual(Math.max(widows, after));
        }
      }),
      { numRuns: runs(150) },
    );
    expect(splits).toBeGreaterThan(enough(100));
  });

  test("what is kept with the next, or together, is on one page wherever a page has room for it", () => {
    let kept = 0;
    const item = fc.record({ height: fc.integer({ min: 2, max: 12 }), next: fc.boolean() });
    const stackOf = fc.record({
      heights: fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 4 }),
      together: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(item, stackOf), { minLength: 2, maxLength: 12 }), (items) => {
        let n = 0;
        const block = (height: number, extra = {}) => ({
          type: "block",
          ...extra,
          element: {
            type: "container",
            layout: { children: { mode: "linear" } },
            width: 20,
            height,
            elements: [{ type: "text", content: `w${n++}x`, style: { font_size: 4 } }],
          },
        });
        const heights: number[] = [];
        const joined: boolean[] = [];
        const content = items.map((it) => {
          if ("heights" in it) {
            it.heights.forEach((h, i) => {
              heights.push(h);
              joined.push(it.together && i + 1 < it.heights.length);
            });
            return { type: "stack", layout: {}, pagination: { keep_together: it.together }, content: it.heights.map((h) => block(h)) };
          }
          heights.push(it.height);
          joined.push(it.next);
          return block(it.height, { pagination: { keep_with_next: it.next } });
        });
        const doc = laidOut({
          flow_document: { page_masters: { main: { width: 40, height: 40 } }, segments: [{ page_master: "main", content }] },
        })!;
        const pages = pagesOf(doc);
        for (let from = 0; from < heights.length;) {
          let to = from;
          while (to + 1 < heights.length && joined[to]) to++;
          const chain = heights.slice(from, to + 1).reduce((a, b) => a + b, 0);
          if (to > from && chain <= 40) {
            kept++;
            expect(pages.get(`w${to}x`)).toBe(pages.get(`w${from}x`));
          }
          from = to + 1;
        }
      }),
      { numRuns: runs(150) },
    );
    expect(kept).toBeGreaterThan(enough(100));
  });

  test("balanced columns end level within one part", () => {
    const heights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(heights, fc.integer({ min: 2, max: 4 }), fc.boolean(), (parts, count, rtl) => {
        const content = parts.map((height) => ({ type: "block", element: { type: "rect", width: 5, height, fill: {} } }));
        const layout = { count, mode: "balanced", direction: rtl ? "right_to_left" : "left_to_right" };
        const master = { width: 100, height: 400 };
        const doc = laidOut({
          flow_document: {
            page_masters: { main: master },
            segments: [{ page_master: "main", content: [{ type: "columns", layout, content }] }],
          },
        })!;
        const bottoms = new Map<number, number>();
        for (const op of doc.pages[0]!.ops) {
          const path = op.op === "mark" ? op.children[0]! : op;
          if (path.op !== "path") continue;
          const [x, , , , , bottom] = path.path.coords;
          bottoms.set(x!, Math.max(bottoms.get(x!) ?? 0, bottom!));
        }
        // least height of columns filled in order, computed from parts
        const fits = (height: number): boolean => {
          let column = 1;
          let y = 0;
          for (const part of parts) {
            if (part > height) return false;
            if (y + part > height) {
              column++;
              y = 0;
            }
            y += part;
          }
          return column <= count;
        };
        let least = 1;
        while (!fits(least)) least++;
        expect(Math.max(...bottoms.values())).toBeCloseTo(pt(least), 2);
      }),
      { numRuns: runs(150) },
    );
  });

  test("take time that grows with their nodes alone, however deep they are nested", () => {
    const words = (n: number): string => Array.from({ length: n }, (_, i) => `w${i}`).join(" ");
    const blocks = (n: number) => Array.from({ length: n }, () => ({ type: "block", element: { type: "text", content: words(12) } }));
    const groups: readonly ((content: readonly object[]) => object)[] = [
      (content) => ({ type: "stack", layout: {}, pagination: { keep_together: true }, content }),
      (content) => ({ type: "columns", layout: { count: 1, mode: "balanced" }, content }),
      (content) => ({ type: "columns", layout: { count: 1 }, pagination: { keep_together: true }, content }),
      (content) => ({ type: "grid", layout: { columns: [{ mode: "fraction", value: 1 }] }, content }),
      (content) => ({ type: "stack", layout: { axis: "horizontal", wrap: true }, content }),
    ];
    const master = { width: 100, height: 1000 };
    for (const group of groups)
      for (const depth of [1, 8, 30]) {
        const nested = (n: number): object => {
          let content: readonly object[] = blocks(n);
          for (let d = 0; d < depth; d++) content = [group(content)];
          return { flow_document: { page_masters: { main: master }, segments: [{ page_master: "main", content }] } };
        };
        const cost = (n: number): number => {
          const before = steps.fills + steps.lines;
          collect(compileNow(nested(n), world));
          return steps.fills + steps.lines - before;
        };
        expect(cost(60) / cost(30)).toBeLessThan(2.3);
      }
  });
});
