// Words of a page from its glyphs, in the order of the content (DF-8).
import { greatest, least } from "../../base/many.js";
import { Digest, digestOf } from "./digest.js";
import type { Rect, Word } from "./facts.js";
import type { Glyph } from "./font.js";
import { around } from "./geometry.js";
import { inReadingOrder, logical, RIGHT_TO_LEFT } from "./logical.js";

/** Looks of glyphs that are shown together. */
export interface TextStyle {
  readonly family: string;
  readonly size: number;
  readonly weight: number;
  readonly isSlanted: boolean;
  readonly opacity: number;
  readonly isVisible: boolean;
  /** Paint and effect of a mark with this box. */
  readonly paint: (box: Rect) => string;
  readonly effect: (box: Rect) => string;
}

/** A baseline: direction of unit length, and what a glyph covers around it, mm. */
export interface Baseline {
  readonly ux: number;
  readonly uy: number;
  readonly above: number;
  readonly below: number;
  /** mm of an em along it */
  readonly em: number;
}

/** Glyphs of one string. */
export interface TextRun {
  readonly style: TextStyle;
  readonly baseline: Baseline;
  /** place across the baseline, mm */
  readonly across: number;
  readonly order: number;
  /** identifier of the marked content; null outside */
  readonly key: string | null;
}

/** Text of marked content, for tags. */
interface Marked {
  readonly text: string;
  readonly rect: Rect;
}

interface MarkedText {
  readonly parts: string[];
  rect: Rect;
  /** true if the next text continues the last word */
  isOpen: boolean;
}

