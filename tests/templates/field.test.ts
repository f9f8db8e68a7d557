/* Templates and records from the field: gaps in a chart, a locale in the place of the grouping, the first line of none. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { messageOf } from "../../compiler/core/fail.js";
import { bindTemplate, lintTemplate, parseTemplate } from "../../compiler/template/template.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { renderTemplate, RenderError } from "../../runtime/index.js";
import { testData } from "../support/tools.js";

const json = (name: string): object => JSON.parse(readFileSync(testData(`field/${name}`), "utf8")) as object;
const of = (name: string): readonly [template: object, record: object] => [json(`${name}.json`), json(`${name}.data0.json`)];
const errors = (template: object): readonly string[] =>
  lintTemplate(template, { locales: localeFiles, limits: CONTRACT_LIMITS }).errors.map(messageOf);

test("a month without a number is a gap of the chart", async () => {
  const [template, record] = of("04-template-chart-gap");
  const parsed = parseTemplate(template);
  if ("problems" in parsed) throw new Error(messageOf(parsed.problems[0]!));
  const bound = bindTemplate(parsed.template, record, 0, localeFiles);
  expect(JSON.stringify(bound)).toContain('"values":[1,null]');
  expect((await renderTemplate(template as never, record as never)).pages).toBe(1);
  expect(errors(template)).toEqual([]);
});

test("a locale in the place of the grouping is found before any record, with what works", async () => {
  const [template, record] = of("05-template-lint-locale-for-grouping");
  expect(errors(template)).toHaveLength(1);
  expect(errors(template)[0]).toContain('the grouping of number() must be true or false; found the string "de"');
  const mended = JSON.parse(JSON.stringify(template).replace('number(p, 2, \\"de\\")', 'number(p, 2, true, \\"de\\")')) as object;
  expect(errors(mended)).toEqual([]);
  expect((await renderTemplate(mended as never, record as never)).pages).toBe(1);
});

test("the first line of none is told by field and path, in words of an author", async () => {
  const [template, record] = of("11-template-first-of-empty-list");
  const refused = await renderTemplate(template as never, record as never).catch((e: unknown) => e);
  expect(refused).toBeInstanceOf(RenderError);
  expect((refused as Error).message).toContain("pages[0].elements[0].content: {{lines[0].n}} lines has no element 0: test it first");
});
