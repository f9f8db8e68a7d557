import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testData } from "../../../tests/support/tools.js";
import { lineBreaks, NONE } from "./line-break.js";

const file = testData("unicode/LineBreakTest.txt");

test("UAX #14: every case of LineBreakTest 17.0", () => {
  const failures: string[] = [];
  let cases = 0;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const body = line.split("#")[0]!.trim();
    if (body === "") continue;
    cases++;
    let text = "";
    const expected: number[] = [];
    for (const token of body.split(/\s+/)) {
      if (token === "÷") {
        if (text !== "") expected.push(text.length);
      } else if (token !== "×") text += String.fromCodePoint(Number.parseInt(token, 16));
    }
    const found = [...lineBreaks(text)].flatMap((kind, i) => (kind === NONE ? [] : [i]));
    if (found.join() !== expected.join()) failures.push(`${body} expected ${expected.join()} found ${found.join()}`);
  }
  expect(failures.slice(0, 5)).toEqual([]);
  expect(cases).toBe(19338);
});

test("a dictionary's words are opportunities only inside their run", () => {
  const breaks = lineBreaks("ab กขค de", () => [0, 1, 2]);
  expect([...breaks].flatMap((k, i) => (k === NONE ? [] : [i]))).toEqual([3, 4, 5, 7, 9]);
});
