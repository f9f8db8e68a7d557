import { atMost, limitSetting, type Limits } from "../core/limits.js";
import { must } from "../help/reason.js";
import { PictureFault } from "./fault.js";

/** inflated bytes per decoded pixel, intermediate ones included: 4 GB by the contract's bound */
const BYTES_PER_PIXEL = 30;
const HELPS = { advice: "make pictures smaller, or use the same one more than once" };

/** A picture counts once. */
export class PictureBudget {
  #decoded = 0;
  #inflated = 0;

  constructor(readonly limits: Limits) {}

  get #most(): number {
    return BYTES_PER_PIXEL * this.limits.request_pixels;
  }

  /** Counts a picture before it is decoded. @throws PictureFault */
  size(width: number, height: number): void {
    if (width * height > this.limits.image_pixels)
      throw new PictureFault(
        "pixels",
        must(`${atMost(this.limits, "image_pixels")} pixels`, `${width} x ${height}`, { advice: "make the picture smaller" }),
      );
  }

  /**
   * For pixels that become part of the document.
   * @throws PictureFault
   */
  decode(width: number, height: number): void {
    this.#decoded += width * height;
    if (this.#decoded > this.limits.request_pixels)
      throw new PictureFault(
        "pixels",
        must(
          `${atMost(this.limits, "request_pixels")} pixels in the pictures of a document that have to be decoded`,
          `${this.#decoded} with this one`,
          HELPS,
        ),
      );
  }

  /** Counts the bytes if they may be inflated. */
  hasInflate(bytes: number): boolean {
    if (this.#inflated + bytes > this.#most) return false;
    this.#inflated += bytes;
    return true;
  }

  /** Counts bytes before they are inflated or decoded. @throws PictureFault */
  inflate(bytes: number): void {
    this.#inflated += bytes;
    const most = this.#most;
    if (this.#inflated > most)
      throw new PictureFault(
        "pixels",
        must(
          `at most ${most} bytes in the pictures of a document, decoded (${limitSetting("request_pixels")} has ${BYTES_PER_PIXEL} for each pixel)`,
          `${this.#inflated} with this one`,
          HELPS,
        ),
      );
  }
}
