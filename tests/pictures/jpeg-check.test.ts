import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { JpegDamage, JpegExcess } from "../../compiler/picture/entropy/bits.js";
import { checkJpegData } from "../../runtime/browser/jpeg-check.js";

/* The browser has no decoder: the data of a JPEG file is read to its end, and refused where libjpeg refuses it. */
const [WIDTH, HEIGHT] = [90, 60];
const pixels = Buffer.from(Array.from({ length: 3 * WIDTH * HEIGHT }, (_, i) => 128 + 90 * Math.sin(i / 19 + (i * i) / 9000)));
const painted = (): Sharp => sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

const FILES = {
  baseline: () => painted().jpeg({ quality: 90 }),
  "baseline, 4:4:4": () => painted().jpeg({ chromaSubsampling: "4:4:4" }),
  "baseline, gray": () => painted().grayscale().jpeg(),
  progressive: () => painted().jpeg({ progressive: true, quality: 90 }),
  "progressive, CMYK": () => painted().toColourspace("cmyk").jpeg({ progressive: true }),
};

const check = (bytes: Uint8Array): void => checkJpegData(bytes, () => undefined);
const isDecoded = async (bytes: Uint8Array): Promise<boolean> =>
  sharp(bytes)
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
/** Place after the header of the last scan. */
function lastScan(bytes: Uint8Array): number {
  let at = bytes.length;
  do at--;
  while (bytes[at] !== 0xff || bytes[at + 1] !== 0xda);
  return at + 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
}

describe.each(Object.entries(FILES))("the data of a JPEG file, %s", (_, make) => {
  test("is accepted, after its size was admitted", async () => {
    const seen: number[] = [];
    checkJpegData(await make().toBuffer(), (width, height) => void seen.push(width, height));
    expect(seen).toEqual([WIDTH, HEIGHT]);
  });
  test("is refused where it is cut off, as by libjpeg", async () => {
    const bytes = new Uint8Array(await make().toBuffer());
    const from = lastScan(bytes);
    for (let share = 1; share < 8; share++) {
      const cut = Uint8Array.from([...bytes.subarray(0, from + Math.floor(((bytes.length - from) * share) / 8)), 0xff, 0xd9]);
      expect(await isDecoded(cut)).toBe(false);
      expect(() => check(cut)).toThrow(JpegDamage);
      expect(() => check(cut)).toThrow("its picture data is cut off");
    }
  });
  test("is refused with bytes after its last block", async () => {
    const bytes = new Uint8Array(await make().toBuffer());
    const more = Uint8Array.from([...bytes.subarray(0, -2), 1, 2, 3, 0xff, 0xd9]);
    expect(() => check(more)).toThrow(JpegExcess);
  });
});
