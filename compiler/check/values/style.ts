import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { placeVariations } from "../../core/variations.js";
import type { FontAxis } from "../../core/world.js";
import { axisReason } from "../../help/axes.js";
import { meantColor } from "../../help/colors.js";
import { similarFamily } from "../../help/families.js";
import { nearest } from "../../help/nearest.js";
import { must, mustFew, type Reason } from "../../help/reason.js";
import type { FillStyle, StrokeStyle } from "../../request/types/common.js";
import type { Decoration, FontFeatures, FontVariations, FontWeight, RunStyle } from "../../request/types/text.js";
import type { Report } from "./report.js";
import { WAYS } from "../../help/ways.js";

const COLOR = /^#[0-9A-Fa-f]{6}$/;

export function checkColor(r: Report, color: string | undefined, src: Src, field: string | number = "color"): void {
  if (color !== undefined && !COLOR.test(color))
    r.add(
      "color",
      at(src, field),
      must('"#RRGGBB", six hexadecimal digits', formatFound(color), { suggestion: quoted(meantColor(color)) }),
    );
}

export function checkOpacity(r: Report, opacity: number | undefined, src: Src): void {
  if (opacity !== undefined && !(opacity >= 0 && opacity <= 1))
    r.add("opacity", at(src, "opacity"), must("from 0 to 1", formatFound(opacity), { suggestion: shareOf(opacity) }));
}

/** The share that a percentage is. */
const shareOf = (percent: number): string | undefined => (percent >= 10 && percent <= 100 ? String(percent / 100) : undefined);

export function checkFill(r: Report, fill: FillStyle | undefined, src: Src): void {
  if (!fill) return;
  checkColor(r, fill.color, src);
  checkOpacity(r, fill.opacity, src);
}

export function checkStroke(r: Report, stroke: StrokeStyle | undefined, src: Src): void {
  if (!stroke) return;
  checkColor(r, stroke.color, src);
  checkOpacity(r, stroke.opacity, src);
  r.notNegative(stroke.width, src, "width");
  if (stroke.miter_limit !== undefined && !(stroke.miter_limit >= 1))
    r.add("miter-limit", at(src, "miter_limit"), must("at least 1", formatFound(stroke.miter_limit)));
  if (stroke.compound) r.notNegative(stroke.compound.gap, at(src, "compound"), "gap");
}

export interface FontNames {
  knows(family: string): boolean;
  /** npm package of a bundled family that is not installed; null otherwise */
  packageOf?(family: string): string | null;
  /** Axes of all faces of a family; null of an unknown family. */
  axesOf?(family: string): readonly FontAxis[] | null;
  readonly names: readonly string[];
}

const quoted = (meant: string | undefined): string | undefined => (meant === undefined ? undefined : JSON.stringify(meant));

function familyReason(found: string, fonts: FontNames): Reason {
  const { names } = fonts;
  const absent = fonts.packageOf?.(found) ?? null;
  if (absent !== null) return mustFew(names, formatFound(found), { advice: `it is of the package ${absent}, which is not installed` });
  const meant = nearest(found, names) ?? similarFamily(found, names);
  return mustFew(names, formatFound(found), {
    suggestion: quoted(meant),
    advice: `no font of this service has this name (${WAYS.otherFonts})`,
  });
}

/** points; 0 to three decimals is invisible */
export const MIN_FONT_SIZE = 0.001;
const MAX_FONT_SIZE = 10_000;

