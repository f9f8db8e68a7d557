import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { decoded, difference, engine, image, pdfOf, shown, type Given, type Pixels } from "../support/shown.js";
import { chunk } from "../support/png.js";
import { has, needs, testData } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

/*
 * Orientations, broken colour profiles and stray bytes in picture files made by libvips and edited by hand, compared with libvips's
 * decoding.
 */
const havePoppler = needs("pdftoppm, pdfimages (poppler-utils)", has("pdftoppm") && has("pdfimages"));
const haveQpdf = needs("qpdf", has("qpdf"));
const suite = testData("pngsuite/png");

const WIDTH = 24;
const HEIGHT = 16;
/** Differs in every orientation; squares of 8 pixels survive JPEG. */
function pixels(channels: 1 | 3 | 4): Sharp {
  const colors = [0xd02010ff, 0x20c040ff, 0x1030e0ff, 0xf0e010ff, 0x101010ff, 0xffffff80];
  const data = Buffer.alloc(WIDTH * HEIGHT * channels);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const color = colors[(x >> 3) + 3 * (y >> 3)]!;
      for (let c = 0; c < channels; c++) data[(y * WIDTH + x) * channels + c] = (color >>> (24 - 8 * c)) & 255;
    }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels } });
}

function exif(orientation: number, little: boolean): Buffer {
  const b = Buffer.alloc(26);
  const [u16, u32] = little
    ? [(v: number, at: number) => b.writeUInt16LE(v, at), (v: number, at: number) => b.writeUInt32LE(v, at)]
    : [(v: number, at: number) => b.writeUInt16BE(v, at), (v: number, at: number) => b.writeUInt32BE(v, at)];
  b.write(little ? "II" : "MM");
  u16(42, 2);
  u32(8, 4);
  u16(1, 8);
  u16(0x0112, 10);
  u16(3, 12);
  u32(1, 14);
  u16(orientation, 18);
  return b;
}

const withChunk = (png: Uint8Array, added: Uint8Array): Buffer => Buffer.concat([png.subarray(0, 33), added, png.subarray(33)]);
const segment = (marker: number, body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255), body]);
const withSegment = (jpeg: Uint8Array, added: Uint8Array): Buffer => Buffer.concat([jpeg.subarray(0, 2), added, jpeg.subarray(2)]);
const latin = (s: string): Buffer => Buffer.from(s, "latin1");

function webpWith(webp: Uint8Array, added: readonly (readonly [type: string, body: Uint8Array])[], alpha: boolean): Buffer {
  const flags = (added.some(([t]) => t === "ICCP") ? 0x20 : 0) | (added.some(([t]) => t === "EXIF") ? 8 : 0) | (alpha ? 0x10 : 0);
  const vp8x = Buffer.of(flags, 0, 0, 0, WIDTH - 1, 0, 0, HEIGHT - 1, 0, 0);
  const part = (type: string, body: Uint8Array): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type);
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length & 1)]);
  };
  const parts = (type: string): Buffer[] => added.filter(([t]) => t === type).map(([t, body]) => part(t, body));
  const old = webp.subarray(12);
  const from = latin("VP8X").equals(old.subarray(0, 4)) ? 18 : 0;
  const inner = Buffer.concat([latin("WEBP"), part("VP8X", vp8x), ...parts("ICCP"), old.subarray(from), ...parts("EXIF")]);
  const head = Buffer.alloc(8);
  head.write("RIFF");
  head.writeUInt32LE(inner.length, 4);
  return Buffer.concat([head, inner]);
}

async function expectShown(files: readonly Given[], wanted: readonly Pixels[], names: readonly string[], profile = ""): Promise<void> {
  const found = await shown(files, wanted, profile);
  const wrong = files.flatMap((f, i) => {
    const off = difference(wanted[i]!, found[i]!, f.format === "jpg" ? 24 : 2);
    return off > 0 ? [`${names[i]!}: ${off}`] : [];
  });
  expect(wrong).toEqual([]);
}

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

