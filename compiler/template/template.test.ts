import { CONTRACT_LIMITS } from "../core/limits.js";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { messageOf, type Problem } from "../core/fail.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { bindBatch, bindTemplate, decodeTemplateRequest, lintTemplate, parseTemplate } from "./template.js";

/* (decisions §4) */

const met = new Set<string>();
const messagesOf = (problems: readonly Problem[]): readonly string[] =>
  problems.map((p) => {
    met.add(p.rule);
    return messageOf(p);
  });

type Field = Record<string, unknown>;
const string = (name: string, more: Field = {}): Field => ({ name, type: "string", ...more });
const numeric = (name: string, more: Field = {}): Field => ({ name, type: "number", ...more });
const array = (name: string, items?: Field[]): Field => ({ name, type: "array", ...(items && { items }) });

const FIELDS: Field[] = [
  string("name"),
  string("customer.name"),
  string("customer.city", { default_value: "Nowhere" }),
  numeric("total"),
  numeric("discount", { default_value: 5 }),
  { name: "paid", type: "boolean" },
  array("tags"),
  array("items", [string("name"), numeric("qty"), numeric("price"), string("group.label"), array("lots", [string("code")])]),
];

const bound = (document: object, record: object = {}, fields = FIELDS): unknown => {
  const parsed = parseTemplate({ schema: { fields }, ...document });
  if ("problems" in parsed) throw new Error(messagesOf(parsed.problems).join("\n"));
  const made = bindTemplate(parsed.template, record, 0, localeFiles);
  if ("problems" in made) throw new Error(messagesOf(made.problems).join("\n"));
  return made.request;
};
const value = (text: unknown, record: object = {}): unknown => (bound({ x: text }, record) as { x: unknown }).x;
const errors = (document: object, fields = FIELDS): readonly string[] =>
  messagesOf(lintTemplate({ schema: { fields }, ...document }, { locales: localeFiles, limits: CONTRACT_LIMITS }).errors);
const failure = (document: object, record: object): string => {
  try {
    return JSON.stringify(bound(document, record));
  } catch (e) {
    return (e as Error).message;
  }
};

const items = [
  { name: "Bolt", qty: 3, price: 0.1, group: { label: "A" }, lots: [{ code: "L1" }, { code: "L2" }] },
  { name: "Nut", qty: 2, price: 1.15, lots: [] },
];

describe("bindings", () => {
  test("a path stands for its value anywhere in a string", () =>
    expect(value("Dear {{ customer.name }}, {{total}}!", { customer: { name: "Ada" }, total: 1e21 })).toBe(
      "Dear Ada, 1000000000000000000000!",
    ));
  test.each([
    ["a number", "{{total}}", { total: 1.5 }, 1.5],
    ["a boolean", "{{paid}}", { paid: false }, false],
    ["a string", "{{name}}", { name: "x" }, "x"],
    ["an array", "{{tags}}", { tags: ["a", 1, true] }, ["a", 1, true]],
  ])("a string that is one path keeps the type of %s", (_, text, record, is) => expect(value(text, record)).toEqual(is));
  test("an absent field takes its default value, else nothing", () => {
    expect(value("{{customer.city}}/{{discount}}/{{name}}/{{total}}")).toBe("Nowhere/5//");
    expect(value("{{discount}}")).toBe(5);
    expect(value("{{total}}", { total: null })).toBe("");
    expect(value("{{tags}}")).toEqual([]);
  });
  test("an array inside a text is its values with commas between", () =>
    expect(value("Tags: {{tags}}", { tags: ["a", 2] })).toBe("Tags: a, 2"));
  test("a variable of block text with the scope binding becomes text", () => {
    const inline = { type: "variable", scope: "binding", name: "customer.name", style: { color: "#000000" } };
    expect(value([inline], { customer: { name: "{page}" } })).toEqual([{ type: "text", text: "{page}", style: { color: "#000000" } }]);
    expect(value([{ ...inline, _if: "{{paid}}" }], { paid: false })).toEqual([]);
  });
  test("other variables and the page variables stay", () => {
    const system = { type: "variable", scope: "system", name: "page" };
    expect(value([system, "{page} of {total_pages}"])).toEqual([system, "{page} of {total_pages}"]);
  });
  test("where only text can stand, one path is printed", () =>
    expect(value({ type: "text", content: "{{total}}", spans: [{ text: "{{paid}}" }] }, { total: 1e21, paid: false })).toEqual({
      type: "text",
      content: "1000000000000000000000",
      spans: [{ text: "false" }],
    }));
  test("quotes inside of a binding may hold braces", () => expect(value("{{name + '}}'}}", { name: "x" })).toBe("x}}"));
});

