import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { localeFiles } from "../../runtime/engine/locales.js";
import { runs } from "../../tests/support/runs.js";
import { CONTRACT_LIMITS } from "../core/limits.js";
import { messageOf, type Problem } from "../core/fail.js";
import { patched } from "../core/patch.js";
import { withPatches, type Found } from "../request/judged.js";
import { bindTemplate, lintTemplate, parseTemplate } from "./template.js";

const FIELDS = [
  { name: "total", type: "number", required: true },
  { name: "discount", type: "number" },
  { name: "name", type: "string", required: true },
  { name: "day", type: "string", required: true },
  { name: "ok", type: "boolean", required: true },
  { name: "tags", type: "array" },
  { name: "customer.name", type: "string", required: true },
  { name: "customer.city", type: "string" },
  {
    name: "lines",
    type: "array",
    items: [
      { name: "n", type: "number", required: true },
      { name: "s", type: "string", required: true },
      { name: "item.price", type: "number", required: true },
    ],
  },
];
const line = { n: 2, s: "s", item: { price: 3 } };
const record = (text: string, n: number, ok: boolean, tag: unknown): object => ({
  total: n,
  discount: n,
  name: text,
  day: "2026-03-14",
  ok,
  tags: [tag, tag, tag],
  customer: { name: text, city: text },
  lines: [line, { ...line, n, s: text }, line, line],
});
const RECORDS = ["text", "name", "a", "12", "2026-03-14", "true", "EUR", "a longer text"].flatMap((text) =>
  [1, 2, 0.5].flatMap((n) => [true, false].flatMap((ok) => [text, n, ok].map((tag) => record(text, n, ok, tag)))),
);

// a field that another one names
for (const city of ["12", "2026-03-14", "true", "EUR"])
  RECORDS.push({ ...record("city", 1, true, city), customer: { name: "city", city } });

const template = (content: string, more: object = {}): object => ({
  schema: { fields: FIELDS },
  pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 5, top: 5 }, content, ...more }] }],
});
const found = (source: unknown): Found => lintTemplate(source, { locales: localeFiles, limits: CONTRACT_LIMITS });
const lint = async (source: unknown): Promise<Found> => {
  const { errors, warnings } = await withPatches(
    found(source),
    () => source,
    (root) => Promise.resolve(found(root)),
  );
  return { errors, warnings: warnings.filter(({ rule }) => rule !== "field-unused") };
};
/** Reason for which no record renders; null: some do. */
function neverRenders(source: unknown): string | null {
  const parsed = parseTemplate(source);
  if ("problems" in parsed) return messageOf(parsed.problems[0]!);
  const made = RECORDS.map((data) => bindTemplate(parsed.template, data, 0, localeFiles));
  return made.some((bound) => "request" in bound) ? null : messageOf((made[0] as { problems: readonly Problem[] }).problems[0]!);
}
const contentOf = (source: unknown): unknown =>
  (source as { readonly pages: readonly { readonly elements: readonly { readonly content: unknown }[] }[] }).pages[0]!.elements[0]!.content;

