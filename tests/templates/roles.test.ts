/* Roles, reading order and languages by bindings: values are checked after binding, with the record's index (AX-25). */
import { expect, test } from "vitest";
import { renderTags } from "../../backends/text/tags.js";
import { messageOf } from "../../compiler/core/fail.js";
import { bindTemplate, parseTemplate } from "../../compiler/template/template.js";
import { displayList } from "../../golden/cases.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { renderTemplate, RenderError } from "../../runtime/index.js";

const text = (own: object): object => ({ type: "text", layout: { left: 5, top: 5 }, content: "{{head}}", ...own });
const templateOf = (...elements: object[]): never =>
  ({
    schema: {
      fields: [
        { name: "kind", type: "string" },
        { name: "at", type: "number" },
        { name: "lang", type: "string" },
        { name: "head", type: "string" },
      ],
    },
    pages: [{ size: "a6", elements }],
  }) as never;
const template = templateOf(
  text({ role: "{{kind}}", reading_order: "{{at}}", language: "{{lang}}" }),
  text({ layout: { left: 5, top: 15 }, content: { spans: [{ text: "{{head}} and {page}", language: "{{lang}}" }] } }),
);
const record = { kind: "h1", at: 1, lang: "de", head: "Hallo" };

async function refusal(own: object, of = template): Promise<string> {
  const refused: unknown = await renderTemplate(of, [record, { ...record, ...own }] as never).catch((e: unknown) => e);
  expect(refused).toBeInstanceOf(RenderError);
  return `${(refused as RenderError).code} ${(refused as Error).message}`;
}

test("bound values take effect", async () => {
  const parsed = parseTemplate(template);
  if ("problems" in parsed) throw new Error(messageOf(parsed.problems[0]!));
  const bound = bindTemplate(parsed.template, record, 0, localeFiles);
  if ("problems" in bound) throw new Error(messageOf(bound.problems[0]!));
  const doc = await displayList(new TextEncoder().encode(JSON.stringify(bound.request)));
  expect(renderTags(doc).split("\n").slice(0, 5)).toEqual(["Document (en)", "  P", '    Span (de) "Hallo and 1"', '  H1 (de) "Hallo"', ""]);
});

test.each([
  [{ kind: "heading" }, /^API-002 data\[1\]: .*elements\[0\]\.role: .*"h1"/],
  [{ kind: "section" }, /^API-002 data\[1\]: .*elements\[0\]\.role: found "section": this is a text; must be one of "paragraph"/],
  [{ kind: "label" }, /^API-002 data\[1\]: .*elements\[0\]\.role: a label is the first text of a list item/],
  [{ at: 1.5 }, /^API-002 data\[1\]: .*elements\[0\]\.reading_order: must be a whole number from -10000 to 10000; found 1\.5/],
  [{ at: 10_001 }, /^API-002 data\[1\]: .*elements\[0\]\.reading_order: .*found 10001/],
  [{ lang: "??" }, /^API-002 data\[1\]: .*elements\[0\]\.language: must be a language tag.*found "\?\?"/],
  [{ lang: "" }, /^API-002 data\[1\]: .*elements\[0\]\.language: must be a language tag/],
  [{ head: " " }, /^API-002 data\[1\]: .*elements\[0\]\.role: a text with the role h1 is not blank/],
])("%j is refused", async (own, message) => {
  expect(await refusal(own)).toMatch(message);
});

test("a number's binding is no role, a string's no order", async () => {
  expect(await refusal({}, templateOf(text({ role: "{{at}}" })))).toMatch(/^API-002 data\[0\]: .*role: found 1/);
  expect(await refusal({}, templateOf(text({ reading_order: "{{lang}}" })))).toMatch(
    /^API-002 data\[0\]: .*reading_order: must be a number/,
  );
});
