// Examples, starters, briefs and templates have no finding (AX-29); palettes of charts are left to a person.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { briefRequest } from "../../compiler/brief/brief.js";
import { bindTemplate, parseTemplate } from "../../compiler/template/template.js";
import { checkAccessibility, type DocumentRequest } from "../../runtime/index.js";
import { engine, reportOf } from "../support/accessibility/report.js";
import { root } from "../support/tools.js";

const parsed = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const filesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => `${folder}/${name}`);

/** A person judges colours of charts with their labels and the text around them. */
const OF_PALETTES: ReadonlySet<string> = new Set(["graphics-contrast", "color-alone"]);

async function faults(request: object): Promise<readonly string[]> {
  const { findings } = await reportOf(request, false);
  return findings
    .filter(({ severity, check }) => severity === "fail" || !OF_PALETTES.has(check))
    .map(({ check, path: at }) => `${check} ${at}`);
}

test("starters have none at all", async () => {
  for (const file of filesIn("starters")) expect((await reportOf(parsed(file) as object, false)).findings, file).toEqual([]);
});

test.each(["examples", "examples/charts", "starters"].flatMap(filesIn))("%s", async (file) => {
  expect(await faults(parsed(file) as object)).toEqual([]);
});

test.each([...filesIn("examples/e-invoice"), ...filesIn("examples/invoices-as-data")])("%s", async (file) => {
  expect(await checkAccessibility(parsed(file) as DocumentRequest)).toMatchObject({ summary: { fail: 0 } });
});

test.each(filesIn("examples/briefs"))("%s", async (file) => {
  const read = briefRequest(parsed(file));
  if ("problems" in read) throw new Error(file);
  expect(await faults(read.request)).toEqual([]);
});

describe.each(["invoice", "packing_list", "shipping_label"])("the template %s", (id) => {
  test.each(["full", "minimal"])("with its %s record", async (kind) => {
    const made = parseTemplate(parsed(`templates/${id}.json`));
    if ("problems" in made) throw new Error(id);
    const bound = bindTemplate(made.template, parsed(`templates/data/${id}.${kind}.json`), 0, engine.world().locales);
    if ("problems" in bound) throw new Error(id);
    expect(await faults(bound.request)).toEqual([]);
  });
});
