import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { renderPng } from "../../backends/png/png.js";
import { renderSvg } from "../../backends/svg/svg.js";
import { RenderError } from "../../compiler/core/fail.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { dump } from "../../ir/dump.js";
import type { IrDocument } from "../../ir/ir.js";
import { load } from "../../ir/load.js";
import { validate } from "../../ir/validate.js";
import {
  colorFont,
  composite,
  DISC,
  glyph,
  LEFT,
  linear,
  LOWER,
  PALETTE,
  radial,
  rotate,
  scale,
  skew,
  solid,
  SQUARE,
  sweep,
  transform,
} from "../support/fonts/color.js";
import { engineWith } from "../support/fonts/engine.js";
import { page, text } from "../support/page.js";
import { fileOf } from "../support/pdf.js";
import { drawPage } from "../../runtime/pictures/page-pixels.js";
import { haveMutool, havePoppler, poppler } from "../support/readers.js";

/* Drawings of fonts in colour, in PDF and PNG: pixels by the formulas of OpenType and of compositing, in squares of the em. */
type Rgb = readonly [number, number, number];
const rgb = (i: number): Rgb => {
  const v = Number.parseInt(PALETTE[i]!.slice(1), 16);
  return [v >> 16, (v >> 8) & 255, v & 255];
};
const [RED, BLUE, YELLOW] = [rgb(0), rgb(1), rgb(3)];
const mix = (a: Rgb, b: Rgb, t: number): Rgb => [0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * t) as unknown as Rgb;
/** Of a colour over white. */
const over = (color: Rgb, alpha: number): Rgb => mix([255, 255, 255], color, alpha);

const stops = [
  [0, 0],
  [1, 1],
] as const;
/** Places in the em: only the left part, both, only the lower part. */
const PLACES = { left: [0.3, 0.75], both: [0.4, 0.35], lower: [0.75, 0.35] } as const;
type Expected = Readonly<Record<keyof typeof PLACES, Rgb>>;
const WHITE: Rgb = [255, 255, 255];

/** By Porter and Duff: share of the source (red), and of the backdrop (blue), of opacities `s` and `b` at a place. */
const SHARES: Readonly<Record<number, (s: number, b: number) => readonly [number, number]>> = {
  0: () => [0, 0],
  1: (s) => [s, 0],
  2: (_, b) => [0, b],
  3: (s, b) => [s, b * (1 - s)],
  4: (s, b) => [s * (1 - b), b],
  5: (s, b) => [s * b, 0],
  6: (s, b) => [0, b * s],
  7: (s, b) => [s * (1 - b), 0],
  8: (s, b) => [0, b * (1 - s)],
  9: (s, b) => [s * b, b * (1 - s)],
  10: (s, b) => [s * (1 - b), b * s],
  11: (s, b) => [s * (1 - b), b * (1 - s)],
};
/** Separable blend modes of PDF (ISO 32000-2, 11.3.5.2). */
const BLENDS: Readonly<Record<number, (b: number, s: number) => number>> = {
  13: (b, s) => b + s - b * s,
  15: Math.min,
  16: Math.max,
  21: (b, s) => Math.abs(b - s),
  22: (b, s) => b + s - 2 * b * s,
  23: (b, s) => b * s,
};

/** Non-separable ones (ISO 32000-2, 11.3.5.3), of channels from 0 to 1: backdrop, source. */
type Channels = readonly [number, number, number];
const luminosity = ([r, g, b]: Channels): number => 0.3 * r + 0.59 * g + 0.11 * b;
const saturation = (c: Channels): number => Math.max(...c) - Math.min(...c);
const map = (c: Channels, of: (v: number) => number): Channels => [of(c[0]), of(c[1]), of(c[2])];
function withLuminosity(c: Channels, wanted: number): Channels {
  const moved = map(c, (v) => v + wanted - luminosity(c));
  const [l, least, most] = [luminosity(moved), Math.min(...moved), Math.max(...moved)];
  const raised = least < 0 ? map(moved, (v) => l + ((v - l) * l) / (l - least)) : moved;
  return most > 1 ? map(raised, (v) => l + ((v - l) * (1 - l)) / (most - l)) : raised;
}
const withSaturation = (c: Channels, wanted: number): Channels =>
  map(c, (v) => (saturation(c) === 0 ? 0 : ((v - Math.min(...c)) * wanted) / saturation(c)));