describe("directives", () => {
  test.each([
    ["a value", { name: "x" }, true],
    ["an empty string", { name: "" }, false],
    ["nothing", {}, false],
  ])("_if: %s", (_, record, retained) => expect(value([{ _if: "{{name}}", a: 1 }, 2], record)).toEqual(retained ? [{ a: 1 }, 2] : [2]));
  test.each([
    ["0", "{{total}}", { total: 0 }, false],
    ["1", "{{total}}", { total: 1 }, true],
    ["false", "{{paid}}", { paid: false }, false],
    ["an empty array", "{{items}}", { items: [] }, false],
    ["an array of objects", "{{items}}", { items: [{}] }, true],
    ["a comparison", "{{total > 2}}", { total: 3 }, true],
  ])("_if of a field: %s", (_, condition, record, retained) =>
    expect(bound({ x: { _if: condition, a: 1 } }, record)).toEqual(retained ? { x: { a: 1 } } : {}),
  );
  test("_each repeats its object for each element; outer fields stay visible", () => {
    const each = [{ _each: "items", text: "{{_index}} {{name}} {{_item.name}} {{total}} {{group.label}}" }];
    expect(value(each, { name: "outer", total: 7, items })).toEqual([{ text: "1 Bolt Bolt 7 A" }, { text: "2 Nut Nut 7 " }]);
  });
  test("_each inside _each", () => {
    const each = [{ _each: "{{items}}", lots: [{ _each: "lots", code: "{{_index}}{{code}}/{{qty}}" }] }];
    expect(value(each, { items })).toEqual([{ lots: [{ code: "1L1/3" }, { code: "2L2/3" }] }, { lots: [] }]);
  });
  test("_each over values, and _if for each of them", () =>
    expect(value([{ _each: "tags", _if: "{{_item != 'b'}}", t: "{{_item}}" }], { tags: ["a", "b", 3] })).toEqual([{ t: "a" }, { t: 3 }]));
  test("rows of a table: fields by column key, of the columns that are left", () => {
    const table = { columns: [{ key: "name" }, { key: "group.label" }, { _if: "{{paid}}", key: "qty" }], rows: "{{#each items}}" };
    expect(bound({ t: table }, { items })).toEqual({
      t: {
        columns: [{ key: "name" }, { key: "group.label" }],
        rows: [
          { name: "Bolt", "group.label": "A" },
          { name: "Nut", "group.label": "" },
        ],
      },
    });
  });
  test("rows of a dataset: nullable numbers that are absent are null", () => {
    const fields = [
      { key: "name", type: "string" },
      { key: "qty", type: "number", nullable: true },
    ];
    expect(bound({ d: { rows: "{{ #each items }}", fields } }, { items: [{ name: "x" }] })).toEqual({
      d: { fields, rows: [{ name: "x", qty: null }] },
    });
  });
});

