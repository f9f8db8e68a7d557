import { IDENTITY, multiply } from "../../../ir/geometry.js";
import type { Matrix, Rect, Rgb } from "../../../ir/ir.js";
import type { FontSource } from "../../core/world.js";
import type { DrawnOp } from "../../box/box.js";
import { drawPicture, type Picture } from "../../draw/image.js";
import { PictureFault } from "../fault.js";
import type { PictureBlobs } from "../blobs.js";
import { apart } from "../picture.js";
import { guardSvg } from "./guard.js";
import { grouped, lowerSvg, viewToBox, type DrawInner, type DrawRaster } from "./lower.js";
import { matrixOf } from "./geometry.js";
import { prepareSvg, type Normalize, type Prepared } from "./prepare.js";
import { parseSvg, type SvgNode } from "./xml.js";

/** What an SVG file is read with. */
export interface Surroundings {
  readonly blobs: PictureBlobs;
  readonly fonts: FontSource;
  /** reads a picture inside it */
  readonly read: (bytes: Uint8Array) => Promise<Picture>;
  /** pictures around it */
  readonly depth: number;
}

/** Pictures inside pictures inside pictures. */
const MAX_DEPTH = 4;
/** Lengths are multiplied so that the larger side comes to at least this: thousandths of it are lost by rounding. */
const LEAST = 1000;

/**
 * An SVG file as ops in a space of its own, at least 1000 across.
 * @throws PictureFault
 */
export async function readSvg(bytes: Uint8Array, { blobs, fonts, read, depth }: Surroundings): Promise<Picture> {
  if (depth > MAX_DEPTH) throw new PictureFault("svg", `the SVG file has pictures in pictures more than ${MAX_DEPTH} deep`);
  const text = decodeText(bytes);
  const normalize: Normalize = (svg, faces) =>
    blobs.tools.normalizeSvg(
      svg,
      faces.map((f) => fonts.bytes(f)),
    );
  const prepared = await prepareSvg(guardSvg(text), fonts.families, normalize);
  const root = parseSvg(await normalize(prepared.text, prepared.fonts));
  const width = Number(root?.attributes["width"]);
  const height = Number(root?.attributes["height"]);
  if (!root || !(width > 0 && height > 0)) throw new PictureFault("svg", "the SVG file has no size");
  const inner = new Map<string, Picture>();
  for (const href of hrefs(root)) inner.set(href, await read(dataOf(href)));
  const k = Math.max(1, LEAST / Math.max(width, height));
  const view = root.attributes["viewBox"]?.split(/[\s,]+/).map(Number) as [number, number, number, number] | undefined;
  const toSize: Matrix = view
    ? viewToBox(view, { x: 0, y: 0, width, height }, root.attributes["preserveAspectRatio"] ?? "xMidYMid meet")
    : [1, 0, 0, 1, 0, 0];
  const visible: Rect = view ? { x: view[0], y: view[1], width: view[2], height: view[3] } : { x: 0, y: 0, width, height };
  const drawn = lowerSvg(
    root,
    { inner: drawInner(inner), raster: drawRaster(root, blobs, prepared), prepared },
    { k, visible, seen: toSize },
  );
  const [a, b, c, d, e, f] = toSize;
  const transform: Matrix = [a, b, c, d, e * k, f * k];
  const ops: DrawnOp[] = [];
  const { background } = prepared;
  if (background && background.alpha > 0) {
    const path = { verbs: "MLLLZ", coords: corners({ x: 0, y: 0, width: width * k, height: height * k }), rule: "nonzero" as const };
    ops.push({ op: "path", path, fill: { color: background.hex.toUpperCase() as Rgb, opacity: background.alpha }, stroke: null });
  }
  if (drawn.length > 0) ops.push(grouped({ transform, children: drawn }));
  return { kind: "vector", width: width * k, height: height * k, ops };
}

function decodeText(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  const declared =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 200)))?.[1] ?? "utf-8";
  try {
    // what is read on is text: its declaration of another encoding no longer holds
    return new TextDecoder(declared, { fatal: true }).decode(bytes).replace(/^\s*<\?xml[^>]*\?>/, "");
  } catch {
    throw new PictureFault("svg", `the SVG file is not in the encoding ${declared}`);
  }
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
    throw new PictureFault("svg", "a picture inside the SVG file is no base64");
  }
}

