import { expect, test } from "vitest";
import { countersIn, HeadingCounters, numberBy } from "./numbering.js";

test("a counter has no Latin letter, digit or combining mark next to it; all else is literal (L4, SW-12)", () => {
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
    ["１1", 0],
    ["1٣", 0],
    ["Ａ1", 0],
    ["1ａ", 0],
    ["1ᵃ", 0],
    ["1\u0301", 0],
    ["第1章", 1],
    ["제1장", 1],
    ["Глава1", 1],
    ["الباب1", 1],
    ["あ1い", 1],
    ["第i節", 1],
    ["1²", 1],
    ["①1", 1],
    ["第1章第1節", 2],
    ["第一章", 0],
    ["१", 0],
    ["{cjk_decimal}", 1],
    ["b{arabic_indic}b", 1],
    ["{devanagari}{devanagari}1", 3],
    ["{upper_roman}", 0],
    ["{ cjk_decimal }", 0],
    ["{1}", 1],
  ] as const)
    expect([pattern, countersIn(pattern)]).toEqual([pattern, counters]);
  expect(numberBy("Chapter 1", [3])).toBe("Chapter 3");
  // last: the level's; before: levels above
  expect(numberBy("1.1", [2, 3, 4])).toBe("3.4");
  expect(numberBy("第1章", [12])).toBe("第12章");
  expect(numberBy("第{cjk_decimal}章{devanagari}.{arabic_indic}", [21, 10, 305])).toBe("第二十一章१०.٣٠٥");
  expect(numberBy("A.1.a.I.i", [2, 3, 4, 5, 6])).toBe("B.3.d.V.vi");
});

test("letters go on after z with aa, romans end at 4,000, nothing is 0 (L5)", () => {
  expect([26, 27, 28, 702, 703].map((n) => numberBy("a", [n]))).toEqual(["z", "aa", "ab", "zz", "aaa"]);
  expect([0, 4, 3999, 4000].map((n) => numberBy("I", [n]))).toEqual(["0", "IV", "MMMCMXCIX", "4000"]);
});

test("numerals of other scripts: Chinese ones as in titles up to 99, then by digits (SW-14)", () => {
  const by = (style: string, ...counts: readonly number[]): readonly string[] => counts.map((n) => numberBy(`{${style}}`, [n]));
  expect(by("cjk_decimal", 0, 1, 9, 10, 11, 19, 20, 21, 30, 99)).toEqual([
    "〇",
    "一",
    "九",
    "十",
    "十一",
    "十九",
    "二十",
    "二十一",
    "三十",
    "九十九",
  ]);
  expect(by("cjk_decimal", 100, 101, 110, 4321)).toEqual(["一〇〇", "一〇一", "一一〇", "四三二一"]);
  expect(by("arabic_indic", 0, 1, 19, 1_234_567_890)).toEqual(["٠", "١", "١٩", "١٢٣٤٥٦٧٨٩٠"]);
  expect(by("devanagari", 0, 1, 19, 1_234_567_890)).toEqual(["०", "१", "१९", "१२३४५६७८९०"]);
});

test("a heading begins deeper levels anew, a skipped level counts 0, an unnumbered one does not count", () => {
  const counters = new HeadingCounters();
  const next = (level: number, numbered = true): string => counters.next(level, numbered ? ["1", "1.1", "1.1.1"][level - 1]! : "");
  expect([next(1), next(3), next(2), next(1, false), next(1), next(2)]).toEqual(["1", "1.0.1", "1.1", "", "2", "2.1"]);
  expect(counters.next(10, "1")).toBe("");
  counters.restart();
  expect(next(1)).toBe("1");
});
