import fc from "fast-check";
import { expect, test } from "vitest";
import { runs, seed } from "../tests/support/runs.js";
import { RenderCache } from "./render-cache.js";

const BOUND = 4000;

/** Of a model: a render begins, or a value is looked for and set, or grows. */
const step = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: "begin" } as const) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("use" as const),
      key: fc.integer({ min: 0, max: 30 }),
      bytes: fc.integer({ min: 0, max: 900 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("grow" as const),
      key: fc.integer({ min: 0, max: 30 }),
      bytes: fc.integer({ min: 0, max: 900 }),
    }),
  },
);

test("values keep within the bound, are those that were set, and go after two renders without use", () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (all) => {
      const cache = new RenderCache(BOUND);
      const model = new Map<string, { readonly value: object; used: number; least: number }>();
      let render = 0;
      for (const s of all) {
        if (s.kind === "begin") {
          cache.begin();
          render++;
          continue;
        }
        const key = `k${s.key}`;
        const known = model.get(key);
        if (s.kind === "grow") {
          if (known && cache.grow(key, known.value, s.bytes)) Object.assign(known, { used: render, least: known.least + s.bytes });
          else expect(cache.grow(key, {}, s.bytes)).toBe(false);
        } else {
          const found = cache.get(key);
          if (found !== undefined) {
            kept++;
            expect(found).toBe(known!.value);
            expect(known!.used + 2).toBeGreaterThanOrEqual(render);
            known!.used = render;
          } else {
            const value = {};
            if (cache.set(key, value, s.bytes)) model.set(key, { value, used: render, least: s.bytes });
            else model.delete(key);
          }
        }
        expect(cache.bytes).toBeLessThanOrEqual(BOUND);
        // values that this render used are there until it ends
        let now = 0;
        for (const [k, m] of model) if (m.used === render) now += m.least + 2 * k.length;
        expect(cache.bytes).toBeGreaterThanOrEqual(now);
      }
      for (const [k, m] of model) if (m.used === render) expect(cache.get(k)).toBe(m.value);
    }),
    { seed, numRuns: runs(200) },
  );
  expect(kept).toBeGreaterThan(0);
});

test("a document beyond the bound finds its first part each time", () => {
  const cache = new RenderCache(BOUND);
  const found: number[] = [];
  for (let render = 0; render < 4; render++) {
    cache.begin();
    let hits = 0;
    for (let i = 0; i < 40; i++) {
      if (cache.get(`paragraph ${i}`) === undefined) cache.set(`paragraph ${i}`, {}, 300);
      else hits++;
    }
    found.push(hits);
  }
  expect(found[1]).toBeGreaterThan(5);
  expect(found).toEqual([0, found[1], found[1], found[1]]);
});

test("objects have different keys", () => {
  const cache = new RenderCache();
  const [a, b] = [{}, {}];
  expect(cache.ownerKey(a)).not.toBe(cache.ownerKey(b));
  expect(cache.ownerKey(a)).toBe(cache.ownerKey(a));
});
