// Same coefficients, new Huffman tables.
import { concatBytes } from "../../../base/bytes.js";
import type { CodeLengths } from "../entropy/bits.js";
import { ownBlocks, type ScanPart } from "../entropy/scans.js";
import { BitWriter, encoderOf, shortestCodes, type Encoder } from "./jpeg-codes.js";
import type { Component, JpegPart, Region } from "./jpeg-part.js";

/** @param region in the part, at a multiple of its unit */
export function writePart(part: JpegPart, region: Region): Uint8Array {
  const out: Uint8Array[] = [Uint8Array.of(0xff, 0xd8), ...part.retained, frameHeader(part, region)];
  for (const scan of part.scans) {
    const blocks = (): Iterable<readonly [number, number]> => blocksOf(part, region, scan);
    const used = new Map<number, Uint32Array>();
    const count = (table: number): Uint32Array => {
      let found = used.get(table);
      if (!found) used.set(table, (found = new Uint32Array(256)));
      return found;
    };
    for (const { tables } of scan) for (const table of [tables >> 4, 0x10 | (tables & 15)]) count(table);
    each(blocks(), part, scan, {
      dc: (tables, size) => void count(tables >> 4)[size]!++,
      ac: (tables, symbol) => void count(0x10 | (tables & 15))[symbol]!++,
    });
    const encoders = new Map<number, Encoder>();
    for (const [table, frequencies] of [...used].sort(([a], [b]) => a - b)) {
      // a table needs one code
      if (frequencies.every((n) => n === 0)) frequencies[0] = 1;
      const lengths = shortestCodes(frequencies);
      encoders.set(table, encoderOf(lengths));
      out.push(tableSegment(table, lengths));
    }
    const writer = new BitWriter();
    const put = ({ codes, lengths }: Encoder, symbol: number, bits: number, size: number): void => {
      writer.put(codes[symbol]!, lengths[symbol]!);
      // negative: lowest bits less one (F.1.2.1)
      if (size > 0) writer.put(bits < 0 ? bits - 1 : bits, size);
    };
    each(blocks(), part, scan, {
      dc: (tables, size, value) => put(encoders.get(tables >> 4)!, size, value, size),
      ac: (tables, symbol, value) => put(encoders.get(0x10 | (tables & 15))!, symbol, value, symbol & 15),
    });
    out.push(scanHeader(part, scan), writer.done().slice());
  }
  out.push(Uint8Array.of(0xff, 0xd9));
  return concatBytes(out);
}

const segment = (marker: number, body: readonly number[]): Uint8Array =>
  Uint8Array.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body);

function frameHeader({ sof, components }: JpegPart, { width, height }: Region): Uint8Array {
  const headers = components.flatMap((c) => [...c.header]);
  return segment(sof, [8, height >> 8, height & 255, width >> 8, width & 255, components.length, ...headers]);
}

const tableSegment = (table: number, { counts, symbols }: CodeLengths): Uint8Array => segment(0xc4, [table, ...counts, ...symbols]);

const scanHeader = ({ components }: JpegPart, scan: readonly ScanPart[]): Uint8Array =>
  segment(0xda, [scan.length, ...scan.flatMap(({ component, tables }) => [components[component]!.header[0]!, tables]), 0, 63, 0]);

/** Number of the scan's part, place in its coefficients. */
function* blocksOf(part: JpegPart, region: Region, scan: readonly ScanPart[]): Generator<readonly [number, number]> {
  const { unit } = part;
  const [left, top] = [(region.x - part.x) / unit.width, (region.y - part.y) / unit.height];
  const place = ({ h, v, across }: Component, x: number, y: number): number => 64 * ((top * v + y) * across + left * h + x);
  if (scan.length === 1) {
    const component = part.components[scan[0]!.component]!;
    const { across, down } = ownBlocks(part, region.width, region.height, component);
    for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) yield [0, place(component, x, y)];
    return;
  }
  const [across, down] = [Math.ceil(region.width / unit.width), Math.ceil(region.height / unit.height)];
  const components = scan.map((s) => part.components[s.component]!);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++)
      for (const [i, component] of components.entries())
        for (let b = 0; b < component.v; b++)
          for (let a = 0; a < component.h; a++) yield [i, place(component, x * component.h + a, y * component.v + b)];
}

interface Symbols {
  readonly dc: (tables: number, size: number, difference: number) => void;
  /** `symbol`: zeros before << 4 | size */
  readonly ac: (tables: number, symbol: number, value: number) => void;
}

const END_OF_BLOCK = 0;
const SIXTEEN_ZEROS = 0xf0;

/** Symbols of blocks (F.1.2). */
function each(blocks: Iterable<readonly [number, number]>, { components }: JpegPart, scan: readonly ScanPart[], to: Symbols): void {
  const last = scan.map(() => 0);
  for (const [i, at] of blocks) {
    const { component, tables } = scan[i]!;
    const values = components[component]!.blocks;
    const difference = values[at]! - last[i]!;
    last[i] = values[at]!;
    to.dc(tables, sizeOf(difference), difference);
    let zeros = 0;
    for (let k = at + 1; k < at + 64; k++) {
      const value = values[k]!;
      if (value === 0) {
        zeros++;
        continue;
      }
      for (; zeros > 15; zeros -= 16) to.ac(tables, SIXTEEN_ZEROS, 0);
      to.ac(tables, (zeros << 4) | sizeOf(value), value);
      zeros = 0;
    }
    if (zeros > 0) to.ac(tables, END_OF_BLOCK, 0);
  }
}

const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value));
