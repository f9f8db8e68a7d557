import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { renderPng } from "../../backends/png/png.js";
import { renderSvg } from "../../backends/svg/svg.js";
import { compiled, engine, rendering } from "../../golden/cases.js";
import { handMade } from "../../golden/pretty.js";
import { drawPage } from "../../runtime/pictures/page-pixels.js";
import { has, needs, root } from "../support/tools.js";
import { digest, keep, recall, versionOf } from "../support/verdicts.js";

/*
 * One display list as PDF by poppler and as SVG by resvg: a difference is a backend's fault. .cache/pixels/index.html shows differences;
 * agreement is remembered by both files.
 */
const DPI = 100;
/** Both are drawn at this multiple and averaged, which evens out smoothing of edges. */
const FINER = 3;
/** of 255, in any channel */
const FAR = 48;
const MOST = 0.01;
const MAX_PAGES = 6;

/** Differences of the programs, not the backends, with bounds on their share of pixels. */
const KNOWN: Readonly<Record<string, { readonly share: number; readonly why: string }>> = {
  "ir/paints 1": { share: 0.1, why: "resvg rounds the size of a pattern's tiles to whole pixels" },
  "image/svg-sheet 1": { share: 0.013, why: "the same" },
  "chart/area-opaque 1": { share: 0.042, why: "the same: a chart filled with lines, which are set off by less than one of them" },
  "chart/pie-options 1": { share: 0.04, why: "the same" },
  "chart/kinds-print-mono 1": { share: 0.038, why: "the same" },
  "chart/bar-fills 1": { share: 0.025, why: "the same" },
  "chart/range-opaque 1": { share: 0.021, why: "the same" },
  "chart/theme-presets 1": { share: 0.016, why: "the same" },
  "chart/axis-categories 1": { share: 0.015, why: "the same" },
  "flow/paginating-text 1": { share: 0.014, why: "a page of 30 mm full of text: how edges are smoothed is more than a hundredth of it" },
  "flowdoc/master-variants 1": { share: 0.017, why: "the same, with 40 mm" },
  "flowdoc/master-variants 2": { share: 0.017, why: "the same" },
  "flowdoc/master-variants 3": { share: 0.013, why: "the same" },
};

const havePoppler = needs("pdftocairo (poppler-utils)", has("pdftocairo"));

interface Raw {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}
async function pixels(image: Uint8Array): Promise<Raw> {
  const { data, info } = await sharp(image, { limitInputPixels: false })
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [width, height] = [Math.floor(info.width / FINER), Math.floor(info.height / FINER)];
  const out = new Uint8Array(width * height * 3);
  const sums = new Uint16Array(width * 3);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let row = y * FINER; row < (y + 1) * FINER; row++) {
      let at = row * info.width * 3;
      for (let x = 0; x < sums.length; x += 3)
        for (let dx = 0; dx < FINER; dx++) {
          sums[x]! += data[at++]!;
          sums[x + 1]! += data[at++]!;
          sums[x + 2]! += data[at++]!;
        }
    }
    for (let x = 0; x < sums.length; x++) out[y * sums.length + x] = sums[x]! / FINER ** 2;
  }
  return { data: out, width, height };
}

/** Share of distant pixels; page sizes may differ by one pixel of rounding. */
function difference(a: Raw, b: Raw): { readonly share: number; readonly map: Uint8Array } {
  const width = Math.min(a.width, b.width);
  const height = Math.min(a.height, b.height);
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return { share: 1, map: new Uint8Array() };
  const map = new Uint8Array(width * height).fill(255);
  let far = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [i, k] = [(y * a.width + x) * 3, (y * b.width + x) * 3];
      if ([0, 1, 2].some((c) => Math.abs(a.data[i + c]! - b.data[k + c]!) > FAR)) {
        map[y * width + x] = 0;
        far++;
      }
    }
  return { share: far / (width * height), map };
}

