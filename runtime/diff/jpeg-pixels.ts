import { PictureFault } from "../../compiler/picture/fault.js";
import { pictureTools } from "../pictures/pictures.js";

/** Pixels of a JPEG that are decoded for a comparison. */
const MOST_PIXELS = 100_000_000;

class TooLarge extends Error {}

/** RGB samples of a JPEG file; null for one that is damaged, or larger than a comparison decodes. */
export async function jpegPixels(
  jpeg: Uint8Array,
): Promise<{ readonly width: number; readonly height: number; readonly channels: 3; readonly data: Uint8Array } | null> {
  try {
    const { width, height, data } = await pictureTools.decode(jpeg, "rgb", (across, down) => {
      if (across * down > MOST_PIXELS) throw new TooLarge();
    });
    return { width, height, channels: 3, data };
  } catch (e) {
    if (e instanceof PictureFault || e instanceof TooLarge) return null;
    throw e;
  }
}
