import fc from "fast-check";
import { expect, test } from "vitest";
import { offsetOf, positionOf, TextPlaces } from "./position.js";

type Steps = readonly (string | number)[];

function* pathsOf(value: unknown, steps: Steps = []): Generator<Steps> {
  yield steps;
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* pathsOf(item, [...steps, i]);
  else if (typeof value === "object" && value !== null)
    for (const [name, item] of Object.entries(value)) yield* pathsOf(item, [...steps, name]);
}

test("places of one text are those of its paths one by one, in any order", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, "\t"), fc.boolean(), (value, space, isBackward) => {
      const text = JSON.stringify(value, null, space);
      const paths = [...pathsOf(JSON.parse(text)), ["absent"], [0, "absent", 1]];
      const places = new TextPlaces(text);
      for (const steps of isBackward ? paths.reverse() : paths) {
        expect(places.of(steps)).toEqual(positionOf(text, offsetOf(text, steps)));
        expect(places.offsetOf(steps, true)).toBe(offsetOf(text, steps, true));
      }
    }),
  );
});

test("the value at a place is the path's; of duplicate keys the last counts", () => {
  const text = '{"a": [1, {"b\\u0062": "🦀"}], "a": [true, {"bb": [null]}]}';
  const places = new TextPlaces(text);
  expect(text.slice(places.offsetOf(["a", 1, "bb"]))).toBe("[null]}]}");
  expect(text.slice(places.offsetOf(["a", 1, "bb"], true))).toBe('"bb": [null]}]}');
  expect(places.of(["a", 1, "bb"])).toEqual({ line: 1, column: [...text.slice(0, text.indexOf("[null]"))].length + 1 });
  expect(new TextPlaces('{"x": "🦀", "y": 1}').of(["y"])).toEqual({ line: 1, column: 17 });
});
