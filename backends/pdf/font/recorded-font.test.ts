import { expect, test } from "vitest";
import { Ref } from "../syntax/object.js";
import { CodeSteps, RecordedFont } from "./recorded-font.js";
import type { SfntMetrics } from "./sfnt.js";

const font = (): RecordedFont => new RecordedFont(new Ref(1), { glyphCount: 100, unitsPerEm: 1000 } as SfntMetrics, "Font", true);
const run = { ids: [5, 6], advances: [500, 0], clusters: [0, 0], offsets: [0, 0, 10, 20] };

/** Codes of a page: letters, a glyph with two texts, a ligature, a mark off the baseline. */
function asked(): CodeSteps {
  const used = font();
  const steps = (used.steps = new CodeSteps());
  for (const unit of [0x41, 0x42, 0x41]) used.codeOfUnit(3, unit);
  used.code(4, "fi");
  used.cluster(run, 0, 2, "x\u0301");
  steps.end();
  return steps;
}

test("a font that gave no code gives the same ones", () => {
  const used = font();
  expect(asked().isGivenBy(used)).toBe(true);
  expect(asked().isGivenBy(used)).toBe(true);
  expect(used.gids()).toEqual([3, 4, 5, 6]);
});

test.each([
  ["the glyph has the code of another text", (used: RecordedFont) => used.codeOfUnit(3, 0x42)],
  ["the ligature has the code of another text", (used: RecordedFont) => used.code(4, "f")],
  ["a further code is taken", (used: RecordedFont) => used.cluster(run, 0, 1, "y")],
])("%s", (_, before) => {
  const used = font();
  before(used);
  expect(asked().isGivenBy(used)).toBe(false);
});
