import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { Engine } from "../../runtime/engine/engine.js";

export const engine = new Engine();
let made = 0;
const dir = mkdtempSync(path.join(tmpdir(), "platen-pictures-"));
/** Points a pixel: from four on, poppler shows pixels as squares without smoothing. */
const SCALE = 5;
const MM = (25.4 / 72) * SCALE;

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Given {
  readonly format: string;
  readonly bytes: Uint8Array;
}

export const image = ({ format, bytes }: Given, width: number, height: number): object => ({
  type: "image",
  layout: { left: 0, top: 0 },
  width: width * MM,
  height: height * MM,
  source: { kind: "base64", format, payload: Buffer.from(bytes).toString("base64") },
});

export async function pdfOf(files: readonly Given[], sizes: readonly Pixels[], profile: string): Promise<string> {
  const pages = files.map((f, i) => {
    const { width, height } = sizes[i]!;
    return { width: Math.max(10, width * MM), height: Math.max(10, height * MM), elements: [image(f, width, height)] };
  });
  const name = path.join(dir, `p${made++}.pdf`);
  writeFileSync(name, (await engine.renderLater({ settings: { profile }, pages })).pdf);
  return name;
}

export async function shown(files: readonly Given[], sizes: readonly Pixels[], profile: string): Promise<readonly Pixels[]> {
  const pdf = await pdfOf(files, sizes, profile);
  const name = pdf.replace(/\.pdf$/, "");
  execFileSync("pdftoppm", ["-r", "72", "-png", pdf, name], { stdio: "pipe" });
  const pngs = readdirSync(dir).filter((f) => f.startsWith(`${path.basename(name)}-`) && f.endsWith(".png"));
  return Promise.all(
    pngs.sort().map(async (f) => {
      const { data, info } = await sharp(path.join(dir, f)).removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, data };
    }),
  );
}

export async function decoded(file: string | Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(file, { failOn: "none" })
    .autoOrient()
    .toColourspace("srgb")
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Share of pixels that differ by more than `tolerance` of 255 in some channel. */
export function difference(wanted: Pixels, found: Pixels, tolerance: number): number {
  let n = 0;
  for (let y = 0; y < wanted.height; y++)
    for (let x = 0; x < wanted.width; x++) {
      const a = 3 * (y * wanted.width + x);
      const b = 3 * ((y * SCALE + 2) * found.width + x * SCALE + 2);
      for (let c = 0; c < 3; c++)
        if (Math.abs(wanted.data[a + c]! - found.data[b + c]!) > tolerance) {
          n++;
          break;
        }
    }
  return n / (wanted.width * wanted.height);
}
