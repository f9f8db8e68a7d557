import { at } from "../core/src.js";
import { showMm } from "../core/units.js";
import type { Fragment } from "../layout/protocol.js";
import type { Warnings } from "./warnings.js";

/** points: the descent of a last line is not visible, nor the height above the letters of a first one */
const SEEN = 2;

/** Points of text above the frame, by `vertical_align`. */
const above = ({ box, text }: Fragment): number =>
  box.kind === "text" && text?.columns[0] ? Math.max(0, box.frame.padding.top - text.columns[0].top) : 0;

const WAYS = { whole: ["set shrink_to_fit", "choose another overflow"], shrunk: ["set a smaller min_font_size"] };

export function warnOfFrames(w: Warnings, fragment: Fragment): void {
  const { box, height, inkHeight, text } = fragment;
  if (box.kind === "text" && text !== null && !text.clip && (inkHeight > height + SEEN || above(fragment) > SEEN)) {
    const needed = showMm(inkHeight + above(fragment));
    const ways = ["make the frame higher", "shorten the text", ...WAYS[box.frame.shrinkTo === null ? "whole" : "shrunk"]];
    w.add("text-leaves-frame", box.src, {
      text: `its text is ${needed} high, its frame ${showMm(height)}: ${ways.slice(0, -1).join(", ")} or ${ways.at(-1)!}`,
      found: needed,
      allowed: [`at most ${showMm(height)}`],
    });
  }
  if (fragment.table)
    for (const { column, block, room } of fragment.table.tight)
      w.add("numbers-leave-column", at(box.src, "columns", column), {
        text: `its numbers, aligned by their decimal marks, are ${showMm(block)} wide, its cells have ${showMm(room)} for them: make it wider, or set a smaller font`,
        found: showMm(block),
        allowed: [`at most ${showMm(room)}`],
      });
  for (const placed of fragment.children) warnOfFrames(w, placed.fragment);
}
