import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Finding } from "../../runtime/errors/findings.js";
import { chainOf, checked, mistakeOf, MISTAKES, paragraphs } from "./mistakes.js";

/* Common mistakes, their messages and the ends of their patches. UPDATE=mistakes writes both. */

const said = ({ code, line, column, message }: Finding, before: number): string =>
  `> ${code ?? "warning"} ${line! - before}:${column} ${message}`;

/** End of the patches: none, a document, or the first error that only the author can mend. */
async function ended(body: string): Promise<readonly string[]> {
  const { steps, left } = await chainOf(body);
  if (steps.length === 0) return [];
  const error = left.find((f) => f.severity === "error");
  const count = `${steps.length} patch${steps.length === 1 ? "" : "es"}`;
  return [`>> ${count}: ${error ? error.message.slice(0, 160) : "it renders"}`];
}

const given = paragraphs();
const mistakes = given.map(mistakeOf);

test("what is said of each mistake is what was reviewed", async () => {
  const out: string[] = [];
  for (const [i, paragraph] of given.entries()) {
    const mistake = mistakes[i]!;
    if (!mistake) out.push(paragraph);
    else {
      const findings = await checked(mistake.body);
      out.push([mistake.shown, ...findings.map((f) => said(f, mistake.before)), ...(await ended(mistake.body))].join("\n"));
    }
  }
  const text = `${out.join("\n\n")}\n`;
  if (process.env["UPDATE"] === "mistakes") writeFileSync(MISTAKES, text);
  expect(text).toBe(readFileSync(MISTAKES, "utf8"));
});

test("there are more than two hundred; each is found, at its place, in one line that HTTP can carry", async () => {
  const all = mistakes.filter((m) => m !== null);
  const warned = new Set<string>();
  expect(all.length).toBeGreaterThan(200);
  for (const { body, shown } of all) {
    const found = await checked(body);
    expect(found.length, shown).toBeGreaterThan(0);
    const lines = body.split("\n");
    for (const { message, line, column, path: pointer, rule, severity } of found) {
      if (severity === "warning") warned.add(rule);
      expect(message.length).toBeLessThanOrEqual(500);
      expect(message).not.toMatch(/[\n\r]/);
      expect(line).toBeGreaterThanOrEqual(1);
      expect(column! - 1).toBeLessThanOrEqual([...lines[line! - 1]!].length);
      expect(pointer).toMatch(/^(\/.*)?$/);
      expect(rule).toMatch(/^[a-z0-9-]+$/);
    }
  }
  const folder = path.join(import.meta.dirname, "../../compiler/warn");
  const rules = readdirSync(folder).flatMap((f) =>
    [...readFileSync(path.join(folder, f), "utf8").matchAll(/\bw\.add\(\s*"([a-z-]+)"/g)].map((m) => m[1]!),
  );
  expect([...warned].sort()).toEqual(expect.arrayContaining([...new Set(rules)].sort()));
});
