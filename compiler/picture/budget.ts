// Pixels and bytes to be decoded to a refusal once one request's pictures exceed their budget.
import { PictureFault } from "./fault.js";

/** What decoding the pictures of one request may come to: pixels that the document then holds, and bytes looked at on the way to them. */
const MAX_DECODED = 128e6;
const MAX_INFLATED = 4e9;

/** What the pictures of a request have come to so far; the same picture counts once. */
export class PictureBudget {
  #decoded = 0;
  #inflated = 0;

  /**
   * Before a picture is decoded whose pixels the document will hold; pictures that are passed on as they are need none.
   * @throws PictureFault
   */
  decode(width: number, height: number): void {
    this.#decoded += width * height;
    if (this.#decoded > MAX_DECODED)
      throw new PictureFault(
        "pixels",
        `up to this picture, those of the document that have to be decoded come to ${this.#decoded} pixels, at most ${MAX_DECODED / 1e6} million are allowed`,
      );
  }

  /**
   * Before a picture's data is inflated or decoded, if only to see that it is whole.
   * @throws PictureFault
   */
  inflate(bytes: number): void {
    this.#inflated += bytes;
    if (this.#inflated > MAX_INFLATED)
      throw new PictureFault(
        "pixels",
        `up to this picture, those of the document come to ${this.#inflated} bytes when they are decoded, at most ${MAX_INFLATED / 1e6} million are allowed`,
      );
  }
}
