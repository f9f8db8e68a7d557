// Numbers of headings and captions, as the beginning of their text.
import type { TextBox } from "../../box/box.js";
import { changed, type StyledParagraph, type StyledRun } from "../../box/text.js";
import type { Landmark } from "../../landmark/landmarks.js";

const NO_BREAK_SPACE = "\u00a0";

/** With the characters before the text; null if unnumbered (L4, L14). */
export function labelOf(landmark: Landmark): { readonly number: string; readonly separator: string } | null {
  const { number, kind, text } = landmark;
  if (kind === "heading") return number === "" ? null : { number, separator: landmark.separator };
  return { number: `${landmark.counter}${NO_BREAK_SPACE}${number}`, separator: text.length > 0 ? ": " : "" };
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\u2068\ufb1d-\ufdff\ufe70-\ufeff\ud802\ud803\ud83a\ud83b]/;

export const mayBeRtl = (text: readonly StyledRun["text"][]): boolean =>
  text.some((part) => typeof part === "string" && RIGHT_TO_LEFT.test(part));

/** Isolated if the text may be right to left (L7). */
export function withLabel(box: TextBox, landmark: Landmark): TextBox {
  const label = labelOf(landmark);
  const [first, ...rest] = box.paragraphs;
  return label && first ? { ...box, paragraphs: [prefixed(first, label), ...rest] } : box;
}

function prefixed(p: StyledParagraph, { number, separator }: { readonly number: string; readonly separator: string }): StyledParagraph {
  const { runs, look, src } = p;
  const own = { look, link: null, src: runs[0]?.src ?? src };
  if (runs.length > 0 && (p.direction === "rtl" || mayBeRtl(runs.map((run) => run.text)))) {
    const between = separator === "" ? [] : [{ text: separator, ...own }];
    return changed(p, { runs: [{ text: { isolated: number }, ...own }, ...between, ...runs] });
  }
  const [next] = runs;
  const label = number + separator;
  // one run of equal looks is shaped faster
  const joins = next !== undefined && typeof next.text === "string" && next.look === look && next.link === null;
  const begin: StyledRun = { text: joins ? label + (next.text as string) : label, ...own };
  return changed(p, { runs: [begin, ...(joins ? runs.slice(1) : runs)] });
}
