// Items that a page paints, in page space, in paint order.
import { emojiIn } from "../../compiler/text/unicode/emoji.js";
import { DRAWINGS } from "../../ir/drawings.js";
import { shownLook } from "../../ir/form.js";
import { bounds, boxOf, IDENTITY, multiply } from "../../ir/geometry.js";
import type { BlendMode, Blobs, Fill, GlyphDrawing, GlyphsOp, IrDocument, Matrix, Op, Page, PaintResource, Rect } from "../../ir/ir.js";
import { over, type Rgba } from "./blend.js";
import { originsOf, wordsOf, type GlyphFont, type Glyphs, type InkWord } from "./glyphs.js";
import { inverseOf, paintOf, type Paint } from "./paint.js";
import type { Pixels } from "./pixels.js";
import { filled, filledAll, rectangle, stroked, type Region } from "./region.js";

interface Base {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly clips: readonly Region[];
}

export interface FillItem extends Base {
  readonly kind: "fill";
  readonly region: () => Region;
  readonly paint: Paint;
  readonly alpha: number;
}

/** Glyphs with what their words have in common. */
interface WordRun {
  readonly op: GlyphsOp;
  readonly matrix: Matrix;
  readonly clips: readonly Region[];
  readonly font: GlyphFont;
}

/** A word, painted where its glyphs are, or wherever it is asked as itself. */
export class WordItem implements Base {
  readonly kind = "word";
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  #region: Region | null = null;

  /** @param drawn region of glyphs that are drawings in colours of their own: they are compared where they are; null for outlines */
  constructor(
    readonly run: WordRun,
    readonly word: InkWord,
    readonly paint: Paint,
    readonly drawn: Region | null,
  ) {
    const { x, y, width, height } = bounds(run.matrix, word.box);
    this.left = x;
    this.top = y;
    this.right = x + width;
    this.bottom = y + height;
  }

  get op(): GlyphsOp {
    return this.run.op;
  }

  get matrix(): Matrix {
    return this.run.matrix;
  }

  get clips(): readonly Region[] {
    return this.run.clips;
  }

  get alpha(): number {
    return this.op.fill.opacity;
  }

  get isDrawing(): boolean {
    return this.drawn !== null;
  }

  region(): Region {
    return (this.#region ??= this.drawn ?? this.#outlines());
  }

  #outlines(): Region {
    const { word } = this;
    const { op, matrix, font } = this.run;
    const scale = op.size / 1000;
    return filledAll(
      originsOf(op, word).map(({ index, x, y }) => ({
        path: font.ink(op.run.ids[index]!).path,
        matrix: multiply(matrix, [scale, 0, op.slant * scale, -scale, x, y]),
      })),
    );
  }
}

export interface PictureItem extends Base {
  readonly kind: "picture";
  readonly image: number;
  /** from the page to the unit square of the picture */
  readonly inverse: Matrix;
  readonly region: () => Region;
  /** samples across and down that the picture needs */
  readonly columns: number;
  readonly rows: number;
  /** null before it is decoded, and where it cannot be */
  pixels: Pixels | null;
}

/** A page of a PDF file, whose colours are unknown. */
interface UnknownItem extends Base {
  readonly kind: "unknown";
}

interface GroupItem extends Base {
  readonly kind: "group";
  readonly items: readonly Item[];
  readonly opacity: number;
  readonly isolated: boolean;
  readonly blend: BlendMode;
  readonly mask: { readonly kind: "alpha" | "luminosity"; readonly items: readonly Item[] } | null;
}

export type Item = FillItem | WordItem | PictureItem | UnknownItem | GroupItem;

/** Distance of samples: 0.25 mm, in points. */
export const STEP = (0.25 * 72) / 25.4;

interface SceneTools {
  readonly document: IrDocument;
  readonly blobs: Blobs;
  readonly glyphs: Glyphs;
}

