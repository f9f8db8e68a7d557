import { unitAt } from "../../../base/code-unit.js";
import type { InlineField } from "../../box/field.js";
import type { BoxLink } from "../../box/link.js";
import type { StyledRun, ComputedText } from "../../box/text.js";
import { RenderError, type Problem } from "../../core/fail.js";
import type { Src } from "../../core/src.js";
import type { Face, ShapeContext } from "../font/face.js";
import type { ChosenFace, FaceChooser, FontStack } from "../font/fonts.js";
import { EMOJI_GOES_ON, emojiIn, isEmojiSign, TEXT_PRESENTATION } from "../unicode/emoji.js";
import { scriptOfLanguage } from "../unicode/language.js";
import { numbersIn } from "../unicode/numbers.js";
import { isControl } from "./controls.js";
import { failMissing, missingProblem, missingSequence, type Searched } from "./missing.js";
import { charFlags, charScript, COMMON, FLAG, INHERITED, isIgnorable, isMark, SCRIPTS } from "../unicode/ucd.js";

/** One HarfBuzz call. */
export interface Item {
  readonly context: ShapeContext;
  readonly look: ComputedText;
  readonly link: BoxLink | null;
  /** points; reduced for superscript and subscript */
  readonly size: number;
  /** points above the baseline */
  readonly rise: number;
  /** per cluster, 1/1000 em of `size` */
  readonly spacing: number;
  readonly slanted: boolean;
  readonly src: Src;
  readonly level: number;
  readonly start: number;
  readonly end: number;
  /** a field instead of glyphs; absent on most */
  readonly inline?: InlineField;
}

export interface PlacedRun {
  readonly run: StyledRun;
  readonly start: number;
  readonly end: number;
}

const names: readonly string[] = SCRIPTS;
const code = (name: string): number => names.indexOf(name);
const HANI = code("Hani");
/** Kana and bopomofo are shaped with Han: they have the same features, and Japanese lines stay whole. */
const MERGED = Uint8Array.from(SCRIPTS, (name, i) => (["Hira", "Kana", "Bopo"].includes(name) ? HANI : i));
const LATN = code("Latn");

/**
 * Each character takes the declared family (decisions §1, Faces of a text). Else: letters the family of their script; numbers the face of
 * the document's language, so that they look the same next to any script; others the face of the surrounding script, or another for that
 * character only. Marks and joiners stay with their base. An emoji sequence takes the declared family if it covers all of it, else the
 * emoji family. @throws RenderError API-002 if a strict family lacks a character, API-504 if no font has it
 */
export function itemize(
  engine: {
    readonly fonts: FaceChooser;
    readonly missing: ((problem: Problem) => void) | null;
    readonly featured: ((item: Item) => void) | null;
    stack(look: ComputedText): FontStack;
  },
  text: string,
  runs: readonly PlacedRun[],
  levels: Uint8Array | null,
  language: string,
): readonly Item[] {
  const { fonts, missing: note, featured } = engine;
  const items: Item[] = [];
  const native = scriptOfLanguage(language);
  let script = firstScript(text, native);
  let numbers: Uint8Array | null | undefined;
  const emoji = emojiIn(text);
  /** followed by marks and ignorable characters */
  let before: ChosenFace | null = null;
  for (const { run, start, end } of runs) {
    if (typeof run.text === "object" && "inline" in run.text) {
      before = null;
      continue;
    }
    const stack = engine.stack(run.look);
    const { declared } = stack;
    const first = stack.made(native);
    let near = stack.made(script);
    if (before && !stack.all.includes(before)) before = null;
    const cutter = new Cutter(items, text, run, language);
    const firstItem = items.length;
    for (let i = start; i < end;) {
      // numbers are separate items only if their face differs
      if (near !== first) numbers ??= numbersIn(text) ?? NO_NUMBERS;
      const apart = near !== first && numbers !== undefined && numbers !== NO_NUMBERS ? numbers : null;
      // letters of the current script, digits and punctuation
      const usual = declared ?? near;
      // signs of a face in colour may be shown as text
      if (usual !== null && cutter.goesOn(usual, script) && usual.face.info.color === undefined) {
        const from = i;
        while (i < end) {
          const c = unitAt(text, i);
          const kind = c < PLAIN.length ? PLAIN[c]! : isLetterOf(script, c) ? LETTER_AT_HAND : 0;
          if (kind === 0 || (kind === LETTER && script !== LATN) || !usual.face.covers(c)) break;
          if (apart !== null && apart[i] === 1 && declared === null) break;
          if (emoji !== null && emoji[i] !== 0) break;
          if (levels !== null && levels[i] !== cutter.level) break;
          i++;
        }
        if (i > from) {
          cutter.cluster(i - 1);
          before = usual;
          if (i === end) break;
        }
      }
      if (emoji !== null && emoji[i] !== 0) {
        const from = i++;
        while (i < end && emoji[i] === EMOJI_GOES_ON) i++;
        const whole = stack.emoji(text.slice(from, i));
        if (whole) {
          // never cut; by the face's tables in any script
          cutter.at(from, whole, COMMON, levels ? levels[from]! : 0, false);
          before = whole;
          continue;
        }
        const sequence = text.slice(from, i);
        if (stack.lacksGlyphOf(sequence)) missed(missingSequence(sequence, run.src, { fonts, stack }), note);
        i = from;
      }
      const unit = unitAt(text, i);
      const cp = (unit & 0xfc00) === 0xd800 ? text.codePointAt(i)! : unit;
      const next = i + (cp > 0xffff ? 2 : 1);
      if (isControl(cp)) {
        cutter.end(i);
        i = next;
        continue;
      }
      const own = charScript[cp]!;
      const common = own === COMMON || own === INHERITED;
      const joins = isMark(cp) || isIgnorable(cp);
      if (!common && script !== MERGED[own]!) {
        script = MERGED[own]!;
        near = stack.made(script);
      }
      let face: ChosenFace | null;
      if (joins && before !== null && (isIgnorable(cp) || before.face.covers(cp))) face = before;
      else if (joins) face = cutter.rebase(stack, cp, i) ?? stack.around(cp, near, first);
      else if (!common) face = stack.pick(cp);
      else if (apart !== null && apart[i] === 1) face = stack.around(cp, first, near);
      else face = stack.around(cp, near, first);
      if (face?.face.info.color !== undefined && unitAt(text, next) === TEXT_PRESENTATION) face = stack.uncolored(cp);
      if (face === null) {
        if (!isIgnorable(cp)) noted(text, i, run.src, { fonts, stack }, note);
        face = stack.all[0] ?? failMissing(text, i, run.src, { fonts, stack });
      }
      before = face;
      const shaped = common && face !== near && face !== declared ? scriptIn(face, script) : script;
      cutter.at(i, face, shaped, levels ? levels[i]! : 0, joins);
      i = next;
    }
    cutter.end(end);
    if (stack.hasPictured) {
      const missing = (sequence: string): void => missed(missingSequence(sequence, run.src, { fonts, stack }), note);
      const own = items.splice(firstItem);
      for (const item of own) for (const part of drawnParts(item, text, { run, language, stack, missing })) items.push(part);
    }
  }
  if (featured) for (const item of items) if (item.look.features !== "") featured(item);
  return items;
}