const HUES: Readonly<Record<number, (b: Channels, s: Channels) => Channels>> = {
  24: (b, s) => withLuminosity(withSaturation(s, saturation(b)), luminosity(b)),
  25: (b, s) => withLuminosity(withSaturation(b, saturation(s)), luminosity(b)),
  26: (b, s) => withLuminosity(s, luminosity(b)),
  27: (b, s) => withLuminosity(b, luminosity(s)),
};
const share = (c: Rgb): Channels => map(c, (v) => v / 255);

function composed(mode: number, s: number, b: number): Expected {
  const at = (inLeft: boolean, inLower: boolean): Rgb => {
    const [as, ab] = [inLeft ? s : 0, inLower ? b : 0];
    const hue = HUES[mode]?.(share(BLUE), share(RED));
    const blend = BLENDS[mode];
    const [fs, fb] = blend || hue ? [as * (1 - ab), ab * (1 - as)] : SHARES[mode]!(as, ab);
    const both = blend || hue ? as * ab : 0;
    return [0, 1, 2].map((i) => {
      const mixed = hue ? 255 * hue[i]! : blend ? 255 * blend(BLUE[i]! / 255, RED[i]! / 255) : 0;
      return RED[i]! * fs + BLUE[i]! * fb + mixed * both + 255 * (1 - fs - fb - both);
    }) as unknown as Rgb;
  };
  return { left: at(true, false), both: at(true, true), lower: at(false, true) };
}

interface Case {
  readonly name: string;
  readonly paint: Parameters<typeof colorFont>[0]["paints"][string];
  /** places in the em, from its lower left corner, with the colour and how near it is */
  readonly at: readonly (readonly [x: number, y: number, color: Rgb, near: number])[];
}

