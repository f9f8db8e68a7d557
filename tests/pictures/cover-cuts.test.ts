import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { writePart } from "../../compiler/picture/cut/jpeg-cut.js";
import { readPart } from "../../compiler/picture/cut/jpeg-part.js";
import { runs, seed } from "../support/runs.js";
import { pdfOf } from "../support/pdf.js";
import { succeeds } from "../support/started.js";
import { has, needs } from "../support/tools.js";

/* Parts that `cover` cuts off are not written into the file (N41): pictures of the PDF as poppler extracts them, pixels as sharp decodes them. */
const havePoppler = needs("pdfimages and pdftoppm (poppler-utils)", has("pdfimages") && has("pdftoppm"));
const ALIGN = [...["top_left", "top", "top_right"], ...["left", "center", "right"], ...["bottom_left", "bottom", "bottom_right"]];

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

function painted(width: number, height: number, channels: 3 | 4): Sharp {
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += channels) {
      data[at] = 128 + 90 * Math.sin(x / 19 + (y * y) / 9000);
      data[at + 1] = 128 + 90 * Math.cos(y / 23 - (x * x) / 8000);
      data[at + 2] = (255 * x) / width;
      if (channels === 4) data[at + 3] = 255 - (200 * y) / height;
    }
  return sharp(data, { raw: { width, height, channels } });
}

