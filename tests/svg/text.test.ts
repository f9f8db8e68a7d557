import { execFileSync } from "node:child_process";
import * as hb from "harfbuzzjs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { collect, compile } from "../../compiler/compile.js";
import { multiply } from "../../ir/geometry.js";
import type { FontResource, GlyphsOp, Matrix, Op } from "../../ir/ir.js";
import { engine, fileOf, pdfOf } from "../support/pdf.js";
import { havePoppler, poppler } from "../support/readers.js";
import { faults, FLAVOURS, haveVera, REQUESTED } from "../support/verapdf.js";

/* Texts of SVG pictures: HarfBuzz's glyphs and positions, searchable and copyable text. */

/** A page with an SVG picture of 200 units in 200 points. */
function request(content: string, fields: object = {}): object {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 200">${content}</svg>`;
  const side = (200 * 25.4) / 72;
  const source = { kind: "base64", format: "svg", payload: Buffer.from(svg).toString("base64") };
  const image = { type: "image", layout: { left: 0, top: 0 }, width: side, height: side, source, alt: "A drawing" };
  return { pages: [{ width: side, height: side, elements: [image] }], ...fields };
}

interface Shown {
  readonly op: GlyphsOp;
  readonly font: FontResource;
  /** origin on the page, points */
  readonly x: number;
  readonly y: number;
  /** points */
  readonly size: number;
  readonly matrix: Matrix;
}

async function shown(document: object): Promise<readonly Shown[]> {
  const doc = collect(await compile(document, engine.world()));
  const out: Shown[] = [];
  const walk = (ops: readonly Op[], m: Matrix): void => {
    for (const op of ops) {
      if (op.op === "group") walk(op.children, op.transform ? multiply(m, op.transform) : m);
      else if (op.op === "mark") walk(op.children, m);
      else if (op.op === "glyphs") {
        const x = m[0] * op.x + m[2] * op.y + m[4];
        const y = m[1] * op.x + m[3] * op.y + m[5];
        out.push({ op, font: doc.resources.fonts[op.font]!, x, y, size: op.size * Math.hypot(m[0], m[1]), matrix: m });
      }
    }
  };
  for (const page of doc.pages) walk(page.ops, [1, 0, 0, 1, 0, 0]);
  return out;
}
const widthOf = ({ op, size }: Shown): number => (op.run.advances.reduce((sum, a) => sum + a, 0) * size) / 1000;

const fonts = new Map<string, hb.Font>();
async function fontOf(resource: FontResource): Promise<hb.Font> {
  const world = engine.world();
  let font = fonts.get(resource.blob);
  if (!font) {
    const face = world.fonts.families.flatMap((f) => f.faces).find((f) => f.blob === resource.blob)!;
    font = new hb.Font(new hb.Face(new hb.Blob(world.fonts.bytes(face).slice().buffer), resource.face));
    font.setScale(1000, 1000);
    fonts.set(resource.blob, font);
  }
  return Promise.resolve(font);
}

/** HarfBuzz's glyphs of a text with their places along the line, 1/1000 em. */
async function harfbuzz(resource: FontResource, text: string): Promise<readonly (readonly [number, number, number])[]> {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(await fontOf(resource), buffer);
  let pen = 0;
  return buffer.getGlyphInfosAndPositions().map((g) => {
    const at = [g.codepoint, pen + g.xOffset!, g.yOffset!] as const;
    pen += g.xAdvance!;
    return at;
  });
}

function placesOf({ run }: GlyphsOp): readonly (readonly [number, number, number])[] {
  let pen = 0;
  return run.ids.map((id, i) => {
    const at = [id, pen + (run.offsets?.[2 * i] ?? 0), run.offsets?.[2 * i + 1] ?? 0] as const;
    pen += run.advances[i]!;
    return at;
  });
}