export class Scene {
  readonly items: readonly Item[];
  readonly words: WordItem[] = [];
  readonly #tiles = new Map<PaintResource, readonly Item[]>();
  readonly #drawings = new Map<GlyphDrawing, readonly Item[]>();
  readonly #solids = new Map<string, Paint>();
  readonly #fonts: (GlyphFont | undefined)[] = [];

  constructor(
    page: Page,
    readonly tools: SceneTools,
  ) {
    const items: Item[] = [];
    const { imported, width, height, fields = [] } = page;
    if (imported) items.push({ kind: "unknown", ...edges({ x: 0, y: 0, width, height }), clips: [] });
    this.#add(page.ops, IDENTITY, [], true, items);
    // readers show fields above all content
    for (const widget of fields) {
      const { frame, content } = shownLook(widget, tools.document.form!.fields[widget.field]!);
      const { x, y } = widget.rect;
      this.#add([...frame, ...content], [1, 0, 0, 1, x, y], [], true, items);
    }
    this.items = items;
  }

  #items(ops: readonly Op[], matrix: Matrix, clips: readonly Region[], judged: boolean): Item[] {
    const out: Item[] = [];
    this.#add(ops, matrix, clips, judged, out);
    return out;
  }

  #add(ops: readonly Op[], matrix: Matrix, clips: readonly Region[], judged: boolean, out: Item[]): void {
    const { paints } = this.tools.document.resources;
    for (const op of ops) {
      if (op.op === "mark") this.#add(op.children, matrix, clips, judged, out);
      else if (op.op === "group") {
        if (op.opacity === 0) continue;
        const inner = op.transform ? multiply(matrix, op.transform) : matrix;
        const within = op.clip ? [...clips, filled(op.clip, inner)] : clips;
        if (op.opacity === 1 && op.blend === "normal" && !op.mask && !op.isolated) {
          this.#add(op.children, inner, within, judged, out);
          continue;
        }
        const items = this.#items(op.children, inner, within, judged);
        const { opacity, isolated, blend, mask } = op;
        const soft = mask && { kind: mask.kind, items: this.#items(mask.children, inner, [], false) };
        if (items.length > 0) out.push({ kind: "group", ...around(items), clips: [], items, opacity, isolated, blend, mask: soft });
      } else if (op.op === "path") {
        const { path, fill, stroke } = op;
        if (fill && fill.opacity > 0) {
          const box = edges(bounds(matrix, boxOf(path.coords)));
          const paint = paintOf(fill, paints, matrix, this.#paintTile);
          out.push({ kind: "fill", ...box, clips, region: lazy(() => filled(path, matrix)), paint, alpha: fill.opacity });
        }
        if (stroke && stroke.opacity > 0 && stroke.width > 0) {
          const half = stroke.width / 2;
          const { x, y, width, height } = boxOf(path.coords);
          const box = edges(bounds(matrix, { x: x - half, y: y - half, width: width + stroke.width, height: height + stroke.width }));
          const paint = paintOf({ color: stroke.color, opacity: 1 }, paints, matrix, this.#paintTile);
          out.push({ kind: "fill", ...box, clips, region: lazy(() => stroked(path, stroke, matrix)), paint, alpha: stroke.opacity });
        }
      } else if (op.op === "glyphs") this.#glyphs(op, matrix, clips, judged, out);
      else {
        const box = edges(bounds(matrix, op.box));
        if (op.op === "pdf-page") out.push({ kind: "unknown", ...box, clips });
        else this.#picture(op.image, op.box, matrix, clips, out);
      }
    }
  }

  #glyphs(op: GlyphsOp, matrix: Matrix, clips: readonly Region[], judged: boolean, out: Item[]): void {
    const { document, glyphs, blobs } = this.tools;
    if (op.fill.opacity === 0) return;
    const resource = document.resources.fonts[op.font]!;
    const font = (this.#fonts[op.font] ??= glyphs.font(resource, blobs));
    const drawings = DRAWINGS.ofRun(op, resource, document.resources.paints);
    const run: WordRun = { op, matrix, clips, font };
    const add = (word: InkWord, paint: Paint, drawn: Region | null, isJudged: boolean): void => {
      const item = new WordItem(run, word, paint, drawn);
      out.push(item);
      if (isJudged) this.words.push(item);
    };
    const paint = this.#paintOf(op.fill, matrix);
    const scale = op.size / 1000;
    for (const word of wordsOf(op, op.slant, (i) => (drawings?.[i] ? null : font.ink(op.run.ids[i]!).box))) add(word, paint, null, judged);
    if (!drawings) return;
    const emoji = emojiIn(op.text);
    // emoji are pictures, not text
    for (const isEmoji of [false, true]) {
      const boxAt = (i: number): Rect | null => {
        const drawing = drawings[i];
        return drawing && ((emoji?.[op.run.clusters[i]!] ?? 0) !== 0) === isEmoji ? boxOfItems(this.#drawing(drawing)) : null;
      };
      for (const word of wordsOf(op, 0, boxAt)) {
        const drawn = originsOf(op, word).flatMap(({ index, x, y }): readonly DrawnGlyph[] => {
          const inverse = inverseOf(multiply(matrix, [scale, 0, 0, scale, x, y]));
          return inverse ? [{ items: this.#drawing(drawings[index]!), inverse }] : [];
        });
        const of = drawnPaint(drawn);
        const region = { ...edges(bounds(matrix, word.box)), has: of.has, over: () => "part" as const };
        add(word, of.paint, region, judged && !isEmoji);
      }
    }
  }

  /** Texts of a page have few colours. */
  #paintOf(fill: Fill, matrix: Matrix): Paint {
    const make = (): Paint => paintOf(fill, this.tools.document.resources.paints, matrix, this.#paintTile);
    if (!("color" in fill)) return make();
    let known = this.#solids.get(fill.color);
    if (!known) this.#solids.set(fill.color, (known = make()));
    return known;
  }

  /** In its own space: 1/1000 em, y down. */
  #drawing(drawing: GlyphDrawing): readonly Item[] {
    let items = this.#drawings.get(drawing);
    if (!items) this.#drawings.set(drawing, (items = this.#items(drawing.ops, IDENTITY, [], false)));
    return items;
  }

  #picture(image: number, rect: Rect, matrix: Matrix, clips: readonly Region[], out: Item[]): void {
    const place = multiply(matrix, [rect.width, 0, 0, rect.height, rect.x, rect.y]);
    const inverse = inverseOf(place);
    if (!inverse) return;
    const columns = Math.ceil(Math.hypot(place[0], place[1]) / STEP);
    const rows = Math.ceil(Math.hypot(place[2], place[3]) / STEP);
    const box = edges(bounds(matrix, rect));
    out.push({ kind: "picture", ...box, clips, image, inverse, region: lazy(() => rectangle(rect, matrix)), columns, rows, pixels: null });
  }

  readonly #paintTile = (paint: PaintResource & { readonly kind: "tile" }, x: number, y: number, to: Rgba): void => {
    let items = this.#tiles.get(paint);
    if (!items) this.#tiles.set(paint, (items = this.#items(paint.ops, IDENTITY, [], false)));
    paintAt(items, x, y, to, null);
  };
}

interface DrawnGlyph {
  readonly items: readonly Item[];
  /** from the page to the space of the drawing */
  readonly inverse: Matrix;
}

/** Colours of a word's drawings, and the points that they paint. */
function drawnPaint(glyphs: readonly DrawnGlyph[]): { readonly paint: Paint; has(x: number, y: number): boolean } {
  const at = (x: number, y: number, to: Rgba): void => {
    to.fill(0);
    for (const { items, inverse: m } of glyphs) paintAt(items, m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5], to, null);
  };
  const color: Rgba = [0, 0, 0, 0];
  const has = (x: number, y: number): boolean => {
    at(x, y, color);
    return color[3] > 0;
  };
  return { paint: { solid: null, isOpaque: false, at }, has };
}

