import { CONTRACT_LIMITS } from "../core/limits.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { enough, runs } from "../../tests/support/runs.js";
import { messageOf } from "../core/fail.js";
import { bindTemplate, lintTemplate, parseTemplate, type Template } from "./template.js";
import { localeFiles } from "../../runtime/engine/locales.js";

/* Record values remain inside the values to which they are bound, and every expression ends soon. */

const parsed = (source: object): Template => {
  const made = parseTemplate(source);
  if ("problems" in made) throw new Error(made.problems.map(messageOf).join("\n"));
  return made.template;
};
const bound = (template: Template, record: unknown): unknown => {
  const made = bindTemplate(template, record, 0, localeFiles);
  if ("problems" in made) throw new Error(made.problems.map(messageOf).join("\n"));
  return made.request;
};
const told = (source: object, record: unknown): string => {
  const made = parseTemplate(source);
  if ("problems" in made) return made.problems.map(messageOf).join("\n");
  const result = bindTemplate(made.template, record, 0, localeFiles);
  return "problems" in result ? result.problems.map(messageOf).join("\n") : "";
};

const fields = [
  { name: "a", type: "string" },
  { name: "b.c", type: "string" },
  { name: "n", type: "number" },
  {
    name: "items",
    type: "array",
    items: [
      { name: "a", type: "string" },
      { name: "n", type: "number" },
    ],
  },
  { name: "tags", type: "array" },
];

const hostile = fc.oneof(
  fc.string({ unit: "binary" }).map((s) => s.toWellFormed()),
  fc.constantFrom(
    "{{a}}",
    "{{b.c}}",
    '"}, {"type": "page"',
    "{{#each items}}",
    "__proto__",
    "constructor",
    "${a}",
    "{page}",
    "{total_pages}",
    "{subtotal:v}",
    "{carried:",
    "{pa",
    "ge}",
    "\\",
    '"',
    "\u0000",
    "_if",
  ),
);
const row = fc.record({ a: hostile, n: fc.double({ noNaN: true, noDefaultInfinity: true }) });
const record = fc.record({
  a: hostile,
  b: fc.record({ c: hostile }),
  n: fc.double({ noNaN: true, noDefaultInfinity: true }),
  items: fc.array(row, { maxLength: 4 }),
  tags: fc.array(hostile, { maxLength: 4 }),
});

const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, shapeOf(v)]));
};

describe("records", () => {
  const template = parsed({
    schema: { fields },
    settings: { metadata: { title: "{{a}}", author: "x{{b.c}}y{{a}}" } },
    pages: [{ size: "a4", x: "{{n}}", elements: [{ _each: "items", id: "{{a}}", value: "{{n}}", index: "{{_index}}", outer: "{{b.c}}" }] }],
    table: { columns: [{ key: "a" }, { key: "n" }], rows: "{{#each items}}" },
    tags: "{{tags}}",
  });
  test("values round-trip, and the document has the shape that the template says", () =>
    fc.assert(
      fc.property(record, (given) => {
        const before = JSON.stringify(given);
        const made = bound(template, given) as Record<string, unknown>;
        const { table, ...rest } = made;
        expect(rest).toEqual({
          settings: { metadata: { title: given.a, author: `x${given.b.c}y${given.a}` } },
          pages: [
            {
              size: "a4",
              x: given.n,
              elements: given.items.map(({ a, n }, i) => ({ id: a, value: n, index: i + 1, outer: given.b.c })),
            },
          ],
          tags: given.tags,
        });
        expect((table as { rows: unknown[] }).rows).toHaveLength(given.items.length);
        expect(shapeOf(JSON.parse(JSON.stringify(made)))).toEqual(shapeOf(made));
        expect(JSON.stringify(given)).toBe(before);
      }),
      { numRuns: runs(300) },
    ));
  test("any JSON is a record or is refused", () =>
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value = JSON.parse(json) as unknown;
        const made = bindTemplate(template, value, 0, localeFiles);
        if ("problems" in made) expect(made.problems.every((p) => p.code === "API-002" && messageOf(p).startsWith("data[0]"))).toBe(true);
        else expect(Object.keys(made.request)).toEqual(["settings", "pages", "table", "tags"]);
      }),
      { numRuns: runs(300) },
    ));
  test("a plan is not changed by what is bound to it", () => {
    const first = JSON.stringify(bound(template, { a: "1", items: [{ a: "2", n: 3 }] }));
    bound(template, { a: "{page}", items: [{ a: "{page}", n: 3 }], tags: ["x"] });
    expect(JSON.stringify(bound(template, { a: "1", items: [{ a: "2", n: 3 }] }))).toBe(first);
  });
  test("prototypes are out of reach", () => {
    const given: unknown = JSON.parse(
      '{"a":"x","__proto__":{"n":5},"constructor":{"prototype":{"polluted":1}},"b":{"__proto__":{"c":"y"}}}',
    );
    const made = bound(template, given) as { pages: readonly { x: unknown }[] };
    expect(made.pages[0]!.x).toBe("");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    for (const text of [
      "constructor",
      "__proto__",
      "a.constructor",
      "toString",
      "b.__proto__.x",
      "b['constructor']",
      "[].constructor",
      "tags.length",
    ])
      expect(told({ schema: { fields }, x: `{{${text}}}` }, { a: "x" })).not.toBe("");
    expect(told(JSON.parse('{"schema":{"fields":[]},"x":{"y":1}}') as object, {})).toBe("");
    expect(parseTemplate(new TextEncoder().encode('{"schema":{"fields":[]},"x":{"__proto__":1}}'))).toHaveProperty("problems");
  });
  test("records are read no deeper than the schema says", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = { deep };
    expect(told({ schema: { fields }, x: "{{a}}" }, { a: "x", other: deep })).toBe("");
    expect(told({ schema: { fields }, x: "{{a}}" }, { a: deep })).toBe("data[0].a: must be a string; found an object");
  });
  test("halves of characters that an expression makes are replaced", () =>
    expect(bound(parsed({ schema: { fields }, x: "{{a.substring(0, 1)}}" }), { a: "😀" })).toEqual({ x: "\ufffd" }));
});

