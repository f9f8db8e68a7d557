import { shapeParagraph } from "./paragraph-steps.js";
import { changed, type StyledRun } from "../../box/text.js";
import type { PlacedRun } from "../shape/itemize.js";
import type { Line } from "./line.js";
import { breakLines } from "./lines.js";
import type { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph } from "../shape/shaped.js";

const ELLIPSIS = "…";

/** A separate paragraph. No text is omitted elsewhere. */
interface Ellipsized {
  readonly paragraph: ShapedParagraph;
  readonly line: Line;
}

/** The longest start of a line, cut between clusters, that fits into `width` points. */
export function ellipsize(engine: TextEngine, p: ShapedParagraph, line: Line, width: number): Ellipsized {
  const first = line.segments[0];
  const last = line.segments.at(-1);
  const from = first?.start ?? 0;
  const end = last?.end ?? 0;
  const cuts = clusterStarts(p.text.slice(from, end)).map((c) => from + c);
  let low = 0;
  let high = cuts.length;
  let best: Ellipsized | null = null;
  // width is monotonic
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const made = cutAt(engine, p, from, middle === cuts.length ? end : cuts[middle]!);
    if (made.line.width <= width + 1e-6) {
      best = made;
      low = middle;
    } else high = middle - 1;
  }
  return best ?? cutAt(engine, p, from, from);
}

/** Marks and joiners belong to the preceding one. */
function clusterStarts(text: string): number[] {
  const out: number[] = [];
  let at = 0;
  let joined = false;
  for (const char of text) {
    if (!joined && !/[\p{M}\p{Cf}]/u.test(char)) out.push(at);
    joined = char === "\u200d";
    at += char.length;
  }
  return out;
}

/** A line reads only its runs. */
function runAt(runs: readonly PlacedRun[], at: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function cutAt(engine: TextEngine, p: ShapedParagraph, from: number, to: number): Ellipsized {
  const runs: (StyledRun & { readonly text: string })[] = [];
  const { runs: all } = p;
  for (let i = runAt(all, from); i < all.length && all[i]!.start < to; i++) {
    const { run, start, end } = all[i]!;
    const text = p.text.slice(Math.max(start, from), Math.min(end, to));
    if (text !== "") runs.push({ ...run, text });
  }
  const last = runs.at(-1);
  const trimmed = last
    ? [...runs.slice(0, -1), { ...last, text: last.text.trimEnd() + ELLIPSIS }]
    : [{ text: ELLIPSIS, look: p.runs[0]?.run.look ?? p.styled.look, link: null, src: p.styled.src }];
  const styled = changed(p.styled, { runs: trimmed, wrap: "no_wrap", direction: p.base === 1 ? "rtl" : "ltr", marker: null });
  const paragraph = shapeParagraph(engine, styled, p.valueOf);
  return { paragraph, line: breakLines(paragraph, Infinity)[0]! };
}
