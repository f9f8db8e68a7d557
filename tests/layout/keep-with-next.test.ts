import fc from "fast-check";
import { expect, test } from "vitest";
import { displayList, testEngine } from "../../golden/cases.js";
import type { GlyphsOp, IrDocument, Op } from "../../ir/ir.js";
import { runs, seed } from "../support/runs.js";

/* Nodes that are kept with the next, over nodes that take no room, in pages and columns (SW-22, SW-23). */

const MM = 72 / 25.4;
/** Five characters with their space are 30 pt in the test font, 12 pt high; five words a line. */
const WORD = 30;
const LINE = 12;
const WORDS = 5;

interface Planned {
  readonly kind: "text" | "kept" | "nothing" | "group";
  readonly lines: number;
  readonly empty: number;
}

const planned = fc.record<Planned>({
  kind: fc.constantFrom("text", "text", "kept", "kept", "nothing", "group"),
  lines: fc.integer({ min: 1, max: 9 }),
  empty: fc.nat(5),
});

const wordOf = (node: number, i: number): string => `${node.toString(36)}x${i.toString(36).padStart(3, "0")}`.padStart(5, "-");

const NOTHING: readonly object[] = [
  { type: "markdown", source: "" },
  { type: "markdown", source: "<!-- a comment -->\n" },
  { type: "contents", of: "captions", counter: "Nothing" },
  { type: "block", element: { type: "text", content: "" } },
  { type: "stack", layout: { axis: "vertical" }, content: [{ type: "markdown", source: "\n" }] },
  {
    type: "placed",
    layout: { reference: "body" },
    element: { type: "text", layout: { left: 0, top: 0 }, content: "" },
  },
];

function nodeOf({ kind, lines, empty }: Planned, node: number): object {
  if (kind === "nothing") return NOTHING[empty]!;
  const content = Array.from({ length: lines * WORDS }, (_, i) => wordOf(node, i)).join(" ");
  const text = { type: "block", element: { type: "text", content } };
  if (kind === "text") return text;
  const kept = { ...text, pagination: { keep_with_next: true } };
  return kind === "kept" ? kept : { type: "stack", layout: { axis: "vertical" }, content: [kept, NOTHING[empty % 4]!] };
}

const glyphsIn = (ops: readonly Op[]): readonly GlyphsOp[] =>
  ops.flatMap((op) => (op.op === "glyphs" ? [op] : op.op === "mark" ? glyphsIn(op.children) : []));

/** Region of each line by node, in order. */
function linesOf(doc: IrDocument): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  doc.pages.forEach(({ ops }, page) => {
    for (const { x, text } of glyphsIn(ops)) {
      const name = /^-*([0-9a-z]+)x/.exec(text)?.[1];
      if (name === undefined) continue;
      const node = Number.parseInt(name, 36);
      found.set(node, [...(found.get(node) ?? []), `${page}.${Math.floor((x - 5 * MM + 1) / (WORD * WORDS))}`]);
    }
  });
  return found;
}

test("a kept node is whole, and with the first lines of what follows, wherever a region has room", async () => {
  let chains = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(planned, { minLength: 2, maxLength: 10 }),
      fc.integer({ min: 7, max: 14 }),
      fc.integer({ min: 1, max: 2 }),
      async (plan, room, count) => {
        const width = (WORD * WORDS * count) / MM + 10;
        const layout = { page_margin: { top: 5, bottom: 5, left: 5, right: 5 }, columns: { count, gap: 0 } };
        const request = {
          settings: { defaults: { text: { font_size: 10, line_height: 1.2 } } },
          flow_document: {
            page_masters: { m: { width, height: (room * LINE) / MM + 10.01, layout } },
            segments: [{ page_master: "m", content: plan.map(nodeOf) }],
          },
        };
        const doc = await displayList(new TextEncoder().encode(JSON.stringify(request)), {}, testEngine);
        const lines = linesOf(doc);
        const drawn = plan.map((node, i) => ({ ...node, i })).filter(({ kind }) => kind !== "nothing");
        for (const { i, lines: n } of drawn) expect(lines.get(i), `node ${i}`).toHaveLength(n);
        for (let at = 0; at < drawn.length; at++) {
          const from = at;
          let height = 0;
          while (at < drawn.length && drawn[at]!.kind !== "text") height += drawn[at++]!.lines;
          const next = drawn[at];
          if (at === from) continue;
          // a text of up to three lines is whole
          const first = next ? (next.lines <= 3 ? next.lines : 2) : 0;
          if (height + first > room) continue;
          chains++;
          const regions = drawn.slice(from, at).flatMap(({ i }) => lines.get(i)!);
          if (next) regions.push(lines.get(next.i)![0]!);
          expect(new Set(regions).size, `chain of nodes ${drawn.slice(from, at + 1).map(({ i }) => i)}: ${regions}`).toBe(1);
        }
      },
    ),
    { seed, numRuns: runs(200) },
  );
  expect(chains).toBeGreaterThan(runs(100));
});
