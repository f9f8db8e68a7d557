import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { utf8Length } from "../../data/budget.js";
import { must } from "../../help/reason.js";
import { countersIn, likeCounter, MAX_LEVELS } from "../../landmark/numbering.js";
import type { MaterializedBlock } from "../../request/materialized.js";
import type { DocumentNumbering } from "../../request/types/flow.js";
import type { ContentsNode } from "../../request/types/flow-node.js";
import type { Report } from "../values/report.js";

const MAX_BYTES = 128;
const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;

const isShort = (text: string): boolean => utf8Length(text) <= MAX_BYTES && !LINE_BREAK.test(text);
const SHORT = `at most ${MAX_BYTES} bytes of UTF-8, without a line break`;

/** Checks numbering (L4). */
export function checkNumbering(r: Report, numbering: DocumentNumbering | undefined, src: Src): void {
  if (!numbering) return;
  const { levels, separator } = numbering;
  const here = at(src, "levels");
  if (levels.length > MAX_LEVELS) r.add("numbering-levels", here, must(`at most ${MAX_LEVELS} patterns`, String(levels.length)));
  levels.forEach((pattern, i) => {
    if (!isShort(pattern)) return r.add("numbering-text", at(here, i), must(SHORT, formatFound(pattern)));
    if (pattern === "") return;
    const counters = countersIn(pattern);
    const level = i + 1;
    const advice = (counters === 0 ? adviceOnLiteral(pattern) : null) ?? adviceOnCounters(level);
    const most = level === 1 ? "1 counter" : `from 1 to ${level} counters`;
    if (counters < 1 || counters > level)
      r.add(
        "numbering-counters",
        at(here, i),
        must(`a pattern with ${most}`, `${formatFound(pattern)}, which has ${counters}`, { advice }),
      );
  });
  if (separator !== undefined && !isShort(separator)) r.add("numbering-text", at(src, "separator"), must(SHORT, formatFound(separator)));
}

const adviceOnCounters = (level: number): string =>
  `a counter is 1, a, A, i or I without a Latin letter or a digit next to it, as in "${level === 1 ? "Chapter 1" : "1.1"}", or {cjk_decimal}, {arabic_indic} or {devanagari}`;

/** Null without a numeral that could be meant (SW-13). */
function adviceOnLiteral(pattern: string): string | null {
  const like = likeCounter(pattern);
  return like && `${like.found} is printed as it is: write ${like.counter} for it, as in "${pattern.replace(like.found, like.counter)}"`;
}

/** Checks a counter (L14). */
export function checkCounter(r: Report, { counter, element, semantics }: MaterializedBlock, src: Src): void {
  if (counter === undefined) return;
  if (semantics?.role !== "caption" || element.type !== "text") r.add("counter-place", src, "it belongs to a text with the role caption");
  checkWord(r, counter, src);
}

function checkWord(r: Report, counter: string, src: Src): void {
  if (counter.trim() === "" || !isShort(counter))
    r.add("counter-word", src, must(`a word that is not blank, of ${SHORT}`, formatFound(counter)));
}

/** Checks a list of contents (L9, L10). */
export function checkContents(r: Report, { of = "headings", counter, levels }: ContentsNode, src: Src): void {
  if (of === "captions") {
    if (counter === undefined)
      r.add(
        "contents-counter",
        at(src, "counter"),
        'it is missing: a list of captions has the word of its captions, as "counter": "Figure"',
      );
    else checkWord(r, counter, at(src, "counter"));
    if (levels !== undefined) r.add("contents-levels", at(src, "levels"), "captions have no levels: leave levels out");
    return;
  }
  if (counter !== undefined)
    r.add("contents-counter", at(src, "counter"), 'counter belongs to lists of captions: set of to "captions", or leave it out');
  if (levels === undefined) return;
  const [from, to] = levels;
  if (from === undefined || to === undefined || levels.length > 2)
    return r.add("contents-levels", at(src, "levels"), must("2 numbers, the first and the last level", String(levels.length)), "API-001");
  if (!(from >= 1 && from <= to && to <= MAX_LEVELS))
    r.add("contents-levels", at(src, "levels"), must(`the first and the last level, from 1 to ${MAX_LEVELS}`, `[${from}, ${to}]`));
}
