// Fields that set the edges of an element, for messages about elements outside their page.
import { greatest, least } from "../../base/many.js";
import type { EdgeFields } from "../core/src.js";
import type { MaterializedElement, MaterializedOf } from "../request/materialized.js";
import type { Placement } from "../request/types/common.js";

/** Declared fields; an edge computed from place and size has none. */
export function edgeFields(el: MaterializedElement): EdgeFields {
  switch (el.type) {
    case "line": {
      const [left, right] = el.x1 <= el.x2 ? ["x1", "x2"] : ["x2", "x1"];
      const [top, bottom] = el.y1 <= el.y2 ? ["y1", "y2"] : ["y2", "y1"];
      return { left: [left!], right: [right!], top: [top!], bottom: [bottom!] };
    }
    case "circle":
    case "ellipse":
      return { x: ["cx"], y: ["cy"] };
    case "polygon":
      return pointFields(el);
    case "text":
      return { ...placeFields(el.layout), ...textFields(el), ...turnField(el.rotation) };
    case "table":
      return { ...placeFields(el.layout), ...(el.width !== undefined && { width: ["width"] }) };
    case "container":
      return {
        ...placeFields(el.layout),
        ...(el.width !== undefined && { width: ["width"] }),
        ...(el.height !== undefined && { height: ["height"] }),
      };
    // the size of a symbol with text differs from its field
    case "barcode":
      return { ...placeFields(el.layout), ...turnField(el.rotation) };
    case "chart":
    case "link":
      return { ...placeFields(el.layout), width: ["width"], height: ["height"] };
    default:
      return { ...placeFields(el.layout), width: ["width"], height: ["height"], ...turnField(el.rotation) };
  }
}

function pointFields({ points }: MaterializedOf<"polygon">): EdgeFields {
  const field = (axis: "x" | "y", of: (values: readonly number[]) => number): readonly (string | number)[] => {
    const values = points.map((p) => p[axis]);
    return ["points", values.indexOf(of(values)), axis];
  };
  return { left: field("x", least), right: field("x", greatest), top: field("y", least), bottom: field("y", greatest) };
}

function placeFields(layout: Placement | undefined): EdgeFields {
  const { left, right, top, bottom, anchor } = layout ?? {};
  const across = right !== undefined ? "right" : left !== undefined ? "left" : null;
  const down = bottom !== undefined ? "bottom" : top !== undefined ? "top" : null;
  return {
    ...(across && { [across]: ["layout", across], x: ["layout", across] }),
    ...(anchor && { ...anchorFields(anchor.reference), x: ["layout", "anchor"] }),
    ...(down && { [down]: ["layout", down], y: ["layout", down] }),
  };
}

const anchorFields = (reference: string): EdgeFields => ({ [reference.endsWith("right") ? "right" : "left"]: ["layout", "anchor"] });

/** The check is of the box before its rotation (decisions §1). */
const turnField = (rotation = 0): EdgeFields => (rotation % 360 === 0 ? {} : { rotation: ["rotation"] });

function textFields(el: MaterializedOf<"text">): EdgeFields {
  const blocks = typeof el.content === "object" && "blocks" in el.content;
  const group = blocks ? "frame" : "style";
  const own = blocks ? el.frame : el.style;
  return {
    ...(own?.width !== undefined && { width: [group, "width"] }),
    ...(own?.height !== undefined && { height: [group, "height"] }),
  };
}
