import fc from "fast-check";
import { expect, test } from "vitest";
import { exchanged, patched, setting, withSource, type Operation } from "../../web/playground/edits.js";
import { runs, seed } from "../support/runs.js";

/* Edits of the playground on texts of any spacing: values by RFC 6902, all else byte for byte (FH-30, FH-36). */

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const name = fc.constantFrom("a", "b", "layout", "left", "content", "x/y", "t~u", "elements");
const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<Json>(null, true, 0, 1.5, "", "word", "a, b", "{ [", "\n"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const spacing = fc.constantFrom<string | number>("", 1, 2, 4, "\t");
const loose = (value: Json, space: string | number): string =>
  space === ""
    ? JSON.stringify(value).replace(/("[^"]*")|([,:])/g, (_, word: string, mark: string) => word ?? `${mark} `)
    : JSON.stringify(value, null, space);

/** All pointers of a value. */
function pointers(value: Json, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [at];
  const escaped = (step: string): string => step.replace(/~/g, "~0").replace(/\//g, "~1");
  return [at, ...Object.entries(value).flatMap(([step, member]) => pointers(member, `${at}/${escaped(step)}`))];
}

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));
const reached = (value: Json, steps: readonly string[]): Json =>
  steps.reduce<Json>((at, step) => (at as { readonly [name: string]: Json })[step]!, value);

/** A patch of one operation, as RFC 6902 says. */
function applied(value: Json, { op, path, value: made }: Operation): Json {
  const whole = { root: structuredClone(value) };
  const steps = ["root", ...stepsOf(path)];
  const parent = reached(whole, steps.slice(0, -1)) as Json[] & { [name: string]: Json };
  const last = steps.at(-1)!;
  if (op === "add" && Array.isArray(parent)) parent.splice(last === "-" ? parent.length : Number(last), 0, made as Json);
  else if (op !== "remove") parent[last] = made as Json;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return whole.root;
}

test("values after an edit are those of the patch, whatever the spaces of the text", () => {
  fc.assert(
    fc.property(
      json,
      spacing,
      json,
      fc.nat(),
      fc.constantFrom<Operation["op"]>("add", "remove", "replace"),
      (value, space, made, at, op) => {
        const all = pointers(value).filter((pointer) => op !== "remove" || pointer !== "");
        if (all.length === 0) return;
        const pointer = all[at % all.length]!;
        const there = reached(value, stepsOf(pointer));
        const path =
          op !== "add" ? pointer : Array.isArray(there) ? `${pointer}/-` : typeof there === "object" && there ? `${pointer}/new` : pointer;
        if (op === "add" && path === "") return;
        const operation = { op, path, ...(op !== "remove" && { value: made }) };
        const text = loose(value, space);
        const now = patched(text, [operation]);
        expect(JSON.parse(now ?? "")).toEqual(applied(value, operation));
      },
    ),
    { numRuns: runs(2000), seed },
  );
});

test("siblings change places with their characters, and copies have those of the original", () => {
  const text = '{ "elements": [\n  { "a":1 },\n  {\n    "b" : [ 2,3 ]\n  }\n] }';
  expect(exchanged(text, "/elements/0", "/elements/1")).toBe('{ "elements": [\n  {\n    "b" : [ 2,3 ]\n  },\n  { "a":1 }\n] }');
  expect(exchanged(text, "/elements/0", "/elements/2")).toBe(null);
  expect(withSource(text, "/elements/1", '{ "a":1 }')).toBe(
    '{ "elements": [\n  { "a":1 },\n  { "a":1 },\n  {\n    "b" : [ 2,3 ]\n  }\n] }',
  );
});

test("an addition is indented as its siblings are, in their manner", () => {
  const add = (text: string, value: unknown, path = "/elements/-"): string => patched(text, [{ op: "add", path, value }])!;
  const value = { type: "rect", layout: { left: 1, top: 2 } };
  expect(add('{"elements":[{"type":"x"}]}', value)).toBe('{"elements":[{"type":"x"},{"type":"rect","layout":{"left":1,"top":2}}]}');
  expect(add('{ "elements": [\n\t{ "type": "x" }\n] }', value)).toBe(
    '{ "elements": [\n\t{ "type": "x" },\n\t{ "type": "rect", "layout": { "left": 1, "top": 2 } }\n] }',
  );
  expect(add('{\n    "elements": [\n        {\n            "type": "x"\n        }\n    ]\n}', value)).toBe(
    '{\n    "elements": [\n        {\n            "type": "x"\n        },\n        {\n            "type": "rect",\n            "layout": {\n                "left": 1,\n                "top": 2\n            }\n        }\n    ]\n}',
  );
  expect(add('{\n  "elements": []\n}', value)).toBe(
    '{\n  "elements": [\n    {\n      "type": "rect",\n      "layout": { "left": 1, "top": 2 }\n    }\n  ]\n}',
  );
  expect(patched('{\n  "a": {}\n}', setting('{\n  "a": {}\n}', "/a/b/c", 1))).toBe('{\n  "a": { "b": { "c": 1 } }\n}');
});
