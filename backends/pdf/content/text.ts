// Glyph runs to text objects: text state, positions, and a code for each cluster whose ToUnicode entry is its text (ISO 32000-1, 9.4).
import { unitAt } from "../../../ir/code-unit.js";
import type { FontId, GlyphsOp, Point } from "../../../ir/ir.js";
import type { UsedFont } from "../font/font.js";
import { TextShowing } from "./text-showing.js";
import type { ByteWriter } from "../syntax/bytes.js";
import { decimal, writeUtf16 } from "../syntax/object.js";

/** What showing text needs from its document. */
export interface TextHost {
  readonly pretty: boolean;
  /** whether content is marked for the structure tree */
  readonly tagged: boolean;
  font(id: FontId): UsedFont;
}

/** The text objects of a content stream (ISO 32000-1, 9.4): runs of glyphs that follow each other share one. */
export class TextObject {
  /** names of the fonts that are used */
  readonly fonts = new Map<FontId, string>();
  #open = false;
  #font = -1;
  #size = 0;
  /** where the last run of this text object begins, if it is upright */
  #line: Point | null = null;

  constructor(
    readonly w: ByteWriter,
    readonly host: TextHost,
  ) {}

  /** Opens a text object (BT), unless one is open. */
  begin(): void {
    if (this.#open) return;
    this.w.ascii("BT\n");
    this.#open = true;
  }

  /** Closes the text object (ET), if one is open; font and position have to be set again. */
  end(): void {
    if (!this.#open) return;
    this.w.ascii("ET\n");
    this.#open = false;
    this.#font = -1;
    this.#line = null;
  }

  /** Shows a run, in the text object at hand or a new one. */
  show(given: GlyphsOp): void {
    const isPrivate = given.actualText === null && this.host.tagged && PRIVATE.test(given.text);
    const op = isPrivate ? { ...given, actualText: given.text } : given;
    const { w } = this;
    this.begin();
    this.#select(op.font, op.size);
    this.#moveTo(op);
    if (op.actualText !== null) this.#beginActualText(op.actualText);
    this.#run(op);
    if (op.actualText !== null) w.ascii("EMC\n");
  }

  #select(font: FontId, size: number): void {
    if (this.#font === font && this.#size === size) return;
    this.#font = font;
    this.#size = size;
    this.w.ascii(`/${resourceName(this.fonts, font, "F")} `);
    this.w.num(size);
    this.w.ascii(" Tf\n");
  }

  /** Where a run begins: as an offset from the line before (Td) where it can be one, which is shorter, else by the text matrix (Tm). */
  #moveTo({ x, y, slant }: Pick<GlyphsOp, "x" | "y" | "slant">): void {
    const { w } = this;
    const from = this.#line;
    if (from && slant === 0) {
      this.w.pair(x - from.x, from.y - y);
      w.ascii("Td\n");
    } else {
      w.ascii("1 0 ");
      w.ascii(slant === 0 ? "0" : decimal(slant, w.limit));
      w.ascii(" -1 ");
      this.w.pair(x, y);
      w.ascii("Tm\n");
    }
    this.#line = slant === 0 ? { x, y } : null;
  }

  #beginActualText(text: string): void {
    this.w.ascii("/Span<</ActualText<FEFF");
    writeUtf16(this.w, text);
    this.w.ascii(">>>BDC\n");
  }

