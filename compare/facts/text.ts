// Shows strings: places of glyphs along their baseline (ISO 32000-1, 9.4).
import type { Rect } from "./facts.js";
import type { Glyph } from "./font.js";
import { cut, IDENTITY, multiply, tenths, type Matrix } from "./geometry.js";
import type { State } from "./state.js";
import type { Baseline, TextRun, TextStyle, WordBuilder } from "./words.js";

const POINTS = 72 / 25.4;
/** A synthetic slant leans by more of the height. */
const SLANT = 0.05;
/** Words that reach out of a clip by less are whole, mm. */
const LEAST_CUT = 0.05;

/** Looks of marks in the content that they are in. */
export interface MarkLooks {
  paintOf(state: State, isStroke: boolean): (box: Rect) => string;
  effectOf(state: State): (box: Rect) => string;
  /** The glyph with the digest of what a Type 3 font paints for it. */
  outlined(glyph: Glyph, state: State): Glyph;
  order(): number;
}

/** The text object of content. */
export class TextCursor {
  matrix: Matrix = IDENTITY;
  line: Matrix = IDENTITY;
  #style: TextStyle | null = null;
  #styleOf: StyleState | null = null;
  #baseline: Baseline | null = null;

  constructor(
    readonly words: WordBuilder,
    readonly looks: MarkLooks,
  ) {}

  begin(): void {
    this.matrix = this.line = IDENTITY;
  }

  set(matrix: Matrix): void {
    this.matrix = this.line = matrix;
  }

