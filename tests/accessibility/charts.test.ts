import { describe, expect, test } from "vitest";
import type { Finding } from "../../accessibility/report.js";
import { block, canvas, flow, type Obj } from "../support/accessibility/requests.js";
import { reportOf } from "../support/accessibility/report.js";

/* Colours of charts: what is drawn counts, not what is declared (AX-27 to AX-29). */

const LABELS = ["2023", "2024", "2025"];
const chart = (kind: string, series: readonly Obj[], more: Obj = {}): Obj => ({
  type: "chart",
  kind,
  width: 120,
  height: 70,
  alt: "Visitors by room",
  data: { labels: LABELS, series },
  ...more,
});
const found = async (request: object, ...checks: readonly string[]): Promise<readonly Finding[]> =>
  (await reportOf(request)).findings.filter(({ check }) => checks.includes(check));
const inChart = (kind: string, series: readonly Obj[], more: Obj = {}): Promise<readonly Finding[]> =>
  found(flow([block(chart(kind, series, more))]), "graphics-contrast", "color-alone");
const values = [1, 2, 3];

describe("grounds", () => {
  const stops = (from: string, to: string, opacity = 1): Obj => ({
    background: {
      gradient: {
        kind: "linear",
        stops: [
          { offset: 0, color: from },
          { offset: 1, color: to },
        ],
      },
      opacity,
    },
  });

  test("on a dark gradient pale lines hold, and dark ones do not", async () => {
    const on = (color: string): Promise<readonly Finding[]> =>
      inChart("line", [{ name: "Hall", values, color }], { theme: stops("#101010", "#202840") });
    expect(await on("#FFE08A")).toEqual([]);
    expect(await on("#1B4965")).toMatchObject([{ check: "graphics-contrast", severity: "person", required: 3 }]);
  });

  test("the worst stop of a gradient counts", async () => {
    const series = [{ name: "Hall", values, color: "#FFE08A" }];
    // 1.28 to white
    expect(await inChart("line", series, { theme: stops("#101010", "#FFFFFF") })).toMatchObject([{ measured: 1.28 }]);
  });

  test("a translucent gradient is over what the page has behind the chart", async () => {
    const over = (fill: string): object =>
      canvas([
        { type: "rect", layout: { left: 0, top: 0 }, width: 160, height: 100, fill: { color: fill } },
        {
          ...chart("line", [{ name: "Hall", values, color: "#FFE08A" }], { theme: stops("#000000", "#202020", 0.3) }),
          layout: { left: 10, top: 10 },
        },
      ]);
    expect(await found(over("#101010"), "graphics-contrast")).toEqual([]);
    expect(await found(over("#FFFFFF"), "graphics-contrast")).toMatchObject([{ check: "graphics-contrast" }]);
  });
});

describe("outlines", () => {
  const pale = (stroke: Obj): Promise<readonly Finding[]> => inChart("bar", [{ name: "Hall", values, color: "#FFE08A", stroke }]);

  test("a dark one shows a pale bar", async () => {
    expect(await pale({ color: "#333333", width: 0.2 })).toEqual([]);
  });

  test.each([
    ["without width", { color: "#333333", width: 0 }],
    ["without opacity", { color: "#333333", width: 0.2, opacity: 0 }],
  ])("one %s is not drawn", async (_, stroke) => {
    expect(await pale(stroke)).toMatchObject([{ check: "graphics-contrast" }]);
  });

  test("a line has none: its stroke is the line", async () => {
    const stroke = { color: "#FFE08A", width: 0.5 };
    expect(await inChart("line", [{ name: "Hall", values, color: "#1B4965", stroke }])).toMatchObject([{ check: "graphics-contrast" }]);
  });
});

describe("patterns of print_mono", () => {
  const theme = { preset: "print_mono" };
  const series = (n: number, more: Obj = {}): readonly Obj[] =>
    Array.from({ length: n }, (_, i) => ({ name: `Room ${i}`, values: values.map((v) => v + i), ...more }));

  test("tell bars and slices apart", async () => {
    expect(await inChart("bar", series(3), { theme })).toEqual([]);
    expect((await inChart("pie", series(1), { theme })).filter(({ check }) => check === "color-alone")).toEqual([]);
  });

  test("a declared fill replaces them", async () => {
    expect(await inChart("bar", series(2, { fill: { color: "#555555" } }), { theme })).toMatchObject([
      { check: "color-alone", severity: "person", measured: 1 },
    ]);
    const fill = (kind: string): Obj => ({ fill: { pattern: { kind, color: "#555555" } } });
    const [one] = series(1, fill("dots"));
    const [, two] = series(2, fill("diagonal"));
    expect(await inChart("bar", [one!, two!], { theme })).toEqual([]);
  });
});

