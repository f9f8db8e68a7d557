/* Lint and rendering: a template that lint takes renders with a complete record, and one that it refuses renders with none (FH-10). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messageOf } from "../../compiler/core/fail.js";
import { pointerOf } from "../../compiler/core/src.js";
import { patched } from "../../compiler/core/patch.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import { Engine } from "../../runtime/engine/engine.js";
import { renderTemplate, RenderError } from "../../runtime/index.js";
import { checkTemplate } from "../../runtime/views/check.js";
import { runs } from "../support/runs.js";

const FIELDS = [
  { name: "size", type: "string", required: true },
  { name: "color", type: "string" },
  { name: "width", type: "number" },
  { name: "place", type: "number" },
  { name: "ok", type: "boolean" },
  { name: "note", type: "string" },
  {
    name: "lines",
    type: "array",
    items: [
      { name: "name", type: "string", required: true },
      { name: "count", type: "number" },
    ],
  },
];
const line = { name: "Bolt", count: 2 };
const recordOf = (ok: boolean): object => ({
  size: "a5",
  color: "#00AA00",
  width: 60,
  place: 12,
  ok,
  note: "https://example.org",
  lines: [line, line],
});

type Json = Readonly<Record<string, unknown>>;
const templateOf = (page: Json, more: Json = {}): object => ({ schema: { fields: FIELDS }, pages: [page], ...more });
const engine = new Engine();
const lint = async (template: object): Promise<readonly string[]> =>
  (await checkTemplate(engine, new SentBody(template), {})).errors.map((p) => `${pointerOf(p.src)}: ${messageOf(p)}`);

/** Reasons for which neither complete record renders; null: one does. */
async function refused(template: object): Promise<string | null> {
  let reason = "";
  for (const ok of [true, false]) {
    const made: unknown = await renderTemplate(template as never, [recordOf(ok)] as never).catch((e: unknown) => e);
    if (!(made instanceof RenderError)) return null;
    reason = made.message;
  }
  return reason;
}

const column = (key: string): object => ({ key, header: key, width: { mode: "auto" } });
const table = (own: Json): object => ({
  type: "table",
  layout: { left: 10, top: 20 },
  width: 100,
  columns: [column("name"), column("count")],
  rows: "{{#each lines}}",
  pagination: { row_min_height: 7, header_min_height: 8 },
  ...own,
});
const text = (own: Json): object => ({ type: "text", layout: { left: 10, top: 10 }, content: "Hello", ...own });

describe("faults that only the check of a document finds", () => {
  test.each([
    ["a table without row heights", table({ pagination: {} }), "/pages/0/elements/0/pagination/row_min_height"],
    [
      "a link to a page that is not there",
      text({ link: { target: { type: "page", page: 4, left: 0, top: 0 } } }),
      "/pages/0/elements/0/link/target/page",
    ],
    ["a size of type", text({ style: { font_size: 0 } }), "/pages/0/elements/0/style/font_size"],
    ["inside a repeated element", { ...text({ style: { font_size: 0 } }), _each: "lines" }, "/pages/0/elements/0/style/font_size"],
    ["beside a value of the record", text({ style: { font_size: 0, color: "{{color}}" } }), "/pages/0/elements/0/style/font_size"],
    [
      "a table wider than its columns",
      table({ columns: [{ key: "name", header: "Name", width: { mode: "fixed", value: 400 } }] }),
      "/pages/0/elements/0",
    ],
  ])("%s", async (_, element, place) => {
    const template = templateOf({ size: "a5", elements: [element] });
    expect(await refused(template)).not.toBeNull();
    const errors = await lint(template);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.startsWith(place)).toBe(true);
  });

  test("the patch of such a fault mends the template (FH-8)", async () => {
    const template = templateOf({ size: "a5", elements: [table({ pagination: {} })] });
    const { errors } = await checkTemplate(engine, new SentBody(template), {});
    const mended = patched(template, errors[0]!.patch!) as object;
    expect(await lint(mended)).toEqual([]);
    expect(await refused(mended)).toBeNull();
  });

  test.each([
    ["a value that some record has", text({ style: { color: "{{color}}", font_size: "{{width}}" } })],
    ["a size that some record names", text({ layout: { left: "{{place}}", top: "{{place}}" }, style: { width: "{{width}}" } })],
    ["an element that some record leaves out", { ...text({ style: { font_size: 0 } }), _if: "{{ok}}" }],
    ["a picture and a font of the place where it is rendered", text({ style: { font_family: "House Sans" } })],
    ["a picture", { type: "image", layout: { left: 5, top: 5 }, width: 10, height: 10, asset: "logo" }],
  ])("%s is taken", async (_, element) => expect(await lint(templateOf({ size: "{{size}}", elements: [element] }))).toEqual([]));
});

