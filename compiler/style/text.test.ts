import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { pt } from "../core/units.js";
import type { TextStyle } from "../request/types/text.js";
import { finishRun, resolveText, sameLook, SERVICE_TEXT, type ComputedRun, type TextScope } from "./text.js";

/* (core contract, Omitted-field fallback; element model, Font rules). Expected: the nearest declaration of a field, else the default. */

const color = fc.constantFrom("#aabbcc", "#123456", "#FF0000");
const decoration = fc.record(
  {
    lines: fc.constantFrom<("underline" | "line_through" | "overline")[][]>(["underline"], ["overline", "overline", "line_through"]),
    color,
    thickness: fc.constantFrom(0.2, 1),
    style: fc.constantFrom("solid", "double", "dotted", "dashed"),
  },
  { requiredKeys: ["lines"] },
);
const weight = fc.constantFrom("normal" as const, "medium" as const, "semibold" as const, "bold" as const, 1, 350, 1000);
const fontStyle = fc.constantFrom("normal", "italic");
const level: fc.Arbitrary<TextStyle> = fc
  .record(
    {
      font_family: fc.constantFrom("Noto Sans", "noto-sans", "Noto Serif", " Noto Sans Mono ", " ", ""),
      font_mode: fc.constantFrom("strict", "prefer"),
      font_size: fc.integer({ min: 4, max: 40 }),
      font_weight: weight,
      font_style: fontStyle,
      color,
      opacity: fc.constantFrom(0, 0.5, 1),
      letter_spacing: fc.constantFrom(-0.2, 0, 1),
      font_features: fc.dictionary(fc.constantFrom("tnum", "smcp", "liga", "ss01"), fc.integer({ min: 0, max: 3 })),
      emoji_family: fc.constantFrom("Noto Color Emoji", " ", " Noto Emoji "),
      font_variations: fc.dictionary(fc.constantFrom("wght", "wdth", "opsz"), fc.constantFrom(0, 87.5, 400, 62.12345)),
      script: fc.constantFrom("normal", "superscript", "subscript"),
      highlight: fc.record(
        { color, opacity: fc.constantFrom(0.5, 1), corner_radius: fc.constantFrom(0, 2), padding: fc.constantFrom(0, 1) },
        { requiredKeys: [] },
      ),
      decoration,
      link_style: fc.record({ color, decoration, font_weight: weight, font_style: fontStyle }, { requiredKeys: [] }),
      wrap_policy: fc.constantFrom("normal", "keep_together", "no_wrap"),
      text_align: fc.constantFrom("left", "center", "right", "justify"),
      direction: fc.constantFrom("auto", "ltr", "rtl"),
      line_height: fc.constantFrom(1, 1.5),
      width: fc.integer({ min: 1, max: 90 }),
      height: fc.integer({ min: 1, max: 90 }),
      vertical_align: fc.constantFrom("top", "middle", "bottom"),
      text_overflow: fc.constantFrom("visible", "clip", "ellipsis", "paginate"),
      shrink_to_fit: fc.boolean(),
      min_font_size: fc.integer({ min: 1, max: 9 }),
    },
    { requiredKeys: [] },
  )
  // a mode without a family is refused earlier
  .map(({ font_mode, ...rest }) => (rest.font_family?.trim() && font_mode ? { ...rest, font_mode } : rest) as TextStyle);
const chain = fc.array(fc.option(level, { nil: undefined }), { maxLength: 5 });
type Chain = readonly (TextStyle | undefined)[];

const resolved = (levels: Chain): TextScope => levels.reduce<TextScope>(resolveText, SERVICE_TEXT);

function nearest<K extends keyof TextStyle>(levels: Chain, field: K): TextStyle[K] | undefined {
  return levels.findLast((l) => l?.[field] !== undefined)?.[field];
}

const WEIGHT = { normal: 400, medium: 500, semibold: 600, bold: 700 };
const weighs = (w: TextStyle["font_weight"]): number => (typeof w === "number" ? w : WEIGHT[w ?? "normal"]);

/** Of the levels since the last that names another family (FT-21). */
function variationsOf(levels: Chain): unknown {
  let family: string | null = null;
  let since = 0;
  for (const [i, level] of levels.entries()) {
    const named = level?.font_family?.toLowerCase().replace(/[\s-]/g, "");
    if (!named) continue;
    if (named !== family) since = i;
    family = named;
  }
  const declared = levels.slice(since).flatMap((level) => (level?.font_variations ? [level.font_variations] : []));
  const from = Object.fromEntries(declared.flatMap((d) => Object.keys(d).map((tag) => [tag, d])));
  const tags = Object.keys(from).sort();
  if (tags.length === 0) return null;
  const values = Object.fromEntries(tags.map((tag) => [tag, Math.round(from[tag]![tag]! * 1000) / 1000]));
  return { key: tags.map((tag) => `${tag}=${values[tag]}`).join(" "), values, from };
}
const upper = (c: string | undefined): string | undefined => c?.toUpperCase();
const decorated = (d: TextStyle["decoration"]): unknown =>
  d && {
    lines: [...new Set(d.lines)],
    color: upper(d.color) ?? null,
    thickness: d.thickness === undefined ? null : pt(d.thickness),
    style: d.style ?? "solid",
  };

