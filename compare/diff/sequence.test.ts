import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs, seed } from "../../tests/support/runs.js";
import { commonSequence, heaviestChain, searchSteps } from "./sequence.js";

const options = (count: number): { readonly seed: number; readonly numRuns: number } => ({ seed, numRuns: runs(count) });

/** Length of a longest common sequence, by the table of all prefixes. */
function longest(a: readonly number[], b: readonly number[]): number {
  let row = b.map(() => 0);
  for (const value of a) {
    const next: number[] = [];
    b.forEach((other, j) => next.push(value === other ? 1 + (j === 0 ? 0 : row[j - 1]!) : Math.max(row[j]!, j === 0 ? 0 : next[j - 1]!)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe("common sequences", () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 });
  test("are as long as any, ascend, and have equal elements", () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const pairs = commonSequence(a, b);
        expect(pairs).toHaveLength(longest(a, b));
        pairs.forEach(([i, j], k) => {
          expect(a[i]).toBe(b[j]);
          if (k > 0) expect(i > pairs[k - 1]![0] && j > pairs[k - 1]![1]).toBe(true);
        });
      }),
      options(500),
    );
  });
  test("of long sequences without much in common keep what is rare, in n log n", () => {
    const steps = (n: number): number => {
      const before = searchSteps.count;
      // every tenth element is the same on both sides, the others repeat in other orders
      const a = Array.from({ length: n }, (_, k) => (k % 10 === 0 ? 100 + k : (k * 7) % 13));
      const b = Array.from({ length: n }, (_, k) => (k % 10 === 0 ? 100 + k : (k * 11) % 13));
      const pairs = commonSequence(a, b);
      expect(pairs.filter(([i, j]) => i === j && i % 10 === 0).length).toBeGreaterThan(0.9 * (n / 10));
      return searchSteps.count - before;
    };
    const small = steps(20_000);
    expect(steps(200_000)).toBeLessThan(15 * small);
  });
  test("of long sequences in reverse end", () => {
    const a = Array.from({ length: 50_000 }, (_, k) => k);
    const before = searchSteps.count;
    expect(commonSequence(a, a.toReversed()).length).toBeGreaterThan(0);
    expect(searchSteps.count - before).toBeLessThan(100 * a.length);
  });
});

test("chains have the greatest sum of those that ascend", () => {
  const candidate = fc.record({ i: fc.nat(7), j: fc.nat(7), weight: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 9 }), (candidates) => {
      const sum = (chain: readonly { readonly weight: number }[]): number => chain.reduce((total, { weight }) => total + weight, 0);
      const chain = heaviestChain(candidates, 8);
      chain.forEach(({ i, j }, k) => k > 0 && expect(i > chain[k - 1]!.i && j > chain[k - 1]!.j).toBe(true));
      let best = 0;
      for (let subset = 0; subset < 2 ** candidates.length; subset++) {
        const chosen = candidates.filter((_, k) => (subset >> k) % 2 === 1).sort((x, y) => x.i - y.i);
        if (chosen.every(({ i, j }, k) => k === 0 || (i > chosen[k - 1]!.i && j > chosen[k - 1]!.j))) best = Math.max(best, sum(chosen));
      }
      expect(sum(chain)).toBe(best);
    }),
    options(100),
  );
});
