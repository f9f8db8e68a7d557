// Numbers of headings and captions, as the beginning of their text.
import type { TextBox } from "../../box/box.js";
import { changed, type RunText, type StyledParagraph, type StyledRun } from "../../box/text.js";
import type { Landmark } from "../../landmark/landmarks.js";
import type { LowerContext } from "../scope.js";

const NO_BREAK_SPACE = "\u00a0";

/** Returns the number with the characters before the text; null if unnumbered (L4, L14). */
export function labelOf(landmark: Landmark): { readonly number: string; readonly separator: string } | null {
  const { number, kind, text } = landmark;
  if (kind === "heading") return number === "" ? null : { number, separator: landmark.separator };
  return { number: `${landmark.counter}${NO_BREAK_SPACE}${number}`, separator: text.length > 0 ? ": " : "" };
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\u2068\ufb1d-\ufdff\ufe70-\ufeff\ud802\ud803\ud83a\ud83b]/;

/** retained by `split` */
const RIGHT_TO_LEFT_WORD = new RegExp(`((?:${RIGHT_TO_LEFT.source}\\p{M}*)+)`, "u");

export const mayBeRtl = (text: readonly StyledRun["text"][]): boolean =>
  text.some((part) => typeof part === "string" && RIGHT_TO_LEFT.test(part));

/** Letters and digits, with what is between them, to the next right-to-left letter. */
const LEFT_TO_RIGHT = /(?!\p{M})[\p{L}\p{N}](?:[^]*[\p{L}\p{N}]\p{M}*)?/u;

/**
 * A number before text from right to left: left to right inside, and what follows its last letter or digit is between it and the text
 * (SW-4).
 */
export function numberFromRight(number: string): readonly RunText[] {
  const out: RunText[] = [];
  const put = (text: string): void => void (text !== "" && out.push(text));
  for (const part of number.split(RIGHT_TO_LEFT_WORD)) {
    const core = RIGHT_TO_LEFT.test(part) ? null : LEFT_TO_RIGHT.exec(part);
    if (!core) {
      put(part);
      continue;
    }
    put(part.slice(0, core.index));
    out.push({ isolated: core[0] });
    put(part.slice(core.index + core[0].length));
  }
  return out;
}

/** Isolated if the text may be right to left (L7). */
export function withLabel(box: TextBox, landmark: Landmark, { rtl }: LowerContext): TextBox {
  const label = labelOf(landmark);
  const [first, ...rest] = box.paragraphs;
  return label && first ? { ...box, paragraphs: [prefixed(first, label, rtl && first.direction === "rtl"), ...rest] } : box;
}

function prefixed(
  p: StyledParagraph,
  { number, separator }: { readonly number: string; readonly separator: string },
  fromRight: boolean,
): StyledParagraph {
  const { runs, look, src } = p;
  // a run's language is not that of the label
  const own = { look, link: null, src: runs[0]?.lang === undefined ? (runs[0]?.src ?? src) : src };
  if (fromRight) {
    const label = separator === "" ? numberFromRight(number) : [...numberFromRight(number), separator];
    return changed(p, { runs: [...label.map((text) => ({ text, ...own })), ...runs] });
  }
  if (runs.length > 0 && (p.direction === "rtl" || mayBeRtl(runs.map((run) => run.text)))) {
    const between = separator === "" ? [] : [{ text: separator, ...own }];
    return changed(p, { runs: [{ text: { isolated: number }, ...own }, ...between, ...runs] });
  }
  const [next] = runs;
  const label = number + separator;
  // one run of equal looks is shaped faster
  const joins = next !== undefined && typeof next.text === "string" && next.look === look && next.link === null && next.lang === undefined;
  const begin: StyledRun = { text: joins ? label + next.text : label, ...own };
  return changed(p, { runs: [begin, ...(joins ? runs.slice(1) : runs)] });
}
