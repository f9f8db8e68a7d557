// Canvas of a filter: the reader filters no more than the canvas holds.
import { tuple } from "../../../base/tuple.js";
import type { Rect } from "../../../ir/ir.js";
import { boxOf, matrixOf } from "./geometry.js";
import type { SvgBudget } from "./tree/budget.js";
import { filterRegion } from "./raster-work.js";
import type { SvgNode } from "./tree/xml.js";

/** Margins on each side of the canvas, in its user space. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
export const NO_MARGINS: Margins = { left: 0, top: 0, right: 0, bottom: 0 };

/** Content further away than this many sizes of the visible part is not looked for. */
const MOST_SIZES = 4;

export class FilterCanvas {
  constructor(
    readonly defs: ReadonlyMap<string, SvgNode>,
    readonly boxes: ReadonlyMap<string, Rect>,
    readonly budget: SvgBudget,
  ) {}

  /** Around the visible part: as far as its filters fetch content within their region. `pixel`: of the picture's own size, in which kernels count. */
  margins(n: SvgNode, visible: Rect, { region, pixel }: { readonly region: Rect; readonly pixel: number }): Margins {
    const cut = {
      left: visible.x - region.x,
      top: visible.y - region.y,
      right: region.x + region.width - visible.x - visible.width,
      bottom: region.y + region.height - visible.y - visible.height,
    };
    if (Object.values(cut).every((by) => by <= 0)) return NO_MARGINS;
    const reach = this.#reach(n, pixel);
    const within = (by: number, size: number): number => Math.max(0, Math.min(by, reach, MOST_SIZES * size));
    return {
      left: within(cut.left, visible.width),
      top: within(cut.top, visible.height),
      right: within(cut.right, visible.width),
      bottom: within(cut.bottom, visible.height),
    };
  }

  /** Distance over which filters move content, in the node's user space. */
  #reach(n: SvgNode, pixel: number): number {
    const filter = this.filterOf(n);
    let own = 0;
    if (filter) {
      const byBox = filter.attributes["primitiveUnits"] === "objectBoundingBox";
      const box = byBox ? boxOf(n, this.boxes, this.budget) : null;
      const unit = box ? Math.max(box.width, box.height) : 1;
      own = filter.children.reduce((sum, p) => sum + Math.max(reachOf(p) * unit, kernelOf(p) * pixel), 0);
    }
    let inner = 0;
    for (const c of n.children) {
      const factor = largest(c.attributes["transform"]);
      if (factor > 0) inner = Math.max(inner, this.#reach(c, pixel / factor) * factor);
    }
    return own + inner;
  }