export function checkRun(r: Report, style: RunStyle | undefined, src: Src, fonts: FontNames): void {
  if (!style) return;
  if (style.font_size !== undefined && !(style.font_size >= MIN_FONT_SIZE && style.font_size <= MAX_FONT_SIZE)) {
    r.add("font-size", at(src, "font_size"), must(`from ${MIN_FONT_SIZE} to ${MAX_FONT_SIZE} points`, formatFound(style.font_size)));
  }
  checkFeatures(r, style.font_features, at(src, "font_features"));
  checkWeight(r, style.font_weight, src);
  if (style.font_variations) checkVariations(r, style.font_variations, at(src, "font_variations"));
  checkColor(r, style.color, src);
  checkOpacity(r, style.opacity, src);
  const family = style.font_family?.trim() ?? "";
  if (style.font_mode !== undefined && family === "")
    r.add(
      "font-mode-alone",
      at(src, "font_mode"),
      "font_mode applies to a font_family, which is absent: add font_family, or leave font_mode out",
    );
  // under `prefer`, an unknown family is one without any character
  if (family !== "" && style.font_mode !== "prefer" && !fonts.knows(family))
    r.add("font-unknown", at(src, "font_family"), familyReason(family, fonts));
  if (style.font_variations && family !== "") checkAxes(r, style.font_variations, family, { fonts, src: at(src, "font_variations") });
  const emoji = style.emoji_family?.trim() ?? "";
  if (emoji !== "" && !fonts.knows(emoji)) r.add("font-unknown", at(src, "emoji_family"), familyReason(emoji, fonts));
  if (style.highlight) {
    const here = at(src, "highlight");
    checkColor(r, style.highlight.color, here);
    checkOpacity(r, style.highlight.opacity, here);
    r.notNegative(style.highlight.corner_radius, here, "corner_radius");
    r.notNegative(style.highlight.padding, here, "padding");
  }
  checkDecoration(r, style.decoration, at(src, "decoration"));
  if (style.link_style) {
    checkColor(r, style.link_style.color, at(src, "link_style"));
    checkDecoration(r, style.link_style.decoration, at(src, "link_style", "decoration"));
    checkWeight(r, style.link_style.font_weight, at(src, "link_style"));
  }
}

const MAX_WEIGHT = 1000;

function checkWeight(r: Report, weight: FontWeight | undefined, src: Src): void {
  if (typeof weight === "number" && !(weight >= 1 && weight <= MAX_WEIGHT))
    r.add("font-weight", at(src, "font_weight"), must(`from 1 to ${MAX_WEIGHT}`, formatFound(weight)));
}

/** Checks tags; axes and ranges are those of the family in force, which the cascade knows (FT-21). */
function checkVariations(r: Report, variations: FontVariations, src: Src): void {
  for (const tag of Object.keys(variations))
    if (!FEATURE.test(tag))
      r.add("variation-tag", at(src, tag), "the tag of an axis has four letters or digits, such as wght, wdth or opsz");
  placeVariations(variations, src);
}

/** Checks the axes of a level that names its family, whether or not a text uses it (FT-22). */
function checkAxes(
  r: Report,
  variations: FontVariations,
  family: string,
  { fonts, src }: { readonly fonts: FontNames; readonly src: Src },
): void {
  const axes = fonts.axesOf?.(family);
  if (!axes) return;
  for (const [tag, value] of Object.entries(variations)) {
    const reason = FEATURE.test(tag) ? axisReason(tag, Math.round(value * 1000) / 1000, family, axes) : null;
    if (reason) r.add("font-axis", at(src, tag), reason);
  }
}

const FEATURE = /^[A-Za-z0-9]{4}$/;
const MAX_FEATURE = 65_535;

/** Checks tags and values of OpenType features (decisions §8.7). */
function checkFeatures(r: Report, features: FontFeatures | undefined, src: Src): void {
  for (const [tag, value] of Object.entries(features ?? {})) {
    if (!FEATURE.test(tag))
      r.add("feature-tag", at(src, tag), "the tag of an OpenType feature has four letters or digits, such as tnum, smcp or ss01");
    if (!(value >= 0 && value <= MAX_FEATURE))
      r.add("feature-value", at(src, tag), must(`from 0 to ${MAX_FEATURE}: 0 is off, 1 is on`, formatFound(value)));
  }
}

function checkDecoration(r: Report, decoration: Decoration | undefined, src: Src): void {
  if (!decoration) return;
  checkColor(r, decoration.color, src);
  r.positive(decoration.thickness, src, "thickness");
}
