// No example, starter, brief or template has a finding (AX-29).
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

async function findingsOf(request: object): Promise<readonly string[]> {
  const { findings } = await reportOf(request, false);
  return findings.map(({ check, path: at, message }) => `${check} ${at}: ${message}`);
}

test.each(["examples", "examples/charts", "starters"].flatMap(filesIn))("%s", async (file) => {
  expect(await findingsOf(parsed(file) as object)).toEqual([]);
});

test.each([...filesIn("examples/e-invoice"), ...filesIn("examples/invoices-as-data")])("%s", async (file) => {
  expect(await checkAccessibility(parsed(file) as DocumentRequest)).toMatchObject({ verdict: "passes", findings: [] });
});

test.each(filesIn("examples/briefs"))("%s", async (file) => {
  const read = briefRequest(parsed(file));
  if ("problems" in read) throw new Error(file);
  expect(await findingsOf(read.request)).toEqual([]);
});

describe.each(["invoice", "packing_list", "shipping_label"])("the template %s", (id) => {
  test.each(["full", "minimal"])("with its %s record", async (kind) => {
    const made = parseTemplate(parsed(`templates/${id}.json`));
    if ("problems" in made) throw new Error(id);
    const bound = bindTemplate(made.template, parsed(`templates/data/${id}.${kind}.json`), 0, engine.world().locales);
    if ("problems" in bound) throw new Error(id);
    expect(await findingsOf(bound.request)).toEqual([]);
  });
});

// a brief cannot name colours of series: its charts are told apart, and seen, with any accent
describe.each(["", "#FFD400", "#111111", "#CA8A04", "#FFFFFF"])("charts of a brief with the accent %j", (accent) => {
  const report = (variant: string, columns: readonly string[], rows: readonly string[][]): Promise<readonly string[]> => {
    const read = briefRequest({
      brief: { title: "Sales", language: "en", accent, parts: [{ kind: "chart", text: "Sales", variant, columns, rows }] },
    });
    if ("problems" in read) throw new Error(variant);
    return findingsOf({ ...read.request, settings: { ...read.request.settings, profile: "pdfa-ua1" } });
  };
  test.each(["bar", "line", "area"])("%s, twelve series", async (variant) => {
    const names = Array.from({ length: 12 }, (_, k) => `Region ${k + 1}`);
    const rows = ["July", "August"].map((month, j) => [month, ...names.map((_, k) => String(10 + 7 * k + 3 * j))]);
    expect(await report(variant, names, rows)).toEqual([]);
  });
  test.each(["pie", "donut"])("%s, with short and with long names of slices", async (variant) => {
    for (const name of ["Part", "A department whose name is too long for a label"]) {
      const rows = Array.from({ length: 8 }, (_, k) => [`${name} ${k + 1}`, String(20 - 2 * k)]);
      expect(await report(variant, ["Share"], rows)).toEqual([]);
    }
  });
});
