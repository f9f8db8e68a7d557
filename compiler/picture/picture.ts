import type { BlobId, IccResource } from "../../ir/ir.js";
import type { DrawnResource } from "../box/box.js";
import type { Raster } from "../draw/image.js";
import type { PictureTools } from "../core/world.js";
import type { ImageFormat } from "../request/types/shape.js";
import { checkPixels, PictureFault } from "./fault.js";
import { soundProfile, type Channels } from "./icc.js";
import { readJpeg } from "./jpeg.js";
import { CHANNELS, checkRows, inflatedLength, readPng, samples, type PngFile } from "./png.js";
import { readWebp } from "./webp.js";

/** Bytes by the hash that names them. */
export class PictureBlobs {
  readonly map = new Map<BlobId, Uint8Array>();
  constructor(readonly tools: PictureTools) {}

  put(bytes: Uint8Array): BlobId {
    const id = this.tools.hash(bytes);
    if (!this.map.has(id)) this.map.set(id, bytes);
    return id;
  }
}

export type Sniffed = "jpeg" | "png" | "webp" | "svg";

/** What the bytes are; null = nothing that is taken. */
export function sniff(bytes: Uint8Array): Sniffed | null {
  const ascii = (from: number, n: number): string => String.fromCharCode(...bytes.subarray(from, from + n));
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return "jpeg";
  if (ascii(1, 3) === "PNG") return "png";
  if (ascii(0, 4) === "RIFF" && ascii(8, 4) === "WEBP") return "webp";
  return /^\s*(?:\ufeff)?\s*(?:<\?xml|<!--|<!DOCTYPE|<svg|<[a-z]+:svg)/i.test(new TextDecoder().decode(bytes.subarray(0, 1000)))
    ? "svg"
    : null;
}

const KINDS: Readonly<Record<ImageFormat, Sniffed>> = { jpg: "jpeg", jpeg: "jpeg", png: "png", webp: "webp", svg: "svg" };

/** @throws PictureFault where the bytes are not of the declared format */
export function kindOf(bytes: Uint8Array, declared: ImageFormat | undefined): Sniffed {
  const found = sniff(bytes);
  if (found === null)
    throw new PictureFault(
      "format",
      `the bytes are no picture${declared ? ` of format ${declared}` : ""}, allowed are jpg, png, webp and svg`,
    );
  if (declared && KINDS[declared] !== found) throw new PictureFault("format", `the bytes are ${found}, not ${declared}`);
  return found;
}

/** `profiled`: the document has a PDF/A profile, whose colours are sRGB; `plain`: pdfa-1b, which knows 8 bits and old colour profiles only. */
export interface Wanted {
  readonly profiled: boolean;
  readonly plain: boolean;
}

/**
 * JPEG and simple PNG are passed on as they are; what a viewer can't decode by itself is decoded here.
 * @throws PictureFault
 */
export async function readRaster(bytes: Uint8Array, kind: "jpeg" | "png" | "webp", blobs: PictureBlobs, wanted: Wanted): Promise<Raster> {
  if (kind === "jpeg") return readJpegPicture(bytes, blobs, wanted);
  if (kind === "png") {
    const png = readPng(bytes);
    return { resource: pngPicture(png, blobs, wanted), orientation: png.orientation, kind: "raster" };
  }
  const { orientation, profiled } = readWebp(bytes);
  const { width, height, data } = await blobs.tools.decode(bytes, profiled ? "webp" : "webp-unprofiled");
  const resource = split(data, { width, height, bits: 8, color: "rgb" }, blobs);
  return { resource, orientation, kind: "raster" };
}

async function readJpegPicture(bytes: Uint8Array, blobs: PictureBlobs, wanted: Wanted): Promise<Raster> {
  const file = readJpeg(bytes);
  const { clean, orientation, components } = file;
  checkPixels(file.width, file.height);
  const size = { width: file.width, height: file.height, bits: 8 as const, palette: null, alpha: null };
  const pixels = async (): Promise<Raster> => {
    const { data } = await blobs.tools.decode(clean, "rgb");
    const resource = { ...size, blob: blobs.put(data), encoding: "raw", color: "rgb", profile: null, inverted: false } as const;
    return { kind: "raster", resource, orientation };
  };
  if (components === 4 && wanted.profiled) return pixels();
  // decoded once to see that it can be: a viewer would show a broken one as far as it goes
  const { odd } = await blobs.tools.decode(clean, "check");
  if (odd) return pixels();
  const color = components === 1 ? "gray" : components === 3 ? "rgb" : "cmyk";
  const profile = file.profile ? usable(file.profile, components, wanted, blobs) : null;
  const resource = { ...size, blob: blobs.put(clean), encoding: "jpeg", color, profile, inverted: file.inverted } as const;
  return { kind: "raster", resource, orientation };
}