  /** Operator Td. */
  move(x: number, y: number): void {
    const m = this.line;
    this.set([m[0], m[1], m[2], m[3], m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]]);
  }

  /** Moves by a number of TJ. */
  adjust(state: State, amount: number): void {
    if (state.font?.isVertical) this.#advance(0, (-amount / 1000) * state.size);
    else this.#advance((-amount / 1000) * state.size * state.scale, 0);
  }

  #advance(x: number, y: number): void {
    const m = this.matrix;
    this.matrix = [m[0], m[1], m[2], m[3], m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
  }

  show(state: State, bytes: Uint8Array, key: string | null): void {
    const { font, size, charSpace, wordSpace } = state;
    if (font === null) return;
    const glyphs = font.glyphs(bytes);
    const trm = multiply(this.matrix, state.ctm);
    const isVertical = font.isVertical;
    const scale = isVertical ? 1 : state.scale;
    // an advance of 1 in text space
    const [dx, dy] = isVertical ? [-trm[2], -trm[3]] : [trm[0], trm[1]];
    const length = Math.hypot(dx, dy);
    const turn = size * scale < 0 ? -1 : 1;
    if (!(length > 0)) return;
    const [ux, uy] = [(turn * dx) / length, (turn * dy) / length];
    const unit = font.type3 === null ? 1 : Math.abs(font.type3.matrix[3]) * 1000;
    const baseline = this.#baselineOf(state, trm, { ux, uy, em: Math.abs(size * scale) * length * unit, unit });
    const style = this.#styleFor(state, baseline.height, baseline.lean);
    const x = trm[2] * state.rise + trm[4];
    const y = trm[3] * state.rise + trm[5];
    const from = x * ux + y * uy;
    const across = y * ux - x * uy;
    const step = length * turn;
    const run: TextRun = { style, baseline: baseline.line, across, order: this.looks.order(), key };
    let at = 0;
    for (const glyph of glyphs) {
      const width = glyph.width * size * scale;
      const space = (charSpace + (glyph.code === 32 && glyph.length === 1 ? wordSpace : 0)) * scale;
      const shown = font.type3 === null ? glyph : this.looks.outlined(glyph, state);
      this.words.glyph(run, shown, from + at * step, width * step, space * step);
      at += width + space;
    }
    if (isVertical) this.#advance(0, -at);
    else this.#advance(at, 0);
  }

  #last: { readonly line: Baseline; readonly height: number; readonly lean: boolean } | null = null;

  #baselineOf(
    { font, size }: State,
    trm: Matrix,
    { ux, uy, em, unit }: Direction,
  ): { readonly line: Baseline; readonly height: number; readonly lean: boolean } {
    let height: number;
    let [above, below] = [0, 0];
    let lean = 0;
    if (font!.isVertical) {
      height = Math.abs(trm[1] * ux - trm[0] * uy) * Math.abs(size);
      above = below = height / 2;
    } else {
      const up = (trm[3] * ux - trm[2] * uy) * size * unit;
      height = Math.abs(up);
      const [a, b] = [up * font!.ascent, up * font!.descent];
      above = -Math.min(a, b);
      below = Math.max(a, b);
      lean = Math.abs(trm[2] * ux + trm[3] * uy) * Math.abs(size * unit);
    }
    const known = this.#baseline;
    if (known?.ux === ux && known.uy === uy && known.em === em && known.above === above && known.below === below) return this.#last!;
    this.#baseline = { ux, uy, em, above, below };
    return (this.#last = { line: this.#baseline, height, lean: lean > SLANT * height });
  }

  #styleFor(state: State, height: number, isLeaning: boolean): TextStyle {
    const { font, mode, fill, stroke, groupOpacity, clips, groupEffects, mask, blend } = state;
    const opacity = groupOpacity * (mode % 4 === 1 ? state.strokeOpacity : state.fillOpacity);
    const known = this.#styleOf;
    if (
      known !== null &&
      known.font === font &&
      known.mode === mode &&
      known.fill === fill &&
      known.stroke === stroke &&
      known.opacity === opacity &&
      known.clips === clips &&
      known.clip === state.clip &&
      known.groupEffects === groupEffects &&
      known.mask === mask &&
      known.blend === blend &&
      known.height === height &&
      known.isLeaning === isLeaning &&
      known.lineWidth === state.lineWidth
    )
      return this.#style!;
    this.#styleOf = {
      font,
      mode,
      fill,
      stroke,
      opacity,
      clips,
      clip: state.clip,
      groupEffects,
      mask,
      blend,
      height,
      isLeaning,
      lineWidth: state.lineWidth,
    };
    return (this.#style = this.#made(state.copy(), height, isLeaning, opacity));
  }

  #made(state: State, height: number, isLeaning: boolean, opacity: number): TextStyle {
    const { font, mode } = state;
    const filled = this.looks.paintOf(state, false);
    const outlined = this.looks.paintOf(state, true);
    const width = (state.lineWidth * Math.sqrt(Math.abs(state.ctm[0] * state.ctm[3] - state.ctm[1] * state.ctm[2]))).toFixed(2);
    const kind = mode % 4;
    const paint = (box: Rect): string =>
      kind === 1 ? `outline ${outlined(box)} ${width}` : kind === 2 ? `${filled(box)} outline ${outlined(box)} ${width}` : filled(box);
    const size = Math.round(height * POINTS * 10_000) / 10_000;
    const isSlanted = font!.isSlanted || isLeaning;
    const { family, weight } = font!;
    const effects = this.looks.effectOf(state);
    const clip = withoutEdges(state.clip, this.words.page);
    return {
      family,
      size,
      weight,
      isSlanted,
      opacity,
      isVisible: kind !== 3,
      paint,
      effect: (box) => [effects(box), cutOf(box, clip)].filter((part) => part !== "").join("; "),
    };
  }
}

/** Direction of a baseline, mm of an em along it, and the unit of the font's glyphs. */
interface Direction {
  readonly ux: number;
  readonly uy: number;
  readonly em: number;
  readonly unit: number;
}

type StyleState = Pick<State, "font" | "mode" | "fill" | "stroke" | "clips" | "clip" | "groupEffects" | "mask" | "blend" | "lineWidth"> & {
  readonly opacity: number;
  readonly height: number;
  readonly isLeaning: boolean;
};

/** A clip without its sides at the edge of the page, which cuts by the place of a word alone. */
const withoutEdges = (clip: Rect, page: Rect): Rect => [
  clip[0] <= page[0] ? -Infinity : clip[0],
  clip[1] <= page[1] ? -Infinity : clip[1],
  clip[2] >= page[2] ? Infinity : clip[2],
  clip[3] >= page[3] ? Infinity : clip[3],
];

/** The part of a word that a rectangle leaves, from its corner; empty if that is all. */
function cutOf(box: Rect, clip: Rect): string {
  if (box[0] >= clip[0] - LEAST_CUT && box[1] >= clip[1] - LEAST_CUT && box[2] <= clip[2] + LEAST_CUT && box[3] <= clip[3] + LEAST_CUT)
    return "";
  const part = cut(box, clip);
  return `cut to ${part.map((v, i) => tenths(v - box[i % 2 === 0 ? 0 : 1]) / 10).join()}`;
}
