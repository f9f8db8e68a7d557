import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { NO_LOCALES, NO_MARKDOWN } from "../../compiler/core/world.js";
import { describe, expect, test } from "vitest";
import { check, firstProblem } from "../../compiler/check/document.js";
import { messageOf, type Problem } from "../../compiler/core/fail.js";
import { pathOf } from "../../compiler/core/src.js";
import { decode } from "../../compiler/request/decode.js";
import { materialize } from "../../compiler/data/materialize.js";
import type { ChartData, ChartKind, ChartSeries } from "../../compiler/request/types/chart.js";
import "./all-modules.js";

/** Part of a chart, unchecked: the decoder checks its shape. */
export type Part = Readonly<Record<string, unknown>>;

const SERIES: Readonly<Record<ChartKind, ChartSeries>> = {
  bar: { name: "S", values: [3, 5] },
  line: { name: "S", values: [3, 5] },
  area: { name: "S", values: [3, 5] },
  combo: { name: "S", kind: "bar", values: [3, 5] },
  pie: { name: "S", values: [3, 5] },
  donut: { name: "S", values: [3, 5] },
  waterfall: { name: "S", values: [3, 5] },
  scatter: {
    name: "S",
    points: [
      { x: 1, y: 3 },
      { x: 2, y: 5 },
    ],
  },
  range: { name: "S", lower_values: [1, 2], upper_values: [3, 5] },
  heatmap: { name: "S", values: [3, 5] },
};

export const KINDS = Object.keys(SERIES) as ChartKind[];
export const CARTESIAN: readonly ChartKind[] = KINDS.filter((kind) => !["pie", "donut", "heatmap"].includes(kind));

/** The smallest chart of a kind; each of `series` extends the kind's series, the default. */
export function chart(kind: ChartKind, fields: Part = {}, ...series: readonly Part[]): Part {
  const own = (series.length > 0 ? series : [{}]).map((s, i) => ({ ...SERIES[kind], ...(i > 0 && { name: `S${i}` }), ...s }));
  const data = { ...(kind !== "scatter" && { labels: ["a", "b"] }), series: own as ChartSeries[] } satisfies ChartData;
  return { type: "chart", kind, layout: { left: 5, top: 5 }, width: 90, height: 60, data, ...fields };
}

export const withData = (kind: ChartKind, data: Part, fields: Part = {}): Part =>
  chart(kind, { data: { ...(chart(kind)["data"] as object), ...data }, ...fields });

const world = {
  barcodes: (): never => {
    throw new Error("there is no barcode here");
  },
  locales: NO_LOCALES,
  limits: CONTRACT_LIMITS,
  markdown: NO_MARKDOWN,
};
const fonts = { knows: (family: string) => family === "Noto Sans", names: ["Noto Sans"] };

/** Shape problems are thrown. */
export function problemsOf(request: object): readonly Problem[] {
  const decoded = decode(JSON.parse(JSON.stringify(request)) as object, CONTRACT_LIMITS);
  if ("problems" in decoded) throw new Error(decoded.problems.map((p) => `${p.rule} ${p.path.join(".")}: ${p.reason}`).join("; "));
  return check(materialize(decoded.request, undefined, world), fonts, world);
}

export const page = (element: Part, settings: Part = {}): Part => ({ settings, pages: [{ size: "a4", elements: [element] }] });

/** `rule path`, from the chart on; codes other than API-002. */
export function refusals(element: Part, settings: Part = {}): readonly string[] {
  return problemsOf(page(element, settings)).map((p) => {
    const message = messageOf(p);
    if (message.length > 200 || /[\n.]$|undefined|NaN|object/.test(message)) throw new Error(`not a good message: ${message}`);
    const path = pathOf(p.src).replace(/^pages\[0\]\.elements\[0\]\.?/, "");
    return `${p.code === "API-002" ? "" : `${p.code} `}${p.rule} ${path}`.trimEnd();
  });
}

export function answer(element: Part): string | null {
  const request = page(element);
  const problem = firstProblem(request, problemsOf(request));
  return problem ? messageOf(problem) : null;
}

export interface Rule {
  readonly rule: string;
  readonly valid: readonly Part[];
  readonly invalid: readonly (readonly [element: Part, ...refusals: string[]])[];
}

export function testRules(rules: readonly Rule[]): void {
  describe.each(rules)("$rule", ({ valid, invalid }) => {
    test.each(valid.map((element) => [element]))("valid %#", (element) => {
      expect(refusals(element)).toEqual([]);
    });
    test.each(invalid.map(([element, ...expected]) => [element, expected] as const))("invalid %#", (element, expected) => {
      expect(refusals(element)).toEqual(expected);
    });
  });
}
