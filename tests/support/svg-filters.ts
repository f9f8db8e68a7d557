// The filters of resvg's suite against its references: within 2 % of pixels, refused with the reason, or listed with the clause.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { engine } from "./pdf.js";
import { succeeds } from "./started.js";
import { referenced, unlike } from "./svg-references.js";
import { has, needs, root, testData } from "./tools.js";
import { digest, keep, recall, versionOf } from "./verdicts.js";

const havePoppler = needs("pdftocairo (poppler-utils)", has("pdftocairo"));
export const filterSuite = testData("resvg-tests/filters");

const TURNED =
  "the region is a rectangle of the element's user space (Filter Effects 1, 8), which is turned or slanted here; the reference fills the upright box around it";
const DIFFERENT: Readonly<Record<string, string>> = {
  "feDiffuseLighting/complex-transform.svg": TURNED,
  "feFlood/complex-transform.svg": TURNED,
  "feGaussianBlur/complex-transform.svg": TURNED,
  "feImage/link-on-an-element-with-complex-transform.svg": TURNED,
  "feImage/with-subregion-5.svg": TURNED,
  "feMerge/complex-transform.svg": TURNED,
  "feOffset/complex-transform.svg": TURNED,
  "fePointLight/complex-transform.svg": TURNED,
  "feSpotLight/complex-transform.svg": TURNED,
  "feTile/complex-transform.svg": TURNED,
  "feTurbulence/complex-transform.svg": TURNED,
  "filter/transform-on-shape-with-filter-region.svg": TURNED,
  "feMorphology/source-with-opacity.svg":
    "a kernel reaches as far on either side (9.17); that of the reference has 6 of its pixels instead of 7, and takes a line more from two sides",
  "feTile/simple-case.svg":
    "an offset of 5 units (9.18) is 7.5 pixels of the reference, which rounds it and draws each tile half a pixel aside",
  "feTurbulence/stitchTiles=stitch.svg":
    "stitching rounds frequencies to whole periods of the tile (9.21), which the reader measures in its own pixels; the suite calls it undefined",
};

const REFUSED: Readonly<Record<string, RegExp>> = {
  "feImage/simple-case.svg": /feImage refers to "..\/..\/..\/resources\/image.png"; nothing outside the file is read$/,
  "feImage/svg.svg": /feImage refers to "..\/..\/..\/resources\/image.svg"; nothing outside the file is read$/,
  "feMorphology/huge-radius.svg":
    /must be an SVG file of at most 60,000,000 filtered pixels, counted once per filter step; found [\d,]+: simplify it$/,
};

/** Kernels and slopes are those of pixels if no length is given (9.9, 9.10): the picture gets as many as the reference has. */
const OF_PIXELS = /<fe(?:ConvolveMatrix|DiffuseLighting|SpecularLighting)\b/;

const MM = 25.4 / 72;
/** share of pixels below which results are remembered */
const ALIKE = 0.01;

/** Sources of drawing: an equal file is drawn alike until one of them changes. */
const DRAWING = ["base", "ir", "compiler/box", "compiler/draw", "compiler/lower", "compiler/paint", "compiler/picture"];
const WRITING = ["backends/pdf", "runtime/engine", "runtime/pictures"];
const sourcesOf = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((f) => f.endsWith(".ts") && !f.endsWith(".test.ts"))
    .sort()
    .map((f) => path.join(root, folder, f));
let known: string | null = null;
const versions = (): string =>
  (known ??= digest(
    [...[...DRAWING, ...WRITING].flatMap(sourcesOf), path.join(root, "package-lock.json"), import.meta.filename]
      .map((file) => digest(readFileSync(file)))
      .join(),
  ));

async function shareOf(file: string, dir: string): Promise<number | string> {
  const { width, height } = await sharp(file.replace(/svg$/, "png")).metadata();
  const text = readFileSync(file, "utf8");
  const sized = OF_PIXELS.test(text) ? text.replace("<svg ", `<svg width="${width}" height="${height}" `) : text;
  const source = { kind: "base64", format: "svg", payload: Buffer.from(sized).toString("base64") };
  const element = { type: "image", layout: { left: 0, top: 0 }, width: width * MM, height: height * MM, source };
  const page = { width: width * MM, height: height * MM, elements: [element] };
  let pdf: Uint8Array;
  try {
    ({ pdf } = await engine.renderLater({ pages: [page] }));
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    return e.message;
  }
  const [made, png] = [path.join(dir, "drawn.pdf"), path.join(dir, "drawn.png")];
  writeFileSync(made, pdf);
  succeeds("pdftocairo", "-r", "72", "-png", "-singlefile", made, png.replace(/\.png$/, ""));
  return unlike(png, { reference: file.replace(/svg$/, "png"), width, height });
}

/** files of a test: all that a busy machine draws in its time */
const MOST_FILES = 20;

/** Declares tests of folders of the suite. */
export function testFilters(folders: readonly string[]): void {
  for (const folder of folders) {
    const files = referenced(path.join(filterSuite, folder)).sort();
    test(`${folder} has files`, () => expect(files.length).toBeGreaterThan(0));
    for (let from = 0; from < files.length; from += MOST_FILES)
      test.runIf(havePoppler)(`${folder}, from file ${from + 1}`, () => compared(files.slice(from, from + MOST_FILES)));
  }
}

async function compared(files: readonly string[]): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-filters-"));
  const version = versions();
  const nameOf = (file: string): string => path.relative(filterSuite, file);
  const [different, refused]: [string[], string[]] = [[], []];
  for (const file of files) {
    const question = { tool: [versionOf("pdftocairo"), version, digest(readFileSync(file.replace(/svg$/, "png")))], of: file };
    if (recall(question) !== null) continue;
    const share = await shareOf(file, dir);
    const name = nameOf(file);
    if (typeof share === "string") {
      refused.push(name);
      expect([name, share]).toEqual([name, expect.stringMatching(REFUSED[name] ?? /^$/)]);
    } else if (share >= 0.02) different.push(name);
    else if (share < ALIKE) keep(question, String(share));
  }
  const listed = (list: object): readonly string[] => files.map(nameOf).filter((name) => Object.hasOwn(list, name));
  expect(different).toEqual(listed(DIFFERENT));
  expect(refused).toEqual(listed(REFUSED));
}
