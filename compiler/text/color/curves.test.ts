import fc from "fast-check";
import { expect, test } from "vitest";
import type { Path, Point } from "../../../ir/ir.js";
import { runs, seed } from "../../../tests/support/runs.js";
import { transformed } from "./curves.js";

/* Outlines joined to few curves: laws of what is drawn (FT-19). Places are compared by sampling both, without the code's own curves. */
const PLACES = 16;
/** 1/1000 em: what curves may be off, half a unit of rounding in both directions, half of the way between samples. */
const far = (longest: number): number => 2 + Math.SQRT1_2 + longest / 2;

interface Segment {
  readonly verb: string;
  readonly points: readonly Point[];
}

function segmentsOf({ verbs, coords }: Pick<Path, "verbs" | "coords">): readonly Segment[] {
  const counts: Readonly<Record<string, number>> = { M: 1, L: 1, Q: 2, C: 3, Z: 0 };
  let at = 0;
  return [...verbs].map((verb) => ({
    verb,
    points: Array.from({ length: counts[verb]! }, () => ({ x: coords[at++]!, y: coords[at++]! })),
  }));
}

/** De Casteljau's construction. */
const at = (points: readonly Point[], t: number): Point =>
  points.length === 1
    ? points[0]!
    : at(
        points.slice(1).map((p, i) => ({ x: points[i]!.x + t * (p.x - points[i]!.x), y: points[i]!.y + t * (p.y - points[i]!.y) })),
        t,
      );

/** Samples of each contour, which a fill closes. */
function contours(path: Pick<Path, "verbs" | "coords">): readonly (readonly Point[])[] {
  const out: Point[][] = [];
  for (const { verb, points } of segmentsOf(path)) {
    const contour = out.at(-1);
    if (verb === "M") out.push([points[0]!]);
    else {
      const from = contour!.at(-1)!;
      const all = [from, ...(verb === "Z" ? [contour![0]!] : points)];
      for (let i = 1; i <= PLACES; i++) contour!.push(at(all, i / PLACES));
    }
  }
  return out;
}

const longestStep = (points: readonly Point[]): number =>
  points.slice(1).reduce((most, p, i) => Math.max(most, Math.hypot(p.x - points[i]!.x, p.y - points[i]!.y)), 0);
const distance = (p: Point, points: readonly Point[]): number =>
  points.reduce((least, q) => Math.min(least, Math.hypot(p.x - q.x, p.y - q.y)), Infinity);

const coordinate = fc.integer({ min: -1000, max: 1000 });
const point = fc.record({ x: coordinate, y: coordinate });
/** Contours of small steps, as fonts have them, and of large ones. */
const contour = fc
  .record({
    start: point,
    steps: fc.array(fc.record({ curved: fc.boolean(), by: fc.tuple(point, point), of: fc.constantFrom(0.004, 0.03, 1) }), {
      minLength: 1,
      maxLength: 30,
    }),
  })
  .map(({ start, steps }) => {
    let here = start;
    const coords = [start.x, start.y];
    let verbs = "M";
    for (const { curved, by, of } of steps) {
      const [control, to] = by.map(({ x, y }) => ({ x: here.x + x * of, y: here.y + y * of })) as [Point, Point];
      verbs += curved ? "Q" : "L";
      if (curved) coords.push(control.x, control.y);
      coords.push(to.x, to.y);
      here = to;
    }
    return { verbs: `${verbs}Z`, coords };
  });
const outline = fc
  .array(contour, { minLength: 1, maxLength: 3 })
  .map((all) => ({ verbs: all.map((c) => c.verbs).join(""), coords: all.flatMap((c) => c.coords) }));
const numbersOf = (verbs: string): number => [...verbs].reduce((n, v) => n + ({ M: 2, L: 2, Q: 6, C: 6 }[v] ?? 0), 0);

test("what is drawn is near the outline, and nothing else is drawn", () => {
  fc.assert(
    fc.property(outline, (given) => {
      const made = transformed(given, [1, 0, 0, 1, 0, 0]);
      const [from, to] = [contours(given), contours(made)];
      expect(to.length).toBe(from.length);
      from.forEach((points, i) => {
        const others = to[i]!;
        for (const p of points) expect(distance(p, others)).toBeLessThanOrEqual(far(longestStep(others)));
        for (const p of others) expect(distance(p, points)).toBeLessThanOrEqual(far(longestStep(points)));
      });
    }),
    { numRuns: runs(100), seed },
  );
});

test("a path has whole numbers, one start a contour, and never more numbers than its outline in cubic curves", () => {
  fc.assert(
    fc.property(outline, (given) => {
      const { verbs, coords, rule } = transformed(given, [1, 0, 0, 1, 0, 0]);
      expect(rule).toBe("nonzero");
      expect(verbs).toMatch(/^(?:M[LC]*Z)+$/);
      expect(coords.every((v) => Number.isInteger(v) && !Object.is(v, -0))).toBe(true);
      expect(coords.length).toBe(numbersOf(verbs));
      expect(coords.length).toBeLessThanOrEqual(numbersOf(given.verbs));
    }),
    { numRuns: runs(100), seed },
  );
});

test("a transform is that of the points", () => {
  fc.assert(
    fc.property(outline, fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }), (given, x, y) => {
      const [still, moved] = [transformed(given, [1, 0, 0, 1, 0, 0]), transformed(given, [1, 0, 0, 1, x, y])];
      // sums of fractions may end on the other side of a half
      const [a, b] = [contours(still), contours(moved)];
      a.forEach((points, i) => {
        const others = b[i]!.map((p) => ({ x: p.x - x, y: p.y - y }));
        for (const p of points) expect(distance(p, others)).toBeLessThanOrEqual(2 * far(longestStep(others)));
      });
    }),
    { numRuns: runs(100), seed },
  );
});

test("a circle of many parts is few curves", () => {
  const parts = 32;
  const corner = (i: number, r: number): readonly [number, number] => {
    const angle = (i * 2 * Math.PI) / parts;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  };
  const coords = [...corner(0, 400)];
  for (let i = 0; i < parts; i++) coords.push(...corner(i + 0.5, 400 / Math.cos(Math.PI / parts)), ...corner(i + 1, 400));
  const { verbs } = transformed({ verbs: `M${"Q".repeat(parts)}Z`, coords }, [1, 0, 0, 1, 0, 0]);
  expect(verbs).toMatch(/^MC{3,6}Z$/);
});

test("parts without a length, and points that are all at one place, are no curves", () => {
  const none = transformed({ verbs: "MLQLZ", coords: [5, 5, 5, 5, 5, 5, 5, 5, 5, 5] }, [1, 0, 0, 1, 0, 0]);
  expect(none.coords.every((v) => v === 5)).toBe(true);
  expect(none.verbs).not.toContain("C");
});
