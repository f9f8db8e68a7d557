import fc from "fast-check";
import { expect, test } from "vitest";
import type { Word } from "./harfbuzz.js";
import { WordCache } from "./word-cache.js";
import { runs } from "../../../tests/support/runs.js";

const shapeOf =
  (made: string[]) =>
  (text: string): Word => {
    made.push(text);
    return { ids: [made.length], advances: [0], offsets: null, clusters: [0], unsafe: null, width: 0, rtl: false, hyphens: null };
  };

test("each word is shaped once, wherever in a text it stands", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "漢", "\ud83d\ude00"), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 2000 }), (words) => {
      const cache = new WordCache();
      const made: string[] = [];
      const shape = shapeOf(made);
      const known = new Map<string, Word>();
      const text = words.join(" ");
      let at = 0;
      for (const w of words) {
        const found = cache.get(text, at, at + w.length, shape);
        expect(found).toBe(known.get(w) ?? found);
        known.set(w, found);
        at += w.length + 1;
      }
      expect(made.length).toBe(known.size);
      expect(new Set(made)).toEqual(new Set(words));
    }),
    { numRuns: runs(40) },
  );
});

test("a full cache starts again and still gives each word its own", () => {
  const cache = new WordCache();
  const made: string[] = [];
  const shape = shapeOf(made);
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < 70_000; i++) {
      const said = `word${i}`;
      const before = made.length;
      const word = cache.get(said, 0, said.length, shape);
      if (made.length > before) expect(made.at(-1)).toBe(said);
      else expect(made[word.ids[0]! - 1]).toBe(said);
    }
});

test("long words take the room of many short ones", () => {
  const cache = new WordCache();
  const made: string[] = [];
  const shape = shapeOf(made);
  const get = (i: number): Word => cache.get(`${i}`.padStart(40, "x"), 0, 40, shape);
  for (let i = 0; i < 20_000; i++) get(i);
  get(0);
  expect(made.length).toBe(20_000);
  for (let i = 20_000; i < 40_000; i++) get(i);
  get(0);
  expect(made.length).toBe(40_001);
});