describe("page variables", () => {
  const text = (content: unknown): object => ({ type: "text", content });
  const one = (element: unknown, given: object): unknown => (bound(parsed({ schema: { fields }, x: element }), given) as { x: unknown }).x;
  const inline = (...inlines: object[]): object => ({ content: { blocks: [{ type: "paragraph", inlines }] } });
  const page = { type: "variable", scope: "system", name: "page" };
  test("those of the template stay, those of data are text", () => {
    expect(one(text("{page}: {{a}}"), { a: "x" })).toEqual(text("{page}: x"));
    expect(one(text("{page}: {{a}}"), { a: "a {page} b" })).toEqual(text({ spans: [{ text: "{page}: a {" }, { text: "page} b" }] }));
    expect(one(text("{{a}}"), { a: "{total_pages}" })).toEqual(text({ spans: [{ text: "{" }, { text: "total_pages}" }] }));
  });
  test("braces of the template around data, and data beside data, are none", () => {
    expect(one(text("{ {{a}} }"), { a: "page" })).toEqual(text("{ page }"));
    expect(one(text("{{'{'}}{{a}}}"), { a: "page" })).toEqual(text({ spans: [{ text: "{" }, { text: "page}" }] }));
    expect(one(text("{{a}}{{b.c}}"), { a: "{pa", b: { c: "ge}" } })).toEqual(text({ spans: [{ text: "{" }, { text: "page}" }] }));
  });
  test("in spans, with their look", () =>
    expect(one(text({ spans: [{ text: "{{a}}", style: { color: "#FF0000" } }, { text: "{page}" }] }), { a: "{page}" })).toEqual(
      text({ spans: [{ text: "{", style: { color: "#FF0000" } }, { text: "page}", style: { color: "#FF0000" } }, { text: "{page}" }] }),
    ));
  test("in cells, where block text has none", () => {
    const table = (row: unknown): object => ({ type: "table", columns: [{ key: "c" }], rows: [row] });
    expect(one(table({ c: "{{a}}" }), { a: "{page}" })).toEqual(
      table({ c: inline({ type: "text", text: "{" }, { type: "text", text: "page}" }) }),
    );
    expect(one(table({ c: { content: "{page}/{{a}}", col_span: 1 } }), { a: "{page}" })).toEqual(
      table({ c: { ...inline(page, { type: "text", text: "/{" }, { type: "text", text: "page}" }), col_span: 1 } }),
    );
    const each = { type: "table", columns: [{ key: "a" }], rows: "{{#each items}}" };
    expect(one(each, { items: [{ a: "{page}" }] })).toEqual({
      ...each,
      rows: [{ a: inline({ type: "text", text: "{" }, { type: "text", text: "page}" }) }],
    });
    const header = (content: unknown): object => ({ type: "table", header: { rows: [{ cells: [content] }] }, rows: [] });
    expect(one(header({ content: "{{a}}" }), { a: "{page}" })).toEqual(
      header(inline({ type: "text", text: "{" }, { type: "text", text: "page}" })),
    );
  });
  test("where text can have no parts, an invisible character stands in them", () => {
    expect(one({ fields: [{ key: "a", type: "string" }], rows: "{{#each items}}" }, { items: [{ a: "{page}" }] })).toHaveProperty("rows", [
      { a: "{\u2060page}" },
    ]);
    expect(one({ columns: [{ key: "a", header: "{{a}}" }] }, { a: "{page}" })).toEqual({ columns: [{ key: "a", header: "{\u2060page}" }] });
    expect(one({ watermark: { template: { type: "text", content: "{{a}}" } } }, { a: "{page}" })).toHaveProperty(
      "watermark.template.content",
      "{\u2060page}",
    );
  });
  test("data makes no sums in a table's header and footer; those of the template stay", () => {
    const footer = (content: unknown): object => ({ type: "table", footer: { rows: [{ cells: [content] }] }, rows: [] });
    const cut = [
      { type: "text", text: "{" },
      { type: "text", text: "subtotal:v}" },
    ];
    expect(one(footer({ content: "{subtotal:v} {{a}}" }), { a: "EUR" })).toEqual(footer({ content: "{subtotal:v} EUR" }));
    expect(one(footer({ content: "{subtotal:v} {{a}}" }), { a: "{carried:v}" })).toEqual(
      footer(inline({ type: "text", text: "{subtotal:v} {" }, { type: "text", text: "carried:v}" })),
    );
    expect(one(footer({ content: "{{a}}v}" }), { a: "{subtotal:" })).toEqual(footer(inline(...cut)));
    expect(one(footer(inline({ type: "text", text: "{{a}}" })), { a: "{subtotal:v}" })).toEqual(footer(inline(...cut)));
    expect(one({ columns: [{ key: "a", header: "{{a}}" }] }, { a: "{subtotal:a}" })).toEqual({
      columns: [{ key: "a", header: "{\u2060subtotal:a}" }],
    });
  });
  test("what has no variables keeps its string", () => {
    expect(one({ type: "barcode", content: "{{a}}", link: { target: { type: "url", url: "http://x/{{a}}" } } }, { a: "{page}" })).toEqual({
      type: "barcode",
      content: "{page}",
      link: { target: { type: "url", url: "http://x/{page}" } },
    });
    expect(one(text({ blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "{{a}}" }] }] }), { a: "{page}" })).toEqual(
      text({ blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "{page}" }] }] }),
    );
  });
});

