import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { filterSuite, testFilters } from "../support/svg-filters.js";
import { referenced } from "../support/svg-references.js";

testFilters(["filter", "filter-functions", "flood-color", "flood-opacity"]);

test("every folder of the suite is in a test", () => {
  const tests = readdirSync(import.meta.dirname).filter((f) => f.startsWith("filters-"));
  const texts = tests.map((f) => readFileSync(path.join(import.meta.dirname, f), "utf8")).join("");
  expect(readdirSync(filterSuite).filter((folder) => !texts.includes(`"${folder}"`))).toEqual([]);
  expect(referenced(filterSuite)).toHaveLength(398);
});