const CASES: Case[] = [
  {
    name: "layers of version 1 in a colour of the palette",
    paint: glyph(SQUARE, solid(0)),
    at: [
      [0.2, 0.2, RED, 2],
      [0.05, 0.5, WHITE, 2],
    ],
  },
  {
    name: "the text's colour, with an alpha",
    paint: glyph(SQUARE, solid(0xffff, 0.5)),
    at: [[0.5, 0.5, over([0x12, 0x34, 0x56], 0.5), 2]],
  },
  {
    name: "a clip by two outlines",
    paint: glyph(DISC, glyph(LEFT, solid(1))),
    at: [
      [0.5, 0.5, BLUE, 2],
      [0.7, 0.5, WHITE, 2],
      [0.12, 0.88, WHITE, 2],
    ],
  },
  {
    name: "a linear gradient that its third point turns",
    paint: glyph(SQUARE, linear({ stops }, 100, 100, 900, 900, 100, 900)),
    at: [0.2, 0.5, 0.8].flatMap((x) => [0.2, 0.8].map((y) => [x, y, mix(RED, BLUE, (x - 0.1) / 0.8), 10] as const)),
  },
  {
    name: "a gradient that repeats",
    paint: glyph(SQUARE, linear({ extend: 1, stops }, 300, 0, 500, 0, 300, 100)),
    at: [
      [0.35, 0.5, mix(RED, BLUE, 0.25), 10],
      [0.55, 0.5, mix(RED, BLUE, 0.25), 10],
      [0.8, 0.5, mix(RED, BLUE, 0.5), 10],
    ],
  },
  {
    name: "a gradient that is reflected",
    paint: glyph(SQUARE, linear({ extend: 2, stops }, 300, 0, 500, 0, 300, 100)),
    at: [
      [0.35, 0.5, mix(RED, BLUE, 0.25), 10],
      [0.55, 0.5, mix(RED, BLUE, 0.75), 10],
      [0.25, 0.5, mix(RED, BLUE, 0.25), 10],
    ],
  },
  {
    name: "a radial gradient that begins at a circle",
    paint: glyph(SQUARE, radial({ stops }, 500, 500, 100, 500, 500, 300)),
    at: [
      [0.5, 0.5, RED, 10],
      [0.7, 0.5, mix(RED, BLUE, 0.5), 10],
      [0.85, 0.5, BLUE, 10],
      [0.5, 0.25, mix(RED, BLUE, 0.75), 10],
    ],
  },
  {
    name: "a radial gradient from a large circle to a small one",
    paint: glyph(SQUARE, radial({ stops }, 500, 500, 300, 500, 500, 100)),
    at: [
      [0.5, 0.5, BLUE, 10],
      [0.7, 0.5, mix(RED, BLUE, 0.5), 10],
      [0.15, 0.5, RED, 10],
      [0.85, 0.85, RED, 10],
    ],
  },
  {
    name: "a cone of two circles outside of one another",
    paint: glyph(SQUARE, radial({ stops }, 300, 500, 50, 700, 500, 150)),
    at: [
      [0.15, 0.8, WHITE, 2],
      [0.3, 0.8, WHITE, 2],
      [0.84, 0.5, BLUE, 10],
      [0.5, 0.5, mix(RED, BLUE, 5 / 6), 10],
    ],
  },
  {
    name: "a sweep around the whole turn",
    paint: glyph(SQUARE, sweep({ stops }, 500, 500, 0, 360)),
    at: [
      [0.5, 0.8, mix(RED, BLUE, 0.25), 10],
      [0.2, 0.5, mix(RED, BLUE, 0.5), 10],
      [0.5, 0.2, mix(RED, BLUE, 0.75), 10],
    ],
  },
  {
    name: "a sweep of a part, with its ends beyond",
    paint: glyph(SQUARE, sweep({ stops }, 500, 500, 90, 270)),
    at: [
      [0.8, 0.6, RED, 10],
      [0.2, 0.5, mix(RED, BLUE, 0.5), 10],
      [0.8, 0.4, BLUE, 10],
      [0.3, 0.7, mix(RED, BLUE, 0.25), 10],
    ],
  },
  {
    name: "a turned outline",
    paint: rotate(glyph(LEFT, solid(1)), 90, 500, 500),
    at: [
      [0.5, 0.2, BLUE, 2],
      [0.8, 0.5, BLUE, 2],
      [0.5, 0.7, WHITE, 2],
    ],
  },
  {
    name: "a scaled and skewed outline",
    paint: skew(scale(glyph(SQUARE, solid(1)), 0.5, 0.5), 45, 0),
    at: [
      [-0.1 + 0.15, 0.1, BLUE, 2],
      [0.02, 0.4, BLUE, 2],
      [0.3, 0.4, WHITE, 2],
    ],
  },
  {
    name: "a gradient that is moved in its outline",
    paint: glyph(SQUARE, transform(linear({ stops }, 0, 0, 400, 0, 0, 400), 2, 0, 0, 2, 100, 0)),
    at: [0.3, 0.5, 0.7].map((x) => [x, 0.5, mix(RED, BLUE, (x - 0.1) / 0.8), 10] as const),
  },
  {
    name: "a gradient with alphas",
    paint: glyph(
      SQUARE,
      linear(
        {
          stops: [
            [0, 0],
            [1, 0, 0],
          ],
        },
        100,
        0,
        900,
        0,
        100,
        100,
      ),
    ),
    at: [
      [0.3, 0.5, over(RED, 0.75), 10],
      [0.7, 0.5, over(RED, 0.25), 10],
    ],
  },
  {
    name: "a group that is faded as one (SRC_IN over an alpha)",
    paint: composite(composite(glyph(LEFT, solid(0)), 3, glyph(LOWER, solid(1))), 5, solid(5, 0.4)),
    at: [
      [...PLACES.left, over(RED, 0.4), 2],
      [...PLACES.both, over(RED, 0.4), 2],
      [...PLACES.lower, over(BLUE, 0.4), 2],
    ],
  },
  {
    name: "layers of version 0",
    paint: [
      [SQUARE, 3],
      [LEFT, 0xffff],
    ],
    at: [
      [0.3, 0.5, [0x12, 0x34, 0x56], 2],
      [0.8, 0.5, YELLOW, 2],
    ],
  },
];
for (const [s, b] of [
  [1, 1],
  [0.5, 0.6],
] as const)
  for (const mode of [...Object.keys(SHARES), ...Object.keys(BLENDS), ...Object.keys(HUES)].map(Number)) {
    const expected = composed(mode, s, b);
    const at = (["left", "both", "lower"] as const).map((k) => [...PLACES[k], expected[k], s === 1 && mode < 12 ? 2 : 12] as const);
    CASES.push({
      name: `composite mode ${mode}, alphas ${s} and ${b}`,
      paint: composite(glyph(LEFT, solid(0, s)), mode, glyph(LOWER, solid(1, b))),
      at,
    });
  }

