import { reasonOf, type Reason } from "../help/reason.js";

/** API-002, API-504 for a glyph in no font, API-506 without a decoder (decisions §2). */
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
