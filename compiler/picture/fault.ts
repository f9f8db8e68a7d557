// Picture errors.
import { reasonOf, type Reason } from "../help/reason.js";

/** Refusal of a picture (decisions §2): API-002, API-504 for a glyph in no font, or API-506 for a picture that the environment has no decoder for. */
export class PictureFault extends Error {
  constructor(
    readonly kind: "base64" | "format" | "corrupt" | "pixels" | "svg" | "glyph" | "decoder" | "pdf",
    readonly reason: string | Reason,
    /** of a PDF file: the field of its source at fault; null for the source */
    readonly field: "page" | "pages" | null = null,
  ) {
    super(reasonOf(reason).text);
  }
}

/** Exists, but cannot be read (decisions §2). */
export class AssetFault extends Error {}
