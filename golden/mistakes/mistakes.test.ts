import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findingOf, type Finding } from "../../runtime/errors/findings.js";
import { engine } from "../cases.js";

/* Common mistakes and their messages. UPDATE=mistakes writes the messages. */
const file = path.join(import.meta.dirname, "mistakes.txt");

interface Mistake {
  /** as in the file */
  readonly shown: string;
  readonly body: string;
  readonly before: number;
}

const isSaid = (line: string): boolean => line.startsWith(">");

/** null: prose */
function mistakeOf(paragraph: string): Mistake | null {
  const shown = paragraph
    .split("\n")
    .filter((line) => !isSaid(line))
    .join("\n");
  if (shown.startsWith("request")) return { shown, body: shown.replace(/^request\s/, ""), before: 0 };
  if (!shown.startsWith("{")) return null;
  return { shown, body: `{"pages": [{"size": "a6", "elements": [\n${shown}\n]}]}`, before: 1 };
}

async function findingsOf(body: string): Promise<readonly Finding[]> {
  const { errors, warnings } = await engine.findings(new TextEncoder().encode(body), { warnings: true });
  return [...errors.map((p) => findingOf(p, body)), ...warnings.map((p) => findingOf(p, body, "warning"))];
}

const said = ({ code, line, column, message }: Finding, before: number): string =>
  `> ${code ?? "warning"} ${line! - before}:${column} ${message}`;

const paragraphs = readFileSync(file, "utf8").trimEnd().split("\n\n");
const mistakes = paragraphs.map(mistakeOf);

test("what is said of each mistake is what was reviewed", async () => {
  const out: string[] = [];
  for (const [i, paragraph] of paragraphs.entries()) {
    const mistake = mistakes[i]!;
    if (!mistake) out.push(paragraph);
    else out.push([mistake.shown, ...(await findingsOf(mistake.body)).map((f) => said(f, mistake.before))].join("\n"));
  }
  const text = `${out.join("\n\n")}\n`;
  if (process.env["UPDATE"] === "mistakes") writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
}, 120_000);

test("there are more than eighty; each is found, at its place, in one line that HTTP can carry", async () => {
  const all = mistakes.filter((m) => m !== null);
  const warned = new Set<string>();
  expect(all.length).toBeGreaterThan(80);
  for (const { body, shown } of all) {
    const found = await findingsOf(body);
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
  expect([...warned].sort()).toEqual([...new Set(rules)].sort());
}, 120_000);
