// Pairs of pages side by side, with boxes around what differs (DF-21).
import type { Difference } from "../../compare/diff/report.js";
import { RenderError, problemOf } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import type { Engine } from "../engine/engine.js";
import { checkPixels } from "../pictures/page-size.js";
import { PDFIUM_PACKAGE, PdfiumError, type PdfiumDocument } from "../pictures/pdfium.js";
import { pngOf } from "../pictures/pictures.js";
import type { Compared, SideName } from "./comparison.js";

/** Kinds that are seen on a page. */
const SEEN: ReadonlySet<string> = new Set(["page", "word", "font", "colour", "drawing", "picture", "link"]);
/** Pixels between the sides, and around what differs. */
const GAP = 10;
const BOX = 2;

type Colour = readonly [red: number, green: number, blue: number];
const GREY: Colour = [0x99, 0x99, 0x99];
const COLOURS: Readonly<Record<Difference["change"], Colour>> = {
  removed: [0xd3, 0x2f, 0x2f],
  added: [0x2e, 0x7d, 0x32],
  moved: [0x15, 0x65, 0xc0],
  changed: [0xef, 0x6c, 0x00],
};

export interface PairPicture {
  /** Place of the pair in the report's pages, from 1. */
  readonly pair: number;
  readonly png: Uint8Array;
}

/** Opens a PDF file whose pages are drawn. @throws RenderError API-506 for one that PDFium cannot read */
export type Drawing = (pdf: Uint8Array) => Promise<PdfiumDocument>;

/** @throws RenderError API-506 naming the package, if it is not installed */
export async function drawingOf(engine: Engine): Promise<Drawing> {
  const refuse = (reason: string): never => {
    throw new RenderError(problemOf("API-506", "diff-pictures", ROOT, reason));
  };
  if (!(await engine.pdfium.isThere()))
    return refuse(`pictures of differences are drawn by the package ${PDFIUM_PACKAGE}, ${engine.pdfium.lacking}`);
  return async (pdf) => {
    try {
      return (await engine.pdfium.open(pdf))!;
    } catch (e) {
      if (!(e instanceof PdfiumError)) throw e;
      return refuse(`the pages cannot be drawn by ${PDFIUM_PACKAGE}: ${e.message}`);
    }
  };
}

/** A picture of each pair that differs in what is seen, in the order of the pairs. @throws PagePixelsError for a page that has too many pixels */
export async function* pairPictures({ found, sides }: Compared, drawing: Drawing, dpi: number): AsyncGenerator<PairPicture, void> {
  const seen = differencesByPair(found);
  if (seen.size === 0) return;
  const pairs = found.pages.map((pair, i) => ({ pair, place: i + 1 })).filter(({ place }) => seen.has(place));
  // all are counted before the first is drawn
  const sizes = new Map<string, Size>();
  for (const { pair } of pairs)
    for (const [i, side] of (["a", "b"] as const).entries()) {
      const number = pair[i];
      if (typeof number !== "number") continue;
      const { width, height } = await sides[side].facts.page(number - 1);
      sizes.set(`${side}${number}`, { width: (width * dpi) / MM, height: (height * dpi) / MM });
      checkPixels([{ width: (width * POINTS) / MM, height: (height * POINTS) / MM }], [number - 1], { dpi, named: "dpi" });
    }
  const opened = { a: await drawing(sides.a.pdf), b: await drawing(sides.b.pdf) };
  for (const { pair, place } of pairs) {
    const drawn = (side: SideName, number: number | null): Pixels | null =>
      number === null ? null : pageOf(opened[side], number - 1, sizes.get(`${side}${number}`)!);
    const both = { a: drawn("a", pair[0]), b: drawn("b", pair[1]) };
    yield { pair: place, png: await pngOf(sideBySide(both, seen.get(place)!, pair, dpi)) };
  }
}