describe("expressions of all kinds", () => {
  const { expression } = fc.letrec<{ expression: string; list: string }>((tie) => ({
    list: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("items", "tags", "[1, 2]", "[a, b.c]", "i", "j"),
      fc.tuple(tie("list"), fc.constantFrom("i", "j"), tie("expression")).map(([l, v, e]) => `${l}.map(${v}, ${e})`),
      fc.tuple(tie("list"), fc.constantFrom("i", "j"), tie("expression")).map(([l, v, e]) => `${l}.filter(${v}, ${e} != a)`),
      fc.tuple(tie("list"), tie("list")).map(([l, m]) => `(${l} + ${m})`),
    ),
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("a", "b.c", "n", "i", "i.a", "i.n", "j", "j.n", "1", "2.5", "'x'", "true", "_index", "{'k': a}"),
      fc
        .tuple(tie("expression"), fc.constantFrom("+", "-", "*", "/", "%", "==", "!=", "<", "in", "&&", "||"), tie("expression"))
        .map((x) => `(${x.join(" ")})`),
      fc.tuple(tie("expression"), tie("expression"), tie("expression")).map(([x, y, z]) => `(${x} ? ${y} : ${z})`),
      fc
        .tuple(fc.constantFrom("sum", "size", "string", "double", "int", "bool"), fc.oneof(tie("list"), tie("expression")))
        .map(([f, x]) => `${f}(${x})`),
      fc.tuple(tie("expression"), fc.integer({ min: 0, max: 7 })).map(([x, d]) => `number(${x}, ${d}, true)`),
      fc.tuple(tie("expression"), fc.constantFrom("upperAscii", "trim", "size")).map(([x, m]) => `${x}.${m}()`),
      fc
        .tuple(tie("expression"), fc.constantFrom("contains", "indexOf", "startsWith"), tie("expression"))
        .map(([x, m, y]) => `${x}.${m}(${y})`),
      fc.tuple(tie("list"), tie("expression")).map(([l, x]) => `${l}.join(${x})`),
      fc.tuple(tie("list"), fc.constantFrom("i", "j"), tie("expression")).map(([l, v, x]) => `${l}.exists(${v}, ${x} == n)`),
      fc.tuple(tie("list"), tie("expression")).map(([l, x]) => `${l}[${x}]`),
    ),
  }));
  const given = {
    ...{ a: "a".repeat(50_000), b: { c: "ab".repeat(25_000) }, n: 3, tags: ["x", "y"] },
    items: Array.from({ length: 400 }, (_, n) => ({ a: `item ${n}`, n })),
  };
  test("end soon, with a value or a reason", () => {
    let values = 0;
    fc.assert(
      fc.property(expression, (text) => {
        const start = performance.now();
        const made = parseTemplate({ schema: { fields }, x: `{{${text}}}` });
        if ("template" in made && "request" in bindTemplate(made.template, given, 0, localeFiles)) values++;
        expect(performance.now() - start).toBeLessThan(3000);
      }),
      { numRuns: runs(3000) },
    );
    expect(values).toBeGreaterThan(enough(150));
  });
});