describe("expressions", () => {
  test.each([
    ["total > 2 ? 'many' : 'few'", { total: 3 }, "many"],
    ["total * 2 + 1", { total: 1.5 }, 4],
    ["sum(items.map(i, i.qty * i.price))", { items }, 2.6],
    ["number(sum(items.map(i, i.qty * i.price)), 2)", { items }, "2.60"],
    ["number(total, 2)", { total: 1.005 }, "1.01"],
    ["number(total, 2)", { total: -1234567.5 }, "-1234567.50"],
    ["number(total, 0, true)", { total: 1234567.5 }, "1,234,568"],
    ["number(total, 2)", {}, ""],
    ["number(total * 100, 0)", { total: 1.15 }, "115"],
    ["date(name, 'YYYY-MM-DD')", { name: "2026-03-04T23:59:00+02:00" }, "2026-03-04"],
    ["date(name, 'D MMMM YYYY')", { name: "2024-02-29" }, "29 February 2024"],
    ["date(name, 'DD.MM.YY')", {}, ""],
    ["items.filter(i, i.qty > 2).map(i, i.name).join(', ')", { items }, "Bolt"],
    ["items.size()", { items }, 2],
    ["items[0].name", { items }, "Bolt"],
    ["items.exists(i, i.name == 'Nut')", { items }, true],
    ["'x' in tags", { tags: ["x"] }, true],
    ["name.upperAscii() + '!'", { name: "ab" }, "AB!"],
    ["items.map(i, i.qty)", { items }, [3, 2]],
    ["paid == false && name != ''", { paid: false, name: "x" }, true],
    ["sum(items.map(i, i.qty))", { items: [{ qty: 0.1 }, { qty: 0.2 }, {}] }, 0.3],
  ])("%s", (expression, record, is) => expect(value(`{{${expression}}}`, record)).toEqual(is));
  test.each([
    ["total + name", { total: 1, name: "a" }, "a number + a string has no value"],
    ["total / 0.0", { total: 1 }, "does not result in a finite number"],
    ["date(name, 'YYYY')", { name: "2026-02-29" }, 'date() must be given a day and time that exist; found "2026-02-29"'],
    ["date(name, 'HH:mm')", { name: "2026-02-28T24:00" }, 'date() must be given a day and time that exist; found "2026-02-28T24:00"'],
    ["date(name, 'YYYY')", { name: "28.02.2026" }, 'date() must be given a date as 2026-03-14; found "28.02.2026"'],
    ["number(total, 7)", { total: 1 }, "the decimals of number() must be a whole number from 0 to 6; found 7"],
    ["number(name, 2)", { name: "a" }, 'number() must be given a number; found "a"'],
    ["sum(tags)", { tags: ["a"] }, 'sum() must be given a number; found "a"'],
    ["items[5].name", { items }, "items has no element 5"],
    ["items[0]", { items }, "results in an object; only strings, numbers, true, false and lists of them can be printed"],
    ["name.substring(5)", { name: "a" }, "substring() begins or ends beyond the text"],
  ])("%s fails for the record", (expression, record, reason) => {
    const said = failure({ pages: [{ size: `{{${expression}}}` }] }, record);
    expect(said).toContain(`data[0]: pages[0].size: {{${expression}}} `);
    expect(said).toContain(reason);
  });
});

describe("records", () => {
  const template = { x: "{{name}}" };
  const strict: Field[] = [
    string("name", { required: true }),
    string("customer.name", { required: true }),
    { name: "items", type: "array", required: true, items: [numeric("qty", { required: true })] },
    array("tags"),
    { name: "paid", type: "boolean" },
  ];
  const told = (record: unknown, index = 1): readonly string[] => {
    const parsed = parseTemplate({ schema: { fields: strict }, ...template });
    if ("problems" in parsed) throw new Error("the template is wrong");
    const made = bindTemplate(parsed.template, record, index, localeFiles);
    return "problems" in made ? messagesOf(made.problems) : [];
  };
  const whole = { name: "a", customer: { name: "b" }, items: [{ qty: 1 }] };

  test("a whole one is accepted, unknown fields are ignored", () => {
    expect(told(whole)).toEqual([]);
    expect(told({ ...whole, more: { a: 1 }, items: [{ qty: 1, __proto__: null, x: [] }] })).toEqual([]);
  });
  test.each([
    ["a missing field", { ...whole, customer: {} }, "data[1].customer.name: the required field is missing"],
    ["a missing group", { ...whole, customer: undefined }, "data[1].customer.name: the required field is missing"],
    ["null", { ...whole, name: null }, "data[1].name: the required field is missing"],
    ["a blank string", { ...whole, name: " \n" }, "data[1].name: the required field is blank"],
    ["another type", { ...whole, name: 5 }, "data[1].name: must be a string; found 5"],
    ["no group", { ...whole, customer: "x" }, 'data[1].customer: must be an object; found "x"'],
    ["no array", { ...whole, items: {} }, "data[1].items: must be an array; found an object"],
    ["an element that is no object", { ...whole, items: [{ qty: 1 }, 5] }, "data[1].items[1]: must be an object; found 5"],
    ["a field of an element", { ...whole, items: [{ qty: "1" }] }, 'data[1].items[0].qty: must be a number; found "1"'],
    [
      "an element that is no value",
      { ...whole, tags: [{}] },
      "data[1].tags[0]: must be a string, a number, true or false; found an object",
    ],
    ["no boolean", { ...whole, paid: "true" }, 'data[1].paid: must be true or false; found "true"'],
    ["no object", [], "data[1]: must be an object; found an array"],
  ])("%s", (_, record, message) => expect(told(record)).toEqual([message]));
  test("all that is wrong is told", () => expect(told({ items: [{}, {}] })).toHaveLength(4));
});

