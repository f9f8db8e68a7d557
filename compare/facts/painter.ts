// Paints marks: fills, strokes, shadings and pictures become facts with what is seen of them.
import { integerOf } from "../../pdf-reader/objects.js";
import type { PdfDict, PdfObject, PdfStream } from "../../pdf-reader/types.js";
import { Digest } from "./digest.js";
import type { Drawing, Picture, Rect } from "./facts.js";
import { around, cut, isEmpty, mapped, seen, tenths, type Matrix } from "./geometry.js";
import { patternPaint, shadingPaint } from "./paint.js";
import { rectangleOf, type Subpath } from "./path.js";
import type { Pixels } from "./picture.js";
import { filled, rectangle, stroked, type Outline } from "./shapes.js";
import type { SharedParts } from "./shared.js";
import { withClip, type State } from "./state.js";
import { strokeBox, strokeStyle } from "./strokes.js";

/** A picture whose pixels may have to be awaited. */
export type PictureDraft = Omit<Picture, "pixels"> & { readonly pixels: Pixels };

/** Digest of what a tile paints. */
type TileDigest = (tile: PdfStream, matrix: Matrix, colour: string, resources: PdfDict) => string;

export class Painter {
  readonly drawings: Drawing[] = [];
  readonly pictures: PictureDraft[] = [];
  #order = 0;

  /** @param isNested true within tiles, masks and glyphs, which wait for nothing */
  constructor(
    readonly shared: SharedParts,
    readonly isNested: boolean,
    readonly tileDigest: TileDigest,
  ) {}

  order(): number {
    return this.#order++;
  }

  paintOf(state: State, isStroke: boolean): (box: Rect) => string {
    const ink = isStroke ? state.stroke : state.fill;
    if (ink.pattern === null) return () => ink.colour;
    const { resources } = ink;
    return (box) =>
      patternPaint(this.shared, ink, box, (tile, matrix, colour) =>
        this.tileDigest(tile, matrix, integerOf(this.shared.file.get(tile.dict.get("PaintType"))) === 2 ? colour : "", resources),
      );
  }

  effectOf({ groupEffects, blend, clips, mask }: State): (box: Rect) => string {
    if (groupEffects.length === 0 && blend === "" && clips.length === 0 && mask === null) return () => "";
    const effects = [...groupEffects, ...clips, ...(blend === "" ? [] : [{ text: blend, anchor: null }]), ...(mask === null ? [] : [mask])];
    return (box) =>
      effects
        .map(({ text, anchor }) =>
          anchor === null ? text : `${text} at ${tenths(anchor[0] - box[0]) / 10},${tenths(anchor[1] - box[1]) / 10}`,
        )
        .join("; ");
  }

  fill(state: State, subpaths: readonly Subpath[], isEvenOdd: boolean): void {
    const opacity = state.fillOpacity * state.groupOpacity;
    if (opacity <= 0) return;
    const painted = subpaths.filter(({ verbs }) => verbs.length > 1);
    if (painted.length === 0) return;
    for (const outline of filled(painted, isEvenOdd, state.clip))
      this.#draw(state, outline, { kind: "fill", reach: outline.box, opacity, width: 0, style: "" });
  }

  stroke(state: State, subpaths: readonly Subpath[]): void {
    const opacity = state.strokeOpacity * state.groupOpacity;
    if (opacity <= 0) return;
    const [a, b, c, d] = state.ctm;
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    const width = state.lineWidth * scale;
    const isDashed = state.dash.length > 0;
    // a point has a dot with round or square caps
    const painted = subpaths.filter(({ verbs, isClosed }) => verbs.length > 1 || isClosed || state.cap !== 0);
    for (const outline of stroked(painted, opacity >= 1, isDashed, width / 2)) {
      const style = strokeStyle(state, outline.verbs, scale);
      this.#draw(state, outline, { kind: "stroke", reach: strokeBox(outline, width, state.cap), opacity, width, style });
    }
  }

  #draw(state: State, { verbs, points, isEvenOdd, box }: Outline, { kind, reach, opacity, width, style }: Look): void {
    const rect = seen(reach, state.clip);
    if (rect === null) return;
    this.drawings.push({
      kind,
      rect,
      verbs,
      points,
      paint: this.paintOf(state, kind === "stroke")(box),
      isEvenOdd,
      width,
      style,
      order: this.#order++,
      opacity,
      effect: this.effectOf(state)(rect),
    });
  }

  /** Cuts to a rectangle; other clips are effects. */
  clip(state: State, subpaths: readonly Subpath[], isEvenOdd: boolean): void {
    const box = rectangleOf(subpaths);
    if (box !== null) {
      state.clip = cut(state.clip, box);
      return;
    }
    let all: Rect = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { box: own } of subpaths) all = around(all, own);
    state.clip = cut(state.clip, all);
    if (isEmpty(state.clip)) return;
    const digest = new Digest().number(isEvenOdd ? 1 : 0);
    for (const { verbs, points } of subpaths) {
      digest.text(verbs);
      for (let i = 0; i < points.length; i++) digest.number(tenths(points[i]! - all[i % 2 === 0 ? 0 : 1]));
    }
    state.clips = withClip(state.clips, { text: `clip ${digest.toString()}`, anchor: [all[0], all[1]] });
  }

  shade(state: State, resources: PdfDict, value: PdfObject | undefined): void {
    const opacity = state.fillOpacity * state.groupOpacity;
    if (opacity <= 0 || isEmpty(state.clip)) return;
    const outline = rectangle(state.clip);
    this.drawings.push({
      kind: "fill",
      rect: outline.box,
      verbs: outline.verbs,
      points: outline.points,
      paint: shadingPaint(this.shared, value, resources, state.ctm, outline.box),
      isEvenOdd: false,
      width: 0,
      style: "",
      order: this.#order++,
      opacity,
      effect: this.effectOf(state)(outline.box),
    });
  }

  picture(state: State, resources: PdfDict, stream: PdfStream): void {
    const opacity = state.fillOpacity * state.groupOpacity;
    const rect = seen(mapped(state.ctm, 0, 0, 1, 1), state.clip);
    if (rect === null || opacity <= 0) return;
    const { pictures } = this.shared;
    const [width, height] = pictures.size(stream);
    const paint = pictures.isStencil(stream) ? this.paintOf(state, false)(rect) : "";
    const pixels = this.isNested ? pictures.data(stream) : pictures.pixels(stream, resources, paint);
    this.pictures.push({
      rect,
      matrix: state.ctm,
      width,
      height,
      pixels,
      isOpaque: pictures.isOpaque(stream),
      order: this.#order++,
      opacity,
      effect: this.effectOf(state)(rect),
    });
  }
}

/** Looks of a drawing; `reach` is its extent before it is cut. */
interface Look extends Pick<Drawing, "kind" | "opacity" | "width" | "style"> {
  readonly reach: Rect;
}
