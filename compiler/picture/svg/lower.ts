import { isOneOf, lookup } from "../../../base/lookup.js";
import { rgbOf } from "../../../ir/values.js";
import { bounds, IDENTITY, multiply } from "../../../ir/geometry.js";
import { BLEND_MODES, type Matrix, type Path, type Rect, type Rgb, type Stop, type Stroke } from "../../../ir/ir.js";
import type { DrawnGlyphs, DrawnGroup, DrawnOp, DrawnPaint, DrawnPath, DrawnTile } from "../../box/drawn.js";
import { PictureFault } from "../fault.js";
import type { SvgBudget } from "./tree/budget.js";
import { boxOf, matrixOf, ontoBox, pathBounds, pathOf, rescaled } from "./geometry.js";
import { filterRegion } from "./raster-work.js";
import type { Prepared } from "./prepare.js";
import type { PlacedRun } from "./text/runs.js";
import type { SvgNode } from "./tree/xml.js";

/** Lengths times `k`; null if the SVG reader draws it. */
export type DrawInner = (href: string, box: Rect, aspect: string, k: number) => readonly DrawnOp[] | null;
/**
 * Draws a node without a vector form as an image over the visible part of its user space or of `drawn`. `perUnit`: pixels of the
 * picture's own size.
 */
export type DrawRaster = (node: SvgNode, visible: Rect, scale: number, drawn: Rect | null, perUnit: number) => readonly DrawnOp[];

interface Context {
  readonly defs: ReadonlyMap<string, SvgNode>;
  readonly inner: DrawInner;
  readonly raster: DrawRaster;
  readonly prepared: Pick<Prepared, "focalRadii" | "textBoxes" | "fixedStrokes" | "liveTexts">;
  readonly budget: SvgBudget;
}

interface Site {
  /** enlarges small user spaces: the display list rounds to thousandths */
  readonly k: number;
  readonly visible: Rect;
  readonly seen: Matrix;
}

/** Lowers an SVG; user units are multiplied by `k`. */
export function lowerSvg(root: SvgNode, cx: Omit<Context, "defs">, site: Site): readonly DrawnOp[] {
  const defs = new Map<string, SvgNode>();
  for (const d of root.children.filter((c) => c.name === "defs"))
    for (const n of d.children) if (n.attributes["id"]) defs.set(n.attributes["id"], n);
  const lowering = new Lowering({ defs, inner: cx.inner, raster: cx.raster, prepared: cx.prepared, budget: cx.budget });
  const ops = lowering.all(root.children, site);
  // isolated: contents blend only with each other (Compositing 1, 3.4.1)
  return lowering.blended && ops.length > 0 ? [grouped({ isolated: true, children: ops })] : ops;
}

const NOTHING: readonly DrawnOp[] = [];
const isVisible = (n: SvgNode): boolean => n.attributes["visibility"] !== "hidden" && n.attributes["visibility"] !== "collapse";
const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));
const isPlain = ([a, b, c, d]: Matrix): boolean => a === 1 && b === 0 && c === 0 && d === 1;
const number = (n: SvgNode, key: string, fallback: number): number => {
  const v = lookup(n.attributes, key);
  return v === undefined ? fallback : Number(v);
};
/** Omitted fields have initial values. */
export const grouped = (g: Partial<DrawnGroup> & Pick<DrawnGroup, "children">): DrawnGroup => ({
  op: "group",
  transform: g.transform ?? null,
  clip: g.clip ?? null,
  opacity: g.opacity ?? 1,
  isolated: g.isolated ?? false,
  blend: g.blend ?? "normal",
  mask: g.mask ?? null,
  children: g.children,
});
const rectPath = (r: Rect, k: number): Path => ({
  verbs: "MLLLZ",
  coords: [r.x, r.y, r.x + r.width, r.y, r.x + r.width, r.y + r.height, r.x, r.y + r.height].map((v) => v * k),
  rule: "nonzero",
});

/** Lengths times `k`. */
function glyphRun({ place, glyphs }: PlacedRun, fill: DrawnGlyphs["fill"], k: number): DrawnOp {
  const drawn = { ...glyphs, size: glyphs.size * k, fill };
  if (isPlain(place)) return { ...drawn, x: place[4] * k, y: place[5] * k };
  return grouped({ transform: rescaled(place, k, k), children: [drawn] });
}

