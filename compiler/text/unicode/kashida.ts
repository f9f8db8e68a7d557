import { unitAt } from "../../../base/code-unit.js";
import { isIgnorable, isMark } from "./ucd.js";

/*
 * Order common to publishing programs: at a written tatweel, after the teeth of seen and the bowl of sad, before wide or open final
 * shapes, between any joined letters. Letters are named by Joining_Group of ArabicShaping.txt.
 */

export const TATWEEL = 0x0640;

/** best first */
const WRITTEN = 0;
const SEEN_OR_SAD = 1;
const ROUND_OR_DAL = 2;
const UPRIGHT = 3;
const TOOTH = 4;
const OPEN = 5;
const ANY = 6;

/** Hexadecimal, U+06xx; ranges. */
function letters(list: string): ReadonlySet<number> {
  const out = new Set<number>();
  for (const part of list.split(" ")) {
    const [from = 0, to = from] = part.split("-").map((s) => Number.parseInt(s, 16));
    for (let c = from; c <= to; c++) out.add(c);
  }
  return out;
}

const SEENS_AND_SADS = letters("633-636 69a-69e 6fa 6fb 75c 76d 770 77d 77e 8af");
const TEH_MARBUTAS = letters("629 6c0 6c3 6d5");
const HEHS = letters("647 6be 6c1 6c2");
const DALS = letters("62f 630 688-690 6ee 759 75a 8ae");
const ALEFS = letters("622 623 625 627 671-673 675 773 774");
const TAHS = letters("637 638 69f 8a3");
const LAMS = letters("644 6b5-6b8 76a 8a6 8c7");
const KAFS = letters("63b 63c 643 6a9-6b4 762-764 77f 8b0 8b4");
const TEETH = letters("626 628 62a 62b 646 649 64a 66e 678-680 6b9-6bd 6cc 6ce 6d0 6d1 750-756 767-769 8a0 8a1");
const REHS = letters("631 632 691-699 6ef 75b 76b 76c 771 8aa 8b2");
const YEHS = letters("626 649 64a 678 6cc-6ce 6d0-6d3");
const WAWS = letters("624 648 676 677 6c4-6cb 6cf 778 779 8ab");
const AINS = letters("639 63a 6a0 6fc 75d-75f 8b3");
const QAFS = letters("642 66f 6a7 6a8 8a5");
const FEHS = letters("641 6a1-6a6 760 761 8a4");

const isIn = (sets: readonly ReadonlySet<number>[], c: number): boolean => sets.some((s) => s.has(c));
const LETTER = /(?![\u0621\u0674])\p{L}/u;
const isArabic = (c: number): boolean => c >= 0x0620 && c <= 0x08ff && LETTER.test(String.fromCharCode(c));

/** Ranks a kashida before the letter at `at`, joined to the preceding one; `end`: of the word. */
export function rankOf(text: string, at: number, end: number): number {
  const before = unitAt(text, letterBefore(text, at));
  if (before === TATWEEL) return WRITTEN;
  if (SEENS_AND_SADS.has(before)) return SEEN_OR_SAD;
  const c = unitAt(text, at);
  const next = letterAfter(text, at, end);
  const after = next < end ? unitAt(text, next) : 0;
  if (!isArabic(after)) {
    if (isIn([TEH_MARBUTAS, HEHS, DALS], c)) return ROUND_OR_DAL;
    if (isIn([ALEFS, TAHS, LAMS, KAFS], c)) return UPRIGHT;
    if (isIn([WAWS, AINS, QAFS, FEHS], c)) return OPEN;
  } else if (TEETH.has(c)) {
    const followed = letterAfter(text, next, end);
    if (REHS.has(after) || (YEHS.has(after) && !(followed < end && isArabic(unitAt(text, followed))))) return TOOTH;
  }
  return ANY;
}

export function lettersIn(text: string, start: number, end: number): number {
  let n = 0;
  for (let i = start; i < end; i++) if (isArabic(unitAt(text, i)) && !isMark(unitAt(text, i))) n++;
  return n;
}

function letterBefore(text: string, at: number): number {
  let i = at - 1;
  while (i > 0 && (isMark(unitAt(text, i)) || isIgnorable(unitAt(text, i)))) i--;
  return i;
}

function letterAfter(text: string, at: number, end: number): number {
  let i = at + 1;
  while (i < end && (isMark(unitAt(text, i)) || isIgnorable(unitAt(text, i)))) i++;
  return i;
}
