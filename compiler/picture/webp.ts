// WebP reader (RFC 9649).
import { orientationOf } from "./exif.js";
import { validProfile } from "./icc.js";

/** RFC 9649, 2.3, 2.7. */
interface WebpFile {
  /** EXIF, 1 to 8 */
  readonly orientation: number;
  readonly profiled: boolean;
}

/** Broken chunks are the decoder's. */
export function readWebp(bytes: Uint8Array): WebpFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let orientation: number | null = null;
  let profiled: boolean | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === "EXIF") orientation ??= orientationOf(body);
    else if (type === "ICCP") profiled ??= validProfile(body, 3) !== null;
    at += 8 + length + (length & 1);
  }
  return { orientation: orientation ?? 1, profiled: profiled ?? false };
}
