import { CONTRACT_LIMITS } from "../core/limits.js";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decode } from "./decode.js";
import { explain } from "./explain.js";
import { jsonValue } from "./json-value.js";
import { MAX_DEPTH, scan } from "./scan.js";
import { syntaxError } from "./syntax.js";
import validate from "./validators/document-request.js";
import schema from "./validators/schema.js";
import { runs } from "../../tests/support/runs.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const root = path.resolve(import.meta.dirname, "../../golden/cases");
const requests = readdirSync(root)
  .filter((area) => area !== "error" && area !== "equal" && area !== "invoice")
  .flatMap((area) =>
    readdirSync(path.join(root, area)).map(
      (name) => JSON.parse(readFileSync(path.join(root, area, name, "request.json"), "utf8")) as unknown,
    ),
  );

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
  // the last two: methods that a conversion to text calls
  fc.constantFrom(
    null,
    true,
    -1,
    1.5,
    "",
    "text",
    "rect",
    [],
    {},
    [1],
    { type: "text" },
    { blocks: [] },
    { toString: null },
    { toJSON: 1 },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

test("the compiled validator and the walk that explains agree on mutated requests", () => {
  fc.assert(
    fc.property(fc.constantFrom(...requests), fc.nat(), junk, (request, n, by) => {
      const all = places(request);
      const mutant = replaced(request, all[n % all.length]!, by);
      expect(explain(schema, mutant, 100).length === 0).toBe(validate(mutant));
    }),
    { numRuns: runs(3000) },
  );
});

test("decoding never throws, whatever the bytes", () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(bytes), fc.string().map(bytes)), (body) => {
      const decoded = decode(body, CONTRACT_LIMITS);
      expect("request" in decoded || decoded.problems.length > 0).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
});

