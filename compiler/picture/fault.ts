// The errors that a picture can end in, and the limit of its pixels.
/** Why a picture is refused (decisions §2): API-002, and API-504 for a glyph that no font has. */
export class PictureFault extends Error {
  constructor(
    readonly kind: "base64" | "format" | "corrupt" | "pixels" | "svg" | "glyph",
    reason: string,
  ) {
    super(reason);
  }
}

/** A World's asset that there is, but that cannot be read (decisions §2, API-505). */
export class AssetFault extends Error {}

/** Before anything is decoded: 64 megapixels. */
export const MAX_PIXELS = 64e6;
/** @throws PictureFault where a picture has more pixels than MAX_PIXELS */
export function checkPixels(width: number, height: number): void {
  if (width * height > MAX_PIXELS)
    throw new PictureFault("pixels", `the picture has ${width} x ${height} pixels, at most ${MAX_PIXELS / 1e6} million are allowed`);
}
