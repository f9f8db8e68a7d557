// Symbols in modules, by BWIPP or an own encoder.
import { messageOf } from "../../base/error.js";
import { append, greatest, least } from "../../base/many.js";
import type { Path } from "../../ir/ir.js";
import type { BarcodeEncoder } from "../core/world.js";
import { must } from "../help/reason.js";
import { CODE128_CHARACTERS, code128Widths, code128Words } from "./code128.js";
import { contentReason } from "./encoder-words.js";
import { BarcodeFault, type Format, type EncoderInput } from "./formats.js";
import type { Grid } from "./grid.js";
import { encodeQr, type QrOptions } from "./qr.js";

/** A symbol before it is scaled. */
export type Symbol =
  | { readonly kind: "grid"; readonly grid: Grid }
  | { readonly kind: "drawn"; readonly path: Path; readonly width: number; readonly height: number };

/** Failure of the encoder: API-506. */
export class EncoderError extends Error {}

/**
 * @throws BarcodeFault on content that cannot be encoded
 * @throws EncoderError
 */
export function encode(encoder: BarcodeEncoder, format: Format, input: EncoderInput): Symbol {
  if (input.bcid === "qrcode")
    return { kind: "grid", grid: encodeQr(input.text, { ...qrOptionsOf(input), encoding: input.encoding ?? {} }) };
  if (input.bcid === "code128") return { kind: "grid", grid: bars(code128Widths(code128(input))) };
  const options = { ...input.options, bcid: input.bcid, text: input.text };
  try {
    if (input.elements !== undefined) return { kind: "grid", grid: gs1Qr(encoder, input, input.elements) };
    if (format.kind === "hexagons") return hexagons(encoder, options);
    if (format.kind === "composite") return { kind: "grid", grid: composite(encoder, options) };
    const [raw] = encoder.raw(options);
    if (!raw) throw new EncoderError("the barcode encoder returned no symbol");
    if (raw.pixs) return { kind: "grid", grid: withRows(input, matrix(raw.pixs, raw.pixx!, raw.pixy!)) };
    return { kind: "grid", grid: format.kind === "postal" ? postal(raw) : bars(raw.sbs!) };
  } catch (e) {
    if (e instanceof BarcodeFault || e instanceof EncoderError) throw e;
    const refusal = refusalOf(e);
    if (!refusal) throw new EncoderError("the barcode encoder failed");
    throw new BarcodeFault("content", contentReason(refusal.rule, refusal.sentence, input));
  }
}

