import { expect, test } from "vitest";
import { MIGRATIONS } from "./migrations.js";

test("steps only add, so that the release before works beside them (running, G10)", () => {
  const added = new Set<string>();
  for (const statement of MIGRATIONS.flatMap((step) => step.split(";"))
    .map((s) => s.replace(/\s+/g, " ").trim())
    .filter((s) => s !== "")) {
    const table = /^CREATE TABLE (\w+) \(/.exec(statement)?.[1];
    if (table !== undefined) {
      expect(added.has(table)).toBe(false);
      added.add(table);
      continue;
    }
    const column = /^ALTER TABLE \w+ ADD COLUMN \w+ (?:TEXT|INTEGER|BIGINT|\{bytes\})( NOT NULL DEFAULT \S+| DEFAULT \S+|)$/.test(
      statement,
    );
    // a unique index would refuse what the release before writes
    expect(column || /^CREATE INDEX \w+ ON \w+ \([^)]*\)$/.test(statement), statement).toBe(true);
  }
  expect(added.size).toBeGreaterThan(5);
});
