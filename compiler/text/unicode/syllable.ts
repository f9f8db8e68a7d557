import { unitAt } from "../../../base/code-unit.js";

/*
 * Begins with a consonant, an independent vowel, a digit or a sign; a consonant with a killer or a stacked consonant ends the preceding
 * syllable (UTN #11), in the script's other languages too.
 */

const VIRAMA = 0x1039;
const ASAT = 0x103a;
const DOT_BELOW = 0x1037;
const COMMA = 0x104a;
const FULL_STOP = 0x104b;

/** True inside a syllable, and for punctuation closely after it. Marks are not asked for. */
export function continuesSyllable(text: string, at: number): boolean {
  const c = unitAt(text, at);
  if (c < 0x1000 || c > 0x109f || at === 0) return false;
  if (c === COMMA || c === FULL_STOP || unitAt(text, at - 1) === VIRAMA) return true;
  let next = at + 1;
  if (next < text.length && unitAt(text, next) === DOT_BELOW) next++;
  return next < text.length && (unitAt(text, next) === ASAT || unitAt(text, next) === VIRAMA);
}
