import { BitReader, BrokenScan, decoderOf, type Decoder } from "./jpeg-bits.js";
import { progressive, sequential, type BlockReader, type Coded } from "./jpeg-blocks.js";

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Component {
  /** as in the frame header: identifier, sampling factors, quantisation table */
  readonly header: Uint8Array;
  readonly h: number;
  readonly v: number;
  /** blocks across and down the part, in whole units */
  readonly across: number;
  readonly down: number;
  /** 64 each, in zigzag order */
  readonly blocks: Int16Array;
}

export interface ScanPart {
  readonly component: Component;
  /** DC << 4 | AC */
  readonly tables: number;
}

export interface JpegPart {
  readonly sof: number;
  /** pixels, of the file */
  readonly width: number;
  readonly height: number;
  /** side lengths of a unit of all components, pixels */
  readonly unit: { readonly width: number; readonly height: number };
  /** pixels, a multiple of the unit */
  readonly x: number;
  readonly y: number;
  readonly components: readonly Component[];
  /** sequential, each component once */
  readonly scans: readonly (readonly ScanPart[])[];
  /** quantisation tables, JFIF, Adobe's marker, colour profile */
  readonly retained: readonly Uint8Array[];
}

interface Frame {
  readonly sof: number;
  readonly width: number;
  readonly height: number;
  readonly headers: readonly Uint8Array[];
  readonly unit: { readonly width: number; readonly height: number };
  /** units of the file, and of the part */
  readonly units: { readonly across: number; readonly down: number };
  readonly part: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  readonly components: readonly Component[];
}

/** all coefficients stay until the last scan */
const MOST_PROGRESSIVE = 16e6;
/** Blocks that a unit of several components may have (B.2.3). */
const MOST_BLOCKS = 10;

/**
 * Units that a region touches; of a progressive file all. `watch`: by row of units; throws to abort. @returns null if broken, or
 * progressive and large
 */
export function readPart(bytes: Uint8Array, region: Region, watch: () => void): JpegPart | null {
  try {
    return new Reader(bytes, region, watch).read();
  } catch (e) {
    if (e instanceof BrokenScan) return null;
    throw e;
  }
}