describe("words of mistakes (FH-11)", () => {
  test.each([
    ["{{money(total)}}", ['money(value, "EUR")']],
    ['{{name || "x"}}', ['name == "" ? "x" : name']],
    ["{{sum(lines.n)}}", ["sum(lines.map(l, l.n))"]],
    ["{{sum(lines)}}", ["sum(lines.map(l, l.n))"]],
    ["{{#if ok}}yes{{/if}}", ['"_if": "{{ok}}"', "a ? b : c"]],
    ["{{#if ok}}yes{{else}}no{{/if}}", ["_if", "a ? b : c"]],
    ["a {{else}} b", ["_if", "a ? b : c"]],
    ["{{#unless ok}}no{{/unless}}", ['"_if": "{{!ok}}"', "a ? b : c"]],
    ["{{#unless name}}no{{/unless}}", ["_if\": \"{{name == ''}}"]],
    ["{{if ok}}yes{{end}}", ["_if", "a ? b : c"]],
    ["{{if(ok, 1, 2)}}", ["_if", "a ? b : c"]],
    ["{{#each lines}}{{n}}{{/each}}", ['"_each": "lines"', "lines.map("]],
    ["{{total | currency}}", ['money(total, "EUR")']],
    ["{{total | number}}", ["number(total, 2)"]],
    ["{{total | round(2)}}", ["number(total, 2)"]],
    ["{{day | date}}", ['date(day, "DD.MM.YYYY")']],
    ["{{name | upper}}", ["name.upperAscii()"]],
    ["{{name | nothing}}", ["functions are called", "money("]],
    ["{{total.toFixed(2)}}", ["number(total, 2)"]],
    ["{{name.toFixed(2)}}", ["number(name, 2)"]],
    ["{{name.toUpperCase()}}", ["name.upperAscii()"]],
    ["{{name.toLowerCase()}}", ["name.lowerAscii()"]],
    ["{{formatCurrency(total)}}", ['money(total, "EUR")']],
    ["{{formatDate(day)}}", ['date(day, "DD.MM.YYYY")']],
    ["{{lines.length}}", ["size(lines)"]],
    ["{{name.length}}", ["size(name)"]],
    ["{{length(lines)}}", ["size(lines)"]],
    ["{{page}}", ["{page}"]],
    ["{{page + 1}}", ["{page}"]],
    ["{{total_pages}}", ["{total_pages}"]],
    ["{{name === 'x' and ok}}", ["name == 'x' && ok"]],
    ["{{lines.map(l => l.n)}}", ["lines.map(l, l.n)"]],
    ["{{name ?? 'x'}}", ["name == \"\" ? 'x' : name"]],
    ["{{'n: ' + total}}", ["string(total)", "string(value)"]],
    ["{{lines.sum(l, l.n)}}", ["sum(lines.map(l, l.n))"]],
  ])("%s", async (content, words) => {
    const { errors } = await lint(template(content));
    const told = errors.map((p) => `${messageOf(p)} ${p.suggestion ?? ""}`).join("\n");
    for (const word of words) expect(told).toContain(word);
    expect(neverRenders(template(content))).not.toBeNull();
  });

  test("names that other languages take for blocks are fields, if they are declared", async () => {
    const fields = ["end", "else", "for", "page"].map((name) => ({ name, type: "string" }));
    expect(found({ ...template("{{end}} {{else}} {{page}} {{for}}"), schema: { fields } }).errors).toEqual([]);
  });
});

/** The template after the patch of its first finding that has one, and so on. */
async function mended(source: unknown, most = 8): Promise<unknown> {
  const { errors, warnings } = await lint(source);
  const patch = [...errors, ...warnings].map((p) => p.patch).find((it) => it !== undefined);
  return patch && most > 0 ? mended(patched(source, patch), most - 1) : source;
}

