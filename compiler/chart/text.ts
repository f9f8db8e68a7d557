import { NO_VALUE, shapeParagraph } from "../text/line/paragraph-steps.js";
import { atMost, type Limits } from "../core/limits.js";
import { rotation } from "../../ir/geometry.js";
import type { GlyphsOp, Rect } from "../../ir/ir.js";
import { bounds } from "../../ir/geometry.js";
import type { TextBox } from "../box/box.js";
import type { DrawnFont, DrawnGlyphs, DrawnGroup, DrawnOp } from "../box/drawn.js";
import { PlainText } from "../box/plain-text.js";
import type { TextStyle } from "../box/text.js";
import { fail } from "../core/fail.js";
import type { Note } from "../core/note.js";
import type { Src } from "../core/src.js";
import { drawnFont, type Face } from "../text/font/face.js";
import { ellipsize } from "../text/line/ellipsis.js";
import type { Paragraph, TextLine } from "../text/line/paragraph.js";
import { NO_INDENTS, ShapedLine, ShapedText } from "../text/line/shaped-text.js";
import type { OpSink } from "../text/line/sink.js";
import { paragraphOf } from "../text/line/text-lines.js";
import type { TextEngine } from "../text/shape/engine.js";
import type { TextLook } from "./theme.js";

/** Points. Most lines are measured only: runs are made when they are read. */
class SetLine {
  #runs: readonly DrawnGlyphs[] | null = null;

  /** @param baseline points from the text's top */
  constructor(
    readonly width: number,
    readonly baseline: number,
    readonly make: () => readonly DrawnGlyphs[],
  ) {}

  /** From the left end of the baseline. */
  get runs(): readonly DrawnGlyphs[] {
    return (this.#runs ??= this.make());
  }
}

/** Points. */
export interface SetText {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly SetLine[];
  /** of capitals and digits, for optical centring */
  readonly capital: number;
  readonly torn: boolean;
  readonly src: Src;
}

export interface Anchor {
  readonly x: number;
  readonly y: number;
  /** 0 = begins here, 0.5 = centred, 1 = ends here */
  readonly across: number;
  readonly at: "top" | "middle" | "bottom";
  /** degrees clockwise about the anchor */
  readonly turn?: number;
}

/** A text on one line, and what it is broken from. */
interface Whole {
  readonly set: SetText;
  readonly paragraph: Paragraph;
}

/** Capitals and digits of the bundled faces, in em. */
const CAPITAL = 0.714;

export class ChartText {
  readonly #styles = new Map<TextLook, TextStyle>();
  readonly #onOneLine = new Map<TextLook, Map<string, Whole>>();
  /** separate, as source positions differ */
  readonly #names = new Map<TextLook, Map<string, Whole>>();
  readonly #fonts: DrawnFont[] = [];
  readonly #byFace = new Map<Face, number>();
  readonly #general = ({ paragraphs }: TextBox): Paragraph =>
    new ShapedText(paragraphs.map((p) => shapeParagraph(this.engine, p, NO_VALUE)));
  readonly #sink: OpSink = { font: (face) => this.#font(face), source: () => 0 };
  #runs = 0;
  #bytes = 0;

  constructor(
    readonly engine: TextEngine,
    readonly language: string,
    readonly limits: Limits,
    readonly note: Note | null = null,
  ) {}

  /** `src`: called when first set. @throws RenderError as shaping does */
  set(text: string, look: TextLook, src: Src | (() => Src), width = Infinity): SetText {
    const { set: whole, paragraph } = this.#whole(text, look, src);
    if (!(whole.width <= width)) return this.#set(paragraph, look, cursor(src), width);
    return typeof src === "function" || whole.src === src ? whole : { ...whole, src };
  }