const fromPercent = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const corners = (r: Rect): number[] => [r.x, r.y, r.x + r.width, r.y, r.x + r.width, r.y + r.height, r.x, r.y + r.height];

const drawInner =
  (pictures: ReadonlyMap<string, Picture>): DrawInner =>
  (href, box, aspect, k) => {
    const picture = pictures.get(href)!;
    const { width, height } = sizeOf(picture);
    // viewers show pixels that are enlarged as squares, SVG shows them smooth: where they are few, the SVG reader enlarges them (it turns none)
    if (picture.kind === "raster" && picture.orientation === 1 && (2 * (box.width / k) > width || 2 * (box.height / k) > height))
      return null;
    const [sx, , , sy, x, y] = viewToBox([0, 0, width, height], box, aspect);
    const drawn = drawPicture(picture, { x, y, width: width * sx, height: height * sy });
    if (drawn.length === 0) return [];
    const clip = { verbs: "MLLLZ", coords: corners(box), rule: "nonzero" as const };
    return [grouped({ clip, children: drawn })];
  };

function sizeOf(p: Picture): { readonly width: number; readonly height: number } {
  if (p.kind === "vector") return p;
  const { width, height } = p.resource;
  return p.orientation > 4 ? { width: height, height: width } : { width, height };
}

/** Pixels of what is drawn as an image where the whole SVG would have 1000, and how many across that may come to. */
const RASTER_SCALE = 1.2;
const MAX_RASTER = 1600;

/** A group with a filter, drawn alone by resvg over what of its space can be seen. */
const drawRaster =
  (root: SvgNode, blobs: PictureBlobs, prepared: Prepared): DrawRaster =>
  (node, region, k) => {
    const { x, y, width, height } = region;
    if (!(width > 0 && height > 0)) return [];
    const write: Writing = { textBoxes: prepared.textBoxes, root, clipTexts: prepared.clipTexts };
    const defs = root.children.filter((c) => c.name === "defs").map((d) => written(d, write));
    const space = `width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${space}>${defs.join("")}${written(node, write)}</svg>`;
    const made = blobs.tools.renderSvg(svg, Math.max(1, Math.min(MAX_RASTER, Math.round(width * k * RASTER_SCALE))));
    if (!isSeen(made.data)) return [];
    const { alpha, ...colors } = apart(made.data, made, blobs);
    const image = { ...colors, alpha: alpha ?? blobs.putPixels(new Uint8Array(made.width * made.height).fill(255)) };
    return [{ op: "image", image, box: { x: x * k, y: y * k, width: width * k, height: height * k } }];
  };

/** Whether anything of RGBA pixels is not transparent. */
function isSeen(data: Uint8Array): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 0) return true;
  return false;
}

const escaped = (s: string): string => s.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

interface Writing {
  readonly textBoxes: ReadonlyMap<string, Rect>;
  readonly root: SvgNode;
  readonly clipTexts: ReadonlyMap<string, string>;
}

function written(n: SvgNode, how: Writing): string {
  const id = n.attributes["id"] ?? "";
  const group = how.clipTexts.get(id);
  if (group !== undefined)
    return flat(
      how.root.children.find((c) => c.attributes["id"] === group),
      IDENTITY,
    );
  const attributes = Object.entries(n.attributes).map(([key, v]) => ` ${key === "href" ? "xlink:href" : key}="${escaped(v)}"`);
  const box = how.textBoxes.get(id);
  // a text's box is that of its cells: a rectangle that cannot be seen has it
  const cells = box ? `<path fill-opacity="0" d="M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z"/>` : "";
  return `<${n.name}${attributes.join("")}>${cells}${n.children.map((c) => written(c, how)).join("")}</${n.name}>`;
}

/** The shapes of a group, each with its whole transform: a clip path has no groups. */
function flat(n: SvgNode | undefined, around: Matrix): string {
  if (!n) return "";
  const m = multiply(around, matrixOf(n.attributes["transform"]));
  if (n.name === "path") return `<path transform="matrix(${m.join(" ")})" d="${n.attributes["d"] ?? ""}"/>`;
  return n.children.map((c) => flat(c, m)).join("");
}
