import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { enough, runs } from "../../../tests/runs.js";
import type { ContentSizes } from "../../text/line/text-lines.js";
import { solve, type SolvedTrack } from "./tracks.js";

/* The widths of columns as laws (element model, Width rules; decisions §1): `solve` over random columns, against the rules as they are written. */

interface Column {
  readonly track: SolvedTrack;
  /** preferred width, and the longest word's, which is part of it */
  readonly sizes: ContentSizes;
}

const flexible: fc.Arbitrary<Column> = fc
  .tuple(fc.constantFrom("auto" as const, "fit_content" as const), fc.nat(300), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([track, width, share]) => ({ track, sizes: { max: width, min: width * share } }));
const fixed: fc.Arbitrary<Column> = fc.integer({ min: 1, max: 120 }).map((track) => ({ track, sizes: { max: 0, min: 0 } }));
const columns = fc.array(fc.oneof({ weight: 3, arbitrary: flexible }, { weight: 1, arbitrary: fixed }), { minLength: 1, maxLength: 7 });
const some = columns.filter((list) => list.some((c) => typeof c.track !== "number"));

const widthsOf = (list: readonly Column[], width: number | null): readonly number[] =>
  solve(
    list.map((c) => c.track),
    width,
    () => list.map((c) => c.sizes),
  );
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const fixedOf = (list: readonly Column[]): number => sum(list.map((c) => (typeof c.track === "number" ? c.track : 0)));
const of = (list: readonly Column[], track: SolvedTrack): readonly Column[] => list.filter((c) => c.track === track);
const CLOSE = 1e-6;
const near = (found: readonly number[], wanted: readonly number[], what: unknown): void => {
  expect(found.length).toBe(wanted.length);
  found.forEach((v, i) => expect(Math.abs(v - wanted[i]!), JSON.stringify([what, found, wanted])).toBeLessThan(CLOSE * (1 + Math.abs(v))));
};

/** Shares in proportion to what is preferred, none below its longest word where the room allows it: by bisection of the one factor. */
function proportional(list: readonly Column[], room: number): readonly number[] {
  const at = (factor: number, min: boolean): number[] => list.map(({ sizes }) => Math.max(min ? sizes.min : 0, factor * sizes.max));
  const keeps = sum(list.map((c) => c.sizes.min)) <= room;
  const whole = sum(list.map((c) => c.sizes.max));
  if (whole === 0) return list.map(() => room / list.length);
  if (!keeps) return at(room / whole, false);
  let [low, high] = [0, room / Math.max(...list.map((c) => c.sizes.max).filter((w) => w > 0)) + 1];
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (sum(at(middle, true)) > room) high = middle;
    else low = middle;
  }
  return at(low, true);
}

/** The width rules read as they are written. */
function expected(list: readonly Column[], width: number): readonly number[] {
  const [fit, auto] = [of(list, "fit_content"), of(list, "auto")];
  const room = width - fixedOf(list);
  const preferred = sum(fit.map((c) => c.sizes.max));
  const apart = auto.length > 0 && preferred + sum(auto.map((c) => c.sizes.min)) <= room;
  const growing = apart ? auto : [...fit, ...auto];
  const shares = new Map(proportional(growing, apart ? room - preferred : room).map((v, i) => [growing[i]!, v]));
  return list.map((c) => (typeof c.track === "number" ? c.track : (shares.get(c) ?? c.sizes.max)));
}

