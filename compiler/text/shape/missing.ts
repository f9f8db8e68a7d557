import { codePointName } from "../../../base/code-point.js";
import { problemOf, RenderError, type Problem } from "../../core/fail.js";
import { absentHelp } from "../../core/families.js";
import type { Src } from "../../core/src.js";
import { madeFor } from "../../help/families.js";
import type { Reason } from "../../help/reason.js";
import type { FaceChooser, FontStack } from "../font/fonts.js";
import { emojiIn } from "../unicode/emoji.js";
import { isControl } from "./controls.js";
import { isIgnorable } from "../unicode/ucd.js";
import { WAYS } from "../../help/ways.js";

export interface Searched {
  readonly fonts: FaceChooser;
  readonly stack: FontStack;
}

/** `U+8BF7 "请"`. */
function shown(cp: number): string {
  const name = codePointName(cp);
  return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) ? `${name}, a control character` : `${name} "${String.fromCodePoint(cp)}"`;
}

const MOST = 4;

/** Distinct characters that no face of the text covers. */
function lacking(text: string, from: number, { stack }: Searched): readonly number[] {
  const found = new Set<number>();
  for (const char of text.slice(from)) {
    const cp = char.codePointAt(0)!;
    if (isControl(cp) || isIgnorable(cp) || stack.all.some((c) => c.face.covers(cp))) continue;
    found.add(cp);
    if (found.size > MOST) break;
  }
  return [...found];
}

/** Returns the problem of a missing character, with those after it in its run. `text`, `from`: position */
export function missingProblem(text: string, from: number, src: Src, searched: Searched, alone: boolean): Problem {
  const first = text.codePointAt(from)!;
  const all = alone ? [first] : lacking(text, from, searched);
  const characters = all.length === 0 ? [first] : all;
  return problemWith(src, reasonOf(characters, characters.slice(0, MOST).map(shown).join(", "), searched), searched);
}

/** Returns the problem of characters that are covered, but not their glyph. */
export function missingSequence(sequence: string, src: Src, searched: Searched): Problem {
  const characters = [...sequence].map((c) => c.codePointAt(0)!);
  return problemWith(src, reasonOf(characters, `${characters.map(codePointName).join(" ")} "${sequence}"`, searched, sequence), searched);
}

function problemWith(src: Src, reason: Reason, { stack }: Searched): Problem {
  const strict = stack.mode === "strict";
  return problemOf(strict ? "API-002" : "API-504", strict ? "font-strict" : "font-missing", src, reason);
}

/** @throws RenderError always */
export function failMissing(text: string, from: number, src: Src, searched: Searched): never {
  throw new RenderError(missingProblem(text, from, src, searched, false));
}

function reasonOf(characters: readonly number[], names: string, { fonts, stack }: Searched, sequence = ""): Reason {
  const isSequence = sequence !== "";
  const more = characters.length > MOST && !isSequence ? " and more" : "";
  const verb = characters.length === 1 || isSequence ? "is" : "are";
  const strict = stack.mode === "strict";
  const by = strict ? "not covered by the strict font" : "covered by none of the fonts";
  const allowed = [`characters of ${stack.tried()}`];
  const help = isSequence ? sequenceHelp(sequence, strict) : helpFor(characters, fonts, strict);
  return { text: `${names}${more} ${verb} ${by}: ${help} (tried ${stack.tried()})`, found: names, allowed };
}

function sequenceHelp(sequence: string, strict: boolean): string {
  const other = emojiIn(sequence) ? 'set "emoji_family"' : 'turn the ligature off by "font_features"';
  return `the font has a picture of it, which is not drawn: ${strict ? 'set "font_mode": "prefer"' : "leave it out"}, or ${other}`;
}

/** Else those of the Noto collection. */
function helpFor(characters: readonly number[], fonts: FaceChooser, strict: boolean): string {
  const having = fonts.namesCovering(characters);
  if (having.length > 0) return `${strict ? 'set "font_mode": "prefer", or ' : ""}set "font_family": "${having[0]!}"`;
  const absent = strict ? "" : absentHelp(fonts.source.absent, characters[0]!);
  if (absent !== "") return absent;
  const kinds = characters.map(madeFor);
  const families = [...new Set(kinds.flatMap((k) => (k && k.family !== "" ? [k.family] : [])))];
  const added = WAYS.fonts;
  if (families.length > 0 && fonts.knows(families[0]!))
    return strict
      ? `set "font_mode": "prefer"`
      : `leave ${characters.length === 1 ? "it" : "them"} out, or add a font that has it; ${added}`;
  const what = [...new Set(kinds.flatMap((k) => (k ? [k.what] : [])))].join(", ");
  if (families.length > 0) return `${families.join(" or ")} would have ${characters.length === 1 ? "it" : "them"} (${what}); ${added}`;
  return what === "private use"
    ? `a font of your own has to have characters of private use, named by font_family; ${added}`
    : `leave ${characters.length === 1 ? "it" : "them"} out, or add a font; ${added}`;
}