/** Box of a drawing with y up; null if it paints nothing. */
function boxOfItems(items: readonly Item[]): Rect | null {
  const { left, top, right, bottom } = around(items);
  return left < right && top < bottom ? { x: left, y: -bottom, width: right - left, height: bottom - top } : null;
}

/** A word that is painted everywhere, or left out. */
interface OwnWord {
  readonly word: WordItem;
  readonly isDrawn: boolean;
}

/** Paints items over a colour at a point. */
export function paintAt(items: readonly Item[], x: number, y: number, to: Rgba, own: OwnWord | null): void {
  const color: Rgba = [0, 0, 0, 0];
  for (const item of items) {
    if (x < item.left || x > item.right || y < item.top || y > item.bottom) continue;
    if (!isWithin(item.clips, x, y)) continue;
    if (item.kind === "group") paintGroup(item, x, y, to, own);
    else if (item.kind === "picture") {
      if (!item.pixels || !item.region().has(x, y)) continue;
      pixelAt(item, item.pixels, x, y, color);
      over(to, [color[0], color[1], color[2]], color[3]);
    } else if (item.kind !== "unknown") {
      if (item === own?.word ? !own.isDrawn : !item.region().has(x, y)) continue;
      item.paint.at(x, y, color);
      over(to, [color[0], color[1], color[2]], color[3] * item.alpha);
    }
  }
}

