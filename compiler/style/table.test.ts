import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { pt } from "../core/units.js";
import type { FillStyle, StrokeStyle } from "../request/types/common.js";
import type { CellBorders, CellStyle, TableGrid } from "../request/types/table.js";
import { resolveFill, resolveStroke } from "./shape.js";
import { cellScope, enterCell, finishCell, computedGrid, LEVEL, type CellScope } from "./table.js";
import { resolveText, SERVICE_TEXT } from "./text.js";

/* Defaults, table, zone, column, cell, above grid lines (element model, Style and Border precedence). Expected values are computed from all levels. */

const SIDES = ["top", "right", "bottom", "left"] as const;
const DIAGONALS = ["diagonal_tl_br", "diagonal_bl_tr"] as const;
const LEVELS = [LEVEL.table, LEVEL.zone, LEVEL.column, LEVEL.cell] as const;

const color = fc.constantFrom("#aabbcc", "#123456", "#FF0000");
const stroke: fc.Arbitrary<StrokeStyle> = fc.record(
  { color, width: fc.constantFrom(0.1, 0.5), opacity: fc.constantFrom(0.5, 1) },
  { requiredKeys: [] },
);
const border = fc.oneof(fc.constant(false as const), stroke);
const fill: fc.Arbitrary<FillStyle> = fc.record({ color, opacity: fc.constantFrom(0.5, 1) }, { requiredKeys: [] });
const borders = fc.record(Object.fromEntries([...SIDES, ...DIAGONALS].map((s) => [s, border])), {
  requiredKeys: [],
}) as fc.Arbitrary<CellBorders>;
const style = fc.record(
  {
    padding: fc.record({ x: fc.constantFrom(0, 2), y: fc.constantFrom(0, 3) }, { requiredKeys: [] }),
    text: fc.record(
      {
        font_size: fc.integer({ min: 5, max: 20 }),
        color,
        text_align: fc.constantFrom("left", "center", "right", "justify"),
        direction: fc.constantFrom("auto", "ltr", "rtl"),
      },
      { requiredKeys: [] },
    ),
    fill,
    content_offset_x: fc.constantFrom(-1, 0, 1),
    content_offset_y: fc.constantFrom(-2, 0, 2),
    borders,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<CellStyle>;
const levels = fc.tuple(...LEVELS.map(() => fc.option(style, { nil: undefined }))) as fc.Arbitrary<readonly (CellStyle | undefined)[]>;
const defaults = fc.record({ stroke: fc.option(stroke, { nil: undefined }), fill: fc.option(fill, { nil: undefined }) });

const entered = (styles: readonly (CellStyle | undefined)[]): CellScope =>
  styles.reduce((scope, own, i) => enterCell(scope, own, LEVELS[i]!), cellScope(SERVICE_TEXT));
const nearest = <T>(styles: readonly (CellStyle | undefined)[], of: (s: CellStyle) => T | undefined, fallback: T): T =>
  styles.reduce<T>((found, s) => (s && of(s)) ?? found, fallback);

describe("the cascade of cells", () => {
  test("padding, offsets, text and a fill's subfields are the latest level's that declares them", () => {
    fc.assert(
      fc.property(levels, defaults, fc.boolean(), (styles, from, middle) => {
        const found = finishCell(entered(styles), from, middle);
        expect(found.padX).toBe(pt(nearest(styles, (s) => s.padding?.x, 1.5)));
        expect(found.padY).toBe(pt(nearest(styles, (s) => s.padding?.y, 1)));
        expect(found.offsetX).toBe(pt(nearest(styles, (s) => s.content_offset_x, 0)));
        expect(found.offsetY).toBe(pt(nearest(styles, (s) => s.content_offset_y, 0)));
        const fills = styles.flatMap((s) => s?.fill ?? []);
        expect(found.fill).toEqual(resolveFill(from.fill, fills.length === 0 ? undefined : Object.assign({}, ...fills)));
        const align = nearest(styles, (s) => s.text?.text_align, "start" as string);
        const rtl = nearest(styles, (s) => s.text?.direction, "auto") === "rtl";
        const right = align === "right" || (rtl && align !== "left" && align !== "center");
        expect(found.alignX).toBe(align === "center" ? 0.5 : right ? 1 : 0);
        expect(found.alignY).toBe(middle ? 0.5 : 0);
        expect(entered(styles).text).toEqual(styles.reduce((up, s) => resolveText(up, s?.text), SERVICE_TEXT));
      }),
      { numRuns: runs(400) },
    );
  });

  test("a border has the level that declares it last, and of the strokes below, down to one that was false, what it does not say itself", () => {
    fc.assert(
      fc.property(levels, defaults, (styles, from) => {
        const found = finishCell(entered(styles), from, false);
        const declared = (side: keyof CellBorders): { level: number; stroke: StrokeStyle | false } | null => {
          const said = styles.flatMap((s, i) => {
            const stroke = s?.borders?.[side];
            return stroke === undefined ? [] : [{ level: LEVELS[i]!, stroke }];
          });
          const last = said.at(-1);
          if (!last?.stroke) return last ? { level: last.level, stroke: false } : null;
          const since = said.slice(said.findLastIndex((d) => d.stroke === false) + 1);
          return { level: last.level, stroke: Object.assign({}, ...since.map((d) => d.stroke)) as StrokeStyle };
        };
        for (const side of SIDES) {
          const d = declared(side);
          expect([side, found.borders[side]]).toEqual([
            side,
            d && { level: d.level, stroke: d.stroke === false ? null : resolveStroke(from.stroke, d.stroke) },
          ]);
        }
        const drawn = DIAGONALS.flatMap((side) => {
          const d = declared(side);
          return d?.stroke ? [{ from: side === "diagonal_tl_br" ? "top" : "bottom", stroke: resolveStroke(from.stroke, d.stroke) }] : [];
        });
        expect(found.diagonals).toEqual(drawn);
      }),
      { numRuns: runs(400) },
    );
  });

  test("levels are in the order of precedence, the grid's lines below all of them", () => {
    expect(LEVEL.grid).toBeLessThan(LEVEL.table);
    expect(LEVEL.table).toBeLessThan(LEVEL.zone);
    expect(LEVEL.zone).toBeLessThan(LEVEL.column);
    expect(LEVEL.column).toBeLessThan(LEVEL.cell);
    const grid = fc.record(Object.fromEntries([...SIDES, "horizontal", "vertical"].map((s) => [s, border])), { requiredKeys: [] });
    fc.assert(
      fc.property(grid as fc.Arbitrary<TableGrid>, defaults, (declared, from) => {
        const found = computedGrid(declared, from);
        for (const side of [...SIDES, "horizontal", "vertical"] as const) {
          const own = declared[side];
          const wanted = own === undefined ? null : { level: LEVEL.grid, stroke: own === false ? null : resolveStroke(from.stroke, own) };
          expect([side, found[side]]).toEqual([side, wanted]);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
