import { concatBytes } from "../../base/bytes.js";
import type { Blobs, ImageResource } from "../../ir/ir.js";

/** Returns the data URI of an image: JPEG unchanged, others as PNG. */
export function dataUri(image: ImageResource, blobs: Blobs): string {
  const bytes = blobs.get(image.blob);
  if (image.encoding === "jpeg") return `data:image/jpeg;base64,${toBase64(bytes)}`;
  const palette = image.palette === null ? null : blobs.get(image.palette);
  if (image.encoding === "png-idat") {
    const color = image.color === "indexed" ? 3 : image.color === "rgb" ? 2 : 0;
    return png(image, color, image.bits, palette, bytes);
  }
  return png(image, 6, 8, null, stored(rgba(image, bytes, palette, image.alpha === null ? null : blobs.get(image.alpha))));
}

/** Returns the data URI of 8-bit RGB or RGBA. @param rows zlib stream, each row after its filter byte */
export const pixelsUri = (size: PixelSize, components: 3 | 4, rows: Uint8Array): string =>
  png(size, components === 3 ? 2 : 6, 8, null, rows);

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

function png(image: PixelSize, color: number, bits: number, palette: Uint8Array | null, data: Uint8Array): string {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, image.width);
  view.setUint32(4, image.height);
  header[8] = bits;
  header[9] = color;
  const parts = [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), chunk("IHDR", header)];
  if (palette) parts.push(chunk("PLTE", palette));
  parts.push(chunk("IDAT", data), chunk("IEND", new Uint8Array()));
  return `data:image/png;base64,${toBase64(concatBytes(parts))}`;
}

/** Each row after filter byte 0. */
function rgba(image: ImageResource, bytes: Uint8Array, palette: Uint8Array | null, alpha: Uint8Array | null): Uint8Array {
  const { width, height, bits, color } = image;
  const channels = color === "rgb" ? 3 : color === "cmyk" ? 4 : 1;
  const stride = Math.ceil((width * channels * bits) / 8);
  const out = new Uint8Array((4 * width + 1) * height);
  const most = (1 << Math.min(bits, 8)) - 1;
  const sample = (y: number, i: number): number => {
    if (bits === 16) return bytes[y * stride + 2 * i]!;
    if (bits === 8) return bytes[y * stride + i]!;
    return (bytes[y * stride + ((i * bits) >> 3)]! >> (8 - bits - ((i * bits) & 7))) & most;
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = y * (4 * width + 1) + 1 + 4 * x;
      for (let c = 0; c < 3; c++) {
        if (palette) out[to + c] = palette[3 * sample(y, x) + c]!;
        else out[to + c] = bits >= 8 ? sample(y, x * channels + (channels >= 3 ? c : 0)) : Math.round((sample(y, x) * 255) / most);
      }
      out[to + 3] = alpha ? alpha[y * width + x]! : 255;
    }
  return out;
}

/** zlib stream of stored blocks (RFC 1950 and 1951). */
function stored(data: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let at = 0; at < data.length; at += 0xffff) {
    const block = data.subarray(at, at + 0xffff);
    const n = block.length;
    parts.push(Uint8Array.of(at + n >= data.length ? 1 : 0, n & 255, n >> 8, ~n & 255, (~n >> 8) & 255), block);
  }
  let a = 1;
  let b = 0;
  for (const v of data) {
    a = (a + v) % 65521;
    b = (b + a) % 65521;
  }
  parts.push(Uint8Array.of(b >> 8, b & 255, a >> 8, a & 255));
  return concatBytes(parts);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function chunk(type: string, body: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + body.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, body.length);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(body, 8);
  let c = 0xffffffff;
  for (let i = 4; i < 8 + body.length; i++) c = TABLE[(c ^ out[i]!) & 255]! ^ (c >>> 8);
  view.setUint32(8 + body.length, (c ^ 0xffffffff) >>> 0);
  return out;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}