describe("batches", () => {
  const parsed = parseTemplate({
    schema: { fields: [string("name", { required: true })] },
    settings: { output: { file_name: "a" } },
    x: "{{name}}",
  });
  if ("problems" in parsed) throw new Error("the template is wrong");
  const { template } = parsed;
  const told = (data: readonly unknown[]): readonly string[] => {
    const made = bindBatch(template, data, { locales: localeFiles, limits: CONTRACT_LIMITS });
    return "problems" in made ? messagesOf(made.problems) : [];
  };
  test("each record is bound, and its problems carry its index", () => {
    expect(told([{ name: "a" }, { name: "b" }])).toEqual([]);
    expect(told([{ name: "a" }, {}, { name: 1 }])).toEqual([
      "data[1].name: the required field is missing",
      "data[2].name: must be a string; found 1",
    ]);
  });
  test("1 to 10 of them", () => {
    expect(told([])).toEqual(["data: at least one data item is needed, found none"]);
    expect(told(Array(10).fill({ name: "a" }))).toEqual([]);
    expect(told(Array(11).fill({ name: "a" }))).toEqual([
      "data: the data item count exceeds the maximum of 10: must be at most 10 (PLATEN_LIMIT_BATCH_ITEMS); found 11",
    ]);
  });
  test("what the request says of the output replaces what the template says", () => {
    const made = bindBatch(template, [{ name: "a" }], { locales: localeFiles, limits: CONTRACT_LIMITS }, { mode: "file" });
    expect("requests" in made && made.requests[0]!.settings).toEqual({ output: { file_name: "a", mode: "file" } });
  });
});

describe("the body of a request", () => {
  const body = { template_id: "invoice", data: [{}] };
  const told = (given: unknown): readonly string[] => {
    const read = decodeTemplateRequest(given, CONTRACT_LIMITS);
    return "problems" in read ? read.problems.map((p) => `${p.code} ${messagesOf([p])[0]}`) : [];
  };
  test("is accepted", () => {
    expect(told(body)).toEqual([]);
    expect(told({ ...body, output: { mode: "file", file_name: "x" } })).toEqual([]);
    expect(decodeTemplateRequest(new TextEncoder().encode(JSON.stringify(body)), CONTRACT_LIMITS)).toEqual({
      request: { templateId: "invoice", data: [{}], output: undefined },
    });
  });
  test.each([
    [
      "a revision",
      { ...body, revision_id: "1" },
      "API-002 revision_id: a revision cannot be chosen, the active one is rendered: leave it out",
    ],
    ["an internal field", { ...body, _debug: 1 }, "API-002 _debug: fields that begin with _ are not for requests"],
    ["an unknown field", { ...body, x: 1 }, "API-001 x: unknown field; allowed here: template_id, data, output"],
    ["no template", { data: [{}] }, "API-001 the required field template_id is missing"],
    ["no data", { template_id: "a" }, "API-001 the required field data is missing"],
    ["a template of another type", { ...body, template_id: 5 }, "API-001 template_id: must be a string; found 5"],
    ["data that is no array", { ...body, data: {} }, "API-001 data: must be an array; found an object"],
    ["empty data", { ...body, data: [] }, "API-002 data: at least one data item is needed, found none"],
    [
      "too much data",
      { ...body, data: Array(11).fill({}) },
      "API-002 data: the data item count exceeds the maximum of 10: must be at most 10 (PLATEN_LIMIT_BATCH_ITEMS); found 11",
    ],
    ["an item that is no object", { ...body, data: [{}, 5] }, "API-002 data[1]: must be an object; found 5"],
    ["another output", { ...body, output: { name: "x" } }, "API-001 output.name: unknown field; allowed here: mode, file_name"],
    ["another mode", { ...body, output: { mode: "x" } }, 'API-002 output.mode: must be "binary" or "file"; found "x"'],
    ["an output of another type", { ...body, output: "file" }, 'API-001 output: must be an object; found "file"'],
    ["no object", [], "API-001 must be an object; found an array"],
    [
      "no JSON",
      new TextEncoder().encode("{"),
      "API-001 the body is not JSON: it ends too early: the { of line 1 column 1 is not closed, at line 1, column 2",
    ],
  ])("%s is refused", (_, given, message) => expect(told(given)).toEqual([message]));
  test("what is wrong with its shape comes first", () =>
    expect(told({ ...body, _a: 1, data: 5 }).map((m) => m.slice(0, 7))).toEqual(["API-001", "API-002"]));
});

