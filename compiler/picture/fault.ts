// Picture errors.
import { reasonOf, type Reason } from "../help/reason.js";

/** Refusal of a picture (decisions §2): API-002, or API-504 for a glyph in no font. */
export class PictureFault extends Error {
  constructor(
    readonly kind: "base64" | "format" | "corrupt" | "pixels" | "svg" | "glyph",
    readonly reason: string | Reason,
  ) {
    super(reasonOf(reason).text);
  }
}

/** Exists, but cannot be read (decisions §2). */
export class AssetFault extends Error {}
