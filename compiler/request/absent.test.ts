import { CONTRACT_LIMITS } from "../core/limits.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rendering } from "../../golden/cases.js";
import { runs, seed } from "../../tests/support/runs.js";
import published from "../../schemas/document-request.schema.json" with { type: "json" };
import { readEInvoice } from "../einvoice/request/read.js";
import { decode, type DecodeProblem } from "./decode.js";
import type { Schema } from "./schema.js";

/* `settings.nulls: "absent"` (decisions §8.7): nulls in optional fields, as by the published schema, are absent; others are unchanged. */
type Json = Readonly<Record<string, unknown>>;
const isObject = (v: unknown): v is Json => typeof v === "object" && v !== null && !Array.isArray(v);
const DEFS = (published as unknown as { readonly $defs: Readonly<Record<string, Schema>> }).$defs;
const formsOf = (s: Schema): readonly Schema[] => {
  if (s.$ref !== undefined) return formsOf(DEFS[s.$ref.slice("#/$defs/".length)]!);
  const union = s.oneOf ?? s.anyOf;
  return union ? union.flatMap(formsOf) : [s];
};
const isOf = (form: Schema, value: Json): boolean =>
  (form.type === undefined || form.type === "object") &&
  (form.required ?? []).every((k) => Object.hasOwn(value, k)) &&
  Object.entries(form.properties ?? {}).every(([k, s]) => s.const === undefined || !Object.hasOwn(value, k) || value[k] === s.const);

function* absentFields(schema: Schema, value: unknown, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (Array.isArray(value)) {
    const items = formsOf(schema).find((f) => f.items)?.items;
    if (items) for (const [i, item] of value.entries()) yield* absentFields(items, item, [...path, i]);
    return;
  }
  if (!isObject(value)) return;
  const form = formsOf(schema).find((f) => isOf(f, value));
  if (!form) return;
  for (const [key, field] of Object.entries(form.properties ?? {})) {
    if (Object.hasOwn(value, key)) yield* absentFields(field, value[key], [...path, key]);
    else yield [...path, key];
  }
  const { additionalProperties: entries } = form;
  if (typeof entries !== "object") return;
  for (const [key, item] of Object.entries(value))
    if (!Object.hasOwn(form.properties ?? {}, key)) yield* absentFields(entries, item, [...path, key]);
}

function setAt(request: unknown, path: readonly (string | number)[], value: unknown): void {
  const around = path.slice(0, -1).reduce((at, step) => (at as Record<string | number, unknown>)[step], request);
  (around as Record<string | number, unknown>)[path.at(-1)!] = value;
}

const parsed = rendering()
  .map((c) => JSON.parse(new TextDecoder().decode(c.body), (key, v: unknown) => (key === "content" && v === null ? undefined : v)) as Json)
  .filter(({ settings }) => (settings as Json | undefined)?.["nulls"] === undefined);
const withSetting = (request: Json): Json => ({
  ...structuredClone(request),
  settings: { ...(request["settings"] as Json | undefined), nulls: "absent" },
});

test("null in optional fields of a request is the request without them", () => {
  let places = 0;
  fc.assert(
    fc.property(fc.constantFrom(...parsed), fc.infiniteStream(fc.integer({ min: 0, max: 3 })), (sent, dice) => {
      const request = withSetting(sent);
      const given = structuredClone(request) as Record<string, unknown>;
      for (const path of absentFields(published as unknown as Schema, request)) {
        if (path.join(".") === "settings.nulls" || dice.next().value !== 0) continue;
        setAt(given, path, null);
        places++;
      }
      // settings after what they rule
      const { settings, ...others } = given;
      expect(decode(new TextEncoder().encode(JSON.stringify({ ...others, settings })), CONTRACT_LIMITS)).toEqual({ request });
    }),
    { numRuns: runs(300), seed },
  );
  expect(places).toBeGreaterThan(100);
});

const page = (...elements: readonly object[]): object => ({ pages: [{ size: "a6", elements }] });
const text = (more: object): object => ({ type: "text", layout: { left: 5, top: 5 }, content: "x", ...more });
const table = (more: object): object => ({
  type: "table",
  layout: { left: 5, top: 5 },
  columns: [{ key: "a", width: { mode: "fixed", value: 40 } }],
  rows: [],
  ...more,
});
const problemsOf = (request: object): readonly Pick<DecodeProblem, "rule" | "path">[] => {
  const decoded = decode(request, CONTRACT_LIMITS, 99);
  return "problems" in decoded ? decoded.problems.map(({ rule, path }) => ({ rule, path })) : [];
};

