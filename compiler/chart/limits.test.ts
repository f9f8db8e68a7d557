import { CONTRACT_LIMITS } from "../core/limits.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testEngine } from "../../golden/cases.js";
import { draw, filled, refusal, texts } from "../../tests/support/chart-drawing.js";
import { runs } from "../../tests/support/runs.js";
import { collect } from "../compile.js";
import { compileNow } from "../../tests/support/at-once.js";
import { RenderError } from "../core/fail.js";
import { ROOT } from "../core/src.js";
import type { ChartFillStyle } from "../request/types/chart.js";
import { TextEngine } from "../text/shape/engine.js";
import { ChartText } from "./text.js";
import { themeOf } from "./theme.js";

const quiet = { axes: { values: { primary: { show: false } }, category: { show: false } }, legend: { show: false } } as const;
const labels = (count: number): string[] => Array.from({ length: count }, (_, i) => `c${i}`);

describe("limits of what is drawn: at the bound, and one over", () => {
  const bars = (count: number, fill: ChartFillStyle): string | null =>
    refusal({ ...quiet, kind: "bar", data: { labels: labels(count), series: [{ name: "a", values: labels(count).map(() => 1), fill }] } });
  const gradient = (opacity: number): ChartFillStyle => ({
    gradient: {
      kind: "linear",
      stops: [
        { offset: 0, color: "#FF0000", opacity },
        { offset: 1, color: "#00FF00" },
      ],
    },
  });

  test("512 shapes with a transparent gradient; opaque ones are not counted", () => {
    expect(bars(512, gradient(0.5))).toBe(null);
    // the background is one more
    const series = [{ name: "a", values: labels(512).map(() => 1), fill: gradient(0.5) }];
    const over = { ...quiet, kind: "bar" as const, data: { labels: labels(512), series }, theme: { background: gradient(0.5) } };
    expect(refusal(over)).toContain("API-002 chart-gradients");
    expect(refusal({ ...over, theme: { background: gradient(1) } })).toBe(null);
    expect(bars(512, { ...gradient(1), opacity: 0.5 })).toBe(null);
  });

  test("32 different patterns a document, on as many pages as there are; equal ones count once", () => {
    const document = (count: number, spacing: (i: number) => number): object => ({
      pages: Array.from({ length: count }, (_, i) => ({
        size: "a6",
        elements: [
          {
            ...quiet,
            type: "chart",
            kind: "bar",
            layout: { left: 5 + i / 10, top: 5 },
            width: 60,
            height: 40,
            data: {
              labels: ["a"],
              series: [{ name: "a", values: [1], fill: { pattern: { kind: "diagonal", color: "#FF0000", spacing: spacing(i) } } }],
            },
          },
        ],
      })),
    });
    const made = (request: object): number | string => {
      try {
        const { resources } = collect(compileNow(request, testEngine.world()));
        return resources.paints.length;
      } catch (e) {
        if (e instanceof RenderError) return `${e.code} ${e.problem.rule} ${e.message}`;
        throw e;
      }
    };
    expect(made(document(32, (i) => 1 + i / 10))).toBe(32);
    expect(made(document(33, (i) => 1 + i / 10))).toContain("API-002 chart-patterns pages[32].elements[0]: ");
    expect(made(document(60, (i) => 1 + (i % 4)))).toBe(4);
  });

  test("16,384 runs of text, and 1 MiB of it with the names of its fonts", () => {
    const text = new ChartText(new TextEngine(testEngine.world()), "en", CONTRACT_LIMITS);
    const look = themeOf(undefined).text;
    const place = { x: 0, y: 0, across: 0, at: "top" } as const;
    const one = text.set("a", look, ROOT);
    for (let i = 0; i < 16384; i++) text.ops(one, place);
    expect(() => text.ops(one, place)).toThrow(/at most 16384 \(PLATEN_LIMIT_CHART_TEXT_RUNS\) runs/);
    text.begin();
    const [font] = text.set("a", look, ROOT).lines[0]!.runs;
    const piece = text.set("a".repeat(4096 - font!.font.name.length), look, ROOT);
    for (let i = 0; i < 256; i++) text.ops(piece, place);
    expect(() => text.ops(one, place)).toThrow(/at most 1048576 \(PLATEN_LIMIT_CHART_TEXT_BYTES\) bytes/);
  });
});

