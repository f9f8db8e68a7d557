// Contrast of the accessibility report against axe-core on the same texts as HTML, and against Chromium's pixels of our SVG (AX-27).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import type { Browser, Page } from "puppeteer-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contrastOf, type Rgb01 } from "../../accessibility/contrast/color.js";
import { renderSvg } from "../../backends/svg/svg.js";
import { displayList } from "../../runtime/views/views.js";
import { engine, reportOf } from "../support/accessibility/report.js";
import { haveBrowser, launch } from "../support/browser.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const NEAR = 0.05;

type Obj = Record<string, unknown>;
const canvas = (elements: readonly Obj[], more: Obj = {}): Obj => ({
  settings: { profile: "pdfa-ua1", metadata: { title: "Contrast", language: "en" } },
  pages: [{ width: 200, height: 100, elements }],
  ...more,
});

let browser: Browser;
let page: Page;
beforeAll(async () => {
  if (!haveBrowser) return;
  browser = await launch();
  page = await browser.newPage();
});
afterAll(async () => {
  if (haveBrowser) await browser.close();
});

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0").toUpperCase()}`);
const opacity = fc.constantFrom(1, 1, 0.85, 0.6, 0.35);

interface Sample {
  readonly sheet: string;
  readonly over: { readonly color: string; readonly opacity: number };
  readonly text: { readonly color: string; readonly opacity: number };
}
const sample: fc.Arbitrary<Sample> = fc.record({
  sheet: hex,
  over: fc.record({ color: hex, opacity }),
  text: fc.record({ color: hex, opacity }),
});

/** One word over two sheets. */
const request = ({ sheet, over, text }: Sample): Obj => {
  const box = (color: string, more: Obj): Obj => ({
    type: "rect",
    layout: { left: 0, top: 0 },
    width: 200,
    height: 100,
    fill: { color, ...more },
  });
  return canvas([
    box(sheet, {}),
    box(over.color, { opacity: over.opacity }),
    { type: "text", layout: { left: 20, top: 20 }, content: "Hamburg", style: text },
  ]);
};

