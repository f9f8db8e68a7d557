import fc from "fast-check";
import { expect, test } from "vitest";
import { enough, runs, seed } from "../../tests/support/runs.js";
import { edited } from "./edited.js";
import { scan } from "./scan.js";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** As the whole body is decoded: undefined if it is refused. */
function decoded(text: string): unknown {
  try {
    return scan(text) === null ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

const json = fc.oneof(
  { depthSize: "small", withCrossShrink: true },
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(fc.record({ type: fc.constant("text"), text: fc.string({ unit: "grapheme" }), n: fc.double({ noNaN: true }) }), {
    maxLength: 6,
  }),
);
const shown = fc
  .record({ content: json, more: json })
  .chain((value) => fc.constantFrom(0, 1).map((space) => JSON.stringify(value, null, space)));

/** Part of the text by another: mostly of characters that JSON is made of. */
const splice = fc.record({
  at: fc.nat(9999).map((n) => n / 10_000),
  length: fc.oneof(fc.constant(0), fc.nat(12)),
  by: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("a", "1") },
    fc.string({ unit: fc.constantFrom(...'{}[],:"\\ 01e-a\u{e9}\ud83d'), maxLength: 6 }),
    fc.constantFrom('{"a":1}', "[1,2],", ',"x"', "null,", '"\\ud800"', '{"a":1,"a":2}', "1,", '"content":[],'),
  ),
});

test("an edit is decoded as the whole body is", () => {
  let parts = 0;
  fc.assert(
    fc.property(shown, fc.array(splice, { minLength: 1, maxLength: 4 }), (text, splices) => {
      let before = { bytes: bytesOf(text), value: decoded(text) };
      fc.pre(before.value !== undefined);
      let last = text;
      for (const { at, length, by } of splices) {
        const from = Math.floor(at * last.length);
        const next = (last.slice(0, from) + by + last.slice(from + length)).toWellFormed();
        const bytes = bytesOf(next);
        const edit = edited(before, bytes);
        const whole = decoded(next);
        if (edit) {
          parts++;
          expect(edit.value).toEqual(whole);
          expect(JSON.stringify(edit.value)).toBe(JSON.stringify(whole));
        }
        if (whole === undefined) continue;
        before = { bytes, value: whole };
        last = next;
      }
    }),
    { seed, numRuns: runs(3000) },
  );
  expect(parts).toBeGreaterThan(enough(400));
});

test("values beside the change are the same objects, at other indexes too", () => {
  const value = { a: { b: 1 }, list: Array.from({ length: 5 }, (_, i) => ({ i, text: `text ${i}` })) };
  const before = { bytes: bytesOf(JSON.stringify(value)), value };
  const after = (list: readonly unknown[]): { readonly a: object; readonly list: readonly object[] } =>
    edited(before, bytesOf(JSON.stringify({ ...value, list })))!.value as { a: object; list: object[] };
  const [a, b, c, d, e] = value.list;
  const changed = after([a, b, { ...c, text: "another" }, d, e]);
  expect(changed.a).toBe(value.a);
  expect(changed.list.map((item) => (value.list as readonly object[]).indexOf(item))).toEqual([0, 1, -1, 3, 4]);
  const inserted = after([a, b, { i: 9 }, c, d, e]);
  expect(inserted.list.map((item) => (value.list as readonly object[]).indexOf(item))).toEqual([0, 1, -1, -1, 3, 4]);
  expect(after([a, b, d, e]).list.at(-1)).toBe(e);
  expect(after([a, b, c, d]).list[0]).toBe(a);
  expect(edited(before, bytesOf(JSON.stringify(value)))!.value).toBe(value);
});
