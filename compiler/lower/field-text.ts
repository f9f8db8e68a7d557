// Text of form fields, set like that of the page.
import type { FontResource, Rect } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import type { ComputedText } from "../box/text.js";
import type { ChartText, SetText } from "../chart/text.js";
import { rectPath } from "../core/outline.js";
import type { Src } from "../core/src.js";
import { fail } from "../core/fail.js";
import type { ComputedParagraph } from "../style/text.js";

export interface FieldTextStyle {
  readonly look: ComputedText;
  readonly direction: ComputedParagraph["direction"];
  readonly align: ComputedParagraph["align"];
  /** base direction */
  readonly rtl: boolean;
  /** multiple of the font size; null: that of the font */
  readonly lineHeight: number | null;
  /** least font size, points; null: no shrinking */
  readonly shrinkTo: number | null;
  readonly wraps: boolean;
}

/** Background of chosen options, as readers draw it. */
const CHOSEN = "#99C1DA";
/** First strong letter of a script that is written right to left. */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** A letter with its marks, or letters that are joined. */
const CLUSTER = /\P{M}(?:\p{M}|\u200d\P{M})*/gu;
const STRONG = /\p{L}/u;
/** First bytes of an OpenType font with outlines of PostScript. */
const OTTO = 0x4f54544f;
const STEPS = 24;

export class FieldText {
  #line: number | null = null;

  constructor(
    readonly chart: ChartText,
    readonly style: FieldTextStyle,
    readonly src: Src,
  ) {
    chart.begin();
  }

  get lineHeight(): number {
    const { size } = this.style.look;
    return (this.#line ??= this.#lineHeight(this.#set("X", size, Infinity), size));
  }

  #set(text: string, size: number, width: number): SetText {
    const { look, direction } = this.style;
    const rtl = direction === "auto" && !STRONG.test(text) ? (this.style.rtl ? "rtl" : "ltr") : direction;
    return this.chart.set(text, { look: size === look.size ? look : { ...look, size }, direction: rtl }, this.src, width);
  }