describe("templates that cannot be published", () => {
  const page = (...elements: object[]): object => ({ pages: [{ size: "a4", elements }] });
  const text = (content: unknown, more: object = {}): object => ({ type: "text", layout: { left: 1, top: 1 }, content, ...more });
  const fieldErrors = (...fields: Field[]): readonly string[] => errors(page(), fields);

  test("a good one has no errors", () => {
    expect(errors(page(text("{{name}} {{number(total, 2)}}")))).toEqual([]);
    expect(errors(page(text("x", { style: { font_size: "{{total}}" } })))).toEqual([]);
  });
  test.each([
    [
      "an unknown path",
      page(text("{{nam}}")),
      "pages[0].elements[0].content: did you mean {{name}}? {{nam}}: unknown field nam; declared: name, customer, total, discount, paid, tags, items",
    ],
    [
      "an unknown field of a group",
      page(text("{{customer.x}}")),
      "pages[0].elements[0].content: {{customer.x}}: unknown field x in customer; declared: name, city",
    ],
    ["a group", page(text("{{customer}}")), "pages[0].elements[0].content: {{customer}}: customer is a group of fields and has no value"],
    ["a field of a value", page(text("{{name.x}}")), "pages[0].elements[0].content: {{name.x}}: name is a string and has no fields"],
    [
      "a field of an array",
      page(text("{{items.name}}")),
      "pages[0].elements[0].content: {{items.name}}: items is an array: its elements are reached by _each or #each",
    ],
    [
      "an array of objects",
      page({ type: "table", columns: [], rows: "{{items}}" }),
      "pages[0].elements[0].rows: items is an array of objects: its elements are reached by _each or #each",
    ],
    [
      "an unknown path of an expression",
      page(text("{{items.map(i, i.x)}}")),
      "pages[0].elements[0].content: {{items.map(i, i.x)}}: unknown field x in i; declared: name, qty, price, group, lots",
    ],
    [
      "_item outside of a repetition",
      page(text("{{_item.name}}")),
      "pages[0].elements[0].content: {{_item.name}}: unknown field _item; declared: name, customer, total, discount, paid, tags, items",
    ],
    [
      "a string where a number belongs",
      page(text("x", { style: { font_size: "{{name}}" } })),
      "pages[0].elements[0].style.font_size: must be a number, in points; found {{name}}, a string",
    ],
    [
      "a text where a number belongs",
      page(text("x", { style: { font_size: "{{total}} pt" } })),
      'pages[0].elements[0].style.font_size: must be a number, in points; found "{{total}} pt", which gives a string',
    ],
    [
      "a number where a string belongs",
      { ...page(), settings: { metadata: { title: "{{total}}" } } },
      "settings.metadata.title: must be a string; found {{total}}, a number",
    ],
    ["a document of another shape", page({ type: "txt" }), 'pages[0].elements[0].type: did you mean "text"? found the string'],
    [
      "_each on one of several",
      page({ _each: "items" }, text("x")),
      "pages[0].elements[0]._each: _each is only allowed in the only object of an array",
    ],
    ["_each on a field", { settings: { _each: "items" } }, "settings._each: _each is only allowed in the only object of an array"],
    ["_each over no array", page({ ...text("x"), _each: "name" }), "pages[0].elements[0]._each: name is not an array"],
    ["_each of another type", page({ ...text("x"), _each: 5 }), "pages[0].elements[0]._each: must be the name of an array; found 5"],
    [
      "_if of another type",
      page({ ...text("x"), _if: "name" }),
      'pages[0].elements[0]._if: must be one binding, as "{{name}}"; found "name"',
    ],
    [
      "_if of more than a binding",
      page({ ...text("x"), _if: "{{name}}{{paid}}" }),
      'pages[0].elements[0]._if: must be one binding, as "{{name}}"; found "{{name}}{{paid}}"',
    ],
    ["_if of the document", { _if: "{{name}}", ...page() }, "_if: _if is not allowed at the root of the document"],
    [
      "another directive",
      page({ ...text("x"), _unless: "{{name}}" }),
      "pages[0].elements[0]._unless: unknown directive; allowed: _if and _each",
    ],
    [
      "#each elsewhere",
      page(text("{{#each items}}")),
      "pages[0].elements[0].content: {{#each …}} is only allowed as the rows of a table or a dataset",
    ],
    [
      "#each over no array",
      page({ type: "table", columns: [], rows: "{{#each name}}" }),
      "pages[0].elements[0].rows: name is not an array",
    ],
    [
      "#each without columns",
      page({ type: "table", rows: "{{#each items}}" }),
      "pages[0].elements[0].rows: {{#each …}} is only allowed as the rows of a table or a dataset, next to columns or fields",
    ],
    [
      "a column without an item",
      page({ type: "table", columns: [{ key: "sku" }], rows: "{{#each items}}" }),
      "pages[0].elements[0].columns[0].key: the elements of items have no field sku",
    ],
    ["an open binding", page(text("{{name")), 'pages[0].elements[0].content: a {{ is not closed in "{{name"'],
    ["an empty binding", page(text("{{ }}")), "pages[0].elements[0].content: {{ }}: the braces are empty"],
    ["no expression", page(text("{{total +}}")), "pages[0].elements[0].content: {{total +}}: it ends too early"],
    [
      "an unknown function",
      page(text("{{upper(name)}}")),
      "pages[0].elements[0].content: did you mean {{name.upperAscii()}}? {{upper(name)}}: unknown function upper",
    ],
    ["a forbidden function", page(text("{{name.matches('(a+)+$')}}")), "unknown function matches; allowed:"],
    ["has()", page(text("{{has(customer.name)}}")), 'has() is not needed: a field that is absent is ""'],
    ["a list that is none", page(text("{{name.map(i, i)}}")), "name is not a list, so map() cannot iterate over it"],
    [
      "an unknown field of a variable",
      page(text({ blocks: [{ type: "paragraph", inlines: [{ type: "variable", scope: "binding", name: "name", x: 1 }] }] })),
      "inlines[0].x: unknown field; allowed here: type, name, scope, style",
    ],
  ])("%s", (_, document, message) => expect(errors(document).join("\n")).toContain(message));
  test.each([
    ["a name twice", [string("a"), numeric("a")], "schema.fields[1].name: the name a occurs twice"],
    [
      "a value that has fields",
      [string("a"), string("a.b")],
      "schema.fields[1].name: the name a.b conflicts with another one: a cannot be a value and have fields",
    ],
    [
      "fields that are a value",
      [string("a.b"), string("a")],
      "schema.fields[1].name: the name a conflicts with another one: a cannot be a value and have fields",
    ],
    ["a reserved name", [string("_item")], 'schema.fields[0].name: must be a name that is not reserved; found "_item"'],
    [
      "a name of every object",
      [string("a.constructor")],
      'schema.fields[0].name: must be a name that is not reserved; found "a.constructor"',
    ],
    ["a name with an index", [string("a[0]")], "schema.fields[0].name: must be a name of letters, digits and _"],
    [
      "items of no array",
      [{ name: "a", type: "string", items: [] }],
      "schema.fields[0].items: items belongs to fields of type array, this one is a string",
    ],
    ["another type", [{ name: "a", type: "date" }], 'schema.fields[0].type: must be one of string, number, boolean, array; found "date"'],
    [
      "an unknown field",
      [{ name: "a", type: "string", label: "A" }],
      "schema.fields[0].label: did you mean name? unknown field; allowed here: name, type, required, default_value, items",
    ],
    ["required of another type", [string("a", { required: "yes" })], 'schema.fields[0].required: must be true or false; found "yes"'],
    ["a default of another type", [numeric("a", { default_value: "1" })], 'schema.fields[0].default_value: must be a number; found "1"'],
  ] as [string, Field[], string][])("%s", (_, fields, message) => expect(fieldErrors(...fields).join("\n")).toContain(message));
  test("what an array holds is for the record to say", () => {
    const chart = (values: unknown): object => ({
      ...{ type: "chart", kind: "bar", layout: { left: 1, top: 1 }, width: 9, height: 9 },
      data: { labels: ["a"], series: [{ name: "s", values }] },
    });
    expect(errors(page(chart("{{tags}}")))).toEqual([]);
    expect(errors(page(chart("{{items.map(i, i.qty)}}")))).toEqual([]);
    expect(errors(page(chart("{{name}}")))).toEqual([
      "pages[0].elements[0].data.series[0].values: must be an array; found {{name}}, a string",
    ]);
    expect(errors(page(text("x", { style: { font_size: "{{tags}}" } })))).toEqual([
      "pages[0].elements[0].style.font_size: must be a number, in points; found {{tags}}, an array",
    ]);
  });
  test.each([
    ["a text", text("All: {{items}}"), "pages[0].elements[0].content: items is"],
    ["all of a text", text("{{items}}"), "pages[0].elements[0].content: items is"],
    [
      "a variable",
      text({ blocks: [{ type: "paragraph", inlines: [{ type: "variable", scope: "binding", name: "items" }] }] }),
      "inlines[0].name: items is",
    ],
    ["a cell", { type: "table", columns: [{ key: "lots", width: { mode: "auto" } }], rows: "{{#each items}}" }, "columns[0].key: lots is"],
  ])("arrays of objects are printed as JSON in %s, with a warning", (_, element, message) => {
    const { errors: wrong, warnings } = lintTemplate(
      { schema: { fields: FIELDS }, ...page(element) },
      { locales: localeFiles, limits: CONTRACT_LIMITS },
    );
    expect(messagesOf(wrong)).toEqual([]);
    const told = messagesOf(warnings);
    expect(told.join("\n")).toContain(`${message} an array of objects, and is printed as JSON: its elements are reached by _each or #each`);
    if (message.includes("items")) expect(told.join("\n")).not.toContain("reads items");
    const made = JSON.stringify(bound(page(element), { items: [{ name: 'a"b', qty: 2, lots: [{ code: "L" }] }] }));
    const printed = message.includes("lots") ? '[{"code":"L"}]' : '[{"name":"a\\"b","qty":2,"group":{},"lots":[{"code":"L"}]}]';
    expect(made).toContain(JSON.stringify(printed).slice(1, -1));
  });
  test("words of expressions are names too, but not inside of expressions", () => {
    const words = [string("type"), string("package.no"), numeric("list")];
    expect(errors(page(text("{{type}} {{package.no}} {{list}}")), words)).toEqual([]);
    expect(errors(page(text("{{type + '!'}}")), words)).toEqual([
      "pages[0].elements[0].content: {{type + '!'}}: type is a keyword of expressions: a field of that name must be the whole expression",
    ]);
    expect(errors(page(text("{{package.no + '!'}}")), words).join()).toContain("package is a reserved word");
  });
  describe("what is printed unchanged in a date", () => {
    test.each(["yyyy-MM-dd", "dd.mm.yyyy", "EEEE", "DD.MM.YYYY HH:mm Uhr", "MMMMM"])("%s is warned of", (format) => {
      const found = lintTemplate(
        { schema: { fields: FIELDS }, ...page(text(`{{date(name, "${format}")}}`)) },
        { locales: localeFiles, limits: CONTRACT_LIMITS },
      );
      expect(found.errors).toEqual([]);
      expect(messagesOf(found.warnings).find((w) => w.includes("date("))).toMatch(
        /^pages\[0\]\.elements\[0\]\.content: .* in the format .* of date\(\) (is|are) printed unchanged: parts of a date without a locale are YYYY, YY, MMMM, MMM, MM, M, DD, D, HH, mm and ss;/,
      );
    });
    test.each(["YYYY-MM-DD", "D. MMMM YY", "HH:mm:ss", "YYYY年M月D日", ""])("%s is not", (format) =>
      expect(errors(page(text(`{{date(name, "${format}")}}`)))).toEqual([]),
    );
    test("a template that is published already is rendered", () =>
      expect(value("{{date(name, 'D EEEE')}}", { name: "2026-03-04" })).toBe("4 EEEE"));
  });
  test("without a schema", () => {
    expect(messagesOf(lintTemplate(page(), { locales: localeFiles, limits: CONTRACT_LIMITS }).errors)).toEqual([
      "schema: the template has no schema",
    ]);
    expect(messagesOf(lintTemplate({ schema: {}, ...page() }, { locales: localeFiles, limits: CONTRACT_LIMITS }).errors)).toEqual([
      "schema.fields: must be an array of fields; found nothing",
    ]);
    expect(messagesOf(lintTemplate([], { locales: localeFiles, limits: CONTRACT_LIMITS }).errors)).toEqual(["a template is an object"]);
    expect(
      lintTemplate(new TextEncoder().encode('{"a":1,"a":2}'), { locales: localeFiles, limits: CONTRACT_LIMITS }).errors.map((p) => p.rule),
    ).toEqual(["json-duplicate-key"]);
  });
  test("warnings do not keep from it", () => {
    const { errors: wrong, warnings } = lintTemplate(
      {
        schema: { fields: [string("name"), array("tags"), array("items", [string("sku"), string("x")]), numeric("n")] },
        ...page(text("{{tags}}!"), text("{{tags}}"), text("{{n * 2}}"), {
          type: "table",
          columns: [{ key: "sku", width: { mode: "auto" } }],
          rows: "{{#each items}}",
        }),
      },
      { locales: localeFiles, limits: CONTRACT_LIMITS },
    );
    expect(wrong).toEqual([]);
    expect(messagesOf(warnings)).toEqual([
      "pages[0].elements[0].content: tags is an array, and is printed as its values with commas between",
      "pages[0].elements[1].content: tags is an array, and is printed as its values with commas between",
      'pages[0].elements[2].content: {{n * 2}}: n may be absent, and then this fails: declare it required or with a default_value, or test it first, as in n != "" && …',
      "schema.fields[0]: the template does not use name",
      "schema.fields[2].items[1]: the template does not use items.x",
    ]);
  });
});

