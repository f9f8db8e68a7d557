import { CONTRACT_LIMITS } from "../core/limits.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAIN_NUMBERS } from "../locale/numbers.js";
import { engine } from "../../golden/cases.js";
import type { Rgb } from "../../ir/ir.js";
import type { DrawnOp, DrawnPath } from "../box/drawn.js";
import { RenderError } from "../core/fail.js";
import { ROOT } from "../core/src.js";
import type { MaterializedChart } from "../request/materialized.js";
import type { ChartElement } from "../request/types/chart.js";
import { TextEngine } from "../text/shape/engine.js";
import { colorScale } from "./color-scale.js";
import { drawChart } from "./kinds/draw.js";
import { Cells } from "./kinds/heatmap.js";
import { ChartText } from "./text.js";
import { luminance } from "../core/contrast.js";
import { themeOf } from "./theme.js";

const text = new ChartText(new TextEngine(engine.world()), "en", CONTRACT_LIMITS);

function heat(rows: readonly (readonly (number | null)[])[], more: Partial<ChartElement> = {}, colors?: string[]): MaterializedChart {
  const labels = rows[0]!.map((_, i) => `C${i}`);
  const series = rows.map((values, i) => ({ name: `R${i}`, values: [...values], ...(colors && i === 0 && { colors }) }));
  return { type: "chart", kind: "heatmap", width: 85, height: 60, data: { labels, series }, ...more } as MaterializedChart;
}
const draw = (el: MaterializedChart): readonly DrawnOp[] => drawChart(el, ROOT, text, PLAIN_NUMBERS);
const isFilled = (op: DrawnOp): op is DrawnPath => op.op === "path" && op.fill !== null && "color" in op.fill;
const cellsIn = (ops: readonly DrawnOp[]): readonly (readonly [Rgb, number])[] =>
  ops.filter(isFilled).map((op) => [(op.fill as { color: Rgb }).color, op.path.verbs.split("Z").length - 1]);
const texts = (ops: readonly DrawnOp[]): readonly string[] => ops.flatMap((op) => (op.op === "glyphs" ? [op.text] : []));
const ruleOf = (el: MaterializedChart): string => {
  try {
    draw(el);
  } catch (e) {
    if (e instanceof RenderError) return `${e.code} ${e.problem.rule}`;
    throw e;
  }
  return "";
};

describe("cells", () => {
  test("tile the plot: equal sizes, equal gaps, the first row on top, both ends at the plot's edges", () => {
    const sizes = fc.record({
      columns: fc.integer({ min: 1, max: 60 }),
      rows: fc.integer({ min: 1, max: 16 }),
      gap: fc.constantFrom(null, 0, 0.5),
    });
    fc.assert(
      fc.property(sizes, ({ columns, rows, gap }) => {
        const plot = { x: 12, y: 7, width: 200, height: 90 };
        const cells = new Cells(plot, columns, rows, gap);
        const [first, last] = [cells.box(0, 0), cells.box(columns - 1, rows - 1)];
        expect([first.x, first.y]).toEqual([12, 7]);
        expect(last.x + last.width).toBeCloseTo(212, 6);
        expect(last.y + last.height).toBeCloseTo(97, 6);
        if (columns > 1) expect(cells.box(1, 0).x - first.x - first.width).toBeCloseTo(cells.stepX - cells.width, 6);
        if (gap !== null) expect(cells.stepY - cells.height).toBeCloseTo(gap, 9);
        expect(cells.width).toBeGreaterThan(0);
      }),
    );
  });

  test("are drawn once each, those of one colour in one path, missing ones as outlines", () => {
    const ops = draw(
      heat(
        [
          [1, 2, null],
          [2, 1, 2],
        ],
        { legend: { show: false } },
      ),
    );
    expect(cellsIn(ops).map(([, n]) => n)).toEqual([2, 3]);
    const outlines = ops.filter((op) => op.op === "path" && op.fill === null);
    expect(outlines).toHaveLength(1);
  });

  test("without any value are outlines, and there is no scale", () => {
    const ops = draw(
      heat([
        [null, null],
        [null, null],
      ]),
    );
    expect(ops.filter(isFilled)).toEqual([]);
    expect(texts(ops)).toEqual(["C0", "C1", "R0", "R1"]);
  });

  test("whose gaps leave no room are refused", () => {
    expect(
      ruleOf(
        heat(
          [
            [1, 2],
            [3, 4],
          ],
          { options: { cell_gap: 200 } },
        ),
      ),
    ).toBe("API-507 chart-room");
    expect(
      ruleOf(
        heat(
          [
            [1, 2],
            [3, 4],
          ],
          { options: { cell_gap: 2 } },
        ),
      ),
    ).toBe("");
  });
});

