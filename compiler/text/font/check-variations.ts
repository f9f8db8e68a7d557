import { axisReason } from "../../help/axes.js";
import { fail } from "../../core/fail.js";
import { at, ROOT } from "../../core/src.js";
import { placeOfVariations, type DeclaredVariations } from "../../core/variations.js";
import type { FaceInfo } from "../../core/world.js";

/** Axes of the family in force, and values in their ranges (FT-22). `faces`: null of an unknown family @throws RenderError API-002 */
export function checkVariations({ values, from }: DeclaredVariations, family: string | null, faces: readonly FaceInfo[] | null): void {
  if (family !== null && faces === null) return;
  const axes = faces?.flatMap(({ variable }) => variable?.axes ?? []) ?? [];
  for (const [tag, value] of Object.entries(values)) {
    const src = placeOfVariations(from[tag]!) ?? ROOT;
    if (family === null)
      fail(
        "API-002",
        "variations-alone",
        src,
        "font_variations applies to a font_family, which is absent: add font_family, or leave it out",
      );
    const reason = axisReason(tag, value, family, axes);
    if (reason) fail("API-002", "font-axis", at(src, tag), reason);
  }
}