test.each([
  ["a required field", page(text({ content: null }))],
  ["the tag of an element", page({ type: null })],
  ["a required field of a form", page(text({ content: { spans: null } }))],
  ["an entry of a list", page(text({ content: { spans: [null] } }))],
  ["a page", { pages: [null] }],
  ["an entry of a map", { flow_document: { page_masters: { main: null }, segments: [] } }],
  ["an unknown field", page(text({ font: null }))],
  ["an unknown field of the root", { ...page(), more: null }],
  ["all of a document", null],
])("null in %s is refused as without the setting", (_name, request) => {
  const given = { ...request, settings: { nulls: "absent" } };
  const { nulls: _, ...settings } = given.settings;
  expect(problemsOf(given)).toEqual(problemsOf({ ...request, settings }));
  expect(problemsOf(given)).not.toEqual([]);
});

test.each([null, "keep", "Absent", true])("nulls: %j is refused", (nulls) =>
  expect(problemsOf({ settings: { nulls }, ...page(text({ style: null })) }).map(({ path }) => path.join("."))).toEqual([
    "settings.nulls",
    "pages.0.elements.0.style",
  ]),
);

test("a cell's content of null is absent next to a picture or barcode", () => {
  const cell = { barcode: { format: "qrcode", content: "5", width: 5, height: 5 } };
  const request = (content: object): object => ({
    settings: { nulls: "absent" },
    ...page(table({ rows: [{ a: { ...content, ...cell } }] })),
  });
  expect(decode(request({ content: null, image: null }), CONTRACT_LIMITS)).toEqual({ request: request({}) });
});

test("null with a meaning keeps it", () => {
  const request = {
    settings: { nulls: "absent" },
    datasets: { d: { fields: [{ key: "n", type: "number", nullable: true }], rows: [{ n: null }] } },
    ...page(
      table({ rows: [{ a: null }] }),
      {
        type: "chart",
        kind: "line",
        layout: { left: 5, top: 5 },
        width: 40,
        height: 30,
        data: { labels: ["a", "b"], series: [{ name: "s", values: [1, null] }] },
      },
      {
        type: "chart",
        kind: "scatter",
        layout: { left: 5, top: 5 },
        width: 40,
        height: 30,
        data: { labels: [], series: [{ name: "s", points: [{ x: 1, y: null }] }] },
      },
    ),
  };
  expect(decode(request, CONTRACT_LIMITS)).toEqual({ request });
});

test("null in a field of another form of the same object is absent", () => {
  const blocks = [{ type: "paragraph", inlines: [] }];
  const given = {
    settings: { nulls: "absent" },
    ...page(text({ content: { spans: null, blocks } }), table({ rows: { projection: "p" } })),
  };
  expect(decode(given, CONTRACT_LIMITS)).toEqual({
    request: { settings: { nulls: "absent" }, ...page(text({ content: { blocks } }), table({ rows: { projection: "p" } })) },
  });
});

test("the invoice's settings follow the request's", () => {
  const invoice = {
    standard: "factur_x",
    profile: "en16931",
    document_type: "invoice",
    xml: { format: "cii", content: "<x/>", encoding: null },
  };
  const body = (nulls: object): object => ({
    settings: { ...nulls, e_invoice: { ...invoice, delivery: null, version: null, retention: { ttl_hours: null } } },
    pages: [{ size: "a4" }],
  });
  const codes = (nulls: object): unknown =>
    (readEInvoice(body(nulls), undefined, { limits: CONTRACT_LIMITS }) as { readonly problems: readonly { readonly code: string }[] })
      .problems[0]!.code;
  expect(codes({})).toBe("API-001");
  expect(codes({ nulls: "absent" })).toBe("API-002");
  const none = { settings: { nulls: "absent", e_invoice: null }, pages: [{ size: "a4" }] };
  expect(readEInvoice(none, undefined, { limits: CONTRACT_LIMITS })).toMatchObject({
    problems: [{ code: "API-001", rule: "shape-required" }],
  });
  expect("request" in decode(none, CONTRACT_LIMITS)).toBe(true);
});
