import { advanceOf, type ShapedParagraph } from "../shape/shaped.js";
import { spacesWidth, type Line } from "./line.js";
import { lastShown, orderOf } from "./spacing.js";

/**
 * Measures from the left edge of a ragged line to the right edge of the left-to-right character before `index`, points. Infinite if the character
 * is not in the line.
 */
export function offsetAfter(p: ShapedParagraph, { segments }: Line, index: number): number {
  const last = lastShown(segments);
  const order = orderOf(p, segments, last);
  // hanging spaces are on the left
  let x = p.bidi && p.base === 1 ? -segments.slice(last + 1).reduce((width, s) => width + s.width, 0) : 0;
  for (let k = 0; k < segments.length; k++) {
    const s = segments[order ? order[k]! : k]!;
    if (s.word && index > s.start && index <= s.end) {
      let to = s.from;
      while (to < s.to && s.base + s.word.clusters[to]! < index) to++;
      return x + (advanceOf(s.word, s.from, to, s.item.spacing) * s.item.size) / 1000;
    }
    x += s.width + spacesWidth(s);
  }
  return Infinity;
}
