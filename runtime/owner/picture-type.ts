export type PictureType = "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml" | "application/pdf";

/** other bytes may precede the header of a PDF file */
export const HEAD_BYTES = 1024;

/** Text that is not another type is SVG. */
export function pictureType(head: Uint8Array): PictureType {
  const text = Buffer.from(head).toString("latin1");
  if (text.startsWith("\x89PNG")) return "image/png";
  if (text.startsWith("\xff\xd8")) return "image/jpeg";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  if (!/^[\s\xef\xbb\xbf\xfe\xff\0]*</.test(text) && text.slice(0, HEAD_BYTES).includes("%PDF-")) return "application/pdf";
  return "image/svg+xml";
}