describe("every datum is drawn exactly once", () => {
  const value = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constant(null), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
  const colors = ["#AA0001", "#AA0002", "#AA0003"];
  const series = fc
    .integer({ min: 1, max: 12 })
    .chain((n) => fc.array(fc.array(value, { minLength: n, maxLength: n }), { minLength: 1, maxLength: 3 }));

  test("bars, beside each other and in stacks, upright and level", () => {
    fc.assert(
      fc.property(series, fc.boolean(), fc.constantFrom("vertical" as const, "horizontal" as const), (all, stacked, orientation) => {
        if (all[0]!.every((v) => v === null)) return;
        const ops = draw({
          ...quiet,
          kind: "bar",
          options: { orientation },
          data: {
            labels: labels(all[0]!.length),
            series: all.map((values, i) => ({
              name: `s${i}`,
              values,
              color: colors[i]!,
              ...(stacked ? { stack: { group: "g" } } : {}),
            })),
          },
        });
        // values negligible against their neighbours, or as doubles, have no height
        const largest = all.flat().reduce<number>((most, v) => Math.max(most, Math.abs(v ?? 0)), 0);
        all.forEach((values, i) => {
          const sure = values.filter((v) => v !== null && Math.abs(v) > Math.max(largest * 1e-9, 1e-200)).length;
          const most = values.filter((v) => v !== null && v !== 0).length;
          const drawn = filled(ops, colors[i]!).length;
          expect(drawn).toBeGreaterThanOrEqual(sure);
          expect(drawn).toBeLessThanOrEqual(most);
        });
      }),
      { numRuns: runs(300) },
    );
  });

  test("slices and cells", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 12 }), (values) => {
        if (values.every((v) => v === 0)) return;
        const own = values.map((_, i) => `#BB00${String(i + 10)}`);
        const pie = draw({
          kind: "pie",
          legend: { show: true, position: "right" },
          data: { labels: labels(values.length), series: [{ name: "a", values, colors: own }] },
        });
        own.forEach((color, i) => expect(filled(pie, color).length, color).toBe(values[i] === 0 ? 1 : 2));
      }),
      { numRuns: runs(150) },
    );
  });
});

describe("numbers that are never written with an exponent", () => {
  const values = [1e-300, 1e300];
  const labels = ["a", "b"];
  const of = (kind: string, more: object = {}): Parameters<typeof draw>[0] =>
    ({
      kind,
      width: 160,
      height: 100,
      data: { ...(kind !== "scatter" && { labels }), series: [{ name: "s", ...(kind === "scatter" ? { points } : { values }) }] },
      ...more,
    }) as Parameters<typeof draw>[0];
  const points = [
    { x: 1e-300, y: 1 },
    { x: 1e300, y: 2 },
  ];
  const turned = { options: { orientation: "horizontal" } };
  const WIDE =
    /^API-507 chart-room .*the numbers of an axis leave no room for the plot in a chart of 160 by 100 mm: make it larger \((\d+) by (\d+) mm has room\), or scale the values and name their unit in the title of the axis$/;

  test.each([
    ["bar", of("bar")],
    ["line", of("line")],
    ["waterfall", of("waterfall")],
    ["horizontal bar", of("bar", turned)],
    ["scatter", of("scatter")],
    ["tiny", of("bar", { data: { labels, series: [{ name: "s", values: [1e-300, 2e-300] }] } })],
  ])("have all their digits, in the size that the message names: %s", (_, chart) => {
    const found = WIDE.exec(refusal(chart)!)!;
    expect(found).not.toBeNull();
    const [width, height] = [Number(found[1]), Number(found[2])];
    const shown = texts(draw({ ...chart, width, height }));
    expect(shown.some((text) => /^(0|[1-9])0*$/.test(text) || /^0\.0{200,}\d+$/.test(text))).toBe(true);
    expect(shown.some((text) => text.length > 300)).toBe(true);
    expect(shown.filter((text) => /e/i.test(text))).toEqual([]);
  });

  test("leave labels of data out before the plot, where they may be", () => {
    const labelled = (overflow: string): Parameters<typeof draw>[0] => of("bar", { width: 600, data_labels: { show: true, overflow } });
    expect(refusal(labelled("hide"))).toBeNull();
    expect(texts(draw(labelled("hide"))).some((text) => text.length > 300)).toBe(true);
    expect(refusal(labelled("error"))).toMatch(
      /^API-507 chart-data-labels its data labels leave no room for the plot in a chart of 600 by 100 mm: /,
    );
  });
});
