import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RenderError } from "../compiler/core/fail.js";
import type { RunStyle, TextStyle } from "../compiler/request/types/text.js";
import type { CellStyle } from "../compiler/request/types/table.js";
import { enough, runs } from "../tests/support/runs.js";
import { displayList } from "./cases.js";

/*
 * Cascade of styles: a document with styles at several levels equals one with the resulting styles at the lowest. The result is computed
 * here by the rule "the nearest declaration applies" (core contract, Omitted-field fallback; element model, Font rules;
 * element model, Style and Border precedence).
 */

const color = fc.constantFrom("#aa3300", "#123456");
const runFields = {
  font_family: fc.constantFrom("Noto Sans", "Noto Sans Mono"),
  font_mode: fc.constantFrom("strict", "prefer"),
  font_size: fc.integer({ min: 6, max: 14 }),
  font_weight: fc.constantFrom("normal", "medium", "bold"),
  font_style: fc.constantFrom("normal", "italic"),
  color,
  opacity: fc.constantFrom(0.5, 1),
  letter_spacing: fc.constantFrom(0, 0.4),
  script: fc.constantFrom("normal", "superscript"),
  highlight: fc.record({ color, padding: fc.constantFrom(0, 0.5) }),
  decoration: fc.record({ lines: fc.constantFrom(["underline"], ["line_through", "overline"]), color }),
};
const paragraphFields = { direction: fc.constantFrom("ltr", "rtl"), line_height: fc.constantFrom(1, 1.6) };
const textAlign = fc.constantFrom("left", "center", "right", "justify");

/** A font mode requires a family at the same level. */
const sound = ({ font_mode, ...rest }: TextStyle): TextStyle =>
  rest.font_family !== undefined && font_mode !== undefined ? { ...rest, font_mode } : rest;
const run = fc.record(runFields, { requiredKeys: [] }).map((s) => sound(s as object));
const style = fc
  .record(
    { ...runFields, ...paragraphFields, text_align: textAlign, wrap_policy: fc.constantFrom("normal", "no_wrap") },
    { requiredKeys: [] },
  )
  .map((s) => sound(s as object));
const paragraph = fc.record({ ...paragraphFields, align: textAlign }, { requiredKeys: [] });
const optional = <T>(a: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(a, { nil: undefined });

/** Outermost level first; a family also replaces the mode. */
function nearest<T extends RunStyle>(...levels: readonly (T | undefined)[]): T {
  const all = Object.assign({}, ...levels) as T;
  delete all.font_mode;
  const mode = levels.findLast((l) => l?.font_family !== undefined)?.font_mode;
  return mode === undefined ? all : { ...all, font_mode: mode };
}
const without = <T extends object>(value: T, ...fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([k]) => !fields.includes(k)));

const OF_PARAGRAPHS = ["direction", "line_height", "text_align", "wrap_policy"];

/** Painted content without source positions; the rule if refused. */
async function painted(request: object): Promise<{ readonly refused: string } | { readonly refused: null }> {
  try {
    const { pages, resources } = await displayList(new TextEncoder().encode(JSON.stringify(request)));
    const bare = JSON.stringify({ refused: null, pages, resources }, (key, value: unknown) => (key === "source" ? 0 : value));
    return JSON.parse(bare) as { refused: null };
  } catch (e) {
    if (e instanceof RenderError) return { refused: e.problem.rule };
    throw e;
  }
}

const WORDS = "Office hours: 12.50 a day, x-ray → Zürich";

describe("text", () => {
  const page = (settings: object | undefined, container: object | undefined, element: object): object => ({
    ...(settings && { settings: { defaults: { text: settings } } }),
    pages: [
      {
        size: "a6",
        elements: [
          {
            type: "container",
            layout: { left: 5, top: 5, children: { mode: "coordinate" } },
            width: 95,
            height: 130,
            ...(container && { defaults: { text: container } }),
            elements: [{ type: "text", layout: { left: 2, top: 2 }, ...element }],
          },
        ],
      },
    ],
  });

  test("of spans: settings, container, element, span", async () => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(optional(style), optional(style), optional(style), optional(run), async (settings, container, own, span) => {
        const texts = (first: object | undefined): object => ({
          spans: [{ text: WORDS, ...(first && { style: first }) }, { text: " and so on" }],
        });
        const levels = await painted(page(settings, container, { ...(own && { style: own }), content: texts(span) }));
        const whole = nearest(settings, container, own);
        const alone = await painted(
          page(undefined, undefined, {
            style: whole,
            content: texts(without(nearest<RunStyle>(whole, span), ...OF_PARAGRAPHS)),
          }),
        );
        expect(levels).toEqual(alone);
        if (levels.refused === null) kept++;
      }),
      { numRuns: runs(120) },
    );
    expect(kept).toBeGreaterThan(enough(40));
  });

  test("of blocks: settings, container, defaults of runs and paragraphs, paragraph, inline", async () => {
    const own = fc.record({ run: run, paragraph }, { requiredKeys: [] });
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(optional(style), optional(style), own, paragraph, run, async (settings, container, defaults, par, inline) => {
        const element = (d: object, p: object, s: object): object => ({
          frame: { width: 80 },
          defaults: d,
          content: { blocks: [{ type: "paragraph", style: p, inlines: [{ type: "text", text: WORDS, style: s }] }] },
        });
        const levels = await painted(page(settings, container, element(defaults, par, inline)));
        const above = nearest(settings, container);
        const { text_align, direction, line_height, wrap_policy } = above;
        const paragraphAbove = {
          ...(text_align && { align: text_align }),
          ...(direction && { direction }),
          ...(line_height !== undefined && { line_height }),
        };
        const runAbove = nearest<RunStyle>(without(above, ...OF_PARAGRAPHS), defaults.run);
        // paragraphs lack wrap_policy: it remains where it is inherited from
        const alone = await painted(
          page(
            wrap_policy && { wrap_policy },
            undefined,
            element({ run: runAbove }, { ...paragraphAbove, ...defaults.paragraph, ...par }, nearest<RunStyle>(runAbove, inline)),
          ),
        );
        expect(levels).toEqual(alone);
        if (levels.refused === null) kept++;
      }),
      { numRuns: runs(120) },
    );
    expect(kept).toBeGreaterThan(enough(40));
  });
});

