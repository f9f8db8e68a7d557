import { CONTRACT_LIMITS } from "../compiler/core/limits.js";
import { NO_LOCALES, NO_MARKDOWN } from "../compiler/core/world.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../compiler/check/document.js";
import { messageOf } from "../compiler/core/fail.js";
import { decode } from "../compiler/request/decode.js";
import { materialize } from "../compiler/data/materialize.js";
import { runs } from "../tests/support/runs.js";
import { CHART_KINDS, chartDocument, randomChart, type RandomChartOptions } from "./random-chart.js";
import { everything, schema, use } from "./schema-use.js";
import "../tests/support/all-modules.js";

/* Preconditions of random tests: generated charts are valid and use every feature. */
const fonts = { knows: (family: string) => family.startsWith("Noto Sans"), names: [] };
const world = {
  barcodes: (): never => {
    throw new Error("there is no barcode here");
  },
  locales: NO_LOCALES,
  limits: CONTRACT_LIMITS,
  markdown: NO_MARKDOWN,
};

function refusals(request: object): readonly string[] {
  const decoded = decode(request, CONTRACT_LIMITS);
  if ("problems" in decoded) return decoded.problems.map((p) => `${p.path.join(".")}: ${p.reason}`);
  return check(materialize(decoded.request, undefined, world), fonts, world).map((p) => messageOf(p));
}

test("random charts pass the check", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(9), fc.boolean(), fc.boolean(), fc.boolean(), (seed, n, mandatory, opaque, roomy) => {
      const options: RandomChartOptions = { mandatory, opaque, roomy };
      expect(refusals(chartDocument([randomChart(seed, n, options)], { profile: "pdfa-ua1" }))).toEqual([]);
    }),
    { numRuns: runs(2000) },
  );
});

test("the same seed gives the same chart", () => {
  for (const n of CHART_KINDS.keys()) expect(randomChart(7, n)).toEqual(randomChart(7, n));
  expect(CHART_KINDS.map((kind) => randomChart(7, 3, { kind })["kind"])).toEqual(CHART_KINDS);
});

test("random charts leave out no field and no value of an enumeration", () => {
  const used = new Set<string>();
  for (let n = 0; n < 3000; n++) use(schema, chartDocument([randomChart(1, n)]), "DocumentRequest", used);
  const OF_CHARTS = /^(Chart(?!Projection)|Series|Scatter|Number|Gradient|Pattern|Value|Category|Annotation|Stroke|Compound|Dash)/;
  // joined formats may exclude each other: tests/templates/intl.test.ts, compiler/locale; features: tests/text/font-features.test.ts; fonts
  // of one's own and emoji: tests/fonts; fields of all elements: tests/pdf/roles.test.ts
  const HELD_ELSEWHERE =
    /^(NumberFormat\.(locale|currency|style|negative)|ChartTextStyle\.(font_features|font_variations|emoji_family)|ChartElement\.(role|reading_order|language))/;
  expect([...everything()].filter((key) => OF_CHARTS.test(key) && !HELD_ELSEWHERE.test(key) && !used.has(key))).toEqual([]);
});