describe("glyphs are where HarfBuzz has them", () => {
  // shared/field/41d-svg-chart-labels-indic.json, 41c-svg-emoji-before-thai.json
  const NAMES = ["दिल्ली", "मुंबई", "கொழும்பு", "கோயம்புத்தூர்", "নিউইয়র্ক", "กำแพงเพชร", "ភ្នំពេញ", "မြန်မာ", "ශ්‍රී ලංකා", "ಬೆಂಗಳೂರು"];
  test.each(NAMES)("%s", async (name) => {
    const [label] = await shown(request(`<text x="20" y="50" font-size="10" font-family="Arial, sans-serif">${name}</text>`));
    expect(label!.op.text).toBe(name);
    expect(placesOf(label!.op)).toEqual(await harfbuzz(label!.font, name));
    expect([label!.x, label!.y, label!.size]).toEqual([expect.closeTo(20, 2), expect.closeTo(50, 2), expect.closeTo(10, 2)]);
    const runs = await shown(request(`<text x="150" y="50" font-size="10" text-anchor="end">${name} 2026</text>`));
    expect(runs.map((r) => r.op.text).join("")).toBe(`${name} 2026`);
    const width = runs.reduce((sum, r) => sum + widthOf(r), 0);
    expect(runs[0]!.x).toBeCloseTo(150 - width, 1);
    for (const [i, r] of runs.slice(1).entries()) expect(r.x).toBeCloseTo(runs[i]!.x + widthOf(runs[i]!), 1);
    for (const r of runs) expect(placesOf(r.op)).toEqual(await harfbuzz(r.font, r.op.text));
  });

  test.each(["👍🏽 ไทย|", "✉ 👍🏽 ไทย|", "東京 👍🏽 ไทย|", "🇩🇪 ไทย|", "❤️ abc"])("%s: a space is a space, not an emoji", async (text) => {
    for (const anchor of ["start", "middle"]) {
      const runs = await shown(request(`<text x="100" y="50" font-size="10" text-anchor="${anchor}">${text}</text>`));
      expect(runs.map((r) => r.op.text).join("")).toBe(text);
      for (const r of runs) expect(/Emoji/.test(r.font.name) && r.op.text.includes(" ")).toBe(false);
      const spaces = runs.flatMap((r) => r.op.run.clusters.flatMap((c, i) => (r.op.text[c] === " " ? [r.op.run.advances[i]!] : [])));
      expect(spaces.every((s) => s > 200 && s < 350)).toBe(true);
      const width = runs.reduce((sum, r) => sum + widthOf(r), 0);
      expect(runs[0]!.x).toBeCloseTo(anchor === "start" ? 100 : 100 - width / 2, 1);
    }
  });

  test("letters stay whole where each has a place, a shift or a turn", async () => {
    const content = `<text x="10 60 110 160 190" y="50 51 52 53 54" font-size="10">กำ ที่</text><text x="10 60 110 160" y="80" font-size="10">क्षx</text>`;
    const runs = await shown(request(content));
    expect(runs.map((r) => [r.op.text, Math.round(r.x), Math.round(r.y)])).toEqual([
      ["กำ", 10, 50],
      [" ", 110, 52],
      ["ที่", 160, 53],
      ["क्ष", 10, 80],
      ["x", 160, 80],
    ]);
    for (const r of runs) expect(placesOf(r.op)).toEqual(await harfbuzz(r.font, r.op.text));
  });
});

describe("text that is plain", () => {
  const texts = async (content: string): Promise<readonly string[]> => (await shown(request(content))).map((r) => r.op.text);

  test("goes out as text: its parts, places and paints", async () => {
    expect(await texts(`<text x="5" y="20">one <tspan fill="red" font-weight="bold">two</tspan> three</text>`)).toEqual([
      "one ",
      "two",
      " three",
    ]);
    expect(await texts(`<text x="5 60" y="20">ab</text>`)).toEqual(["a", "b"]);
    expect(await texts(`<text x="5" y="20" stroke="red">outlined</text>`)).toEqual(["outlined"]);
    expect(await texts(`<text x="5" y="20" letter-spacing="2">spaced</text>`)).toEqual(["spaced"]);
    expect(await texts(`<g opacity=".5" transform="rotate(20)"><text x="5" y="20">turned</text></g>`)).toEqual(["turned"]);
    const gradient = `<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>`;
    expect(await texts(`${gradient}<text x="5" y="20" fill="url(#g)">graded</text>`)).toEqual(["graded"]);
    expect(await texts(`<defs><text id="t" y="20">used</text></defs><use href="#t"/><use href="#t" y="30"/>`)).toEqual(["used", "used"]);
    expect(await texts(`<text x="150" y="20" direction="rtl">שלום (abc) 12</text>`)).toEqual(
      expect.arrayContaining([expect.stringContaining("שלום")]),
    );
  });

  test("what needs outlines has them, and what is not seen is not there", async () => {
    const path = `<path id="p" d="M0 50H200" fill="none"/>`;
    const blur = `<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>`;
    const mask = `<mask id="m"><text y="20" fill="white">mask</text></mask><rect width="100" height="50" mask="url(#m)"/>`;
    const clip = `<clipPath id="c"><text y="20">clip</text></clipPath><rect width="100" height="50" clip-path="url(#c)"/>`;
    const pattern = `<pattern id="t" width="50" height="50" patternUnits="userSpaceOnUse"><text y="20">tile</text></pattern>`;
    for (const content of [
      `${path}<text><textPath href="#p">along</textPath></text>`,
      `${blur}<text y="20" filter="url(#f)">blurred</text>`,
      mask,
      clip,
      `${pattern}<rect width="100" height="100" fill="url(#t)"/>`,
      `<text y="20" fill="none" stroke="red">strokes</text>`,
      `<text y="20" visibility="hidden">hidden</text>`,
      `<text y="20"><tspan systemLanguage="ru">other</tspan></text>`,
    ])
      expect([content, await texts(content)]).toEqual([content, []]);
  });

  test("is drawn in its place between what is below and above it", async () => {
    const doc = collect(
      await compile(request(`<rect width="50" height="50" fill="red"/><text y="20">T</text><rect width="5" height="5"/>`), engine.world()),
    );
    const kinds: string[] = [];
    const walk = (ops: readonly Op[]): void => {
      for (const op of ops) {
        if (op.op === "group" || op.op === "mark") walk(op.children);
        else kinds.push(op.op);
      }
    };
    walk(doc.pages[0]!.ops);
    expect(kinds).toEqual(["path", "glyphs", "path"]);
  });

  const CONTENT = `<g font-size="14"><text x="10" y="30">Umsatz 2026 in Köln</text><text x="190" y="60" text-anchor="end" fill="#1e3a8a">दिल्ली और मुंबई</text>
    <text x="10" y="90" stroke="#ff0000" stroke-width=".3">efficient office</text><text x="10" y="120" letter-spacing="2">wide letters</text>
    <text x="190" y="150" direction="rtl">שלום עולם</text><text x="10" y="180" transform="rotate(-10 10 180)">turned words</text></g>`;
  const settings = (profile: string): object => ({ settings: { profile, metadata: { title: "T", language: "en" } } });
  const saved = async (fields: object): Promise<string> => fileOf(await pdfOf(request(CONTENT, fields)));

  test.runIf(havePoppler)("is found in the file, inside the figure", async () => {
    const file = await saved(settings("pdfa-ua1"));
    const said = poppler(file).replace(/[\u202a-\u202e\n ]+/g, " ");
    for (const words of ["Umsatz 2026 in Köln", "दिल्ली और मुंबई", "efficient office", "wide letters", "שלום עולם", "turned words"])
      expect(said).toContain(words);
    const structure = execFileSync("pdfinfo", ["-struct", file], { encoding: "utf8" });
    expect(structure.match(/\b(?:Figure|P|H\d)\b/g)).toEqual(["Figure"]);
  });

  test.runIf(haveVera)("veraPDF: in every profile", async () => {
    const judged = [];
    for (const profile of REQUESTED) {
      const file = await saved(settings(profile));
      for (const flavour of FLAVOURS[profile]) judged.push({ flavour, file });
    }
    expect(faults(judged)).toEqual([]);
  });
});

