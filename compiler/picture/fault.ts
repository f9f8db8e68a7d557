// Picture errors, and the limit of pixels.
import { must, reasonOf, type Reason } from "../help/reason.js";

/** Refusal of a picture (decisions §2): API-002, API-504 for a glyph in no font, or API-506 for a picture that the environment has no decoder for. */
export class PictureFault extends Error {
  constructor(
    readonly kind: "base64" | "format" | "corrupt" | "pixels" | "svg" | "glyph" | "decoder",
    readonly reason: string | Reason,
  ) {
    super(reasonOf(reason).text);
  }
}

/** Exists, but cannot be read (decisions §2). */
export class AssetFault extends Error {}

/** Checked before decoding. */
export const MAX_PIXELS = 64e6;
/** @throws PictureFault above MAX_PIXELS */
export function checkPixels(width: number, height: number): void {
  if (width * height > MAX_PIXELS)
    throw new PictureFault(
      "pixels",
      must(`at most ${MAX_PIXELS / 1e6} million pixels`, `${width} x ${height}`, { advice: "make the picture smaller" }),
    );
}
