export type PictureType = "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml";

/** Type of a checked picture by its first 12 bytes: text is SVG. */
export function pictureType(head: Uint8Array): PictureType {
  const text = Buffer.from(head).toString("latin1");
  if (text.startsWith("\x89PNG")) return "image/png";
  if (text.startsWith("\xff\xd8")) return "image/jpeg";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  return "image/svg+xml";
}
