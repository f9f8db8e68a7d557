// Pixels of pictures as digests: equal for equal samples, however they are compressed (DF-11).
import { integerOf, isArray, nameOf, numberOf } from "../../pdf-reader/objects.js";
import { PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { CMYK, GRAY, RGB, type Colours, type Space } from "./colour.js";

/** Functions that a reader of facts does not have: hashes, and a decoder of JPEG if there is one. */
export interface FactTools {
  /** Hexadecimal. */
  sha256(bytes: Uint8Array): string;
  pixels?(
    jpeg: Uint8Array,
  ): Promise<{ readonly width: number; readonly height: number; readonly channels: 1 | 3 | 4; readonly data: Uint8Array } | null>;
}

/** Digest of pixels; a function if a decoder must be awaited, so that one picture is decoded at a time. */
export type Pixels = string | (() => Promise<string>);

/** Pixels of a part of the digest. */
const CHUNK = 1 << 18;

export class Pictures {
  readonly #known = new Map<PdfStream, Map<string, Pixels>>();
  readonly #full = new Map<PdfStream, boolean>();

  constructor(
    readonly file: PdfFile,
    readonly tools: FactTools,
    readonly colours: Colours,
  ) {}

  size({ dict }: PdfStream): readonly [width: number, height: number] {
    const at = (key: string): number => Math.max(0, integerOf(this.file.get(dict.get(key))) ?? 0);
    return [at("Width"), at("Height")];
  }

  isStencil({ dict }: PdfStream): boolean {
    return this.file.get(dict.get("ImageMask")) === true;
  }

  isOpaque(stream: PdfStream): boolean {
    const at = (key: string): PdfObject => this.file.get(stream.dict.get(key));
    if (this.isStencil(stream) || integerOf(at("SMaskInData")) !== null) return false;
    // a soft mask overrides another (ISO 32000-1, 8.9.5)
    const soft = at("SMask");
    return soft instanceof PdfStream ? this.#isFull(soft) : at("Mask") === null;
  }

  /** True for a soft mask that lets nothing through. */
  #isFull(mask: PdfStream): boolean {
    let known = this.#full.get(mask);
    if (known === undefined) {
      const { bytes, codec } = this.file.decode(mask);
      this.file.step(bytes.length >>> 8);
      known = codec === null && bytes.length > 0 && this.#decode(mask) === null && bytes.every((v) => v === 255);
      this.#full.set(mask, known);
    }
    return known;
  }

  /** @param paint of a stencil */
  pixels(stream: PdfStream, resources: PdfDict, paint: string): Pixels {
    const key = this.isStencil(stream) ? paint : "";
    let known = this.#known.get(stream);
    if (!known) this.#known.set(stream, (known = new Map()));
    let found = known.get(key);
    if (found === undefined) {
      found = this.#read(stream, resources, key);
      if (typeof found === "function") found = once(found);
      known.set(key, found);
    }
    return found;
  }

  /** Digest that awaits nothing, for pictures within patterns. */
  data(stream: PdfStream): string {
    const { bytes } = this.file.decode(stream);
    return `${this.size(stream).join("x")} ${this.tools.sha256(bytes)}`;
  }

  #read(stream: PdfStream, resources: PdfDict, paint: string): Pixels {
    const alpha = this.#alpha(stream);
    const { bytes, codec } = this.file.decode(stream);
    const ends = (colours: string): string => this.tools.sha256(textBytes([colours, alpha, paint].join("|")));
    if (codec === null) return ends(this.#samples(stream, resources, bytes));
    const data = (): string => ends(`${codec.name} ${this.#look(stream)} ${this.tools.sha256(bytes)}`);
    const { pixels } = this.tools;
    if (pixels === undefined || (codec.name !== "DCTDecode" && codec.name !== "DCT")) return data();
    return async () => {
      const found = await pixels(bytes);
      if (found === null) return data();
      const { width, height, channels } = found;
      const space = this.#space(stream, resources);
      const by = space.components === channels ? space : BY_CHANNELS[channels];
      return ends(this.#digest({ width, height, bits: 8, space: by, decode: this.#decode(stream), bytes: found.data }));
    };
  }

  /** Entries that change the look of encoded data. */
  #look({ dict }: PdfStream): string {
    return `${this.#decode({ dict })?.join() ?? ""} ${nameOf(this.file.get(dict.get("ColorSpace"))) ?? ""}`;
  }

  #decode({ dict }: { readonly dict: PdfDict }): readonly number[] | null {
    const found = this.file.get(dict.get("Decode"));
    return isArray(found) ? found.slice(0, 64).map((n) => numberOf(this.file.get(n)) ?? 0) : null;
  }

  #space(stream: PdfStream, resources: PdfDict): Space {
    return this.isStencil(stream) ? GRAY : this.colours.space(stream.dict.get("ColorSpace"), resources);
  }

  /** Soft mask, stencil mask or colour key; empty if all is opaque. */
  #alpha({ dict }: PdfStream): string {
    const { file } = this;
    const soft = file.get(dict.get("SMask"));
    if (soft instanceof PdfStream) return this.#mask(soft);
    const mask = file.get(dict.get("Mask"));
    if (mask instanceof PdfStream) return `stencil ${this.#mask(mask)}`;
    return isArray(mask)
      ? `key ${mask
          .slice(0, 64)
          .map((n) => numberOf(file.get(n)) ?? 0)
          .join()}`
      : "";
  }

  #mask(mask: PdfStream): string {
    const { bytes, codec } = this.file.decode(mask);
    if (codec !== null) return `${codec.name} ${this.tools.sha256(bytes)}`;
    const matte = this.file.get(mask.dict.get("Matte"));
    return `${this.#samples(mask, new Map(), bytes, true)}${
      isArray(matte)
        ? ` matte ${matte
            .slice(0, 64)
            .map((n) => numberOf(this.file.get(n)) ?? 0)
            .join()}`
        : ""
    }`;
  }

  #samples(stream: PdfStream, resources: PdfDict, bytes: Uint8Array, isMask = false): string {
    const [width, height] = this.size(stream);
    const bits = this.isStencil(stream) ? 1 : (integerOf(this.file.get(stream.dict.get("BitsPerComponent"))) ?? 8);
    const space = isMask ? GRAY : this.#space(stream, resources);
    return this.#digest({ width, height, bits, space, decode: this.#decode(stream), bytes }, isMask);
  }

  #digest(samples: Samples, isMask = false): string {
    const parts: string[] = [`${samples.width}x${samples.height}`];
    let isOpaque = isMask;
    this.file.step(Math.min(samples.width * samples.height, 8 * samples.bytes.length) >>> 8);
    for (const chunk of colourChunks(samples)) {
      if (isOpaque) isOpaque = chunk.every((v) => v === 255);
      parts.push(this.tools.sha256(chunk));
    }
    if (isOpaque) return "";
    return parts.length === 2 ? parts.join(" ") : this.tools.sha256(textBytes(parts.join()));
  }
}

