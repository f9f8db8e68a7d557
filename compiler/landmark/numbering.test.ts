import { expect, test } from "vitest";
import { countersIn, HeadingCounters, numberBy } from "./numbering.js";

test("a counter has neither a letter nor a digit next to it; all else is literal (L4)", () => {
  for (const [pattern, counters] of [
    ["1", 1],
    ["1.1", 2],
    ["§ 1", 1],
    ["Chapter 1", 1],
    ["(a)", 1],
    ["A-I.i", 3],
    ["Article", 0],
    ["10", 0],
    ["a1", 0],
    ["é1", 0],
    ["e\u03011", 0],
    ["第1章", 0],
  ] as const)
    expect([pattern, countersIn(pattern)]).toEqual([pattern, counters]);
  expect(numberBy("Chapter 1", [3])).toBe("Chapter 3");
  // last: the level's; before: levels above
  expect(numberBy("1.1", [2, 3, 4])).toBe("3.4");
  expect(numberBy("A.1.a.I.i", [2, 3, 4, 5, 6])).toBe("B.3.d.V.vi");
});

test("letters go on after z with aa, romans end at 4,000, nothing is 0 (L5)", () => {
  expect([26, 27, 28, 702, 703].map((n) => numberBy("a", [n]))).toEqual(["z", "aa", "ab", "zz", "aaa"]);
  expect([0, 4, 3999, 4000].map((n) => numberBy("I", [n]))).toEqual(["0", "IV", "MMMCMXCIX", "4000"]);
});

test("a heading begins deeper levels anew, a skipped level counts 0, an unnumbered one does not count", () => {
  const counters = new HeadingCounters();
  const next = (level: number, numbered = true): string => counters.next(level, numbered ? ["1", "1.1", "1.1.1"][level - 1]! : "");
  expect([next(1), next(3), next(2), next(1, false), next(1), next(2)]).toEqual(["1", "1.0.1", "1.1", "", "2", "2.1"]);
  expect(counters.next(10, "1")).toBe("");
  counters.restart();
  expect(next(1)).toBe("1");
});
