import { bounds, IDENTITY, multiply } from "../../../ir/geometry.js";
import type { Matrix, Rect } from "../../../ir/ir.js";
import type { SvgBudget } from "./tree/budget.js";
import { boxOf, matrixOf, pathBounds, pathOf } from "./geometry.js";
import type { SvgNode } from "./tree/xml.js";
import { lookup } from "../../../base/lookup.js";

/* Unit: cost per pixel of offsetting; factors are measured. */

const number = (n: SvgNode, key: string, fallback: number): number => {
  const v = Number(lookup(n.attributes, key) ?? fallback);
  return Number.isFinite(v) ? v : fallback;
};

/** Returns steps per pixel; `scale`: pixels per unit of the primitive's space. */
function stepsOf(p: SvgNode, scale: number): number {
  switch (p.name) {
    case "feGaussianBlur":
      return 7;
    case "feDropShadow":
      return 8;
    case "feMorphology": {
      const [rx = 0, ry = rx] = (p.attributes["radius"] ?? "0").split(/[\s,]+/).map(Number);
      return 2 + ((2 * rx! * scale + 1) * (2 * ry! * scale + 1)) / 25;
    }
    case "feTurbulence":
      return 3 + 2 * Math.min(MOST_OCTAVES, number(p, "numOctaves", 1));
    case "feConvolveMatrix": {
      const [ox = 3, oy = ox] = (p.attributes["order"] ?? "3").split(/[\s,]+/).map(Number);
      return 2 + (ox * oy) / 10;
    }
    case "feMerge":
      return 1 + 1.3 * p.children.length;
    case "feSpecularLighting":
      return 3;
    case "feBlend":
      return 2.5;
    default:
      return 1;
  }
}

/** Further octaves are invisible: each is half as strong as the one before. */
export const MOST_OCTAVES = 16;

/** Returns the region of a filter in the element's space (Filter Effects 1, 8); null if unknown. */
export function filterRegion(filter: SvgNode, box: Rect): Rect | null {
  const at = (key: string, fallback: number): number => number(filter, key, fallback);
  if (filter.attributes["filterUnits"] === "userSpaceOnUse") {
    const r = { x: at("x", NaN), y: at("y", NaN), width: at("width", NaN), height: at("height", NaN) };
    return Object.values(r).every(Number.isFinite) ? r : null;
  }
  if (!(box.width > 0 && box.height > 0)) return null;
  const [x, y, width, height] = [at("x", -0.1), at("y", -0.1), at("width", 1.2), at("height", 1.2)];
  return { x: box.x + x * box.width, y: box.y + y * box.height, width: width * box.width, height: height * box.height };
}

/** The SVG reader's limit per stroke. */
const MOST_DASHES = 1e6;

/** A filter used twice counts once. */
export class RasterWork {
  readonly #held = new Map<string, number>();

  constructor(
    readonly defs: ReadonlyMap<string, SvgNode>,
    readonly boxes: ReadonlyMap<string, Rect>,
    readonly budget: SvgBudget,
    readonly canvas: number,
  ) {}

  /** `toPixels`: from the element's user space. */
  of(n: SvgNode, toPixels: Matrix): number {
    const a = n.attributes;
    const m = multiply(toPixels, matrixOf(a["transform"]));
    const scale = Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]));
    let sum = 1;
    const filter = this.#ref(a["filter"]);
    if (filter) {
      const box = boxOf(n, this.boxes, this.budget);
      const region = filterRegion(filter, box);
      const own = filter.attributes["primitiveUnits"] === "objectBoundingBox" ? scale * Math.max(box.width, box.height) : scale;
      const steps = filter.children.reduce((s, p) => s + stepsOf(p, own), 0);
      sum += 2 * this.canvas + steps * (region ? this.#pixels(region, m) : this.canvas);
    }
    for (const key of ["mask", "clip-path"]) {
      const held = /url\(#([^)]*)\)/.exec(lookup(a, key) ?? "")?.[1];
      if (held !== undefined) sum += this.canvas + this.#inside(held);
    }
    if ((a["opacity"] ?? "1") !== "1" || a["style"] !== undefined) sum += this.canvas;
    if (n.name === "path") return sum + this.#path(n, m);
    if (n.name === "image") return sum + this.canvas;
    for (const c of n.children) sum += this.of(c, m);
    return sum;
  }

  #path(n: SvgNode, m: Matrix): number {
    const a = n.attributes;
    const path = pathOf(a["d"] ?? "", 1);
    const points = path.coords.length / 2;
    this.budget.spend("points", points);
    const box = pathBounds(path, IDENTITY);
    let sum = 5 * points;
    const area = box ? this.#pixels(box, m) : 0;
    for (const paint of [a["fill"], a["stroke"]]) {
      const server = this.#ref(paint);
      if (server) sum += (server.name === "pattern" ? 1 : 0.3) * area + this.#inside(server.attributes["id"] ?? "");
      else if (paint !== "none") sum += area / 50;
    }
    if ((a["stroke"] ?? "none") === "none") return sum;
    const dashes = (a["stroke-dasharray"] ?? "none") === "none" ? [] : a["stroke-dasharray"]!.split(/[\s,]+/).map(Number);
    let length = 0;
    if (dashes.length > 0)
      for (let i = 2; i < path.coords.length; i += 2)
        length += Math.hypot(path.coords[i]! - path.coords[i - 2]!, path.coords[i + 1]! - path.coords[i - 1]!);
    const period = dashes.reduce((s, d) => s + d, 0);
    return sum + 50 * points + (period > 0 ? 20 * Math.min(MOST_DASHES, (length / period) * dashes.length) : 0);
  }

  /** Steps per use, assuming full visibility. */
  #inside(id: string): number {
    const known = this.#held.get(id);
    if (known !== undefined) return known;
    this.#held.set(id, 0);
    const def = this.defs.get(id);
    // unknown positions: each may cover the picture
    const sum = def && !/Gradient$/.test(def.name) ? this.of({ ...def, name: "g" }, COVERING) + this.canvas : 0;
    this.#held.set(id, sum);
    return sum;
  }

  #ref(value: string | undefined): SvgNode | undefined {
    const id = /url\(#([^)]*)\)/.exec(value ?? "")?.[1];
    return id === undefined ? undefined : this.defs.get(id);
  }

  #pixels(r: Rect, m: Matrix): number {
    const { width, height } = bounds(m, r);
    return Math.min(this.canvas, width * height);
  }
}
const COVERING: Matrix = [1e6, 0, 0, 1e6, 0, 0];
