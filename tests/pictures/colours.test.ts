import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { difference, pdfOf, shown, type Given, type Pixels } from "../support/shown.js";
import { has, needs } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

/* Colours by poppler, equal in each profile. pdfa-1b requires ICC version 2, photos of phones have version 4. */
const havePoppler = needs("pdftoppm (poppler-utils)", has("pdftoppm"));
const [WIDTH, HEIGHT] = [12, 8];

const raw = (channels: 1 | 3): Sharp => {
  const data = Buffer.from(
    Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      [(i * 37) % 256, (i * 91) % 256, i < 24 ? i : (i * 53) % 256].slice(0, channels),
    ).flat(),
  );
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels } });
};
const size: Pixels = { width: WIDTH, height: HEIGHT, data: new Uint8Array() };
const lossless = { quality: 100, chromaSubsampling: "4:4:4" };

const u16 = (...values: readonly number[]): Buffer => Buffer.from(values.flatMap((v) => [v >> 8, v & 255]));
const u32 = (...values: readonly number[]): Buffer => Buffer.concat(values.map((v) => u16(v >>> 16, v & 0xffff)));
const latin = (s: string): Buffer => Buffer.from(s, "latin1");

function profileOf(header: Buffer, tags: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tags);
  let at = 132 + 12 * names.length;
  const table: Buffer[] = [];
  const data: Buffer[] = [];
  for (const [name, tag] of Object.entries(tags)) {
    const padded = Buffer.concat([tag, Buffer.alloc(-tag.length & 3)]);
    table.push(latin(name), u32(at, tag.length));
    data.push(padded);
    at += padded.length;
  }
  const made = Buffer.concat([header.subarray(0, 128), u32(names.length), ...table, ...data]);
  made.writeUInt32BE(made.length, 0);
  made.fill(0, 84, 100);
  return made;
}

const tagOf = (icc: Buffer, name: string): Buffer => {
  const at = icc.indexOf(name, 132, "latin1");
  return icc.subarray(icc.readUInt32BE(at + 4), icc.readUInt32BE(at + 4) + icc.readUInt32BE(at + 8));
};

function tabled(p3: Buffer): Buffer {
  const curve = Array.from({ length: 1024 }, (_, i) => {
    const c = i / 1023;
    return Math.round((c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4) * 65535);
  });
  const colorants = ["rXYZ", "gXYZ", "bXYZ"].map((name) => [8, 12, 16].map((at) => tagOf(p3, name).readInt32BE(at) / 65536));
  const grid = Array.from({ length: 8 }, (_, i) =>
    [0, 1, 2].map((axis) => Math.round(colorants.reduce((sum, c, k) => sum + ((i >> (2 - k)) & 1) * c[axis]!, 0) * 32768)),
  );
  const table = Buffer.concat([
    latin("mft2"),
    Buffer.of(0, 0, 0, 0, 3, 3, 2, 0),
    u32(65536, 0, 0, 0, 65536, 0, 0, 0, 65536),
    u16(1024, 2, ...curve, ...curve, ...curve, ...grid.flat(), 0, 65535, 0, 65535, 0, 65535),
  ]);
  return profileOf(p3, { desc: tagOf(p3, "desc"), cprt: tagOf(p3, "cprt"), wtpt: tagOf(p3, "wtpt"), A2B0: table });
}

const jpegWith = (jpeg: Buffer, icc: Buffer): Buffer => {
  const body = Buffer.concat([latin("ICC_PROFILE\0"), Buffer.of(1, 1), icc]);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.of(0xff, 0xe2), u16(body.length + 2), body, jpeg.subarray(2)]);
};

