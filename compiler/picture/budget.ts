// Pixels and bytes to be decoded to a refusal once one request's pictures exceed their budget.
import { must } from "../help/reason.js";
import { PictureFault } from "./fault.js";

/** What decoding the pictures of one request may come to: pixels that the document then holds, and bytes looked at on the way to them. */
const MAX_DECODED = 128e6;
const MAX_INFLATED = 4e9;
const HELPS = { advice: "make pictures smaller, or use the same one more than once" };

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
        must(
          `at most ${MAX_DECODED / 1e6} million pixels in the pictures of a document that have to be decoded`,
          `${this.#decoded} with this one`,
          HELPS,
        ),
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
        must(
          `at most ${MAX_INFLATED / 1e6} million bytes in the pictures of a document, decoded`,
          `${this.#inflated} with this one`,
          HELPS,
        ),
      );
  }
}