class Lowering {
  blended = false;
  #inContent = true;
  readonly #stops = new Map<SvgNode, readonly Stop[]>();

  constructor(readonly cx: Context) {}

  #pathOf(n: SvgNode, k: number): Path {
    const path = pathOf(n.attributes["d"] ?? "", k);
    this.cx.budget.spend("points", path.coords.length / 2);
    return path;
  }

  #boxOf(n: SvgNode): Rect {
    return boxOf(n, this.cx.prepared.textBoxes, this.cx.budget);
  }

  all(nodes: readonly SvgNode[], site: Site): readonly DrawnOp[] {
    return nodes.flatMap((n) => this.node(n, site));
  }

  node(n: SvgNode, site: Site): readonly DrawnOp[] {
    switch (n.name) {
      case "g":
      case "path":
      case "image":
        return this.#element(n, site);
      case "defs":
        return NOTHING;
      default:
        throw new PictureFault("svg", `the SVG element ${n.name} is not drawn by this version`);
    }
  }

  #element(n: SvgNode, site: Site): readonly DrawnOp[] {
    this.cx.budget.spend("parts", 1);
    const a = n.attributes;
    const blend = /mix-blend-mode:\s*([\w-]+)/.exec(a["style"] ?? "")?.[1] ?? a["mix-blend-mode"] ?? "normal";
    if (!isOneOf(BLEND_MODES, blend))
      throw new PictureFault("svg", `the SVG file uses the blend mode ${blend}, which is not drawn by this version`);
    const transform = a["transform"] === undefined ? null : matrixOf(a["transform"]);
    if (transform && Math.abs(transform[0] * transform[3] - transform[1] * transform[2]) < 1e-12) return NOTHING;
    const inside: Site = transform
      ? { k: site.k, visible: bounds(inverse(transform), site.visible), seen: multiply(site.seen, transform) }
      : site;
    const { k } = site;
    const filter = this.#ref(a["filter"]);
    if (filter) {
      const region = filterRegion(filter, this.#boxOf(n));
      const drawn = this.cx.raster(without(n, ["transform"]), inside.visible, k, region, scaleOf(inside.seen));
      return drawn.length === 0 || !transform ? drawn : [grouped({ transform: rescaled(transform, k, k), children: drawn })];
    }
    // a group isolates blending
    const outside = this.blended;
    this.blended = false;
    let ops = n.name === "g" ? this.all(n.children, inside) : n.name === "path" ? this.#path(n, inside) : this.#image(n, inside);
    const clip = ops.length === 0 ? "nothing" : this.#clip(n, k);
    if (clip === "nothing") {
      this.blended = outside;
      return NOTHING;
    }
    for (const c of clip) ops = [grouped({ ...c, children: ops })];
    const mask = this.#ref(a["mask"]);
    if (mask) ops = this.#masked(ops, mask, n, inside);
    const opacity = number(n, "opacity", 1);
    const composited = opacity < 1 || blend !== "normal" || mask !== null;
    const isolated = (this.blended && composited) || blend !== "normal" || /isolation:\s*isolate/.test(a["style"] ?? "");
    this.blended = outside || blend !== "normal" || (this.blended && !isolated);
    if (!transform && opacity === 1 && !isolated) return ops;
    return [grouped({ transform: transform ? rescaled(transform, k, k) : null, opacity, isolated, blend, children: ops })];
  }

  #ref(value: string | undefined): SvgNode | null {
    const id = /url\(#([^)]*)\)/.exec(value ?? "")?.[1];
    return id === undefined ? null : (this.cx.defs.get(id) ?? null);
  }

  /** Innermost first; "nothing" for an empty clip. */
  #clip(n: SvgNode, k: number): readonly Pick<DrawnGroup, "clip" | "mask">[] | "nothing" {
    const clip = this.#ref(n.attributes["clip-path"]);
    if (!clip) return [];
    const shapes = clip.children.filter(isVisible);
    if (shapes.length === 0) return "nothing";
    const byBox = clip.attributes["clipPathUnits"] === "objectBoundingBox";
    const own = matrixOf(clip.attributes["transform"]);
    const m = multiply(own, byBox ? ontoBox(this.#boxOf(n)) : IDENTITY);
    const also = this.#clip({ ...clip, children: [n], name: "g", attributes: { ...clip.attributes } }, k);
    if (also === "nothing") return also;
    const [only] = shapes;
    if (shapes.length === 1 && only!.name === "path" && !only!.attributes["clip-path"]) {
      const path = moved(this.#pathOf(only!, 1), multiply(m, matrixOf(only!.attributes["transform"])), k);
      if (path.verbs === "") return "nothing";
      return [{ clip: { ...path, rule: only!.attributes["clip-rule"] === "evenodd" ? "evenodd" : "nonzero" }, mask: null }, ...also];
    }
    // several or clipped shapes form a mask
    const inner = byBox ? UNIT : k;
    const painted = this.#silhouettes(shapes, inner);
    if (painted.length === 0) return "nothing";
    const children = [grouped({ transform: rescaled(m, k, inner), children: painted })];
    return [{ clip: null, mask: { kind: "alpha", children } }, ...also];
  }

  /** Returns shapes whose coverage alone counts. */
  #silhouettes(shapes: readonly SvgNode[], k: number): readonly DrawnOp[] {
    return shapes.flatMap((s): readonly DrawnOp[] => {
      this.cx.budget.spend("parts", 1);
      const rule = s.attributes["clip-rule"] === "evenodd" ? "evenodd" : "nonzero";
      const path: Path = { ...this.#pathOf(s, k), rule };
      if (s.name === "g") {
        const inner = this.#silhouettes(s.children, k);
        return inner.length === 0 ? NOTHING : this.#clippedShape(s, inner, k);
      }
      if (s.name !== "path" || path.verbs === "" || !isVisible(s)) return NOTHING;
      return this.#clippedShape(s, [{ op: "path", path, fill: { color: "#000000", opacity: 1 }, stroke: null }], k);
    });
  }

  #clippedShape(s: SvgNode, ops: readonly DrawnOp[], k: number): readonly DrawnOp[] {
    const clip = this.#clip(s, k);
    if (clip === "nothing") return NOTHING;
    let out = ops;
    for (const c of clip) out = [grouped({ ...c, children: out })];
    const transform = s.attributes["transform"];
    return transform === undefined ? out : [grouped({ transform: rescaled(matrixOf(transform), k, k), children: out })];
  }

  #masked(ops: readonly DrawnOp[], mask: SvgNode, n: SvgNode, site: Site): readonly DrawnOp[] {
    const { k } = site;
    const a = mask.attributes;
    const box = this.#boxOf(n);
    const units = a["maskUnits"] === "userSpaceOnUse";
    const r = {
      x: number(mask, "x", -0.1),
      y: number(mask, "y", -0.1),
      width: number(mask, "width", 1.2),
      height: number(mask, "height", 1.2),
    };
    const region = units
      ? r
      : { x: box.x + r.x * box.width, y: box.y + r.y * box.height, width: r.width * box.width, height: r.height * box.height };
    const byBox = a["maskContentUnits"] === "objectBoundingBox";
    const inner: Site = byBox ? { k: UNIT, visible: { x: 0, y: 0, width: 1, height: 1 }, seen: multiply(site.seen, ontoBox(box)) } : site;
    let content = this.#outlined(() => this.all(mask.children, inner));
    if (byBox && content.length > 0) content = [grouped({ transform: rescaled(ontoBox(box), k, UNIT), children: content })];
    const further = this.#ref(a["mask"]);
    if (further && content.length > 0) content = this.#masked(content, further, n, site);
    if (content.length === 0) return NOTHING;
    const kind = a["mask-type"] === "alpha" || /mask-type:\s*alpha/.test(a["style"] ?? "") ? "alpha" : "luminosity";
    return [grouped({ mask: { kind, children: [grouped({ clip: rectPath(region, k), children: content })] }, children: ops })];
  }

  #path(n: SvgNode, site: Site): readonly DrawnOp[] {
    const a = n.attributes;
    if (!isVisible(n)) return NOTHING;
    const { k } = site;
    const path: Path = { ...this.#pathOf(n, k), rule: a["fill-rule"] === "evenodd" ? "evenodd" : "nonzero" };
    if (path.verbs === "") return NOTHING;
    const fills = this.#fills(n, path, site);
    const strokes = this.#strokes(n, path, site);
    return /^\s*stroke/.test(a["paint-order"] ?? "") ? [...strokes, ...fills] : [...fills, ...strokes];
  }

  #fills(n: SvgNode, path: Path, site: Site): readonly DrawnOp[] {
    const fill = n.attributes["fill"] ?? "#000000";
    const opacity = number(n, "fill-opacity", 1);
    if (fill === "none" || opacity === 0) return NOTHING;
    const paint = this.#paint(fill, opacity, n, site);
    if (!paint) return NOTHING;
    const runs = this.#inContent ? this.cx.prepared.liveTexts.get(n.attributes["id"] ?? "") : undefined;
    // gradients are in the surrounding space
    const shown = runs && (!("gradient" in paint) || (paint.gradient.kind !== "tile" && runs.every((r) => isPlain(r.place))));
    return shown ? runs.map((run) => glyphRun(run, paint, site.k)) : filledWith(path, paint);
  }

  /** Texts in masks and patterns become outlines. */
  #outlined<T>(lower: () => T): T {
    const before = this.#inContent;
    this.#inContent = false;
    const out = lower();
    this.#inContent = before;
    return out;
  }

  #strokes(n: SvgNode, path: Path, site: Site): readonly DrawnOp[] {
    const { k } = site;
    const a = n.attributes;
    const color = a["stroke"] ?? "none";
    const width = number(n, "stroke-width", 1);
    const opacity = number(n, "stroke-opacity", 1);
    if (color === "none" || !(width > 0) || opacity === 0) return NOTHING;
    const { seen } = site;
    if (this.cx.prepared.fixedStrokes.has(a["id"] ?? "") && !isPlain(seen)) {
      // stroked in the picture's space
      const back = rescaled(inverse(seen), k, k);
      const there = moved(path, rescaled(seen, k, k), 1);
      const bare = { ...n, attributes: { ...a, id: "" } };
      const drawn = this.#strokes(bare, there, { k, visible: bounds(seen, site.visible), seen: IDENTITY });
      return drawn.length === 0 ? NOTHING : [grouped({ transform: back, children: drawn })];
    }
    const dash =
      (a["stroke-dasharray"] ?? "none") === "none"
        ? []
        : a["stroke-dasharray"]!.split(/[\s,]+/)
            .filter((s) => s !== "")
            .map((s) => Number(s) * k);
    const phase = number(n, "stroke-dashoffset", 0) * k;
    const strokeOf = (rgb: Rgb, alpha: number): Stroke => ({
      color: rgb,
      width: width * k,
      opacity: alpha,
      cap: (a["stroke-linecap"] ?? "butt") as Stroke["cap"],
      join: (a["stroke-linejoin"]?.replace(/^(miter-clip|arcs)$/, "miter") ?? "miter") as Stroke["join"],
      miterLimit: Math.max(1, number(n, "stroke-miterlimit", 4)),
      dash: dash.length % 2 === 1 ? [...dash, ...dash] : dash,
      ...(phase !== 0 && dash.length > 0 && { dashPhase: phase }),
    });
    const rule: Path = { ...path, rule: "nonzero" };
    const paint = this.#paint(color, opacity, n, site);
    if (!paint) return NOTHING;
    if ("color" in paint) return [{ op: "path", path: rule, fill: null, stroke: strokeOf(paint.color, paint.opacity) }];
    const box = pathBounds(path, IDENTITY);
    if (!box) return NOTHING;
    const out = width * k * Math.max(2, number(n, "stroke-miterlimit", 4));
    const area = rectPath({ x: box.x - out, y: box.y - out, width: box.width + 2 * out, height: box.height + 2 * out }, 1);
    const shown: DrawnPath = { op: "path", path: rule, fill: null, stroke: strokeOf("#000000", 1) };
    return [grouped({ mask: { kind: "alpha", children: [shown] }, children: filledWith(area, paint) })];
  }

  /** Paint in the element's space; null for none. */
  #paint(value: string, opacity: number, n: SvgNode, site: Site): DrawnPath["fill"] {
    const server = this.#ref(value);
    if (!server) {
      const hex = /#[0-9a-fA-F]{6}/.exec(value)?.[0];
      return hex ? { color: rgbOf(hex), opacity } : null;
    }
    return server.name === "pattern" ? this.#pattern(server, opacity, n, site) : this.#gradient(server, opacity, n, site.k);
  }

  #gradient(g: SvgNode, opacity: number, n: SvgNode, k: number): DrawnPaint | null {
    const units = g.attributes["gradientUnits"] === "userSpaceOnUse" ? IDENTITY : ontoBox(this.#boxOf(n));
    if (units[0] === 0 || units[3] === 0) return null;
    const transform = rescaled(multiply(units, matrixOf(g.attributes["gradientTransform"])), k, 1);
    const stops = this.#stopsOf(g);
    const common = { spread: (g.attributes["spreadMethod"] ?? "pad") as "pad" | "reflect" | "repeat", transform, stops };
    if (g.name === "linearGradient") {
      const from = { x: number(g, "x1", 0), y: number(g, "y1", 0) };
      const to = { x: number(g, "x2", 1), y: number(g, "y2", 0) };
      return { gradient: { kind: "linear", from, to, ...common }, opacity };
    }
    const to = { x: number(g, "cx", 0.5), y: number(g, "cy", 0.5), r: number(g, "r", 0.5) };
    const from = {
      x: number(g, "fx", to.x),
      y: number(g, "fy", to.y),
      r: Number(this.cx.prepared.focalRadii.get(g.attributes["id"] ?? "") ?? 0),
    };
    return { gradient: { kind: "radial", from, to, ...common }, opacity };
  }

  #stopsOf(g: SvgNode): readonly Stop[] {
    let stops = this.#stops.get(g);
    if (!stops) {
      let last = 0;
      stops = g.children.map((s): Stop => {
        last = Math.min(1, Math.max(last, Number(s.attributes["offset"] ?? 0)));
        return {
          offset: last,
          color: rgbOf(s.attributes["stop-color"] ?? "#000000"),
          opacity: number(s, "stop-opacity", 1),
        };
      });
      this.#stops.set(g, stops);
    }
    this.cx.budget.spend("points", stops.length);
    return stops;
  }

  #pattern(p: SvgNode, opacity: number, n: SvgNode, site: Site): DrawnPaint | null {
    const a = p.attributes;
    const { k } = site;
    const box = this.#boxOf(n);
    const user = a["patternUnits"] === "userSpaceOnUse";
    const r = { x: number(p, "x", 0), y: number(p, "y", 0), width: number(p, "width", 0), height: number(p, "height", 0) };
    const tile = user
      ? r
      : { x: box.x + r.x * box.width, y: box.y + r.y * box.height, width: r.width * box.width, height: r.height * box.height };
    if (!(tile.width > 0 && tile.height > 0)) return null;
    const view = a["viewBox"]?.split(/[\s,]+/).map(Number);
    const byBox = !view && a["patternContentUnits"] === "objectBoundingBox";
    const content: Matrix = view
      ? viewToBox(view, { ...tile, x: 0, y: 0 }, a["preserveAspectRatio"] ?? "xMidYMid meet")
      : byBox
        ? [box.width, 0, 0, box.height, 0, 0]
        : IDENTITY;
    const inner = view || byBox ? UNIT / (view ? Math.max(view[2]!, view[3]!, 1) : 1) : k;
    const visible = { x: 0, y: 0, width: view?.[2] ?? (byBox ? 1 : tile.width), height: view?.[3] ?? (byBox ? 1 : tile.height) };
    const children = this.#outlined(() => this.all(p.children, { k: inner, visible, seen: multiply(site.seen, content) }));
    if (children.length === 0) return null;
    const ops = [grouped({ transform: rescaled(content, k, inner), children })];
    const place = multiply(matrixOf(a["patternTransform"]), [1, 0, 0, 1, tile.x, tile.y]);
    const gradient = {
      kind: "tile" as const,
      box: { x: 0, y: 0, width: tile.width * k, height: tile.height * k },
      stepX: tile.width * k,
      stepY: tile.height * k,
      transform: rescaled(place, k, k),
      ops,
    };
    return { gradient, opacity };
  }

  #image(n: SvgNode, { k, seen }: Site): readonly DrawnOp[] {
    const a = n.attributes;
    if (a["visibility"] === "hidden" || !a["href"]) return NOTHING;
    const box = {
      x: number(n, "x", 0) * k,
      y: number(n, "y", 0) * k,
      width: number(n, "width", 0) * k,
      height: number(n, "height", 0) * k,
    };
    if (!(box.width > 0 && box.height > 0)) return NOTHING;
    const drawn = this.cx.inner(a["href"], box, a["preserveAspectRatio"] ?? "xMidYMid meet", k);
    if (drawn) return drawn;
    const region = { x: box.x / k, y: box.y / k, width: box.width / k, height: box.height / k };
    return this.cx.raster(without(n, ["transform", "opacity", "clip-path", "mask"]), region, k, null, scaleOf(seen));
  }
}