test.runIf(havePoppler)("clip paths have the letters of a text, in them or used by them", async () => {
  const inked = async (content: string): Promise<number> => {
    const file = fileOf(await pdfOf(request(content)));
    const png = execFileSync("pdftocairo", ["-png", "-singlefile", "-r", "72", file, "-"]);
    const pixels = await sharp(png).removeAlpha().greyscale().raw().toBuffer();
    return pixels.reduce((sum, v) => sum + (255 - v) / 255, 0);
  };
  const text = `font-size="60" font-weight="bold"`;
  const plain = await inked(`<text x="10" y="100" ${text}>clip <tspan dy="20">y</tspan></text>`);
  const letters = `<text id="t" x="5" y="90" ${text}>clip <tspan dy="20">y</tspan></text>`;
  const rect = `<rect width="200" height="200" clip-path="url(#c)"/>`;
  expect(
    (await inked(`<clipPath id="c"><g/>${letters.replace("<text", '<text transform="translate(5 10)"')}</clipPath>${rect}`)) / plain,
  ).toBeCloseTo(1, 1);
  expect((await inked(`<defs>${letters}</defs><clipPath id="c"><use href="#t" x="5" y="10"/></clipPath>${rect}`)) / plain).toBeCloseTo(
    1,
    1,
  );
  expect((await inked(`<clipPath id="c"><rect x="10" y="50" width="150" height="60"/></clipPath>${rect}`)) / plain).toBeGreaterThan(1.5);
});

test.runIf(havePoppler)("text as glyphs and as outlines is drawn alike", async () => {
  const pixels = async (more: string): Promise<Buffer> => {
    const text = `<text x="10" y="60" font-size="40" letter-spacing="1">Ag<tspan dy="10" font-style="italic">fi</tspan> हिन्दी</text>
      <text x="10" y="120" font-size="30" textLength="150" lengthAdjust="spacingAndGlyphs">narrow</text><text x="100" y="170" font-size="30" rotate="20" text-anchor="middle">turn</text>`;
    const tile = `<pattern id="t" width="200" height="200" patternUnits="userSpaceOnUse"><rect width="200" height="200"/></pattern>`;
    const file = fileOf(await pdfOf(request(`${tile}<g ${more}>${text}</g>`)));
    const png = execFileSync("pdftocairo", ["-png", "-singlefile", "-r", "144", file, "-"]);
    return sharp(png).removeAlpha().blur(1.5).raw().toBuffer();
  };
  const [live, outlines] = [await pixels(""), await pixels(`fill="url(#t)"`)];
  let different = 0;
  for (let i = 0; i < live.length; i += 3) if (Math.abs(live[i]! - outlines[i]!) > 48) different++;
  expect(different / (live.length / 3)).toBeLessThan(0.005);
});
