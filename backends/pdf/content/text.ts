// Text objects (ISO 32000-1, 9.4): one code per cluster, with exact ToUnicode.
import { unitAt } from "../../../base/code-unit.js";
import type { FontId, GlyphsOp, Point } from "../../../ir/ir.js";
import type { UsedFont } from "../font/font.js";
import { ResourceNames } from "./resource-names.js";
import { codesOf, isSequence } from "./sequence.js";
import { TextShowing } from "./text-showing.js";
import type { ByteWriter } from "../syntax/bytes.js";
import { decimal, writeUtf16, type Ref } from "../syntax/object.js";

export interface TextHost {
  readonly pretty: boolean;
  readonly tagged: boolean;
  font(id: FontId): UsedFont;
}

/** Consecutive runs share a text object (ISO 32000-1, 9.4). */
export class TextObject {
  /** resource names of the fonts in use */
  readonly fonts = new ResourceNames<FontId | Ref>("Font", "F");
  #open = false;
  #font: FontId | Ref = -1;
  #size = 0;
  #line: Point | null = null;

  constructor(
    readonly w: ByteWriter,
    readonly host: TextHost,
  ) {}

  begin(): void {
    if (this.#open) return;
    this.w.ascii("BT\n");
    this.#open = true;
  }

  /** ET resets font and position. */
  end(): void {
    if (!this.#open) return;
    this.w.ascii("ET\n");
    this.#open = false;
    this.#font = -1;
    this.#line = null;
  }

  show(given: GlyphsOp): void {
    const isPrivate = given.actualText === null && this.host.tagged && isPrivateUse(given.text);
    const op = isPrivate ? { ...given, actualText: given.text } : given;
    const { w } = this;
    this.begin();
    this.select(op.font, op.size);
    this.moveTo(op);
    if (op.actualText !== null) this.beginActualText(op.actualText);
    this.#run(op);
    if (op.actualText !== null) w.ascii("EMC\n");
  }

  select(font: FontId | Ref, size: number): void {
    if (this.#font === font && this.#size === size) return;
    this.#font = font;
    this.#size = size;
    this.w.ascii(`/${this.fonts.of(font)} `);
    this.w.num(size);
    this.w.ascii(" Tf\n");
  }

  /** Moves by the shorter Td from the previous line if possible, else by Tm. */
  moveTo({ x, y, slant }: Pick<GlyphsOp, "x" | "y" | "slant">): void {
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

  beginActualText(text: string): void {
    this.w.ascii("/Span<</ActualText<FEFF");
    writeUtf16(this.w, text);
    this.w.ascii(">>>BDC\n");
  }

  /**
   * One code per cluster. A cluster of several glyphs, or a mark off the baseline, becomes a composite glyph: readers assign content off
   * the baseline to another line. Without a free code it is wrapped in ActualText (14.9.4), and its codes share its characters for
   * readers that ignore ActualText.
   */
  #run(op: GlyphsOp): void {
    const font = this.host.font(op.font);
    const { ids, advances, clusters } = op.run;
    const n = ids.length;
    const showing = new TextShowing(this.w, op, font.metrics.widths, this.host.pretty);
    if (clusters[n - 1]! < clusters[0]! || (clusters[n - 1] === clusters[0] && op.text.length > 1 && RIGHT_TO_LEFT.test(op.text)))
      return this.#showRightToLeft(op, font, showing);
    // joiners precede the next text: some readers drop a code whose text ends in one
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
   * In visual order in untagged documents, from which readers derive the text; in reading order in tagged ones (14.8.2.3.3). Readers
   * reorder codes, not characters, so each character has its own code: the first draws the cluster, the others are invisible at its
   * start.
   */
  #showRightToLeft(op: GlyphsOp, font: UsedFont, showing: TextShowing): void {
    const { ids, clusters, advances, offsets } = op.run;
    const n = ids.length;
    const logical = this.host.tagged;
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
   * Most of the space is in the width of the letter's code: pdf.js splits text at wide gaps and keeps the parts in left-to-right content
   * order; poppler may detect a column gap. Returns false, with nothing shown, if no code is left.
   */
  #showUpToSpace(op: GlyphsOp, font: UsedFont, showing: TextShowing, from: number, space: number): boolean {
    const { ids, advances, clusters } = op.run;
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
   * Each invisible code is slightly further left, for readers that sort by position, and repeats the letter's glyph invisibly (9.3.6):
   * readers drop codes without extent, and treat another height as another line.
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
   * Moves to a position in a run, 1/1000 em from its origin, offset left by `steps` of 1/1000 em, with a font size changed as slightly:
   * some readers join adjacent strings of equal size and reverse them.
   */
  #place(op: GlyphsOp, x: number, steps: number): void {
    this.select(op.font, op.size + steps / 1000);
    this.moveTo({ x: op.x + ((x - steps) * op.size) / 1000, y: op.y, slant: op.slant });
  }

  /**
   * For text that mixes supplementary characters, such as emoji, with others: some readers split surrogate pairs in multi-character
   * mappings, and some ignore ActualText. The first code draws the cluster; all share the width evenly, since readers drop overlapping
   * duplicates.
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

  /** Nothing is shown if no code is left. */
  #showInvisible(op: GlyphsOp, font: UsedFont, showing: TextShowing, i: number, text: string): void {
    const made = font.cluster(op.run, i, i, withoutByteOrderMark(text));
    if (made) showing.composite(made.code, 0, 0);
  }

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
      this.beginActualText(text);
    }
    const texts = distributed(text, to - from);
    for (let k = from; k < to; k++) showing.glyph(k, font.code(ids[k]!, texts[k - from]!));
    if (whole) return;
    showing.close();
    this.w.ascii("EMC\n");
  }
}

