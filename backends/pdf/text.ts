import { unitAt } from "../../ir/code-unit.js";
import type { FontId, GlyphsOp, Point } from "../../ir/ir.js";
import type { UsedFont } from "./font/font.js";
import { Show } from "./show.js";
import type { ByteWriter } from "./syntax/bytes.js";
import { decimal, writeUtf16 } from "./syntax/object.js";

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

  begin(): void {
    if (this.#open) return;
    this.w.ascii("BT\n");
    this.#open = true;
  }

  end(): void {
    if (!this.#open) return;
    this.w.ascii("ET\n");
    this.#open = false;
    this.#font = -1;
    this.#line = null;
  }

  /** Shows a run, in the text object at hand or a new one. */
  show(given: GlyphsOp): void {
    const spoken = given.actualText === null && this.host.tagged && PRIVATE.test(given.text);
    const op = spoken ? { ...given, actualText: given.text } : given;
    const { w } = this;
    this.begin();
    if (this.#font !== op.font || this.#size !== op.size) {
      this.#font = op.font;
      this.#size = op.size;
      w.ascii(`/${named(this.fonts, op.font, "F")} `);
      w.num(op.size);
      w.ascii(" Tf\n");
    }
    this.#moveTo(op);
    if (op.actualText !== null) this.#actual(op.actualText);
    this.#run(op);
    if (op.actualText !== null) w.ascii("EMC\n");
  }

  /** Where a run begins: as a step from the line before where that can say it, which is shorter. */
  #moveTo({ x, y, slant }: GlyphsOp): void {
    const { w } = this;
    const from = this.#line;
    if (from && slant === 0) {
      this.w.pair(x - from.x, from.y - y);
      w.ascii("Td\n");
    } else {
      w.ascii("1 0 ");
      w.ascii(slant === 0 ? "0" : decimal(slant));
      w.ascii(" -1 ");
      this.w.pair(x, y);
      w.ascii("Tm\n");
    }
    this.#line = slant === 0 ? { x, y } : null;
  }

  #actual(said: string): void {
    this.w.ascii("/Span<</ActualText<FEFF");
    writeUtf16(this.w, said);
    this.w.ascii(">>>BDC\n");
  }

  /**
   * Shows a run cluster by cluster, in visual order, each by one code that says its text: a cluster of several glyphs, and a mark moved
   * off the baseline, becomes one composite glyph, since readers take what is not on the line for another line. Where the font can't have those (CFF), it stands inside ActualText (14.9.4), and its codes share its characters for readers
   * that do not know that.
   */
  #run(op: GlyphsOp): void {
    const font = this.host.font(op.font);
    const { ids, clusters } = op.run;
    const n = ids.length;
    const show = new Show(this.w, op, font.metrics.widths, this.host.pretty);
    const backward = n > 1 && clusters[n - 1]! < clusters[0]!;
    for (let i = 0; i < n;) {
      const c = clusters[i]!;
      let end = i + 1;
      while (end < n && clusters[end] === c) end++;
      const next = backward ? (i === 0 ? op.text.length : clusters[i - 1]!) : end < n ? clusters[end]! : op.text.length;
      const offset = op.run.offsets !== null && (op.run.offsets[2 * i] !== 0 || op.run.offsets[2 * i + 1] !== 0);
      if (end > i + 1 || offset) this.#cluster(op, show, { from: i, to: end, said: op.text.slice(c, next), backward });
      else show.glyph(i, next === c + 1 ? font.codeOfUnit(ids[i]!, unitAt(op.text, c)) : font.code(ids[i]!, op.text.slice(c, next)));
      i = end;
    }
    show.close();
  }

  /**
   * From right to left, readers take the characters of one code one by one from left to right, and so turn them round: there a cluster's
   * characters are dealt out, one to a code, as far as its glyphs go.
   */
  #cluster(op: GlyphsOp, show: Show, cluster: Cluster): void {
    const { from, to, said, backward } = cluster;
    const [first, ...others] = backward ? said : "";
    if (first === undefined || others.length === 0 || to - from < 2) return this.#shown(op, show, cluster);
    this.#cluster(op, show, { from, to: to - 1, said: others.join(""), backward });
    this.#shown(op, show, { from: to - 1, to, said: first, backward });
  }

  #shown(op: GlyphsOp, show: Show, { from, to, said, backward }: Cluster): void {
    const font = this.host.font(op.font);
    const { ids, advances } = op.run;
    const one = font.cluster(op.run, from, to, said);
    if (one) {
      let advance = 0;
      for (let k = from; k < to; k++) advance += advances[k]!;
      return show.composite(one.code, one.width, advance);
    }
    if (to === from + 1) return show.glyph(from, font.code(ids[from]!, said));
    const whole = op.actualText !== null;
    if (!whole) {
      show.close();
      this.#actual(said);
    }
    const shares = shared(said, to - from, backward);
    for (let k = from; k < to; k++) show.glyph(k, font.code(ids[k]!, shares[k - from]!));
    if (whole) return;
    show.close();
    this.w.ascii("EMC\n");
  }
}

/** One cluster of a run: its glyphs, its text, and whether the run goes from right to left. */
interface Cluster {
  readonly from: number;
  readonly to: number;
  readonly said: string;
  readonly backward: boolean;
}

/** What a glyph says that has no character of its own: every code shown needs a meaning (ISO 19005-2, 6.2.11.7.2). */
const NOTHING = "\u200b";

/** A cluster's characters dealt out to its glyphs in the order of reading; the first takes what is left over. */
function shared(said: string, glyphs: number, backward: boolean): readonly string[] {
  const chars = [...said];
  const first = chars.splice(0, Math.max(1, chars.length - glyphs + 1)).join("");
  const shares = [first, ...chars];
  while (shares.length < glyphs) shares.push(NOTHING);
  return backward ? shares.reverse() : shares;
}

/** Characters without a meaning of their own: tagged text says them in so many words (ISO 19005-2, 6.2.11.7.3). */
const PRIVATE = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;

/** The name of a resource in its stream, given when it is first used. */
export function named<K>(map: Map<K, string>, key: K, prefix: string): string {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = `${prefix}${map.size}`;
  map.set(key, made);
  return made;
}
