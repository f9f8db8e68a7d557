import { rgbOf } from "../../../ir/values.js";
import type { Matrix, Rect } from "../../../ir/ir.js";
import type { FontSource } from "../../core/world.js";
import type { DrawnOp, DrawnResource } from "../../box/drawn.js";
import { drawPicture, type Picture, type Raster, type Vector } from "../../draw/image.js";
import { PictureFault } from "../fault.js";
import type { TextEngine } from "../../text/shape/engine.js";
import type { PictureBlobs } from "../blobs.js";
import { splitAlpha } from "../picture.js";
import { SvgBudget } from "./tree/budget.js";
import { decodeXml } from "../encoding.js";
import { FilterCanvas, NO_MARGINS, type Margins } from "./filter-canvas.js";
import { grouped, lowerSvg, viewToBox, type DrawInner, type DrawRaster } from "./lower.js";
import { MOST_OCTAVES, RasterWork } from "./raster-work.js";
import { prepareSvg, type Prepared } from "./prepare.js";
import { attributeOf, tokensOf, type Token } from "./tree/tokens.js";
import { parseSvg, type SvgNode } from "./tree/xml.js";

export interface SvgContext {
  readonly blobs: PictureBlobs;
  readonly fonts: FontSource;
  readonly engine: () => TextEngine;
  /** a nested picture, within the same budget */
  readonly read: (bytes: Uint8Array, budget: SvgBudget) => Promise<Picture>;
  readonly depth: number;
  readonly budget?: SvgBudget | undefined;
}

const MAX_DEPTH = 4;
/** larger side: ops are rounded to thousandths */
const LEAST = 1000;

function viewBoxOf(written: string | undefined): readonly [number, number, number, number] | undefined {
  if (written === undefined) return undefined;
  const [x = NaN, y = NaN, width = NaN, height = NaN] = written.split(/[\s,]+/).map(Number);
  return [x, y, width, height];
}

/**
 * Ops in a space at least 1000 across.
 * @throws PictureFault
 */
export async function readSvg(
  bytes: Uint8Array,
  { blobs, fonts, engine, read, depth, budget = new SvgBudget() }: SvgContext,
): Promise<Picture> {
  if (depth > MAX_DEPTH) throw new PictureFault("svg", `the SVG file has pictures nested more than ${MAX_DEPTH} levels deep`);
  const text = decodeXml(bytes);
  const tokens = tokensOf(text);
  const prepared = await prepareSvg(tokens, { source: fonts, engine }, budget);
  blobs.watch();
  const root = parseSvg(await blobs.tools.normalizeSvg(prepared.text));
  const width = Number(root?.attributes["width"]);
  const height = Number(root?.attributes["height"]);
  if (!root || !(width > 0 && height > 0)) throw new PictureFault("svg", "the SVG file has no size");
  const inner = new Map<string, Picture>();
  for (const href of hrefs(root)) {
    blobs.watch();
    inner.set(href, await read(dataOf(href), budget));
  }
  const k = Math.max(1, LEAST / Math.max(width, height));
  const view = viewBoxOf(root.attributes["viewBox"]);
  const toSize: Matrix = view
    ? viewToBox(view, { x: 0, y: 0, width, height }, root.attributes["preserveAspectRatio"] ?? "xMidYMid meet")
    : [1, 0, 0, 1, 0, 0];
  const visible: Rect = view ? { x: view[0], y: view[1], width: view[2], height: view[3] } : { x: 0, y: 0, width, height };
  // synchronous from here
  for (let wait; (wait = blobs.tools.svgLoading());) await wait;
  const drawn = lowerSvg(
    root,
    { inner: drawInner(inner, budget), raster: drawRaster(root, blobs, prepared, budget), prepared, budget },
    { k, visible, seen: toSize },
  );
  const [a, b, c, d, e, f] = toSize;
  const transform: Matrix = [a, b, c, d, e * k, f * k];
  const ops: DrawnOp[] = [];
  const { background } = prepared;
  if (background && background.alpha > 0) {
    const path = { verbs: "MLLLZ", coords: corners({ x: 0, y: 0, width: width * k, height: height * k }), rule: "nonzero" as const };
    ops.push({ op: "path", path, fill: { color: rgbOf(background.hex), opacity: background.alpha }, stroke: null });
  }
  if (drawn.length > 0) ops.push(grouped({ transform, children: drawn }));
  const sized = isSized(tokens);
  const seen = view && { x: (a * view[0] + e) * k, y: (d * view[1] + f) * k, width: a * view[2] * k, height: d * view[3] * k };
  const natural = sized && view && seen ? { region: seen, aspect: view[2] / view[3] } : null;
  return {
    kind: "vector",
    perPixel: k,
    width: width * k,
    height: height * k,
    ops,
    natural,
    moves: prepared.moves ?? movesInside(inner.values()),
  };
}

