import { CONTRACT_LIMITS } from "../../core/limits.js";
import { NO_LOCALES, NO_MARKDOWN } from "../../core/world.js";
import { describe, expect, test } from "vitest";
import { testEngine } from "../../../golden/cases.js";
import { check, firstProblem } from "../document.js";
import { materialize } from "../../data/materialize.js";
import { decode } from "../../request/decode.js";
import "../../../tests/support/all-modules.js";

/* Limits of a Flow Document (element model, Limits). */

type Json = Readonly<Record<string, unknown>>;

const list = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const named = (count: number, make: (i: number) => Json): Json => Object.fromEntries(list(count, (i) => [`n${i}`, make(i)]));
const MASTER = { size: "a6" };
const TEXT = { type: "block", element: { type: "text", content: "x" } };
const RECT = { type: "rect", width: 1, height: 1 };
const STYLE = { target: "text", properties: {} };
const RULES = (count: number): Json => ({ rules: list(count, () => ({ selector: {}, style: "a" })) });
const stack = (content: readonly Json[], extra: Json = {}): Json => ({ type: "stack", layout: {}, content, ...extra });
const container = (children: number): Json => ({
  type: "container",
  layout: { children: { mode: "linear" } },
  elements: list(children, () => RECT),
});
const nested = (depth: number): Json => stack(depth > 1 ? [nested(depth - 1)] : []);

/** Rule of a document's first problem; null if accepted. */
function ruleOf(
  content: readonly Json[],
  { flow = {}, master = MASTER, segment = {} }: { flow?: Json; master?: Json; segment?: Json } = {},
): string | null {
  const segments = [{ page_master: "main", content, ...segment }];
  const body = { flow_document: { page_masters: { main: master }, segments, ...flow } };
  const decoded = decode(new TextEncoder().encode(JSON.stringify(body)), CONTRACT_LIMITS);
  if (!("request" in decoded)) return `decode: ${decoded.problems[0]!.reason}`;
  const materialized = materialize(decoded.request, undefined, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN });
  const world = testEngine.world();
  return firstProblem(decoded.request, check(materialized, { knows: () => true, names: [] }, world))?.rule ?? null;
}

describe("limits of Flow Documents: at the bound, and one over", () => {
  const limits: readonly (readonly [string, number, string, (n: number) => string | null])[] = [
    [
      "page masters",
      32,
      "masters-count",
      (n) => ruleOf([TEXT], { flow: { page_masters: { main: MASTER, ...named(n - 1, () => MASTER) } } }),
    ],
    ["segments", 100, "segments-count", (n) => ruleOf([], { flow: { segments: list(n, () => ({ page_master: "main", content: [] })) } })],
    ["styles", 64, "styles-count", (n) => ruleOf([], { flow: { styles: named(n, () => STYLE) } })],
    ["content nodes", 1024, "nodes-count", (n) => ruleOf(list(n, () => stack([])))],
    ["elements, those in containers too", 1024, "elements-count", (n) => ruleOf([TEXT, { type: "block", element: container(n - 2) }])],
    [
      "destinations",
      1024,
      "destinations-count",
      (n) =>
        ruleOf(
          list(n - 1, (i) => stack([], { destination: `d${i}` })),
          { segment: { destination: "first" } },
        ),
    ],
    ["nesting, the segment's content being 1", 32, "flow-depth", (n) => ruleOf([nested(n - 1)])],
    [
      "repeated elements of a page master",
      32,
      "repeated-count",
      (n) =>
        ruleOf([], { master: { ...MASTER, layers: { stamp: { elements: list(n, () => ({ ...RECT, layout: { left: 1, top: 1 } })) } } } }),
    ],
    ["rules of a scope", 64, "rules-in-scope", (n) => ruleOf([], { flow: { styles: { a: STYLE }, style_scope: RULES(n) } })],
    [
      "rules",
      256,
      "rules-count",
      (n) =>
        ruleOf([...list(4, () => stack([], { style_scope: RULES(64) })), stack([], { style_scope: RULES(n - 256) })], {
          flow: { styles: { a: STYLE } },
        }),
    ],
    ["styles of a node", 4, "explicit-count", (n) => ruleOf([{ ...TEXT, styles: list(n, () => "a") }], { flow: { styles: { a: STYLE } } })],
    [
      "styles that one extends",
      32,
      "style-depth",
      (n) => ruleOf([], { flow: { styles: named(n + 1, (i) => ({ ...STYLE, ...(i > 0 && { extends: `n${i - 1}` }) })) } }),
    ],
    [
      "tracks",
      32,
      "tracks-count",
      (n) => ruleOf([{ type: "grid", layout: { columns: list(n, () => ({ mode: "content" })) }, content: [] }]),
    ],
    ["columns of a node", 32, "columns-range", (n) => ruleOf([{ type: "columns", layout: { count: n }, content: [] }])],
    ["columns of a page master", 32, "columns-range", (n) => ruleOf([], { master: { ...MASTER, layout: { columns: { count: n } } } })],
    ["least lines", 32, "lines-range", (n) => ruleOf([{ ...TEXT, pagination: { widow_lines: n } }])],
    ["bytes of a style's name", 128, "style-name", (n) => ruleOf([], { flow: { styles: { ["x".repeat(n)]: STYLE } } })],
    ["bytes of a destination's name", 128, "destination-name", (n) => ruleOf([], { segment: { destination: "x".repeat(n) } })],
    [
      "characters of a page master's name",
      64,
      "master-name",
      (n) => ruleOf([], { flow: { page_masters: { main: MASTER, ["x".repeat(n)]: MASTER } } }),
    ],
    ["a side", 2000, "side-range", (n) => ruleOf([], { master: { width: n, height: 100 } })],
  ];
  test.each(limits)("%s: %i", (_what, most, rule, of) => {
    expect(of(most)).toBe(null);
    expect(of(most + 1)).toBe(rule);
  });

  test("a side of 10 mm is the least", () => {
    expect(ruleOf([], { master: { width: 10, height: 10 } })).toBe(null);
    expect(ruleOf([], { master: { width: 10, height: 9.999 } })).toBe("side-range");
  });
});
