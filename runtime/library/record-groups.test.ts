import fc from "fast-check";
import { expect, test } from "vitest";
import { RenderError, problemOf } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import { runs } from "../../tests/support/runs.js";
import { onEach, RecordGroups } from "./record-groups.js";
import type { HeldRecord } from "./records.js";

/** `ends`: the process ends with it, and with all records that it has. */
type Kind = "made" | "refused" | "ends";
const kinds = fc.constantFrom<Kind>("made", "made", "made", "refused", "ends");

/** A process: records by their number. */
const call = onEach<number>((_source, _isText, record) => {
  const { n, kind } = (record as { readonly value: { readonly n: number; readonly kind: Kind } }).value;
  if (kind === "made") return Promise.resolve(n);
  if (kind === "refused") return Promise.reject(new RenderError(problemOf("API-002", "test", ROOT, `record ${n}`)));
  return Promise.reject(new Error(`the process has ended at ${n}`));
});
const recordOf = (n: number, kind: Kind): HeldRecord => ({ value: { n, kind } });

test("each record has the outcome that it has alone, whatever others of its group do", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(kinds, { maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 4 }),
      async (all, lanes, most) => {
        let running = 0;
        const send = async (records: readonly HeldRecord[]): ReturnType<typeof call> => {
          expect(records.length).toBeLessThanOrEqual(most);
          expect(++running).toBeLessThanOrEqual(lanes);
          try {
            return await call(new Uint8Array(0), false, records);
          } finally {
            running--;
          }
        };
        const groups = new RecordGroups<number>(send, lanes, most);
        const outcomes = await Promise.allSettled(all.map((kind, n) => groups.add(recordOf(n, kind))));
        for (const [n, outcome] of outcomes.entries()) {
          if (all[n] === "made") expect(outcome).toEqual({ status: "fulfilled", value: n });
          else {
            const { reason } = outcome as PromiseRejectedResult;
            expect(reason instanceof RenderError).toBe(all[n] === "refused");
            expect((reason as Error).message).toBe(all[n] === "refused" ? `record ${n}` : `the process has ended at ${n}`);
          }
        }
      },
    ),
    { numRuns: runs(100) },
  );
});

test("records that wait go together once records are short, and none waits for others", async () => {
  const sizes: number[] = [];
  const groups = new RecordGroups<number>(
    (records) => {
      sizes.push(records.length);
      return call(new Uint8Array(0), false, records);
    },
    1,
    2,
  );
  await Promise.all(Array.from({ length: 6 }, (_, n) => groups.add(recordOf(n, "made"))));
  await groups.add(recordOf(6, "made"));
  expect(sizes).toEqual([1, 2, 2, 1, 1]);
});
