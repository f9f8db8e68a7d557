import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { renderSvg } from "../../backends/svg/svg.js";
import { compiled, engine, rendering } from "../../golden/cases.js";
import { handMade } from "../../golden/pretty.js";
import { ResvgRunner } from "../../runtime/pictures/resvg.js";
import { resvgProgram } from "../../runtime/pictures/resvg-program.js";
import { succeeds } from "../support/started.js";
import { has, needs, root } from "../support/tools.js";
import { digest, keep, recall, versionOf } from "../support/verdicts.js";

/* One list as PDF by poppler and as SVG by resvg: differences are a backend's. .cache/pixels/index.html shows them. */
const DPI = 67;
/** Factor of the resolution at which both are drawn and then averaged, against smoothing of edges. */
const FINER = 3;
const FAR = 48;
const MOST = 0.009;
const MAX_PAGES = 6;

/** Differences of the programs, not the backends, with bounds on their share of pixels. */
const KNOWN: Readonly<Record<string, { readonly share: number; readonly why: string }>> = {
  "ir/paints 1": { share: 0.07, why: "resvg rounds the size of a pattern's tiles to whole pixels" },
  "image/svg-sheet 1": { share: 0.021, why: "the same" },
  "specimen/emoji-color 1": {
    share: 0.021,
    why: "cairo shows gradients of Type 3 glyphs as masks; tests/fonts/color-fonts.test.ts compares them",
  },
  "flowdoc/master-columns-right-to-left 1": { share: 0.012, why: "a small page full of text: smoothing of edges is a hundredth of it" },
  "flowdoc/contents-aligned 1": { share: 0.0115, why: "the same" },
  "flowdoc/floats-body 1": { share: 0.0115, why: "the same" },
  "flowdoc/floats 1": { share: 0.0105, why: "the same" },
};

const havePoppler = needs("pdftocairo (poppler-utils)", has("pdftocairo"));

interface Raw {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const resvg = new ResvgRunner({ maximum: 2047, replaced: 2047 }, resvgProgram);

async function bySvg(svg: string): Promise<Raw> {
  for (let wait; (wait = resvg.loading());) await wait;
  return resvg.run(svg, { fitTo: { mode: "zoom", value: (DPI * FINER) / 96 }, background: "#ffffff" }, (tree) => {
    const image = tree.render();
    try {
      return averaged(image.pixels, image.width, image.height, 4);
    } finally {
      image.free();
    }
  });
}

const TAGS = { width: 256, height: 257, compression: 259, strips: 273, channels: 277 } as const;

/** A picture of pdftocairo: TIFF, little-endian and not compressed, of 3 or 4 channels, with its strips one after the other. */
function byPdf(tiff: Buffer): Raw {
  const entries = tiff.readUInt32LE(4);
  const valueOf = (tag: number): number => {
    for (let at = entries + 2, i = tiff.readUInt16LE(entries); i > 0; at += 12, i--) {
      if (tiff.readUInt16LE(at) !== tag) continue;
      const [isShort, count] = [tiff.readUInt16LE(at + 2) === 3, tiff.readUInt32LE(at + 4)];
      const place = count * (isShort ? 2 : 4) > 4 ? tiff.readUInt32LE(at + 8) : at + 8;
      return isShort ? tiff.readUInt16LE(place) : tiff.readUInt32LE(place);
    }
    throw new Error(`a picture has no tag ${tag}`);
  };
  const [width, height, channels] = [valueOf(TAGS.width), valueOf(TAGS.height), valueOf(TAGS.channels)];
  if (tiff.toString("latin1", 0, 2) !== "II" || valueOf(TAGS.compression) !== 1 || channels < 3)
    throw new Error("a picture of another form");
  const from = valueOf(TAGS.strips);
  return averaged(tiff.subarray(from, from + width * height * channels), width, height, channels);
}

/** Squares of 3 by 3, sums written out: the most frequent loop of this test. */
function averaged(d: Uint8Array, wide: number, high: number, channels: number): Raw {
  if (d.length !== wide * high * channels) throw new Error("a picture is not whole");
  const [width, height] = [Math.floor(wide / FINER), Math.floor(high / FINER)];
  const out = new Uint8Array(width * height * 3);
  const [step, line] = [FINER * channels, wide * channels];
  const [near, far] = [channels, 2 * channels];
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0, i = y * FINER * line; x < width; x++, i += step)
      for (let c = 0; c < 3; c++) {
        const j = i + c;
        const k = j + line;
        const l = k + line;
        const sum = d[j]! + d[j + near]! + d[j + far]! + d[k]! + d[k + near]! + d[k + far]! + d[l]! + d[l + near]! + d[l + far]!;
        out[to++] = sum / FINER ** 2;
      }
  return { data: out, width, height };
}

const apart = (a: Uint8Array, i: number, b: Uint8Array, k: number): boolean => Math.abs(a[i]! - b[k]!) > FAR;

function difference(a: Raw, b: Raw): { readonly share: number; readonly map: Uint8Array } {
  const width = Math.min(a.width, b.width);
  const height = Math.min(a.height, b.height);
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return { share: 1, map: new Uint8Array() };
  const map = new Uint8Array(width * height).fill(255);
  let far = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [i, k] = [(y * a.width + x) * 3, (y * b.width + x) * 3];
      if (apart(a.data, i, b.data, k) || apart(a.data, i + 1, b.data, k + 1) || apart(a.data, i + 2, b.data, k + 2)) {
        map[y * width + x] = 0;
        far++;
      }
    }
  return { share: far / (width * height), map };
}

const asked = (): readonly string[] => [
  versionOf("pdftocairo"),
  digest(readFileSync(path.join(root, "node_modules/@resvg/resvg-wasm/package.json"))),
  digest(readFileSync(import.meta.filename)),
];

test.runIf(havePoppler)("each page of each golden looks the same through PDF and through SVG", async () => {
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
    // SVG refuses pages of PDF files (PDF-35); `tests/pdf-pages` compares those with their file
    if (doc.resources.pdfs) continue;
    const { pdf } = engine.write(doc, blobs);
    const pages = doc.pages.slice(0, MAX_PAGES);
    const svgs = renderSvg({ ...doc, pages }, blobs, engine.harfbuzz);
    const question = { tool: ["alike", ...tools, digest(svgs.join("\0"))], of: pdf };
    if (recall(question) !== null) continue;
    const file = path.join(dir, "x.pdf");
    writeFileSync(file, pdf);
    const stem = name.replaceAll("/", "_");
    const options = ["-r", String(DPI * FINER), "-l", String(pages.length), "-tiff", "-tiffcompression", "none"];
    succeeds("pdftocairo", ...options, file, path.join(dir, stem));
    const drawn = readdirSync(dir)
      .filter((f) => f.endsWith(".tif"))
      .sort()
      .map((f) => readFileSync(path.join(dir, f)));
    for (const f of readdirSync(dir)) rmSync(path.join(dir, f));
    expect(drawn.length, name).toBe(svgs.length);
    let alike = true;
    for (const [i, image] of drawn.entries()) {
      const [a, b] = [byPdf(image), await bySvg(svgs[i]!)];
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
  expect(Object.keys(KNOWN).filter((k) => !rows.some((r) => r.name === k && r.share > MOST))).toEqual([]);
});
