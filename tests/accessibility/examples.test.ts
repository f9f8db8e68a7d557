// Examples, starters, briefs and templates have no failure, but that of output without tags (AX-29).
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { briefRequest } from "../../compiler/brief/brief.js";
import { bindTemplate, parseTemplate } from "../../compiler/template/template.js";
import { engine, reportOf } from "../support/accessibility/report.js";
import { root } from "../support/tools.js";

const parsed = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const filesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => `${folder}/${name}`);

async function failures(request: object): Promise<readonly string[]> {
  const { findings } = await reportOf(request, false);
  return findings.filter(({ severity, check }) => severity === "fail" && check !== "tagged").map(({ check, path: at }) => `${check} ${at}`);
}

test.each([...filesIn("examples"), ...filesIn("starters")])("%s", async (file) => {
  expect(await failures(parsed(file) as object)).toEqual([]);
});

/** Slices that only the legend names, as briefs draw them. */
const WITH_SLICES: ReadonlySet<string> = new Set(["examples/briefs/energy-chart.json", "examples/briefs/report-sales.json"]);

test.each(filesIn("examples/briefs"))("%s", async (file) => {
  const read = briefRequest(parsed(file));
  if ("problems" in read) throw new Error(file);
  const found = await failures(read.request);
  expect(found.filter((f) => !(WITH_SLICES.has(file) && f.startsWith("color-alone ")))).toEqual([]);
});

describe.each(["invoice", "packing_list", "shipping_label"])("the template %s", (id) => {
  test.each(["full", "minimal"])("with its %s record", async (kind) => {
    const made = parseTemplate(parsed(`templates/${id}.json`));
    if ("problems" in made) throw new Error(id);
    const bound = bindTemplate(made.template, parsed(`templates/data/${id}.${kind}.json`), 0, engine.world().locales);
    if ("problems" in bound) throw new Error(id);
    expect(await failures(bound.request)).toEqual([]);
  });
});