/** True for a separate space before a cluster that begins at `next`. */
const isSpaceBefore = ({ text, run: { clusters, offsets } }: GlyphsOp, k: number, next: number): boolean =>
  clusters[k] === next - 1 && unitAt(text, next - 1) === 0x20 && clusters[k + 1] !== next - 1 && !offsets?.[2 * k] && !offsets?.[2 * k + 1];

/** Attaches marks to the letter on their right: some readers assign a mark above it to another line. */
function withMarks(found: readonly RightToLeftCluster[]): RightToLeftCluster[] {
  const out: RightToLeftCluster[] = [];
  for (const cluster of found) {
    const marks = out.at(-1);
    if (marks?.advance !== 0 || !MARKS.test(marks.text)) out.push(cluster);
    else out[out.length - 1] = { ...cluster, from: marks.from, text: cluster.text + marks.text };
  }
  return out;
}

/** 1/1000 em */
const THIN = 10;
/** 1/1000 em: least wide space between right-to-left words, and step of widened letters */
const WIDE = 500;
const WIDER = 200;

interface ClusterRange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
/** Lengths in 1/1000 em; `x` from the origin of the run. */
interface RightToLeftCluster extends ClusterRange {
  readonly x: number;
  readonly advance: number;
}

/** Some readers drop a code that ends in a format character. */
const FORMAT_AT_AN_END = /^\p{Cf}|\p{Cf}$/u;
const FORMATS_AROUND = /^(\p{Cf}*)(.*?)(\p{Cf}*)$/su;
/** a ligature's letters in a separate run, whose direction has no other evidence */
const RIGHT_TO_LEFT = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Marks of one letter share a code: their order is irrelevant (UAX #15). */
const LETTER_OR_MARKS = /\p{Mn}+|./gsu;
const MARKS = /^\p{Mn}+$/u;
const FORMAT = /^\p{Cf}+$/u;
const JOINERS = /^[\u200c\u200d]+$/;

/** U+FEFF is equivalent to U+2060 since Unicode 3.2; some readers treat it as a space. */
const withoutByteOrderMark = (text: string): string => (text === "\ufeff" ? "\u2060" : text);

/** Drawn core, and the format characters around it, each with a separate code. */
function splitFormats(text: string): { readonly before: string; readonly core: string; readonly after: string } {
  if (!FORMAT_AT_AN_END.test(text)) return { before: "", core: text, after: "" };
  const [, before = "", core = "", after = ""] = FORMATS_AROUND.exec(text)!;
  // joiners before the joined text, and format characters with a glyph, remain
  if (core === "") return { before: "", core: text, after: "" };
  return JOINERS.test(before) ? { before: "", core: before + core, after } : { before, core, after };
}

/** Joiners precede the character they follow. */
function charsWithJoiners(text: string): readonly string[] {
  const out: string[] = [];
  for (const char of text) {
    if (out.length > 0 && JOINERS.test(char)) out[out.length - 1] = char + out.at(-1)!;
    else out.push(char);
  }
  return out;
}

/** Every code needs a mapping (ISO 19005-2, 6.2.11.7.2). */
const NOTHING = "\u200b";

/** The first receives the surplus. */
function distributed(text: string, glyphs: number): readonly string[] {
  const chars = [...text];
  const first = chars.splice(0, Math.max(1, chars.length - glyphs + 1)).join("");
  const texts = [first, ...chars];
  while (texts.length < glyphs) texts.push(NOTHING);
  return texts;
}

/** Private use requires ActualText in tagged text (ISO 19005-2, 6.2.11.7.3). */
function isPrivateUse(text: string): boolean {
  // most texts have only smaller units
  for (let i = 0; i < text.length; i++) if (unitAt(text, i) >= 0xd800) return PRIVATE.test(text);
  return false;
}
const PRIVATE = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;