describe("patches (FH-12)", () => {
  test.each([
    ["{{page}}", "{page}"],
    ["Page {{ page }} of {{pages}}", "Page {page} of {total_pages}"],
    ["{{name.toUpperCase()}}", "{{name.upperAscii()}}"],
    ["{{ name.toLowerCase() }}!", "{{ name.lowerAscii() }}!"],
    ["{{sum(lines.n)}}", "{{sum(lines.map(l, l.n))}}"],
    ["{{number(sum(lines.item.price), 2)}}", "{{number(sum(lines.map(l, l.item.price)), 2)}}"],
    ['{{name || "x"}}', '{{name == "" ? "x" : name}}'],
    ["{{total || 0}}", '{{total == "" ? 0 : total}}'],
    ['{{name || customer.city || "x"}}', '{{name == "" ? customer.city == "" ? "x" : customer.city : name}}'],
    ['{{"a" + (name || "x")}}', '{{"a" + (name == "" ? "x" : name)}}'],
    ["{{total.toFixed(2)}}", "{{number(total, 2)}}"],
    ["{{(total + 1).toFixed(2)}} kg", "{{number((total + 1), 2)}} kg"],
    ["{{total.toFixed()}}", "{{number(total, 0)}}"],
    ["{{name.toUpperCase()}} {{total.toFixed(1)}}", "{{name.upperAscii()}} {{number(total, 1)}}"],
    ["{{!name ? 'a' : 'b'}}", "{{(name == \"\") ? 'a' : 'b'}}"],
    ["{{'n: ' + total}}", "{{'n: ' + string(total)}}"],
    ["{{total | currency('EUR')}}", "{{money(total, 'EUR')}}"],
    ["{{{name}}}", "{{name}}"],
    ["{{nmae}}", "{{name}}"],
    ["{{customer.citty}}", "{{customer.city}}"],
    ["{{name.length}}", "{{size(name)}}"],
  ])("%s becomes %s", async (content, wanted) => {
    const source = await mended(template(content));
    expect(contentOf(source)).toBe(wanted);
    expect(found(source).errors).toEqual([]);
    expect(neverRenders(source)).toBeNull();
  });

  test.each(["{{money(total)}}", "{{name.toFixed(2)}}", "{{formatCurrency(total)}}", "{{nothing}}", "{{lines.n}}", "{{name - 1}}"])(
    "%s has none: only its author knows",
    async (content) =>
      expect((await lint(template(content))).errors.every((p) => p.mend === undefined && p.suggestion === undefined)).toBe(true),
  );

  test("a value that is not text has one if its place takes what is meant", async () => {
    const patches = async (more: object): Promise<readonly unknown[]> =>
      (await lint(template("x", more))).errors.map((p) => (p.patch?.[0] as { readonly value: unknown } | undefined)?.value);
    expect(await patches({ style: { font_size: "{{totl}}" } })).toEqual(["{{total}}"]);
    expect(await patches({ style: { font_size: "{{total.toFixed(2)}}" } })).toEqual([undefined]);
    expect(await patches({ style: { color: "{{page}}" } })).toEqual([undefined]);
    expect(await patches({ _if: "{{nmae}}" })).toEqual(["{{name}}"]);
    expect(await patches({ style: { font_size: "{{number(total, 2)}}" } })).toEqual([undefined]);
  });
});

describe("placeholders of other languages (FH-13)", () => {
  test.each(["{name}", "${name}", "<%= name %>", "[[name]]", "{ customer.name }", "[[ customer.city ]]", "{total}"])(
    "%s",
    async (placeholder) => {
      const source = template(`Dear ${placeholder}, {page} of {total_pages}`);
      const { errors, warnings } = await lint(source);
      const name = /[a-z.]+/.exec(placeholder)![0];
      expect(errors).toEqual([]);
      expect(warnings.map(messageOf)).toHaveLength(1);
      expect(messageOf(warnings[0]!)).toContain(`did you mean {{${name}}}?`);
      expect(contentOf(patched(source, warnings[0]!.patch!))).toBe(`Dear {{${name}}}, {page} of {total_pages}`);
    },
  );

  test.each(["{page}", "{total_pages}", "{nothing}", "{customer}", "{lines}", "{number:a}", "{{'{name}'}}", "[name]", "{na me}", "{ }"])(
    "%s is not warned of",
    async (content) => expect(await lint(template(content))).toEqual({ errors: [], warnings: [] }),
  );

  test("{page} is the number of the page, also if a field has its name", () =>
    expect(found({ ...template("{page} {{page}}"), schema: { fields: [{ name: "page", type: "string" }] } }).warnings).toEqual([]));

  test("each form is mended by itself", async () => {
    const source = template("{name} ${name} {{name}}");
    expect(contentOf(await mended(source))).toBe("{{name}} {{name}} {{name}}");
  });
});