/** Line in a picture inside the file. */
function movesInside(pictures: Iterable<Picture>): number | null {
  for (const picture of pictures) if (picture.kind === "vector" && picture.moves !== null) return picture.moves;
  return null;
}

/** viewBox, or width and height in units: the reader adds all three. */
function isSized(tokens: readonly Token[]): boolean {
  const root = tokens.find((t) => t.kind === "tag" && t.name === "svg" && !t.closing)?.rest ?? "";
  const isLength = (name: string): boolean => /^\s*\+?[\d.]+[^%]*$/.test(attributeOf(root, name) ?? "");
  return (attributeOf(root, "viewBox") ?? "").trim() !== "" || (isLength("width") && isLength("height"));
}

function hrefs(root: SvgNode): ReadonlySet<string> {
  const out = new Set<string>();
  const walk = (n: SvgNode): void => {
    if (n.name === "image" && n.attributes["href"]) out.add(n.attributes["href"]);
    n.children.forEach(walk);
  };
  walk(root);
  return out;
}

function dataOf(href: string): Uint8Array {
  const match = /^data:[^,]*?(;base64)?,([\s\S]*)$/i.exec(href);
  if (!match) throw new PictureFault("svg", "the SVG file refers to a picture outside it");
  const binary = match[1] ? fromBase64(match[2]!) : fromPercent(match[2]!);
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

function fromBase64(text: string): string {
  try {
    return atob(text.replace(/\s+/g, ""));
  } catch {
    throw new PictureFault("svg", "a picture inside the SVG file is not base64");
  }
}

const fromPercent = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const corners = (r: Rect): number[] => [r.x, r.y, r.x + r.width, r.y, r.x + r.width, r.y + r.height, r.x, r.y + r.height];

const drawInner = (pictures: ReadonlyMap<string, Picture>, budget: SvgBudget): DrawInner => {
  const sizes = new Map<Picture, Size>();
  const enlarged = new Set<Picture>();
  return (href, box, aspect, k) => {
    const picture = pictures.get(href)!;
    if (picture.kind === "pdf") throw new Error("a PDF page passed as part of an SVG file");
    const { width, height } = sizeOf(picture);
    if (picture.kind === "vector") {
      let size = sizes.get(picture);
      if (!size) sizes.set(picture, (size = sizeInParts(picture.ops)));
      budget.spend("parts", size.parts);
      budget.spend("points", size.points);
    }
    // viewers enlarge pixels as squares, the SVG reader smoothly; it ignores orientation
    const few = picture.kind === "raster" && picture.orientation === 1 && width * height <= MOST_ENLARGED;
    if (few && (2 * (box.width / k) > width || 2 * (box.height / k) > height)) {
      if (!enlarged.has(picture)) budget.spend("filtered", width * height);
      enlarged.add(picture);
      return null;
    }
    const [sx, , , sy, x, y] = viewToBox([0, 0, width, height], box, aspect);
    const drawn = drawPicture(picture, { x, y, width: width * sx, height: height * sy });
    if (drawn.length === 0) return [];
    const clip = { verbs: "MLLLZ", coords: corners(box), rule: "nonzero" as const };
    return [grouped({ clip, children: drawn })];
  };
};

/** Pixels; in larger pictures squares are invisible. */
const MOST_ENLARGED = 16e6;

interface Size {
  readonly parts: number;
  readonly points: number;
}

function sizeInParts(ops: readonly DrawnOp[]): Size {
  let [parts, points] = [0, 0];
  const walk = (all: readonly DrawnOp[]): void => {
    for (const op of all) {
      parts++;
      if (op.op === "path") {
        points += op.path.coords.length / 2;
        const paint = op.fill && "gradient" in op.fill ? op.fill.gradient : null;
        if (paint?.kind === "tile") walk(paint.ops);
      } else if (op.op === "group") {
        if (op.mask) walk(op.mask.children);
        walk(op.children);
      }
    }
  };
  walk(ops);
  return { parts, points };
}

function sizeOf(p: Raster | Vector): { readonly width: number; readonly height: number } {
  if (p.kind === "vector") return p;
  const { width, height } = p.resource;
  return p.orientation > 4 ? { width: height, height: width } : { width, height };
}

/** pixels per unit; maximum across */
const RASTER_SCALE = 1.2;
const MAX_RASTER = 1600;

/** Pixels of one image. */
const MAX_AREA = 4e6;
/** of the resolution, above the budget */
const COARSER = [1, 2, 4];

/** The visible part drawn by the filter. Pixels align with the whole picture's, for stable output. */
function drawRaster(root: SvgNode, blobs: PictureBlobs, prepared: Prepared, budget: SvgBudget): DrawRaster {
  const write: Writing = { textBoxes: prepared.textBoxes, scale: 1 };
  const held = root.children.filter((c) => c.name === "defs");
  const defs = new Map(held.flatMap((d) => d.children.map((n) => [n.attributes["id"] ?? "", n] as const)));
  const definitions = (how: Writing): string => held.map((d) => written(d, how)).join("");
  const lit = [...defs.values()].some((d) => d.children.some((p) => LIGHTING.test(p.name)));
  let text: string | null = null;
  const canvas = new FilterCanvas(defs, prepared.textBoxes, budget);
  const made = new Map<string, { readonly image: DrawnResource; readonly region: Rect } | null>();
  const workOf = (p: Plan, node: SvgNode): number =>
    new RasterWork(defs, prepared.textBoxes, budget, p.area.across * p.area.down).of(node, [p.scale, 0, 0, p.scale, 0, 0]);
  const affordable = (plans: readonly Plan[], node: SvgNode): Plan => {
    for (const plan of plans) {
      const work = workOf(plan, node);
      if (work > budget.left("filtered")) continue;
      budget.spend("filtered", work);
      return plan;
    }
    budget.spend("filtered", workOf(plans[0]!, node));
    return plans[0]!;
  };
  return (filtered, visible, k, drawn, perUnit) => {
    if (!(visible.width > 0 && visible.height > 0)) return [];
    const node = withSource(filtered, drawn);
    const desired = Math.max(1, Math.min(MAX_RASTER, Math.round(visible.width * k * RASTER_SCALE))) / visible.width;
    const margins = drawn ? canvas.margins(node, visible, { region: drawn, pixel: 1 / perUnit }) : NO_MARGINS;
    const [whole, high] = [visible.width + margins.left + margins.right, visible.height + margins.top + margins.bottom];
    const finer = Math.min(desired, Math.sqrt(MAX_AREA / (whole * high)));
    const most = isOfPixels(node, defs) ? Math.min(finer, perUnit) : finer;
    const finest = planned(visible, { drawn, margins }, most);
    if (finest.across < 1 || finest.down < 1) return [];
    text ??= definitions(write);
    const inside = text + written(node, write);
    const key = JSON.stringify([finest, inside]);
    let shown = made.get(key);
    if (shown === undefined) {
      const plan = affordable(
        COARSER.map((by) => planned(visible, { drawn, margins }, most / by)),
        node,
      );
      budget.spend("characters", inside.length);
      const { area } = plan;
      blobs.budget.decode(area.across, area.down);
      blobs.watch();
      const { x, y, width, height } = area.region;
      const space = `width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`;
      const how = { ...write, scale: lit ? plan.scale / perUnit : 1 };
      const adapted = canvas.adapted(node, area.region);
      const further = adapted ? `<defs>${adapted.held.map((d) => written(d, how)).join("")}</defs>` : "";
      const own = further + written(adapted?.node ?? node, write);
      const content = (lit ? definitions(how) : text) + own;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${space}>${content}</svg>`;
      const image = rasterOf(cropped(blobs.tools.renderSvg(svg, area.across), plan), blobs);
      shown = image && { image, region: plan.region };
      made.set(key, shown);
    }
    if (!shown) return [];
    const { x, y, width, height } = shown.region;
    return [{ op: "image", image: shown.image, box: { x: x * k, y: y * k, width: width * k, height: height * k } }];
  };
}

/** The SVG reader passes over a group without content, whose filter may draw by itself. */
function withSource(node: SvgNode, drawn: Rect | null): SvgNode {
  if (!drawn || node.name !== "g" || node.children.length > 0) return node;
  return { ...node, children: [{ name: "path", attributes: { "fill-opacity": "0", d: rectData(drawn) }, children: [] }] };
}

const rectData = ({ x, y, width, height }: Rect): string => `M${x} ${y}h${width}v${height}h${-width}z`;

/** True if a filter works on pixels, whatever their size: they are those of the picture's own size. */
const isOfPixels = (n: SvgNode, defs: ReadonlyMap<string, SvgNode>): boolean =>
  defs.get(/url\(#([^)]*)\)/.exec(n.attributes["filter"] ?? "")?.[1] ?? "")?.children.some((p) => p.name === "feConvolveMatrix") === true ||
  n.children.some((c) => isOfPixels(c, defs));

const LIGHTING = /^fe(?:Diffuse|Specular)Lighting$/;

interface Pixels {
  readonly region: Rect;
  readonly across: number;
  readonly down: number;
}

interface Plan extends Pixels {
  readonly scale: number;
  /** with what filters fetch from around it */
  readonly area: Pixels;
  /** of the region in the area */
  readonly left: number;
  readonly top: number;
}

function planned(visible: Rect, { drawn, margins }: { readonly drawn: Rect | null; readonly margins: Margins }, scale: number): Plan {
  const { region, across, down } = shownPixels(visible, drawn, scale);
  const pixels = (by: number): number => Math.ceil(by * scale);
  const [left, top, right, bottom] = [pixels(margins.left), pixels(margins.top), pixels(margins.right), pixels(margins.bottom)];
  const shown = { region, across, down };
  if (left + top + right + bottom === 0) return { ...shown, scale, area: shown, left, top };
  const area = {
    region: {
      x: region.x - left / scale,
      y: region.y - top / scale,
      width: region.width + (left + right) / scale,
      height: region.height + (top + bottom) / scale,
    },
    across: across + left + right,
    down: down + top + bottom,
  };
  return { ...shown, scale, area, left, top };
}

function shownPixels(visible: Rect, drawn: Rect | null, scale: number): Pixels {
  const across = Math.round(visible.width * scale);
  const down = Math.ceil(visible.height * scale);
  const whole = { region: visible, across: Math.max(1, across), down: Math.max(1, down) };
  if (!drawn) return whole;
  const [left, right] = within((drawn.x - visible.x) * scale, (drawn.x + drawn.width - visible.x) * scale, across);
  const [top, bottom] = within((drawn.y - visible.y) * scale, (drawn.y + drawn.height - visible.y) * scale, down);
  if (left === 0 && top === 0 && right === across && bottom === down) return whole;
  const region = { x: visible.x + left / scale, y: visible.y + top / scale, width: (right - left) / scale, height: (bottom - top) / scale };
  return { region, across: right - left, down: bottom - top };
}

const within = (from: number, to: number, most: number): readonly [number, number] => [
  Math.min(most, Math.max(0, Math.floor(from) - 2)),
  Math.min(most, Math.max(0, Math.ceil(to) + 2)),
];

interface Rendered {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

function cropped(made: Rendered, { area, left, top, across, down }: Plan): Rendered {
  if (area.across === across && area.down === down) return made;
  const height = Math.min(down, made.height - top);
  const data = new Uint8Array(4 * across * height);
  for (let y = 0; y < height; y++) {
    const from = 4 * ((y + top) * made.width + left);
    data.set(made.data.subarray(from, from + 4 * across), 4 * across * y);
  }
  return { width: across, height, data };
}

function rasterOf(made: Rendered, blobs: PictureBlobs): DrawnResource | null {
  if (!isSeen(made.data)) return null;
  const { alpha, ...colors } = splitAlpha(made.data, made, blobs);
  return { ...colors, alpha: alpha ?? blobs.putPixels(new Uint8Array(made.width * made.height).fill(255)) };
}

function isSeen(data: Uint8Array): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 0) return true;
  return false;
}

const escaped = (s: string): string => s.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

interface Writing {
  readonly textBoxes: ReadonlyMap<string, Rect>;
  /** pixels by pixels of the picture's own size, in which slopes of lit surfaces are measured; the SVG reader takes those that it draws */
  readonly scale: number;
}

function written(n: SvgNode, how: Writing): string {
  const id = n.attributes["id"] ?? "";
  const values = readable(n, how.scale);
  const attributes = Object.entries(values).map(([key, v]) => ` ${key === "href" ? "xlink:href" : key}="${escaped(v)}"`);
  const box = how.textBoxes.get(id);
  // invisible rectangle: a text's box is that of its cells
  const cells = box ? `<path fill-opacity="0" d="${rectData(box)}"/>` : "";
  return `<${n.name}${attributes.join("")}>${cells}${n.children.map((c) => written(c, how)).join("")}</${n.name}>`;
}

/** Attributes of a primitive that the SVG reader understands when it reads them again. */
function readable({ name, attributes }: SvgNode, scale: number): SvgNode["attributes"] {
  if (scale !== 1 && LIGHTING.test(name)) return { ...attributes, surfaceScale: String(Number(attributes["surfaceScale"] ?? 1) * scale) };
  if (name === "feTurbulence") return { ...attributes, numOctaves: fewer(attributes["numOctaves"]) };
  // it takes no more than 1 for `saturate`, which functions of CSS exceed
  const share = Number(attributes["values"] ?? 1);
  return name === "feColorMatrix" && attributes["type"] === "saturate" && share > 1
    ? { ...attributes, type: "matrix", values: saturation(share) }
    : attributes;
}

/** (Filter Effects 1, feColorMatrix). */
function saturation(s: number): string {
  const [r, g, b] = [0.213, 0.715, 0.072];
  const row = (own: number): string => [r, g, b].map((w, i) => w * (1 - s) + (i === own ? s : 0)).join(" ");
  return `${row(0)} 0 0 ${row(1)} 0 0 ${row(2)} 0 0 0 0 0 1 0`;
}

const fewer = (octaves: string | undefined): string => String(Math.min(MOST_OCTAVES, Number(octaves ?? 1)));
