// An element's layout fields to problems with its placement under its owner.
import { at, type Src } from "../core/src.js";
import type { Placement } from "../request/types/common.js";
import type { Report } from "./report.js";

/** Who owns an element's place (element model, Ownership by direct parent; Flow Document: blocks are placed by their flow). */
export type Owner = "body" | "section" | "layer" | "coordinate" | "linear" | "block" | "placed";

/** An element as placement sees it: its layout fields, and the names of its size fields. */
export interface Placeable {
  readonly layout: Placement | undefined;
  /** what kind of element, for messages */
  readonly type: string;
  /** its place is in its own coordinates: line, circle, ellipse, polygon */
  readonly byCoordinates: boolean;
  /** where its width is declared, or null where it has none */
  readonly widthField: { readonly name: string; readonly given: boolean };
  readonly heightField: { readonly name: string; readonly given: boolean };
}

const HORIZONTAL = ["left", "right", "anchor"] as const;
const VERTICAL = ["top", "bottom"] as const;

/** The rules of `layout`: which forms exclude each other, who may flow, what must be known. `flowed`: effective flow. */
export function checkPlacement(
  r: Report,
  el: Placeable,
  src: Src,
  { owner, flowed }: { readonly owner: Owner; readonly flowed: boolean },
): void {
  const layout = el.layout ?? {};
  const here = at(src, "layout");
  const horizontal = HORIZONTAL.filter((f) => layout[f] !== undefined);
  const vertical = VERTICAL.filter((f) => layout[f] !== undefined);
  if (owner !== "body") {
    for (const f of ["flow", "gap_after"] as const)
      if (layout[f] !== undefined) r.add("flow-not-here", at(here, f), `${f} is only allowed on direct children of pages[].elements`);
  } else {
    if (layout.gap_after !== undefined && !flowed)
      r.add("gap-without-flow", at(here, "gap_after"), "an element that does not flow cannot have gap_after");
    r.notNegative(layout.gap_after, here, "gap_after");
  }
  if (owner === "block") {
    for (const f of [...horizontal, ...vertical])
      r.add("placed-by-flow", at(here, f), `the place of a block is that of the flow, ${f} is not allowed`);
    return;
  }
  if (owner === "linear") {
    for (const f of [...horizontal, ...vertical])
      r.add("placed-by-line", at(here, f), `a linear container places its children, ${f} is not allowed`);
    return;
  }
  const page = layout.anchor?.reference;
  if (owner === "coordinate" && (page === "page_left" || page === "page_right"))
    r.add(
      "anchor-in-container",
      at(here, "anchor", "reference"),
      `found ${page}, allowed in a container are content_left and content_right`,
    );
  if (el.byCoordinates) {
    for (const f of [...horizontal, ...vertical])
      r.add("placed-by-coordinates", at(here, f), `a ${el.type} is placed by its own coordinates, ${f} is not allowed`);
    return;
  }
  if (horizontal.length > 1)
    r.add("horizontal-forms", here, `found ${horizontal.join(" and ")}, only one of left, right and anchor is allowed`);
  if (vertical.length > 1) r.add("vertical-forms", here, "found top and bottom, only one of them is allowed");
  if (horizontal.length === 0) r.add("no-horizontal", here, "the element has no horizontal place: one of left, right and anchor is needed");
  if (flowed) {
    for (const f of vertical)
      r.add("vertical-in-flow", at(here, f), `${f} is forbidden while the element flows: source order and gaps own its vertical place`);
  } else if (vertical.length === 0) r.add("no-vertical", here, "the element has no vertical place: one of top and bottom is needed");
  for (const f of ["right", "anchor"] as const) {
    if (layout[f] !== undefined && !el.widthField.given)
      r.add("width-unknown", at(here, f), `${f} needs a known width: ${el.widthField.name} is missing`);
  }
  if (layout.bottom !== undefined && !el.heightField.given)
    r.add("height-unknown", at(here, "bottom"), `bottom needs a known height: ${el.heightField.name} is missing`);
}
