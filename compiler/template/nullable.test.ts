/* Places in which null is a value, and what stays "" (SW-39, SW-40). */
import { expect, test } from "vitest";
import { localeFiles } from "../../runtime/engine/locales.js";
import { messageOf } from "../core/fail.js";
import { bindTemplate, parseTemplate } from "./template.js";

const FIELDS = [
  {
    name: "m",
    type: "array",
    items: [
      { name: "k", type: "string" },
      { name: "v", type: "number" },
      { name: "z", type: "number", default_value: 7 },
    ],
  },
  { name: "x", type: "number" },
  { name: "s", type: "string" },
  { name: "d", type: "number", default_value: 3 },
];
const bound = (document: object, record: object): Record<string, unknown> => {
  const parsed = parseTemplate({ schema: { fields: FIELDS }, ...document });
  if ("problems" in parsed) throw new Error(messageOf(parsed.problems[0]!));
  const made = bindTemplate(parsed.template, record, 0, localeFiles);
  if ("problems" in made) throw new Error(messageOf(made.problems[0]!));
  return made.request as unknown as Record<string, unknown>;
};
const record = { m: [{ k: "a", v: 1 }, { k: "b" }] };
const chart = (series: object): object => ({
  pages: [
    {
      size: "a4",
      elements: [
        { type: "chart", kind: "line", layout: { left: 5, top: 5 }, width: 90, height: 60, data: { labels: ["a", "b"], series: [series] } },
      ],
    },
  ],
});
const seriesOf = (series: object): unknown =>
  (bound(chart(series), record) as never as { pages: { elements: { data: { series: object[] } }[] }[] }).pages[0]!.elements[0]!.data
    .series[0];

test.each([
  [
    { name: "S", values: "{{m.map(i, i.v)}}" },
    { name: "S", values: [1, null] },
  ],
  [
    { name: "S", values: ["{{x}}", "{{d}}", 2] },
    { name: "S", values: [null, 3, 2] },
  ],
  [
    { name: "S", values: "{{m.map(i, i.z)}}" },
    { name: "S", values: [7, 7] },
  ],
  [
    { name: "S", values: "{{m.map(i, i.k == 'a' ? null : i.v)}}" },
    { name: "S", values: [null, null] },
  ],
  [
    { name: "S", values: "{{m.map(i, i.k == 'a' ? i.v : i.v)}}" },
    { name: "S", values: [1, null] },
  ],
  [
    { name: "S", lower_values: "{{m.map(i, i.v)}}", upper_values: ["{{x}}", 4] },
    { name: "S", lower_values: [1, null], upper_values: [null, 4] },
  ],
  [
    { name: "S", points: [{ _each: "m", x: "{{k}}", y: "{{v}}" }] },
    {
      name: "S",
      points: [
        { x: "a", y: 1 },
        { x: "b", y: null },
      ],
    },
  ],
  [
    { name: "S", values: ["{{null}}"] },
    { name: "S", values: [null] },
  ],
  // texts stay
  [
    { name: "{{x}}", values: ["{{s}}", "{{m.map(i, i.k).join(',')}}"] },
    { name: "", values: ["", "a,b"] },
  ],
])("of a chart: %j", (series, expected) => expect(seriesOf(series)).toEqual(expected));

const rowsOf = (owner: object): unknown =>
  (bound({ pages: [{ size: "a4", elements: [owner] }] }, record) as never as { pages: { elements: { rows: unknown }[] }[] }).pages[0]!
    .elements[0]!.rows;

test("of cells and their content", () => {
  const columns = [{ key: "a" }, { key: "b" }];
  const rows = [
    { a: "{{x}}", b: "{{s}}" },
    { a: { content: "{{x}}" }, b: { content: "{{x}} kg" } },
  ];
  expect(rowsOf({ type: "table", columns, rows })).toEqual([
    { a: null, b: "" },
    { a: { content: null }, b: { content: " kg" } },
  ]);
});

test("of nullable fields of a dataset, no others", () => {
  const fields = [
    { key: "a", type: "number", nullable: true },
    { key: "b", type: "number" },
  ];
  expect(rowsOf({ fields, rows: [{ a: "{{x}}", b: "{{x}}" }] })).toEqual([{ a: null, b: "" }]);
});

test("absent is equal to the empty string in expressions, and elsewhere stays it", () => {
  const made = bound(
    { pages: [{ size: "a4", elements: [{ type: "text", content: "{{x == '' ? 'none' : 'some'}}", comment: "{{x}}" }] }] },
    {},
  );
  expect(made["pages"]).toEqual([{ size: "a4", elements: [{ type: "text", content: "none", comment: "" }] }]);
});