const UNIT = 1000;

/**
 * Readers show lines at the edges of tiles, which share pixels: transparent tiles are opaque in a transparent group, and those with a ground
 * are over its colour.
 */
function filledWith(path: Path, fill: NonNullable<DrawnPath["fill"]>): readonly DrawnOp[] {
  if (!("gradient" in fill) || fill.gradient.kind !== "tile") return [{ op: "path", path, fill, stroke: null }];
  const ground = groundOf(fill.gradient);
  const children: DrawnOp[] = [{ op: "path", path, fill: { ...fill, opacity: 1 }, stroke: null }];
  if (ground) children.unshift({ op: "path", path, fill: { color: ground, opacity: 1 }, stroke: null });
  return fill.opacity === 1 ? children : [grouped({ opacity: fill.opacity, children })];
}

/** Colour of a first rectangle over the whole tile; null if there is none. */
function groundOf({ box, ops: [content] }: DrawnTile): Rgb | null {
  const first = content?.op === "group" && !content.clip && !content.mask && content.opacity === 1 ? content.children[0] : undefined;
  if (first?.op !== "path" || !first.fill || !("color" in first.fill) || first.fill.opacity !== 1) return null;
  const { verbs, coords } = first.path;
  const [left = 0, top = 0, right = 0, , , bottom = 0] = coords;
  if (verbs !== "MLLLZ" || !isRectangle(coords)) return null;
  const covered = bounds(content!.op === "group" ? (content!.transform ?? IDENTITY) : IDENTITY, {
    x: Math.min(left, right),
    y: Math.min(top, bottom),
    width: Math.abs(right - left),
    height: Math.abs(bottom - top),
  });
  const by = 1e-6 * Math.max(box.width, box.height);
  const covers =
    covered.x <= box.x + by &&
    covered.y <= box.y + by &&
    covered.x + covered.width >= box.x + box.width - by &&
    covered.y + covered.height >= box.y + box.height - by;
  return covers ? first.fill.color : null;
}

