import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { outcomes } from "../support/peak.js";
import { runs, seed } from "../support/runs.js";
import { testData } from "../support/tools.js";

/* Pictures with random changes are drawn or refused by name, without a crash, a hang, or more memory than a render has. */
const RUNS = runs(240);
const sources: readonly (readonly [folder: string, format: string, from: string])[] = [
  ["pngsuite/png", "png", "png"],
  ["libjpeg-turbo/testimages", "jpg", "jpg"],
  ["resvg-tests", "svg", "svg"],
  ["pngsuite/png", "webp", "png"],
];

function random(from: number): (below: number) => number {
  let x = from | 1;
  return (below) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % below;
  };
}

const filesIn = (dir: string, format: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((f) => f.endsWith(`.${format}`))
    .sort()
    .map((f) => path.join(dir, f));

function changed(bytes: Uint8Array, pick: (below: number) => number): Buffer {
  let out = Buffer.from(bytes);
  for (let n = 1 + pick(6); n > 0 && out.length > 8; n--) {
    const at = pick(2) === 0 ? pick(Math.min(out.length, 200)) : pick(out.length);
    const length = 1 + pick(Math.min(64, out.length - at));
    const how = pick(5);
    if (how === 0) out[at] = pick(256);
    else if (how === 1) out[at] = [0, 1, 0x7f, 0x80, 0xff][pick(5)]!;
    else if (how === 2) out = Buffer.concat([out.subarray(0, at), out.subarray(at + length)]);
    else if (how === 3) out = Buffer.concat([out.subarray(0, at + length), out.subarray(at)]);
    else {
      const digits = Buffer.from(String(10 ** pick(12)));
      out = Buffer.concat([
        out.subarray(0, at),
        out[at]! > 0x2f && out[at]! < 0x3a ? digits : Buffer.of(0, pick(256), 0xff, pick(256)),
        out.subarray(at + 1),
      ]);
    }
  }
  return out;
}

/** A PNG file with valid checksums, without which it would be refused at once. */
function summed(png: Buffer): Buffer {
  for (let at = 8; at + 12 <= png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    if (end + 4 > png.length) break;
    png.writeUInt32BE(crc32(png.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return png;
}

const folders = sources.map(([folder, format, from]) => {
  const files = filesIn(testData(folder), from);
  return { format, files: format === "webp" ? files.filter((f) => /^basn/.test(path.basename(f))) : files };
});

async function picked(format: string, file: string, pick: (below: number) => number): Promise<Buffer> {
  const bytes = readFileSync(file);
  if (format !== "webp") return bytes;
  const picture = sharp(bytes).webp({ lossless: pick(2) === 0, quality: 50 });
  return (pick(2) === 0 ? picture.withExif({ IFD0: { Copyright: "x" } }) : picture).toBuffer();
}

test.runIf(folders.length === sources.length)(`${RUNS} changed picture files`, { timeout: 120_000 + RUNS * 1000 }, async () => {
  const pick = random(seed);
  const requests: object[] = [];
  for (let n = 0; n < RUNS; n++) {
    const { format, files } = folders[n % folders.length]!;
    const bytes = changed(await picked(format, files[pick(files.length)]!, pick), pick);
    const payload = (format === "png" && pick(8) > 0 ? summed(bytes) : bytes).toString("base64");
    const image = { type: "image", layout: { left: 10, top: 10 }, width: 50, height: 50, source: { kind: "base64", format, payload } };
    requests.push({ pages: [{ size: "a4", elements: [image] }] });
  }
  const found = await outcomes(requests, 60 + RUNS);
  expect(found.length, `died at ${JSON.stringify(requests[found.length])?.slice(0, 2000)}`).toBe(RUNS);
  const odd = found.flatMap(({ code, message }, i) =>
    code === null || code === "API-002" || code === "API-504" ? [] : [[code, message, JSON.stringify(requests[i]).slice(0, 2000)]],
  );
  expect(odd, `seed ${seed}`).toEqual([]);
  for (const f of found) if (f.code !== null) expect(f.message).toMatch(/^pages\[0\]\.elements\[0\]\.source\.payload: .{10,}/);
  expect(found.at(-1)!.peak).toBeLessThan(700);
});
