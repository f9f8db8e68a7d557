import { rgbOf } from "../../ir/values.js";
import type { BoxLink } from "../box/link.js";
import type { Src } from "../core/src.js";
import { pt } from "../core/units.js";
import type { LinkBorder, LinkSpec, LinkTarget } from "../request/types/common.js";
import { fieldName } from "../request/field-labels.js";
import type { DocumentPlace } from "./document-place.js";

/** (element model, Link). `place`: of the request in the book */
export function lowerLink(spec: LinkSpec, src: Src, place: DocumentPlace): BoxLink {
  return {
    target: lowerTarget(spec.target, place),
    alt: spec.alt ?? null,
    padding: pt(spec.padding ?? 0),
    border: lowerBorder(spec.border),
    src,
    at: null,
    within: null,
  };
}

/** Lowers a border; its default width is that of the default stroke, and width 0 is no border. */
function lowerBorder(border: LinkBorder | undefined): BoxLink["border"] {
  if (!border) return null;
  const width = pt(border.width ?? 0.2);
  return width === 0 ? null : { color: rgbOf(border.color ?? "#000000"), width };
}

function lowerTarget(target: LinkTarget, place: DocumentPlace): BoxLink["target"] {
  if (target.type === "url") return { url: target.url.trim() };
  if (target.type === "destination") return { destination: place.named(target.name) };
  if (target.type === "field") return { field: place.named(fieldName(target.name)) };
  return { page: place.firstSequence + target.page - 1, x: pt(target.left ?? 0), y: pt(target.top ?? 0) };
}