  /**
   * Shows a run cluster by cluster, each by one code that maps to its text: a cluster of several glyphs, and a mark moved off the baseline,
   * becomes one glyph put together of them, since readers take what is not on the line for another line. Where no code is left for that,
   * it is inside ActualText (14.9.4), and its codes share its characters for readers that do not know that.
   */
  #run(op: GlyphsOp): void {
    const font = this.host.font(op.font);
    const { ids, advances, clusters } = op.run;
    const n = ids.length;
    const showing = new TextShowing(this.w, op, font.metrics.widths, this.host.pretty);
    if (clusters[n - 1]! < clusters[0]! || (clusters[n - 1] === clusters[0] && op.text.length > 1 && RIGHT_TO_LEFT.test(op.text)))
      return this.#showRightToLeft(op, font, showing);
    // joiners go with the text after them: a reader may drop a code whose text ends in one
    let joiners = "";
    for (let i = 0; i < n;) {
      if (joiners === "" && (i = showing.letters(font, i)) === n) break;
      const c = clusters[i]!;
      let end = i + 1;
      while (end < n && clusters[end] === c) end++;
      const next = end < n ? clusters[end]! : op.text.length;
      if (joiners === "" && next > c + 2 && isSequence(op.text.slice(c, next)))
        this.#showSequence(op, font, showing, { from: i, to: end, text: op.text.slice(c, next) });
      else {
        const text = splitFormats(joiners + op.text.slice(c, next));
        joiners = end < n && JOINERS.test(text.after) ? text.after : "";
        for (const char of text.before) this.#showInvisible(op, font, showing, i, char);
        if (advances[i] === 0 && end === i + 1 && FORMAT.test(text.core)) this.#showInvisible(op, font, showing, i, text.core);
        else this.#showCluster(op, font, showing, { from: i, to: end, text: text.core });
        if (joiners === "") for (const char of text.after) this.#showInvisible(op, font, showing, end, char);
      }
      i = end;
    }
    showing.close();
  }

  /**
   * A run from right to left. Plain documents have it in visual order, from which readers derive its text; tagged ones in the order of
   * reading (14.8.2.3.3), each cluster placed by itself. Either way readers that put a line back into order take the characters of one code
   * one by one, so that each has a code of its own: the cluster's first is drawn, the others are invisible codes where it begins.
   */
  #showRightToLeft(op: GlyphsOp, font: UsedFont, showing: TextShowing): void {
    const { ids, clusters, advances, offsets } = op.run;
    const n = ids.length;
    const logical = this.host.tagged;
    // each place by itself is kept only for who turns them round
    const found: RightToLeftCluster[] = [];
    for (let i = 0, before = op.text.length, x = 0; i < n;) {
      const c = clusters[i]!;
      let end = i + 1;
      let advance = advances[i]!;
      while (end < n && clusters[end] === c) advance += advances[end++]!;
      const offset = offsets !== null && (offsets[2 * i] !== 0 || offsets[2 * i + 1] !== 0);
      if (logical) found.push({ from: i, to: end, x, advance, text: op.text.slice(c, before) });
      else if (
        end < n &&
        advances[end]! > WIDE &&
        isSpaceBefore(op, end, c) &&
        before === c + 1 &&
        this.#showUpToSpace(op, font, showing, i, end)
      ) {
        // the space is shown
        before = clusters[end]!;
        i = end + 1;
        continue;
      } else if (end === i + 1 && before === c + 1 && !offset && advance !== 0)
        showing.glyph(i, font.codeOfUnit(ids[i]!, unitAt(op.text, c)));
      else {
        const [first = "", ...others] = charsWithJoiners(op.text.slice(c, before));
        for (const char of others.reverse()) this.#showInvisible(op, font, showing, i, char);
        if (advance === 0 && FORMAT.test(first)) this.#showInvisible(op, font, showing, i, first);
        else this.#showCluster(op, font, showing, { from: i, to: end, text: first });
      }
      before = c;
      x += advance;
      i = end;
    }
    if (logical) this.#showInReadingOrder(op, font, showing, withMarks(found).reverse());
    else showing.close();
  }

  /**
   * Shows a letter of a run from right to left, and the wide space on its right: the letter's code has most of the space's width. For what is further
   * from it than a part of an em pdf.js begins another text, and leaves such texts in the order of the content, which is that from the left; poppler
   * may take the space for one between columns. False, and nothing is shown, where no code is left for that.
   */
  #showUpToSpace(op: GlyphsOp, font: UsedFont, showing: TextShowing, from: number, space: number): boolean {
    const { ids, advances, clusters } = op.run;
    // what is left of the space is not wide
    const more = (Math.floor((advances[space]! - WIDE) / WIDER) + 1) * WIDER;
    let advance = more;
    for (let k = from; k < space; k++) advance += advances[k]!;
    const made = advance > more ? font.cluster(op.run, from, space, op.text[clusters[from]!]!, advance) : null;
    if (!made) return false;
    showing.composite(made.code, made.width, advance);
    const id = ids[space]!;
    showing.composite(font.codeOfUnit(id, unitAt(op.text, clusters[space]!)), font.metrics.widths[id]!, advances[space]! - more);
    return true;
  }

  /**
   * Clusters from the right to the left. Each invisible code is a little further left, so that readers that sort by position have the
   * same order, and is the letter's glyph once more, unseen (9.3.6): readers leave out what has no extent, and take what has another height
   * for another line.
   */
  #showInReadingOrder(op: GlyphsOp, font: UsedFont, showing: TextShowing, found: readonly RightToLeftCluster[]): void {
    let letter: RightToLeftCluster | null = null;
    let steps = 0;
    for (const cluster of found) {
      let text: readonly string[] = cluster.text.match(LETTER_OR_MARKS) ?? [];
      if (cluster.advance !== 0 || !letter || !FORMAT.test(cluster.text)) {
        const [first = "", ...others] = text;
        letter = cluster;
        steps = 0;
        this.#place(op, cluster.x, 0);
        this.#showCluster(op, font, showing, { from: cluster.from, to: cluster.to, text: first });
        showing.closeUnadjusted();
        text = others;
      }
      for (const one of text) {
        const made = font.cluster(op.run, letter.from, letter.to, withoutByteOrderMark(one), THIN);
        if (!made) continue;
        this.#place(op, cluster.x, ++steps);
        this.w.ascii("3 Tr\n");
        showing.composite(made.code, 0, 0);
        showing.closeUnadjusted();
        this.w.ascii("0 Tr\n");
      }
    }
  }

  /**
   * Goes to a place in a run, 1/1000 em from its origin, and a few steps of 1/1000 em to the left, in as little another size: strings of one
   * size that are not left behind are one to some readers, which turn it round.
   */
  #place(op: GlyphsOp, x: number, steps: number): void {
    this.#select(op.font, op.size + steps / 1000);
    this.#moveTo({ x: op.x + ((x - steps) * op.size) / 1000, y: op.y, slant: op.slant });
  }

  /**
   * Shows a cluster whose text has characters beyond the first plane, as of an emoji, and others: what is drawn is the first of several codes, since
   * not all readers put halves of such a character together where a code maps to more, nor do all read them in ActualText. The codes share the
   * width evenly: readers leave out what is shown twice in one place.
   */
  #showSequence(op: GlyphsOp, font: UsedFont, showing: TextShowing, { from, to, text }: ClusterRange): void {
    const { ids, advances } = op.run;
    const [first = "", ...others] = codesOf(text);
    let [width, advance] = [0, 0];
    for (let k = from; k < to; k++) {
      width += font.metrics.widths[ids[k]!] ?? 0;
      advance += advances[k]!;
    }
    const step = Math.floor(width / (others.length + 1));
    const drawn = font.cluster(op.run, from, to, first, step);
    const parts = others.map((part) => font.cluster(op.run, to, to, part, step));
    if (drawn === null || parts.includes(null)) return this.#showCluster(op, font, showing, { from, to, text });
    showing.composite(drawn.code, step, step);
    advance -= step * parts.length;
    parts.forEach((part, i) => showing.composite(part!.code, step, i < parts.length - 1 ? step : advance));
  }

  /** Shows a code that draws nothing and maps to `text`, before glyph i of a run; nothing is shown where no code is left for it. */
  #showInvisible(op: GlyphsOp, font: UsedFont, showing: TextShowing, i: number, text: string): void {
    const made = font.cluster(op.run, i, i, withoutByteOrderMark(text));
    if (made) showing.composite(made.code, 0, 0);
  }

  /** Shows a cluster by codes that map to its text. */
  #showCluster(op: GlyphsOp, font: UsedFont, showing: TextShowing, { from, to, text }: ClusterRange): void {
    const { ids, advances, offsets } = op.run;
    const offset = offsets !== null && (offsets[2 * from] !== 0 || offsets[2 * from + 1] !== 0);
    if (to === from + 1 && !offset) return showing.glyph(from, font.code(ids[from]!, text));
    const one = font.cluster(op.run, from, to, text);
    if (one) {
      let advance = 0;
      for (let k = from; k < to; k++) advance += advances[k]!;
      return showing.composite(one.code, one.width, advance);
    }
    if (to === from + 1) return showing.glyph(from, font.code(ids[from]!, text));
    const whole = op.actualText !== null;
    if (!whole) {
      showing.close();
      this.#beginActualText(text);
    }
    const texts = distributed(text, to - from);
    for (let k = from; k < to; k++) showing.glyph(k, font.code(ids[k]!, texts[k - from]!));
    if (whole) return;
    showing.close();
    this.w.ascii("EMC\n");
  }
}