const BY_CHANNELS: Readonly<Record<1 | 3 | 4, Space>> = { 1: GRAY, 3: RGB, 4: CMYK };

const once = (read: () => Promise<string>): (() => Promise<string>) => {
  let known: Promise<string> | null = null;
  return () => (known ??= read());
};

interface Samples {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly space: Space;
  readonly decode: readonly number[] | null;
  readonly bytes: Uint8Array;
}

function textBytes(text: string): Uint8Array {
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out;
}

/** Pixels as RGB, in chunks whose limits depend on the size alone; rows that the data does not have are left out. */
function* colourChunks({ width, height, bits, space, decode, bytes }: Samples): Generator<Uint8Array> {
  const n = Math.max(1, space.components);
  const row = Math.ceil((width * n * bits) / 8);
  if (row === 0 || ![1, 2, 4, 8, 16].includes(bits)) return void (yield bytes);
  const rows = Math.min(height, Math.ceil(bytes.length / row));
  const columns = Math.min(width, Math.ceil((bytes.length * 8) / bits));
  const most = 2 ** bits - 1;
  const range = decode !== null && decode.length >= 2 * n ? decode : (space.range ?? [0, most]);
  const scale = Array.from({ length: n }, (_, k) => (range[2 * k + 1]! - range[2 * k]!) / most);
  const colour = colourOf(space, n, range, scale);
  const chunk = new Uint8Array(3 * Math.min(CHUNK, Math.max(1, rows * columns)));
  let length = 0;
  const raw = new Array<number>(n).fill(0);
  for (let y = 0; y < rows; y++) {
    for (let x = 0, bit = y * row * 8; x < columns; x++) {
      for (let k = 0; k < n; k++, bit += bits) {
        const at = bit >>> 3;
        raw[k] =
          bits === 8
            ? (bytes[at] ?? 0)
            : bits === 16
              ? ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
              : ((bytes[at] ?? 0) >> (8 - bits - (bit & 7))) & most;
      }
      const rgb = colour(raw);
      chunk[length++] = rgb >> 16;
      chunk[length++] = (rgb >> 8) & 255;
      chunk[length++] = rgb & 255;
      if (length === chunk.length) {
        yield chunk;
        length = 0;
      }
    }
  }
  if (length > 0) yield chunk.subarray(0, length);
}

/** Colours of samples; those of one or few bits are looked up. */
function colourOf(space: Space, n: number, range: readonly number[], scale: readonly number[]): (raw: readonly number[]) => number {
  const values = new Array<number>(n).fill(0);
  const plain = (raw: readonly number[]): number => {
    for (let k = 0; k < n; k++) values[k] = range[2 * k]! + raw[k]! * scale[k]!;
    return space.rgb(values);
  };
  const known = new Map<number, number>();
  return (raw) => {
    let key = 0;
    for (let k = 0; k < n; k++) key = key * 65_536 + raw[k]!;
    if (n > 3) return plain(raw);
    let found = known.get(key);
    if (found === undefined) {
      if (known.size >= 65_536) known.clear();
      known.set(key, (found = plain(raw)));
    }
    return found;
  };
}

/** Returns an inline image with the keys of other images (ISO 32000-1, table 93). */
export function inlineImage(dict: PdfDict, data: Uint8Array): PdfStream {
  return new PdfStream(new Map([...dict].map(([key, value]): [string, PdfObject] => [LONG.get(key) ?? key, value])), data, null);
}

const LONG: ReadonlyMap<string, string> = new Map([
  ["BPC", "BitsPerComponent"],
  ["CS", "ColorSpace"],
  ["D", "Decode"],
  ["DP", "DecodeParms"],
  ["F", "Filter"],
  ["H", "Height"],
  ["IM", "ImageMask"],
  ["W", "Width"],
]);