class Reader {
  #frame: Frame | null = null;
  readonly #decoders = new Map<number, Decoder>();
  readonly #retained: Uint8Array[] = [];
  readonly #scans: ScanPart[][] = [];
  #interval = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly region: Region,
    readonly watch: () => void,
  ) {}

  read(): JpegPart | null {
    const { bytes } = this;
    for (let at = 2; ;) {
      while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
      const marker = bytes[at] === 0xff ? bytes[at + 1] : undefined;
      if (marker === 0xd9) break;
      const length = bytes[at + 2]! * 256 + bytes[at + 3]!;
      if (marker === undefined || !(length >= 2) || at + 2 + length > bytes.length) return null;
      const body = bytes.subarray(at + 4, at + 2 + length);
      const whole = bytes.subarray(at, at + 2 + length);
      at += 2 + length;
      if (marker === 0xc0 || marker === 0xc1) this.#frame = frameOf(marker, body, this.region);
      else if (marker === 0xc2) {
        const frame = frameOf(marker, body, null);
        if (frame.width * frame.height > MOST_PROGRESSIVE) return null;
        this.#frame = frame;
      } else if (marker === 0xc4) this.#tables(body);
      else if (marker === 0xdb) {
        // a table that changes belongs to some scans only
        if (this.#scans.length > 0) return null;
        this.#retained.push(whole);
      } else if (marker === 0xdd) this.#interval = body[0]! * 256 + body[1]!;
      else if (marker === 0xda) {
        if (!this.#frame) return null;
        at = this.#scan(this.#frame, body, at);
      } else if (marker >= 0xe0 && marker <= 0xef) {
        if (isRetained(marker, body)) this.#retained.push(whole);
      } else if (marker !== 0xfe) return null;
    }
    const frame = this.#frame;
    const seen = new Set(this.#scans.flat().map((s) => s.component));
    if (!frame || seen.size !== frame.components.length) return null;
    const { part, unit } = frame;
    const made = { ...frame, x: part.left * unit.width, y: part.top * unit.height, retained: this.#retained };
    if (frame.sof === 0xc2) return { ...made, sof: this.#retained.some(isFine) ? 0xc1 : 0xc0, scans: scansOf(frame.components) };
    return this.#scans.flat().length === seen.size ? { ...made, scans: this.#scans } : null;
  }

  #tables(body: Uint8Array): void {
    for (let at = 0; at + 17 <= body.length;) {
      const counts = body.subarray(at + 1, at + 17);
      const n = counts.reduce((sum, c) => sum + c, 0);
      this.#decoders.set(body[at]!, decoderOf({ counts, symbols: body.subarray(at + 17, at + 17 + n) }));
      at += 17 + n;
    }
  }

  /** @returns place after the scan */
  #scan(frame: Frame, body: Uint8Array, from: number): number {
    const parts = Array.from({ length: body[0]! }, (_, i): ScanPart => {
      const component = frame.components.find((c) => c.header[0] === body[1 + 2 * i]);
      if (!component) throw new BrokenScan("an unknown component");
      return { component, tables: body[2 + 2 * i]! };
    });
    const coded = parts.map(({ component, tables }): Coded & { readonly component: Component } => {
      return { component, dc: this.#decoders.get(tables >> 4), ac: this.#decoders.get(0x10 | (tables & 15)), last: 0 };
    });
    this.#scans.push(parts);
    const reader = new BitReader(this.bytes, from);
    const [first = 0, last = 0, bits = 0] = body.subarray(1 + 2 * parts.length);
    const blocks: BlockReader =
      frame.sof === 0xc2 ? progressive(reader, { from: first, to: last, high: bits >> 4, low: bits & 15 }) : sequential(reader);
    // other coefficients are sent by component (G.1.1.1)
    if (frame.sof === 0xc2 && first > 0 && parts.length > 1) throw new BrokenScan("an impossible scan");
    // a scan of one component has its blocks alone (A.2.2)
    const alone = coded.length === 1 ? ownBlocks(frame, frame.width, frame.height, coded[0]!.component) : null;
    const { across, down } = alone ?? frame.units;
    const skipped = new Int16Array(64);
    for (let y = 0, n = 0; y < down; y++) {
      this.watch();
      for (let x = 0; x < across; x++, n++) {
        if (this.#interval > 0 && n > 0 && n % this.#interval === 0) {
          reader.restart();
          blocks.restart();
          for (const c of coded) c.last = 0;
        }
        for (const c of coded) {
          const { h, v } = alone ? { h: 1, v: 1 } : c.component;
          for (let j = 0; j < v; j++)
            for (let i = 0; i < h; i++) {
              blocks.read(c, blockAt(frame, c.component, x * h + i, y * v + j) ?? skipped);
            }
        }
      }
    }
    return this.#end(reader.at);
  }

  #end(from: number): number {
    for (let at = from; ; at++) {
      at = this.bytes.indexOf(0xff, at);
      if (at < 0) throw new BrokenScan("no end");
      const next = this.bytes[at + 1]!;
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
    }
  }
}

/** One, if a unit of all components is small enough. */
function scansOf(components: readonly Component[]): readonly (readonly ScanPart[])[] {
  const parts = components.map((component, i): ScanPart => ({ component, tables: i === 0 ? 0x00 : 0x11 }));
  const isOne = components.reduce((n, { h, v }) => n + h * v, 0) <= MOST_BLOCKS;
  return isOne ? [parts] : parts.map((part) => [part]);
}

/** 16 bits, not in baseline files. */
function isFine(segment: Uint8Array): boolean {
  if (segment[1] !== 0xdb) return false;
  for (let at = 4; at < segment.length; at += 65 + 64 * (segment[at]! >> 4)) if (segment[at]! >> 4 > 0) return true;
  return false;
}

function blockAt({ part }: Frame, { h, v, across, blocks }: Component, x: number, y: number): Int16Array | null {
  const [i, j] = [x - part.left * h, y - part.top * v];
  if (i < 0 || j < 0 || x >= part.right * h || y >= part.bottom * v) return null;
  const at = 64 * (j * across + i);
  return blocks.subarray(at, at + 64);
}

/** Blocks of a component alone, without those that only complete units (A.2.3). */
export function ownBlocks(
  { unit }: Pick<Frame, "unit">,
  width: number,
  height: number,
  { h, v }: Pick<Component, "h" | "v">,
): { across: number; down: number } {
  return { across: Math.ceil((width * h) / unit.width), down: Math.ceil((height * v) / unit.height) };
}

/** @param region null for the whole */
function frameOf(sof: number, body: Uint8Array, region: Region | null): Frame {
  const height = body[1]! * 256 + body[2]!;
  const width = body[3]! * 256 + body[4]!;
  const headers = Array.from({ length: body[5]! }, (_, i) => body.subarray(6 + 3 * i, 9 + 3 * i));
  const factors = headers.map((c) => ({ h: c[1]! >> 4, v: c[1]! & 15 }));
  if (factors.some(({ h, v }) => h < 1 || h > 4 || v < 1 || v > 4)) throw new BrokenScan("an impossible sampling factor");
  const unit = { width: 8 * largest(factors.map((f) => f.h)), height: 8 * largest(factors.map((f) => f.v)) };
  const units = { across: Math.ceil(width / unit.width), down: Math.ceil(height / unit.height) };
  const part = region
    ? {
        left: Math.floor(region.x / unit.width),
        top: Math.floor(region.y / unit.height),
        right: Math.ceil(Math.min(region.x + region.width, width) / unit.width),
        bottom: Math.ceil(Math.min(region.y + region.height, height) / unit.height),
      }
    : { left: 0, top: 0, right: units.across, bottom: units.down };
  const components = headers.map((header, i): Component => {
    const { h, v } = factors[i]!;
    const [across, down] = [(part.right - part.left) * h, (part.bottom - part.top) * v];
    return { header, h, v, across, down, blocks: new Int16Array(64 * across * down) };
  });
  return { sof, width, height, headers, unit, units, part, components };
}

const largest = (factors: readonly number[]): number => factors.reduce((a, b) => Math.max(a, b), 1);

/** JFIF and Adobe's marker determine colours; Exif may contain a thumbnail of what is cut. */
function isRetained(marker: number, body: Uint8Array): boolean {
  const begins = (name: string): boolean => [...name].every((c, i) => body[i] === c.charCodeAt(0));
  // without JFIF's thumbnail
  if (marker === 0xe0) return begins("JFIF\0") && body.length === 14;
  return (marker === 0xe2 && begins("ICC_PROFILE\0")) || (marker === 0xee && begins("Adobe"));
}