describe("EXIF orientation", () => {
  const quality = { quality: 100, chromaSubsampling: "4:4:4" };
  const jpegs = async (): Promise<Given[]> => {
    const plain = await pixels(3).jpeg(quality).toBuffer();
    const gray = await pixels(1).toColourspace("b-w").jpeg(quality).toBuffer();
    const big = ORIENTATIONS.map((o) => withSegment(plain, segment(0xe1, Buffer.concat([latin("Exif\0\0"), exif(o, false)]))));
    const little = ORIENTATIONS.map((o) => withSegment(gray, segment(0xe1, Buffer.concat([latin("Exif\0\0"), exif(o, true)]))));
    return [...big, ...little].map((bytes) => ({ format: "jpg", bytes }));
  };
  const pngs = async (): Promise<Given[]> => {
    const kinds = [
      pixels(3).png(),
      pixels(4).png(),
      pixels(1).toColourspace("b-w").png(),
      pixels(4).png({ palette: true }),
      pixels(3).png({ palette: true, colours: 8 }),
      pixels(3).toColourspace("rgb16").png(),
      pixels(4).toColourspace("rgb16").png(),
      pixels(3).png({ progressive: true }),
      pixels(4).png({ progressive: true }),
    ];
    const files = await Promise.all(kinds.map((k) => k.toBuffer()));
    return files.flatMap((f, k) =>
      ORIENTATIONS.map((o) => ({ format: "png", bytes: withChunk(f, chunk("eXIf", exif(o, (k + o) % 2 === 0))) })),
    );
  };
  const webps = async (): Promise<Given[]> => {
    const files = [
      { alpha: false, bytes: await pixels(3).webp({ lossless: true }).toBuffer() },
      { alpha: true, bytes: await pixels(4).webp({ lossless: true }).toBuffer() },
      { alpha: true, bytes: await pixels(4).webp({ quality: 95 }).toBuffer() },
    ];
    return files.flatMap((f) =>
      ORIENTATIONS.map((o) => ({ format: "webp", bytes: webpWith(f.bytes, [["EXIF", exif(o, o % 2 === 0)]], f.alpha) })),
    );
  };

  test.runIf(havePoppler).each([
    ["jpg", jpegs],
    ["png", pngs],
    ["webp", webps],
  ])("%s: turned and mirrored as libvips does it, in any profile", async (format, make) => {
    const files = await make();
    const wanted = await Promise.all(files.map((f) => decoded(f.bytes)));
    expect(new Set(wanted.map((w) => `${w.width} ${w.height}`)).size).toBe(2);
    const names = files.map((_, i) => `${format} ${Math.floor(i / 8)}, orientation ${(i % 8) + 1}`);
    await expectShown(files, wanted, names);
    await expectShown(files, wanted, names, "pdfa-2b");
  });

  test.runIf(havePoppler)("every kind of PNG, turned a quarter", async () => {
    const names = readdirSync(suite).filter((f) => /^(basn|basi|tbb|tp1).*\.png$/.test(f));
    expect(names.length).toBeGreaterThan(30);
    const turned = names.map((f) => ({
      format: "png",
      bytes: withChunk(readFileSync(path.join(suite, f)), chunk("eXIf", exif(6, false))),
    }));
    const wanted = await Promise.all(turned.map((f) => decoded(f.bytes)));
    const upright = await Promise.all(names.map((f) => decoded(path.join(suite, f))));
    expect(wanted.some((w, i) => !Buffer.from(w.data).equals(Buffer.from(upright[i]!.data)))).toBe(true);
    const found = await shown(turned, wanted, "");
    const wrong = names.flatMap((f, i) => (difference(wanted[i]!, found[i]!, 4) > 0 ? [f] : []));
    expect(wrong).toEqual([]);
  });

  test.runIf(havePoppler)("pictures in an SVG file are turned too", async () => {
    const turned = withChunk(await pixels(3).png().toBuffer(), chunk("eXIf", exif(6, false)));
    const upright = await decoded(turned);
    const { width, height } = upright;
    const href = `data:image/png;base64,${turned.toString("base64")}`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="${href}"/></svg>`;
    await expectShown([{ format: "svg", bytes: Buffer.from(svg) }], [upright], ["svg"]);
  });

  test.runIf(havePoppler)("what cannot be read says nothing", async () => {
    const png = await pixels(3).png().toBuffer();
    const wrongSum = chunk("eXIf", exif(6, false));
    wrongSum[wrongSum.length - 1]! ^= 1;
    const files = [
      withChunk(png, chunk("eXIf", exif(9, false))),
      withChunk(png, chunk("eXIf", exif(6, false).subarray(0, 12))),
      withChunk(png, chunk("eXIf", latin("MM\0*\xff\xff\xff\xff"))),
      withChunk(png, chunk("eXIf", new Uint8Array())),
      withChunk(png, wrongSum),
    ].map((bytes) => ({ format: "png", bytes }));
    const upright = await decoded(png);
    await expectShown(
      files,
      files.map(() => upright),
      ["value", "cut off", "offset", "empty", "checksum"],
    );
  });

  test.runIf(havePoppler)("no reader turns a picture a second time: its data says nothing of it any more", async () => {
    const turned = withSegment(await pixels(3).jpeg(quality).toBuffer(), segment(0xe1, Buffer.concat([latin("Exif\0\0"), exif(6, false)])));
    const [stream] = streamsOf(await pdfOf([{ format: "jpg", bytes: turned }], [await decoded(turned)], ""));
    expect((await sharp(stream).metadata()).orientation).toBe(undefined);
  });
});

function streamsOf(pdf: string): Buffer[] {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-streams-"));
  execFileSync("pdfimages", ["-all", pdf, path.join(dir, "i")]);
  return readdirSync(dir)
    .sort()
    .map((f) => readFileSync(path.join(dir, f)));
}

describe("colour profiles", async () => {
  const profile = (await sharp(await pixels(3).withIccProfile("p3").jpeg().toBuffer()).metadata()).icc!;
  const changed = (f: (b: Buffer) => void): Buffer => {
    const b = Buffer.from(profile);
    f(b);
    return b;
  };
  const tag = (b: Buffer, name: string): number => b.readUInt32BE(b.indexOf(name, 132, "latin1") + 4);
  const BROKEN: Readonly<Record<string, Buffer>> = {
    "cut off": profile.subarray(0, profile.length - 20),
    "cut off in its header": profile.subarray(0, 100),
    empty: Buffer.alloc(0),
    "no profile": latin("this is text and no profile, ".repeat(10)),
    zeros: Buffer.alloc(600),
    "wrong signature": changed((b) => void b.write("acpp", 36)),
    "larger than it is": changed((b) => void b.writeUInt32BE(b.length + 1, 0)),
    "smaller than its tags": changed((b) => void b.writeUInt32BE(200, 0)),
    "for other channels": changed((b) => void b.write("CMYK", 16)),
    "of a link": changed((b) => void b.write("link", 12)),
    "without a connection space": changed((b) => void b.write("ABCD", 20)),
    "of no version": changed((b) => void b.writeUInt8(9, 8)),
    "without tags": changed((b) => void b.writeUInt32BE(0, 128)),
    "with too many tags": changed((b) => void b.writeUInt32BE(0x40000000, 128)),
    "tags outside": changed((b) => void b.writeUInt32BE(b.length - 4, 136)),
    "no red": changed((b) => void b.write("XXXX", b.indexOf("rXYZ", 132, "latin1"))),
    "no curve": changed((b) => void b.write("text", tag(b, "gTRC"))),
    "a curve without an end": changed((b) => {
      b.write("curv", tag(b, "bTRC"));
      b.writeUInt32BE(0x7fffffff, tag(b, "bTRC") + 8);
    }),
  };
  const iccSegment = (icc: Buffer, at = 1, of = 1): Buffer =>
    segment(0xe2, Buffer.concat([latin("ICC_PROFILE\0"), Buffer.of(at, of), icc]));
  const iccp = (icc: Buffer): Buffer => chunk("iCCP", Buffer.concat([latin("p\0\0"), deflateSync(icc)]));
  const jpeg = await pixels(3).jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
  const png = await pixels(3).png().toBuffer();
  const gray = await pixels(1).toColourspace("b-w").png().toBuffer();
  const webp = await pixels(3).webp({ lossless: true }).toBuffer();
  const cmyk = await pixels(3).toColourspace("cmyk").jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();

  const half = profile.length >> 1;
  const [first, second] = [profile.subarray(0, half), profile.subarray(half)];
  const files: Readonly<Record<string, Given & { readonly plain: Uint8Array }>> = Object.fromEntries([
    ...Object.entries(BROKEN).flatMap(([name, icc]) => [
      [`jpg ${name}`, { format: "jpg", bytes: withSegment(jpeg, iccSegment(icc)), plain: jpeg }],
      [`png ${name}`, { format: "png", bytes: withChunk(png, iccp(icc)), plain: png }],
      [`webp ${name}`, { format: "webp", bytes: webpWith(webp, [["ICCP", icc]], false), plain: webp }],
      [`cmyk ${name}`, { format: "jpg", bytes: withSegment(cmyk, iccSegment(icc)), plain: cmyk }],
    ]),
    ["jpg missing part", { format: "jpg", bytes: withSegment(jpeg, iccSegment(first, 1, 2)), plain: jpeg }],
    [
      "jpg doubled part",
      { format: "jpg", bytes: withSegment(jpeg, Buffer.concat([iccSegment(profile), iccSegment(profile)])), plain: jpeg },
    ],
    ["jpg part of no number", { format: "jpg", bytes: withSegment(jpeg, segment(0xe2, latin("ICC_PROFILE\0"))), plain: jpeg }],
    ["png not deflated", { format: "png", bytes: withChunk(png, chunk("iCCP", Buffer.concat([latin("p\0\0"), profile]))), plain: png }],
    [
      "png deflated but cut off",
      {
        format: "png",
        bytes: withChunk(png, chunk("iCCP", Buffer.concat([latin("p\0\0"), deflateSync(profile).subarray(0, 90)]))),
        plain: png,
      },
    ],
    ["png without a name", { format: "png", bytes: withChunk(png, chunk("iCCP", latin("name"))), plain: png }],
    ["png gray with a profile of colours", { format: "png", bytes: withChunk(gray, iccp(profile)), plain: gray }],
  ] as const);
  const names = Object.keys(files);
  const given = Object.values(files);

  test.runIf(havePoppler && haveQpdf)("a broken one is left out, and the picture drawn as without it", async () => {
    const sizes = given.map(() => ({ width: WIDTH, height: HEIGHT, data: new Uint8Array() }));
    for (const how of ["", "pdfa-2b"]) {
      const plain = await shown(
        given.map((f) => ({ format: f.format, bytes: f.plain })),
        sizes,
        how,
      );
      const found = await shown(given, sizes, how);
      const wrong = names.filter((_, i) => !Buffer.from(plain[i]!.data).equals(Buffer.from(found[i]!.data)));
      expect([how, wrong]).toEqual([how, []]);
    }
    const pdf = await pdfOf(given, sizes, "");
    expect(execFileSync("qpdf", ["--qdf", "--object-streams=disable", pdf, "-"]).includes("/ICCBased")).toBe(false);
  });

  test.runIf(haveVera)("such a document is valid PDF/A", async () => {
    const judged = await Promise.all(
      (["pdfa-1b", "pdfa-2b"] as const).map(async (p) => ({
        flavour: p.slice("pdfa-".length),
        file: await pdfOf(
          given,
          given.map(() => ({ width: WIDTH, height: HEIGHT, data: new Uint8Array() })),
          p,
        ),
      })),
    );
    expect(faults(judged)).toEqual([]);
  });

  test.runIf(haveQpdf)("a sound one goes along: in one part, in two, in any order, with bytes behind it", async () => {
    const sound = [
      { format: "jpg", bytes: withSegment(jpeg, iccSegment(profile)) },
      { format: "jpg", bytes: withSegment(jpeg, Buffer.concat([iccSegment(second, 2, 2), iccSegment(first, 1, 2)])) },
      { format: "png", bytes: withChunk(png, iccp(profile)) },
      { format: "png", bytes: withChunk(png, iccp(Buffer.concat([profile, Buffer.alloc(5)]))) },
    ];
    for (const f of sound) {
      const pdf = await pdfOf([f], [{ width: WIDTH, height: HEIGHT, data: new Uint8Array() }], "");
      expect(execFileSync("qpdf", ["--qdf", "--object-streams=disable", pdf, "-"]).includes("/ICCBased")).toBe(true);
    }
  });
});

describe("JPEG files with more or less than a picture", async () => {
  const quality = { quality: 95, chromaSubsampling: "4:4:4" };
  const jpeg = await pixels(3).jpeg(quality).toBuffer();
  const progressive = await pixels(3)
    .jpeg({ ...quality, progressive: true })
    .toBuffer();
  const thumbnail = await pixels(1).jpeg().toBuffer();
  const end = (b: Buffer): number => b.lastIndexOf(Buffer.of(0xff, 0xd9));
  const insert = (b: Buffer, at: number, added: Uint8Array): Buffer => Buffer.concat([b.subarray(0, at), added, b.subarray(at)]);
  const table = (b: Buffer): number => b.indexOf(Buffer.of(0xff, 0xdb));
  const scans = (b: Buffer): number[] => {
    const out: number[] = [];
    for (let at = b.indexOf(Buffer.of(0xff, 0xda)); at >= 0; at = b.indexOf(Buffer.of(0xff, 0xda), at + 1)) out.push(at);
    return out;
  };
  const HARMLESS: Readonly<Record<string, Buffer>> = {
    "bytes behind its end": Buffer.concat([jpeg, latin("trailing text\0\0")]),
    "a newline behind its end": Buffer.concat([jpeg, latin("\r\n")]),
    "another picture behind its end": Buffer.concat([jpeg, thumbnail]),
    "64 KB of zeros behind its end": Buffer.concat([jpeg, Buffer.alloc(1 << 16)]),
    "fill bytes before a marker": insert(jpeg, table(jpeg), Buffer.of(0xff, 0xff, 0xff)),
    "fill bytes before its end": insert(jpeg, end(jpeg), Buffer.of(0xff, 0xff)),
    "bytes between segments": insert(jpeg, table(jpeg), Buffer.of(1, 2, 3)),
    "stuffed bytes between segments": insert(jpeg, table(jpeg), Buffer.of(0, 0xff, 0, 7)),
    "a restart marker between segments": insert(jpeg, table(jpeg), Buffer.of(0xff, 0xd3)),
    "bytes before its end": insert(jpeg, end(jpeg), Buffer.from([0, 0, 0, 0, 0])),
    "bytes between scans": insert(progressive, scans(progressive)[1]!, Buffer.of(1, 2, 3)),
    "no end": jpeg.subarray(0, end(jpeg)),
    "no end, progressive": progressive.subarray(0, end(progressive)),
    "half an end": jpeg.subarray(0, end(jpeg) + 1),
  };
  const LESS: Readonly<Record<string, Buffer>> = {
    "cut off in its picture data": jpeg.subarray(0, end(jpeg) - 40),
    "cut off in its picture data, with an end": Buffer.concat([jpeg.subarray(0, end(jpeg) - 40), jpeg.subarray(end(jpeg))]),
    "cut off in a segment": jpeg.subarray(0, 30),
    "cut off before its picture data": jpeg.subarray(0, scans(jpeg)[0]!),
    "without its last scan": progressive.subarray(0, scans(progressive).at(-1)!),
    "cut off in a scan": progressive.subarray(0, scans(progressive)[3]! + 20),
    "with other bytes for picture data": Buffer.concat([
      jpeg.subarray(0, scans(jpeg)[0]! + 14),
      Buffer.alloc(200, 0xf7),
      jpeg.subarray(end(jpeg)),
    ]),
  };

  test.runIf(havePoppler)("harmless bytes: the picture is drawn, and its data is clean", async () => {
    const files = Object.values(HARMLESS).map((bytes) => ({ format: "jpg", bytes }));
    const wanted = await Promise.all(Object.keys(HARMLESS).map((name) => decoded(/scans|progressive/.test(name) ? progressive : jpeg)));
    for (const profile of ["", "pdfa-1b"]) await expectShown(files, wanted, Object.keys(HARMLESS), profile);
    for (const [i, stream] of streamsOf(await pdfOf(files, wanted, "")).entries()) {
      const name = Object.keys(HARMLESS)[i]!;
      if (name === "bytes between scans") continue;
      expect([name, stream.subarray(-2)]).toEqual([name, Buffer.of(0xff, 0xd9)]);
      expect([name, stream.length <= jpeg.length + 5 || stream.length === progressive.length]).toEqual([name, true]);
      await sharp(stream, { failOn: "warning" }).raw().toBuffer();
    }
  });

  test.each(Object.keys(LESS))("a file %s is refused by name", async (name) => {
    const made = engine.renderLater({ pages: [{ size: "a6", elements: [image({ format: "jpg", bytes: LESS[name]! }, 10, 10)] }] });
    const refused: unknown = await made.catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(RenderError);
    expect((refused as RenderError).message).toMatch(
      /^pages\[0\]\.elements\[0\]\.source\.payload: (the JPEG file is broken: |the picture cannot be decoded: )/,
    );
    expect((refused as RenderError).code).toBe("API-002");
  });
});