const leaf = fc.constantFrom(
  ...["total", "discount", "name", "day", "ok", "tags", "lines", "customer", "customer.name", "1", "0", "2.5", "'a'", '"12"', "''", "true"],
  ...["null", "lines[0]", "lines[0].n", "tags[0]", "nothing", "lines.n", "customer.nmae", "'2026-03-14'", "'EUR'", "[1, 2]", "l.n"],
  ...[
    "{'a': 1}",
    "{'a': 1}.a",
    "{'a': 1}.b",
    "{'a': name}['a']",
    "{name: 1}",
    "{'a': 1}[name]",
    "customer['na' + 'me']",
    "customer['n' + 'm']",
  ],
  ...[
    "customer['name']",
    "customer[name]",
    "tags[1]",
    "tags[0][0]",
    "lines[0]['n']",
    "lines[0]['m' + '']",
    "[1, 'a'][0]",
    "[[1]][0][0]",
    "{1: 2}",
  ],
  ...["{'a': {'b': 1}}.a.b", "{'a': {'b': 1}}.a.c", "{'a': [1]}.a[0]", "{'a': 1, 'a': 2}", "{true: 1}", "{'x': tags}.x"],
  ...["l", "page", "b'a'", "0x", "'\\q'"],
);
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const part = tie("expression");
  const args = fc.array(part, { maxLength: 3 }).map((list) => list.join(", "));
  return {
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc
        .tuple(part, fc.constantFrom(..."+ - * / % == != < >= && || in = & | ?? and ===".split(" ")), part)
        .map(([a, op, b]) => `${a} ${op} ${b}`),
      fc.tuple(fc.constantFrom("(", "!", "-", "{", "#if ", "["), part).map(([sign, a]) => `${sign}${a}${sign === "(" ? ")" : ""}`),
      fc.tuple(part, part, part).map(([a, b, c]) => `${a} ? ${b} : ${c}`),
      fc
        .tuple(fc.constantFrom(..."sum number money date size string int double bool round upper formatDate has".split(" ")), args)
        .map(([name, of]) => `${name}(${of})`),
      fc
        .tuple(part, fc.constantFrom(..."contains indexOf upperAscii trim substring join size toFixed toUpperCase of".split(" ")), args)
        .map(([of, name, given]) => `${of}.${name}(${given})`),
      fc
        .tuple(fc.constantFrom("lines", "tags", "name"), fc.constantFrom("map", "filter", "exists", "all"), part)
        .map(([of, name, body]) => `${of}.${name}(l, ${body})`),
      // elements of an array without declared items may be of any type in some record
      fc
        .tuple(fc.constantFrom("lines", "lines[0]", "name", "total", "ok", "customer", "'a'"), fc.constantFrom("0", "1", "lines", "total"))
        .map(([of, index]) => `${of}[${index}]`),
    ),
  };
});
const contents = fc.tuple(expression, fc.boolean()).map(([source, alone]) => (alone ? `{{${source}}}` : `a {{${source}}} b`));

/** Words of the language, which no message has. */
const LANGUAGE = /overload|\bdyn\b|EOF|Expected|Unexpected|[A-Z]{6,}|undefined|\[object|No such key|cannot be worked out/;

describe("random expressions", () => {
  test("what lint takes renders with a complete record (FH-10)", () => {
    fc.assert(
      fc.property(contents, (content) => {
        const source = template(content);
        if (found(source).errors.length === 0) expect(neverRenders(source)).toBeNull();
      }),
      { numRuns: runs(3000) },
    );
  });

  test("no message has a word of the language (FH-11)", async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const source = template(content);
        const { errors, warnings } = await lint(source);
        const parsed = parseTemplate(source);
        const bound =
          "template" in parsed ? [RECORDS[0], RECORDS[9]].map((data) => bindTemplate(parsed.template, data, 0, localeFiles)) : [];
        const told = [...errors, ...warnings, ...bound.flatMap((it) => ("problems" in it ? it.problems : []))];
        for (const { reason } of told) expect(reason.replace(/\{\{.*?\}\}|(?:function|field) \w+/gs, "")).not.toMatch(LANGUAGE);
      }),
      { numRuns: runs(3000) },
    );
  });

  test("a patch takes its error away and brings no other (FH-6)", async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const source = template(content);
        const { errors } = await lint(source);
        for (const { mend, patch, reason } of errors) {
          if (!mend) expect(reason).not.toMatch(/^did you mean/);
          expect(patch !== undefined).toBe(mend !== undefined);
          if (patch) expect(found(patched(source, patch)).errors.length).toBeLessThan(errors.length);
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});

test("templates of the package have neither errors nor warnings", () => {
  const folder = path.resolve(import.meta.dirname, "../../templates");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(found(JSON.parse(readFileSync(path.join(folder, file), "utf8")))).toEqual({ errors: [], warnings: [] });
});
