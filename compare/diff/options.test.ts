import { describe, expect, test } from "vitest";
import { DiffOptionError, type GivenDiffOptions, KINDS, parseDiffOptions } from "./options.js";

const refusal = (given: GivenDiffOptions): readonly [option: string, message: string] => {
  try {
    parseDiffOptions(given);
  } catch (e) {
    if (e instanceof DiffOptionError) return [e.option, e.message];
    throw e;
  }
  throw new Error(`accepted ${JSON.stringify(given)}`);
};

test("defaults (DF-15, DF-20)", () => {
  expect(parseDiffOptions({})).toEqual({ tolerance: 0.05, kinds: new Set(KINDS), ignoreAreas: [], metadata: false, limit: 1000 });
  expect(parseDiffOptions({ tolerance: undefined, only: undefined, ignore: undefined })).toEqual(parseDiffOptions({}));
});

describe("tolerance (DF-15)", () => {
  test.each([
    [0, 0],
    ["0", 0],
    ["10", 10],
    [10, 10],
    ["0.5", 0.5],
    [".5", 0.5],
  ])("%j is allowed", (given, tolerance) => expect(parseDiffOptions({ tolerance: given }).tolerance).toBe(tolerance));
  test.each([-0.01, 10.01, NaN, Infinity, "11", "-1", "x", "", "1e1", "0x1", "0,5", null, true, [1]])("%j is refused", (tolerance) => {
    const [option, message] = refusal({ tolerance });
    expect(option).toBe("tolerance");
    expect(message).toMatch(/^tolerance: found .*, allowed is a number of mm from 0 to 10$/);
  });
});

describe("limit (DF-20)", () => {
  test.each([1, 100_000, "1", "100000"])("%j is allowed", (limit) => expect(parseDiffOptions({ limit }).limit).toBe(Number(limit)));
  test.each([0, 100_001, 1.5, "0", "1.5", "many", -1, null])("%j is refused", (limit) => {
    expect(refusal({ limit })).toEqual(["limit", expect.stringMatching(/^limit: found .*, allowed is a whole number from 1 to 100000$/)]);
  });
});

describe("kinds (DF-16)", () => {
  test("only and ignore, as words or lists", () => {
    expect([...parseDiffOptions({ only: "word,font" }).kinds]).toEqual(["word", "font"]);
    expect([...parseDiffOptions({ only: ["word", "font , link"] }).kinds]).toEqual(["word", "font", "link"]);
    expect(parseDiffOptions({ ignore: "word" }).kinds).toEqual(new Set(KINDS.filter((kind) => kind !== "word")));
    expect([...parseDiffOptions({ only: "word,font", ignore: ["font"] }).kinds]).toEqual(["word"]);
    expect(parseDiffOptions({ ignore: [] })).toEqual(parseDiffOptions({}));
  });
  test.each(["words", "", "word,", "Word", "toString", "constructor"])("%j is refused by name", (only) => {
    const unknown = only.split(",").at(-1)!;
    expect(refusal({ only })).toEqual(["only", `only: found "${unknown}", allowed are ${KINDS.join(", ")}`]);
    expect(refusal({ ignore: only })[0]).toBe("ignore");
  });
  test("others than texts are refused", () => {
    expect(refusal({ only: 1 })[0]).toBe("only");
    expect(refusal({ only: [] })[0]).toBe("only");
    expect(refusal({ ignore: [null] })[0]).toBe("ignore");
  });
});

describe("areas (DF-16)", () => {
  test("as words of the command line", () => {
    expect(parseDiffOptions({ ignoreAreas: ["2:10,20,30.5,40", "-1,0,5,5"] }).ignoreAreas).toEqual([
      { page: 2, rect: [10, 20, 30.5, 40] },
      { rect: [-1, 0, 5, 5] },
    ]);
  });
  test("as objects of a program", () => {
    const areas = [{ rect: [1, 2, 3, 4] }, { page: 1, rect: [1, 2, 3, 4] }, { page: undefined, rect: [1, 2, 3, 4] }];
    expect(parseDiffOptions({ ignoreAreas: areas }).ignoreAreas).toEqual([
      { rect: [1, 2, 3, 4] },
      { page: 1, rect: [1, 2, 3, 4] },
      { rect: [1, 2, 3, 4] },
    ]);
  });
  test.each([
    "1,2,3",
    "1,2,3,4,5",
    "0:1,2,3,4",
    "1.5:1,2,3,4",
    ":1,2,3,4",
    "a:1,2,3,4",
    "1:2:3,4,5,6",
    "1,2,0,4",
    "1,2,3,-4",
    "1,,3,4",
    "",
    7,
    null,
    {},
    { rect: "1,2,3,4" },
    { rect: [1, 2, 3] },
    { rect: [1, 2, 3, "4"] },
    { rect: [1, 2, NaN, 4] },
    { page: 0, rect: [1, 2, 3, 4] },
    { page: "1", rect: [1, 2, 3, 4] },
  ])("%j is refused", (area) => {
    const [option, message] = refusal({ ignoreAreas: [area] });
    expect(option).toBe("ignoreAreas");
    expect(message).toMatch(/^ignoreAreas: found .*, allowed is \[PAGE:\]LEFT,TOP,WIDTH,HEIGHT in mm/);
  });
});

test("metadata is true or false", () => {
  expect(parseDiffOptions({ metadata: true }).metadata).toBe(true);
  expect(refusal({ metadata: "yes" })).toEqual(["metadata", 'metadata: found "yes", allowed is true or false']);
});
