// Burmese text to the places inside its syllables.
import { unitAt } from "../../../base/code-unit.js";

/*
 * A syllable begins with a consonant, an independent vowel, a digit or a sign; a consonant that is killed or has another below it ends the syllable
 * before it (UTN #11, "Representing Myanmar in Unicode"). The same holds for the other languages of the script.
 */

const VIRAMA = 0x1039;
const ASAT = 0x103a;
const DOT_BELOW = 0x1037;
const COMMA = 0x104a;
const FULL_STOP = 0x104b;

/** Whether the character at a place of a text is of the same syllable as the one before it, or punctuation that follows it closely. Marks are not looked at. */
export function continuesSyllable(text: string, at: number): boolean {
  const c = unitAt(text, at);
  if (c < 0x1000 || c > 0x109f || at === 0) return false;
  if (c === COMMA || c === FULL_STOP || unitAt(text, at - 1) === VIRAMA) return true;
  let next = at + 1;
  if (next < text.length && unitAt(text, next) === DOT_BELOW) next++;
  return next < text.length && (unitAt(text, next) === ASAT || unitAt(text, next) === VIRAMA);
}