test("a valid request comes out as it went in", () => {
  // nulls that mean absence are left out: absent.test.ts
  for (const request of requests)
    if ((request as { settings?: { nulls?: string } }).settings?.nulls !== "absent")
      expect(decode(bytes(JSON.stringify(request)), CONTRACT_LIMITS)).toEqual({ request });
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
        expect(syntaxError(broken.slice(0, place))).toBe(place);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test("a body of 16 MB that is one unfinished string, number or space is refused by its end", () => {
  const long = 16 * 1024 * 1024 - 16;
  for (const [body, reason] of [
    [`{"a":"${"x".repeat(long)}`, "it ends too early, inside the string"],
    [`{"a":"${"\\n".repeat(long / 2)}`, "it ends too early, inside the string"],
    [`{"a":"${"x".repeat(long)}\n"}`, "a string continues past the end of its line"],
    [`{"a":"${"x".repeat(long)}\\q"}`, "the escape \\q"],
    [`{"a":1${"0".repeat(long)}`, "it ends too early"],
    [`{"a":${" ".repeat(long)}`, "it ends too early"],
    [`{"a":${" ".repeat(long)}x}`, 'found "x" where a value must be'],
  ] as const)
    expect(decode(bytes(body), CONTRACT_LIMITS)).toEqual({
      problems: [
        { rule: "json-syntax", path: [], offset: expect.any(Number) as number, reason: expect.stringContaining(reason) as string },
      ],
    });
});

test("half of a surrogate pair is refused where it stands, in values and keys, however it is written", () => {
  const found = (body: string): unknown => {
    const decoded = decode(bytes(body), CONTRACT_LIMITS);
    return "problems" in decoded ? decoded.problems.map((p) => [p.rule, p.path]) : null;
  };
  expect(found('{"pages":[{"x":"a","elements":["\\ud83d"]}]}')).toEqual([["json-surrogate", ["pages", 0, "elements", 0]]]);
  expect(found('{"pages":[{"b\\uDE00c":1}]}')).toEqual([["json-surrogate", ["pages", 0, "b\ude00c"]]]);
  expect(found('{"a":"\\ude00\\ud83d"}')).toEqual([["json-surrogate", ["a"]]]);
  expect(found('{"$schema":"\\ud83d\\ude00 \\\\ud83d 😀","pages":[]}')).toBeNull();
  expect(found('{"a":"\\ud83d","b":1,"b":2}')).toEqual([["json-surrogate", ["a"]]]);
  expect(found('{"b":1,"b":2,"a":"\\ud83d"}')).toEqual([["json-duplicate-key", ["b"]]]);
  // surrogates written as bytes are not UTF-8
  expect(decode(Uint8Array.of(0x22, 0xed, 0xa0, 0xbd, 0x22), CONTRACT_LIMITS)).toMatchObject({ problems: [{ rule: "json-utf8" }] });
});

test("unions without a tag are explained by the branch that looks meant", () => {
  const content = (c: unknown): string[] =>
    explain(schema, { pages: [{ elements: [{ type: "text", content: c }] }] }, 10).map((p) => `${p.path.slice(4).join(".")}: ${p.reason}`);
  expect(content({ spans: [{ text: 1 }] })).toEqual(['content.spans.0.text: did you mean "1"? must be a string; found 1']);
  expect(content({ blocks: [{ type: "paragraph", inlines: [{ type: "text" }] }] })).toEqual([
    "content.blocks.0.inlines.0: the required field text is missing",
  ]);
  expect(content({ blocks: {} })).toEqual(["content.blocks: did you mean [{…}]? must be an array; found an object"]);
});

test("collects as many problems as asked for, and no more", () => {
  const bad = { pages: [{ elements: Array.from({ length: 50 }, () => ({ type: "circle" })) }] };
  expect(explain(schema, bad, 7)).toHaveLength(7);
  const decoded = decode(bad, CONTRACT_LIMITS, 200);
  expect("problems" in decoded && decoded.problems).toHaveLength(150);
});

test("a program's value is what its JSON would be, and what JSON would drop or bend is refused where it stands", () => {
  const page = { size: "a4" };
  expect(decode({ header: undefined, pages: [page] }, CONTRACT_LIMITS)).toEqual({ request: { pages: [page] } });
  const text = { type: "text", layout: { left: 1, top: 1 }, content: { toJSON: () => "said" } };
  expect(decode({ pages: [{ size: "a4", elements: [text] }] }, CONTRACT_LIMITS)).toEqual({
    request: { pages: [{ size: "a4", elements: [{ ...text, content: "said" }] }] },
  });
  expect(decode(Object.assign(Object.create(null) as object, { pages: [page] }), CONTRACT_LIMITS)).toHaveProperty("request");
  const looped: Record<string, unknown> = { size: "a4" };
  looped["elements"] = [looped];
  let deep: unknown = [];
  for (let i = 0; i < 20_000; i++) deep = [deep];
  const at = (value: unknown): unknown => {
    const decoded = decode({ pages: [value] }, CONTRACT_LIMITS);
    return "problems" in decoded ? decoded.problems.map((p) => [p.rule, p.path.length > 3 ? "deep" : p.path.join(".")])[0] : decoded;
  };
  expect(at({ size: 1n })).toEqual(["value-kind", "pages.0.size"]);
  for (const width of [NaN, Infinity, -Infinity, () => 1, Symbol("x"), new Map(), new Set(), /x/, new Uint8Array(2), new Error("x")])
    expect(at({ width })).toEqual(["value-kind", "pages.0.width"]);
  expect(at(undefined)).toEqual(["value-kind", "pages.0"]);
  expect(at({ elements: [, 1] })).toEqual(["value-kind", "deep"]);
  expect(at(looped)).toEqual(["value-cycle", "deep"]);
  expect(at({ elements: deep })).toEqual(["json-depth", "deep"]);
  expect(at({ size: "\ud83d" })).toEqual(["json-surrogate", "pages.0.size"]);
  expect(at({ "\ud83d": 1 })).toEqual(["json-surrogate", "pages.0.\ud83d"]);
  expect(at(JSON.parse('{"__proto__":1}'))).toEqual(["json-proto-key", "pages.0.__proto__"]);
  expect(
    at({
      get size() {
        throw new Error("no");
      },
    }),
  ).toEqual(["value-throws", "pages.0.size"]);
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("no");
      },
    },
  );
  expect(at(hostile)).toEqual(["value-throws", "pages.0"]);
  expect(
    at({
      size: {
        toJSON: () => {
          throw new Error("no");
        },
      },
    }),
  ).toEqual(["value-throws", "pages.0.size"]);
  for (const root of [undefined, null, 1, "x", [], new Map(), () => 1, new ArrayBuffer(2)])
    expect(decode(root, CONTRACT_LIMITS)).toHaveProperty("problems");
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = jsonValue(value);
      expect("value" in plain ? JSON.stringify(plain.value) : plain.problem.rule).toBe(JSON.stringify(value));
    }),
  );
});
