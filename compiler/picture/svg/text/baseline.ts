import type { Face } from "../../../text/font/face.js";
import type { SvgElement } from "../tree/tree.js";
import { fontSizeOf, lengthOf } from "./lengths.js";
import type { Leaf } from "./leaves.js";

/** User units; the descender is negative. */
export function metricsOf(face: Face, size: number): { readonly ascender: number; readonly descender: number; readonly xHeight: number } {
  const { ascender, descender } = face.info;
  return { ascender: (ascender * size) / 1000, descender: (descender * size) / 1000, xHeight: face.metric("xhgt", 500) * size };
}

/** Returns the shift below the baseline, user units (SVG 2, 11.10). */
export function loweredBy(text: SvgElement, leaf: Leaf, face: Face, vertical: boolean): number {
  let shift = 0;
  for (let at = leaf.in; ; at = at.parent!) {
    const declared = at.attributes.get("baseline-shift")?.trim().toLowerCase();
    if (declared !== undefined) shift -= shiftOf(declared, at, face);
    if (at === text) break;
  }
  if (vertical) return shift;
  const aligned = leaf.in === text ? undefined : leaf.in.attributes.get("alignment-baseline")?.trim().toLowerCase();
  const own = aligned !== undefined && aligned !== "auto" && aligned !== "baseline" ? aligned : dominantOf(leaf.in);
  return shift + baselineOf(own, face, leaf.size);
}

function shiftOf(declared: string, el: SvgElement, face: Face): number {
  const size = fontSizeOf(el);
  if (declared === "super") return face.metric("spyo", 350) * size;
  if (declared === "sub") return -face.metric("sbyo", 140) * size;
  return lengthOf(declared, size, size) ?? 0;
}

function dominantOf(el: SvgElement): string {
  for (let at: SvgElement | null = el; at; at = at.parent) {
    const declared = at.attributes.get("dominant-baseline")?.trim().toLowerCase();
    if (declared !== undefined) return declared;
  }
  return "auto";
}

/** Height above the alphabetic baseline. */
function baselineOf(name: string, face: Face, size: number): number {
  const { ascender, descender, xHeight } = metricsOf(face, size);
  switch (name) {
    case "before-edge":
    case "text-before-edge":
    case "text-top":
      return ascender;
    case "middle":
      return xHeight / 2;
    case "central":
      return (ascender + descender) / 2;
    case "after-edge":
    case "text-after-edge":
    case "text-bottom":
    case "ideographic":
      return descender;
    case "hanging":
      return ascender * 0.8;
    case "mathematical":
      return ascender * 0.5;
    default:
      return 0;
  }
}
