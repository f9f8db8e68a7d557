import { describe, expect, test } from "vitest";
import type { ImportedStructure } from "./pdf.js";
import { validateImported } from "./validate-imported.js";

const promises = (structure: object): readonly string[] => {
  const out: string[] = [];
  validateImported(structure as ImportedStructure, 2, "imports[0].structure", (promise) => void out.push(promise));
  return out;
};
const node = (more: object): object => ({ kids: [{ role: "P", kids: [], ...more }], classes: [{ name: "c", attributes: [] }] });
const content = (...kids: readonly object[]): object => node({ kids });

describe("structure of imports", () => {
  test("that keeps its promises", () => {
    const all = { id: "a", classes: ["c"], attributes: [{ owner: "Table", entries: [{ key: "Scope", value: { name: "Row" } }] }] };
    expect(
      promises(
        node({
          ...all,
          kids: [
            { page: 0, mcid: 0 },
            { page: 1, mcid: 0, form: 4 },
            { page: 1, annotation: 0 },
          ],
        }),
      ),
    ).toEqual([]);
  });

  test.each<[string, string, object]>([
    ["a role that is none", "role", node({ role: "Heading" })],
    ["an empty identifier", "unique", node({ id: "" })],
    ["a class that is not defined", "class", node({ classes: ["other"] })],
    ["an attribute object without entries", "empty", node({ attributes: [{ owner: "Table", entries: [] }] })],
    ["an owner among the entries", "attribute", node({ attributes: [{ owner: "Table", entries: [{ key: "O", value: 1 }] }] })],
    ["a number that is none", "number", node({ attributes: [{ owner: "Table", entries: [{ key: "X", value: { list: [NaN] } }] }] })],
    ["a page that the import does not have", "index", content({ page: 2, mcid: 0 })],
    ["content of no kind", "content", content({ page: 0 })],
    ["content of two kinds", "content", content({ page: 0, mcid: 0, annotation: 0 })],
    ["a form without an identifier", "content", content({ page: 0, form: 4, annotation: 0 })],
    ["an identifier beyond the limit", "size", content({ page: 0, mcid: 1 << 17 })],
    ["an identifier below 0", "size", content({ page: 0, mcid: -1 })],
    ["content of two elements", "mark-owner", content({ page: 0, mcid: 0 }, { page: 0, mcid: 0 })],
  ])("%s", (_, promise, structure) => {
    expect(promises(structure)).toEqual([promise]);
  });

  test("identifiers and classes that occur twice", () => {
    const twice = [{ role: "P", id: "a", kids: [] }];
    expect(promises({ kids: [...twice, ...twice], classes: [] })).toEqual(["unique"]);
    expect(promises({ kids: [], classes: [1, 2].map(() => ({ name: "c", attributes: [] })) })).toEqual(["unique"]);
  });
});
