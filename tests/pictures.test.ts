import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { RenderError } from "../compiler/core/fail.js";
import { Engine } from "../runtime/engine.js";
import { has, needs, sharedData } from "./tools.js";

/*
 * Pictures nobody here made, through the PDF: what poppler shows of each, pixel for pixel, against what libvips decodes; and the broken ones
 * refused by name.
 */
const havePoppler = needs("pdftoppm (poppler-utils)", has("pdftoppm"));
const suite = sharedData("pngsuite/png");
const jpegs = sharedData("libjpeg-turbo/testimages");
const engine = new Engine();
const dir = mkdtempSync(path.join(tmpdir(), "platen-pictures-"));
/** Points a pixel: from four on, poppler shows pixels as squares and smooths nothing. */
const SCALE = 5;
const MM = (25.4 / 72) * SCALE;

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const image = (file: string, width: number, height: number): object => ({
  type: "image",
  layout: { left: 0, top: 0 },
  width: width * MM,
  height: height * MM,
  source: { kind: "base64", format: path.extname(file).slice(1), payload: readFileSync(file).toString("base64") },
});

/** Each picture on a page of its own, and what poppler makes of that. */
async function shown(files: readonly string[], sizes: readonly Pixels[], profile: string): Promise<readonly Pixels[]> {
  const pages = files.map((f, i) => {
    const { width, height } = sizes[i]!;
    return { width: Math.max(10, width * MM), height: Math.max(10, height * MM), elements: [image(f, width, height)] };
  });
  const name = path.join(dir, `p${readdirSync(dir).length}`);
  writeFileSync(`${name}.pdf`, (await engine.renderLater({ settings: { profile }, pages })).pdf);
  execFileSync("pdftoppm", ["-r", "72", "-png", `${name}.pdf`, name], { stdio: "pipe" });
  const pngs = readdirSync(dir).filter((f) => f.startsWith(`${path.basename(name)}-`) && f.endsWith(".png"));
  return Promise.all(
    pngs.sort().map(async (f) => {
      const { data, info } = await sharp(path.join(dir, f)).removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, data };
    }),
  );
}

const decoded = async (file: string): Promise<Pixels> => {
  const { data, info } = await sharp(file, { failOn: "none" })
    .autoOrient()
    .toColourspace("srgb")
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
};

/** Share of pixels that differ by more than `tolerance` of 255 in some channel. */
function difference(wanted: Pixels, found: Pixels, tolerance: number): number {
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

describe.runIf(suite !== null)("PngSuite", () => {
  const files = suite
    ? readdirSync(suite)
        .filter((f) => f.endsWith(".png"))
        .sort()
    : [];

  test.runIf(suite !== null && havePoppler).each(["", "pdfa-2b"])(
    "every valid file is drawn right (profile %j)",
    { timeout: 60_000 },
    async (profile) => {
      const valid = files.filter((f) => !f.startsWith("x")).map((f) => path.join(suite!, f));
      expect(valid.length).toBeGreaterThan(150);
      const wanted = await Promise.all(valid.map(decoded));
      const found = await shown(valid, wanted, profile);
      const wrong = valid.flatMap((f, i) =>
        difference(wanted[i]!, found[i]!, 4) > 0 ? [`${path.basename(f)} ${difference(wanted[i]!, found[i]!, 4)}`] : [],
      );
      expect(wrong).toEqual([]);
    },
  );

  test.runIf(suite !== null).each(files.filter((f) => f.startsWith("x")))("%s is refused by name", async (f) => {
    const made = engine.renderLater({ pages: [{ size: "a6", elements: [image(path.join(suite!, f), 32, 32)] }] });
    const refused: unknown = await made.catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(RenderError);
    expect((refused as RenderError).message).toMatch(
      /^pages\[0\]\.elements\[0\]\.source\.payload: (the PNG file is broken: |the bytes are no picture)/,
    );
    expect((refused as RenderError).code).toBe("API-002");
  });
});

/** Kinds of JPEG that PDF does not have. */
const REFUSED: Readonly<Record<string, string>> = {
  "monkey12.jpg": "12 bits a sample",
  "testimgari.jpg": "of a kind that PDF does not have",
};

describe.runIf(jpegs !== null)("JPEG samples", () => {
  const files = jpegs
    ? readdirSync(jpegs)
        .filter((f) => /\.jpe?g$/.test(f))
        .sort()
    : [];

  test.runIf(jpegs !== null && havePoppler).each(files)("%s is drawn right, or refused by name", { timeout: 60_000 }, async (f) => {
    const file = path.join(jpegs!, f);
    const reason = REFUSED[f];
    if (reason) {
      const refused: unknown = await engine
        .renderLater({ pages: [{ size: "a4", elements: [image(file, 100, 100)] }] })
        .catch((e: unknown) => e);
      expect((refused as RenderError).message).toContain(reason);
      return;
    }
    const wanted = await decoded(file);
    // decoders differ in how they enlarge colour and in rounding; what is upside down or inverted differs everywhere
    for (const profile of ["", "pdfa-2b"]) {
      const [found] = await shown([file], [wanted], profile);
      expect(`${f} ${profile} ${difference(wanted, found!, 40) < 0.01}`).toBe(`${f} ${profile} true`);
    }
  });
});