function expected(levels: Chain): unknown {
  const of = <K extends keyof TextStyle>(field: K): TextStyle[K] | undefined => nearest(levels, field);
  const family = levels.findLast((l) => l?.font_family?.trim());
  const highlight = of("highlight");
  return {
    look: {
      family: family?.font_family?.trim() ?? null,
      mode: family ? (family.font_mode ?? "strict") : "automatic",
      size: of("font_size") ?? 12,
      weight: weighs(of("font_weight")),
      weightDeclared: of("font_weight") !== undefined,
      italic: of("font_style") === "italic",
      color: upper(of("color")) ?? "#000000",
      opacity: of("opacity") ?? 1,
      letterSpacing: pt(of("letter_spacing") ?? 0),
      features: ["liga", "smcp", "ss01", "tnum"]
        .map((tag) => [tag, levels.findLast((l) => l?.font_features?.[tag] !== undefined)?.font_features?.[tag]])
        .filter(([, value]) => value !== undefined)
        .map(([tag, value]) => `${tag}=${value}`)
        .join(" "),
      emojiFamily: levels.findLast((l) => l?.emoji_family?.trim())?.emoji_family?.trim() ?? null,
      variations: variationsOf(levels),
      script: of("script") ?? "normal",
      highlight: highlight
        ? {
            color: upper(highlight.color) ?? "#FFFF00",
            opacity: highlight.opacity ?? 1,
            radius: pt(highlight.corner_radius ?? 0),
            padding: pt(highlight.padding ?? 0),
          }
        : null,
      decoration: decorated(of("decoration")) ?? null,
      linkStyle: of("link_style") ?? null,
    },
    paragraph: {
      align: of("text_align") ?? "start",
      direction: of("direction") ?? "auto",
      lineHeight: of("line_height") ?? null,
      wrap: of("wrap_policy") ?? "normal",
    },
    frame: {
      width: of("width") ?? null,
      height: of("height") ?? null,
      valign: of("vertical_align") ?? "top",
      overflow: of("text_overflow") ?? "visible",
      shrink: of("shrink_to_fit") ?? false,
      minSize: of("min_font_size") ?? 4,
    },
  };
}

describe("the cascade of text", () => {
  test("of each field the nearest declaration counts, else the service's default", () => {
    fc.assert(
      fc.property(chain, (levels) => {
        expect(resolved(levels)).toEqual(expected(levels));
      }),
      { numRuns: runs(500) },
    );
  });

  test("a level that declares nothing changes nothing, and saying a thing twice is saying it once", () => {
    fc.assert(
      fc.property(chain, level, (levels, own) => {
        const up = resolved(levels);
        expect(resolveText(up, undefined)).toBe(up);
        expect(resolveText(up, {})).toEqual(up);
        expect(resolveText(resolveText(up, own), own)).toEqual(resolveText(up, own));
      }),
      { numRuns: runs(200) },
    );
  });

  test("a family brings its mode, and keeps both until a descendant names another; blank is absent", () => {
    const of = (...levels: TextStyle[]): unknown => {
      const { family, mode } = resolved(levels).look;
      return [family, mode];
    };
    expect(of({ font_size: 9 })).toEqual([null, "automatic"]);
    expect(of({ font_family: "A" })).toEqual(["A", "strict"]);
    expect(of({ font_family: "A", font_mode: "prefer" }, { font_size: 9 })).toEqual(["A", "prefer"]);
    expect(of({ font_family: "A", font_mode: "prefer" }, { font_family: "B" })).toEqual(["B", "strict"]);
    expect(of({ font_family: "A" }, { font_family: " " })).toEqual(["A", "strict"]);
    expect(of({ font_family: " " })).toEqual([null, "automatic"]);
  });

  test("a link style applies to linked runs alone, over what the run has itself", () => {
    fc.assert(
      fc.property(chain, (levels) => {
        const { look } = resolved(levels);
        const { linkStyle, ...bare } = look;
        expect(finishRun(look, false)).toEqual(bare);
        expect(finishRun(look, true)).toEqual({
          ...bare,
          color: upper(linkStyle?.color) ?? bare.color,
          decoration: decorated(linkStyle?.decoration) ?? bare.decoration,
          weight: linkStyle?.font_weight ? weighs(linkStyle.font_weight) : bare.weight,
          weightDeclared: bare.weightDeclared || linkStyle?.font_weight !== undefined,
          italic: linkStyle?.font_style ? linkStyle.font_style === "italic" : bare.italic,
        });
      }),
      { numRuns: runs(200) },
    );
  });
});

test.each(Object.keys(SERVICE_TEXT.look) as (keyof ComputedRun)[])("texts that differ in %s have different looks", (field) => {
  // its link style is not of the text, which has it resolved
  const other = field === "variations" ? { key: "wght=1", values: { wght: 1 }, from: {} } : "another";
  expect(sameLook({ ...SERVICE_TEXT.look, [field]: other }, SERVICE_TEXT.look)).toBe(field === "linkStyle");
});