/** Whether glyph k of a run is a space by itself, after which a cluster that begins at `next` comes in the text. */
const isSpaceBefore = ({ text, run: { clusters, offsets } }: GlyphsOp, k: number, next: number): boolean =>
  clusters[k] === next - 1 && unitAt(text, next - 1) === 0x20 && clusters[k + 1] !== next - 1 && !offsets?.[2 * k] && !offsets?.[2 * k + 1];

/** Marks belong to the letter on their right: a reader may take one above it for another line. */
function withMarks(found: readonly RightToLeftCluster[]): RightToLeftCluster[] {
  const out: RightToLeftCluster[] = [];
  for (const cluster of found) {
    const marks = out.at(-1);
    if (marks?.advance !== 0 || !MARKS.test(marks.text)) out.push(cluster);
    else out[out.length - 1] = { ...cluster, from: marks.from, text: cluster.text + marks.text };
  }
  return out;
}

/** The width of an invisible code, 1/1000 em. */
const THIN = 10;
/** The width from which on a space between words from right to left is wide, and the steps by which letters are made wider: 1/1000 em. */
const WIDE = 500;
const WIDER = 200;

/** Glyphs [from, to) of a run, and the text they map to. */
interface ClusterRange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
/** A cluster of a run from right to left. Lengths are 1/1000 em, `x` from the run's origin. */
interface RightToLeftCluster extends ClusterRange {
  readonly x: number;
  readonly advance: number;
}

