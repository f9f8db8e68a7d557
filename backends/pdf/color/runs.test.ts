import fc from "fast-check";
import { expect, test } from "vitest";
import type { Op } from "../../../ir/ir.js";
import { runs, seed } from "../../../tests/support/runs.js";
import { runsOf } from "./runs.js";

/* Runs that drawings have in common (FT-4, FT-19). */
const op = (id: number, points: number, source = 0): Op => ({
  op: "path",
  path: { verbs: `M${"L".repeat(points)}Z`, coords: Array.from({ length: 2 * points + 2 }, (_, i) => id + i), rule: "nonzero" },
  fill: { color: "#123456", opacity: 1 },
  stroke: null,
  source,
});
const forms = (drawings: readonly (readonly Op[])[]): readonly (readonly (readonly [ops: number, form: boolean])[])[] =>
  runsOf(drawings).map((list) => list.map(({ ops, form }) => [ops.length, form !== null] as const));

test("what several drawings have is a form, whatever the source of its ops; the rest is theirs", () => {
  const body = (source: number): readonly Op[] => [op(1, 100, source), op(2, 100, source), op(3, 100, source)];
  expect(forms([[op(7, 5), ...body(1), op(8, 5)], body(2), [...body(3), op(9, 5)]])).toEqual([
    [
      [1, false],
      [3, true],
      [1, false],
    ],
    [[3, true]],
    [
      [3, true],
      [1, false],
    ],
  ]);
});

test("ops of one drawing, and small ones, are not forms", () => {
  expect(forms([[op(1, 500), op(2, 500)], [op(3, 500)]])).toEqual([[[2, false]], [[1, false]]]);
  expect(forms([[op(1, 4)], [op(1, 4)]])).toEqual([[[1, false]], [[1, false]]]);
});

test("runs are the drawing, in order, and a number is that of equal ops", () => {
  const drawing = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(drawing, { maxLength: 6 }), (all) => {
      const drawings = all.map((ids) => ids.map((id) => op(id, 40 * id)));
      const made = runsOf(drawings);
      expect(made.map((list) => list.flatMap(({ ops }) => ops))).toEqual(drawings);
      const known = new Map<number, string>();
      for (const { ops, form } of made.flat()) {
        if (form === null) continue;
        const content = JSON.stringify(ops);
        expect(known.get(form) ?? content).toBe(content);
        known.set(form, content);
      }
      expect(new Set(known.values()).size).toBe(known.size);
    }),
    { numRuns: runs(100), seed },
  );
});