describe("patterns of fills", () => {
  const bars = (...patterns: readonly Obj[]): Promise<readonly Finding[]> =>
    inChart(
      "bar",
      patterns.map((pattern, i) => ({
        name: `Room ${i}`,
        values,
        fill: { pattern: { color: "#444444", background: { color: "#FFFFFF" }, ...pattern } },
        stroke: { color: "#444444", width: 0.2 },
      })),
    );
  const diagonal = { kind: "diagonal", spacing: 0.8 };

  test.each([
    ["another kind", { kind: "crosshatch", spacing: 0.8 }],
    ["coarser", { kind: "diagonal", spacing: 1.2 }],
    ["of dashes", { kind: "diagonal", spacing: 0.8, stroke: { dash: { preset: "dashed" } } }],
    ["inverse", { kind: "diagonal", spacing: 0.8, color: "#FFFFFF", background: { color: "#444444" } }],
  ])("one that is %s tells bars apart", async (_, pattern) => {
    expect(await bars(diagonal, pattern)).toEqual([]);
  });

  test.each([
    ["little coarser", { kind: "diagonal", spacing: 1.1 }],
    ["of another colour", { kind: "diagonal", spacing: 0.8, color: "#6B2E2E" }],
  ])("one that is %s does not", async (_, pattern) => {
    expect(await bars(diagonal, pattern)).toMatchObject([{ check: "color-alone", severity: "person" }]);
  });
});

describe("slices", () => {
  const near = { colors: ["#1B4965", "#5A189A", "#F2F2F2"] };
  const pie = (given: readonly number[]): Promise<readonly Finding[]> => inChart("pie", [{ name: "Visitors", values: given, ...near }]);

  test("of value 0 are not drawn: they are compared with nothing", async () => {
    expect(await pie([1, 0, 0])).toEqual([]);
    expect(await pie([1, 2, 0])).toMatchObject([{ check: "color-alone", severity: "fail" }]);
    expect((await pie([1, 0, 2])).map(({ check }) => check)).toEqual(["graphics-contrast"]);
  });
});

describe("patches of texts", () => {
  const path = "/flow_document/segments/0/content/0/element";
  const patchOf = async (more: Obj): Promise<unknown> => {
    const [finding] = await found(flow([block(chart("line", [{ name: "Hall", values, color: "#1B4965" }], more))]), "contrast");
    return finding?.patch;
  };

  test("set the theme's colour, where no style has one", async () => {
    // the first gray with 4.5 on white
    expect(await patchOf({ theme: { text: { color: "#AAAAAA" } } })).toEqual([
      { op: "replace", path: `${path}/theme/text/color`, value: "#767676" },
    ]);
  });

  test("set the style that has the colour, and no other", async () => {
    const axes = { category: { title: "Year", text: { color: "#aaaaaa" } }, values: { primary: { text: { color: "#333333" } } } };
    expect(await patchOf({ axes })).toEqual([{ op: "replace", path: `${path}/axes/category/text/color`, value: "#767676" }]);
  });

  test("add a theme where none is", async () => {
    const dark = { type: "rect", layout: { left: 0, top: 0 }, width: 160, height: 100, fill: { color: "#222222" } };
    const series = [{ name: "Hall", values, color: "#FFE08A" }];
    const [finding] = await found(canvas([dark, { ...chart("line", series), layout: { left: 10, top: 10 } }]), "contrast");
    expect(finding).toMatchObject({
      path: "/pages/0/elements/1",
      patch: [{ op: "add", path: "/pages/0/elements/1/theme", value: { text: {} } }],
    });
  });

  test("are none for labels in bars, whose color no field sets, and the finding says so", async () => {
    const labelled = (position: string): Promise<readonly Finding[]> =>
      found(
        flow([block(chart("bar", [{ name: "Hall", values, color: "#3B82F6" }], { data_labels: { show: true, position } }))]),
        "contrast",
      );
    const [finding, ...others] = await labelled("inside");
    expect(others).toEqual([]);
    expect(finding!.patch).toBeUndefined();
    expect(finding!.message).toContain("no field sets the color of labels inside marks");
    expect(await labelled("outside")).toEqual([]);
  });

  test("are none where a text is translucent", async () => {
    expect(await patchOf({ theme: { text: { color: "#000000", opacity: 0.3 } } })).toBeUndefined();
  });
});