/** Gaps and steps in parts of the size. */
const GAP = 0.2;
const STEP_BACK = 0.7;
const LINE_GAP = 3;
const SAME_LINE = 0.5;
/** Paints of a word of many colours are a digest then. */
const LONGEST_PAINT = 400;
const SOFT_HYPHEN = "\u00ad";
const BLANK = /[\t-\r \u0085\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

interface Draft {
  text: string;
  /** texts of the glyphs, if some are written from right to left */
  parts: string[] | null;
  /** glyphs that lie right of the one before, less those on the left */
  rightwards: number;
  readonly style: TextStyle;
  /** style of the last glyph */
  current: TextStyle;
  readonly baseline: Baseline;
  /** along the baseline, mm */
  start: number;
  end: number;
  /** end with the spacing of characters */
  reach: number;
  /** run of the last glyph */
  run: TextRun;
  /** place before which a glyph of the same run continues the word */
  limit: number;
  /** place of the last glyph that is written from right to left */
  last: number | null;
  /** across it */
  readonly across: number;
  readonly order: number;
  outlines: Digest | null;
  key: string | null;
  /** place in the text, or in `parts`, from which it belongs to `key` */
  keyFrom: number;
  readonly fragments: { readonly key: string; readonly text: string }[];
  paints: string | null;
  /** the part before the hyphen at the end of the line before */
  readonly head: Placed | null;
}

interface Placed {
  readonly word: Word;
  readonly start: number;
  readonly isRightToLeft: boolean;
  /** of a word with a hyphen at its end, to which the rest is added */
  readonly outlines: Digest | null;
}

export class WordBuilder {
  readonly words: Word[] = [];
  readonly #texts = new Map<string, MarkedText>();
  #draft: Draft | null = null;
  #line: { number: number; baseline: Baseline; across: number; start: number; end: number } | null = null;
  #lineCount = 0;
  #placed: Placed[] = [];
  #head: Placed | null = null;
  #replaced: { readonly text: string; readonly shown: Shown[] } | null = null;

  /** @param page box of what counts, mm */
  constructor(readonly page: Rect) {}

  /**
   * Takes a glyph of a run at its place along the baseline, mm.
   * @param space spacing after the glyph, which parts no words
   */
  glyph(run: TextRun, glyph: Glyph, along: number, advance: number, space: number): void {
    if (this.#replaced !== null) this.#replaced.shown.push({ run, glyph, along, advance, space });
    else this.#take(run, glyph, along, advance, space);
  }

  #take(run: TextRun, glyph: Glyph, along: number, advance: number, space: number): void {
    if (glyph.isBlank) {
      this.end();
      return;
    }
    let draft = this.#draft;
    const to = along + advance;
    if (draft !== null && draft.run === run && draft.parts === null && !glyph.isRightToLeft && along >= draft.end && along < draft.limit) {
      draft.text += glyph.text;
      draft.end = to;
      draft.reach = to + space;
      draft.limit = draft.reach + GAP * run.baseline.em;
      if (glyph.outline !== 0 && glyph.text !== SOFT_HYPHEN) (draft.outlines ??= new Digest()).number(glyph.outline);
      return;
    }
    if (draft !== null && !joins(draft, run, glyph, along, to)) {
      this.end();
      draft = null;
    }
    if (draft === null) {
      if (glyph.text === "" && glyph.outline === 0) return;
      draft = this.#draft = this.#begin(run, glyph, along, to);
    }
    if (draft.key !== run.key) changeKey(draft, run.key);
    if (draft.current !== run.style) changeStyle(draft, run.style);
    if (glyph.isRightToLeft && draft.parts === null) draft.parts = Array.from(draft.text);
    if (draft.parts !== null) {
      if (glyph.isRightToLeft) {
        if (draft.last !== null) draft.rightwards += along >= draft.last ? 1 : -1;
        draft.last = along;
      }
      draft.parts.push(glyph.text);
    } else draft.text += glyph.text;
    if (along < draft.start) draft.start = along;
    if (to > draft.end) draft.end = to;
    draft.reach = Math.max(draft.end, to + space);
    draft.run = run;
    draft.limit = draft.reach + GAP * run.baseline.em;
    // a hyphen at the end of a line is not part of the word
    if (glyph.outline !== 0 && glyph.text !== SOFT_HYPHEN) (draft.outlines ??= new Digest()).number(glyph.outline);
  }

  #begin(run: TextRun, glyph: Glyph, along: number, to: number): Draft {
    const { style, baseline, across, order, key } = run;
    this.#place(baseline, along, to, across);
    const head =
      this.#head !== null && this.#head.word.line !== this.#line!.number && continues(this.#head.word, glyph, style) ? this.#head : null;
    if (head === null && this.#head !== null) this.#placed.push(this.#head);
    this.#head = null;
    return {
      text: "",
      parts: null,
      rightwards: 0,
      style,
      current: style,
      baseline,
      start: along,
      end: along,
      reach: along,
      run,
      limit: along,
      last: null,
      across,
      order,
      outlines: head?.outlines ?? null,
      key,
      keyFrom: 0,
      fragments: [],
      paints: null,
      head,
    };
  }

  /** Begins a line, unless the place continues the last one. */
  #place(baseline: Baseline, along: number, to: number, across: number): void {
    const line = this.#line;
    const em = Math.max(baseline.em, line?.baseline.em ?? 0);
    const isSame =
      line !== null &&
      isParallel(line.baseline, baseline) &&
      Math.abs(across - line.across) < SAME_LINE * em &&
      along < line.end + LINE_GAP * em &&
      to > line.start - LINE_GAP * em &&
      (along > line.end - STEP_BACK * em || to < line.start + STEP_BACK * em);
    if (isSame) {
      line.start = Math.min(line.start, along);
      line.end = Math.max(line.end, to);
      return;
    }
    this.#endLine();
    this.#line = { number: this.#lineCount++, baseline, across, start: along, end: to };
  }

  /** Ends the word that is under way. */
  end(): void {
    const draft = this.#draft;
    if (draft === null) return;
    this.#draft = null;
    const line = this.#line!;
    line.start = Math.min(line.start, draft.start);
    line.end = Math.max(line.end, draft.end);
    if (draft.baseline.em > line.baseline.em) line.baseline = draft.baseline;
    const raw = draft.parts === null ? draft.text : logical(draft.parts, draft.rightwards >= 0);
    const isHyphened = raw.endsWith(SOFT_HYPHEN);
    const box = boxOf(draft);
    if (!touches(box, this.page)) return;
    const text = clean(raw);
    this.#mark(draft, raw, box);
    if (text === "" && draft.head === null) return;
    const word = this.#word(draft, text, box, line.number);
    const placed = { word, start: draft.start, isRightToLeft: draft.parts !== null, outlines: isHyphened ? draft.outlines : null };
    if (isHyphened) this.#head = placed;
    else if (draft.head !== null) this.words.push(word);
    else this.#placed.push(placed);
  }

  #word(draft: Draft, text: string, box: Rect, line: number): Word {
    const { style, baseline, head, order } = draft;
    const outlines = draft.outlines?.toString() ?? "";
    if (head !== null) {
      const { word } = head;
      return { ...word, text: (word.text + text).normalize("NFC"), glyphs: outlines };
    }
    return {
      text,
      rect: box,
      line,
      angle: angleOf(baseline),
      family: style.family,
      size: style.size,
      weight: style.weight,
      isSlanted: style.isSlanted,
      paint: draft.paints ?? style.paint(box),
      glyphs: outlines,
      isVisible: style.isVisible,
      order,
      opacity: style.opacity,
      effect: style.effect(box),
    };
  }

  /** Adds the word to the text of its marked content. */
  #mark(draft: Draft, raw: string, box: Rect): void {
    const { fragments, key, keyFrom } = draft;
    if (fragments.length === 0 && key === null) return;
    // right-to-left words belong to the content of their first glyph
    if (draft.parts !== null) {
      const owner = fragments[0]?.key ?? key;
      if (owner !== null) this.#markText(owner, raw, box, false);
      return;
    }
    let isInner = false;
    for (const fragment of fragments) {
      this.#markText(fragment.key, fragment.text, box, isInner);
      isInner = true;
    }
    if (key !== null) this.#markText(key, raw.slice(keyFrom), box, isInner);
  }

  #markText(key: string, raw: string, box: Rect, isInner: boolean): void {
    const text = clean(raw);
    const isHyphened = raw.endsWith(SOFT_HYPHEN);
    const known = this.#texts.get(key);
    if (known === undefined) {
      this.#texts.set(key, { parts: [text], rect: box, isOpen: isHyphened || text === "" });
      return;
    }
    known.parts.push(isInner || known.isOpen || text === "" ? text : ` ${text}`);
    if (text !== "" || isHyphened) known.isOpen = isHyphened;
    known.rect = around(known.rect, box);
  }

  /** Texts of marked content, by its key. */
  marked(): ReadonlyMap<string, Marked> {
    const out = new Map<string, Marked>();
    for (const [key, { parts, rect }] of this.#texts) out.set(key, { text: parts.join(""), rect });
    return out;
  }

  #endLine(): void {
    const placed = this.#placed;
    if (placed.length === 0) return;
    this.#placed = [];
    if (placed.some((p) => p.isRightToLeft)) for (const { word } of inReadingOrder(placed)) this.words.push(word);
    else for (const { word } of placed) this.words.push(word);
  }

  /** Begins content whose text another replaces (ISO 32000-1, 14.9.4). Returns false inside of such content. */
  beginReplaced(text: string): boolean {
    if (this.#replaced !== null) return false;
    this.#replaced = { text, shown: [] };
    return true;
  }

  endReplaced(): void {
    const replaced = this.#replaced;
    this.#replaced = null;
    if (replaced === null) return;
    for (const s of substituted(replaced.text, replaced.shown)) {
      if (s === null) this.end();
      else this.#take(s.run, s.glyph, s.along, s.advance, s.space);
    }
  }

  /** Words of the page in reading order; none are added after. */
  finish(): readonly Word[] {
    this.endReplaced();
    this.end();
    if (this.#head !== null) this.#placed.push(this.#head);
    this.#head = null;
    this.#endLine();
    return this.words;
  }
}

/** A glyph with its place. */
interface Shown {
  readonly run: TextRun;
  readonly glyph: Glyph;
  readonly along: number;
  readonly advance: number;
  readonly space: number;
}

const isParallel = (a: Baseline, b: Baseline): boolean => Math.abs(a.ux - b.ux) < 0.01 && Math.abs(a.uy - b.uy) < 0.01;

/** True if a word at the beginning of a line is the rest of one before a hyphen, and not a note or a page number. */
const continues = ({ family, size }: Word, glyph: Glyph, style: TextStyle): boolean =>
  style.family === family && Math.abs(style.size - size) < 0.02 * size && /^\p{L}/u.test(glyph.text);

/** True if a glyph continues the word. */
function joins(draft: Draft, { baseline, across }: TextRun, glyph: Glyph, along: number, to: number): boolean {
  const em = Math.max(draft.baseline.em, baseline.em);
  if (draft.baseline !== baseline && !isParallel(draft.baseline, baseline)) return false;
  if (Math.abs(across - draft.across) >= SAME_LINE * em) return false;
  const gap = along - draft.reach;
  if (gap < GAP * em && along - draft.end > -STEP_BACK * em) return true;
  if (draft.parts === null && !glyph.isRightToLeft) return false;
  const before = draft.start - to;
  return (before > -STEP_BACK * em && before < GAP * em) || (along >= draft.start && to <= draft.end);
}

function changeKey(draft: Draft, key: string | null): void {
  if (draft.parts === null) {
    if (draft.key !== null && draft.text.length > draft.keyFrom)
      draft.fragments.push({ key: draft.key, text: draft.text.slice(draft.keyFrom) });
    draft.keyFrom = draft.text.length;
  } else if (draft.key !== null && draft.fragments.length === 0) draft.fragments.push({ key: draft.key, text: "" });
  draft.key = key;
}

const looksOf = ({ family, weight, isSlanted, isVisible, opacity, size, paint }: TextStyle, draft: Draft): string =>
  [family, weight, isSlanted, isVisible, opacity, Math.round((20 * size) / (draft.style.size || 1)), paint(boxOf(draft))].join();

/** Other looks within a word are in its paint and its digest. */
function changeStyle(draft: Draft, style: TextStyle): void {
  const { current } = draft;
  draft.current = style;
  if (looksOf(current, draft) === looksOf(style, draft)) return;
  const first = draft.style;
  (draft.outlines ??= new Digest()).text(looksOf(style, draft));
  const box = boxOf(draft);
  const paint = style.paint(box);
  const before = draft.paints ?? first.paint(box);
  if (!before.endsWith(paint)) draft.paints = before.length > LONGEST_PAINT ? digestOf(`${before} ${paint}`) : `${before} ${paint}`;
}

/** The extent of a word on the page. */
function boxOf({ baseline: { ux, uy, above, below }, start, end, across }: Draft): Rect {
  const low = across - above;
  const high = across + below;
  // most lines are level
  if (ux === 1 && uy === 0) return [Math.min(start, end), Math.min(low, high), Math.max(start, end), Math.max(low, high)];
  const xs = [start * ux - low * uy, end * ux - low * uy, start * ux - high * uy, end * ux - high * uy];
  const ys = [start * uy + low * ux, end * uy + low * ux, start * uy + high * ux, end * uy + high * ux];
  return [least(xs), least(ys), greatest(xs), greatest(ys)];
}

const touches = (box: Rect, page: Rect): boolean => box[2] > page[0] && box[0] < page[2] && box[3] > page[1] && box[1] < page[3];

const angleOf = ({ ux, uy }: Baseline): number => (Math.round((10 * Math.atan2(uy, ux) * 180) / Math.PI + 3600) % 3600) / 10;

const ASCII = /^[!-~]*$/;
const clean = (text: string): string => (ASCII.test(text) ? text : text.replace(/[\u00ad\s]/gu, "").normalize("NFC"));

/** Glyphs with the words of another text, null between two words. */
function substituted(text: string, shown: readonly Shown[]): readonly (Shown | null)[] {
  const words = text.split(BLANK).filter((word) => word !== "");
  if (words.length === 0 || shown.length === 0) return [];
  const groups = groupsOf(shown);
  const isBackwards = RIGHT_TO_LEFT.test(text) && shown.at(-1)!.along > shown[0]!.along;
  if (isBackwards) words.reverse();
  const parts = groups.length === words.length ? groups : spread(words, groups.flat());
  const out: (Shown | null)[] = BLANK.test(text[0]!) ? [null] : [];
  parts.forEach((part, i) => {
    if (i > 0) out.push(null);
    part.forEach((s, k) =>
      out.push({ ...s, glyph: { ...s.glyph, text: k === 0 ? words[i]! : "", isRightToLeft: k === 0 && RIGHT_TO_LEFT.test(words[i]!) } }),
    );
  });
  if (BLANK.test(text.at(-1)!)) out.push(null);
  return out;
}

/** Glyphs parted at blanks. */
function groupsOf(shown: readonly Shown[]): readonly (readonly Shown[])[] {
  const out: Shown[][] = [];
  let isOpen = false;
  for (const s of shown) {
    if (s.glyph.isBlank) isOpen = false;
    else if (isOpen) out.at(-1)!.push(s);
    else {
      out.push([s]);
      isOpen = true;
    }
  }
  return out.length > 0 ? out : [[{ ...shown[0]!, glyph: { ...shown[0]!.glyph, isBlank: false } }]];
}

/** Glyphs for each word, by the lengths of the words. */
function spread(words: readonly string[], shown: readonly Shown[]): readonly (readonly Shown[])[] {
  const length = words.reduce((n, word) => n + word.length, 0);
  let at = 0;
  return words.map((word) => {
    const from = Math.min(shown.length - 1, Math.floor((at * shown.length) / length));
    at += word.length;
    return shown.slice(from, Math.max(from + 1, Math.floor((at * shown.length) / length)));
  });
}
