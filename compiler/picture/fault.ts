// The errors that a picture can end in, and the limit of its pixels.
import { must, reasonOf, type Reason } from "../help/reason.js";

/** Why a picture is refused (decisions §2): API-002, and API-504 for a glyph that no font has. */
export class PictureFault extends Error {
  constructor(
    readonly kind: "base64" | "format" | "corrupt" | "pixels" | "svg" | "glyph",
    readonly reason: string | Reason,
  ) {
    super(reasonOf(reason).text);
  }
}

/** A World's asset that there is, but that cannot be read (decisions §2). */
export class AssetFault extends Error {}

/** Before anything is decoded: 64 megapixels. */
export const MAX_PIXELS = 64e6;
/** @throws PictureFault where a picture has more pixels than MAX_PIXELS */
export function checkPixels(width: number, height: number): void {
  if (width * height > MAX_PIXELS)
    throw new PictureFault(
      "pixels",
      must(`at most ${MAX_PIXELS / 1e6} million pixels`, `${width} x ${height}`, { advice: "make the picture smaller" }),
    );
}
