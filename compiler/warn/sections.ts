import { bounds, meet, rotation } from "../../ir/geometry.js";
import type { Rect } from "../../ir/ir.js";
import { stepsOf } from "../core/src.js";
import { showMm } from "../core/units.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import type { Warnings } from "./warnings.js";

/** points: the descent of a last line is not visible */
const SEEN = 2;

/** `section`: placed; `body`: content area. Points. */
export function warnOfSection(w: Warnings, part: "header" | "footer", section: Fragment, body: Rect): void {
  // explicit pages: found when painted
  if (stepsOf(section.box.src)[0] !== "flow_document") return;
  for (const { x, y, fragment } of section.children) {
    const over = overlap(fragment, x, y, part, body);
    if (over <= SEEN) continue;
    w.add("section-over-body", fragment.box.src, {
      text: `its text reaches ${showMm(over)} into the body: make the ${part} higher by that (layout.height), move the text, or shorten it`,
      found: showMm(over),
    });
  }
}

function overlap(fragment: Fragment, x: number, y: number, part: "header" | "footer", body: Rect): number {
  let most = 0;
  for (const text of textRects(fragment, x, y)) {
    const { width, height } = meet(text, body);
    if (width <= SEEN || height <= 0) continue;
    const reach = part === "header" ? text.y + text.height - body.y : body.y + body.height - text.y;
    most = Math.max(most, Math.min(reach, body.height));
  }
  return most;
}

function textRects({ box, width, height, children, text }: Fragment, x: number, y: number): readonly Rect[] {
  if (box.kind !== "text") return children.flatMap((c) => textRects(c.fragment, x + c.x, y + c.y));
  const clip: Rect | null = text?.clip ? { x, y, width, height } : null;
  const turn = rotation(box.frame.rotation, x + width / 2, y + height / 2);
  return (text?.columns ?? []).map((column) => {
    const lines = column.lines.reduce((sum, l) => sum + l.line.height, 0);
    const rect = { x: x + column.x, y: y + column.top, width: column.width, height: lines };
    return bounds(turn, clip ? meet(rect, clip) : rect);
  });
}
