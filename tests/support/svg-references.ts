// Pictures that are compared with references next to them.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import sharp, { type Sharp } from "sharp";

/** SVG files of a folder that have a PNG file of the same name. */
export const referenced = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((e) => {
    const at = path.join(dir, e.name);
    return e.isDirectory() ? referenced(at) : at.endsWith(".svg") && existsSync(at.replace(/svg$/, "png")) ? [at] : [];
  });

interface Compared {
  readonly reference: string;
  readonly width: number;
  readonly height: number;
  readonly blur?: number | undefined;
}

/** Share of the pixels that differ by more than 32 of 255. */
export async function unlike(drawn: string, { reference, width, height, blur }: Compared): Promise<number> {
  const soft = async (png: Sharp): Promise<Buffer> =>
    (blur === undefined ? png : sharp(await png.png().toBuffer()).blur(blur)).removeAlpha().raw().toBuffer();
  const found = await soft(sharp(drawn).removeAlpha().toColourspace("srgb").extract({ left: 0, top: 0, width, height }));
  const wanted = await soft(sharp(reference).flatten({ background: "#ffffff" }).toColourspace("srgb"));
  let n = 0;
  for (let p = 0; p < width * height; p++) if ([0, 1, 2].some((c) => Math.abs(wanted[3 * p + c]! - found[3 * p + c]!) > 32)) n++;
  return n / (width * height);
}
