/** Reads tag 0x0112 of the first directory (EXIF 2.3, TIFF 6.0), 1 to 8; 1 if absent or unreadable. */
export function orientationOf(exif: Uint8Array): number {
  const tiff = startsWith(exif, "Exif\0\0") ? exif.subarray(6) : exif;
  const little = startsWith(tiff, "II*\0");
  if (!little && !startsWith(tiff, "MM\0*")) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return 1;
  const at = view.getUint32(4, little);
  if (at + 2 > tiff.length) return 1;
  const count = view.getUint16(at, little);
  for (let i = 0; i < count; i++) {
    const entry = at + 2 + 12 * i;
    if (entry + 12 > tiff.length) return 1;
    if (view.getUint16(entry, little) !== 0x0112) continue;
    const short = view.getUint16(entry + 2, little) === 3 && view.getUint32(entry + 4, little) === 1;
    const value = view.getUint16(entry + 8, little);
    return short && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

const startsWith = (bytes: Uint8Array, text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
};
