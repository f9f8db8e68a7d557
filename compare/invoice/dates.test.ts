import { expect, test } from "vitest";
import { localeFiles } from "../../runtime/engine/locales.js";
import { datesIn, monthNames } from "./dates.js";

const months = monthNames(localeFiles, ["de", "en", "fr", "it", "pl", "ja", "pt", "cs", "ru", "el"]);
const daysIn = (text: string): readonly string[] => datesIn(text, () => months).flatMap((d) => d.days);

test.each([
  "04.03.2026",
  "4.3.2026",
  "4. 3. 2026",
  "04/03/2026",
  "04-03-26",
  "2026-03-04",
  "20260304",
  "2026年3月4日",
  "4. März 2026",
  "4 mars 2026",
  "4th March 2026",
  "March 4, 2026",
  "Mar 4 2026",
  "4 marzo 2026",
  "4 marca 2026",
  "4 de março de 2026",
  "2026 March 4",
  "4. března 2026",
  "4 марта 2026",
  "4 Μαρτίου 2026",
  "04.Mär.2026",
])("%s is the fourth of March", (text) => {
  expect(daysIn(`am ${text} in`)).toContain("2026-03-04");
});

test("a date may be two days", () => {
  expect(daysIn("04/03/2026")).toEqual(expect.arrayContaining(["2026-03-04", "2026-04-03"]));
});

test.each(["31.02.2026", "2026", "3.14", "12345678", "version 1.2.3", "99.99.2026"])("%s is none", (text) => {
  expect(daysIn(text)).toEqual([]);
});