describe("bounds", () => {
  const TOO_MUCH = "data[0]: the expressions of the template are too much work for a record of this size";
  const many = Array.from({ length: 20_000 }, (_, n) => ({ a: "x", n }));
  const long = "x".repeat(4_000_000);
  const expression = (text: string, given: object): string => told({ schema: { fields }, x: `{{${text}}}` }, given);

  test.each([
    ["lists gone through inside each other", "sum(items.map(i, sum(items.map(j, i.n * j.n))))", { items: many }],
    [
      "a items joined to itself",
      `(${Array(30).fill("items").join(" + ")}).map(i, (${Array(30).fill("items").join(" + ")}).exists(j, j.n == i.n + 1))`,
      { items: many.slice(0, 500) },
    ],
    ["a long string for each element", "items.map(i, a + i.a).join(a)", { items: many, a: long }],
    ["a string made of itself", Array(50).fill("a").join(" + "), { a: long }],
    [
      "strings doubled again and again",
      `items.map(i, i.a + i.a)${".map(j, j + j)".repeat(16)}.map(k, k.size())`,
      { items: many.slice(0, 3) },
    ],
    ["lists doubled again and again", `[[1, 2], [3]]${".map(j, j + j)".repeat(16)}.map(k, k.size())`, {}],
    ["a long string looked for in another", "a.contains(b.c)", { a: long, b: { c: `${long.slice(1_000_000)}y` } }],
    ["lists compared for each element", "items.filter(i, items == items).size()", { items: many }],
    ["a long string counted for each element", "items.exists(i, a.size() < 0)", { items: many, a: long }],
  ])("%s", (_, text, given) => {
    const start = performance.now();
    expect(expression(text, given)).toBe(TOO_MUCH);
    expect(performance.now() - start).toBeLessThan(2000);
  });
  test.each([
    ["too long", `a${" ".repeat(10)}+ '${"x".repeat(1000)}'`, "an expression must be of at most 1000 characters"],
    ["too deep", `${"(".repeat(60)}n${")".repeat(60)} + 1`, "{{"],
    ["too many parts", Array(120).fill("n").join("+"), "{{"],
    [
      "three lists inside each other",
      "items.map(i, items.map(j, items.map(k, k.n)))",
      "iterations over lists are nested deeper than 2 levels",
    ],
  ])("an expression is %s", (_, text, message) => expect(expression(text, {})).toContain(message));
  test("ordinary sums of long lists are not", () => {
    expect(expression("sum(items.map(i, i.n * 2))", { items: many })).toBe("");
    const rows = { schema: { fields }, x: [{ _each: "items", share: "{{number(n / sum(items.map(i, i.n)) * 100, 1)}}" }] };
    expect(told(rows, { items: many.slice(1, 600) })).toBe("");
  });
  test("the document that is made", () => {
    const each = { schema: { fields }, x: [{ _each: "items", y: [{ _each: "items", z: [1, 2, 3, "{{n}}"] }] }] };
    expect(told(each, { items: many })).toBe("data[0]: the document of this record has more than 1000000 values");
    const copies = { schema: { fields }, x: Array(100).fill("{{a}}") };
    expect(told(copies, { a: long })).toBe("data[0]: the strings of the document of this record have more than 16777216 characters");
  });
  test("lists that are in a list many times", () =>
    expect(told({ schema: { fields }, x: "{{items.map(i, tags)}}" }, { items: many, tags: many.map(({ n }) => n) })).toBe(
      "data[0]: the document of this record has more than 1000000 values",
    ));
  test("a template that has more by itself", () =>
    expect(
      lintTemplate({ schema: { fields: [] }, x: Array(1_000_001).fill(1) }, { locales: localeFiles, limits: CONTRACT_LIMITS }).errors.map(
        (p) => p.rule,
      ),
    ).toEqual(["template-size"]));
  test("schemas", () => {
    const most = (count: number): object => ({ fields: Array.from({ length: count }, (_, i) => ({ name: `f${i}`, type: "string" })) });
    expect(told({ schema: most(1000) }, {})).toBe("");
    expect(told({ schema: most(1001) }, {})).toContain("the schema has more than 1000 fields");
    let nested: object[] = [{ name: "a", type: "string" }];
    for (let i = 0; i < 9; i++) nested = [{ name: "a", type: "array", items: nested }];
    expect(told({ schema: { fields: nested } }, {})).toContain("arrays are nested deeper than 8 levels");
  });
});