describe("the scale", () => {
  test("goes from the first colour to the last, and is monotone between two", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 2, maxLength: 20 }), (all) => {
        const sorted = [...all].sort((a, b) => a - b);
        if (sorted[0] === sorted.at(-1)) return;
        const scale = colorScale(themeOf(undefined), [{ name: "R", values: all, colors: ["#FFFFFF", "#102030"] }])!;
        expect(scale.at(sorted[0]!)).toBe("#FFFFFF");
        expect(scale.at(sorted.at(-1)!)).toBe("#102030");
        const light = sorted.map((v) => luminance(scale.at(v)));
        light.forEach((v, i) => i > 0 && expect(v).toBeLessThanOrEqual(light[i - 1]! + 1e-9));
      }),
    );
  });

  test("has its declared colours at equal steps, and one value is the middle of it", () => {
    const colors = ["#000000", "#808080", "#FFFFFF"];
    const scale = colorScale(themeOf(undefined), [{ name: "R", values: [0, 5, 10], colors }])!;
    expect([0, 5, 10].map((v) => scale.at(v))).toEqual(colors);
    expect(scale.at(2.5)).toBe("#404040");
    expect(colorScale(themeOf(undefined), [{ name: "R", values: [7, null], colors }])!.at(7)).toBe("#808080");
    const wide = colorScale(themeOf(undefined), [{ name: "R", values: [-1.7e308, 0, 1.7e308], colors }])!;
    expect(wide.at(0)).toBe("#808080");
  });

  test("of a theme stands out from its paper at the high end", () => {
    for (const preset of ["dashboard_light", "business_light", "executive_dark", "print_mono"] as const) {
      const theme = themeOf({ preset });
      const { colors } = colorScale(theme, [{ name: "R", values: [0, 1] }])!;
      const paper = luminance(theme.paper);
      const away = colors.map((c) => Math.abs(luminance(c) - paper));
      expect(away[0]!).toBeLessThan(away.at(-1)!);
    }
  });

  test("is a legend with the least and the greatest value: for several rows, or where it is asked for", () => {
    const rows = [
      [3, 41],
      [12, 7],
    ];
    expect(texts(draw(heat(rows)))).toEqual(expect.arrayContaining(["3", "41"]));
    expect(texts(draw(heat(rows, { legend: { show: false } })))).not.toContain("41");
    expect(texts(draw(heat([[3, 41]])))).not.toContain("41");
    for (const position of ["top", "right", "bottom", "left"] as const)
      for (const align of ["start", "center", "end"] as const)
        expect(texts(draw(heat([[3, 41]], { legend: { show: true, position, align } })))).toEqual(expect.arrayContaining(["3", "41"]));
  });
});

describe("labels of cells", () => {
  const labelled = (more: object, el: Partial<ChartElement> = {}): MaterializedChart =>
    heat(
      [
        [1, 20000],
        [3, null],
      ],
      { legend: { show: false }, data_labels: { show: true, ...more }, ...el },
    );

  test("are in their cells, hidden where they are larger, or refused where they must show", () => {
    expect(texts(draw(labelled({})))).toEqual(["C0", "C1", "R0", "R1", "1", "20000", "3"]);
    const small = { width: 30, height: 25, axes: { row: { show: false } } };
    expect(texts(draw(labelled({ format: { decimals: 6 } }, small)))).not.toContain("20000.000000");
    expect(ruleOf(labelled({ overflow: "error", format: { decimals: 6 } }, small))).toBe("API-507 chart-data-labels");
    expect(ruleOf(labelled({ overflow: "error" }))).toBe("");
  });

  test("are formatted, and may say the column", () => {
    expect(texts(draw(labelled({ format: { notation: "compact", prefix: "$" } })))).toContain("$20K");
    expect(texts(draw(labelled({ mode: "label" }))).filter((t) => t === "C0")).toHaveLength(3);
  });
});

test("grid lines show only where they are asked for, in one direction or in both", () => {
  const lines = (grid?: ChartElement["grid"]): number =>
    draw(
      heat(
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
        { legend: { show: false }, ...(grid && { grid }) },
      ),
    )
      .filter((op) => op.op === "path" && op.fill === null)
      .reduce((n, op) => n + (op as DrawnPath).path.verbs.length / 2, 0);
  expect(lines()).toBe(0);
  expect(lines({ show: true })).toBe(7);
  expect(lines({ show: true, axis: "x" })).toBe(4);
  expect(lines({ show: true, axis: "y" })).toBe(3);
});

test("names may be over the cells and to their right", () => {
  const at = (axes: ChartElement["axes"]): { c: number; r: number } => {
    const ops = draw(heat([[1, 2]], axes ? { axes } : {}));
    const of = (name: string): { x: number; y: number } =>
      ops.find((op) => op.op === "glyphs" && op.text === name) as { x: number; y: number } & DrawnOp;
    return { c: of("C0").y, r: of("R0").x };
  };
  const usual = at(undefined);
  const moved = at({ category: { position: "top" }, row: { position: "right" } });
  expect(moved.c).toBeLessThan(usual.c);
  expect(moved.r).toBeGreaterThan(usual.r);
});
