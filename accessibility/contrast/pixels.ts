// Pixels of pictures, averaged to the grid of samples.
import type { PictureTools } from "../../compiler/core/world.js";
import type { Blobs, ImageResource } from "../../ir/ir.js";

/** 8-bit red, green, blue and opacity, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

type Decoding = Pick<PictureTools, "decode" | "inflate">;

/** Decodes a picture; null if it cannot be decoded. */
export async function pixelsOf(image: ImageResource, blobs: Blobs, tools: Decoding): Promise<Pixels | null> {
  try {
    const samples = await samplesOf(image, blobs, tools);
    return samples && rgbaOf(image, samples, blobs);
  } catch {
    return null;
  }
}

interface Samples {
  readonly bytes: Uint8Array;
  readonly channels: number;
  readonly bits: number;
}

const CHANNELS: ReadonlyMap<ImageResource["color"], number> = new Map([
  ["gray", 1],
  ["rgb", 3],
  ["cmyk", 4],
  ["indexed", 1],
]);

async function samplesOf(image: ImageResource, blobs: Blobs, tools: Decoding): Promise<Samples | null> {
  const bytes = blobs.get(image.blob);
  const channels = CHANNELS.get(image.color)!;
  const { bits } = image;
  if (image.encoding === "raw") return { bytes, channels, bits };
  if (image.encoding === "png-idat") {
    const stride = Math.ceil((image.width * channels * bits) / 8);
    const rows = tools.inflate(bytes, (stride + 1) * image.height);
    return { bytes: unfiltered(rows, stride, Math.max(1, (channels * bits) >> 3)), channels, bits };
  }
  const { width, height, data } = await tools.decode(bytes, "rgb", () => undefined);
  if (width !== image.width || height !== image.height) return null;
  return { bytes: data, channels: data.length / (width * height), bits: 8 };
}

/** Rows without their filters (PNG 1.2, 6). */
function unfiltered(rows: Uint8Array, stride: number, pixel: number): Uint8Array {
  const count = Math.floor(rows.length / (stride + 1));
  const out = new Uint8Array(count * stride);
  for (let y = 0; y < count; y++) {
    const filter = rows[y * (stride + 1)]!;
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i;
      const left = i >= pixel ? out[at - pixel]! : 0;
      const up = y > 0 ? out[at - stride]! : 0;
      const corner = y > 0 && i >= pixel ? out[at - stride - pixel]! : 0;
      out[at] = rows[y * (stride + 1) + 1 + i]! + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const p = left + up - corner;
  const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function rgbaOf(image: ImageResource, { bytes, channels, bits }: Samples, blobs: Blobs): Pixels {
  const { width, height, inverted } = image;
  const palette = image.palette === null ? null : blobs.get(image.palette);
  const alpha = image.alpha === null ? null : blobs.get(image.alpha);
  const stride = Math.ceil((width * channels * bits) / 8);
  const most = 2 ** Math.min(bits, 8) - 1;
  const sample = (y: number, i: number): number => {
    if (bits === 16) return bytes[y * stride + 2 * i]!;
    if (bits === 8) return bytes[y * stride + i]!;
    return (bytes[y * stride + ((i * bits) >> 3)]! >> (8 - bits - ((i * bits) & 7))) & most;
  };
  const value = (y: number, i: number): number => (sample(y, i) * 255) / most;
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = 4 * (y * width + x);
      if (palette) for (let c = 0; c < 3; c++) data[to + c] = palette[3 * sample(y, x) + c] ?? 0;
      else if (channels === 4 && image.color === "cmyk") {
        const ink = (c: number): number => (inverted ? 255 - value(y, 4 * x + c) : value(y, 4 * x + c));
        for (let c = 0; c < 3; c++) data[to + c] = ((255 - ink(c)) * (255 - ink(3))) / 255;
      } else for (let c = 0; c < 3; c++) data[to + c] = value(y, x * channels + (channels >= 3 ? c : 0));
      data[to + 3] = alpha ? (alpha[y * width + x] ?? 255) : 255;
    }
  return { width, height, data };
}

/** Averages of boxes of pixels, at most `columns` by `rows`. */
export function averaged(pixels: Pixels, columns: number, rows: number): Pixels {
  const width = Math.max(1, Math.min(pixels.width, columns));
  const height = Math.max(1, Math.min(pixels.height, rows));
  if (width === pixels.width && height === pixels.height) return pixels;
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * pixels.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * pixels.height) / height));
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * pixels.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * pixels.width) / width));
      const sum = [0, 0, 0, 0];
      for (let py = top; py < bottom; py++)
        for (let px = left; px < right; px++) {
          const at = 4 * (py * pixels.width + px);
          const opacity = pixels.data[at + 3]!;
          for (let c = 0; c < 3; c++) sum[c]! += pixels.data[at + c]! * opacity;
          sum[3]! += opacity;
        }
      const to = 4 * (y * width + x);
      for (let c = 0; c < 3; c++) data[to + c] = sum[3]! > 0 ? Math.round(sum[c]! / sum[3]!) : 0;
      data[to + 3] = Math.round(sum[3]! / ((bottom - top) * (right - left)));
    }
  }
  return { width, height, data };
}