  /** Memoized, as margins are found in rounds. */
  #whole(text: string, look: TextLook, src: Src | (() => Src)): Whole {
    const byLook = typeof src === "function" ? this.#names : this.#onOneLine;
    let known = byLook.get(look);
    if (!known) byLook.set(look, (known = new Map()));
    let whole = known.get(text);
    if (!whole) {
      const at = cursor(src);
      const paragraph = this.#paragraph(text, look, at);
      known.set(text, (whole = { set: this.#set(paragraph, look, at, Infinity), paragraph }));
    }
    return whole;
  }

  #set(paragraph: Paragraph, look: TextLook, src: Src, width: number): SetText {
    let top = 0;
    let torn = false;
    const lines = paragraph.lines(width).map((l): SetLine => {
      const baseline = top + l.line.baseline;
      top += l.line.height;
      torn ||= l.line.torn;
      return this.#setLine(l, baseline);
    });
    return this.#text(lines, top, look, src, torn);
  }

  /** Ends with an ellipsis. */
  shortened(text: string, look: TextLook, from: Src | (() => Src), width: number): SetText {
    const { set: whole, paragraph: own } = this.#whole(text, look, from);
    if (whole.width <= width + 1e-6) return whole;
    const [full] = own.lines(Infinity);
    const { line, paragraph } = ellipsize(this.engine, full!.paragraph, full!.line, width);
    const cut = this.#setLine(new ShapedLine(paragraph, line, NO_INDENTS, null, false), line.baseline);
    return this.#text([cut], line.height, look, cursor(from), false);
  }

  #setLine(l: TextLine, baseline: number): SetLine {
    const { width } = l.line;
    const make = (): readonly DrawnGlyphs[] =>
      l
        .parts({ x: 0, width, baseline: 0 }, this.#sink)
        .flatMap((part) => part.ops.filter((op) => op.op === "glyphs").map((op) => this.#drawn(op)));
    return new SetLine(width, baseline, make);
  }

  #text(lines: readonly SetLine[], height: number, { look }: TextLook, src: Src, torn: boolean): SetText {
    return { width: lines.reduce((w, l) => Math.max(w, l.width), 0), height, lines, capital: CAPITAL * look.size, torn, src };
  }

  #paragraph(text: string, look: TextLook, src: Src): Paragraph {
    let style = this.#styles.get(look);
    if (!style) {
      const paragraph = { align: "start", direction: look.direction, lineHeight: null, wrap: "normal" } as const;
      this.#styles.set(look, (style = { look: look.look, paragraph, language: this.language, languageDeclared: false }));
    }
    return paragraphOf(this.engine, new PlainText(0, src, "inherit", text, style), this.#general);
  }

  #font(face: Face): number {
    let known = this.#byFace.get(face);
    if (known === undefined) {
      known = this.#fonts.push(drawnFont(face)) - 1;
      this.#byFace.set(face, known);
    }
    return known;
  }

  #drawn({ op, x, y, font, size, slant, fill, text, run }: GlyphsOp): DrawnGlyphs {
    return { op, x, y, font: this.#fonts[font]!, size, slant, fill: fill, text, run };
  }

  /** @throws RenderError API-002 beyond the chart's limits of text */
  ops(text: SetText, anchor: Anchor): readonly DrawnOp[] {
    const { x, y } = origin(text, anchor);
    const out: DrawnOp[] = [];
    for (const line of text.lines) {
      const left = x + (text.width - line.width) * anchor.across;
      for (const run of line.runs) {
        this.#count(run, text.src);
        out.push({ ...run, x: left + run.x, y: y + line.baseline + run.y });
      }
    }
    const turn = anchor.turn ?? 0;
    return turn === 0 ? out : [turned(out, turn, anchor.x, anchor.y)];
  }

  #count({ text, font }: DrawnGlyphs, src: Src): void {
    this.#runs++;
    this.#bytes += utf8Length(text) + font.name.length;
    const { limits } = this;
    if (this.#runs > limits.chart_text_runs)
      fail("API-002", "chart-text-runs", src, `the text of a chart has ${atMost(limits, "chart_text_runs")} runs; this one has more`);
    if (this.#bytes > limits.chart_text_bytes)
      fail("API-002", "chart-text-bytes", src, `the text of a chart has ${atMost(limits, "chart_text_bytes")} bytes; this one has more`);
  }

  begin(): void {
    this.#styles.clear();
    this.#onOneLine.clear();
    this.#names.clear();
    this.#runs = 0;
    this.#bytes = 0;
  }
}

const cursor = (src: Src | (() => Src)): Src => (typeof src === "function" ? src() : src);

const turned = (children: readonly DrawnOp[], degrees: number, x: number, y: number): DrawnGroup => ({
  op: "group",
  transform: rotation(degrees, x, y),
  clip: null,
  opacity: 1,
  isolated: false,
  blend: "normal",
  mask: null,
  children,
});

/** Before rotation. */
function origin(text: SetText, { x, y, across, at }: Anchor): { readonly x: number; readonly y: number } {
  const left = x - across * text.width;
  if (at === "top") return { x: left, y };
  if (at === "bottom") return { x: left, y: y - text.height };
  const first = text.lines[0]?.baseline ?? 0;
  const last = text.lines.at(-1)?.baseline ?? 0;
  return { x: left, y: y - (first - text.capital + last) / 2 };
}

export const chartTextOf =
  (engine: TextEngine, limits: Limits) =>
  (language: string, note: Note | null = null): ChartText =>
    new ChartText(engine, language, limits, note);

/** Upright, with leading. Points. */
export function textBox(text: SetText, anchor: Anchor): Rect {
  const { x, y } = origin(text, anchor);
  const box = { x, y, width: text.width, height: text.height };
  const turn = anchor.turn ?? 0;
  return turn === 0 ? box : bounds(rotation(turn, anchor.x, anchor.y), box);
}

/** Top of capitals to below the last baseline, unrotated. Points. */
export function inkBox(text: SetText, anchor: Anchor): Rect {
  const { x, y } = origin(text, anchor);
  const first = text.lines[0]?.baseline ?? 0;
  const last = text.lines.at(-1)?.baseline ?? 0;
  const over = text.capital * 0.1;
  const under = text.capital * 0.3;
  return { x, y: y + first - text.capital - over, width: text.width, height: last - first + text.capital + over + under };
}

export const overlap = (a: Rect, b: Rect, gap = 0): boolean =>
  a.x < b.x + b.width + gap - 1e-6 &&
  b.x < a.x + a.width + gap - 1e-6 &&
  a.y < b.y + b.height + gap - 1e-6 &&
  b.y < a.y + a.height + gap - 1e-6;

function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    // half of a surrogate pair: two of four bytes
    bytes += c < 0x80 ? 1 : c < 0x800 || (c >= 0xd800 && c <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}