/** True for a rectangle of four points, from the first along the x axis. */
const isRectangle = ([x0, y0, x1, y1, x2, y2, x3, y3]: readonly number[]): boolean => y0 === y1 && x1 === x2 && y2 === y3 && x3 === x0;

const without = (n: SvgNode, keys: readonly string[]): SvgNode => ({
  ...n,
  attributes: Object.fromEntries(Object.entries(n.attributes).filter(([key]) => !keys.includes(key))),
});

function inverse(m: Matrix): Matrix {
  const [a, b, c, d, e, f] = m;
  const det = a * d - b * c;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

const moved = (path: Path, m: Matrix, k: number): Path => {
  const coords: number[] = [];
  for (let i = 0; i < path.coords.length; i += 2) {
    const [x, y] = [path.coords[i]!, path.coords[i + 1]!];
    coords.push((m[0] * x + m[2] * y + m[4]) * k, (m[1] * x + m[3] * y + m[5]) * k);
  }
  return { ...path, coords };
};

/** Returns the transform of `preserveAspectRatio` (SVG 1.1, 7.8). */
export function viewToBox(view: readonly number[], box: Rect, aspect: string): Matrix {
  const [x = NaN, y = NaN, w = NaN, h = NaN] = view;
  const [align = "xMidYMid", meet = "meet"] = aspect.replace(/^defer\s+/, "").split(/\s+/);
  let sx = box.width / w;
  let sy = box.height / h;
  if (align !== "none") sx = sy = meet === "slice" ? Math.max(sx, sy) : Math.min(sx, sy);
  const share = (word: string): number => (word === "Min" ? 0 : word === "Max" ? 1 : 0.5);
  const along = /^x(Min|Mid|Max)Y(Min|Mid|Max)$/.exec(align);
  const dx = align === "none" ? 0 : (box.width - w * sx) * share(along?.[1] ?? "Mid");
  const dy = align === "none" ? 0 : (box.height - h * sy) * share(along?.[2] ?? "Mid");
  return [sx, 0, 0, sy, box.x + dx - x * sx, box.y + dy - y * sy];
}
