import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { Engine } from "../../runtime/engine/engine.js";
import { pictureTools } from "../../runtime/pictures/pictures.js";
import { page } from "../support/page.js";
import { outcome, outcomes } from "../support/peak.js";
import { chunk } from "../support/png.js";

/* Permitted pictures fit in a render's memory (1,024 MB, 100 for the process); others are refused before decoding. */
const MOST = 750;

const image = (format: string, bytes: Uint8Array, left = 10): object => ({
  type: "image",
  layout: { left, top: 10 },
  width: 20,
  height: 20,
  source: { kind: "base64", format, payload: Buffer.from(bytes).toString("base64") },
});
const sheet = (elements: object | readonly object[]): object => page(elements, { size: "a4" });

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

interface Kind {
  readonly bits: number;
  readonly color: number;
  readonly data?: Uint8Array;
  readonly before?: readonly Buffer[];
}
function png(width: number, height: number, { bits, color, data, before = [] }: Kind, shade = 9): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = color;
  const row = Buffer.alloc((width * CHANNELS[color]! * bits) / 8 + 1).fill(shade, 1);
  const rows = (): Uint8Array => {
    const all = Buffer.alloc(row.length * height);
    for (let y = 0; y < height; y++) row.copy(all, y * row.length);
    return deflateSync(all, { level: 1 });
  };
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([signature, chunk("IHDR", header), ...before, chunk("IDAT", data ?? rows()), chunk("IEND", Buffer.alloc(0))]);
}

test("PNG files of 64 megapixels, with alpha and without", async () => {
  const kinds: Kind[] = [
    { bits: 16, color: 6 },
    { bits: 16, color: 2 },
  ];
  for (const kind of kinds) {
    const found = await outcome(sheet(image("png", png(8192, 8192, kind))));
    expect([kind, found.code, found.message]).toEqual([kind, null, ""]);
    expect(found.peak).toBeLessThan(MOST);
  }
});

test("many large pictures are refused at the one that is too much, and the same one many times is not", async () => {
  const kind = { bits: 8, color: 4 };
  const many = Array.from({ length: 12 }, (_, i) => image("png", png(4000, 4000, kind, i + 1)));
  const [found] = await outcomes([sheet(many)]);
  expect(found!.code).toBe("API-002");
  // eight of 16 megapixels are 128 million pixels, the ninth is one too many
  expect(found!.message).toBe(
    "pages[0].elements[8].source.payload: must be at most 134217728 (PLATEN_LIMIT_REQUEST_PIXELS) pixels in the pictures of a document that have to be decoded; found 144000000 with this one: make pictures smaller, or use the same one more than once",
  );
  expect(found!.peak).toBeLessThan(MOST);
  const same = Array.from({ length: 24 }, (_, i) => image("png", png(2000, 2000, kind), i));
  expect(await outcome(sheet(same))).toMatchObject({ code: null });
});

test("data that inflates to more than the picture is refused, a profile that does is left out", async () => {
  const endless = deflateSync(Buffer.alloc(1 << 28));
  const bomb = await outcome(sheet(image("png", png(10, 10, { bits: 8, color: 6, data: endless }))));
  expect(bomb).toMatchObject({ code: "API-002", message: expect.stringContaining("its picture data cannot be inflated") as string });
  expect(bomb.peak).toBeLessThan(300);
  const profile = chunk("iCCP", Buffer.concat([Buffer.from("x\0\0", "latin1"), endless]));
  const found = await outcome(sheet(image("png", png(10, 10, { bits: 8, color: 6, before: [profile] }))));
  expect(found).toMatchObject({ code: null });
  expect(found.peak).toBeLessThan(300);
  const long = await outcome(sheet(image("png", png(1000, 1000, { bits: 8, color: 6, data: endless }))));
  expect(long.message).toContain("its picture data cannot be inflated");
  const short = await outcome(sheet(image("png", png(1000, 1000, { bits: 8, color: 6, data: deflateSync(Buffer.alloc(3_999_000)) }))));
  expect(short.message).toContain("its picture data is cut off");
});

test("what the decoder says of a picture's size is asked before it decodes", async () => {
  const refused = new Error("no");
  const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const asked: [number, number][] = [];
  const decode = pictureTools.decode(jpeg, "check", (width, height) => {
    asked.push([width, height]);
    throw refused;
  });
  await expect(decode).rejects.toBe(refused);
  expect(asked).toEqual([[300, 200]]);
});

test("whoever watches the memory of a render ends it between pictures, with an error of its own", async () => {
  const engine = new Engine();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f"><feGaussianBlur/></filter><rect width="5" height="5" filter="url(#f)"/><image width="3" height="3" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='2' height='2'%3E%3Crect width='1' height='1'/%3E%3C/svg%3E"/></svg>`;
  const files = [image("png", png(4, 4, { bits: 8, color: 6 })), image("svg", Buffer.from(svg))];
  let calls = 0;
  await engine.renderLater(sheet(files), { onPicture: () => calls++ });
  expect(calls).toBeGreaterThanOrEqual(6);
  class OutOfMemory extends Error {}
  for (let at = 1; at <= calls; at++) {
    const mine = new OutOfMemory();
    let n = 0;
    const onPicture = (): void => {
      if (++n === at) throw mine;
    };
    await expect(engine.renderLater(sheet(files), { onPicture })).rejects.toBe(mine);
    n = 0;
    await expect(engine.problems(sheet(files), { onPicture })).rejects.toBe(mine);
  }
  expect((await engine.renderLater(sheet(files))).pages).toBe(1);
});

test("SVG pictures read one after another leave nothing behind", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<g opacity="0.5"><path d="M0 0L1 1L2 0z"/><path d="M0 0L1 1L2 0z"/></g>'.repeat(300)}</svg>`;
  const taken = async (renders: number): Promise<number> => {
    for (let i = 0; i < renders; i++) await pictureTools.normalizeSvg(logo);
    collectGarbage();
    return process.memoryUsage().external;
  };
  const before = await taken(20);
  expect((await taken(150)) - before).toBeLessThan(6e6);
});
