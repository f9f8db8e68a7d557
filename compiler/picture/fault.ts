import { reasonOf, type Reason } from "../help/reason.js";

/** API-002, API-504 for a glyph in no font, API-506 without a decoder (decisions §2). */
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
