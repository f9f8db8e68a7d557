import type { ImageResource } from "../../../ir/ir.js";
import type { Region } from "./jpeg-part.js";

type Samples = Pick<ImageResource, "bits" | "color">;

const CHANNELS: Readonly<Record<ImageResource["color"], number>> = { gray: 1, rgb: 3, cmyk: 4, indexed: 1 };

export const pixelBits = ({ bits, color }: Samples): number => bits * CHANNELS[color];

export const rowBytes = (width: number, bits: number): number => Math.ceil((width * bits) / 8);

/** A part begins at whole bytes. */
export const byteStep = (bits: number): number => (bits < 8 ? 8 / bits : 1);

/** Filled by row. Begins at a whole byte; bits after a row's last pixel are 0. */
export class RowsPart {
  readonly #stride: number;
  readonly #from: number;
  readonly #last: number;
  readonly pixels: Uint8Array;

  constructor(
    readonly region: Region,
    bits: number,
  ) {
    this.#stride = rowBytes(region.width, bits);
    this.#from = (region.x * bits) >> 3;
    this.#last = (0xff << ((8 - ((region.width * bits) & 7)) & 7)) & 0xff;
    this.pixels = new Uint8Array(this.#stride * region.height);
  }

  /** `row`: y-th of the whole picture */
  take(row: Uint8Array, y: number): void {
    const { region } = this;
    if (y < region.y || y >= region.y + region.height) return;
    const to = (y - region.y) * this.#stride;
    this.pixels.set(row.subarray(this.#from, this.#from + this.#stride), to);
    this.pixels[to + this.#stride - 1]! &= this.#last;
  }
}

export function partOf(pixels: Uint8Array, width: number, bits: number, region: Region): Uint8Array {
  const part = new RowsPart(region, bits);
  const stride = rowBytes(width, bits);
  for (let y = region.y; y < region.y + region.height; y++) part.take(pixels.subarray(y * stride, (y + 1) * stride), y);
  return part.pixels;
}

/** Writes rows without a filter (PNG 1.2, chapter 6), which is best for few colours. */
export function unfiltered(pixels: Uint8Array, stride: number): Uint8Array {
  const height = pixels.length / stride;
  const out = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) out.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return out;
}

/** Least sum of absolute differences, the first of equal ones (PNG 1.2, 9.6). */
export function filtered(pixels: Uint8Array, stride: number, pixel: number): Uint8Array {
  const height = pixels.length / stride;
  const out = new Uint8Array((stride + 1) * height);
  const tries = Array.from({ length: 5 }, () => new Uint8Array(stride));
  for (let y = 0; y < height; y++) {
    const at = y * stride;
    let best = 0;
    let least = Infinity;
    for (let filter = 0; filter < 5; filter++) {
      const sum = filterRow(filter, pixels, { at, above: y > 0 ? at - stride : -1, stride, pixel }, tries[filter]!);
      if (sum < least) [least, best] = [sum, filter];
    }
    out[y * (stride + 1)] = best;
    out.set(tries[best]!, y * (stride + 1) + 1);
  }
  return out;
}

/** @returns sum of absolute differences */
function filterRow(
  filter: number,
  pixels: Uint8Array,
  { at, above, stride, pixel }: { readonly at: number; readonly above: number; readonly stride: number; readonly pixel: number },
  to: Uint8Array,
): number {
  let sum = 0;
  for (let i = 0; i < stride; i++) {
    const a = i >= pixel ? pixels[at + i - pixel]! : 0;
    const b = above >= 0 ? pixels[above + i]! : 0;
    const c = above >= 0 && i >= pixel ? pixels[above + i - pixel]! : 0;
    const guess = filter === 0 ? 0 : filter === 1 ? a : filter === 2 ? b : filter === 3 ? (a + b) >> 1 : paeth(a, b, c);
    const v = (pixels[at + i]! - guess) & 255;
    to[i] = v;
    sum += v < 128 ? v : 256 - v;
  }
  return sum;
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