/** A group that blends as a whole, or is isolated, is painted apart; another over its backdrop, of which its opacity leaves a share. */
function paintGroup(group: GroupItem, x: number, y: number, to: Rgba, own: OwnWord | null): void {
  const alpha = group.opacity * (group.mask ? maskAt(group.mask, x, y) : 1);
  if (alpha <= 0) return;
  if (group.isolated || group.blend !== "normal" || to[3] < 1) {
    const apart: Rgba = [0, 0, 0, 0];
    paintAt(group.items, x, y, apart, own);
    over(to, [apart[0], apart[1], apart[2]], apart[3] * alpha, group.blend);
    return;
  }
  const painted: Rgba = [...to];
  paintAt(group.items, x, y, painted, own);
  for (let i = 0; i < 3; i++) to[i] = to[i]! + (painted[i]! - to[i]!) * alpha;
}

function maskAt({ kind, items }: NonNullable<GroupItem["mask"]>, x: number, y: number): number {
  const to: Rgba = [0, 0, 0, 0];
  paintAt(items, x, y, to, null);
  return kind === "alpha" ? to[3] : (0.2126 * to[0] + 0.7152 * to[1] + 0.0722 * to[2]) * to[3];
}

function pixelAt({ inverse }: PictureItem, { width, height, data }: Pixels, x: number, y: number, to: Rgba): void {
  const u = inverse[0] * x + inverse[2] * y + inverse[4];
  const v = inverse[1] * x + inverse[3] * y + inverse[5];
  const column = Math.min(Math.max(Math.floor(u * width), 0), width - 1);
  const row = Math.min(Math.max(Math.floor(v * height), 0), height - 1);
  const at = 4 * (row * width + column);
  for (let c = 0; c < 4; c++) to[c] = data[at + c]! / 255;
}

export const isWithin = (clips: readonly Region[], x: number, y: number): boolean => clips.every((clip) => clip.has(x, y));

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const edges = ({ x, y, width, height }: Rect): Omit<Base, "clips"> => ({ left: x, top: y, right: x + width, bottom: y + height });

function around(items: readonly Item[]): Omit<Base, "clips"> {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const item of items) {
    left = Math.min(left, item.left);
    top = Math.min(top, item.top);
    right = Math.max(right, item.right);
    bottom = Math.max(bottom, item.bottom);
  }
  return { left, top, right, bottom };
}
