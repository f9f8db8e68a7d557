import fc from "fast-check";
import { expect, test } from "vitest";
import { collect, compile } from "../compiler/compile.js";
import { RenderError } from "../compiler/core/fail.js";
import { validate } from "../ir/index.js";
import { runs } from "../tests/support/runs.js";
import { engine, rendering } from "./cases.js";

const requests = rendering().map((c) => JSON.parse(new TextDecoder().decode(c.body)) as object);

type Path = readonly (string | number)[];
function leaves(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([k, v]) => leaves(v, [...at, Array.isArray(value) ? Number(k) : k]));
}
function change(value: unknown, at: Path, by: (old: unknown) => unknown): unknown {
  if (at.length === 0) return by(value);
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[at[0]!] = change(copy[at[0]!], at.slice(1), by);
  return copy;
}
const number = fc.oneof(
  fc.constantFrom(0, -0, 1e-9, -1, 1, 0.001, 1e6, -1e6, 1e7, 1e300, 359.9999, 90, 45),
  fc.double({ min: -300, max: 300, noNaN: true }),
  fc.integer({ min: -3, max: 30 }),
);
const hostile = fc.constantFrom(
  "",
  " ",
  "\n\n\n",
  "\t\t",
  "\r\n",
  "a".repeat(3000),
  "word ".repeat(400),
  "\u200d\u200c\u200f\ufeff",
  "e" + "\u0301".repeat(80),
  "مرحبا\u200dabc 123",
  "ก".repeat(200),
  "👩‍👩‍👧",
  "\ud800",
  "\u0000",
  "{page}".repeat(50),
  "\u202e\u2067abc\u2069",
  "ﷺ",
  "\u00ad\u00ad",
  "क्".repeat(50),
  "한글조합ㄱㅏ",
  "骨".repeat(500),
  "A\u2044B 1\u20442",
);
const string = fc.oneof(hostile, fc.string({ unit: "grapheme", maxLength: 40 }), fc.string({ unit: "binary", maxLength: 20 }));

const mutant = fc
  .tuple(fc.constantFrom(...requests), fc.array(fc.tuple(fc.nat(), number, string), { minLength: 1, maxLength: 4 }))
  .map(([request, changes]) => {
    let out: unknown = request;
    for (const [n, v, s] of changes) {
      const all = leaves(out);
      const at = all[n % all.length]!;
      // enums and tags are unchanged: decoding of shape has other tests
      if (["type", "preset", "kind", "cap", "join", "reference", "scope"].includes(String(at.at(-1)))) continue;
      out = change(out, at, (old) => (typeof old === "number" ? v : typeof old === "string" ? s : old));
    }
    return out as object;
  });

test("mutated requests render whole or are refused with a place and a reason", async () => {
  let rendered = 0;
  await fc.assert(
    fc.asyncProperty(mutant, async (request) => {
      try {
        const made = await compile(JSON.parse(JSON.stringify(request)) as object, engine.world());
        const doc = collect(made);
        expect(validate(doc)).toEqual([]);
        expect(new TextDecoder("latin1").decode(engine.write(doc, engine.blobsOf(made)).pdf.subarray(0, 5))).toBe("%PDF-");
        rendered++;
      } catch (e) {
        if (!(e instanceof RenderError)) throw e;
        expect(e.message.length).toBeLessThanOrEqual(500);
        expect(e.message).toMatch(/^[a-z$][\w[\].$" -]*: .+/i);
      }
    }),
    { numRuns: runs(1500) },
  );
  expect(rendered).toBeGreaterThan(0);
});
