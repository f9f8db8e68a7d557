import { expect, test } from "vitest";
import { collect } from "../compile.js";
import { testEngine } from "../../golden/cases.js";
import type { Op } from "../../ir/ir.js";
import { compileNow } from "../../tests/support/at-once.js";

const NBSP = "\u00a0";

const textsOf = (ops: readonly Op[]): readonly string[] =>
  ops.flatMap((op) => ("children" in op ? textsOf(op.children) : op.op === "glyphs" ? [op.text] : []));

/** Texts of a bar chart without category axis, under settings.locale. */
function texts(values: readonly number[], primary: object, { percent = false, locale = "de" } = {}): readonly string[] {
  const stack = percent && { stack: { group: "g", mode: "percent" } };
  const chart = {
    type: "chart",
    kind: "bar",
    layout: { left: 5, top: 5 },
    width: 90,
    height: 60,
    data: { labels: values.map(() => "x"), series: [{ name: "S", values, ...stack }] },
    axes: { category: { show: false }, values: { primary } },
  };
  const request = { settings: { locale }, pages: [{ width: 100, height: 70, elements: [chart] }] };
  return collect(compileNow(request, testEngine.world())).pages.flatMap((page) => textsOf(page.ops));
}

test.each<[string, number[], object, string]>([
  ["N19: an axis without format is as in the contract", [2000.5, 4000], {}, "4000"],
  ["N19: also with decimals", [0.05, 0.35], {}, "0.35"],
  ["an empty format has the locale", [2000.5, 4000], { format: {} }, "4.000"],
  ["N5: a currency has its decimals", [2000, 4000], { format: { currency: "EUR" } }, `4.000,00${NBSP}€`],
  ["N5: and no fewer than the ticks need", [1, 2], { format: { currency: "JPY" }, tick_count: 5 }, `0,5${NBSP}¥`],
  ["N5: a percentage has as many as it shows", [0.1, 0.35], { format: { style: "percent" } }, `35${NBSP}%`],
  ["declared decimals", [2000, 4000], { format: { currency: "EUR", decimals: 0 } }, `4.000${NBSP}€`],
])("%s", (_, values, primary, said) => expect(texts(values, primary)).toContain(said));

test.each<[string, object, string, string]>([
  ["has the locale's pattern", {}, "de", `20${NBSP}%`],
  ["by the format's locale", { format: { locale: "tr" } }, "de", "%20"],
  ["with the format's decimals", { format: { decimals: 1 } }, "de", `20,0${NBSP}%`],
  ["is not multiplied by a style", { format: { style: "percent" } }, "de", `20${NBSP}%`],
  ["nor has a currency", { format: { currency: "EUR" } }, "de", `20${NBSP}%`],
  ["without a locale too", { format: { style: "percent" } }, "", "20%"],
  ["without a locale, with the contract's suffix", { format: { suffix: " pct" } }, "", "20 pct"],
])("N18: an axis of percent stacks %s", (_, primary, locale, said) =>
  expect(texts([1, 2], primary, { percent: true, locale })).toContain(said),
);
