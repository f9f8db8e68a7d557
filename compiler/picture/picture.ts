import { headerAt } from "../../pdf-reader/file.js";
import type { DrawnResource } from "../box/drawn.js";
import type { Raster } from "../draw/image.js";
import type { ImageFormat } from "../request/types/shape.js";
import type { PictureBlobs } from "./blobs.js";
import { PictureFault } from "./fault.js";
import { version2 } from "./icc-2.js";
import { validProfile, type Channels } from "./icc.js";
import { readJpeg } from "./jpeg.js";
import { withAlpha, withoutAlpha } from "./png-pixels.js";
import { PngRows } from "./png-rows.js";
import { inflatedLength, readPng, type PngFile } from "./png.js";
import { utf16Of } from "./encoding.js";
import { readWebp } from "./webp.js";
import { must } from "../help/reason.js";

export type Sniffed = "jpeg" | "png" | "webp" | "svg" | "pdf";

export function sniff(bytes: Uint8Array): Sniffed | null {
  const ascii = (from: number, n: number): string => String.fromCharCode(...bytes.subarray(from, from + n));
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return "jpeg";
  if (ascii(1, 3) === "PNG") return "png";
  if (ascii(0, 4) === "RIFF" && ascii(8, 4) === "WEBP") return "webp";
  const start = new TextDecoder(utf16Of(bytes) ?? "utf-8").decode(bytes.subarray(0, 1000));
  if (/^\s*(?:\ufeff)?\s*(?:<\?xml|<!--|<!DOCTYPE|<svg|<[a-z]+:svg)/i.test(start)) return "svg";
  return headerAt(bytes) >= 0 ? "pdf" : null;
}

const KINDS: Readonly<Record<ImageFormat, Sniffed>> = { jpg: "jpeg", jpeg: "jpeg", png: "png", webp: "webp", svg: "svg", pdf: "pdf" };

/** @throws PictureFault if not the declared format */
export function kindOf(bytes: Uint8Array, declared: ImageFormat | undefined, found = sniff(bytes)): Sniffed {
  if (found === null)
    throw new PictureFault(
      "format",
      must("a picture as jpg, png, webp, svg or pdf", "bytes in none of these formats", {
        advice: declared && `the declared format is ${declared}`,
      }),
    );
  if (declared && KINDS[declared] !== found)
    throw new PictureFault(
      "format",
      must(`a picture of the format ${declared}`, found, { advice: `set the format to ${found}, or leave it out` }),
    );
  return found;
}

/** `profiled`: PDF/A with sRGB; `plain`: pdfa-1b, 8 bits and version 2 profiles. */
export interface ProfileNeeds {
  readonly profiled: boolean;
  readonly plain: boolean;
}

/** Embeds JPEG and simple PNG, decodes what viewers cannot. @throws PictureFault */
export async function readRaster(
  bytes: Uint8Array,
  kind: "jpeg" | "png" | "webp",
  blobs: PictureBlobs,
  needs: ProfileNeeds,
): Promise<Raster> {
  if (kind === "jpeg") return readJpegPicture(bytes, blobs, needs);
  if (kind === "png") {
    const png = readPng(bytes);
    const icc = png.profile && profileOf(png.profile, colourChannels(png), needs, blobs);
    const resource = icc === "convert" ? await decoded(bytes, "rgba", blobs) : await pngPicture(png, icc, blobs, needs);
    return { resource, orientation: png.orientation, kind: "raster" };
  }
  const { orientation, profiled } = readWebp(bytes);
  return { resource: await decoded(bytes, profiled ? "webp" : "webp-unprofiled", blobs), orientation, kind: "raster" };
}

async function decoded(bytes: Uint8Array, as: "webp" | "webp-unprofiled" | "rgba", blobs: PictureBlobs): Promise<DrawnResource> {
  const { width, height, data } = await blobs.tools.decode(bytes, as, (w, h) => {
    blobs.budget.size(w, h);
    blobs.budget.decode(w, h);
    blobs.budget.inflate(4 * w * h);
  });
  return splitAlpha(data, { width, height }, blobs);
}