describe("profiles of ICC version 4", async () => {
  const p3 = (await sharp(await raw(3).withIccProfile("p3").jpeg().toBuffer()).metadata()).icc!;
  const plain = await raw(3).jpeg(lossless).toBuffer();
  const png = await raw(3).png().toBuffer();
  const alpha = await raw(3).ensureAlpha(1).png().toBuffer();
  const gray = await raw(1).toColourspace("b-w").jpeg(lossless).toBuffer();
  const srgb4 = (n: number, ...parameters: readonly number[]): Buffer =>
    Buffer.concat([latin("para"), u32(0), u16(n, 0), u32(...parameters.map((v) => Math.round(v * 65536) >>> 0))]);
  const withCurve = (curve: Buffer): Buffer => {
    const names = ["desc", "cprt", "wtpt", "rXYZ", "gXYZ", "bXYZ"];
    const tags = Object.fromEntries(names.map((name) => [name, tagOf(p3, name)]));
    return profileOf(p3, { ...tags, rTRC: curve, gTRC: curve, bTRC: curve });
  };
  const curves = [
    srgb4(0, 1.8),
    srgb4(1, 2.2, 1.1, -0.1),
    srgb4(2, 2.2, 0.9, -0.05, 0.1),
    srgb4(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
    srgb4(4, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0.01, 0.02),
    Buffer.concat([latin("curv"), u32(0, 1), u16(0x0180)]),
  ];
  const files: Readonly<Record<string, Given & { readonly plain: Buffer }>> = {
    "JPEG in Display P3": { format: "jpg", bytes: jpegWith(plain, p3), plain },
    "PNG in Display P3": { format: "png", bytes: pngWith(png, p3), plain: png },
    "PNG with an alpha channel of one value": { format: "png", bytes: pngWith(alpha, p3), plain: alpha },
    "JPEG, tables": { format: "jpg", bytes: jpegWith(plain, tabled(p3)), plain },
    "PNG, tables": { format: "png", bytes: pngWith(png, tabled(p3)), plain: png },
    ...Object.fromEntries(
      curves.map((curve, i) => [`JPEG, curve ${i}`, { format: "jpg", bytes: jpegWith(plain, withCurve(curve)), plain }] as const),
    ),
    "gray JPEG": { format: "jpg", bytes: jpegWith(gray, grayOf(p3, srgb4(0, 1.4))), plain: gray },
  };

  test("they are of version 4", () => expect(p3[8]).toBe(4));

  test.runIf(havePoppler).each(Object.entries(files))("%s: pdfa-1b has the colours of pdfa-2b", async (name, file) => {
    const [newer] = await shown([file], [size], "pdfa-2b");
    const [older] = await shown([file], [size], "pdfa-1b");
    const [without] = await shown([{ ...file, bytes: file.plain }], [size], "");
    const wanted = at(newer!);
    // libvips converts tables with perceptual intent: dark colours differ slightly
    expect(difference(wanted, older!, name.includes("tables") ? 12 : 4)).toBe(0);
    if (name !== "JPEG, curve 3") expect(difference(wanted, without!, 8)).toBeGreaterThan(0.2);
  });

  test.runIf(haveVera)("such documents are valid PDF/A-1b", async () => {
    const given = Object.values(files);
    const file = await pdfOf(
      given,
      given.map(() => size),
      "pdfa-1b",
    );
    expect(faults([{ flavour: "1b", file }])).toEqual([]);
  });
});

describe("CMYK", () => {
  const unmarked = (jpeg: Buffer): Buffer => {
    const at = jpeg.indexOf(Buffer.of(0xff, 0xee));
    expect(jpeg.toString("latin1", at + 4, at + 9)).toBe("Adobe");
    return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 2 + jpeg.readUInt16BE(at + 2))]);
  };

  test.runIf(havePoppler)("a JPEG without Adobe's marker is the picture that libvips decodes, with a profile and without", async () => {
    const bytes = unmarked(await raw(3).toColourspace("cmyk").jpeg(lossless).toBuffer());
    const { data } = await sharp(bytes).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
    for (const profile of ["", "pdfa-1b", "pdfa-2b"]) {
      const [found] = await shown([{ format: "jpg", bytes }], [size], profile);
      expect([profile, difference({ ...size, data }, found!, profile === "" ? 90 : 4)]).toEqual([profile, 0]);
    }
  });
});

function at({ width, data }: Pixels): Pixels {
  const out = new Uint8Array(3 * WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const from = 3 * ((y * 5 + 2) * width + x * 5 + 2);
      out.set(data.subarray(from, from + 3), 3 * (y * WIDTH + x));
    }
  return { width: WIDTH, height: HEIGHT, data: out };
}

function grayOf(p3: Buffer, curve: Buffer): Buffer {
  const made = profileOf(p3, { desc: tagOf(p3, "desc"), cprt: tagOf(p3, "cprt"), wtpt: tagOf(p3, "wtpt"), kTRC: curve });
  made.write("GRAY", 16, "latin1");
  return made;
}

function pngWith(png: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([latin("iCCPp\0\0"), deflateSync(icc)]);
  const end = 8 + 25;
  return Buffer.concat([png.subarray(0, end), u32(body.length - 4), body, u32(crc32(body)), png.subarray(end)]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const b of bytes) {
    crc ^= b;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