const bound = <T>(literal: T, binding: string): fc.Arbitrary<T | string> => fc.constantFrom(literal, binding);
/** Values, of which some can never be. */
const style = fc.record(
  {
    color: fc.constantFrom("#123456", "{{color}}", "{{color == '' ? '#000000' : color}}", "red-ish"),
    font_size: fc.constantFrom<number | string>(9, "{{place}}", 0, -3),
    width: fc.constantFrom<number | string>(50, "{{width}}", -1),
    align: fc.constantFrom("left", "middle"),
  },
  { requiredKeys: [] },
);
const place = fc.record({ left: bound(10, "{{place}}"), top: bound(12, "{{width}}") });
const conditional = (element: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc
    .tuple(element, fc.constantFrom({}, {}, { _if: "{{ok}}" }, { _if: "{{!ok}}" }, { _each: "lines" }, { _if: "{{size(lines) > 0}}" }))
    .map(([made, directive]) => ({ ...made, ...directive }));
const texts = fc
  .tuple(
    fc.record({ layout: place, content: fc.constantFrom("Hello", "{{note}}", "a {{note}} b", "{page}") }),
    fc.record(
      {
        style,
        link: fc.constantFrom(
          { target: { type: "page", page: 1, left: 0, top: 0 } },
          { target: { type: "page", page: 3, left: 0, top: 0 } },
          { target: { type: "url", url: "{{note}}" } },
        ),
        rotation: bound(0, "{{place}}"),
        role: fc.constantFrom("h1", "section"),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([own, more]) => ({ type: "text", ...own, ...more }));
const tables = fc
  .tuple(
    fc.constantFrom(
      { row_min_height: 7, header_min_height: 8 },
      { row_min_height: 7 },
      {},
      { row_min_height: "{{place}}", header_min_height: 8 },
    ),
    fc.constantFrom<number | string | undefined>(80, "{{width}}", undefined),
    fc.constantFrom<unknown>("{{#each lines}}", [{ name: "{{note}}", count: 1 }], [{ nmae: "x" }]),
    place,
  )
  .map(([pagination, width, rows, layout]) => table({ pagination, rows, layout, ...(width !== undefined && { width }) }));
const shapes = fc.record({
  type: fc.constant("rectangle"),
  layout: place,
  width: fc.constantFrom<number | string>(10, "{{width}}", 0),
  height: fc.constantFrom<number | string>(5, "{{place}}"),
  fill: fc.record({ color: fc.constantFrom("#FF0000", "{{color}}", "#GG0000") }),
});
const templates = fc
  .tuple(
    fc.array(conditional(fc.oneof(texts, tables, shapes)), { minLength: 1, maxLength: 3 }),
    fc.constantFrom("a5", "a4", "{{size}}"),
    fc.constantFrom(
      {},
      {},
      { settings: { profile: "pdfa-ua1", metadata: { title: "T", language: "en" } } },
      { settings: { layout: { page_margin: { left: 200, right: 200 } } } },
    ),
  )
  // a page of another size has room for the margins
  .map(([elements, size, more]) => templateOf({ size: "layout" in (more.settings ?? {}) ? "a5" : size, elements }, more));

test("what lint takes renders with a complete record, what it refuses with none (FH-10)", async () => {
  let [taken, not] = [0, 0];
  await fc.assert(
    fc.asyncProperty(templates, async (template) => {
      const { errors } = await checkTemplate(engine, new SentBody(template), {});
      const reason = await refused(template);
      if (errors.length === 0) taken++;
      else not++;
      if (errors.length === 0) expect(reason).toBeNull();
      // the shape of what a record leaves out is judged too
      else if (errors.some(({ rule }) => rule !== "document-shape")) expect(reason, errors.map(messageOf).join("\n")).not.toBeNull();
    }),
    { numRuns: runs(400) },
  );
  if (taken + not >= 300) expect(Math.min(taken, not)).toBeGreaterThan(20);
});
