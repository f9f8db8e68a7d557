import { CONTRACT_LIMITS } from "../core/limits.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { messageOf, type Problem } from "../core/fail.js";
import { bindTemplate, lintTemplate, parseTemplate } from "./template.js";
import { localeFiles } from "../../runtime/engine/locales.js";

type Field = Record<string, unknown>;
const string = (name: string): Field => ({ name, type: "string" });
const numeric = (name: string, more: Field = {}): Field => ({ name, type: "number", ...more });
const array = (name: string, items: Field[]): Field => ({ name, type: "array", items });
const page = (...elements: object[]): object => ({ pages: [{ size: "a4", elements }] });
const text = (content: string): object => ({ type: "text", layout: { left: 1, top: 1 }, content });
const messages = (problems: readonly Problem[]): readonly string[] => problems.map(messageOf);

function boundBy(document: object, record: object, fields: readonly Field[]): ReturnType<typeof bindTemplate> {
  const parsed = parseTemplate({ schema: { fields }, ...document });
  return "problems" in parsed ? parsed : bindTemplate(parsed.template, record, 0, localeFiles);
}

function value(expression: string, record: object, fields: readonly Field[]): unknown {
  const made = boundBy({ x: `{{${expression}}}` }, record, fields);
  if ("problems" in made) throw new Error(messages(made.problems).join());
  return (made.request as unknown as { readonly x: unknown }).x;
}

describe("arithmetic is that of decimals", () => {
  const number = fc.tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: 0, max: 4 })).map(([n, places]) => ({ n, places }));
  const written = (n: bigint, places: number): number => Number(`${n}e-${places}`);
  test("of sums, differences and products, alone and in others", () => {
    const fields = [numeric("a", { required: true }), numeric("b", { required: true }), numeric("c", { required: true })];
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        const [x, y, z] = [a, b, c].map(({ n, places }) => BigInt(n) * 10n ** BigInt(4 - places)) as [bigint, bigint, bigint];
        const record = { a: written(x, 4), b: written(y, 4), c: written(z, 4) };
        const made = (text: string): unknown => value(text, record, fields);
        expect(made("a - b")).toBe(written(x - y, 4) + 0);
        expect(made("a + b - c")).toBe(written(x + y - z, 4) + 0);
        expect(made("a * b")).toBe(written(x * y, 8) + 0);
        expect(made("[a, b, c].map(v, v * 3).map(v, v - 0.1)")).toEqual([x, y, z].map((v) => written(3n * v - 1000n, 4) + 0));
        expect(made("sum([a, b, c].filter(v, v >= 0.0))")).toBe(
          written(
            [x, y, z].filter((v) => v >= 0n).reduce((s, v) => s + v, 0n),
            4,
          ),
        );
        expect(made("a - b == a + -b && (a - b < c) == (a < b + c)")).toBe(true);
        if (z !== 0n) expect(made("a % c")).toBe(written(x % z, 4) + 0);
      }),
      { numRuns: runs(150) },
    );
  });
  test.each([
    ["total - 99.95", 100.1, 0.15],
    ["number(total - 10, 2)", 10.235, "0.24"],
    ["number(total - 1, 2)", 1.005, "0.01"],
    ["number(total / 2 - 99.95 / 2, 2)", 100.1, "0.08"],
    ["total * 1.1", 1.1, 1.21],
    ["total / 3 * 3", 10, 10],
    ["total % 0.1", 5.5, 0],
    ["total + 0.1 == 0.3", 0.2, true],
    ["total - 0.1 > 0.2", 0.3, false],
    ["-total + 0.1", 0.3, -0.2],
    ["total + 0.01", 12345678901234.56, 12345678901234.57],
    ["number(total, 2)", 12345678901234.57, "12345678901234.57"],
    ["sum([total, 0.01])", 12345678901234.56, 12345678901234.57],
    ["7 / 2", 0, 3],
    ["total / 2", 7, 3.5],
  ])("%s of %d is %s", (expression, total, is) => expect(value(expression, { total }, [numeric("total")])).toBe(is));
});

describe("fields that may be absent", () => {
  const SURE: Field[] = [
    numeric("n"),
    { name: "b", type: "boolean" },
    string("s"),
    numeric("r", { required: true }),
    numeric("d", { default_value: 0 }),
  ];
  const fields = [...SURE, numeric("deep.n"), array("items", [numeric("qty"), numeric("price", { required: true })])];
  const failure = (document: object, record: object): string => {
    const made = boundBy(document, record, fields);
    return "problems" in made ? made.problems.map(messageOf).join() : JSON.stringify(made.request);
  };
  const told = (element: object): readonly string[] =>
    messages(
      lintTemplate({ schema: { fields }, ...page(element) }, { locales: localeFiles, limits: CONTRACT_LIMITS }).warnings.filter(
        (w) => w.rule === "field-may-be-absent",
      ),
    );
  test.each([
    ['n > 5.0 ? "big" : "small"', "n"],
    ["number(n - r, 2)", "n"],
    ["n - deep.n", "n and deep.n"],
    ["-n", "n"],
    ["n + 1", "n"],
    ["b ? 1 : 2", "b"],
    ["!b", "b"],
    ["b && r > 1.0", "b"],
    ['s != "" ? n * 2 : 0', "n"],
    ["sum(items.map(i, i.qty * i.price))", "i.qty"],
  ])("%s: lint names %s", (expression, name) => {
    const [warning, ...more] = told(text(`{{${expression}}}`));
    expect(more).toEqual([]);
    expect(warning).toContain(
      `pages[0].elements[0].content: {{${expression}}}: ${name} may be absent, and then this fails: declare it required or`,
    );
  });
  test.each([
    'n == "" ? "none" : (n > 5.0 ? "big" : "small")',
    'n != "" && n > 5.0',
    'n == "" || n > 5.0',
    '!(n == "") && n > 5.0',
    'deep.n != "" ? deep.n * 2 : 0',
    "b == true ? 1 : 2",
    "r - d > 5.0",
    "n == 5.0",
    "number(n, 2)",
    "sum(items.map(i, i.qty))",
    "sum(items.filter(i, i.qty != '').map(i, i.price * 2))",
    's + "!"',
  ])("%s can do without", (expression) => {
    expect(told(text(`{{${expression}}}`))).toEqual([]);
    expect(failure({ x: `{{${expression}}}` }, { r: 1 })).not.toContain("data[0]");
  });
  test("conditions around them count", () => {
    expect(told({ ...text("{{n * 2}}"), _if: "{{n}}" })).toEqual([]);
    expect(told({ ...text("{{n * 2}}"), _if: '{{n != "" && r > 1.0}}' })).toEqual([]);
    expect(told({ ...text("{{n * 2}}"), _if: "{{s}}" })).toHaveLength(1);
  });
  test("a record without them is told of by their names and the place in the template", () => {
    const document = page(text('{{n > 5.0 ? "big" : "small"}}'));
    expect(failure(document, { r: 1 })).toBe(
      'data[0]: pages[0].elements[0].content: {{n > 5.0 ? "big" : "small"}} needs n, which the record does not have: declare it required or with a default_value, or test it first, as in n != "" && …',
    );
    expect(failure(page(text("{{n * deep.n}}")), { n: 1, r: 1 })).toContain("needs deep.n, which the record does not have");
    expect(failure(page(text("{{b ? 1 : 2}}")), { r: 1 })).toContain(
      "needs b, which the record does not have: declare it required or with a default_value, or test it first, as in b == true",
    );
  });
});
