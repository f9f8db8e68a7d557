// One page as a picture, with the boxes of its elements (program-browser-agents.md R16).
import { IDENTITY, multiply } from "../../ir/geometry.js";
import type { Matrix, Op, Rect } from "../../ir/ir.js";
import { extentOf } from "../../compiler/paint/extent.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { Renderer } from "../engine/renderer.js";
import type { Request } from "./library.js";
import { work } from "./library.js";
import * as operations from "./operations.js";
import type { Options } from "./options.js";

export interface PreviewOf {
  /** from 1 */
  readonly page: number;
  /** pixels */
  readonly width: number;
  readonly boxes: boolean;
}

export interface Preview {
  readonly png: Uint8Array;
  readonly pages: number;
  /** pixels */
  readonly width: number;
  readonly height: number;
  /** source paths with left, top, right, bottom in mm of the page */
  readonly boxes?: readonly { readonly path: string; readonly rect_mm: readonly [number, number, number, number] }[];
}

const MM = 25.4 / 72;

/** @throws RenderError; TypeError for a page that the document lacks */
export async function preview(request: Request, of: PreviewOf, options: Options = {}): Promise<Preview> {
  return work("preview", options, request, ({ engine, given, options: o }) => previewOn(engine, given, of, o));
}

export async function previewOn(engine: Renderer, request: Uint8Array | object, of: PreviewOf, options: RenderOptions): Promise<Preview> {
  const { doc, blobs } = await operations.displayList(engine, request, options);
  const page = doc.pages[of.page - 1];
  const pages = doc.pages.length;
  if (!page) throw new TypeError(`page: the document has ${pages} page${pages === 1 ? "" : "s"}; found ${of.page}`);
  const [{ renderPng }, { drawPage }] = await Promise.all([import("../../backends/png/png.js"), import("../pictures/page-pixels.js")]);
  // a partly covered pixel counts: just less than the width
  const dpi = (72 * (of.width - 0.01)) / page.width;
  const chosen = { ...doc, pages: [page] };
  const pictures = await operations.picturesOf(engine, { doc: chosen, blobs }, options, dpi);
  const draw: typeof drawPage = (svg, zoom) => drawPage(svg, zoom, of.page - 1);
  const [png] = (await renderPng(chosen, blobs, { dpi, harfbuzz: engine.harfbuzz, pictures }, draw)) as [Uint8Array];
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const size = { width: header.getUint32(16), height: header.getUint32(20) };
  return { png, pages, ...size, ...(of.boxes && { boxes: boxesOf(page.ops, doc.sources) }) };
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
