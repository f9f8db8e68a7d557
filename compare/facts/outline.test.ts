import fc from "fast-check";
import { expect, test } from "vitest";
import { open, pageFile } from "../../tests/pdf-reader/open.js";
import { runs } from "../../tests/support/runs.js";
import { Destinations } from "./destinations.js";
import { outlineOf } from "./outline.js";

/** Entries are objects from 6; object 5 is the outline. */
function outlineIn(entries: readonly string[]): ReturnType<typeof outlineOf> {
  const file = open(pageFile("", "", ["<</First 6 0 R>>", ...entries], "/Outlines 5 0 R"));
  return outlineOf(file, new Destinations(file));
}

test("entries have titles, levels, targets and their look", () => {
  const found = outlineIn([
    "<</Title(A  b\\n c)/Dest[3 0 R/XYZ 0 100 0]/First 7 0 R/Next 9 0 R/Count -2/F 3/C[1 0 0]>>",
    "<</Title<FEFF00E4>/Next 8 0 R/A<</S/URI/URI(https://a.example/)>>>>",
    "<</Title(c)/Dest(gone)/F 1>>",
    "<</Count 3/F 2>>",
  ]);
  expect(found).toEqual([
    { title: "A b c", level: 1, target: "page 1 at 0.0,0.0", page: 0, at: [0, 0], look: "bold italic #FF0000 closed" },
    { title: "ä", level: 2, target: "https://a.example/", page: null, at: null, look: "" },
    { title: "c", level: 2, target: "missing destination gone", page: null, at: null, look: "italic" },
    { title: "", level: 1, target: "", page: null, at: null, look: "bold" },
  ]);
});

test("an entry is met once, whatever refers to it", () => {
  const ref = fc.integer({ min: 5, max: 12 }).map((n) => `${n} 0 R`);
  const entry = fc.tuple(ref, ref).map(([next, first]) => `<</Title(x)/Next ${next}/First ${first}>>`);
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), (entries) => {
      const found = outlineIn(entries);
      expect(found.length).toBeGreaterThanOrEqual(1);
      // the outline itself may be taken for an entry
      expect(found.length).toBeLessThanOrEqual(entries.length + 1);
      expect(found[0]!.level).toBe(1);
      found.slice(1).forEach(({ level }, i) => expect(level).toBeLessThanOrEqual(found[i]!.level + 1));
    }),
    { numRuns: runs(300) },
  );
});

test("deep outlines need no stack", () => {
  const deep = Array.from({ length: 20_000 }, (_, i) => `<</Title(${i})/First ${7 + i} 0 R>>`);
  const found = outlineIn(deep);
  expect(found).toHaveLength(20_000);
  expect(found.at(-1)).toMatchObject({ title: "19999", level: 20_000 });
});
