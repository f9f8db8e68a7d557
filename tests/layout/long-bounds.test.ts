import { describe, expect, test } from "vitest";
import { steps } from "../../base/steps.js";
import { collect } from "../../compiler/compile.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { RenderError } from "../../compiler/core/fail.js";
import { testEngine } from "../../golden/cases.js";
import type { IrDocument } from "../../ir/ir.js";
import { compileNow } from "../support/at-once.js";

/* Cost of long documents, in steps, and the bounds of those whose cost is a product. */

const LIMITS = { ...CONTRACT_LIMITS, flow_nodes: 100_000, flow_elements: 100_000, flow_destinations: 100_000 };
const world = { ...testEngine.world(), limits: LIMITS };

const MASTER = { size: "a5", layout: { page_margin: { top: 10, left: 10, right: 10, bottom: 10 } } };
const document = (content: readonly object[]): object => ({
  settings: { defaults: { text: { font_size: 8 } } },
  flow_document: {
    numbering: { levels: ["1", "1.1"] },
    page_masters: { main: MASTER },
    segments: [{ page_master: "main", content }],
  },
});
const block = (content: string, more: object = {}): object => ({ type: "block", element: { type: "text", content }, ...more });
const many = (count: number, make: (i: number) => object): readonly object[] => Array.from({ length: count }, (_, i) => make(i));
const heading = (i: number): object =>
  block(`Heading ${i}`, { semantics: { role: "heading", heading_level: 1 + (i % 2) }, destination: `d${i}` });
const compiled = (content: readonly object[]): IrDocument => collect(compileNow(document(content), world));

function costOf(content: readonly object[]): number {
  const before = { ...steps };
  compiled(content);
  return steps.lines + steps.fills + steps.notes - before.lines - before.fills - before.notes;
}

function refusal(content: readonly object[]): string {
  try {
    compiled(content);
    return "";
  } catch (e) {
    if (e instanceof RenderError) return `${e.problem.code} ${e.problem.rule}`;
    throw e;
  }
}

describe("the cost of a document is in proportion to", () => {
  test("its nodes", () => {
    const cost = (count: number): number => costOf(many(count, (i) => block(`Paragraph ${i}`))) / count;
    expect(cost(4000)).toBeLessThan(1.05 * cost(500));
  });

  test("its headings, with a contents list", () => {
    const cost = (count: number): number => costOf([{ type: "contents" }, ...many(count, heading)]) / count;
    // numbers of one digit move nothing: fewer headings cost less each
    expect(cost(1200)).toBeLessThan(1.05 * cost(600));
  });

  describe("itself without", () => {
    const text = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
    const plain = many(600, (i) => (i % 10 === 0 ? heading(i) : block(text)));
    const costs = costOf(plain);

    // all but lines and boxes is done once
    test("contents and references on each page: lines and boxes are placed about twice", () => {
      const full = many(600, (i) => (i % 10 === 0 ? heading(i) : block(i % 10 === 3 ? `${text} {page:d${((i - 3) * 7) % 600}}` : text)));
      expect(costOf([{ type: "contents" }, ...full]) / costs).toBeLessThan(2.4);
    });

    test("contents: pages of text that reads no page are laid out once", () => {
      expect(costOf([{ type: "contents" }, ...plain]) / costs).toBeLessThan(1.25);
    });
  });
});

describe("texts that references insert", () => {
  const chain = (count: number): readonly object[] =>
    many(count, (i) => block(i === count - 1 ? "end" : `{text:d${i + 1}}`, { destination: `d${i}` }));

  test("may be chains, which are counted without recursion", () => {
    expect(compiled(chain(1000)).pages.length).toBeGreaterThan(1);
    expect(refusal(chain(30_000))).toBe("API-002 references-size");
  });

  test("a chain of pages settles if it has less than twelve links", () => {
    const numbering = { mode: "reset", start: 1, style: "lower_roman" };
    // wider labels take a line: the next target moves on
    const segment = (k: number): object => ({
      page_master: "main",
      page_numbering: numbering,
      content: [
        block(`${"a".repeat(21)} ${"b".repeat(21)} {page:t${k - 1}}`),
        block(Array.from({ length: 9 }, () => "line").join("\n")),
        block("Target", { destination: `t${k}` }),
      ],
    });
    const margin = { top: 5, left: 5, right: 5, bottom: 5 };
    const doc = collect(
      compileNow(
        {
          settings: { defaults: { text: { font_size: 10 } } },
          flow_document: {
            page_masters: { main: { width: 90, height: 60, layout: { page_margin: margin } } },
            segments: [
              {
                page_master: "main",
                page_numbering: numbering,
                content: [block("First"), block("Target", { destination: "t0", pagination: { break_before: "page" } })],
              },
              ...[1, 2, 3, 4, 5, 6].map(segment),
            ],
          },
        },
        world,
      ),
    );
    expect(doc.destinations.map(({ page }) => page)).toEqual([1, 3, 5, 7, 9, 11, 13]);
  });
});

test("contents lists have bounded entries and characters in all", () => {
  const headings = { type: "markdown", source: "# a\n".repeat(1000) };
  expect(refusal([headings, ...many(101, () => ({ type: "contents" }))])).toBe("API-002 contents-size");
  expect(refusal([headings, ...many(5000, () => ({ type: "contents", levels: [2, 3] }))])).toBe("");
});