  filterOf(n: SvgNode): SvgNode | undefined {
    return this.defs.get(/url\(#([^)]*)\)/.exec(n.attributes["filter"] ?? "")?.[1] ?? "");
  }

  /** The node with a filter that the reader draws as it is meant; null if that is its own. */
  adapted(n: SvgNode, canvas: Rect): Adapted | null {
    const filter = this.filterOf(n);
    const region = filter && filterRegion(filter, boxOf(n, this.boxes, this.budget));
    if (!region) return null;
    const isByBox = filter.attributes["primitiveUnits"] === "objectBoundingBox";
    const held: SvgNode[] = [];
    const children = isByBox ? filter.children : filter.children.map((p) => this.#placedImage(p, region, held));
    const inside = children.some((p) => SIZED.test(p.name)) ? null : intersection(region, canvas);
    const isClamped = inside !== null && !same(region, inside);
    if (held.length === 0 && !isClamped) return null;
    const id = this.#fresh("adapted");
    const clamped = isClamped ? { filterUnits: "userSpaceOnUse", ...texts(inside) } : {};
    held.push({
      ...filter,
      attributes: { ...filter.attributes, id, ...clamped },
      children: isClamped && !isByBox ? children.map((p) => restricted(p, canvas)) : children,
    });
    return { node: { ...n, attributes: { ...n.attributes, filter: `url(#${id})` } }, held };
  }

  #fresh(name: string): string {
    let id = name;
    while (this.defs.has(id)) id += "-";
    return id;
  }

  /**
   * The reader draws an element over the filter's region and moves it to the subregion's corner, without what was outside the region: a copy
   * is moved instead.
   */
  #placedImage(p: SvgNode, region: Rect, held: SvgNode[]): SvgNode {
    const { x, y, width, height, href, ...others } = p.attributes;
    const target = p.name === "feImage" && href?.startsWith("#") === true ? this.defs.get(href.slice(1)) : undefined;
    if (!target || (x === undefined && y === undefined) || width !== undefined || height !== undefined) return p;
    this.budget.spend("parts", 1);
    const [dx, dy] = [Number(x ?? region.x) - region.x, Number(y ?? region.y) - region.y];
    const names = [this.#fresh(`image${held.length}`), this.#fresh(`image${held.length + 1}`)] as const;
    const { id: _, ...own } = target.attributes;
    const clip = { d: `M${dx} ${dy}H${dx + FAR}V${dy + FAR}H${dx}Z` };
    const moved = { name: "g", attributes: { transform: `translate(${dx} ${dy})` }, children: [{ ...target, attributes: own }] };
    const restricted = { name: "g", attributes: { "clip-path": `url(#${names[1]})` }, children: [moved] };
    held.push(
      { name: "g", attributes: { id: names[0] }, children: [restricted] },
      { name: "clipPath", attributes: { id: names[1] }, children: [{ name: "path", attributes: clip, children: [] }] },
    );
    return { ...p, attributes: { ...others, href: `#${names[0]}` } };
  }
}

interface Adapted {
  readonly node: SvgNode;
  /** definitions that it refers to */
  readonly held: readonly SvgNode[];
}

const FAR = 1e6;

const SIZED = /^fe(?:Image|Tile|Turbulence)$/;

/** Largest amount of a list. */
const most = (list: string | undefined): number =>
  (list ?? "").split(/[\s,]+/).reduce((largest, v) => Math.max(largest, Math.abs(Number(v)) || 0), 0);

function reachOf({ name, attributes: a }: SvgNode): number {
  const offset = Math.max(most(a["dx"]), most(a["dy"]));
  const blur = 3 * most(a["stdDeviation"]);
  switch (name) {
    case "feOffset":
      return offset;
    case "feDropShadow":
      return offset + blur;
    case "feGaussianBlur":
      return blur;
    case "feMorphology":
      return most(a["radius"]);
    case "feDisplacementMap":
      return most(a["scale"]) / 2;
    case "feTile":
      return Infinity;
    default:
      return 0;
  }
}

/** Pixels. */
const kernelOf = ({ name, attributes }: SvgNode): number =>
  name === "feConvolveMatrix" ? most(attributes["order"] ?? "3") : name === "feDiffuseLighting" || name === "feSpecularLighting" ? 1 : 0;

/** Factor by which a transform lengthens at most. */
function largest(transform: string | undefined): number {
  if (transform === undefined) return 1;
  const [a, b, c, d] = matrixOf(transform);
  return Math.hypot(a, b, c, d);
}

function restricted(p: SvgNode, canvas: Rect): SvgNode {
  const own = { x: p.attributes["x"], y: p.attributes["y"], width: p.attributes["width"], height: p.attributes["height"] };
  const [x, y, width, height] = tuple([own.x, own.y, own.width, own.height].map(Number), 4);
  if (![x, y, width, height].every(Number.isFinite)) return p;
  const inside = intersection({ x, y, width, height }, canvas);
  return inside ? { ...p, attributes: { ...p.attributes, ...texts(inside) } } : p;
}

function intersection(a: Rect, b: Rect): Rect | null {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const [right, bottom] = [Math.min(a.x + a.width, b.x + b.width), Math.min(a.y + a.height, b.y + b.height)];
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}

const same = (a: Rect, b: Rect): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
const texts = (r: Rect): Readonly<Record<string, string>> => ({
  x: String(r.x),
  y: String(r.y),
  width: String(r.width),
  height: String(r.height),
});
