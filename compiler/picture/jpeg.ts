import { joined } from "../../ir/bytes.js";
import { PictureFault } from "./fault.js";

/** What a JPEG file's segments say (ISO/IEC 10918-1, annex B). */
export interface JpegFile {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3 | 4;
  /** CMYK stored inverted, as Adobe's programs do: they say so by their marker */
  readonly inverted: boolean;
  /** EXIF: how the picture is to be turned, 1 to 8 */
  readonly orientation: number;
  readonly profile: Uint8Array | null;
}

const fault = (reason: string): never => {
  throw new PictureFault("corrupt", `the JPEG file is broken: ${reason}`);
};

const text = (bytes: Uint8Array, at: number, n: number): string => String.fromCharCode(...bytes.subarray(at, at + n));

/** @throws PictureFault */
export function readJpeg(bytes: Uint8Array): JpegFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: { readonly width: number; readonly height: number; readonly components: number } | null = null;
  let adobe = false;
  let orientation = 1;
  const profile: Uint8Array[] = [];
  let scanned = false;
  for (let at = 2; ;) {
    while (at < bytes.length && bytes[at] !== 0xff) {
      if (!scanned) fault("a segment does not begin with a marker");
      at++;
    }
    while (bytes[at] === 0xff) at++;
    if (at >= bytes.length) fault("it is cut off");
    const marker = bytes[at++]!;
    if (marker === 0xd9) break;
    if (marker === 0 || (marker >= 0xd0 && marker <= 0xd7)) continue;
    if (at + 2 > bytes.length) fault("it is cut off");
    const length = view.getUint16(at);
    if (length < 2 || at + length > bytes.length) fault("it is cut off");
    const body = bytes.subarray(at + 2, at + length);
    if (isFrame(marker)) frame = readFrame(marker, body);
    else if (marker === 0xee && text(body, 0, 5) === "Adobe") adobe = true;
    else if (marker === 0xe1 && text(body, 0, 6) === "Exif\0\0") orientation = readOrientation(body.subarray(6)) ?? orientation;
    else if (marker === 0xe2 && text(body, 0, 12) === "ICC_PROFILE\0") profile.push(body.subarray(14));
    else if (marker === 0xda) scanned = true;
    at += length;
  }
  if (!frame || !scanned) return fault("it has no picture data");
  const { width, height, components } = frame;
  return {
    width,
    height,
    components: components as JpegFile["components"],
    inverted: adobe && components === 4,
    orientation,
    profile: profile.length > 0 ? joined(profile) : null,
  };
}

/** SOF markers: C0 to CF without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readFrame(marker: number, body: Uint8Array): { width: number; height: number; components: number } {
  // what a PDF viewer decodes: baseline, extended and progressive, Huffman coded, 8 bits (ISO 32000-1, 7.4.8)
  if (marker > 0xc2) throw new PictureFault("corrupt", `the JPEG file is of a kind that PDF does not have (SOF${marker - 0xc0})`);
  if (body.length < 6) fault("its frame is cut off");
  const [bits, h1, h0, w1, w0, components] = body as unknown as [number, number, number, number, number, number];
  if (bits !== 8) throw new PictureFault("corrupt", `the JPEG file has ${bits} bits a sample, PDF takes 8`);
  const width = w1 * 256 + w0;
  const height = h1 * 256 + h0;
  if (width === 0 || height === 0) fault(`its size is ${width} x ${height}`);
  if (![1, 3, 4].includes(components)) fault(`it has ${components} components`);
  return { width, height, components };
}

/** Tag 0x0112 of the first directory (EXIF 2.3). */
function readOrientation(tiff: Uint8Array): number | null {
  if (tiff.length < 14) return null;
  const little = tiff[0] === 0x49;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const at = view.getUint32(4, little);
  if (at + 2 > tiff.length) return null;
  const count = view.getUint16(at, little);
  for (let i = 0; i < count; i++) {
    const entry = at + 2 + 12 * i;
    if (entry + 12 > tiff.length) return null;
    if (view.getUint16(entry, little) !== 0x0112) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
