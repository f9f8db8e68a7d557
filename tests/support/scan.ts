import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import { drawn, type Drawing } from "./drawn.js";
import { rendered } from "./pdf.js";

/* Barcodes read by zxing from pages rasterised by poppler. */

const require = createRequire(import.meta.url);

export interface Image {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly colorSpace: "srgb";
}

function imageOf({ width, height, data: gray }: Drawing): Image {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = gray[i]!;
  return { data, width, height, colorSpace: "srgb" };
}

/** Pages of 80 × 45 mm, one barcode each. */
export const fileWith = (elements: readonly object[], defaults: object = {}): string =>
  rendered({ settings: { defaults }, pages: elements.map((el) => ({ width: 80, height: 45, elements: [el] })) });

export const pictures = (elements: readonly object[], dpi: number): readonly Image[] => pagesOf(fileWith(elements), dpi);

export const pagesOf = (file: string, dpi: number): readonly Image[] => drawn(file, "-gray", "-aa", "no", "-r", String(dpi)).map(imageOf);

const OPTIONS: ReaderOptions = { tryHarder: true, tryInvert: false, textMode: "HRI", validateITFCheckSum: false } as ReaderOptions;
/** Encoding of bytes without an indicator: by the standards, or the reader's guess. */
export type Reading = "ISO8859_1" | "Unknown";
let ready: Promise<unknown> | null = null;

/** Format and text of each symbol. `minLineCount`: rows of pixels that have to agree. */
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