const CHARACTERS = CASES.map((_, i) => String.fromCodePoint(0x4e00 + i));
const font = colorFont({ paints: Object.fromEntries(CASES.map(({ paint }, i) => [CHARACTERS[i]!, paint])), plain: "x" });
const engine = engineWith(font);
const SIZE = 50;
const style = { font_family: "Colours", font_size: SIZE, line_height: 1, color: "#123456" };
const PER_ROW = 8;
const request = (settings: object = {}): object =>
  page(
    CHARACTERS.map((c, i) => text(c, { layout: { left: 10 + 20 * (i % PER_ROW), top: 10 + 20 * Math.floor(i / PER_ROW) }, style })),
    { width: 180, height: 180, settings },
  );

interface Picture {
  readonly data: Uint8Array;
  readonly width: number;
}
const DPI = 144;
const MUPDF = "PDF by MuPDF";
const SATURATION = 25;
const picture = async (png: Uint8Array): Promise<Picture> => {
  const { data, info } = await sharp(png).flatten({ background: "#ffffff" }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width };
};

describe("glyphs in colour", () => {
  let doc: IrDocument;
  let pdf = "";
  const pictures: Record<string, Picture> = {};
  const origins = new Map<string, { readonly x: number; readonly y: number }>();

  beforeAll(async () => {
    const { doc: made, pdf: bytes } = (await engine.displayed(request())).made!;
    doc = made;
    pdf = fileOf(bytes);
    pictures["PNG"] = await picture((await renderPng(doc, engine.fonts, { dpi: DPI, harfbuzz: engine.harfbuzz }, drawPage))[0]!);
    if (haveMutool) pictures[MUPDF] = await picture(execFileSync("mutool", ["draw", "-q", "-r", String(DPI), "-F", "png", "-o", "-", pdf]));
    if (havePoppler) pictures["PDF"] = await picture(execFileSync("pdftoppm", ["-r", String(DPI), "-png", pdf]));
    const found = JSON.stringify(doc.pages[0]!.ops, (_, v: unknown) => {
      const op = v as { readonly op?: string; readonly text: string; readonly x: number; readonly y: number };
      if (op?.op === "glyphs") origins.set(op.text, op);
      return v;
    });
    expect(found.length).toBeGreaterThan(0);
  });

  test.each(CASES.map(({ name }, i) => [name, i] as const))("%s", (_, i) => {
    const { x, y } = origins.get(CHARACTERS[i]!)!;
    // poppler computes the mode "saturation" in another way than ISO 32000-1, 11.3.5.3
    const other = CASES[i]!.name.startsWith(`composite mode ${SATURATION},`) ? "PDF" : MUPDF;
    for (const [kind, { data, width }] of Object.entries(pictures).filter(([kind]) => kind !== other))
      for (const [ex, ey, color, near] of CASES[i]!.at) {
        const [px, py] = [Math.floor(((x + ex * SIZE) * DPI) / 72), Math.floor(((y - ey * SIZE) * DPI) / 72)];
        const found = [0, 1, 2].map((c) => data[3 * (py * width + px) + c]!);
        const far = Math.max(...found.map((v, c) => Math.abs(v - color[c]!)));
        expect(far, `${kind} at ${ex}, ${ey}: ${found.join()} instead of ${color.map(Math.round).join()}`).toBeLessThanOrEqual(near);
      }
  });

  test("the display list is valid, and what is loaded from it is the same document", () => {
    expect(validate(doc)).toEqual([]);
    const again = load(
      dump(doc, engine.fonts, () => false),
      engine.fonts,
    );
    expect(Buffer.from(engine.write(again.doc, again.blobs).pdf)).toEqual(Buffer.from(engine.write(doc, engine.fonts).pdf));
  });

  test.runIf(havePoppler)("text is extracted as it was sent", () => {
    expect([...poppler(pdf).replace(/\s/g, "")].sort()).toEqual([...CHARACTERS].sort());
  });

  test("SVG has each drawing once, without pictures", () => {
    const two = page([text("一一", { style }), text("一x", { layout: { left: 10, top: 40 }, style })]);
    return engine.displayed(two).then(({ made }) => {
      const [svg] = renderSvg(made!.doc, engine.fonts, engine.harfbuzz);
      expect(svg!.match(/<g id="d/g)).toHaveLength(1);
      expect(svg!.match(/<use xlink:href="#d/g)).toHaveLength(3);
      expect(svg).not.toContain("<image");
    });
  });

  test("a drawing is in the PDF once, whatever the number of its uses", async () => {
    const size = async (n: number): Promise<number> =>
      (await engine.renderLater(page(text("一".repeat(n), { style: { ...style, font_size: 4 } })))).pdf.length;
    expect((await size(20)) - (await size(10))).toBeLessThan(60);
  });

  test("PDF/A-1b takes opaque drawings and refuses others, with the character", async () => {
    const of = (c: string): Promise<unknown> => engine.renderLater(page(text(c, { style }), { settings: { profile: "pdfa-1b" } }));
    await expect(of(CHARACTERS[0]!)).resolves.toBeDefined();
    const error = await of(CHARACTERS[1]!).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RenderError);
    expect((error as RenderError).problem).toMatchObject({ code: "API-502" });
    expect((error as Error).message).toContain(`"${CHARACTERS[1]!}" (U+4E01)`);
  });

  test("a document has at most so many fills of drawings as the limit says", async () => {
    const of = (fills: number): Promise<unknown> =>
      engine.renderLater(page(text(`${CHARACTERS[0]!}${CHARACTERS[0]!}${CHARACTERS[1]!}`, { style })), {
        limits: { ...CONTRACT_LIMITS, glyph_fills: fills },
      });
    await expect(of(2)).resolves.toBeDefined();
    await expect(of(1)).rejects.toThrow(/API-002|PLATEN_LIMIT_GLYPH_FILLS/);
  });

  test("opacity fades a glyph as a whole", async () => {
    const faded = text(CHARACTERS[CASES.findIndex(({ name }) => name === "layers of version 0")]!, { style: { ...style, opacity: 0.5 } });
    const { made } = await engine.displayed(page(faded));
    const file = fileOf(made!.pdf);
    const shown = await picture((await renderPng(made!.doc, engine.fonts, { dpi: DPI, harfbuzz: engine.harfbuzz }, drawPage))[0]!);
    const [op] = made!.doc.pages[0]!.ops.flatMap(function inside(o): { x: number; y: number }[] {
      return o.op === "glyphs" ? [o] : "children" in o ? o.children.flatMap(inside) : [];
    });
    const all = havePoppler ? [shown, await picture(execFileSync("pdftoppm", ["-r", String(DPI), "-png", file]))] : [shown];
    for (const { data, width } of all) {
      const at = 3 * (Math.floor(((op!.y - 0.5 * SIZE) * DPI) / 72) * width + Math.floor(((op!.x + 0.3 * SIZE) * DPI) / 72));
      over([0x12, 0x34, 0x56], 0.5).forEach((v, c) => expect(Math.abs(data[at + c]! - v)).toBeLessThanOrEqual(2));
    }
    expect(readFileSync(file).length).toBeGreaterThan(0);
  });
});