describe("cells", () => {
  const fill = fc.record({ color, opacity: fc.constantFrom(0.5, 1) }, { requiredKeys: [] });
  const cell = fc.record(
    {
      padding: fc.record({ x: fc.constantFrom(0, 2), y: fc.constantFrom(0, 3) }, { requiredKeys: [] }),
      text: style,
      fill,
      content_offset_x: fc.constantFrom(0, 0.3),
      content_offset_y: fc.constantFrom(0, 0.5),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<CellStyle>;
  type Cell = CellStyle | undefined;

  /** Later levels override by field, including fields of padding, text and fill. */
  function cascade(...levels: readonly Cell[]): CellStyle {
    const group = <K extends "padding" | "fill">(name: K): object => Object.assign({}, ...levels.map((l) => l?.[name]));
    const fills = levels.some((l) => l?.fill) ? { fill: group("fill") } : {};
    return { ...Object.assign({}, ...levels), padding: group("padding"), text: nearest(...levels.map((l) => l?.text)), ...fills };
  }

  const declared = fc.record({
    settings: optional(style),
    fills: optional(fill),
    table: optional(cell),
    body: optional(cell),
    header: optional(cell),
    rowHeader: optional(cell),
    alternate: optional(fill),
    columns: fc.tuple(optional(cell), optional(cell)),
    headers: fc.tuple(optional(cell), optional(cell)),
    own: fc.array(optional(cell), { minLength: 6, maxLength: 6 }),
    isRowHeader: fc.boolean(),
  });

  test("settings, table, zone, column, cell; every second row's fill over its zone's", async () => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(declared, async (d) => {
        const content = (r: number, c: number): string => (c === 0 ? `Row ${r}` : `Values of a row that wrap ${r}.50`);
        const request = (table: object, settings: object): object => ({
          settings,
          pages: [{ width: 120, height: 400, elements: [{ type: "table", layout: { left: 5, top: 5 }, ...table }] }],
        });
        const pagination = { row_min_height: 1, header_min_height: 1 };
        const column = (c: number, more: object): object => ({
          key: "ab"[c],
          header: `Head ${c}`,
          width: { mode: "fixed", value: 45 },
          ...(c === 0 && d.isRowHeader && { role: "row_header" }),
          ...more,
        });
        const zoned = (value: Cell): object => (value ? { cell: value } : {});
        const levels = await painted(
          request(
            {
              ...zoned(d.table),
              columns: [0, 1].map((c) =>
                column(c, { ...(d.columns[c] && { cell: d.columns[c] }), ...(d.headers[c] && { header_cell: d.headers[c] }) }),
              ),
              rows: [0, 1, 2].map((r) =>
                Object.fromEntries(
                  [0, 1].map((c) => {
                    const own = d.own[2 * r + c];
                    return ["ab"[c], own ? { content: content(r, c), style: own } : content(r, c)];
                  }),
                ),
              ),
              header: zoned(d.header),
              row_header: zoned(d.rowHeader),
              body: { ...zoned(d.body), ...(d.alternate && { alternate_fill: d.alternate }) },
              pagination,
            },
            { defaults: { ...(d.settings && { text: d.settings }), ...(d.fills && { fill: d.fills }) } },
          ),
        );
        const base: Cell = d.settings && { text: d.settings };
        const style = (r: number, c: number): CellStyle => {
          const heads = c === 0 && d.isRowHeader;
          const zone = heads ? d.rowHeader : d.body;
          const under = heads ? [base, d.table] : [base, d.table, zone];
          const over = [...(heads ? [zone] : []), d.columns[c], d.own[2 * r + c]];
          if (!d.alternate || r % 2 === 0) return cascade(...under, ...over);
          // a fill that inherits nothing from the one that it covers
          const covered = without(cascade(...under), "fill") as CellStyle;
          return cascade(covered, { fill: d.alternate }, ...over);
        };
        const alone = await painted(
          request(
            {
              columns: [0, 1].map((c) => column(c, { header_cell: cascade(base, d.table, d.header, d.headers[c]) })),
              rows: [0, 1, 2].map((r) => Object.fromEntries([0, 1].map((c) => ["ab"[c], { content: content(r, c), style: style(r, c) }]))),
              pagination,
            },
            { defaults: { ...(d.fills && { fill: d.fills }) } },
          ),
        );
        expect(levels).toEqual(alone);
        if (levels.refused === null) kept++;
      }),
      { numRuns: runs(150) },
    );
    expect(kept).toBeGreaterThan(enough(50));
  });
});
