import { memberOf } from "../../base/lookup.js";
import { greatest } from "../../base/many.js";
import { edgesOf } from "../../ir/geometry.js";
import type { GlyphsOp, Matrix, Op, Page } from "../../ir/ir.js";
import { srcOf, stepsOf } from "../core/src.js";
import { showMm, pt } from "../core/units.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { Element } from "../request/types/element.js";
import { cover, EVERYWHERE, join, lettersOf, meet, times, type Region } from "./region.js";
import type { Warnings } from "./warnings.js";

interface Ink extends Region {
  readonly element: string;
  readonly source: string;
  readonly text: string;
  readonly size: number;
}

/** of pages, and of headers and footers */
const ELEMENT =
  /^(?:pages\[\d+\]|header|footer|flow_document\.page_masters(?:\.\w+|\["(?:[^"\\]|\\.)*"\])(?:\.variants\.\w+)?\.(?:header|footer))(?:\.elements\[\d+\])+/;
/** text elements and tables; letters in pictures and charts are drawings */
const PRINTED = /^\.(?:content|rows|columns|header)\b/;

const MOST_PIECES = 20_000;

/** @param sources request paths by number */
export function warnOfPage(w: Warnings, page: Page, sources: readonly string[], request: DocumentRequest): void {
  const inks: Ink[] = [];
  const shapes = new Map<string, Region>();
  for (const op of page.ops) collect(op, null, EVERYWHERE, { sources, inks, shapes });
  if (inks.length <= MOST_PIECES) warnOfOverlaps(w, inks, request);
  if (!request.pages) return;
  warnOfEdges(w, page, inks, request);
  warnOfTurnedBarcodes(w, page, shapes, request);
}

/** paler: a watermark */
const SEEN_OPACITY = 0.4;

interface Collected {
  readonly sources: readonly string[];
  readonly inks: Ink[];
  /** paths by the element that they draw */
  readonly shapes: Map<string, Region>;
}

function collect(op: Op, matrix: Matrix | null, clip: Region, out: Collected): void {
  if (op.op === "group") {
    if (op.opacity < SEEN_OPACITY) return;
    const inner = op.transform ? times(matrix, op.transform) : matrix;
    const within = op.clip ? meet(clip, cover(edgesOf(op.clip.coords), inner)) : clip;
    for (const child of op.children) collect(child, inner, within, out);
  } else if (op.op === "mark") {
    if (op.mark === "background" || op.mark === "watermark") return;
    for (const child of op.children) collect(child, matrix, clip, out);
  } else if (op.op === "glyphs") {
    const ink = inkOf(op, matrix, clip, out.sources);
    if (ink) out.inks.push(ink);
  } else if (op.op === "path") {
    const element = out.sources[op.source] ?? "";
    if (ELEMENT.exec(element)?.[0] !== element) return;
    const shape = cover(edgesOf(op.path.coords), matrix);
    const known = out.shapes.get(element);
    out.shapes.set(element, known ? join(known, shape) : shape);
  }
}

function inkOf(op: GlyphsOp, matrix: Matrix | null, clip: Region, sources: readonly string[]): Ink | null {
  if (op.fill.opacity < SEEN_OPACITY || op.text.trim() === "") return null;
  if (matrix && !isUpright(matrix)) return null;
  const source = sources[op.source] ?? "";
  const element = ELEMENT.exec(source)?.[0];
  if (element === undefined || !PRINTED.test(source.slice(element.length))) return null;
  const rect = meet(clip, cover(lettersOf(op), matrix));
  if (rect.right <= rect.left || rect.bottom <= rect.top) return null;
  return { ...rect, element, source, text: op.text, size: op.size };
}

/** share of the smaller font size */
const OVER = 0.2;

/** In headers and footers of masters those with variables: other texts are the same on every page (SW-33). */
function warnOfOverlaps(w: Warnings, inks: readonly Ink[], request: DocumentRequest): void {
  const sorted = inks.map((ink, i) => ({ ...ink, i })).sort((a, b) => a.top - b.top);
  let open: (Ink & { readonly i: number })[] = [];
  for (const ink of sorted) {
    open = open.filter((o) => o.bottom > ink.top);
    for (const other of open) {
      const seen = OVER * Math.min(ink.size, other.size);
      if (other.element === ink.element || other.text === ink.text) continue;
      if (Math.min(ink.bottom, other.bottom) - ink.top < seen) continue;
      if (Math.min(ink.right, other.right) - Math.max(ink.left, other.left) < seen) continue;
      const [under, over] = other.i < ink.i ? [other, ink] : [ink, other];
      if (!request.pages && !varies(over.element, request) && !varies(under.element, request)) continue;
      const ways = request.pages
        ? 'move one of them, or let them flow ("flow": true)'
        : "move one of them, or give it a width (style.width)";
      w.add("text-over-text", srcOf(over.element), {
        text: `its text ${shown(over.text)} lies over ${shown(under.text)} of ${under.element}: ${ways}`,
        found: over.text,
      });
    }
    open.push(ink);
  }
}

const shown = (text: string): string => JSON.stringify(text.length > 24 ? `${text.slice(0, 23)}…` : text);

/** (element model, Page margin 6); label printers come nearer */
const LEAST_MM = 5;
const LEAST_OF_LABELS_MM = 2;
const LABEL_MM = 160;

function warnOfEdges(w: Warnings, page: Page, inks: readonly Ink[], request: DocumentRequest): void {
  const leastMm = greatest([page.width, page.height]) <= pt(LABEL_MM) ? LEAST_OF_LABELS_MM : LEAST_MM;
  const room = pt(leastMm);
  const near = new Map<string, { readonly side: string; readonly by: number }>();
  for (const ink of inks) {
    const right = page.width - ink.right;
    const bottom = page.height - ink.bottom;
    if (Math.min(ink.left, ink.top, right, bottom) >= room - TOLERANCE) continue;
    if (!ink.element.startsWith("pages[") || hasMargin(ink.element, request)) continue;
    const gaps = { left: ink.left, top: ink.top, right, bottom };
    for (const [side, by] of Object.entries(gaps))
      if (by < room - TOLERANCE && by < (near.get(ink.element)?.by ?? Infinity)) near.set(ink.element, { side, by });
  }
  for (const [element, { side, by }] of near)
    w.add("near-the-edge", srcOf(element), {
      text: `its text is ${showMm(Math.max(0, by))} from the ${side} edge of the page: printers may cut off what is less than ${leastMm} mm from it, move it, or set layout.page_margin`,
      found: showMm(Math.max(0, by)),
      allowed: [`at least ${leastMm} mm`],
    });
}
const TOLERANCE = 0.3;

/** The place of an element is checked before it is turned. */
function warnOfTurnedBarcodes(w: Warnings, page: Page, shapes: ReadonlyMap<string, Region>, request: DocumentRequest): void {
  for (const [element, { left, top, right, bottom }] of shapes) {
    const beyond = { left: -left, top: -top, right: right - page.width, bottom: bottom - page.height };
    const [side, by] = Object.entries(beyond).reduce((most, edge) => (edge[1] > most[1] ? edge : most));
    if (by <= TOLERANCE || !isBarcode(element, request)) continue;
    w.add("turned-off-page", srcOf(element), {
      text: `turned, it reaches ${showMm(by)} beyond the ${side} edge of the page: move it, or make it smaller`,
      found: showMm(by),
    });
  }
}

/** Returns what the request has at a path; undefined if nothing. */
export function valueAtPath(path: string, request: DocumentRequest): unknown {
  let found: unknown = request;
  for (const step of stepsOf(srcOf(path))) found = memberOf(found, step);
  return found;
}

const elementOf = (element: string, request: DocumentRequest): Partial<Element> | undefined =>
  valueAtPath(element, request) as Partial<Element> | undefined;

const isBarcode = (element: string, request: DocumentRequest): boolean => elementOf(element, request)?.type === "barcode";

const VARIABLE = /\{[a-z]\w*(?::[^{}]*)?\}|"type":"variable"/;
const varies = (element: string, request: DocumentRequest): boolean => VARIABLE.test(JSON.stringify(elementOf(element, request)));

function hasMargin(element: string, request: DocumentRequest): boolean {
  const index = Number(/\d+/.exec(element)![0]);
  const margin = { ...request.settings?.layout?.page_margin, ...request.pages?.[index]?.layout?.page_margin };
  return Object.values(margin).some((v) => v > 0);
}

const isUpright = ([a, b, c, d]: Matrix): boolean => (near0(b) && near0(c)) || (near0(a) && near0(d));
const near0 = (v: number): boolean => Math.abs(v) < 1e-6;
