import type { EmbeddedFile } from "../core/embedding.js";
import type { Src } from "../core/src.js";
import { NO_BYTES, type PictureBytes } from "../core/world.js";
import type { Picture } from "../draw/image.js";
import type { ImportedPages } from "../box/page.js";
import type { OrderedSignature } from "../request/signatures.js";
import type { ImageContent, PdfImport } from "../request/types/shape.js";

export interface Pictures {
  readonly of: (el: ImageContent) => Picture;
  readonly imported: (of: PdfImport) => ImportedPages;
  readonly blobs: PictureBytes;
  /** files whose animations are drawn as they begin, once each, where they are first used in the document */
  readonly moving: readonly Moving[];
  /** files of `settings.attachments` */
  readonly attachments: readonly EmbeddedFile[];
  /** signatures of `settings.signatures` */
  readonly signatures: readonly OrderedSignature[];
}

export interface Moving {
  readonly src: Src;
  /** line of the animation in the file */
  readonly line: number;
}

export const NO_PICTURES: Pictures = {
  of: () => {
    throw new Error("a picture was not loaded");
  },
  imported: () => {
    throw new Error("a PDF file was not loaded");
  },
  blobs: NO_BYTES,
  moving: [],
  attachments: [],
  signatures: [],
};
