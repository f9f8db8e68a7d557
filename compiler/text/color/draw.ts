// Paints of COLR as ops of the display list: flat paths with fills, groups where paints are clipped or composed.
import type { BlendMode, Fill, GroupOp, Matrix, Op, PaintResource, Path, Rect, Rgb } from "../../../ir/ir.js";
import { boxOf, bounds, inverse, meet, multiply } from "../../../ir/geometry.js";
import type { ColorGlyph, GlyphOutline } from "../../core/color-font.js";
import { rectPath } from "../../core/outline.js";
import type { Extend, LineStop } from "./color-line.js";
import { rounded, transformed } from "./curves.js";
import { inOneColor, linear, radial, sweep, type ColorLine } from "./gradient.js";
import { PAINT, type ClipBox, type ColorTable, type PaintFields, type PaletteColor } from "./table.js";

const EXTENDS: readonly Extend[] = ["pad", "repeat", "reflect"];
/** Blend modes from 12, where `plus` is drawn as `screen` (FT-5). */
const FIRST_BLEND = 12;
const BLENDS: readonly BlendMode[] = [
  "screen",
  "screen",
  "overlay",
  "darken",
  "lighten",
  "color-dodge",
  "color-burn",
  "hard-light",
  "soft-light",
  "difference",
  "exclusion",
  "multiply",
  "hue",
  "saturation",
  "color",
  "luminosity",
];
/** Porter-Duff modes before them. */
const MODES = [
  "clear",
  "src",
  "dest",
  "src_over",
  "dest_over",
  "src_in",
  "dest_in",
  "src_out",
  "dest_out",
  "src_atop",
  "dest_atop",
  "xor",
] as const;

/** 1/1000 em around the origin: what is painted without a bound. */
const FAR: Rect = { x: -4000, y: -4000, width: 8000, height: 8000 };
const SOURCE = 0;
const BLACK = "#000000";
const WHITE = "#FFFFFF";

/** Opacities of masks and fills. */
const precise = (v: number): number => Math.round(v * 1e4) / 1e4;

const group = (children: readonly Op[], more: Partial<GroupOp> = {}): GroupOp => ({
  op: "group",
  transform: null,
  clip: null,
  opacity: 1,
  isolated: false,
  blend: "normal",
  mask: null,
  children,
  ...more,
});

const none = (ops: readonly Op[]): boolean => ops.length === 0;

/** Space of a paint: its transform to that of the drawing, and what is seen of it there. */
interface Place {
  readonly matrix: Matrix;
  readonly region: Rect;
}

export class GlyphDrawing {
  readonly #paints: PaintResource[] = [];
  readonly #indexes = new Map<string, number>();
  #takesColor = false;

  constructor(
    readonly table: ColorTable,
    readonly outline: (gid: number) => GlyphOutline,
    readonly textColor: Rgb,
  ) {}

  /** Null for a glyph that its outline draws. */
  draw(gid: number, fills: number): ColorGlyph | null {
    const unit = 1000 / this.table.unitsPerEm;
    const place: Place = { matrix: [unit, 0, 0, -unit, 0, 0], region: FAR };
    const paint = this.table.paintOf(gid);
    const ops = paint === null ? this.#layers(gid, place) : this.#clipped(gid, paint, place);
    return ops && { ops, paints: this.#paints, takesColor: this.#takesColor, fills };
  }

  #layers(gid: number, { matrix }: Place): readonly Op[] | null {
    const layers = this.table.layersOf(gid);
    if (!layers) return null;
    return layers.flatMap((layer) => {
      const path = this.#path(layer.gid, matrix);
      const fill = this.#solid(layer.palette, 1);
      return path && fill.opacity > 0 ? [filled(path, fill)] : [];
    });
  }

