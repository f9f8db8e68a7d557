import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { check, renderBrief, text } from "../../runtime/index.js";
import { briefRequest } from "../../compiler/brief/brief.js";
import { root } from "../support/tools.js";

const folder = path.join(root, "examples/briefs");
const tasks = [...readFileSync(path.join(folder, "README.md"), "utf8").matchAll(/^- \[([\w-]+)\]\(\1\.json\): (.*(?:\n {2}.*)*)/gm)].map(
  ([, name, task]) => ({ name: name!, task: task!.replace(/\s+/g, " ") }),
);
const isBrief = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(path.join(root, "schemas/brief.schema.json"), "utf8")) as object,
);
const plain = (given: string): string => given.replace(/\s+/g, " ").toLowerCase();

test("there are thirty tasks, and every brief is listed", () => {
  expect(tasks.length).toBe(30);
  const page = readFileSync(path.join(folder, "README.md"), "utf8");
  for (const file of readdirSync(folder).filter((f) => f.endsWith(".json"))) expect(page).toContain(`(${file})`);
});

test.each(tasks)("$name", async ({ name, task }) => {
  const { $schema: _, ...body } = JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8")) as Record<string, unknown>;
  expect(isBrief(body), JSON.stringify(isBrief.errors)).toBe(true);
  const lowered = briefRequest(body);
  if ("problems" in lowered) throw new Error(JSON.stringify(lowered.problems));
  expect(await check(lowered.request, { warnings: true })).toEqual([]);
  const { pages } = await renderBrief(body);
  const said = plain(await text(lowered.request));
  const facts = [...task.matchAll(/\*\*(.+?)\*\*/g)].map((m) => plain(m[1]!));
  expect(facts.length).toBeGreaterThan(0);
  expect(facts.filter((fact) => !said.includes(fact))).toEqual([]);
  const asked = /\b(one|two)[ -]pages?\b/.exec(task)?.[1];
  if (asked !== undefined) expect(pages).toBe(asked === "one" ? 1 : 2);
  expect(pages).toBeLessThanOrEqual(2);
});