async function readJpegPicture(bytes: Uint8Array, blobs: PictureBlobs, needs: ProfileNeeds): Promise<Raster> {
  const file = readJpeg(bytes);
  const { clean, orientation, components } = file;
  // the decoder may find another frame
  const admit = (width: number, height: number): void => {
    blobs.budget.size(width, height);
    if (width !== file.width || height !== file.height)
      throw new PictureFault(
        "corrupt",
        `the JPEG file is broken: it declares its size as ${file.width} x ${file.height}, and ${width} x ${height}`,
      );
    blobs.budget.inflate(width * height * components);
  };
  blobs.budget.size(file.width, file.height);
  const size = { width: file.width, height: file.height, bits: 8 as const, palette: null, alpha: null };
  const pixels = async (): Promise<Raster> => {
    blobs.budget.decode(file.width, file.height);
    const { data } = await blobs.tools.decode(clean, "rgb", admit);
    const resource = { ...size, blob: blobs.putPixels(data), encoding: "raw", color: "rgb", profile: null, inverted: false } as const;
    return { kind: "raster", resource, orientation };
  };
  const icc = file.profile && allowed(file.profile, components, needs);
  if ((components === 4 && needs.profiled) || icc === "convert") return pixels();
  // viewers would show it partially
  const { odd } = await blobs.tools.decode(clean, "check", admit);
  if (odd) return pixels();
  const color = components === 1 ? "gray" : components === 3 ? "rgb" : "cmyk";
  const profile = icc && { blob: blobs.put(icc), components };
  const resource = { ...size, blob: blobs.put(clean), encoding: "jpeg", color, profile, inverted: file.inverted } as const;
  return { kind: "raster", resource, orientation };
}

/** "convert" if no allowed profile expresses them. */
const allowed = (icc: Uint8Array, components: Channels, needs: ProfileNeeds): Uint8Array | "convert" =>
  needs.plain && icc[8]! > 2 ? (version2(icc, components) ?? "convert") : icc;

const colourChannels = ({ color }: PngFile): 1 | 3 => (color === 0 || color === 4 ? 1 : 3);

async function pngPicture(png: PngFile, icc: Uint8Array | null, blobs: PictureBlobs, needs: ProfileNeeds): Promise<DrawnResource> {
  const { width, height } = png;
  blobs.budget.size(width, height);
  const own = png.color === 4 || png.color === 6;
  const narrow = png.bits === 16 && needs.plain;
  const simple = !png.interlaced && !png.transparency && !own && !narrow;
  blobs.budget.inflate(inflatedLength(png));
  if (!simple) blobs.budget.decode(width, height);
  const made = simple ? null : own ? withAlpha(png, narrow) : withoutAlpha(png, narrow);
  await unpack(png, new PngRows(png, made && made.take), blobs);
  const components = colourChannels(png);
  const color = png.color === 3 ? ("indexed" as const) : components === 1 ? ("gray" as const) : ("rgb" as const);
  const palette = png.palette ? blobs.put(png.palette) : null;
  const profile = icc && { blob: blobs.put(icc), components };
  const done = made?.done() ?? null;
  const blob = done ? blobs.putPixels(done.colors) : blobs.put(png.data);
  const alpha = done?.alpha ? blobs.putPixels(done.alpha) : null;
  const encoding = done ? "raw" : "png-idat";
  return { palette, width, height, alpha, profile, inverted: false, blob, encoding, color, bits: narrow ? 8 : png.bits };
}

/** Inflated bytes in one piece; larger data is streamed. */
const AT_ONCE = 1 << 20;

async function unpack(png: PngFile, rows: PngRows, blobs: PictureBlobs): Promise<void> {
  const length = inflatedLength(png);
  const broken = (): never => {
    throw new PictureFault("corrupt", "the PNG file is broken: its picture data cannot be inflated");
  };
  if (length <= AT_ONCE) {
    let inflated: Uint8Array;
    try {
      inflated = blobs.tools.inflate(png.data, length);
    } catch {
      return broken();
    }
    rows.push(inflated);
  } else if (!(await blobs.tools.inflateBy(png.data, length, (piece) => rows.push(piece)))) broken();
  rows.end();
}

function profileOf(deflated: Uint8Array, components: 1 | 3, needs: ProfileNeeds, blobs: PictureBlobs): Uint8Array | "convert" | null {
  try {
    const icc = validProfile(blobs.tools.inflate(deflated, MAX_PROFILE), components);
    return icc && allowed(icc, components, needs);
  } catch {
    return null;
  }
}
const MAX_PROFILE = 4 << 20;

/** Reuses the buffer for colours. Alpha is null for opaque pictures. */
export function splitAlpha(
  pixels: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  blobs: PictureBlobs,
): DrawnResource {
  const n = width * height;
  const alpha = new Uint8Array(n);
  let opaque = true;
  for (let i = 0, from = 0, to = 0; i < n; i++, from += 4, to += 3) {
    const a = pixels[from + 3]!;
    pixels[to] = pixels[from]!;
    pixels[to + 1] = pixels[from + 1]!;
    pixels[to + 2] = pixels[from + 2]!;
    alpha[i] = a;
    if (a !== 255) opaque = false;
  }
  const blob = blobs.putPixels(pixels.subarray(0, 3 * n));
  const made = { blob, alpha: opaque ? null : blobs.putPixels(alpha), encoding: "raw", color: "rgb", bits: 8 } as const;
  return { ...made, palette: null, width, height, profile: null, inverted: false };
}