const NO_NUMBERS = new Uint8Array(0);

/** For characters without a script, in text of another. */
function scriptIn({ family }: ChosenFace, script: number): number {
  const { scripts } = family;
  return scripts.length === 0 || scripts.includes(SCRIPTS[script]!) ? script : code(scripts[0]!);
}

const LETTER = 1;
const COMMON_CHARACTER = 2;
const LETTER_AT_HAND = 3;

/** Starts a cluster. */
const isLetterOf = (script: number, c: number): boolean =>
  MERGED[charScript[c]!] === script && (charFlags[c]! & (FLAG.MARK | FLAG.IGNORABLE)) === 0 && (c & 0xf800) !== 0xd800;

/** Characters below U+0250 that continue Latin letters. */
const PLAIN = Uint8Array.from({ length: 0x250 }, (_, c) => {
  if (isControl(c) || isMark(c) || isIgnorable(c)) return 0;
  const own = charScript[c]!;
  return own === LATN ? LETTER : own === COMMON ? COMMON_CHARACTER : 0;
});

/** Bits, by UTF-16 unit of Latin text that needs no itemizing. */
export const PLAIN_LETTER = 1;
/** any script; not a mark, ignorable or control */
const PLAIN_COMMON = 2;
export const PLAIN_DIGIT = 4;
export const NOT_PLAIN = 8;

export function plainKind(c: number): number {
  if (c >= 0x30 && c <= 0x39) return PLAIN_DIGIT;
  if (c < PLAIN.length) return PLAIN[c] === LETTER ? PLAIN_LETTER : PLAIN[c] === COMMON_CHARACTER ? PLAIN_COMMON : NOT_PLAIN;
  return charScript[c] === COMMON && !isEmojiSign(c) && !isControl(c) && !isMark(c) && !isIgnorable(c) && (c & 0xf800) !== 0xd800
    ? PLAIN_COMMON
    : NOT_PLAIN;
}

class Cutter {
  #start = -1;
  #face: ChosenFace | null = null;
  #script = LATN;
  #level = 0;
  /** a mark may move it to another face */
  #cluster = -1;

  constructor(
    readonly items: Item[],
    readonly text: string,
    readonly run: StyledRun,
    readonly language: string,
  ) {}

  get level(): number {
    return this.#level;
  }

  goesOn(face: ChosenFace, script: number): boolean {
    return this.#start >= 0 && this.#face === face && this.#script === script;
  }

  cluster(i: number): void {
    this.#cluster = i;
  }