const FILES: Readonly<Record<string, { readonly format: string; readonly make: (w: number, h: number) => Promise<Buffer> }>> = {
  "JPEG 4:2:0": { format: "jpg", make: (w, h) => painted(w, h, 3).jpeg({ quality: 90 }).toBuffer() },
  "JPEG 4:4:4": { format: "jpg", make: (w, h) => painted(w, h, 3).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer() },
  "JPEG of the usual tables": { format: "jpg", make: (w, h) => painted(w, h, 3).jpeg({ optimiseCoding: false, quality: 40 }).toBuffer() },
  "progressive JPEG": { format: "jpg", make: (w, h) => painted(w, h, 3).jpeg({ progressive: true, quality: 90 }).toBuffer() },
  "progressive JPEG, 4:4:4": {
    format: "jpg",
    make: (w, h) => painted(w, h, 3).jpeg({ mozjpeg: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  },
  "progressive gray JPEG": { format: "jpg", make: (w, h) => painted(w, h, 3).grayscale().jpeg({ progressive: true }).toBuffer() },
  "gray JPEG": { format: "jpg", make: (w, h) => painted(w, h, 3).grayscale().jpeg().toBuffer() },
  "CMYK JPEG": { format: "jpg", make: (w, h) => painted(w, h, 3).toColourspace("cmyk").jpeg().toBuffer() },
  PNG: { format: "png", make: (w, h) => painted(w, h, 3).png().toBuffer() },
  "gray PNG": { format: "png", make: (w, h) => painted(w, h, 3).grayscale().toColourspace("b-w").png().toBuffer() },
  "PNG of 16 bits": { format: "png", make: (w, h) => painted(w, h, 3).toColourspace("rgb16").png().toBuffer() },
  "PNG with 4 colours": { format: "png", make: (w, h) => painted(w, h, 3).png({ palette: true, colours: 4 }).toBuffer() },
  "PNG with alpha": { format: "png", make: (w, h) => painted(w, h, 4).png().toBuffer() },
  "interlaced PNG": { format: "png", make: (w, h) => painted(w, h, 3).png({ progressive: true }).toBuffer() },
  WebP: { format: "webp", make: (w, h) => painted(w, h, 3).webp().toBuffer() },
  "WebP with alpha": { format: "webp", make: (w, h) => painted(w, h, 4).webp({ lossless: true }).toBuffer() },
};

const source = (format: string, bytes: Buffer): object => ({ kind: "base64", format, payload: bytes.toString("base64") });
const place = (left: number, top: number): object => ({ layout: { left, top } });
const page = (...elements: readonly object[]): object => ({
  width: 100,
  height: 100,
  elements: elements.map((e) => ({ type: "image", ...e })),
});
const pdfWith = (...elements: readonly object[]): Promise<Uint8Array> => pdfOf({ pages: [page(...elements)] });

function made(pdf: Uint8Array, tool: string, args: readonly string[]): readonly Buffer[] {
  const folder = mkdtempSync(path.join(tmpdir(), "platen-cuts-"));
  try {
    const file = path.join(folder, "a.pdf");
    writeFileSync(file, pdf);
    succeeds(tool, ...args, file, path.join(folder, "x"));
    const files = readdirSync(folder).filter((f) => f.startsWith("x"));
    return files.sort().map((f) => readFileSync(path.join(folder, f)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const decoded = async (file: Buffer): Promise<Pixels> => {
  const { data, info } = await sharp(file).flatten().toColourspace("srgb").removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
};

async function picturesIn(pdf: Uint8Array): Promise<readonly Pixels[]> {
  const listed = execFileSync("pdfimages", ["-list", "-"], { input: pdf, encoding: "utf8" });
  const rows = listed.split("\n").flatMap((line) => (/^\s*\d/.test(line) ? [line.trim().split(/\s+/)] : []));
  const isFirst = (i: number): boolean => rows[i]![2] === "image" && rows.findIndex((r) => r[10] === rows[i]![10]) === i;
  const files = made(pdf, "pdfimages", ["-all"]);
  return Promise.all(files.filter((_, i) => isFirst(i)).map(decoded));
}

const rowOf = ({ data, width }: Pixels, x: number, y: number, n: number): Buffer =>
  data.subarray(3 * (y * width + x), 3 * (y * width + x + n));

function contains(part: Pixels, whole: Pixels, region: { x: number; y: number; width: number; height: number }): boolean {
  const fits = (x0: number, y0: number): boolean => {
    for (let y = 0; y < region.height; y++)
      if (rowOf(part, region.x - x0, region.y + y - y0, region.width).compare(rowOf(whole, region.x, region.y + y, region.width)) !== 0)
        return false;
    return true;
  };
  for (let x0 = Math.max(0, region.x + region.width - part.width); x0 <= region.x; x0++)
    for (let y0 = Math.max(0, region.y + region.height - part.height); y0 <= region.y; y0++) if (fits(x0, y0)) return true;
  return false;
}

function shownPixels(whole: { width: number; height: number }, box: { width: number; height: number }, align: string) {
  const i = ALIGN.indexOf(align);
  const aspect = box.width / box.height;
  const [w, h] = [Math.min(whole.width, whole.height * aspect), Math.min(whole.height, whole.width / aspect)];
  const [x, y] = [((whole.width - w) * (i % 3)) / 2, ((whole.height - h) * Math.floor(i / 3)) / 2];
  const [left, top] = [Math.floor(x + 1e-6), Math.floor(y + 1e-6)];
  return { x: left, y: top, width: Math.ceil(x + w - 1e-6) - left, height: Math.ceil(y + h - 1e-6) - top };
}

const given = fc.record({
  width: fc.integer({ min: 100, max: 300 }),
  height: fc.integer({ min: 100, max: 300 }),
  share: fc.double({ min: 0.1, max: 0.6, noNaN: true }),
  wide: fc.boolean(),
  align: fc.constantFrom(...ALIGN),
});

describe.runIf(havePoppler)("what cover cuts is not written", () => {
  test.each(Object.keys(FILES))("the PDF has the shown pixels of a %s as they are, few others, and is smaller", async (kind) => {
    await fc.assert(
      fc.asyncProperty(given, async ({ width, height, share, wide, align }) => {
        const { format, make } = FILES[kind]!;
        const file = await make(width, height);
        const aspect = (width / height) * (wide ? 1 / share : share);
        const box = aspect > 1 ? { width: 80, height: 80 / aspect } : { width: 80 * aspect, height: 80 };
        const element = { ...place(5, 5), ...box, source: source(format, file), align };
        const [cut, whole] = [await pdfWith({ ...element, fit: "cover" }), await pdfWith({ ...element, fit: "fill" })];
        expect(cut.length).toBeLessThan(whole.length);
        const [[part], [all]] = [await picturesIn(cut), await picturesIn(whole)];
        const region = shownPixels({ width, height }, box, align);
        expect(all).toMatchObject({ width, height });
        const most = format === "jpg" ? 24 : 9;
        expect(part!.width).toBeLessThanOrEqual(Math.min(width, region.width + most));
        expect(part!.height).toBeLessThanOrEqual(Math.min(height, region.height + most));
        expect(contains(part!, all!, region)).toBe(true);
      }),
      { numRuns: runs(3), seed },
    );
  });

  test("orientations of EXIF are cut where they are seen", async () => {
    const box = { ...place(10, 10), width: 20, height: 70 };
    for (let orientation = 1; orientation <= 8; orientation++) {
      const file = await painted(240, 160, 3).jpeg().withMetadata({ orientation }).toBuffer();
      const cut = { ...box, source: source("jpg", file), fit: "cover", align: "left" };
      const pages = [page(cut), page({ ...cut, fit: "fill" })];
      const [small, large] = [await pdfOf({ pages: pages.slice(0, 1) }), await pdfOf({ pages })];
      expect(small.length).toBeLessThan(large.length - file.length / 3);
      const seen = (pdf: Uint8Array): Promise<Pixels> => decoded(made(pdf, "pdftoppm", ["-r", "100", "-png", "-l", "1"])[0]!);
      const [a, b] = [await seen(small), await seen(large)];
      const most = a.data.reduce((d, v, i) => Math.max(d, Math.abs(v - b.data[i]!)), 0);
      expect(most, `orientation ${orientation}`).toBeLessThan(12);
    }
  });
});

describe.runIf(havePoppler)("one picture in several places", () => {
  const file = painted(300, 200, 3).jpeg({ quality: 90 }).toBuffer();
  const strip = async (align: string, top: number): Promise<object> => ({
    ...{ ...place(10, top), width: 60, height: 8, fit: "cover", align },
    source: source("jpg", await file),
  });
  const countOf = async (...elements: readonly object[]): Promise<readonly Pixels[]> => picturesIn(await pdfWith(...elements));

  test("the same part is written once, different ones one by one, parts beside each other as one", async () => {
    expect(await countOf(await strip("top", 5), await strip("top", 50))).toHaveLength(1);
    const ends = await countOf(await strip("top", 5), await strip("bottom", 50));
    expect(ends).toHaveLength(2);
    for (const { height } of ends) expect(height).toBeLessThan(80);
    const near = { ...(await strip("top", 20)), height: 9 };
    const [one, ...others] = await countOf(await strip("top", 5), near);
    expect(others).toEqual([]);
    expect(one!.height).toBeLessThan(90);
  });

  test("a picture that is whole somewhere is written once, as it is", async () => {
    const whole = { ...place(10, 60), width: 30, height: 20, source: source("jpg", await file) };
    const pictures = await countOf(await strip("top", 5), whole);
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([[300, 200]]);
  });

  test("nothing is written again that has its proportions, or would grow", async () => {
    const fits = { ...place(10, 10), width: 60, height: 40, fit: "cover", source: source("jpg", await file) };
    expect((await countOf(fits)).map(({ width, height }) => [width, height])).toEqual([[300, 200]]);
    const plain = await sharp({ create: { width: 200, height: 300, channels: 3, background: "#ffffff" } })
      .png()
      .toBuffer();
    const cover = { ...place(10, 10), width: 60, height: 40, fit: "cover", source: source("png", plain) };
    expect((await pdfWith(cover)).length).toBeLessThanOrEqual((await pdfWith({ ...cover, fit: "contain" })).length + 40);
  });
});

test("a damaged JPEG file is cut, or left as it is", async () => {
  const files = await Promise.all([false, true].map((progressive) => painted(90, 60, 3).jpeg({ progressive }).toBuffer()));
  const damage = fc.array(fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...files), damage, (file, changes) => {
      const bytes = Uint8Array.from(file);
      for (const { at, to } of changes) bytes[2 + (at % (bytes.length - 2))] = to;
      const region = { x: 16, y: 16, width: 40, height: 30 };
      const part = readPart(bytes, region, () => undefined);
      if (part && part.width === 90 && part.height === 60) expect(writePart(part, { ...region, x: 16, y: 16 }).length).toBeGreaterThan(0);
    }),
    { numRuns: runs(300), seed },
  );
});

async function restarted(strips: readonly Buffer[]): Promise<Buffer> {
  const width = 160;
  const parts = await Promise.all(
    strips.map((data) =>
      sharp(data, { raw: { width, height: 8, channels: 1 } })
        .jpeg({ optimiseCoding: false, chromaSubsampling: "4:4:4" })
        .toBuffer(),
    ),
  );
  const scanOf = (file: Buffer): number => {
    const at = file.indexOf(Uint8Array.of(0xff, 0xda));
    return at + 2 + file.readUInt16BE(at + 2);
  };
  const head = Buffer.from(parts[0]!.subarray(0, scanOf(parts[0]!)));
  head.writeUInt16BE(8 * strips.length, head.indexOf(Uint8Array.of(0xff, 0xc0)) + 5);
  const data = parts.flatMap((file, i) => [...(i > 0 ? [Buffer.of(0xff, 0xd0 + ((i - 1) % 8))] : []), file.subarray(scanOf(file), -2)]);
  return Buffer.concat([head.subarray(0, 2), Buffer.of(0xff, 0xdd, 0, 4, 0, width / 8), head.subarray(2), ...data, Buffer.of(0xff, 0xd9)]);
}

test("restart markers end a part of the data", async () => {
  const gray = await painted(160, 96, 3).grayscale().toColourspace("b-w").raw().toBuffer();
  const file = await restarted(Array.from({ length: 12 }, (_, i) => gray.subarray(i * 1280, (i + 1) * 1280)));
  const whole = await decoded(file);
  const region = { x: 40, y: 24, width: 64, height: 40 };
  const part = await decoded(
    Buffer.from(
      writePart(
        readPart(file, region, () => undefined)!,
        region,
      ),
    ),
  );
  expect([part.width, part.height]).toEqual([64, 40]);
  for (let y = 0; y < region.height; y++) expect(rowOf(part, 0, y, 64)).toEqual(rowOf(whole, region.x, region.y + y, 64));
});
