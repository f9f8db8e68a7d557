import fc from "fast-check";
import { expect, test } from "vitest";
import { displayList, testEngine } from "../../golden/cases.js";
import type { GlyphsOp, IrDocument, Op } from "../../ir/ir.js";
import { runs, seed } from "../support/runs.js";

/* Orphans and widows of each paragraph and list item, in pages and columns (SW-19). */

const MM = 72 / 25.4;
/** Five characters with their space are 30 pt in the test font, 12 pt high. */
const WORD = 30;
const LINE = 12;

interface Planned {
  readonly words: readonly number[];
  readonly list: boolean;
  readonly note: boolean;
}

const planned = fc.record<Planned>({
  words: fc.array(fc.integer({ min: 1, max: 34 }), { minLength: 1, maxLength: 6 }),
  list: fc.boolean(),
  note: fc.boolean(),
});

const wordOf = (block: number, paragraph: number, i: number): string =>
  `${String.fromCharCode(97 + block)}${String.fromCharCode(97 + paragraph)}${i.toString(36).padStart(3, "0")}`;

function elementOf({ words, list, note }: Planned, block: number): object {
  const paragraphs = words.map((count, p) => {
    const text = Array.from({ length: count }, (_, i) => wordOf(block, p, i)).join(" ");
    const mark = { type: "footnote", blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "~note" }] }] };
    return { type: "paragraph", inlines: [{ type: "text", text }, ...(note && p === 1 ? [mark] : [])] };
  });
  const items = paragraphs.map((paragraph) => ({ blocks: [paragraph] }));
  return { type: "text", content: { blocks: list ? [{ type: "list", list: { kind: "bullet" }, items }] : paragraphs } };
}

const glyphsIn = (ops: readonly Op[]): readonly GlyphsOp[] =>
  ops.flatMap((op) => (op.op === "glyphs" ? [op] : op.op === "mark" ? glyphsIn(op.children) : []));

/** Lines of each paragraph by region, in reading order. */
function partsOf(doc: IrDocument, column: number): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, Map<string, Set<number>>>();
  doc.pages.forEach(({ ops }, page) => {
    for (const { x, y, text } of glyphsIn(ops)) {
      const paragraph = /^[a-z][a-z](?=[0-9a-z]{3})/.exec(text)?.[0];
      if (paragraph === undefined) continue;
      const regions = places.get(paragraph) ?? new Map<string, Set<number>>();
      const region = `${page} ${Math.floor((x - 5 * MM + 1) / column)}`;
      regions.set(region, (regions.get(region) ?? new Set()).add(y));
      places.set(paragraph, regions);
    }
  });
  return new Map([...places].map(([name, regions]) => [name, [...regions.values()].map((lines) => lines.size)]));
}

test("no paragraph or list item leaves fewer lines before or after a break, and none is lost", async () => {
  let parted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(planned, { minLength: 1, maxLength: 4 }),
      // room for the longest paragraph that stays whole, with its note
      fc.integer({ min: 8, max: 12 }),
      fc.constantFrom("pages", "columns", "balanced", "master", "frame"),
      fc.constantFrom({}, { orphan_lines: 1, widow_lines: 3 }, { orphan_lines: 3, widow_lines: 2, min_lines_after_split: 3 }),
      async (blocks, lines, kind, pagination: Readonly<Record<string, number>>) => {
        const count = kind === "pages" ? 1 : 2;
        const room = (WORD * 5) / MM;
        const nodes = blocks.map((block, i) => {
          const frame = kind === "frame" ? { frame: { columns: 2, column_gap: 0 } } : {};
          const given = kind === "frame" ? { ...block, note: false } : block;
          return { type: "block", pagination, element: { ...elementOf(given, i), ...frame } };
        });
        const local = kind === "columns" || kind === "balanced";
        const layout = { count: 2, gap: 0, mode: kind === "balanced" ? "balanced" : "sequential" };
        const height = (lines * LINE) / MM + 10.01;
        const doc = await displayList(
          new TextEncoder().encode(
            JSON.stringify({
              settings: { defaults: { text: { font_size: 10, line_height: 1.2 } } },
              flow_document: {
                page_masters: {
                  m: {
                    width: room * count + 10,
                    height,
                    layout: {
                      page_margin: { top: 5, bottom: 5, left: 5, right: 5 },
                      ...(kind === "master" ? { columns: { count: 2, gap: 0 } } : {}),
                    },
                  },
                },
                segments: [{ page_master: "m", content: local ? [{ type: "columns", layout, content: nodes }] : nodes }],
              },
            }),
          ),
          {},
          testEngine,
        );
        const shown = doc.pages.flatMap(({ ops }) => glyphsIn(ops)).flatMap(({ text }) => text.match(/[a-z][a-z][0-9a-z]{3}/g) ?? []);
        const all = blocks.flatMap(({ words }, b) => words.flatMap((n, p) => Array.from({ length: n }, (_, i) => wordOf(b, p, i))));
        expect([...shown].sort()).toEqual([...all].sort());
        const orphans = pagination["orphan_lines"] ?? 2;
        const widows = Math.max(pagination["widow_lines"] ?? 2, pagination["min_lines_after_split"] ?? 0);
        for (const [name, parts] of partsOf(doc, WORD * 5)) {
          if (parts.length === 1) continue;
          parted++;
          parts.forEach((n, i) => {
            if (i < parts.length - 1) expect(n, `${name} ${parts.join("+")}`).toBeGreaterThanOrEqual(orphans);
            if (i > 0) expect(n, `${name} ${parts.join("+")}`).toBeGreaterThanOrEqual(widows);
          });
        }
      },
    ),
    { seed, numRuns: runs(150) },
  );
  expect(parted).toBeGreaterThan(runs(30));
});