const html = ({ sheet, over, text }: Sample, i: number): string => {
  const [r, g, b] = rgb255(text.color);
  const [p, q, s] = rgb255(over.color);
  return `<div style="background:${sheet}"><div style="background:rgba(${p},${q},${s},${over.opacity});padding:20px"><p id="s${i}" style="margin:0;font:16px sans-serif;color:rgba(${r},${g},${b},${text.opacity})">Hamburg</p></div></div>`;
};
const rgb255 = (color: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

interface AxeNode {
  readonly html: string;
  readonly any: readonly { readonly id: string; readonly data: { readonly contrastRatio: number } | null }[];
}

/** Ratios by the number of the sample. */
async function axeRatios(samples: readonly Sample[]): Promise<ReadonlyMap<number, number>> {
  await page.setContent(`<!doctype html><html lang="en"><title>t</title><main>${samples.map(html).join("")}</main></html>`);
  await page.evaluate(AXE);
  const nodes = (await page.evaluate(
    `axe.run(document, { runOnly: ["color-contrast"] }).then((r) => [...r.passes, ...r.violations].flatMap((x) => x.nodes.map(({ html, any }) => ({ html, any }))))`,
  )) as readonly AxeNode[];
  return new Map(
    nodes.flatMap(({ html: at, any }) => {
      const ratio = any.find(({ id }) => id === "color-contrast")?.data?.contrastRatio;
      return ratio === undefined ? [] : [[Number(/id="s(\d+)"/.exec(at)![1]), ratio] as const];
    }),
  );
}

describe.skipIf(!haveBrowser)("flat grounds", () => {
  test("ratios are those of axe-core, on either side of the threshold", { timeout: 300_000 }, async () => {
    const samples = fc.sample(sample, { numRuns: 60, seed: 58 });
    const expected = await axeRatios(samples);
    // axe-core leaves open what has a contrast of about 1
    expect(expected.size).toBeGreaterThan(samples.length * 0.9);
    let failing = 0;
    for (const [i, one] of samples.entries()) {
      const { findings } = await reportOf(request(one), false);
      const found = findings.find(({ check }) => check === "contrast");
      const ratio = expected.get(i);
      if (ratio === undefined) expect(found?.measured).toBeLessThan(1.5);
      else if (found) {
        failing++;
        expect(
          Math.abs((found.measured as number) - ratio),
          `${JSON.stringify(one)}: ${String(found.measured)}, axe ${ratio}`,
        ).toBeLessThanOrEqual(NEAR);
      } else expect(ratio).toBeGreaterThanOrEqual(4.5 - NEAR);
    }
    expect(failing).toBeGreaterThan(10);
    expect(failing).toBeLessThan(samples.length - 3);
  });
});

/** Colour of Chromium's pixels of a request, four a point of the page. */
async function pixels(body: Obj): Promise<(x: number, y: number) => Rgb01> {
  const { doc, blobs } = await displayList(engine, body, {});
  const [svg] = renderSvg(doc, blobs, engine.harfbuzz);
  const { width, height } = doc.pages[0]!;
  await page.setViewport({ width: Math.ceil(width), height: Math.ceil(height), deviceScaleFactor: SCALE });
  await page.setContent(
    `<!doctype html><style>html,body{margin:0;background:#fff}svg{display:block;width:${width}px;height:${height}px}</style>${svg!}`,
  );
  const { data, info } = await sharp(Buffer.from(await page.screenshot({ type: "png" })))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (x, y) => {
    const at = 3 * (Math.floor(y * SCALE) * info.width + Math.floor(x * SCALE));
    return [data[at]! / 255, data[at + 1]! / 255, data[at + 2]! / 255];
  };
}
const SCALE = 4;
const PT = 72 / 25.4;

const svgPicture = (inner: string): Obj => ({
  kind: "base64",
  format: "svg",
  payload: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">${inner}</svg>`).toString("base64"),
});
const picture = (source: Obj, more: Obj = {}): Obj => ({
  type: "image",
  layout: { left: 0, top: 0 },
  width: 200,
  height: 100,
  alt: "A ground of colours",
  source,
  ...more,
});
const stops = '<stop offset="0" stop-color="#0B3954"/><stop offset="0.5" stop-color="#BFD7EA"/><stop offset="1" stop-color="#FF6663"/>';
const noise = async (format: "png" | "jpeg"): Promise<Obj> => {
  const data = Buffer.alloc(200 * 100 * 3);
  for (let i = 0; i < data.length; i++) data[i] = 127 + 127 * Math.sin(i / 7919 + (i % 3));
  const made = sharp(data, { raw: { width: 200, height: 100, channels: 3 } });
  const bytes = await (format === "png" ? made.png() : made.jpeg({ quality: 95 })).toBuffer();
  return { kind: "base64", format, payload: bytes.toString("base64") };
};

const GROUNDS: Readonly<Record<string, () => Promise<Obj> | Obj>> = {
  "a linear gradient": () =>
    picture(svgPicture(`<defs><linearGradient id="g">${stops}</linearGradient></defs><rect width="200" height="100" fill="url(#g)"/>`)),
  "a gradient in a turned group": () =>
    picture(
      svgPicture(
        `<defs><linearGradient id="g" gradientTransform="rotate(30)">${stops}</linearGradient></defs><g transform="rotate(10) scale(1.3)"><rect width="200" height="100" fill="url(#g)"/></g>`,
      ),
    ),
  "a radial gradient": () =>
    picture(
      svgPicture(
        `<defs><radialGradient id="g" cx="0.3" cy="0.4" r="0.6" fx="0.2">${stops}</radialGradient></defs><rect width="200" height="100" fill="url(#g)"/>`,
      ),
    ),
  "a pattern": () =>
    picture(
      svgPicture(
        '<defs><pattern id="p" width="17" height="11" patternUnits="userSpaceOnUse"><rect width="9" height="11" fill="#334E68"/><circle cx="12" cy="5" r="3" fill="#F0B429"/></pattern></defs><rect width="200" height="100" fill="url(#p)"/>',
      ),
    ),
  "strokes and curves": () =>
    picture(
      svgPicture(
        '<path d="M0 20 C 60 0 120 60 200 30 S 100 90 0 80" fill="#9FB3C8" stroke="#102A43" stroke-width="9"/><path d="M0 50 H 200" stroke="#D64545" stroke-width="12" stroke-dasharray="15 10"/>',
      ),
    ),
  "a mask": () =>
    picture(
      svgPicture(
        `<defs><linearGradient id="f"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient><mask id="m"><rect width="200" height="100" fill="url(#f)"/></mask></defs><rect width="200" height="100" fill="#102A43" mask="url(#m)"/>`,
      ),
    ),
  "opacity of a group": () =>
    picture(
      svgPicture('<g opacity="0.5"><rect width="120" height="100" fill="#102A43"/><circle cx="110" cy="50" r="45" fill="#D64545"/></g>'),
    ),
  "blend modes": () =>
    picture(
      svgPicture(
        '<rect width="200" height="100" fill="#BFD7EA"/><rect width="70" height="100" fill="#F0B429" style="mix-blend-mode:multiply"/><rect x="70" width="60" height="100" fill="#102A43" style="mix-blend-mode:screen"/><rect x="130" width="70" height="100" fill="#D64545" style="mix-blend-mode:overlay"/>',
      ),
    ),
  "a clip": () =>
    picture(
      svgPicture(
        '<defs><clipPath id="c"><circle cx="70" cy="45" r="40"/></clipPath></defs><rect width="200" height="100" fill="#3E4C59" clip-path="url(#c)"/>',
      ),
    ),
  "a PNG picture": async () => picture(await noise("png")),
  "a JPEG picture": async () => picture(await noise("jpeg")),
};

describe.skipIf(!haveBrowser)("grounds of many colours", () => {
  test.each(Object.keys(GROUNDS))("the first quartile over %s is that of Chromium's pixels", { timeout: 300_000 }, async (name) => {
    const ground = await GROUNDS[name]!();
    const seen = await pixels(canvas([ground]));
    const [color, blurred] = ["#6B7280", 0.12];
    const words = Array.from({ length: 12 }, (_, i) => ({
      type: "text",
      layout: { left: 8 + 48 * (i % 4), top: 12 + 28 * Math.floor(i / 4) },
      content: "Hamburg",
      style: { color, font_size: 20, font_weight: "normal" },
    }));
    const { findings } = await reportOf(canvas([ground, ...words]), false);
    const faults = findings.filter(({ check }) => check === "contrast");
    expect(faults.length).toBeGreaterThan(2);
    const fill = rgb255(color).map((v) => v / 255) as unknown as Rgb01;
    for (const { box, measured, path } of faults) {
      const [left, top, right, bottom] = box!.map((v) => v * PT) as [number, number, number, number];
      const ratios: number[] = [];
      const step = 0.7;
      for (let y = top + step / 2; y < bottom; y += step)
        for (let x = left + step / 2; x < right; x += step) ratios.push(contrastOf(fill, seen(x, y)));
      ratios.sort((a, b) => a - b);
      const quartile = ratios[Math.floor(ratios.length / 4)]!;
      // a box of hundredths of a millimetre is not that of the samples
      expect(Math.abs(quartile - (measured as number)), `${path}: ${String(measured)}, pixels ${quartile}`).toBeLessThanOrEqual(blurred);
    }
  });
});
