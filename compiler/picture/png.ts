// PNG reader (PNG 1.2, chapter 4).
import { tuple } from "../../base/tuple.js";
import { concatBytes } from "../../base/bytes.js";
import { orientationOf } from "./exif.js";
import { PictureFault } from "./fault.js";

/** Chunks are verified (PNG 1.2, chapter 4). */
export interface PngFile {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha */
  readonly color: 0 | 2 | 3 | 4 | 6;
  readonly interlaced: boolean;
  /** RGB */
  readonly palette: Uint8Array | null;
  /** tRNS: color key (16 bits), or alpha by palette index */
  readonly transparency: Uint8Array | null;
  /** IDAT joined */
  readonly data: Uint8Array;
  /** ICC, deflated */
  readonly profile: Uint8Array | null;
  /** EXIF, 1 to 8 */
  readonly orientation: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const DEPTHS: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
/** Number of channels by color type. */
export const CHANNELS: Readonly<Record<PngFile["color"], number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** @throws PictureFault always */
export const pngFault = (reason: string): never => {
  throw new PictureFault("corrupt", `the PNG file is broken: ${reason}`);
};
const fault: (reason: string) => never = pngFault;

/** @throws PictureFault */
export function readPng(bytes: Uint8Array): PngFile {
  if (SIGNATURE.some((b, i) => bytes[i] !== b)) fault("its signature is damaged");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const idat: Uint8Array[] = [];
  let header: Pick<PngFile, "width" | "height" | "bits" | "color" | "interlaced"> | null = null;
  let palette: Uint8Array | null = null;
  let transparency: Uint8Array | null = null;
  let profile: Uint8Array | null = null;
  let orientation: number | null = null;
  for (let at = 8; ;) {
    if (at + 12 > bytes.length) fault("it is cut off");
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + 12 + length > bytes.length) fault(`it is cut off in the chunk ${printable(type)}`);
    const body = bytes.subarray(at + 8, at + 8 + length);
    const critical = (bytes[at + 4]! & 0x20) === 0;
    const whole = (): boolean => crc32(bytes.subarray(at + 4, at + 8 + length)) === view.getUint32(at + 8 + length);
    if (critical && !whole()) fault(`the checksum of the chunk ${printable(type)} is wrong`);
    if (!header && type !== "IHDR") fault("it does not begin with the chunk IHDR");
    if (type === "IHDR") header = readHeader(body);
    else if (type === "PLTE") palette = readPalette(body);
    else if (type === "IDAT") idat.push(body);
    else if (type === "tRNS") transparency = body;
    else if (type === "iCCP") profile ??= whole() ? deflatedProfile(body) : null;
    else if (type === "eXIf") orientation ??= whole() ? orientationOf(body) : null;
    else if (type === "IEND") break;
    else if (critical) fault(`the chunk ${printable(type)} is not known`);
    at += 12 + length;
  }
  const h = header!;
  if (h.color === 3 && !palette) fault("it has no palette");
  if (idat.length === 0) fault("it has no picture data");
  const data = idat.length === 1 ? idat[0]! : concatBytes(idat);
  const { width, height, bits, color, interlaced } = h;
  const indexed = color === 3 ? palette : null;
  return { width, height, bits, color, interlaced, palette: indexed, transparency, profile, orientation: orientation ?? 1, data };
}

/** Returns the profile after its name (PNG 1.2, 4.2.2.4). */
function deflatedProfile(body: Uint8Array): Uint8Array | null {
  const name = body.indexOf(0);
  return name > 0 && body[name + 1] === 0 ? body.subarray(name + 2) : null;
}

const printable = (type: string): string => JSON.stringify(type.replace(/[^\x20-\x7e]/g, "?"));

function readHeader(body: Uint8Array): Pick<PngFile, "width" | "height" | "bits" | "color" | "interlaced"> {
  if (body.length !== 13) fault("its header has the wrong length");
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const [bits, color, compression, filter, interlace] = tuple([...body.subarray(8, 13)], 5);
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) fault(`its size is ${width} x ${height}`);
  if (!DEPTHS[color]) fault(`its color type is ${color}`);
  if (!DEPTHS[color]!.includes(bits)) fault(`its bit depth is ${bits}, which color type ${color} does not have`);
  if (compression !== 0 || filter !== 0 || interlace > 1) fault("its compression, filter or interlace method is not known");
  return { width, height, bits: bits as PngFile["bits"], color: color as PngFile["color"], interlaced: interlace === 1 };
}

function readPalette(body: Uint8Array): Uint8Array {
  if (body.length === 0 || body.length % 3 !== 0 || body.length > 768) fault("its palette has the wrong length");
  return body;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
/** PNG 1.2, 3.4. */
function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const b of bytes) c = TABLE[(c ^ b) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

export const rowBytes = (width: number, png: PngFile): number => Math.ceil((width * CHANNELS[png.color] * png.bits) / 8);

/** Adam7: first column, first row, column step, row step */
export const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function inflatedLength(png: PngFile): number {
  if (!png.interlaced) return (rowBytes(png.width, png) + 1) * png.height;
  return PASSES.reduce((sum, [x, y, dx, dy]) => {
    const w = Math.ceil((png.width - x) / dx);
    const h = Math.ceil((png.height - y) / dy);
    return w > 0 && h > 0 ? sum + (rowBytes(w, png) + 1) * h : sum;
  }, 0);
}
