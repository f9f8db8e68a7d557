import { describe, expect, test } from "vitest";
import { localeFiles } from "../../runtime/engine/locales.js";
import { CONTRACT_LIMITS } from "../core/limits.js";
import { messageOf } from "../core/fail.js";
import { bindTemplate, lintTemplate, parseTemplate } from "./template.js";

const FIELDS = [
  { name: "total", type: "number", required: true },
  { name: "discount", type: "number" },
  { name: "name", type: "string", required: true },
  { name: "day", type: "string", required: true },
  { name: "ok", type: "boolean", required: true },
  { name: "tags", type: "array" },
  {
    name: "lines",
    type: "array",
    items: [
      { name: "n", type: "number", required: true },
      { name: "s", type: "string" },
    ],
  },
];
const RECORD = { total: 1.5, discount: 1, name: "text", day: "2026-02-28", ok: true, tags: ["a"], lines: [{ n: 1, s: "s" }] };

const template = (content: string, more: object = {}): object => ({
  schema: { fields: FIELDS },
  pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 5, top: 5 }, content, ...more }] }],
});
const errors = (source: object): readonly string[] =>
  lintTemplate(source, { locales: localeFiles, limits: CONTRACT_LIMITS }).errors.map(messageOf);
const rendered = (source: object, record: object = RECORD): string | null => {
  const parsed = parseTemplate(source);
  if ("problems" in parsed) return messageOf(parsed.problems[0]!);
  const bound = bindTemplate(parsed.template, record, 0, localeFiles);
  return "problems" in bound ? messageOf(bound.problems[0]!) : null;
};
const AT = "pages[0].elements[0].content: ";

describe("what fails for every complete record is an error, with what works", () => {
  test.each([
    ['number(total, 2, "de")', 'the grouping of number() must be true or false; found the string "de": number(value, 2)'],
    ["money(total)", 'money() takes 2 to 3 arguments; found 1: money(value, "EUR")'],
    ["number(total)", "number() takes 2 to 4 arguments; found 1: number(value, 2)"],
    ['name || "x"', '|| is between conditions; found name, a string: name == "" ? "x" : name'],
    ['name && "x"', '&& is between conditions; found name, a string: name != ""'],
    ["!name", '! is before a condition; found name, a string: name == ""'],
    ["!total", "! is before a condition; found total, a number: total == 0"],
    ['name ? "a" : "b"', 'a condition is before the question mark; found name, a string: name != "" ? … : …'],
    ["name + 1", "+ adds numbers, or joins strings or lists; found name, a string and 1: string(value)"],
    ["ok + 1", "+ adds numbers, or joins strings or lists; found ok, true or false and 1"],
    ["name - 1", "- is for numbers; found name, a string"],
    ["-name", "- is for numbers; found name, a string"],
    ["total / 0", "a number is divided by 0"],
    ["sum(name)", "the list of sum() must be a list; found name, a string: sum(lines.map(l, l.amount))"],
    ["sum(lines.map(l, l.s))", "sum() adds numbers; found a list of strings: sum(lines.map(l, l.amount))"],
    ["date(total, 'YYYY')", "the value of date() must be a string; found total, a number: date(value"],
    ["date(day, 5)", "the format of date() must be a string; found 5: date(value"],
    ["date('2026-02-30', 'YYYY')", "the value of date() must be a date that exists"],
    ["money(total, 5)", "the currency of money() must be a string; found 5: money(value"],
    ["money('12', 'EUR')", 'the value of money() must be a number; found the string "12"'],
    ["number(total, '2')", "the decimals of number() must be a number"],
    ["number(total, 9)", "the decimals of number() must be a whole number from 0 to 6; found 9"],
    ["total > 'a'", '> compares values of one type; found total, a number and the string "a"'],
    ["name in name", "in is between a value and a list; found name, a string: name.contains(…)"],
    ["size(total)", "the value of size() must be a string or a list or a group of fields; found total, a number"],
    ["name.join(',')", "join() is of a list; found name, a string"],
    ["total.trim()", "trim() is of a string; found total, a number: text.trim()"],
    ["name.contains(1)", "the text of contains() must be a string; found 1"],
    ["name.upperAscii(1)", "upperAscii() takes 0 arguments; found 1: text.upperAscii()"],
    ["name[0]", "name, a string has no elements: a part of it is name.substring(0, 1)"],
    ["lines.filter(l, l.n).size()", "filter() takes a condition; found l.n, a number"],
    ["lines.all(l, l.s)", "all() takes a condition; found l.s, a string"],
    ["ok ? 1 : 'a'", 'the two results of a condition are of one type; found 1 and the string "a"'],
    ["int('x')", 'the value of int() must be a number; found "x"'],
    ["bool(total)", "the value of bool() must be a string or true or false; found total, a number"],
  ])("%s", (expression, message) => {
    const source = template(`{{${expression}}}`);
    const told = errors(source);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`${AT}{{${expression}}}: ${message}`);
    expect(rendered(source)).not.toBeNull();
  });

  test.each([
    "number(total, 2, true, 'de')",
    "number(discount, 2)",
    "number('', 2)",
    "money(total, 'EUR', 'de')",
    "name == '' ? 'x' : name",
    "string(total) + name",
    "total + discount",
    "tags + ['b']",
    "tags[0] + 'b'",
    "size(lines) > 0 ? lines[0].s : ''",
    "lines.filter(l, l.n > 0).map(l, l.n * 2)",
    "sum(lines.map(l, l.n))",
    "sum(tags.map(t, 1))",
    "date(day, 'DD.MM.YYYY')",
    "(ok || total > 1) && !ok == false",
    "ok ? 1 : 0",
    "'a' in tags",
    "total % 2 == 0",
    "name.substring(0, 2).upperAscii()",
    "int('3') + double('1.5')",
    "lines.exists(l, l.s == 's')",
  ])("%s is taken, and renders", (expression) => {
    const source = template(`{{${expression}}}`);
    expect(errors(source)).toEqual([]);
    expect(rendered(source)).toBeNull();
  });
});