/** BWIPP's message follows its rule and a line number; null for another failure. */
function refusalOf(e: unknown): { readonly rule: string; readonly sentence: string } | null {
  const match = /^(?:bwipp|bwip-js)\.(\w+)(?:#\d+)?:\s*(.*)$/s.exec(messageOf(e));
  return match && { rule: match[1]!, sentence: match[2]! };
}

/** BWIPP checks the identifiers; its symbol would contain `%` twice, so it may be too long where the right one is not. */
function gs1Qr(encoder: BarcodeEncoder, input: EncoderInput, elements: string): Grid {
  const { version: _, ...options } = input.options;
  try {
    encoder.raw({ ...options, eclevel: "L", mask: 1, bcid: input.bcid, text: input.text });
  } catch (e) {
    if (!refusalOf(e)?.rule.startsWith("qrcode")) throw e;
  }
  return encodeQr(elements, { ...qrOptionsOf(input), gs1: true });
}

function code128(input: EncoderInput): readonly number[] {
  if (input.text.length > CODE128_CHARACTERS) throw new BarcodeFault("content", contentReason("code128inputTooLong", "", input));
  return input.words ?? code128Words(input.text);
}

/** BWIPP counts masks from 1. */
function qrOptionsOf({ options }: EncoderInput): QrOptions {
  const { eclevel, version, mask } = options as { eclevel?: "L" | "M" | "Q" | "H"; version?: number; mask?: number };
  return { ...(eclevel && { eclevel }), ...(version && { version }), ...(mask && { mask: mask - 1 }) };
}

/** Alternating bars and spaces, in modules. */
function bars(widths: readonly number[]): Grid {
  const xs = [0];
  for (const w of widths) xs.push(xs.at(-1)! + w);
  // a last space may have width 0
  if (widths.length % 2 === 0) xs.pop();
  return { xs, ys: [0, 1], dark: Uint8Array.from({ length: xs.length - 1 }, (_, i) => (i % 2 === 0 ? 1 : 0)) };
}

/** BWIPP treats the rows as a minimum; more rows than requested are refused. */
function withRows({ bcid, options: { rows: requested } }: EncoderInput, grid: Grid): Grid {
  const rows = grid.ys.length - 1;
  if (bcid === "pdf417" && typeof requested === "number" && rows > requested) {
    const advice = "or more columns, or less error correction";
    throw new BarcodeFault("option-value", must(`at least ${rows}, which this content needs`, String(requested), { advice }), "rows");
  }
  return grid;
}

/** Rows of a PDF417 are several modules high. */
function matrix(pixs: readonly number[], columns: number, height: number): Grid {
  const rows = pixs.length / columns;
  const each = height / rows;
  return {
    xs: Array.from({ length: columns + 1 }, (_, i) => i),
    ys: Array.from({ length: rows + 1 }, (_, i) => i * each),
    dark: Uint8Array.from(pixs),
  };
}

/** Bars differ in height and vertical position. */
function postal({
  sbs,
  bbs,
  bhs,
}: {
  readonly sbs?: readonly number[];
  readonly bbs?: readonly number[];
  readonly bhs?: readonly number[];
}): Grid {
  const widths = sbs!;
  const tops = bhs!.map((h, i) => h + bbs![i]!);
  const top = greatest(tops);
  const near = (v: number): number => Math.round(v * 1e6) / 1e6;
  const lines = [...new Set([...tops, ...bbs!].map((v) => near(top - v)))].sort((a, b) => a - b);
  const { xs } = bars(widths);
  const columns = xs.length - 1;
  const dark = new Uint8Array(columns * (lines.length - 1));
  for (let bar = 0; 2 * bar < columns; bar++) {
    for (let r = 0; r + 1 < lines.length; r++) {
      if (lines[r]! >= near(top - tops[bar]!) && lines[r + 1]! <= near(top - bbs![bar]!)) dark[r * columns + 2 * bar] = 1;
    }
  }
  return { xs, ys: lines.map((y) => y - lines[0]!), dark };
}

/** For symbols that the encoder does not return as modules. */
class Surface {
  width = 0;
  height = 0;
  readonly polygons: (readonly (readonly [number, number])[])[] = [];
  readonly hexagons: (readonly (readonly [number, number])[])[] = [];
  readonly circles: (readonly [x: number, y: number, r: number])[] = [];
  readonly scale = (): readonly [number, number] => [1, 1];
  readonly measure = (): { width: number; ascent: number; descent: number } => ({ width: 0, ascent: 0, descent: 0 });
  readonly init = (width: number, height: number): void => {
    this.width = width;
    this.height = height;
  };
  readonly polygon = (points: readonly (readonly [number, number])[]): void => void this.polygons.push(points.map((p) => [...p] as const));
  readonly hexagon = (points: readonly (readonly [number, number])[]): void => void this.hexagons.push(points.map((p) => [...p] as const));
  readonly ellipse = (x: number, y: number, r: number): void => void this.circles.push([x, y, r]);
  readonly line = (x0: number, y0: number, x1: number, y1: number, wide: number): void => {
    const h = wide / 2;
    const [left, right, up, down] =
      x0 === x1 ? [x0 - h, x0 + h, Math.min(y0, y1), Math.max(y0, y1)] : [Math.min(x0, x1), Math.max(x0, x1), y0 - h, y0 + h];
    this.polygons.push([
      [left, up],
      [right, up],
      [right, down],
      [left, down],
    ]);
  };
  readonly fill = (): void => undefined;
  readonly text = (): void => undefined;
  readonly clip = (): void => undefined;
  readonly unclip = (): void => undefined;
  readonly end = (): boolean => true;
}

/** Rows differ in height, which only the drawing shows. */
function composite(encoder: BarcodeEncoder, options: Record<string, unknown>): Grid {
  const surface = new Surface();
  encoder.render({ ...options, scale: 1 }, surface);
  const { width, height } = surface;
  const inside = new Uint8Array(width * height);
  for (const points of surface.polygons) {
    for (let y = 0; y < height; y++) {
      const crossings: number[] = [];
      points.forEach(([x0, y0], i) => {
        const [x1, y1] = points[(i + 1) % points.length]!;
        if (x0 === x1 && Math.min(y0, y1) <= y && y < Math.max(y0, y1)) crossings.push(x0);
      });
      crossings.sort((a, b) => a - b);
      for (let k = 0; k + 1 < crossings.length; k += 2) for (let x = crossings[k]!; x < crossings[k + 1]!; x++) inside[y * width + x]! ^= 1;
    }
  }
  const line = (n: number): number[] => Array.from({ length: n + 1 }, (_, i) => i);
  return { xs: line(width), ys: line(height), dark: inside };
}

/** Units per module: rounding to integers is invisible. */
const HEXAGON_SCALE = 100;
const KAPPA = 0.5522847498307936;

function hexagons(encoder: BarcodeEncoder, options: Record<string, unknown>): Symbol {
  const surface = new Surface();
  encoder.render({ ...options, scale: HEXAGON_SCALE }, surface);
  let verbs = "";
  const coords: number[] = [];
  for (const points of surface.hexagons) {
    verbs += `M${"L".repeat(points.length - 1)}Z`;
    append(coords, points.flat());
  }
  for (const [x, y, r] of surface.circles) {
    const k = r * KAPPA;
    verbs += "MCCCCZ";
    coords.push(x + r, y, x + r, y + k, x + k, y + r, x, y + r, x - k, y + r, x - r, y + k, x - r, y);
    coords.push(x - r, y - k, x - k, y - r, x, y - r, x + k, y - r, x + r, y - k, x + r, y);
  }
  const xs = coords.filter((_, i) => i % 2 === 0);
  const ys = coords.filter((_, i) => i % 2 === 1);
  const left = least(xs);
  const top = least(ys);
  const moved = coords.map((v, i) => v - (i % 2 === 0 ? left : top));
  return { kind: "drawn", path: { verbs, coords: moved, rule: "evenodd" }, width: greatest(xs) - left, height: greatest(ys) - top };
}
