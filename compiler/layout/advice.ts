// A fragment that does not fit to what would help.
import type { Src } from "../core/src.js";
import { showMm } from "../core/units.js";
import type { Fragment } from "./protocol.js";

/** Of what leaves the rectangle that bounds it. */
export function adviceInside({ box, width, height }: Fragment, side: "left" | "right" | "top" | "bottom"): string {
  const isText = box.kind === "text" || box.kind === "label";
  switch (side) {
    case "left":
      return "move it right, or make it narrower";
    case "top":
      return "move it down";
    case "right":
      return `it is ${showMm(width)} wide: move it left, or make it narrower`;
    case "bottom": {
      const high = `it is ${showMm(height)} high`;
      if (isText)
        return `${high}: move it up, shorten it, or let it go on on the next page with overflow paginate (frame.overflow, style.text_overflow)`;
      if (box.kind === "table") return `${high}: move it up, or let it flow ("layout": {"flow": true})`;
      return `${high}: move it up, or make it lower`;
    }
  }
}

/** Of what is higher than any region that it could go to. */
export function adviceLower(fragment: Fragment, src: Src): string {
  const found = kindAt(fragment, src);
  if (found === "text")
    return "shorten it, set a smaller font, or let it go on on the next page with overflow paginate (frame.overflow, style.text_overflow)";
  if (found === "container") return 'put less in it, or let it go on on the next page ("layout": {"children": {"overflow": "paginate"}})';
  if (found === "table") return "a row is not broken: shorten its text, or make its columns wider";
  if (found === "drawing" || found === "labelled") return "make it lower";
  return "make it lower, or put less in it";
}

/** The kind of the box that came from a place; null where it is none of the fragment's. */
function kindAt(fragment: Fragment, src: Src): Fragment["box"]["kind"] | null {
  if (fragment.box.src === src) return fragment.box.kind;
  for (const { fragment: inner } of fragment.children) {
    const kind = kindAt(inner, src);
    if (kind !== null) return kind;
  }
  // rows have places of their own
  return fragment.table ? "table" : null;
}
