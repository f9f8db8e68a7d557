// A shaped paragraph and a width to lines.
import { EPSILON } from "../../core/geom.js";
import { NONE } from "../unicode/line-break.js";
import { spacedAfter, type ShapedParagraph } from "../shape/shaped.js";
import { Breaker, effectiveBreaks } from "./breaker.js";
import { lineOf, spacesWidth, type Line, type LineEnd } from "./line.js";
import { trailing } from "./spacing.js";

export { spacesWidth, type Line } from "./line.js";

const WHOLE: LineEnd = { hard: true, torn: false, most: Infinity };

/**
 * Breaks a paragraph into lines no wider than `available` points: a justified one as a whole, any other greedily. An empty paragraph is one
 * empty line.
 */
export function breakLines(p: ShapedParagraph, available: number): readonly Line[] {
  const whole = oneLine(p, available);
  return whole ? [whole] : new Breaker(p, available).run();
}

/** The line of a paragraph that fits on one and has no forced break, as the breaker would make it; else null. */
function oneLine(p: ShapedParagraph, available: number): Line | null {
  const whole = p.whole?.(available);
  if (whole) return lineOf(p, [whole], WHOLE);
  let width = 0;
  for (const s of p.segments) {
    if (s.kind !== "word" && s.kind !== "space") return null;
    if (s.kind === "word" && width + s.width - trailing(s) > available + EPSILON) return null;
    width += s.width;
    if (s.spaces > 0) width += spacesWidth(s);
  }
  return p.segments.length === 0 ? null : lineOf(p, p.segments, WHOLE);
}

/** The width of the widest piece of a paragraph that its wrap policy keeps together: below it, clusters are torn apart. Points. */
export function unbreakableWidth(p: ShapedParagraph): number {
  const breaks = effectiveBreaks(p, Infinity);
  let widest = 0;
  let width = 0;
  for (const s of p.segments) {
    if (s.kind === "break" || s.kind === "tab" || breaks[s.start] !== NONE) width = 0;
    if (s.kind === "space") width += s.width;
    if (s.kind !== "word") continue;
    const { word, item } = s;
    const step = word!.rtl ? -1 : 1;
    let last = -1;
    for (let k = word!.rtl ? s.to - 1 : s.from; k >= s.from && k < s.to; k += step) {
      const cluster = word!.clusters[k]!;
      if (cluster !== last && last !== -1 && breaks[s.base + cluster] !== NONE) width = 0;
      last = cluster;
      width += (word!.advances[k]! * item.size) / 1000;
      if (width > widest) widest = width;
      if (item.spacing !== 0 && spacedAfter(word!, s.from, k, s.to)) width += (item.spacing * item.size) / 1000;
    }
    width += spacesWidth(s);
  }
  return widest;
}
