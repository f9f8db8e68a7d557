import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { alignZero, clean, linear, ticked, type DomainRules, type Ticked } from "./scale.js";

const FREE: DomainRules = { zero: false, count: null, about: 5 };

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -1000, max: 1000, noNaN: true }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    -5e-324,
    1e-310,
    1e-300,
    -1e-300,
    1e300,
    -1e300,
    1e308,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    1e15,
    1e15 + 1,
  ),
);
const data = fc.tuple(number, number).map(([a, b]): [number, number] => (a <= b ? [a, b] : [b, a]));
const count = fc.option(fc.integer({ min: 2, max: 32 }), { nil: null });
const about = fc.integer({ min: 2, max: 9 });

function expectScale({ domain: [a, b], ticks }: Ticked): void {
  expect(Number.isFinite(a) && Number.isFinite(b) && b > a).toBe(true);
  expect(ticks.length).toBeGreaterThanOrEqual(2);
  expect(ticks.length).toBeLessThanOrEqual(80);
  expect(ticks[0]).toBe(a);
  expect(ticks.at(-1)).toBe(b);
  for (let i = 1; i < ticks.length; i++) expect(ticks[i]).toBeGreaterThan(ticks[i - 1]!);
}

describe("ticked", () => {
  test("holds all data, with both ends of the domain among ascending ticks", () => {
    fc.assert(
      fc.property(data, fc.boolean(), count, about, ([low, high], zero, n, k) => {
        const t = ticked(low, high, { zero, count: n, about: k });
        expectScale(t);
        const [a, b] = t.domain;
        const slack = (b / 2 - a / 2) * 1e-8 + 1e-300;
        expect(a).toBeLessThanOrEqual(low + slack);
        expect(b).toBeGreaterThanOrEqual(high - slack);
        if (zero) expect(a <= 0 && b >= 0).toBe(true);
        if (n !== null) expect(t.ticks.length).toBe(n);
      }),
      { numRuns: runs(3000) },
    );
  });

  test("keeps declared bounds, also beyond the data", () => {
    fc.assert(
      fc.property(data, number, count, fc.boolean(), ([low, high], bound, n, upper) => {
        const t = ticked(low, high, { ...FREE, count: n, ...(upper ? { max: bound } : { min: bound }) });
        const { domain } = t;
        expect(domain[0]).toBeLessThanOrEqual(domain[1]);
        // beyond doubles there is no axis
        if (Math.abs(bound) < 1e307) {
          expectScale(t);
          expect(domain[upper ? 1 : 0] === bound).toBe(true);
        }
        if (n !== null) expect(t.ticks.length).toBe(n);
      }),
      { numRuns: runs(3000) },
    );
  });

  test("between two declared bounds there are exactly as many ticks as asked for", () => {
    fc.assert(
      fc.property(
        data.filter(([a, b]) => b - a > Math.max(Math.abs(a), Math.abs(b)) * 1e-9 && b - a > 1e-290),
        count,
        ([min, max], n) => {
          const t = ticked(min, max, { ...FREE, min, max, count: n });
          expectScale(t);
          expect(t.domain).toEqual([min, max]);
          if (n !== null) expect(t.ticks.length).toBe(n);
        },
      ),
    );
  });

  test.each([
    [0, 97, null, [0, 20, 40, 60, 80, 100]],
    [-1, 1, 2, [-1, 1]],
    [-3, 12, 2, [-20, 20]],
    [-5, 12, 4, [-5, 0, 5, 10].map((v) => v * 2)],
    [0.1, 0.3, 3, [0.1, 0.2, 0.3]],
    [7, 7, null, [2, 4, 6, 8, 10, 12]],
    [0, 0, null, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])("from %f to %f with %s ticks", (low, high, n, ticks) => {
    expect(ticked(low, high, { ...FREE, count: n }).ticks).toEqual(ticks);
  });
});

test("a scale is monotone, and never leaves its range", () => {
  fc.assert(
    fc.property(data, fc.array(number), fc.boolean(), ([low, high], values, down) => {
      const { domain } = ticked(low, high, FREE);
      const range: [number, number] = down ? [100, 0] : [0, 100];
      const scale = linear(domain, range);
      const places = [...values].sort((a, b) => a - b).map((v) => scale.at(v));
      if (down) places.reverse();
      for (const [i, p] of places.entries()) {
        expect(p >= 0 && p <= 100).toBe(true);
        if (i > 0) expect(p).toBeGreaterThanOrEqual(places[i - 1]!);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test("aligned axes have zero at one share, and hold what they held", () => {
  const share = ({ domain: [a, b] }: Ticked): number => -(a / 2) / (b / 2 - a / 2);
  const end = fc.boolean();
  fc.assert(
    fc.property(data, data, fc.record({ min: end, max: end }), fc.record({ min: end, max: end }), (one, two, a, b) => {
      const first = ticked(...one, { ...FREE, zero: true });
      const second = ticked(...two, { ...FREE, zero: true });
      const aligned = alignZero(first, second, { a, b });
      if (!aligned) return;
      expect(Math.abs(share(aligned[0]) - share(aligned[1]))).toBeLessThan(1e-6);
      aligned.forEach((t, k) => {
        const [old, fixed] = k === 0 ? [first, a] : [second, b];
        expectScale(t);
        const slack = (old.domain[1] / 2 - old.domain[0] / 2) * 1e-6;
        expect(t.domain[0]).toBeLessThanOrEqual(old.domain[0] + slack);
        expect(t.domain[1]).toBeGreaterThanOrEqual(old.domain[1] - slack);
        if (fixed.min) expect(Math.abs(t.domain[0] - old.domain[0])).toBeLessThanOrEqual(slack);
        if (fixed.max) expect(Math.abs(t.domain[1] - old.domain[1])).toBeLessThanOrEqual(slack);
      });
    }),
    { numRuns: runs(3000) },
  );
});

test("a multiple of a step has no binary noise, and is no zero however small it is", () => {
  expect(clean(0.1 + 0.2, 0.1)).toBe(0.3);
  expect(clean(3e-300, 1e-300)).toBe(3e-300);
  expect(Object.is(clean(-1e-20, 0.1), 0)).toBe(true);
});
