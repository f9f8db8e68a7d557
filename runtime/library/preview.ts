// One page as a picture, with the boxes of its elements (R16).
import { IDENTITY, multiply } from "../../ir/geometry.js";
import type { Matrix, Op, Rect } from "../../ir/ir.js";
import { extentOf } from "../../compiler/paint/extent.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { Renderer } from "../engine/renderer.js";
import type { Request } from "./library.js";
import { work } from "./library.js";
import { dpiOfWidth, pagePng } from "../views/png.js";
import { displayList } from "../views/views.js";
import type { Options } from "./options.js";

interface PreviewOf {
  /** from 1 */
  readonly page: number;
  /** pixels */
  readonly width: number;
  readonly boxes: boolean;
}

interface Preview {
  readonly png: Uint8Array;
  readonly pages: number;
  /** pixels */
  readonly width: number;
  readonly height: number;
  /** why the width is not the one that was given */
  readonly scaled?: string;
  /** source paths with left, top, right, bottom in mm of the page */
  readonly boxes?: readonly { readonly path: string; readonly rect_mm: readonly [number, number, number, number] }[];
}

/** Pixels; higher pages are narrower than the width that is given. */
const MOST_HEIGHT = 4000;
const MM = 25.4 / 72;

/** @throws RenderError; TypeError for a page that the document lacks */
export async function preview(request: Request, of: PreviewOf, options: Options = {}): Promise<Preview> {
  return work("preview", options, request, ({ engine, given, options: o }) => previewOn(engine, given, of, o));
}

export async function previewOn(engine: Renderer, request: Uint8Array | object, of: PreviewOf, options: RenderOptions): Promise<Preview> {
  const { doc, blobs } = await displayList(engine, request, options);
  const page = doc.pages[of.page - 1];
  const pages = doc.pages.length;
  if (!page) throw new TypeError(`page: the document has ${pages} page${pages === 1 ? "" : "s"}; found ${of.page}`);
  const dpi = Math.min(dpiOfWidth(of.width, page.width), dpiOfWidth(MOST_HEIGHT, page.height));
  const png = await pagePng(engine, { doc, blobs }, of.page - 1, dpi, options);
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const size = { width: header.getUint32(16), height: header.getUint32(20) };
  const scaled =
    size.width < of.width
      ? `the picture is ${size.width} pixels wide instead of ${of.width} (width), since it is at most ${MOST_HEIGHT} high`
      : null;
  return { png, pages, ...size, ...(scaled !== null && { scaled }), ...(of.boxes && { boxes: boxesOf(page.ops, doc.sources) }) };
}

function boxesOf(ops: readonly Op[], sources: readonly string[]): NonNullable<Preview["boxes"]> {
  const found = new Map<string, Rect>();
  const visit = (list: readonly Op[], m: Matrix): void => {
    for (const op of list) {
      if (op.op === "mark") visit(op.children, m);
      else if (op.op === "group") visit(op.children, op.transform ? multiply(m, op.transform) : m);
      else add(sources[op.source]!, op, m);
    }
  };
  const add = (source: string, op: Op, m: Matrix): void => {
    const moved: Op = { op: "group", transform: m, clip: null, opacity: 1, isolated: false, blend: "normal", mask: null, children: [op] };
    const extent = extentOf([moved]);
    if (!extent) return;
    const known = found.get(source);
    found.set(source, known ? around(known, extent) : extent);
  };
  visit(ops, IDENTITY);
  const mm = (v: number): number => Math.round(v * MM * 100) / 100;
  return [...found].map(([path, { x, y, width, height }]) => ({ path, rect_mm: [mm(x), mm(y), mm(x + width), mm(y + height)] as const }));
}

function around(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}
