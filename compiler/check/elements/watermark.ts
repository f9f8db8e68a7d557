import { memberOf } from "../../../base/lookup.js";
import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import type { WatermarkLayer, WatermarkLayout } from "../../request/types/layers.js";
import type { Report } from "../values/report.js";
import { checkOpacity, type FontNames } from "../values/style.js";
import { TEXT_PROFILES } from "../values/text-profile.js";
import { checkTextStyle } from "./text.js";

const PATHS = ["arc_outside", "arc_inside", "wave"];
const TILED = ["tile", "diagonal_tile"];
const FIELDS: Readonly<Partial<Record<keyof WatermarkLayout, readonly string[]>>> = {
  angle: ["center", ...TILED, "arc_outside", "arc_inside"],
  gap_x: TILED,
  gap_y: TILED,
  stagger_x: TILED,
  offset_x: ["center", ...TILED],
  offset_y: ["center", ...TILED],
  center_x: ["arc_outside", "arc_inside"],
  center_y: ["arc_outside", "arc_inside"],
  radius: ["arc_outside", "arc_inside"],
  start_x: ["wave"],
  start_y: ["wave"],
  amplitude: ["wave"],
  wavelength: ["wave"],
};
const NOT_ON_PATHS = ["width", "height", "text_overflow", "shrink_to_fit", "decoration", "link_style", "wrap_policy"] as const;
/** (element model, Limits) */
const MAX_CLUSTERS = 32;

export function checkWatermark(r: Report, layer: WatermarkLayer | undefined, src: Src, fonts: FontNames): void {
  if (!layer) return;
  checkOpacity(r, layer.opacity, src);
  const { background, ...style } = layer.style ?? {};
  if (background !== undefined)
    r.add(
      "watermark-background",
      at(src, "style", "background"),
      "a watermark has no background: use style.highlight for a colour behind its letters",
    );
  checkTextStyle(r, style, at(src, "style"), { fonts, profile: TEXT_PROFILES.layer });
  if (style.text_overflow === "paginate")
    r.add(
      "watermark-paginate",
      at(src, "style", "text_overflow"),
      "a watermark stays on its page: use visible, clip or ellipsis in place of paginate",
    );
  const layout = layer.layout ?? {};
  const preset = layout.preset ?? "center";
  const here = at(src, "layout");
  for (const [field, presets] of Object.entries(FIELDS)) {
    if (memberOf(layout, field) !== undefined && !presets.includes(preset))
      r.add(
        "watermark-field",
        at(here, field),
        `${field} belongs to the preset${presets.length === 1 ? "" : "s"} ${presets.join(", ")}: leave it out with ${preset}`,
      );
  }
  for (const field of ["gap_x", "gap_y", "amplitude"] as const) r.notNegative(layout[field], here, field);
  for (const field of ["radius", "wavelength"] as const) r.positive(layout[field], here, field);
  if (!PATHS.includes(preset)) return;
  for (const field of NOT_ON_PATHS)
    if (style[field] !== undefined)
      r.add(
        "watermark-path-style",
        at(src, "style", field),
        `a text along a path has no ${field}: leave it out, or set the preset to center`,
      );
  const { content } = layer.template;
  const clusters = clusterCount(content);
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(content))
    r.add("watermark-line", at(src, "template", "content"), must("a single line along a path", "a line break"));
  else if (clusters > MAX_CLUSTERS)
    r.add(
      "watermark-length",
      at(src, "template", "content"),
      must(`at most ${MAX_CLUSTERS} characters along a path`, formatFound(clusters)),
    );
}

/** Approximate: marks, joiners, what follows them, second regional indicators. */
function clusterCount(text: string): number {
  let n = 0;
  let joined = false;
  let flags = 0;
  for (const char of text) {
    const flag = /\p{RI}/u.test(char);
    flags = flag ? flags + 1 : 0;
    const stays = joined || /[\p{M}\p{Cf}\u{1f3fb}-\u{1f3ff}]/u.test(char) || (flag && flags % 2 === 0);
    if (!stays) n++;
    joined = char === "\u200d";
  }
  return n;
}
