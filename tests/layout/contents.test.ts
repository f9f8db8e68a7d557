import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayList, engine, testEngine } from "../../golden/cases.js";
import type { GlyphsOp, IrDocument, StructNode } from "../../ir/ir.js";
import { runs, seed } from "../support/runs.js";
import { root } from "../support/tools.js";

/* Entries of contents lists: text and page label never meet, and texts of one level begin together (SW-27, SW-28). */

const MM = 72 / 25.4;
const NEAR = 0.01;

interface Entry {
  readonly texts: readonly GlyphsOp[];
  readonly label: GlyphsOp;
}

const right = ({ x, size, run }: GlyphsOp): number => x + (run.advances.reduce((sum, advance) => sum + advance, 0) * size) / 1000;

/** The label is the last text of its entry. */
function entriesOf({ structure, pages }: IrDocument): readonly Entry[] {
  const shown = new Map<number, GlyphsOp[]>();
  for (const { ops } of pages)
    for (const op of ops)
      if (op.op === "mark" && typeof op.mark === "number")
        shown.set(
          op.mark,
          op.children.filter((child) => child.op === "glyphs"),
        );
  return nodesOf(structure, "Reference").map((entry) => {
    const glyphs = marksOf(entry).flatMap((mark) => shown.get(mark) ?? []);
    return { texts: glyphs.slice(0, -1), label: glyphs.at(-1)! };
  });
}

const nodesOf = (node: StructNode, role: string): readonly StructNode[] => [
  ...(node.role === role ? [node] : []),
  ...node.kids.flatMap((kid) => (typeof kid === "number" ? [] : nodesOf(kid, role))),
];
const marksOf = ({ kids }: StructNode): readonly number[] => kids.flatMap((kid) => (typeof kid === "number" ? [kid] : marksOf(kid)));

/** Beginning of the label, after its space. */
const labelAt = ({ x, size, run, text }: GlyphsOp): number => (text.startsWith(" ") ? x + (run.advances[0]! * size) / 1000 : x);

function expectApart(entries: readonly Entry[], left: number, edge: number): void {
  for (const { texts, label } of entries) {
    expect(right(label), label.text).toBeLessThan(edge + NEAR);
    for (const text of texts) {
      expect(text.x, text.text).toBeGreaterThan(left - NEAR);
      expect(right(text), text.text).toBeLessThan(edge + NEAR);
      const gap = labelAt(label) - right({ ...text, ...trimmed(text) });
      if (Math.abs(text.y - label.y) < 1) expect(gap, `${text.text} and ${label.text}`).toBeGreaterThan(MM - NEAR);
    }
  }
}

/** Spaces at a line's end hang. */
function trimmed({ text, run }: GlyphsOp): Pick<GlyphsOp, "text" | "run"> {
  const spaces = text.length - text.trimEnd().length;
  return { text: text.trimEnd(), run: { ...run, advances: run.advances.slice(0, run.advances.length - spaces) } };
}

const bytes = (request: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(request));

const heading = (level: number, content: string, numbered = true): object => ({
  type: "block",
  semantics: { role: "heading", heading_level: level, numbered },
  element: { type: "text", content },
});

const documentOf = (width: number, levels: readonly string[], headings: readonly object[], leader: string): object => ({
  settings: { defaults: { text: { font_size: 10 } } },
  flow_document: {
    numbering: { levels },
    page_masters: {
      m: { width: width + 10, height: 2000, layout: { page_margin: { top: 5, bottom: 5, left: 5, right: 5 } } },
    },
    segments: [{ page_master: "m", content: [{ type: "contents", leader }, { type: "break", kind: "page" }, ...headings] }],
  },
});

describe("an entry", () => {
  for (const name of ["contents-long-words", "contents-hash", "contents-compound"])
    test(`of ${name} has its text and its label apart`, async () => {
      const doc = await displayList(readFileSync(path.join(root, "golden/cases/flowdoc", name, "request.json")), {}, engine);
      const entries = entriesOf(doc);
      expect(entries.length).toBeGreaterThan(0);
      expectApart(entries, 10 * MM, 95 * MM);
    });

  test("contains all of its text apart from its label, in a list of any width", async () => {
    const word = fc.oneof(
      fc.constantFrom("a", "of", "word"),
      fc.integer({ min: 6, max: 60 }).map((n) => "abcdefghij".repeat(6).slice(0, n)),
    );
    const pattern = fc.tuple(
      fc.constantFrom("1", "1.", "Chapter 1", "The long name of what begins here 1"),
      fc.constantFrom("1.1", "i) ", "§ 1.1"),
    );
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 8, max: 90 }),
        pattern,
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.array(word, { minLength: 1, maxLength: 4 }), fc.boolean()), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.constantFrom("dots", "none"),
        async (width, levels, planned, leader) => {
          const headings = planned.map(([level, words, numbered]) => heading(level, words.join(" "), numbered));
          const doc = await displayList(bytes(documentOf(width, levels, headings, leader)), {}, testEngine);
          const entries = entriesOf(doc);
          expect(entries).toHaveLength(planned.length);
          expectApart(entries, 5 * MM, (5 + width) * MM);
          const found = doc.pages.flatMap(({ links }) => links.map(({ alt }) => alt.replace(/ \d+$/, "")));
          planned.forEach(([, words], i) => {
            const shown = entries[i]!.texts.map(({ text }) => text.trim()).join("");
            if (new Set(entries[i]!.texts.map(({ y }) => y)).size > 1) broken++;
            expect(shown.replace(/[\s\u00a0]/g, "")).toMatch(new RegExp(`${words.join("")}$`));
            expect(found[i]!.replace(/\s/g, "")).toBe(shown.replace(/\s/g, ""));
          });
        },
      ),
      { seed, numRuns: runs(60) },
    );
    expect(broken).toBeGreaterThan(runs(10));
  });

  test("begins its text with the others of its level, behind the widest number of at most a quarter of the width", async () => {
    const numbers = [
      ...Array.from({ length: 12 }, (_, i) => heading(1, `T${i}`)),
      ...Array.from({ length: 12 }, (_, i) => heading(2, `U${i}`)),
    ];
    const headings = [...numbers, heading(1, "Preface", false)];
    for (const width of [100, 60, 34]) {
      const entries = entriesOf(await displayList(bytes(documentOf(width, ["I", "I.1"], headings, "dots")), {}, testEngine));
      expect(entries).toHaveLength(25);
      for (const [sign, level] of [
        ["T", 1],
        ["U", 2],
      ] as const) {
        const own = entries.filter(({ texts }) => texts.at(-1)!.text.startsWith(sign));
        const start = (5 + (level - 1) * 6) * MM;
        // numbers are in the test font, of 5 pt a character
        const widest = Math.max(...own.map(({ texts }) => texts[0]!.text.length * 5));
        const room = Math.min(widest, (width * MM) / 4);
        for (const { texts } of own) {
          expect(texts[0]!.x).toBeCloseTo(start, 2);
          expect(texts.at(-1)!.x).toBeCloseTo(start + Math.max(room, texts[0]!.text.length * 5), 2);
        }
      }
      expect(entries.at(-1)!.texts[0]!.x).toBeCloseTo(5 * MM, 2);
    }
  });
});