/** Inputs of the comparison in addition to the PDF and the SVG. */
const asked = (): readonly string[] => [
  versionOf("pdftocairo"),
  digest(readFileSync(path.join(root, "node_modules/@resvg/resvg-wasm/package.json"))),
  digest(readFileSync(path.join(root, "runtime/pictures/page-pixels.ts"))),
  digest(readFileSync(import.meta.filename)),
];

test.runIf(havePoppler)("each page of each golden looks the same through PDF and through SVG", { timeout: 600_000 }, async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-pixels-"));
  const report = path.join(root, ".cache/pixels");
  mkdirSync(report, { recursive: true });
  const all = [
    ...(await Promise.all(rendering().map(async (c) => ({ name: c.name, ...(await compiled(c.body)) })))),
    ...handMade.filter((h) => !h.name.startsWith("refused-")).map((h) => ({ name: `ir/${h.name}`, doc: h.doc, blobs: h.blobs })),
  ];
  const tools = asked();
  const rows: { readonly name: string; readonly share: number; readonly files: readonly string[] }[] = [];
  for (const { name, doc, blobs } of all) {
    const { pdf } = engine.write(doc, blobs);
    const pages = doc.pages.slice(0, MAX_PAGES);
    const question = { tool: ["alike", ...tools, digest(renderSvg({ ...doc, pages }, blobs, engine.harfbuzz).join("\0"))], of: pdf };
    if (recall(question) !== null) continue;
    const file = path.join(dir, "x.pdf");
    writeFileSync(file, pdf);
    const stem = name.replaceAll("/", "_");
    // uncompressed, as they are read once
    const options = ["-r", String(DPI * FINER), "-l", String(pages.length), "-tiff", "-tiffcompression", "none"];
    execFileSync("pdftocairo", [...options, file, path.join(dir, stem)]);
    const drawn = readdirSync(dir)
      .filter((f) => f.endsWith(".tif"))
      .sort()
      .map((f) => readFileSync(path.join(dir, f)));
    for (const f of readdirSync(dir)) rmSync(path.join(dir, f));
    const other = await renderPng({ ...doc, pages }, blobs, { dpi: DPI * FINER, harfbuzz: engine.harfbuzz }, drawPage);
    expect(drawn.length, name).toBe(other.length);
    let alike = true;
    for (const [i, image] of drawn.entries()) {
      const [a, b] = [await pixels(image), await pixels(other[i]!)];
      const { share, map } = difference(a, b);
      if (share > MOST) alike = false;
      if (share <= MOST / 4) continue;
      const page = `${stem}-${i + 1}`;
      const size = { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height), channels: 1 as const };
      const files = [`${page}.pdf.png`, `${page}.svg.png`, `${page}.difference.png`];
      await sharp(a.data, { raw: { width: a.width, height: a.height, channels: 3 } })
        .png()
        .toFile(path.join(report, files[0]!));
      await sharp(b.data, { raw: { width: b.width, height: b.height, channels: 3 } })
        .png()
        .toFile(path.join(report, files[1]!));
      if (map.length > 0) await sharp(map, { raw: size }).png().toFile(path.join(report, files[2]!));
      rows.push({ name: `${name} ${i + 1}`, share, files });
    }
    if (alike) keep(question, "alike");
  }
  rows.sort((a, b) => b.share - a.share);
  const cells = rows.map(
    (r) => `<tr><td>${r.name}<br>${(r.share * 100).toFixed(2)} %</td>${r.files.map((f) => `<td><img src="${f}"></td>`).join("")}</tr>`,
  );
  writeFileSync(
    path.join(report, "index.html"),
    `<!doctype html><title>PDF and SVG</title><style>img{max-width:30vw}</style><table>${cells.join("\n")}</table>\n`,
  );
  const beyond = rows.filter((r) => r.share > (KNOWN[r.name]?.share ?? MOST)).map((r) => `${r.name}: ${(r.share * 100).toFixed(2)} %`);
  expect(beyond).toEqual([]);
  // the list has no obsolete entries
  expect(Object.keys(KNOWN).filter((k) => !rows.some((r) => r.name === k && r.share > MOST))).toEqual([]);
});
