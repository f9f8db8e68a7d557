import fc from "fast-check";
import { expect, test } from "vitest";
import { runs, seed } from "../../tests/support/runs.js";
import { isEdit, LARGE, likenessOf } from "./likeness.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const alike = (a: Uint8Array, b: Uint8Array): boolean => isEdit(likenessOf(a)!, likenessOf(b)!);

/** Words in an order that depends on `n` alone. */
function prose(n: number, count: number): string {
  const words = "harbour commission published its extraordinary recommendations office ferry quay winter timetable".split(" ");
  const out: string[] = [];
  for (let k = 0, x = n * 2_654_435_761 + 1; k < count; k++) {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) | 0;
    out.push(words[(x >>> 8) % words.length]!);
  }
  return out.join(" ");
}
const paragraph = (n: number): object => ({
  type: "block",
  element: { type: "text", content: { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: prose(n, 60) }] }] } },
});
const documentOf = (numbers: readonly number[]): Uint8Array =>
  bytes(JSON.stringify({ flow_document: { segments: [{ page_master: "main", content: numbers.map(paragraph) }] } }));
const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

test("small bodies have none; a sample is bounded", () => {
  expect(likenessOf(new Uint8Array(LARGE - 1))).toBeNull();
  for (const length of [LARGE, 2 * LARGE - 1, 2 * LARGE, 50 * LARGE + 17]) {
    const { fromStart, fromEnd } = likenessOf(new Uint8Array(length))!;
    for (const { length: count } of [fromStart, fromEnd]) {
      expect(count).toBeGreaterThanOrEqual(64);
      expect(count).toBeLessThan(128);
    }
  }
});

test("an edit of one place is one, wherever it is and over borders of sizes", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 150, max: 900 }),
      fc.nat(),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 3 }),
      (count, place, removed, added) => {
        const before = from(1, count);
        const after = [...before];
        after.splice(place % count, removed, ...from(5000 + place, added));
        const [a, b] = [documentOf(before), documentOf(after)];
        fc.pre(a.length >= LARGE && b.length >= LARGE);
        expect(alike(a, b)).toBe(true);
        expect(alike(b, a)).toBe(true);
      },
    ),
    { seed, numRuns: runs(60) },
  );
  // slices double their distance between these sizes
  const long = bytes(prose(1, 40_000));
  for (const length of [2 * LARGE - 1, 2 * LARGE, 4 * LARGE - 1])
    for (const change of [1, 2, -1]) expect(alike(long.slice(0, length), long.slice(0, length + change)), `${length} ${change}`).toBe(true);
});

test("other documents are none, with parts in common too", () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 900 }), fc.integer({ min: 200, max: 900 }), fc.nat(), (m, n, other) => {
      const a = documentOf(from(1, m));
      expect(alike(a, documentOf(from(10_000 + (other % 10_000), n)))).toBe(false);
      // a common first or last half
      const half = Math.floor(m / 2);
      expect(alike(a, documentOf([...from(1, half), ...from(20_000, m - half)]))).toBe(false);
      expect(alike(a, documentOf([...from(20_000, half), ...from(1 + half, m - half)]))).toBe(false);
      // another order
      expect(alike(a, documentOf(from(1, m).reverse()))).toBe(false);
      // half of it
      expect(alike(documentOf(from(1, 400 + m)), documentOf(from(1, (400 + m) >> 1)))).toBe(false);
    }),
    { seed, numRuns: runs(25) },
  );
});

/** An invoice of a template: every value has the length of the other's. */
const invoice = (n: number, pretty: boolean): Uint8Array =>
  bytes(
    JSON.stringify(
      {
        settings: { metadata: { title: `Invoice ${1000 + n}` } },
        pages: [
          {
            size: "a4",
            elements: Array.from({ length: 600 }, (_, i) => ({
              type: "text",
              layout: { left: 20, top: 20 + i },
              style: { font_size: 9, color: "#333333", text_align: "right" },
              content: [
                `${String((i * 7919 + n * 104_729) % 100_000).padStart(5, "0")} ${prose(i * 31 + n, 4)
                  .slice(0, 20)
                  .padEnd(20, ".")}`,
                `${String((i * 31 + n * 7) % 1000).padStart(3, "0")}.00`,
              ].join(" "),
            })),
          },
        ],
      },
      null,
      pretty ? 2 : 0,
    ),
  );

test("two invoices of one template are none, though their structure has the same places", () => {
  for (let n = 1; n < 40; n++) {
    expect(invoice(n, false).length).toBe(invoice(0, false).length);
    expect(alike(invoice(0, false), invoice(n, false)), `${n}`).toBe(false);
  }
});

test("bytes of any kind are taken", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: LARGE, maxLength: LARGE + 300 }),
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(),
      (body, added, at) => {
        const place = at % body.length;
        const changed = new Uint8Array([...body.subarray(0, place), ...added, ...body.subarray(place)]);
        expect(alike(body, body)).toBe(true);
        expect(alike(body, changed)).toBe(true);
      },
    ),
    { seed, numRuns: runs(10) },
  );
});