describe("columns", () => {
  test("of fixed widths alone are as wide as they say, and nobody looks at their content", () => {
    fc.assert(
      fc.property(fc.array(fixed, { minLength: 1, maxLength: 5 }), fc.option(fc.integer({ min: 1, max: 500 })), (list, width) => {
        const tracks = list.map((c) => c.track);
        const asked = (): never => {
          throw new Error("the content of fixed columns was measured");
        };
        expect(solve(tracks, width, asked)).toEqual(tracks);
      }),
      { numRuns: runs(50) },
    );
  });

  test("fill their table, fixed ones as they are", () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 900 }), (list, extra) => {
        const width = fixedOf(list) + extra;
        const found = widthsOf(list, width);
        near([sum(found)], [width], list);
        list.forEach((c, i) => typeof c.track === "number" && expect(found[i]).toBe(c.track));
        for (const w of found) expect(w).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(500) },
    );
  });

  test("are what the width rules say", () => {
    const met = { apart: 0, together: 0, torn: 0, grown: 0 };
    const room = fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 150 }));
    fc.assert(
      fc.property(some, room, (list, extra) => {
        const width = fixedOf(list) + extra;
        near(widthsOf(list, width), expected(list, width), { list, extra });
        const [fit, auto] = [of(list, "fit_content"), of(list, "auto")];
        const min = sum([...fit, ...auto].map((c) => c.sizes.min));
        if (min > extra) met.torn++;
        else if (auto.length === 0 && sum(fit.map((c) => c.sizes.max)) < extra) met.grown++;
        else if (auto.length > 0 && sum(fit.map((c) => c.sizes.max)) + sum(auto.map((c) => c.sizes.min)) <= extra) met.apart++;
        else met.together++;
      }),
      { numRuns: runs(1000) },
    );
    for (const [what, times] of Object.entries(met)) expect([what, times > enough(20)]).toEqual([what, true]);
  });

  test("that fit their content have what they prefer where the auto ones keep their longest words; those absorb the rest", () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 300 }), (list, spare) => {
        const [fit, auto] = [of(list, "fit_content"), of(list, "auto")];
        fc.pre(auto.length > 0);
        const width = fixedOf(list) + sum(fit.map((c) => c.sizes.max)) + sum(auto.map((c) => c.sizes.min)) + spare;
        const found = widthsOf(list, width);
        list.forEach((c, i) => c.track === "fit_content" && expect(found[i]).toBe(c.sizes.max));
        list.forEach((c, i) => c.track === "auto" && expect(found[i]).toBeGreaterThan(c.sizes.min - CLOSE * 300));
      }),
      { numRuns: runs(300) },
    );
  });

  test("never tear a longest word while others can give", () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 300 }), (list, spare) => {
        const width = fixedOf(list) + sum(list.map((c) => c.sizes.min)) + spare;
        const found = widthsOf(list, width);
        list.forEach((c, i) => expect(found[i]).toBeGreaterThan(c.sizes.min - 1e-3));
      }),
      { numRuns: runs(300) },
    );
  });

  test("scale in proportion where not even longest words have room, down to nothing where there is none", () => {
    fc.assert(
      fc.property(some, fc.double({ min: 0, max: 0.99, noNaN: true }), (list, share) => {
        const min = sum(list.map((c) => c.sizes.min));
        const preferred = sum(list.map((c) => c.sizes.max));
        fc.pre(min > 0);
        const room = min * share;
        const found = widthsOf(list, fixedOf(list) + room);
        list.forEach((c, i) => {
          if (typeof c.track !== "number") near([found[i]!], [(c.sizes.max / preferred) * room], list);
        });
      }),
      { numRuns: runs(200) },
    );
  });

  test("share alike where there is nothing in them", () => {
    const empty = { max: 0, min: 0 };
    for (const track of ["auto", "fit_content"] as const)
      expect(solve([track, 40, track], 100, () => [empty, empty, empty])).toEqual([30, 40, 30]);
  });

  test("do not depend on the order in which they stand", () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 900 }), fc.infiniteStream(fc.nat()), (list, extra, picks) => {
        const order = list.map((_, i) => ({ i, at: picks.next().value as number })).sort((a, b) => a.at - b.at);
        const width = fixedOf(list) + extra;
        const [straight, shuffled] = [
          widthsOf(list, width),
          widthsOf(
            order.map(({ i }) => list[i]!),
            width,
          ),
        ];
        near(
          shuffled,
          order.map(({ i }) => straight[i]!),
          list,
        );
      }),
      { numRuns: runs(200) },
    );
  });
});