describe("errors of the language are told in words of an author", () => {
  test.each([
    ["{{{name}}}", "a binding has two braces on each side: {{name}}"],
    ['{{name + "\n"}}', String.raw`a string has a line feed: it is written \n, which is \\n in the text of JSON`],
    ["{{total | currency}}", '"|" is not a part of an expression: functions are called, as in money(total, "EUR")'],
    ["{{total +}}", "it ends too early"],
    ["{{(total}}", ") is missing at its end"],
    ["{{size(name}}", ") is missing at its end"],
    ["{{'a}}", "is not closed"],
    ["{{total = 1}}", '"=" is not a part of an expression: "equal" is =='],
    ["{{#if ok}}", 'a text has no blocks: an object has "_if": "{{ok}}", a text {{a ? b : c}}'],
    ["{{1 2}}", '"2" cannot be where it is: an operator or a comma is missing before it'],
  ])("%s", (content, message) => {
    const told = errors(template(content)).join("\n");
    expect(told).toContain(message);
    expect(told).not.toMatch(/overload|dyn|EOF|Expected|Unexpected|COLON|[A-Z]{5,}/);
  });

  test.each([
    ["lines[0].n", { ...RECORD, lines: [] }, 'lines has no element 0: test it first, as in size(lines) > 0 ? … : ""'],
    ["tags[2]", RECORD, "tags has no element 2"],
    ["tags[0] - 1", RECORD, "a string - a number has no value: it is between numbers"],
    ["tags[0] && ok", RECORD, "&& and || are between conditions; found a string"],
    ["sum(tags)", RECORD, 'sum() must be given a number; found "a"'],
    ["int(name)", RECORD, "int() cannot read its value as a number"],
  ])("%s of a record that does not fit", (expression, record, message) => {
    const told = rendered(template(`{{${expression}}}`), record);
    expect(told).toContain(`data[0]: pages[0].elements[0].content: {{${expression}}} ${message}`);
    expect(told).not.toMatch(/overload|dyn|No such|undefined/);
  });
});

test("errors of expressions and of the document's shape are told together", () => {
  const told = errors(template("{{money(total)}} {{nothing}}", { rotatoin: 5, style: { font_size: "{{name}}" } }));
  expect(told.join("\n")).toContain(`${AT}{{money(total)}}: `);
  expect(told.join("\n")).toContain(`${AT}{{nothing}}: unknown field nothing`);
  expect(told.join("\n")).toContain("pages[0].elements[0].rotatoin: ");
  expect(told.join("\n")).toContain("pages[0].elements[0].style.font_size: must be a number, in points; found {{name}}, a string");
  expect(told).toHaveLength(4);
});

test("a value with an error is told once", () => {
  const told = errors(template("a", { style: { font_size: "{{nothing}}" }, rotation: "{{total +}}" }));
  expect(told).toHaveLength(2);
});
