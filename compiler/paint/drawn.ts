// Conversion of drawings to ops on the page: rounded, with resource numbers and source.
import { round, translatePath } from "../../ir/geometry.js";
import type { Fill, GlyphsOp, GroupOp, ImageOp, Matrix, Op, Path, PathOp, PdfPageOp } from "../../ir/ir.js";
import type { Drawing } from "../box/box.js";
import type { DrawnGlyphs, DrawnGroup, DrawnImage, DrawnOp, DrawnPaint, DrawnPath, DrawnPdfPage, DrawnTile } from "../box/drawn.js";
import type { Src } from "../core/src.js";
import type { ResourceTable } from "./resources.js";
import { roundStroke } from "./stroke.js";

/** Places a drawing at (x, y) on the page, or at the nearest whole printer dot. */
export function drawingOps({ ops, snap, src }: Drawing, x: number, y: number, resources: ResourceTable): Op[] {
  const dx = snap ? toDot(x + snap.x, snap.dot) : 0;
  const dy = snap ? toDot(y + snap.y, snap.dot) : 0;
  return new Placing(x + dx, y + dy, { src, source: resources.source(src) }, resources).ops(ops);
}

/** Ops of a drawing's space, whose origin is at (x, y). */
export const opsAt = (
  ops: readonly DrawnOp[],
  x: number,
  y: number,
  of: { readonly src: Src; readonly source: number },
  resources: ResourceTable,
): Op[] => new Placing(x, y, of, resources).ops(ops);

const toDot = (at: number, dot: number): number => Math.round(at / dot) * dot - at;

const hasSheerTiles = (op: DrawnPath): op is DrawnPath & { readonly fill: DrawnPaint } =>
  op.fill !== null && "gradient" in op.fill && op.fill.gradient.kind === "tile" && op.fill.opacity < 1;

const grouped = (opacity: number, children: readonly DrawnOp[]): DrawnGroup => ({
  op: "group",
  transform: null,
  clip: null,
  opacity,
  isolated: false,
  blend: "normal",
  mask: null,
  children,
});

/** Invisible ops are omitted. */
class Placing {
  /** The latest path, which a ring and its dot, or a shape and its outline, share. */
  #path: Path | null = null;
  #placed: Path | null = null;

  constructor(
    readonly x: number,
    readonly y: number,
    readonly of: { readonly src: Src; readonly source: number },
    readonly resources: ResourceTable,
  ) {}

  ops(all: readonly DrawnOp[]): Op[] {
    const out: Op[] = [];
    for (const op of all) {
      const placed = op.op === "path" && hasSheerTiles(op) ? this.#tiled(op) : this.#op(op);
      if (placed) out.push(placed);
    }
    return out;
  }

  #op(op: DrawnOp): Op | null {
    if (op.op === "path") return this.#pathOp(op);
    if (op.op === "glyphs") return this.#glyphs(op);
    if (op.op === "pdf-page") return this.#pdfPage(op);
    return op.op === "image" ? this.#image(op) : this.#group(op);
  }

  #pathOp({ path, fill, stroke }: DrawnPath): PathOp | null {
    if (!fill && !stroke) return null;
    return {
      op: "path",
      path: this.#translated(path),
      fill: fill ? this.#fill(fill) : null,
      stroke: stroke ? roundStroke(stroke) : null,
      source: this.of.source,
    };
  }

  #translated(path: Path): Path {
    if (path === this.#path) return this.#placed!;
    this.#path = path;
    return (this.#placed = translatePath(path, this.x, this.y));
  }

  /** Readers draw pixels that tiles share twice, which shows: the tiles are opaque in a transparent group. */
  #tiled({ path, fill, stroke }: DrawnPath & { readonly fill: DrawnPaint }): GroupOp | null {
    const { opacity } = fill;
    const tiles = this.#group(grouped(opacity, [{ op: "path", path, fill: { ...fill, opacity: 1 }, stroke: null }]));
    const edge = stroke && this.#pathOp({ op: "path", path, fill: null, stroke });
    if (!tiles || !edge) return tiles;
    return { ...tiles, opacity: 1, children: [tiles, edge] };
  }

  #glyphs(op: DrawnGlyphs): GlyphsOp | null {
    if (op.run.ids.length === 0) return null;
    return {
      op: "glyphs",
      x: round(op.x + this.x),
      y: round(op.y + this.y),
      font: this.resources.fontResource(op.font),
      size: round(op.size),
      slant: op.slant,
      fill: this.#fill(op.fill),
      text: op.text,
      actualText: null,
      run: op.run,
      source: this.of.source,
    };
  }

  #image({ image, box }: DrawnImage): ImageOp {
    const at = { x: round(box.x + this.x), y: round(box.y + this.y), width: round(box.width), height: round(box.height) };
    return { op: "image", image: this.resources.image(image), box: at, source: this.of.source };
  }

  #pdfPage({ file, page, area, box }: DrawnPdfPage): PdfPageOp {
    const at = { x: round(box.x + this.x), y: round(box.y + this.y), width: round(box.width), height: round(box.height) };
    return { op: "pdf-page", file: this.resources.pdf(file), page, area, box: at, source: this.of.source };
  }

  #group({ transform: own, clip: outline, opacity, isolated, blend, mask: drawn, children: inner }: DrawnGroup): GroupOp | null {
    if (opacity === 0) return null;
    // a clip is in the space of the transform; without a transform it is translated like other ops
    const inside = own === null ? this : this.#unmoved();
    const children = inside.ops(inner);
    if (children.length === 0) return null;
    const transform = own === null ? null : this.#moved(own);
    const clip = outline ? translatePath(outline, inside.x, inside.y) : null;
    const mask = drawn ? { kind: drawn.kind, children: inside.ops(drawn.children) } : null;
    return { op: "group", transform, clip, opacity, isolated, blend, mask, children };
  }

  #fill(fill: Fill | DrawnPaint): Fill {
    if (!("gradient" in fill)) return fill;
    const { gradient } = fill;
    if (gradient.kind === "tile") return { paint: this.#tile(gradient), opacity: fill.opacity };
    const transform = this.#moved(gradient.transform);
    return { paint: this.resources.paint({ ...gradient, transform }), opacity: fill.opacity };
  }

  #tile({ ops, shared, ...tile }: DrawnTile): number {
    if (!shared) return this.resources.paint({ ...tile, transform: this.#moved(tile.transform), ops: this.#unmoved().ops(ops) });
    return this.resources.pattern(JSON.stringify([tile, ops]), this.of.src, () => ({ ...tile, ops: this.#unmoved().ops(ops) }));
  }

  #moved([a, b, c, d, e, f]: Matrix): Matrix {
    return [a, b, c, d, round(e + this.x), round(f + this.y)];
  }

  /** Returns the placing for content with a separate coordinate space. */
  #unmoved(): Placing {
    return new Placing(0, 0, this.of, this.resources);
  }
}