/** Format characters, which are seen by what they do (soft hyphens, joiners, directions). Some readers drop the whole of a code that ends in one. */
const FORMAT_AT_AN_END = /^\p{Cf}|\p{Cf}$/u;
const FORMATS_AROUND = /^(\p{Cf}*)(.*?)(\p{Cf}*)$/su;
/** Letters of a ligature that is a run by itself: nothing else determines its direction. */
const RIGHT_TO_LEFT = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Marks of one letter share a code: their order has no meaning where they go to different places (UAX #15). */
const LETTER_OR_MARKS = /\p{Mn}+|./gsu;
const MARKS = /^\p{Mn}+$/u;
const FORMAT = /^\p{Cf}+$/u;
const JOINERS = /^[\u200c\u200d]+$/;

/** U+FEFF inside a text is what U+2060 has been since Unicode 3.2, and to some readers a space. */
const withoutByteOrderMark = (text: string): string => (text === "\ufeff" ? "\u2060" : text);

/** A cluster's text as what is drawn and the format characters before and after it, each to have a code of its own. */
function splitFormats(text: string): { readonly before: string; readonly core: string; readonly after: string } {
  if (!FORMAT_AT_AN_END.test(text)) return { before: "", core: text, after: "" };
  const [, before = "", core = "", after = ""] = FORMATS_AROUND.exec(text)!;
  // joiners before what they join, and format characters that are drawn themselves, stay
  if (core === "") return { before: "", core: text, after: "" };
  return JOINERS.test(before) ? { before: "", core: before + core, after } : { before, core, after };
}

/** The characters of a cluster that is read from right to left; joiners come before what they follow, as they do in a line from the left. */
function charsWithJoiners(text: string): readonly string[] {
  const out: string[] = [];
  for (const char of text) {
    if (out.length > 0 && JOINERS.test(char)) out[out.length - 1] = char + out.at(-1)!;
    else out.push(char);
  }
  return out;
}

/** Whether a cluster's text has a character beyond the first plane, and others. */
const isSequence = (text: string): boolean => SUPPLEMENTARY.test(text) && !JOINER_AT_THE_END.test(text);
const SUPPLEMENTARY = /[\u{10000}-\u{10ffff}]/u;
const JOINER_AT_THE_END = /[\u200c\u200d]$/;
/** UTF-16 units that a code maps to, at most, where it maps to more than one character: readers ignore longer mappings. */
const MOST_UNITS = 6;

/** The texts of the codes of a sequence: its first character and each beyond the first plane by itself, others together. */
function codesOf(text: string): readonly string[] {
  const out: string[] = [];
  for (const char of text) {
    const last = out.length > 1 ? out.at(-1) : undefined;
    if (last !== undefined && !SUPPLEMENTARY.test(last + char) && last.length < MOST_UNITS) out[out.length - 1] = last + char;
    else out.push(char);
  }
  return out;
}

/** The text of a glyph that has no character of its own: every code shown needs a mapping (ISO 19005-2, 6.2.11.7.2). */
const NOTHING = "\u200b";

/** A cluster's characters dealt out to its glyphs; the first takes what is left over. */
function distributed(text: string, glyphs: number): readonly string[] {
  const chars = [...text];
  const first = chars.splice(0, Math.max(1, chars.length - glyphs + 1)).join("");
  const texts = [first, ...chars];
  while (texts.length < glyphs) texts.push(NOTHING);
  return texts;
}

/** Private-use characters: tagged text has them in ActualText (ISO 19005-2, 6.2.11.7.3). */
const PRIVATE = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;

/** The name of a resource in its stream, given when it is first used. */
export function resourceName<K>(map: Map<K, string>, key: K, prefix: string): string {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = `${prefix}${map.size}`;
  map.set(key, made);
  return made;
}
