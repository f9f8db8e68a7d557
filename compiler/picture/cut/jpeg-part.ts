// The part of a JPEG file's coefficients that a region needs.
import { JpegDamage } from "../entropy/bits.js";
import { PROGRESSIVE, readScans, type Frame, type FrameComponent, type JpegVisitor, type ScanPart, type Store } from "../entropy/scans.js";

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Component extends FrameComponent {
  /** blocks across the part, in whole units */
  readonly across: number;
  /** 64 each, in zigzag order; after them one for blocks outside the part */
  readonly blocks: Int16Array;
}

export interface JpegPart extends Pick<Frame, "sof" | "width" | "height" | "unit"> {
  /** pixels, a multiple of the unit */
  readonly x: number;
  readonly y: number;
  readonly components: readonly Component[];
  /** sequential, each component once */
  readonly scans: readonly (readonly ScanPart[])[];
  /** quantization tables, JFIF, Adobe's marker, colour profile */
  readonly retained: readonly Uint8Array[];
}

/** all coefficients stay until the last scan */
const MOST_PROGRESSIVE = 16e6;
/** Blocks that a unit of several components may have (B.2.3). */
const MOST_BLOCKS = 10;

/** A file that is decoded, but has no parts here: large and progressive, or with tables that change. */
class Uncut extends Error {}

/**
 * Units that a region touches; of a progressive file all. `watch`: by row of units; throws to abort. @returns null if broken, or
 * progressive and large
 */
export function readPart(bytes: Uint8Array, region: Region, watch: () => void): JpegPart | null {
  try {
    const reader = new PartReader(region, watch);
    readScans(bytes, reader);
    return reader.part();
  } catch (e) {
    if (e instanceof JpegDamage || e instanceof Uncut) return null;
    throw e;
  }
}

class PartReader implements JpegVisitor {
  readonly excess = "skipped";
  #frame: Frame | null = null;
  /** in units */
  #left = 0;
  #top = 0;
  #components: readonly Component[] = [];
  readonly #retained: Uint8Array[] = [];
  readonly #scans: (readonly ScanPart[])[] = [];

  constructor(
    readonly region: Region,
    readonly row: () => void,
  ) {}

  frame(frame: Frame): readonly Store[] {
    const { sof, width, height, unit, units, components } = frame;
    const isWhole = sof === PROGRESSIVE;
    if (isWhole && width * height > MOST_PROGRESSIVE) throw new Uncut();
    const { region } = this;
    const left = isWhole ? 0 : Math.floor(region.x / unit.width);
    const top = isWhole ? 0 : Math.floor(region.y / unit.height);
    const right = isWhole ? units.across : Math.ceil(Math.min(region.x + region.width, width) / unit.width);
    const bottom = isWhole ? units.down : Math.ceil(Math.min(region.y + region.height, height) / unit.height);
    [this.#frame, this.#left, this.#top] = [frame, left, top];
    this.#components = components.map((c): Component => {
      const [across, down] = [(right - left) * c.h, (bottom - top) * c.v];
      return { ...c, across, blocks: new Int16Array(64 * (across * down + 1)) };
    });
    return this.#components.map(({ h, v, across, blocks }): Store => {
      const outside = blocks.length - 64;
      const place = (x: number, y: number): number => {
        if (x < left * h || y < top * v || x >= right * h || y >= bottom * v) return outside;
        return 64 * ((y - top * v) * across + x - left * h);
      };
      return { values: blocks, place };
    });
  }

  segment(marker: number, whole: Uint8Array): void {
    if (marker === 0xdb) {
      // a table that changes belongs to some scans only
      if (this.#scans.length > 0) throw new Uncut();
      this.#retained.push(whole);
    } else if (marker >= 0xe0 && marker <= 0xef) {
      if (isRetained(marker, whole.subarray(4))) this.#retained.push(whole);
    } else if (marker !== 0xfe) throw new Uncut();
  }

  scan(parts: readonly ScanPart[]): void {
    this.#scans.push(parts);
  }

  part(): JpegPart | null {
    const frame = this.#frame;
    const sent = this.#scans.flat();
    const seen = new Set(sent.map((s) => s.component));
    if (!frame || seen.size !== frame.components.length) return null;
    const { sof, width, height, unit } = frame;
    const components = this.#components;
    const made = { sof, width, height, unit, x: this.#left * unit.width, y: this.#top * unit.height, components, retained: this.#retained };
    if (sof === PROGRESSIVE) return { ...made, sof: made.retained.some(isFine) ? 0xc1 : 0xc0, scans: scansOf(components) };
    return sent.length === seen.size ? { ...made, scans: this.#scans } : null;
  }
}

/** One, if a unit of all components is small enough. */
function scansOf(components: readonly Component[]): readonly (readonly ScanPart[])[] {
  const parts = components.map((_, component): ScanPart => ({ component, tables: component === 0 ? 0x00 : 0x11 }));
  const isOne = components.reduce((n, { h, v }) => n + h * v, 0) <= MOST_BLOCKS;
  return isOne ? [parts] : parts.map((part) => [part]);
}

/** 16 bits, not in baseline files. */
function isFine(segment: Uint8Array): boolean {
  if (segment[1] !== 0xdb) return false;
  for (let at = 4; at < segment.length; at += 65 + 64 * (segment[at]! >> 4)) if (segment[at]! >> 4 > 0) return true;
  return false;
}

/** JFIF and Adobe's marker determine colours; Exif may contain a thumbnail of what is cut. */
function isRetained(marker: number, body: Uint8Array): boolean {
  const begins = (name: string): boolean => [...name].every((c, i) => body[i] === c.charCodeAt(0));
  // without JFIF's thumbnail
  if (marker === 0xe0) return begins("JFIF\0") && body.length === 14;
  return (marker === 0xe2 && begins("ICC_PROFILE\0")) || (marker === 0xee && begins("Adobe"));
}
