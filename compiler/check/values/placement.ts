import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import type { PlacementFields } from "../../request/types/common.js";
import type { Report } from "./report.js";
import { lookup } from "../../../base/lookup.js";

/** (element model, Ownership by direct parent; element model, Content nodes) */
export type Owner = "body" | "section" | "layer" | "coordinate" | "linear" | "block" | "placed";

export interface Placeable {
  readonly layout: PlacementFields | undefined;
  /** kind of the element, for messages */
  readonly type: string;
  readonly byCoordinates: boolean;
  /** field that declares the width; null if absent */
  readonly widthField: { readonly name: string; readonly given: boolean };
  readonly heightField: { readonly name: string; readonly given: boolean };
}

const COORDINATES: Readonly<Record<string, string>> = { line: "x1, y1, x2, y2", circle: "cx, cy", ellipse: "cx, cy" };
const HORIZONTAL = ["left", "right", "anchor"] as const;
const VERTICAL = ["top", "bottom"] as const;

/** Fields that a placement has, of those. */
function declared<F extends keyof PlacementFields>(layout: PlacementFields, fields: readonly F[]): readonly F[] {
  const found: F[] = [];
  for (const f of fields) if (layout[f] !== undefined) found.push(f);
  return found;
}

/** Checks a placement. `flowed`: effective flow */
export function checkPlacement(
  r: Report,
  el: Placeable,
  src: Src,
  { owner, flowed }: { readonly owner: Owner; readonly flowed: boolean },
): void {
  const layout: PlacementFields = el.layout ?? {};
  const here = at(src, "layout");
  const horizontal = declared(layout, HORIZONTAL);
  const vertical = declared(layout, VERTICAL);
  if (owner !== "body") {
    for (const f of ["flow", "gap_after"] as const)
      if (layout[f] !== undefined)
        r.add("flow-not-here", at(here, f), `${f} belongs to the direct children of pages[].elements: leave it out here`);
  } else {
    if (layout.gap_after !== undefined && !flowed)
      r.add("gap-without-flow", at(here, "gap_after"), 'gap_after belongs to elements that flow: set "flow": true, or leave it out');
    r.notNegative(layout.gap_after, here, "gap_after");
  }
  if (owner === "block") {
    for (const f of [...horizontal, ...vertical])
      r.add("placed-by-flow", at(here, f), `the flow places its blocks: leave ${f} out, or use a placed node`);
    return;
  }
  if (owner === "linear") {
    for (const f of [...horizontal, ...vertical])
      r.add(
        "placed-by-line",
        at(here, f),
        `a linear container places its children: leave ${f} out, or set layout.children.mode of the container to coordinate`,
      );
    return;
  }
  const page = layout.anchor?.reference;
  if (owner === "coordinate" && (page === "page_left" || page === "page_right"))
    r.add(
      "anchor-in-container",
      at(here, "anchor", "reference"),
      must(['"content_left"', '"content_right"'], `${formatFound(page)} in a container`),
    );
  if (el.byCoordinates) {
    for (const f of [...horizontal, ...vertical])
      r.add(
        "placed-by-coordinates",
        at(here, f),
        `a ${el.type} is placed by its own coordinates (${lookup(COORDINATES, el.type) ?? "its points"}): leave ${f} out`,
      );
    return;
  }
  if (horizontal.length > 1) r.add("horizontal-forms", here, must("one of left, right and anchor", horizontal.join(" and ")));
  if (vertical.length > 1) r.add("vertical-forms", here, must("one of top and bottom", "both"));
  if (horizontal.length === 0)
    r.add(
      "no-horizontal",
      here,
      'the element has no horizontal place: one of left, right and anchor is needed, such as "layout": {"left": 20}',
    );
  if (flowed) {
    for (const f of vertical)
      r.add(
        "vertical-in-flow",
        at(here, f),
        `an element in the flow is placed below the one before it: leave ${f} out, or set "flow": false`,
      );
  } else if (vertical.length === 0)
    r.add(
      "no-vertical",
      here,
      'the element has no vertical place: one of top and bottom is needed, such as "layout": {"top": 20}; with "flow": true it follows the element before it',
    );
  for (const f of ["right", "anchor"] as const) {
    if (layout[f] !== undefined && !el.widthField.given)
      r.add("width-unknown", at(here, f), `${f} needs a known width: give ${el.widthField.name}, or use left`);
  }
  if (layout.bottom !== undefined && !el.heightField.given)
    r.add("height-unknown", at(here, "bottom"), `bottom needs a known height: give ${el.heightField.name}, or use top`);
}
