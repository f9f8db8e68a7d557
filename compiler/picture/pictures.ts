import { NO_BYTES, type PictureBytes } from "../core/world.js";
import type { Picture } from "../draw/image.js";
import type { ImageContent } from "../request/types/shape.js";

/** Pictures by element. */
export interface Pictures {
  readonly of: (el: ImageContent) => Picture;
  readonly blobs: PictureBytes;
}

export const NO_PICTURES: Pictures = {
  of: () => {
    throw new Error("a picture was not loaded");
  },
  blobs: NO_BYTES,
};