test("types that fail for every record keep a template from being published", () => {
  const pages = [{ size: "a4", elements: [{ type: "text", layout: { left: 1, top: 1 }, content: "{{money(total)}}" }] }];
  expect(errors({ pages }).join()).toContain("money() takes 2 to 3 arguments");
});

describe("constant arguments of number(), money() and date()", () => {
  const locale = (tag: string): object => ({ settings: { locale: tag } });

  test.each([
    ["{{money(total, 'EURO')}}", 'the currency of money(): did you mean "EUR"? must be a currency code'],
    ["{{money(total, 'EUR', 'xx')}}", "the locale of money(): must be a language tag"],
    ["{{date(name, 'd. MMMM y', 'de_DE')}}", 'the locale of date(): did you mean "de-DE"? must be'],
    ["{{date(name, 'd. MMMM yyyy Uhr', 'de')}}", '"U" and "r" in the format'],
    ["{{date(name, 'MMMMMM', 'de')}}", '"MMMMMM" in the format'],
    ['{{date(name, "d \'D", name)}}', '"\'" in the format'],
  ])("%s keeps a template from being published", (content, message) =>
    expect(errors({ pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 1, top: 1 }, content }] }] }).join()).toContain(
      message,
    ),
  );
  test("so do letters under the template's locale, and that locale", () => {
    const content = "{{date(name, 'd. MMMM y Uhr')}}";
    const pages = [{ size: "a4", elements: [{ type: "text", layout: { left: 1, top: 1 }, content }] }];
    expect(errors({ pages }).join()).toBe("");
    expect(errors({ ...locale("de"), pages }).join()).toContain('"U" and "r" in the format');
    expect(errors({ ...locale("{{name}}"), pages }).join()).toContain('"U" and "r" in the format');
    expect(errors({ ...locale("de_DE"), pages }).join()).toContain('settings.locale: did you mean "de-DE"?');
  });
});

test("every rule of templates is met above", () => {
  const dir = import.meta.dirname;
  const rules = new Set<string>();
  for (const file of readdirSync(dir).filter((f) => f.endsWith(".ts") && !f.endsWith(".test.ts") && f !== "merge.ts")) {
    const text = readFileSync(path.join(dir, file), "utf8");
    for (const m of text.matchAll(/(?:\b(?:error|warn)|#(?:add|shape|refuse))\(\s*"([a-z-]+)"|\brule: "([a-z-]+)"/g))
      rules.add((m[1] ?? m[2])!);
  }
  // lint.test.ts
  met.add("binding-form");
  const bounds = ["schema-size", "schema-depth", "template-size", "binding-bound"];
  expect([...rules].filter((rule) => !met.has(rule) && !bounds.includes(rule))).toEqual([]);
});
