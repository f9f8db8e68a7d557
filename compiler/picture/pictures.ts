import { NO_BYTES, type PictureBytes } from "../core/world.js";
import type { Picture } from "../draw/image.js";
import type { ImportedPages } from "../box/page.js";
import type { ImageContent, PdfImport } from "../request/types/shape.js";

export interface Pictures {
  readonly of: (el: ImageContent) => Picture;
  readonly imported: (of: PdfImport) => ImportedPages;
  readonly blobs: PictureBytes;
}

export const NO_PICTURES: Pictures = {
  of: () => {
    throw new Error("a picture was not loaded");
  },
  imported: () => {
    throw new Error("a PDF file was not loaded");
  },
  blobs: NO_BYTES,
};
