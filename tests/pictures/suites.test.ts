import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { decoded, difference, engine, image, shown, type Given } from "../support/shown.js";
import { has, needs, testData } from "../support/tools.js";

/* Third-party pictures: poppler's pixels of the PDF against libvips's decoding; broken ones are refused by name. */
const havePoppler = needs("pdftoppm (poppler-utils)", has("pdftoppm"));
const suite = testData("pngsuite/png");
const jpegs = testData("libjpeg-turbo/testimages");
const given = (file: string): Given => ({ format: path.extname(file).slice(1), bytes: readFileSync(file) });

describe("PngSuite", () => {
  const files = readdirSync(suite)
    .filter((f) => f.endsWith(".png"))
    .sort();

  test.runIf(havePoppler).each(["", "pdfa-2b"])("every valid file is drawn right (profile %j)", async (profile) => {
    const valid = files.filter((f) => !f.startsWith("x")).map((f) => path.join(suite, f));
    expect(valid.length).toBeGreaterThan(150);
    const wanted = await Promise.all(valid.map(decoded));
    const found = await shown(valid.map(given), wanted, profile);
    const wrong = valid.flatMap((f, i) =>
      difference(wanted[i]!, found[i]!, 4) > 0 ? [`${path.basename(f)} ${difference(wanted[i]!, found[i]!, 4)}`] : [],
    );
    expect(wrong).toEqual([]);
  });

  test.each(files.filter((f) => f.startsWith("x")))("%s is refused by name", async (f) => {
    const made = engine.renderLater({ pages: [{ size: "a6", elements: [image(given(path.join(suite, f)), 32, 32)] }] });
    const refused: unknown = await made.catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(RenderError);
    expect((refused as RenderError).message).toMatch(
      /^pages\[0\]\.elements\[0\]\.source\.payload: (the PNG file is broken: |must be a picture )/,
    );
    expect((refused as RenderError).code).toBe("API-002");
  });
});

const REFUSED: Readonly<Record<string, string>> = {
  "monkey12.jpg": "12 bits per sample",
  "testimgari.jpg": "a coding process that PDF does not support",
};

describe("JPEG samples", () => {
  const files = readdirSync(jpegs)
    .filter((f) => /\.jpe?g$/.test(f))
    .sort();

  test.runIf(havePoppler).each(files)("%s is drawn right, or refused by name", async (f) => {
    const file = path.join(jpegs, f);
    const reason = REFUSED[f];
    if (reason) {
      const refused: unknown = await engine
        .renderLater({ pages: [{ size: "a4", elements: [image(given(file), 100, 100)] }] })
        .catch((e: unknown) => e);
      expect((refused as RenderError).message).toContain(reason);
      return;
    }
    const wanted = await decoded(file);
    // decoders differ in chroma upsampling and rounding; flipped or inverted pictures differ everywhere
    for (const profile of ["", "pdfa-2b"]) {
      const [found] = await shown([given(file)], [wanted], profile);
      expect(`${f} ${profile} ${difference(wanted, found!, 40) < 0.01}`).toBe(`${f} ${profile} true`);
    }
  });
});