  #lineHeight({ height, lines }: SetText, size: number): number {
    const { lineHeight } = this.style;
    return lineHeight === null ? height / lines.length : lineHeight * size;
  }

  /** Returns the width of one line at the style's size. */
  widthOf(text: string): number {
    return this.#set(text, this.style.look.size, Infinity).width;
  }

  isAtRight(text: string): boolean {
    const { direction, rtl } = this.style;
    if (direction !== "auto") return direction === "rtl";
    const strong = STRONG.exec(text);
    return strong ? RTL.test(strong[0]) : rtl;
  }

  /** Share of the free width at the left of a line. */
  #across(text: string): number {
    const { align } = this.style;
    if (align === "center") return 0.5;
    if (align === "left") return 0;
    return align === "right" || this.isAtRight(text) ? 1 : 0;
  }

  /** Lines in a box: one is centred between upper and lower edge, several begin at the top (FM-18). */
  block(text: string, box: Rect, padding: number): readonly DrawnOp[] {
    if (text === "") return [];
    const width = Math.max(0, box.width - 2 * padding);
    const height = Math.max(0, box.height - 2 * padding);
    const size = this.#fitting(text, width, height);
    const paragraphs = this.#paragraphs(text, size, width);
    const total = paragraphs.reduce((n, set) => n + set.lines.length * this.#lineHeight(set, size), 0);
    let top = box.y + (this.style.wraps ? padding : (box.height - total) / 2);
    const ops: DrawnOp[] = [];
    for (const set of paragraphs) {
      const line = this.#lineHeight(set, size);
      const across = this.#across(text);
      for (const { width: own, baseline, runs } of set.lines) {
        const shift = baseline % (set.height / set.lines.length);
        const middle = (line - set.height / set.lines.length) / 2;
        const x = box.x + padding + (width - own) * across;
        for (const run of runs) ops.push({ ...run, x: x + run.x, y: top + middle + shift + run.y });
        top += line;
      }
    }
    return [clipped(ops, box)];
  }

  /** Returns the baseline of a line as `block` or `cells` sets it, from the upper edge of the field; an empty field has that of letters. */
  baseline(value: string, box: Rect, inCells: boolean, padding: number): number {
    const text = value === "" ? "X" : value;
    const size = inCells ? this.style.look.size : this.#fitting(text, box.width - 2 * padding, box.height - 2 * padding);
    const set = this.#set(text, size, Infinity);
    // the middle of the line is that of the box, whatever its height
    return box.y + (box.height - set.height) / 2 + set.lines[0]!.baseline;
  }

  #paragraphs(text: string, size: number, width: number): readonly SetText[] {
    if (!this.style.wraps) return [this.#set(text, size, Infinity)];
    return text.split("\n").map((line) => this.#set(line === "" ? " " : line, size, width));
  }

  /** Largest size up to that of the style (FM-17). */
  #fitting(text: string, width: number, height: number): number {
    const { look, shrinkTo } = this.style;
    if (shrinkTo === null) return look.size;
    const fits = (size: number): boolean => {
      const sets = this.#paragraphs(text, size, width);
      const high = sets.reduce((n, set) => n + set.lines.length * this.#lineHeight(set, size), 0);
      return sets.every((set) => set.width <= width + 1e-6 && !(this.style.wraps && set.torn)) && high <= height + 1e-6;
    };
    if (fits(look.size)) return look.size;
    let [low, high] = [shrinkTo, look.size];
    for (let step = 0; step < STEPS && high - low > 0.01; step++) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** One cluster in the middle of each cell; alignment moves whole cells (FM-15). */
  cells(text: string, count: number, box: Rect): readonly DrawnOp[] {
    if (text === "") return [];
    const clusters = text.match(CLUSTER) ?? [];
    const free = Math.max(0, count - clusters.length);
    const across = this.#across(text);
    const first = across === 1 ? free : across === 0.5 ? Math.floor(free / 2) : 0;
    const shown = this.isAtRight(text) ? clusters.reverse() : clusters;
    const cell = box.width / count;
    const ops = shown.flatMap((cluster, i) => {
      const set = this.#set(cluster, this.style.look.size, Infinity);
      const x = box.x + (first + i + 0.5) * cell - set.width / 2;
      const top = box.y + (box.height - set.height) / 2;
      return set.lines.flatMap((line) => line.runs.map((run) => ({ ...run, x: x + run.x, y: top + line.baseline + run.y })));
    });
    return [clipped(ops, box)];
  }

  /** Options from the first that shows; `chosen`: their indexes */
  list(
    labels: readonly string[],
    chosen: readonly number[],
    box: Rect,
    padding: number,
  ): { readonly ops: readonly DrawnOp[]; readonly top: number } {
    const line = this.lineHeight;
    const shown = Math.max(1, Math.floor((box.height - 2 * padding + 1e-6) / line));
    const first = chosen[0] ?? 0;
    const top = first < shown ? 0 : Math.min(first, Math.max(0, labels.length - shown));
    const ops: DrawnOp[] = [];
    const width = Math.max(0, box.width - 2 * padding);
    for (let i = top; i < Math.min(labels.length, top + shown); i++) {
      const y = box.y + padding + (i - top) * line;
      if (chosen.includes(i))
        ops.push({ op: "path", path: rectPath(box.x, y, box.width, line), fill: { color: CHOSEN, opacity: 1 }, stroke: null });
      const label = labels[i]!;
      if (label === "") continue;
      const set = this.#set(label, this.style.look.size, Infinity);
      const middle = (line - set.height) / 2;
      const x = box.x + padding + (width - set.width) * this.#across(label);
      for (const { baseline, runs } of set.lines)
        for (const run of runs) ops.push({ ...run, x: x + run.x, y: y + middle + baseline + run.y });
    }
    return { ops: ops.length > 0 ? [clipped(ops, box)] : [], top };
  }

  /** @throws RenderError API-002 for a font whose licence bits allow no changes of documents (FT-38) */
  checkTyping(src: Src): void {
    const { family, weight, weightDeclared, italic, mode, variations } = this.style.look;
    if (family === null) return;
    const { declared } = this.chart.engine.fonts.stack({ family, weight, weightDeclared, italic, mode, variations });
    if (!declared) return;
    const { blob } = declared.face.info;
    // owners of the same file share a face
    const { embedding, licensed, postScriptName } = declared.family.faces.find((face) => face.blob === blob)!;
    if (licensed === true || (embedding !== "print" && embedding !== "restricted")) return;
    const reason = `must be a font whose licence bits (OS/2.fsType) are installable or editable, as people type in the field; found ${postScriptName}, whose bits are ${embedding}: take another font, or make the field read_only`;
    fail("API-002", "field-font", src, reason);
  }

  /** First face of the style whose program a simple font may have (FM-19). */
  typingFace(): FontResource {
    const { fonts } = this.chart.engine;
    const { look } = this.style;
    const isPlain = (bytes: Uint8Array): boolean => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) !== OTTO;
    const find = (family: string | null): FontResource | null => {
      const { weight, weightDeclared, italic, mode, variations } = look;
      const own = family === null ? { mode: "automatic" as const, variations: null } : { mode, variations };
      const stack = fonts.stack({ family, weight, weightDeclared, italic, ...own });
      const found = stack.all[0];
      return found && isPlain(found.face.bytes()) ? found.face.resource : null;
    };
    return find(look.family) ?? find(null)!;
  }
}

const clipped = (children: readonly DrawnOp[], { x, y, width, height }: Rect): DrawnOp => ({
  op: "group",
  transform: null,
  clip: rectPath(x, y, width, height),
  opacity: 1,
  isolated: false,
  blend: "normal",
  mask: null,
  children,
});