/** A sound profile of a version that the document may have; others are left out, the colours are then the device's. */
const usable = (icc: Uint8Array, components: Channels, wanted: Wanted, blobs: PictureBlobs): IccResource | null =>
  wanted.plain && icc[8]! > 2 ? null : { blob: blobs.put(icc), components };

function pngPicture(png: PngFile, blobs: PictureBlobs, wanted: Wanted): DrawnResource {
  checkPixels(png.width, png.height);
  const inflated = inflate(png, blobs);
  checkRows(png, inflated);
  const { width, height } = png;
  const components = png.color === 0 || png.color === 4 ? 1 : 3;
  const icc = png.profile ? profileOf(png.profile, components, wanted, blobs) : null;
  const simple = !png.interlaced && !png.transparency && png.color !== 4 && png.color !== 6 && !(wanted.plain && png.bits === 16);
  const color = png.color === 3 ? ("indexed" as const) : components === 1 ? ("gray" as const) : ("rgb" as const);
  const palette = png.palette ? blobs.put(png.palette) : null;
  const plain = { palette, width, height, alpha: null, profile: icc, inverted: false };
  if (simple) return { ...plain, blob: blobs.put(png.data), encoding: "png-idat", color, bits: png.bits };
  const rows = samples(png, inflated);
  if (png.color === 4 || png.color === 6) {
    const bits = png.bits === 16 && !wanted.plain ? 16 : 8;
    return {
      ...split(narrowed(rows, png.bits, bits), { width, height, bits, color: components === 1 ? "gray" : "rgb" }, blobs),
      profile: icc,
    };
  }
  const alpha = png.transparency ? blobs.put(keyed(png, rows)) : null;
  const bits = png.bits === 16 && wanted.plain ? 8 : png.bits;
  return { ...plain, alpha, blob: blobs.put(narrowed(rows, png.bits, bits)), encoding: "raw", color, bits };
}

function inflate(png: PngFile, blobs: PictureBlobs): Uint8Array {
  try {
    return blobs.tools.inflate(png.data, inflatedLength(png));
  } catch {
    throw new PictureFault("corrupt", "the PNG file is broken: its picture data cannot be inflated");
  }
}

function profileOf(deflated: Uint8Array, components: 1 | 3, wanted: Wanted, blobs: PictureBlobs): IccResource | null {
  try {
    const icc = soundProfile(blobs.tools.inflate(deflated, MAX_PROFILE), components);
    return icc && usable(icc, components, wanted, blobs);
  } catch {
    return null; // an unreadable profile says nothing about the picture
  }
}
const MAX_PROFILE = 4 << 20;

/** 16-bit samples as 8-bit ones. */
const narrowed = (rows: Uint8Array, from: number, to: number): Uint8Array =>
  from === 16 && to === 8 ? Uint8Array.from({ length: rows.length >> 1 }, (_, i) => rows[2 * i]!) : rows;

/** Colour and alpha apart; alpha is 8-bit. Opaque pictures keep no alpha. */
function split(
  pixels: Uint8Array,
  {
    width,
    height,
    bits,
    color,
  }: { readonly width: number; readonly height: number; readonly bits: 8 | 16; readonly color: "gray" | "rgb" },
  blobs: PictureBlobs,
): DrawnResource {
  const per = bits / 8;
  const channels = (color === "gray" ? 1 : 3) * per;
  const n = width * height;
  const colors = new Uint8Array(n * channels);
  const alpha = new Uint8Array(n);
  let opaque = true;
  for (let i = 0, from = 0, to = 0; i < n; i++) {
    for (let k = 0; k < channels; k++) colors[to++] = pixels[from++]!;
    alpha[i] = pixels[from]!;
    if (alpha[i] !== 255) opaque = false;
    from += per;
  }
  const made = { blob: blobs.put(colors), alpha: opaque ? null : blobs.put(alpha), encoding: "raw", color, bits } as const;
  return { ...made, palette: null, width, height, profile: null, inverted: false };
}

/** The alpha that a tRNS chunk means: by palette index, or nothing for one colour and all for the others. */
function keyed(png: PngFile, rows: Uint8Array): Uint8Array {
  const { width, height, bits } = png;
  const key = png.transparency!;
  const channels = CHANNELS[png.color];
  const stride = Math.ceil((width * channels * bits) / 8);
  const sample = (y: number, i: number): number => {
    if (bits === 8) return rows[y * stride + i]!;
    if (bits === 16) return rows[y * stride + 2 * i]! * 256 + rows[y * stride + 2 * i + 1]!;
    return (rows[y * stride + ((i * bits) >> 3)]! >> (8 - bits - ((i * bits) & 7))) & ((1 << bits) - 1);
  };
  const out = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (png.color === 3) out[y * width + x] = key[sample(y, x)] ?? 255;
      else {
        let same = true;
        for (let c = 0; c < channels; c++) if (sample(y, x * channels + c) !== ((key[2 * c]! << 8) | key[2 * c + 1]!)) same = false;
        if (same) out[y * width + x] = 0;
      }
    }
  return out;
}
