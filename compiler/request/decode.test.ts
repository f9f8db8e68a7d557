import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decode, decodeValue } from "./decode.js";
import { explain } from "./explain.js";
import { MAX_DEPTH, scan, syntaxError } from "./scan.js";
import validate from "./validators/document-request.js";
import schema from "./validators/schema.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const root = path.resolve(import.meta.dirname, "../../golden/cases");
const requests = readdirSync(root)
  .filter((area) => area !== "error" && area !== "equal")
  .flatMap((area) =>
    readdirSync(path.join(root, area)).map(
      (name) => JSON.parse(readFileSync(path.join(root, area, name, "request.json"), "utf8")) as unknown,
    ),
  );

/** Every place in a value, as a path. */
function places(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([k, v]) => places(v, [...at, Array.isArray(value) ? Number(k) : k]))];
}
function replaced(value: unknown, at: readonly (string | number)[], by: unknown): unknown {
  if (at.length === 0) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[at[0]!] = replaced(copy[at[0]!], at.slice(1), by);
  return copy;
}
const junk = fc.oneof(
  fc.constantFrom(null, true, -1, 1.5, "", "text", "rect", [], {}, [1], { type: "text" }, { blocks: [] }),
  fc.jsonValue({ maxDepth: 2 }),
);

test("the compiled validator and the walk that explains agree on mutated requests", () => {
  fc.assert(
    fc.property(fc.constantFrom(...requests), fc.nat(), junk, (request, n, by) => {
      const all = places(request);
      const mutant = replaced(request, all[n % all.length]!, by);
      expect(explain(schema, mutant, 100).length === 0).toBe(validate(mutant));
    }),
    { numRuns: 3000 },
  );
});

test("decoding never throws, whatever the bytes", () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(bytes), fc.string().map(bytes)), (body) => {
      const decoded = decode(body);
      expect("request" in decoded || decoded.problems.length > 0).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("a valid request comes out as it went in", () => {
  for (const request of requests) expect(decode(bytes(JSON.stringify(request)))).toEqual({ request });
});

test("the scan finds duplicate keys wherever JSON has them, and only there", () => {
  const object = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(1, "a", '{"a":', "]", null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", 'q"\\', "é", ","), tie("value"), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(object, (value) => {
      expect(scan(JSON.stringify(value))).toBeNull();
    }),
  );
  fc.assert(
    fc.property(object, fc.constantFrom("a", 'q"\\', "é"), (value, key) => {
      const k = JSON.stringify(key);
      const found = scan(`{"x":${JSON.stringify(value)},"y":{${k}:1,"z":${JSON.stringify(value)},${k}:2}}`);
      expect(found).toMatchObject({ rule: "duplicate-key", key, path: ["y", key] });
    }),
  );
});

test("depth is counted as nesting", () => {
  const nested = (n: number): string => "[".repeat(n) + "]".repeat(n);
  expect(scan(nested(MAX_DEPTH))).toBeNull();
  expect(scan(nested(MAX_DEPTH + 1))?.rule).toBe("depth");
});

test("a syntax error's place is where JSON.parse can no longer be satisfied", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom("}", "]", ",", ":", "x", '"', ""), (json, n, by) => {
      const at = n % (json.length + 1);
      const broken = json.slice(0, at) + by + json.slice(at + 1);
      try {
        JSON.parse(broken);
      } catch {
        const place = syntaxError(broken);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(broken.length);
        // what is before the place is the start of some JSON text
        expect(syntaxError(broken.slice(0, place))).toBe(place);
      }
    }),
    { numRuns: 2000 },
  );
});

test("unions without a tag are explained by the branch that looks meant", () => {
  const content = (c: unknown): string[] =>
    explain(schema, { pages: [{ elements: [{ type: "text", content: c }] }] }, 10).map((p) => `${p.path.slice(4).join(".")}: ${p.reason}`);
  expect(content({ spans: [{ text: 1 }] })).toEqual(["content.spans.0.text: found 1, expected a string"]);
  expect(content({ blocks: [{ type: "paragraph", inlines: [{ type: "text" }] }] })).toEqual([
    "content.blocks.0.inlines.0: the required field text is missing",
  ]);
  expect(content({ blocks: {} })).toEqual(["content.blocks: found an object, expected an array"]);
});

test("collects as many problems as asked for, and no more", () => {
  const bad = { pages: [{ elements: Array.from({ length: 50 }, () => ({ type: "circle" })) }] };
  expect(explain(schema, bad, 7)).toHaveLength(7);
  const decoded = decodeValue(bad, 200);
  expect("problems" in decoded && decoded.problems).toHaveLength(150);
});
