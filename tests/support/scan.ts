import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import { Engine } from "../../runtime/render/engine.js";
import { renderNow } from "./at-once.js";

/* Barcodes as scanners see them: pages rasterised by poppler, and read by zxing. */

const require = createRequire(import.meta.url);

export interface Image {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly colorSpace: "srgb";
}

/** A binary PGM as pixels. */
function pgm(bytes: Buffer): Image {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 60).toString("latin1"))!;
  const [width, height] = [Number(head[1]), Number(head[2])];
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = bytes[head[0].length + i]!;
  return { data, width, height, colorSpace: "srgb" };
}

export const engine = new Engine();
const dir = mkdtempSync(path.join(tmpdir(), "platen-barcode-"));
let file = 0;
/** Pages of 80 × 45 mm with one barcode each: the file. */
export function pdfOf(elements: readonly object[], defaults: object = {}): string {
  const name = path.join(dir, `b${file++}.pdf`);
  const pages = elements.map((el) => ({ width: 80, height: 45, elements: [el] }));
  writeFileSync(name, renderNow(engine, { settings: { defaults }, pages }).pdf);
  return name;
}

/** As pictures. */
export const pictures = (elements: readonly object[], dpi: number): readonly Image[] => pagesOf(pdfOf(elements), dpi);

/** A file's pages as pictures, which are put beside it. */
export function pagesOf(file: string, dpi: number): readonly Image[] {
  const name = file.replace(/\.pdf$/, "");
  execFileSync("pdftoppm", ["-gray", "-aa", "no", "-r", String(dpi), file, name]);
  const made = readdirSync(path.dirname(file)).filter((f) => f.startsWith(`${path.basename(name)}-`) && f.endsWith(".pgm"));
  return made.sort().map((f) => pgm(readFileSync(path.join(path.dirname(file), f))));
}

const OPTIONS: ReaderOptions = { tryHarder: true, tryInvert: false, textMode: "HRI", validateITFCheckSum: false } as ReaderOptions;
/** Bytes are what the standards say if a symbol does not say otherwise, or what the reader guesses. */
export type Reading = "ISO8859_1" | "Unknown";
let ready: Promise<unknown> | null = null;

/** What is on a picture: each symbol's format and what it says. `minLineCount`: how many rows of pixels have to say the same. */
export async function read(
  image: Image,
  minLineCount = 2,
  characterSet: Reading = "ISO8859_1",
): Promise<readonly (readonly [format: string, text: string])[]> {
  const wasm = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  ready ??= prepareZXingModule({
    overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer },
    fireImmediately: true,
  }) as Promise<unknown>;
  await ready;
  return (await readBarcodes(image as ImageData, { ...OPTIONS, minLineCount, characterSet })).map((f) => [f.format, f.text] as const);
}
