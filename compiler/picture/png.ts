import { joined } from "../../ir/bytes.js";
import { orientationOf } from "./exif.js";
import { PictureFault } from "./fault.js";

/** What a PNG file says of itself (PNG 1.2, chapter 4), its chunks checked. */
export interface PngFile {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha */
  readonly color: 0 | 2 | 3 | 4 | 6;
  readonly interlaced: boolean;
  /** RGB triples */
  readonly palette: Uint8Array | null;
  /** tRNS: a color key (16-bit samples), or alpha by palette index */
  readonly transparency: Uint8Array | null;
  /** the IDAT chunks joined */
  readonly data: Uint8Array;
  /** an ICC profile, still deflated */
  readonly profile: Uint8Array | null;
  /** EXIF: how the picture is to be turned, 1 to 8 */
  readonly orientation: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const DEPTHS: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
export const CHANNELS: Readonly<Record<PngFile["color"], number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const fault = (reason: string): never => {
  throw new PictureFault("corrupt", `the PNG file is broken: ${reason}`);
};

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
  const data = idat.length === 1 ? idat[0]! : joined(idat);
  return { ...h, palette: h.color === 3 ? palette : null, transparency, profile, orientation: orientation ?? 1, data };
}

/** A profile behind its name, deflated (PNG 1.2, 4.2.2.4). */
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
  const [bits, color, compression, filter, interlace] = body.subarray(8) as unknown as [number, number, number, number, number];
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
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const b of bytes) c = TABLE[(c ^ b) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Samples a row takes, in bytes. */
const rowBytes = (width: number, png: PngFile): number => Math.ceil((width * CHANNELS[png.color] * png.bits) / 8);

/** Adam7's passes: first column, first row, and their steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** How many bytes the picture's data inflates to. */
export function inflatedLength(png: PngFile): number {
  if (!png.interlaced) return (rowBytes(png.width, png) + 1) * png.height;
  return PASSES.reduce((sum, [x, y, dx, dy]) => {
    const w = Math.ceil((png.width - x) / dx);
    const h = Math.ceil((png.height - y) / dy);
    return w > 0 && h > 0 ? sum + (rowBytes(w, png) + 1) * h : sum;
  }, 0);
}

/** Checks that the inflated data is whole and its filters exist: what a viewer that is handed the deflated data relies on. */
export function checkRows(png: PngFile, inflated: Uint8Array): void {
  if (inflated.length < inflatedLength(png)) fault("its picture data is cut off");
  if (png.interlaced) return;
  const stride = rowBytes(png.width, png) + 1;
  for (let y = 0; y < png.height; y++) if (inflated[y * stride]! > 4) fault(`row ${y} has the unknown filter ${inflated[y * stride]}`);
}

/** Rows of samples without filters, in the file's own bit depth, each row beginning on a byte. */
export function samples(png: PngFile, inflated: Uint8Array): Uint8Array {
  if (inflated.length < inflatedLength(png)) fault("its picture data is cut off");
  const bytesPerPixel = Math.max(1, (CHANNELS[png.color] * png.bits) >> 3);
  if (!png.interlaced) return unfiltered(inflated, rowBytes(png.width, png), png.height, bytesPerPixel);
  const stride = rowBytes(png.width, png);
  const out = new Uint8Array(stride * png.height);
  const bitsPerPixel = CHANNELS[png.color] * png.bits;
  let at = 0;
  for (const [x0, y0, dx, dy] of PASSES) {
    const w = Math.ceil((png.width - x0) / dx);
    const h = Math.ceil((png.height - y0) / dy);
    if (w <= 0 || h <= 0) continue;
    const row = rowBytes(w, png);
    const pass = unfiltered(inflated.subarray(at, at + (row + 1) * h), row, h, bytesPerPixel);
    at += (row + 1) * h;
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const to = y0 + y * dy;
        copyPixel(pass, y * row, x, { out, at: to * stride, pixel: x0 + x * dx }, bitsPerPixel);
      }
  }
  return out;
}

function copyPixel(
  from: Uint8Array,
  row: number,
  pixel: number,
  to: { readonly out: Uint8Array; readonly at: number; readonly pixel: number },
  bits: number,
): void {
  if (bits >= 8) {
    const n = bits >> 3;
    for (let k = 0; k < n; k++) to.out[to.at + to.pixel * n + k] = from[row + pixel * n + k]!;
    return;
  }
  const mask = (1 << bits) - 1;
  const value = (from[row + ((pixel * bits) >> 3)]! >> (8 - bits - ((pixel * bits) & 7))) & mask;
  to.out[to.at + ((to.pixel * bits) >> 3)]! |= value << (8 - bits - ((to.pixel * bits) & 7));
}

/** Undoes the row filters (PNG 1.2, chapter 6). */
function unfiltered(data: Uint8Array, row: number, rows: number, bpp: number): Uint8Array {
  const out = new Uint8Array(row * rows);
  for (let y = 0; y < rows; y++) {
    const filter = data[y * (row + 1)]!;
    if (filter > 4) fault(`row ${y} has the unknown filter ${filter}`);
    const from = y * (row + 1) + 1;
    const to = y * row;
    for (let i = 0; i < row; i++) {
      const left = i >= bpp ? out[to + i - bpp]! : 0;
      const up = y > 0 ? out[to - row + i]! : 0;
      const corner = i >= bpp && y > 0 ? out[to - row + i - bpp]! : 0;
      const by = filter === 0 ? 0 : filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
      out[to + i] = data[from + i]! + by;
    }
  }
  return out;
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