  /** Cut by its box, if it reaches beyond. */
  #clipped(gid: number, paint: number, place: Place): readonly Op[] {
    const box = this.table.clipOf(gid);
    if (!box) return this.#paint(paint, place);
    const path = boxPath(box, place.matrix);
    const region = meet(boxOf(path.coords), place.region);
    if (!(region.width > 0 && region.height > 0)) return [];
    const ops = this.#paint(paint, { ...place, region });
    const isUpright = place.matrix[1] === 0 && place.matrix[2] === 0;
    if (none(ops) || (isUpright && isInside(ops, boxOf(path.coords)))) return ops;
    return [group(ops, { clip: path })];
  }

  #paint(at: number, place: Place): readonly Op[] {
    const { format, fields } = this.table.paint(at);
    switch (format) {
      case PAINT.layers: {
        const [count, first] = [fields.u8(), fields.u32()];
        return Array.from({ length: count }, (_, i) => this.#paint(this.table.layer(first + i), place)).flat();
      }
      case PAINT.glyph: {
        const inner = fields.offset();
        const path = this.#path(fields.u16(), place.matrix);
        return path ? this.#within(path, inner, place) : [];
      }
      case PAINT.colorGlyph: {
        const gid = fields.u16();
        return this.#clipped(gid, this.table.paintOf(gid)!, place);
      }
      case PAINT.composite: {
        const source = fields.offset();
        const mode = fields.u8();
        return this.#composite(source, mode, fields.offset(), place);
      }
      case PAINT.solid:
      case PAINT.linear:
      case PAINT.radial:
      case PAINT.sweep: {
        const fill = this.#fill(at, place);
        return fill ? [filled(rectPath(...sides(place.region)), fill)] : [];
      }
      default: {
        const moved = this.#moved(at);
        return this.#paint(moved.inner, { ...place, matrix: multiply(place.matrix, moved.matrix) });
      }
    }
  }

  /** A fill of an outline is a path, anything else is clipped by it. */
  #within(path: Path, inner: number, place: Place): readonly Op[] {
    const region = meet(boxOf(path.coords), place.region);
    let at = inner;
    let { matrix } = place;
    for (;;) {
      const { format } = this.table.paint(at);
      if (format <= PAINT.sweep && format !== PAINT.layers) {
        const fill = this.#fill(at, { matrix, region: boxOf(path.coords) });
        return fill ? [filled(path, fill)] : [];
      }
      if (format < PAINT.transform || format === PAINT.composite) break;
      const moved = this.#moved(at);
      matrix = multiply(matrix, moved.matrix);
      at = moved.inner;
    }
    if (!(region.width > 0 && region.height > 0)) return [];
    const ops = this.#paint(at, { matrix, region });
    return none(ops) ? ops : [group(ops, { clip: path })];
  }

  #solid(index: number, alpha: number): { readonly color: Rgb; readonly opacity: number } {
    const { color, opacity } = this.#color(index);
    return { color, opacity: precise(Math.min(1, Math.max(0, opacity * alpha))) };
  }

  #color(index: number): PaletteColor {
    const known = this.table.color(index);
    if (known) return known;
    this.#takesColor = true;
    return { color: this.textColor, opacity: 1 };
  }

  /** Null if it paints nothing. */
  #fill(at: number, { matrix, region }: Place): Fill | null {
    const { format, isVariable, fields } = this.table.paint(at);
    if (format === PAINT.solid) {
      const index = fields.u16();
      const fill = this.#solid(index, fields.variable(isVariable, 2).fraction());
      return fill.opacity === 0 ? null : fill;
    }
    const line = this.#line(fields.offset(), isVariable);
    if (line.stops.length === 0) return null;
    fields.variable(isVariable, format === PAINT.sweep ? 8 : 12);
    const paint = this.#gradient(format, fields, line, { matrix, region });
    if (!paint) return null;
    return { paint: this.#indexOf(paint), opacity: 1 };
  }

  #gradient(format: number, fields: PaintFields, line: ColorLine, { matrix, region }: Place): PaintResource | null {
    const point = (): { x: number; y: number } => ({ x: fields.length(), y: fields.length() });
    if (format === PAINT.linear) return linear(line, [point(), point(), point()], matrix);
    if (format === PAINT.sweep) {
      const turn = (): number => (fields.fraction() + 1) * 180;
      return sweep(line, point(), { from: turn(), to: turn() }, matrix);
    }
    const circle = (): { x: number; y: number; r: number } => ({ ...point(), r: Math.max(0, fields.radius()) });
    const back = inverse(matrix);
    return back && radial(line, { from: circle(), to: circle() }, bounds(back, region), matrix);
  }

  #line(at: number, isVariable: boolean): ColorLine {
    const head = this.table.fieldsAt(at);
    const extend = EXTENDS[head.u8()]!;
    const count = head.u16();
    const stops = Array.from({ length: count }, (_, i): LineStop => {
      const stop = this.table.fieldsAt(at + 3 + (isVariable ? 10 : 6) * i).variable(isVariable, 6);
      const place = stop.fraction();
      const { color, opacity } = this.#color(stop.u16());
      return { at: place, color: Number.parseInt(color.slice(1), 16), opacity: Math.min(1, Math.max(0, opacity * stop.fraction())) };
    });
    return { extend, stops };
  }

  /** Transform of a paint that moves another. */
  #moved(at: number): { readonly inner: number; readonly matrix: Matrix } {
    const { format, isVariable, fields } = this.table.paint(at);
    const inner = fields.offset();
    if (format === PAINT.transform) {
      const f = this.table.fieldsAt(fields.offset()).variable(isVariable, 24);
      return { inner, matrix: [f.fixed(), f.fixed(), f.fixed(), f.fixed(), f.fixed(), f.fixed()] };
    }
    fields.variable(isVariable, BYTES.get(format)!);
    return { inner, matrix: matrixOf(format, fields) };
  }

  /** Outline in the space of the drawing; null if it is blank, or too small to have an area there. */
  #path(gid: number, matrix: Matrix): Path | null {
    const { verbs, coords } = this.outline(gid);
    if (verbs === "") return null;
    const unit = this.table.unitsPerEm / 1000;
    const path = transformed({ verbs, coords }, multiply(matrix, [unit, 0, 0, unit, 0, 0]));
    const { width, height } = boxOf(path.coords);
    return width > 0 && height > 0 ? path : null;
  }

  #composite(source: number, number: number, backdrop: number, place: Place): readonly Op[] {
    const src = (): readonly Op[] => this.#paint(source, place);
    const dest = (): readonly Op[] => this.#paint(backdrop, place);
    if (number >= FIRST_BLEND) {
      const [over, under] = [src(), dest()];
      if (none(over) || none(under)) return none(over) ? under : over;
      return [group([...below(under, over), blended(over, BLENDS[number - FIRST_BLEND]!)], { isolated: true })];
    }
    switch (MODES[number]!) {
      case "clear":
        return [];
      case "src":
        return src();
      case "dest":
        return dest();
      case "src_over":
        return [...dest(), ...src()];
      case "dest_over":
        return [...src(), ...dest()];
      case "src_in":
        return this.#in(src(), backdrop, place);
      case "dest_in":
        return this.#in(dest(), source, place);
      case "src_out":
        return this.#out(src(), dest(), place);
      case "dest_out":
        return this.#out(dest(), src(), place);
      case "src_atop":
        return this.#atop(src(), dest());
      case "dest_atop":
        return this.#atop(dest(), src());
      case "xor":
        return this.#xor(src(), dest(), place);
    }
  }

  /** Shown where another paint is. A colour everywhere fades what is shown, as one. */
  #in(shown: readonly Op[], where: number, place: Place): readonly Op[] {
    const alpha = this.#opacityOf(where);
    if (alpha !== null) return faded(shown, alpha);
    const mask = this.#paint(where, place);
    return none(shown) || none(mask) ? [] : [group(shown, { isolated: true, mask: { kind: "alpha", children: mask } })];
  }

  /** Of a paint of one colour everywhere; else null. */
  #opacityOf(paint: number): number | null {
    for (let at = paint; ;) {
      const { format, isVariable, fields } = this.table.paint(at);
      if (format === PAINT.solid) {
        const index = fields.u16();
        return this.#solid(index, fields.variable(isVariable, 2).fraction()).opacity;
      }
      if (format < PAINT.transform || format === PAINT.composite) return null;
      at = fields.offset();
    }
  }

  /** Shown where another paint is not. */
  #out(shown: readonly Op[], where: readonly Op[], { region }: Place): readonly Op[] {
    if (none(shown) || none(where)) return shown;
    const everywhere = filled(rectPath(...sides(region)), { color: WHITE, opacity: 1 });
    return [group(shown, { isolated: true, mask: { kind: "luminosity", children: [everywhere, ...this.#recolored(where, BLACK, null)] } })];
  }

  /** Exact where the lower paint has one layer, or is opaque. */
  #atop(over: readonly Op[], under: readonly Op[]): readonly Op[] {
    if (none(under) || none(over)) return under;
    return [group([...this.#recolored(under, null, 1), ...over], { isolated: true, mask: { kind: "alpha", children: under } })];
  }

  /** The sum of two parts, of which one is painted over the other: what it would hide of it is made up for where opacities are even. */
  #xor(over: readonly Op[], under: readonly Op[], place: Place): readonly Op[] {
    if (none(over) || none(under)) return [...under, ...over];
    const [a, b] = [evenOpacity(over), evenOpacity(under)];
    const remaining = a === null || b === null || a === 1 ? null : 1 - (1 - a) / (1 - a * (1 - b));
    const hidden = remaining === null ? over : this.#recolored(over, null, precise(remaining));
    return [...this.#out(under, hidden, place), ...this.#out(over, under, place)];
  }

  /** With other colours or opacities; null: as they are. */
  #recolored(ops: readonly Op[], color: Rgb | null, opacity: number | null): Op[] {
    return ops.map((op) => {
      if (op.op === "group") return { ...op, children: this.#recolored(op.children, color, opacity) };
      if (op.op !== "path" || !op.fill) return op;
      return { ...op, fill: this.#refilled(op.fill, color, opacity) };
    });
  }

  #refilled(fill: Fill, color: Rgb | null, opacity: number | null): Fill {
    if ("color" in fill) return { color: color ?? fill.color, opacity: opacity ?? fill.opacity };
    const paint = this.#paints[fill.paint]!;
    if (paint.kind === "tile") return fill;
    const made = color === null ? paint : inOneColor(paint, color);
    const stops = made.kind === "tile" || opacity === null ? null : made.stops.map((s) => ({ ...s, opacity }));
    return { paint: this.#indexOf(stops ? ({ ...made, stops } as PaintResource) : made), opacity: fill.opacity };
  }

  /** Equal paints are one. */
  #indexOf(paint: PaintResource): number {
    const key = JSON.stringify(paint);
    let index = this.#indexes.get(key);
    if (index === undefined) this.#indexes.set(key, (index = this.#paints.push(paint) - 1));
    return index;
  }
}

/** Opacity that all fills share; null if they differ, or may hide one another. */
function evenOpacity(ops: readonly Op[]): number | null {
  const [only, another] = ops;
  if (only?.op === "group" && !another && !only.mask && only.blend === "normal" && only.opacity === 1) return evenOpacity(only.children);
  return only?.op === "path" && !another && only.fill && "color" in only.fill ? only.fill.opacity : null;
}

/** Ops as one group with a blend mode. */
function blended(ops: readonly Op[], blend: BlendMode): Op {
  const [only, another] = ops;
  const isGroup = only?.op === "group" && !another && only.isolated && only.blend === "normal";
  return isGroup ? { ...only, blend } : group(ops, { blend, isolated: true });
}

/** Ops below others: a group if they mask the others too, as in flags. Equal groups are once in a file. */
function below(under: readonly Op[], [over]: readonly Op[]): readonly Op[] {
  const mask = over?.op === "group" && over.mask?.kind === "alpha" ? over.mask.children : [];
  const isMask = mask.length > 1 && JSON.stringify(mask) === JSON.stringify(under) && isNormal(under);
  return isMask ? [group(under, { isolated: true })] : under;
}

/** True for ops that paint the same alone and over others. */
const isNormal = (ops: readonly Op[]): boolean => ops.every((op) => op.op !== "group" || (op.blend === "normal" && isNormal(op.children)));

function faded(ops: readonly Op[], opacity: number): readonly Op[] {
  if (opacity === 1 || none(ops)) return ops;
  if (opacity === 0) return [];
  const [only, another] = ops;
  if (only?.op === "path" && !another && only.fill)
    return [{ ...only, fill: { ...only.fill, opacity: precise(only.fill.opacity * opacity) } }];
  return [group(ops, { isolated: true, opacity })];
}

const filled = (path: Path, fill: Fill): Op => ({ op: "path", path, fill, stroke: null, source: SOURCE });
const sides = ({ x, y, width, height }: Rect): readonly [number, number, number, number] => [
  rounded(x),
  rounded(y),
  rounded(width),
  rounded(height),
];

const boxPath = ({ left, bottom, right, top }: ClipBox, matrix: Matrix): Path =>
  transformed({ verbs: "MLLLZ", coords: [left, top, right, top, right, bottom, left, bottom] }, matrix);

/** True if no path reaches beyond the box. */
const isInside = (ops: readonly Op[], box: Rect): boolean =>
  ops.every((op) => {
    if (op.op === "group") return isInside(op.clip ? [filled(op.clip, { color: BLACK, opacity: 1 })] : op.children, box);
    if (op.op !== "path") return true;
    const { x, y, width, height } = boxOf(op.path.coords);
    return x >= box.x && y >= box.y && x + width <= box.x + box.width && y + height <= box.y + box.height;
  });

/** Bytes of a transform's fields, before the index of its variable form. */
const BYTES: ReadonlyMap<number, number> = new Map([
  [PAINT.translate, 4],
  [PAINT.scale, 4],
  [PAINT.scaleAround, 8],
  [PAINT.scaleEvenly, 2],
  [PAINT.scaleEvenlyAround, 6],
  [PAINT.rotate, 2],
  [PAINT.rotateAround, 6],
  [PAINT.skew, 4],
  [PAINT.skewAround, 8],
]);

function matrixOf(format: number, fields: PaintFields): Matrix {
  const angle = (): number => fields.fraction() * Math.PI;
  const around = (m: Matrix): Matrix => {
    const [x, y] = [fields.length(), fields.length()];
    return multiply(multiply([1, 0, 0, 1, x, y], m), [1, 0, 0, 1, -x, -y]);
  };
  switch (format) {
    case PAINT.translate:
      return [1, 0, 0, 1, fields.length(), fields.length()];
    case PAINT.scale:
      return [fields.fraction(), 0, 0, fields.fraction(), 0, 0];
    case PAINT.scaleAround:
      return around([fields.fraction(), 0, 0, fields.fraction(), 0, 0]);
    case PAINT.scaleEvenly:
    case PAINT.scaleEvenlyAround: {
      const by = fields.fraction();
      const m: Matrix = [by, 0, 0, by, 0, 0];
      return format === PAINT.scaleEvenly ? m : around(m);
    }
    case PAINT.rotate:
    case PAINT.rotateAround: {
      const by = angle();
      const m: Matrix = [Math.cos(by), Math.sin(by), -Math.sin(by), Math.cos(by), 0, 0];
      return format === PAINT.rotate ? m : around(m);
    }
    default: {
      const [x, y] = [angle(), angle()];
      const m: Matrix = [1, Math.tan(y), -Math.tan(x), 1, 0, 0];
      return format === PAINT.skew ? m : around(m);
    }
  }
}