  at(i: number, face: ChosenFace, script: number, level: number, joins: boolean): void {
    if (this.#start >= 0 && joins) {
      if (face === this.#face) return; // not between a base and its mark
    } else if (this.#start >= 0 && face === this.#face && script === this.#script && level === this.#level) {
      this.#cluster = i;
      return;
    }
    this.end(i);
    this.#start = i;
    this.#cluster = i;
    this.#face = face;
    this.#script = script;
    this.#level = level;
  }

  /** To a face that covers the cluster with a mark that the current face lacks. */
  rebase(stack: FontStack, cp: number, i: number): ChosenFace | null {
    if (this.#start < 0) return null;
    const cluster = [...this.text.slice(this.#cluster, i)].map((c) => c.codePointAt(0)!);
    const better = stack.all.find((c) => c.face.covers(cp) && cluster.every((b) => isIgnorable(b) || c.face.covers(b)));
    if (!better) return null;
    const from = this.#cluster;
    const { script, level } = { script: this.#script, level: this.#level };
    this.end(from);
    this.#start = from;
    this.#cluster = from;
    this.#face = better;
    this.#script = script;
    this.#level = level;
    return better;
  }

  end(i: number): void {
    if (this.#start >= 0 && this.#start < i && this.#face) {
      const place = { script: SCRIPTS[this.#script]!, level: this.#level, start: this.#start, end: i };
      this.items.push(itemOf(this.#face, this.run, place, this.language));
    }
    this.#start = -1;
  }
}

function itemOf(
  { face, slanted, language: own }: ChosenFace,
  { look, link, src }: StyledRun,
  { script, level, start, end }: Pick<Item, "level" | "start" | "end"> & { readonly script: string },
  language: string,
): Item {
  const context = face.context(script, level % 2 === 1, own ?? language, look.letterSpacing !== 0, look.features);
  const { size, rise, spacing } = scaleOf(look, face, script);
  return { context, look, link, size, rise, spacing, slanted, src, level, start, end };
}

interface PartSource {
  readonly run: StyledRun;
  readonly language: string;
  readonly stack: FontStack;
  missing(sequence: string): void;
}

/** Clusters whose glyph has a picture alone, such as a ligature, take another face (FT-2). */
function drawnParts(item: Item, text: string, { run, language, stack, missing }: PartSource): readonly Item[] {
  const parts: Item[] = [];
  let from = item.start;
  const rest = (to: number): void => {
    if (from === to) return;
    const part = { ...item, start: from, end: to };
    parts.push(part);
    // apart from its neighbours it may be shaped otherwise
    if (from !== item.start || to !== item.end) for (const { start, end } of picturedIn(part, text)) missing(text.slice(start, end));
  };
  for (const place of picturedIn(item, text)) {
    const sequence = text.slice(place.start, place.end);
    const inFace = (chosen: ChosenFace): Item =>
      itemOf(chosen, run, { script: item.context.scriptCode, level: item.level, ...place }, language);
    const other = stack.all.find((c) => c.face.coversAll(sequence) && picturedIn(inFace(c), text).length === 0);
    if (!other) missing(sequence);
    rest(place.start);
    parts.push(other ? inFace(other) : { ...item, ...place });
    from = place.end;
  }
  rest(item.end);
  return parts;
}

/** Places of clusters in the order of the text. */
function picturedIn({ context, start, end }: Item, text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!context.face.info.pictured) return [];
  const { ids, clusters } = context.shape(text, start, end);
  const begins = [...new Set(clusters)].sort((a, b) => a - b);
  const pictured = new Set(clusters.filter((_, i) => context.face.isPictured(ids[i]!)));
  return begins.flatMap((at, i) =>
    pictured.has(at) ? [{ start: start + at, end: i + 1 < begins.length ? start + begins[i + 1]! : end }] : [],
  );
}

/** Scripts whose letters join, also across styles, and are not spaced. */
export const JOINING = new Set(["Arab", "Syrc", "Mong"]);

/** Font metrics, else rules of thumb. */
export function scaleOf(look: ComputedText, face: Face, script: string): Pick<Item, "size" | "rise" | "spacing"> {
  let { size } = look;
  let rise = 0;
  if (look.script === "superscript") {
    rise = size * face.metric("spyo", 350);
    size *= face.metric("spys", 650);
  } else if (look.script === "subscript") {
    rise = -size * face.metric("sbyo", 140);
    size *= face.metric("sbys", 650);
  }
  return { size, rise, spacing: look.letterSpacing === 0 || JOINING.has(script) ? 0 : Math.round((look.letterSpacing * 1000) / size) };
}

export function firstScript(text: string, otherwise: number): number {
  for (let i = 0; i < text.length; i++) {
    const c = unitAt(text, i);
    const s = charScript[(c & 0xfc00) === 0xd800 ? text.codePointAt(i)! : c]!;
    if (s !== COMMON && s !== INHERITED) return MERGED[s]!;
  }
  return otherwise;
}

/** Shaping continues. @throws RenderError if `note` is null */
function noted(text: string, i: number, src: Src, searched: Searched, note: ((problem: Problem) => void) | null): void {
  missed(missingProblem(text, i, src, searched, note !== null), note);
}

function missed(problem: Problem, note: ((problem: Problem) => void) | null): void {
  if (!note) throw new RenderError(problem);
  note(problem);
}
