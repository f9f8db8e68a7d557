import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs, seed } from "../../tests/support/runs.js";
import { RunEnd } from "./end.js";
import { NamePattern, type NameParts } from "./name-pattern.js";
import { NameTable } from "./name-table.js";

const record = (values: Readonly<Record<string, unknown>>): NameParts => ({
  n: 7,
  key: "k/1",
  record_sha256: "ab",
  find: (field) => values[field],
});
const named = (pattern: string, values: Readonly<Record<string, unknown>> = {}): unknown =>
  Object.values(new NamePattern(pattern, "00003-of-00010", true).nameOf(record(values))).join("|");

describe("names of files", () => {
  test("of each part", () => {
    expect(named("{n}")).toBe("7.pdf");
    expect(named("{shard}-{n:8}")).toBe("00003-of-00010-00000007.pdf");
    expect(named("{key}/{record_sha256}.PDF")).toBe("k_1/ab.PDF");
    expect(named("{{{a.b}}}", { "a.b": "x.pdf" })).toBe("{x.pdf}.pdf");
    expect(named("{a}", { a: "x.pdf" })).toBe("x.pdf");
    expect(named("{a}-{b}", { a: 1.5, b: false })).toBe("1.5-false.pdf");
  });

  test("values that are unsafe", () => {
    expect(named("{a}", { a: "../etc" })).toBe("___etc.pdf");
    expect(named("{a}", { a: ' a<b>:"|?*\\\u0007. ' })).toBe("_a_b__________.pdf");
    expect(named("{a}", { a: "e\u0301" })).toBe("é.pdf");
    expect(named("{a}", { a: "CON" })).toBe("_CON.pdf");
    expect(named("com1/{a}", { a: "nul.pdf" })).toBe("_com1/_nul.pdf");
  });

  test("values that are no part of a name", () => {
    expect(named("{a}")).toBe("a|a: the value is missing");
    expect(named("{a}", { a: " \t" })).toBe("a|a: the value is blank");
    expect(named("{a}", { a: [] })).toBe("a|a: the value is an array");
    expect(named("{a}", { a: {} })).toBe("a|a: the value is an object");
    expect(named("{a}", { a: "é".repeat(126) })).toContain("256 bytes");
    expect(named("{a}/{a}/{a}/{a}/{a}", { a: "x".repeat(210) })).toContain("at most 1000");
  });

  test("patterns that are refused", () => {
    for (const pattern of ["/a", "a//b", "a/../b", "./a", "", "a/", "{", "}", "{n", "a}b", "{}", "{x:3}", "{n:0}", "{n:99}", "C:a", "a\\b"])
      expect(() => new NamePattern(pattern, "", true), pattern).toThrow(RunEnd);
    expect(() => new NamePattern("{key}", "", false)).toThrow("--key");
    expect(() => new NamePattern("{shard}/{n}", "", false)).toThrow("absolute");
    expect(() => new NamePattern("a/{shard}/{n}", "", false)).toThrow("empty");
  });

  test("never leave the folder", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("{a}", "{b}", "/", ".", "x", "{n}"), { maxLength: 8 }).map((p) => p.join("")),
        fc.string({ unit: fc.constantFrom(".", "/", "\\", " ", "a", "\0", "\u0338", "<", "\u212a", "ﬀ", ":") }),
        fc.string({ unit: "grapheme" }),
        (pattern, a, b) => {
          let names: NamePattern;
          try {
            names = new NamePattern(pattern, "", false);
          } catch (e) {
            expect(e).toBeInstanceOf(RunEnd);
            return;
          }
          const made = names.nameOf(record({ a, b }));
          if ("reason" in made) return;
          for (const system of [path.posix, path.win32]) {
            const file = system.resolve("/out", made.name);
            expect(file.startsWith(system.resolve("/out") + system.sep), made.name).toBe(true);
            expect(system.relative("/out", file).split(system.sep)).toEqual(made.name.split("/"));
          }
        },
      ),
      { numRuns: runs(2000), seed },
    );
  });
});

test("a table of names has what was added, however many", () => {
  const table = new NameTable();
  for (let n = 1; n <= 5000; n++) {
    expect(table.has(`name ${n}`)).toBeNull();
    table.add(`name ${n}`, n);
  }
  for (let n = 1; n <= 5000; n++) expect(table.has(`name ${n}`)).toBe(n);
});
