import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairQueue } from "./fair-queue.js";

describe("a fair queue", () => {
  test("owners take turns, and each one's tasks keep their order", () => {
    const queue = new FairQueue<string>();
    for (const task of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.push(task[0]!, task);
    expect(Array.from({ length: 7 }, () => queue.shift())).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", undefined]);
  });

  test("nothing is lost or doubled, and nobody waits for more than one task of each other owner", () => {
    const step = fc.oneof(fc.record({ push: fc.nat(4) }), fc.constant("shift" as const), fc.record({ remove: fc.nat(30) }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new FairQueue<{ readonly owner: string; readonly n: number }>();
        let waiting: { readonly owner: string; readonly n: number; passed: string[] }[] = [];
        let n = 0;
        for (const s of steps) {
          if (s === "shift") {
            const task = queue.shift();
            if (!task) {
              expect(waiting).toEqual([]);
              continue;
            }
            const mine = waiting.filter((w) => w.owner === task.owner);
            expect(mine[0]!.n).toBe(task.n);
            waiting = waiting.filter((w) => w.n !== task.n);
            // before the first task of an owner each other owner had at most one turn
            const firsts = waiting.filter((w, i) => waiting.findIndex((v) => v.owner === w.owner) === i && w.owner !== task.owner);
            for (const w of firsts) {
              expect(w.passed).not.toContain(task.owner);
              w.passed.push(task.owner);
            }
            for (const w of waiting) if (w.owner === task.owner) w.passed = [];
          } else if ("push" in s) {
            const task = { owner: `o${s.push}`, n: n++ };
            queue.push(task.owner, task);
            waiting.push({ ...task, passed: [] });
          } else {
            const at = waiting.at(s.remove % Math.max(1, waiting.length));
            expect(queue.remove("nobody", { owner: "nobody", n: -1 })).toBe(false);
            // only the last task of an owner, to keep the turns of others
            if (!at || waiting.findLast((w) => w.owner === at.owner) !== at || waiting.filter((w) => w.owner === at.owner).length < 2)
              continue;
            waiting = waiting.filter((w) => w !== at);
            const all = queue.clear();
            for (const t of all) queue.push(t.owner, t);
            expect(
              queue.remove(
                at.owner,
                all.find((t) => t.n === at.n)!,
              ),
            ).toBe(true);
            for (const w of waiting) w.passed = [];
            waiting = all.filter((t) => t.n !== at.n).map((t) => ({ ...t, passed: [] }));
          }
          expect(queue.length).toBe(waiting.length);
        }
        expect(
          queue
            .clear()
            .map((t) => t.n)
            .sort(),
        ).toEqual(waiting.map((w) => w.n).sort());
        expect(queue.length).toBe(0);
      }),
    );
  });
});
