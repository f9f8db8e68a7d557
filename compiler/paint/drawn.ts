// A drawing's ops to ops at their place on the page: rounded, with resources by number, and the source they are of.
import { round, translatePath } from "../../ir/geometry.js";
import type { Fill, GlyphsOp, GroupOp, ImageOp, Matrix, Op, PaintResource, PathOp } from "../../ir/ir.js";
import type { Drawing } from "../box/box.js";
import type { DrawnGlyphs, DrawnGroup, DrawnImage, DrawnOp, DrawnPaint, DrawnPath } from "../box/drawn.js";
import type { ResourceTable } from "./resources.js";
import { roundStroke } from "./stroke.js";

/** The ops of a drawing with its top left corner at (x, y) on the page, or at the nearest whole dot of a printer. */
export function drawingOps({ ops, snap, src }: Drawing, x: number, y: number, resources: ResourceTable): Op[] {
  const dx = snap ? toDot(x + snap.x, snap.dot) : 0;
  const dy = snap ? toDot(y + snap.y, snap.dot) : 0;
  return placeDrawing(ops, x + dx, y + dy, resources.source(src), resources);
}

/** How far it is to the nearest whole dot. */
const toDot = (at: number, dot: number): number => Math.round(at / dot) * dot - at;

/** Ops with their origin at (x, y) on the page. What would show nothing is left out. */
function placeDrawing(ops: readonly DrawnOp[], x: number, y: number, source: number, resources: ResourceTable): Op[] {
  return new Placing(x, y, source, resources).ops(ops);
}

/** One origin with what everything that is moved to it shares. */
class Placing {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly source: number,
    readonly resources: ResourceTable,
  ) {}

  ops(all: readonly DrawnOp[]): Op[] {
    const out: Op[] = [];
    for (const op of all) {
      const placed = this.#op(op);
      if (placed) out.push(placed);
    }
    return out;
  }

  #op(op: DrawnOp): Op | null {
    if (op.op === "path") return this.#path(op);
    if (op.op === "glyphs") return this.#glyphs(op);
    return op.op === "image" ? this.#image(op) : this.#group(op);
  }

  #path({ path, fill, stroke }: DrawnPath): PathOp | null {
    if (!fill && !stroke) return null;
    return {
      op: "path",
      path: translatePath(path, this.x, this.y),
      fill: fill ? this.#fill(fill) : null,
      stroke: stroke ? roundStroke(stroke) : null,
      source: this.source,
    };
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
      source: this.source,
    };
  }

  #image({ image, box }: DrawnImage): ImageOp {
    const at = { x: round(box.x + this.x), y: round(box.y + this.y), width: round(box.width), height: round(box.height) };
    return { op: "image", image: this.resources.image(image), box: at, source: this.source };
  }

  #group({ transform: own, clip: outline, opacity, isolated, blend, mask: drawn, children: inner }: DrawnGroup): GroupOp | null {
    if (opacity === 0) return null;
    // a clip is in the space that the transform sets up; without one, it is moved like everything else
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
    const transform = this.#moved(gradient.transform);
    const paint: PaintResource =
      gradient.kind === "tile" ? { ...gradient, transform, ops: this.#unmoved().ops(gradient.ops) } : { ...gradient, transform };
    return { paint: this.resources.paint(paint), opacity: fill.opacity };
  }

  #moved([a, b, c, d, e, f]: Matrix): Matrix {
    return [a, b, c, d, round(e + this.x), round(f + this.y)];
  }

  /** For what has a space of its own. */
  #unmoved(): Placing {
    return new Placing(0, 0, this.source, this.resources);
  }
}
