// Decoding budget of one request's pictures.
import { must } from "../help/reason.js";
import { PictureFault } from "./fault.js";

/** Decoded pixels in the document; inflated bytes, including intermediate ones. */
const MAX_DECODED = 128e6;
const MAX_INFLATED = 4e9;
const HELPS = { advice: "make pictures smaller, or use the same one more than once" };

/** The same picture counts once. */
export class PictureBudget {
  #decoded = 0;
  #inflated = 0;

  /**
   * For pixels that become part of the document.
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

  /** Counts the bytes and returns true, if this many may still be inflated. */
  hasInflate(bytes: number): boolean {
    if (this.#inflated + bytes > MAX_INFLATED) return false;
    this.#inflated += bytes;
    return true;
  }

  /**
   * Before inflating or decoding, even for a mere check.
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
