import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { pt } from "../core/units.js";
import type { Dash, FillStyle, StrokeStyle } from "../request/types/common.js";
import { resolveFill, resolveStroke } from "./shape.js";

/* Laws of fills and strokes (core contract, Omitted-field fallback; decisions §1, Fill). */

const PRESETS: Readonly<Record<Dash["preset"], readonly number[]>> = {
  solid: [],
  dashed: [4, 3],
  dotted: [1, 2],
  dash_dot: [4, 3, 1, 3],
  dash_dot_dot: [4, 3, 1, 3, 1, 3],
  long_dash: [8, 3],
};
const color = fc.constantFrom("#aabbcc", "#123456", "#FF0000");
const opacity = fc.constantFrom(0, 0.25, 1);
const stroke: fc.Arbitrary<StrokeStyle> = fc.record(
  {
    color,
    width: fc.constantFrom(0, 0.1, 0.35, 2),
    opacity,
    dash: fc.record({ preset: fc.constantFrom(...(Object.keys(PRESETS) as Dash["preset"][])) }),
    cap: fc.constantFrom("butt", "round", "square"),
    join: fc.constantFrom("miter", "round", "bevel"),
    miter_limit: fc.integer({ min: 1, max: 20 }),
    compound: fc.record({ kind: fc.constant("double" as const), gap: fc.constantFrom(0.3, 1) }),
  },
  { requiredKeys: [] },
);
const fill: fc.Arbitrary<FillStyle> = fc.record({ color, opacity }, { requiredKeys: [] });
const optional = <T>(a: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(a, { nil: undefined });

describe("strokes", () => {
  test("each subfield is its own, else the defaults', else the service's", () => {
    fc.assert(
      fc.property(optional(stroke), optional(stroke), (defaults, own) => {
        const of = <K extends keyof StrokeStyle>(field: K): StrokeStyle[K] | undefined => own?.[field] ?? defaults?.[field];
        const width = pt(of("width") ?? 0.2);
        const preset = of("dash")?.preset ?? "solid";
        const cap = of("cap") ?? (preset === "dotted" ? "round" : "butt");
        const compound = of("compound");
        expect(resolveStroke(defaults, own)).toEqual({
          color: (of("color") ?? "#000000").toUpperCase(),
          width,
          opacity: of("opacity") ?? 1,
          cap,
          join: of("join") ?? "miter",
          miterLimit: of("miter_limit") ?? 10,
          dash: (preset === "dotted" && cap === "round" ? [0, 2] : PRESETS[preset]).map((n) => n * width),
          gap: compound ? pt(compound.gap) : null,
        });
      }),
      { numRuns: runs(400) },
    );
  });
});

describe("fills", () => {
  test("none is painted that is not declared; a declared one lacks nothing", () => {
    fc.assert(
      fc.property(optional(fill), optional(fill), (defaults, own) => {
        const found = resolveFill(defaults, own);
        const wanted = own && {
          color: (own.color ?? defaults?.color ?? "#000000").toUpperCase(),
          opacity: own.opacity ?? defaults?.opacity ?? 1,
        };
        expect(found).toEqual(wanted ?? null);
      }),
      { numRuns: runs(200) },
    );
  });
});
