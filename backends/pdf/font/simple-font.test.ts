import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fontFile } from "../../../tests/support/tools.js";
import { CODE_PAGES, CodePages, FIRST_CODE } from "./code-pages.js";
import { readMetrics } from "./sfnt.js";
import { smallFont } from "./simple-font.js";

const bytes = new Uint8Array(readFileSync(fontFile("NotoSans-Regular.ttf")));
const metrics = readMetrics(bytes);
const pages = new CodePages();

test("every code of a page that differs from WinAnsiEncoding has a name, and no two codes share one", () => {
  for (const page of CODE_PAGES) {
    const names = pages.differences(page).filter((entry) => typeof entry === "string");
    expect(names.length).toBeGreaterThan(5);
    expect(new Set(names).size).toBe(names.length);
    expect(pages.characters(page).length).toBe(256 - FIRST_CODE);
  }
});

test("a program that is too large loses what is not a letter, then letters outside ASCII", () => {
  const characters = pages.characters(1251);
  const whole = smallFont(bytes, metrics, characters, () => true);
  const widthOf = (font: typeof whole, character: string): number => font.widths[characters.indexOf(character.codePointAt(0)!)]!;
  expect([..."Aя№"].every((c) => widthOf(whole, c) > 0)).toBe(true);
  for (const most of [28_000, 24_000, 16_000, 10_000, 6_000]) {
    const font = smallFont(bytes, metrics, characters, ({ length }) => length <= most);
    expect(font.program.length).toBeLessThanOrEqual(most);
    const lost = [..."Aя№"].map((c) => widthOf(font, c) === 0);
    // in this order
    expect(lost).toEqual([...lost].sort());
  }
  expect(
    widthOf(
      smallFont(bytes, metrics, characters, ({ length }) => length <= whole.program.length - 1),
      "я",
    ),
  ).toBeGreaterThan(0);
});
