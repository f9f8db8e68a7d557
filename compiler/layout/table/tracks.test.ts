import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { enough, runs } from "../../../tests/support/runs.js";
import type { ContentSizes } from "../../text/line/paragraph.js";
import { solve, type SolvedTrack } from "./tracks.js";

/* `solve` against a direct implementation of the rules (element model, Width rules; decisions §1, Tables). */

interface Column {
  readonly track: SolvedTrack;
  /** preferred width, and that of the longest word, which is at most as large */
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

/**
 * If not all longest words fit, columns keep theirs as long as every shorter one leaves half as much to each longer one; the others count
 * as half of their share.
 */
function counted(list: readonly Column[], room: number): readonly Column[] {
  const flexible = list.filter((c) => typeof c.track !== "number");
  const upTo = (word: number): readonly Column[] => flexible.filter((c) => c.sizes.min <= word);
  if (sum(flexible.map((c) => c.sizes.min)) <= room) return list;
  const left = (word: number): number => room - sum(upTo(word).map((c) => c.sizes.min));
  const longer = (word: number): number => flexible.length - upTo(word).length;
  const keeps = (word: number): boolean =>
    upTo(word).every(({ sizes: { min } }) => longer(min) > 0 && left(min) >= (longer(min) * min) / 2);
  const retained = Math.max(-1, ...flexible.map((c) => c.sizes.min).filter(keeps));
  const half = left(retained) / longer(retained) / 2;
  return list.map((c) => (typeof c.track === "number" || keeps(c.sizes.min) ? c : { ...c, sizes: { min: half, max: c.sizes.max } }));
}

/** None below the longest word: bisection of the factor. */
function proportional(list: readonly Column[], room: number): readonly number[] {
  const at = (factor: number): number[] => list.map(({ sizes }) => Math.max(sizes.min, factor * sizes.max));
  const whole = sum(list.map((c) => c.sizes.max));
  if (whole === 0) return list.map(() => room / list.length);
  let [low, high] = [0, room / Math.max(...list.map((c) => c.sizes.max).filter((w) => w > 0)) + 1];
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) > room) high = middle;
    else low = middle;
  }
  return at(low);
}

function expected(columns_: readonly Column[], width: number): readonly number[] {
  const room = width - fixedOf(columns_);
  const list = counted(columns_, room);
  const [fit, auto] = [of(list, "fit_content"), of(list, "auto")];
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

  test("break only the overlong word where it alone is too much, whatever the columns prefer", () => {
    let beside = 0;
    fc.assert(
      fc.property(
        some,
        fc.integer({ min: 50, max: 2000 }),
        fc.constantFrom("auto" as const, "fit_content" as const),
        fc.nat(300),
        (list, url, track, spare) => {
          const short = list.filter((c) => typeof c.track !== "number");
          const longest = Math.max(...short.map((c) => c.sizes.min));
          const room = sum(short.map((c) => c.sizes.min)) + longest / 2 + 1 + spare;
          const all: readonly Column[] = [...list, { track, sizes: { min: url, max: url } }];
          fc.pre(url > longest);
          const found = widthsOf(all, fixedOf(list) + room);
          list.forEach((c, i) => typeof c.track !== "number" && expect(found[i]).toBeGreaterThan(c.sizes.min - 1e-3));
          if (found.at(-1)! < url) beside++;
          expect(found.at(-1)).toBeGreaterThan(Math.min(url, longest / 4));
        },
      ),
      { numRuns: runs(500) },
    );
    expect(beside).toBeGreaterThan(enough(100));
  });

  test("leave pictures and barcodes whole where those have room, and break words instead", () => {
    let torn = 0;
    fc.assert(
      fc.property(
        some,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 }),
        fc.integer({ min: 1, max: 60 }),
        (list, parts, spare) => {
          const sizes = list.map(({ sizes: size, track }, i) => {
            const part = parts[i]! < 0.4 ? 0 : parts[i]! > 0.7 ? 1 : parts[i]!;
            return { ...size, rigid: typeof track === "number" ? 0 : size.min * part };
          });
          const width = fixedOf(list) + sum(sizes.map((s) => s.rigid)) + spare;
          const tracks = list.map((c) => c.track);
          const found = solve(tracks, width, () => sizes);
          near([sum(found)], [width], list);
          found.forEach((w, i) => expect(w).toBeGreaterThan(sizes[i]!.rigid - 1e-3));
          if (sum(sizes.map((s) => s.min)) > width - fixedOf(list)) torn++;
        },
      ),
      { numRuns: runs(500) },
    );
    expect(torn).toBeGreaterThan(enough(20));
  });

  test("with equal words are broken alike where those have no room, down to nothing where there is none", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (n, word, share) => {
          const list = Array.from({ length: n }, (): Column => ({ track: "auto", sizes: { min: word, max: word } }));
          const room = n * word * share;
          near(
            widthsOf(list, room),
            list.map(() => room / n),
            list,
          );
        },
      ),
      { numRuns: runs(100) },
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