/** Differences that are seen, by the places of their pairs: a word may go from one to another. */
function differencesByPair({ differences, pages }: Compared["found"]): ReadonlyMap<number, readonly Difference[]> {
  const placeOf = { a: new Map<number, number>(), b: new Map<number, number>() };
  for (const [i, [a, b]] of pages.entries()) {
    if (a !== null) placeOf.a.set(a, i + 1);
    if (b !== null) placeOf.b.set(b, i + 1);
  }
  const found = new Map<number, Difference[]>();
  for (const difference of differences) {
    const { kind, page } = difference;
    if (!SEEN.has(kind) || !page) continue;
    const places = [page.a === null ? undefined : placeOf.a.get(page.a), page.b === null ? undefined : placeOf.b.get(page.b)];
    for (const place of new Set(places)) {
      if (place === undefined) continue;
      const all = found.get(place);
      if (all) all.push(difference);
      else found.set(place, [difference]);
    }
  }
  return found;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGB, row by row */
  readonly data: Uint8Array;
}

/** Pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const MM = 25.4;
const POINTS = 72;
const WHITE = 0xffffffff;

function pageOf(document: PdfiumDocument, index: number, size: Size): Pixels {
  const [width, height] = [Math.max(1, Math.round(size.width)), Math.max(1, Math.round(size.height))];
  return document.draw(index, width, height, WHITE, ({ data, stride }) => {
    const out = new Uint8Array(3 * width * height);
    for (let y = 0, to = 0; y < height; y++)
      for (let x = 0, from = y * stride; x < width; x++, from += 4, to += 3) {
        out[to] = data[from + 2]!;
        out[to + 1] = data[from + 1]!;
        out[to + 2] = data[from]!;
      }
    return { width, height, data: out };
  });
}

function sideBySide(
  { a, b }: Readonly<Record<SideName, Pixels | null>>,
  differences: readonly Difference[],
  [pageA, pageB]: readonly [number | null, number | null],
  dpi: number,
): Pixels {
  const [left, right] = [(a ?? b)!, (b ?? a)!];
  const width = left.width + GAP + right.width;
  const height = Math.max(left.height, right.height);
  const canvas: Pixels = { width, height, data: new Uint8Array(3 * width * height) };
  for (let i = 0; i < canvas.data.length; i += 3) canvas.data.set(GREY, i);
  if (a) copy(a, canvas, 0);
  if (b) copy(b, canvas, left.width + GAP);
  for (const { change, page, rect_mm } of differences) {
    const frame = framer(canvas, COLOURS[change], dpi);
    if (a && page!.a === pageA && rect_mm?.a) frame(rect_mm.a, 0, a);
    if (b && page!.b === pageB && rect_mm?.b) frame(rect_mm.b, left.width + GAP, b);
  }
  return canvas;
}

function copy(from: Pixels, to: Pixels, x: number): void {
  for (let y = 0; y < from.height; y++)
    to.data.set(from.data.subarray(3 * y * from.width, 3 * (y + 1) * from.width), 3 * (y * to.width + x));
}

/** Two pixels wide, two outside of the box, within its side. */
const framer =
  (canvas: Pixels, colour: Colour, dpi: number) =>
  (rect: readonly number[], x0: number, side: Pixels): void => {
    const [l = NaN, t = NaN, r = NaN, b = NaN] = rect.map((mm) => (mm * dpi) / MM);
    const [left, top] = [Math.floor(l) - 2 * BOX, Math.floor(t) - 2 * BOX];
    const [right, bottom] = [Math.ceil(r) + 2 * BOX, Math.ceil(b) + 2 * BOX];
    const fill = (fromX: number, fromY: number, toX: number, toY: number): void => {
      for (let y = Math.max(0, fromY); y < Math.min(side.height, toY); y++)
        for (let x = Math.max(0, fromX); x < Math.min(side.width, toX); x++) canvas.data.set(colour, 3 * (y * canvas.width + x0 + x));
    };
    fill(left, top, right, top + BOX);
    fill(left, bottom - BOX, right, bottom);
    fill(left, top, left + BOX, bottom);
    fill(right - BOX, top, right, bottom);
  };
