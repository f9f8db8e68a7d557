// Scans of a JPEG file (ISO/IEC 10918-1, annexes A and B).
import { BitReader, decoderOf, JpegDamage, JpegExcess, type Decoder } from "./bits.js";
import { progressive, sequential, type Coded, type Coefficients } from "./blocks.js";

export interface FrameComponent {
  /** as in the frame header: identifier, sampling factors, quantization table */
  readonly header: Uint8Array;
  readonly h: number;
  readonly v: number;
}

export interface Frame {
  readonly sof: number;
  readonly width: number;
  readonly height: number;
  readonly components: readonly FrameComponent[];
  /** side lengths of a unit of all components, pixels */
  readonly unit: { readonly width: number; readonly height: number };
  readonly units: { readonly across: number; readonly down: number };
}

export const PROGRESSIVE = 0xc2;

/** A component in the header of a scan. */
export interface ScanPart {
  readonly component: number;
  /** DC << 4 | AC */
  readonly tables: number;
}

/** Coefficients of one component that are read. */
export interface Store {
  readonly values: Coefficients;
  /** Index in `values` of a block by its column and row. */
  readonly place: (x: number, y: number) => number;
}

/** Receives the content of a file in its order; exceptions propagate. */
export interface JpegVisitor {
  /** bytes after a scan's last block; decoders differ */
  readonly excess: "refused" | "skipped";
  /** Returns a store by component. */
  frame(frame: Frame): readonly Store[];
  /** Other segments than the frame, Huffman tables, restart interval and scans. */
  segment(marker: number, whole: Uint8Array): void;
  scan(parts: readonly ScanPart[]): void;
  /** Before each row of units. */
  row(): void;
}

/** Reads a file that `../jpeg.ts` has accepted. @throws JpegDamage, JpegExcess */
export function readScans(bytes: Uint8Array, visitor: JpegVisitor): void {
  new Reader(bytes, visitor).read();
}

class Reader {
  #at = 2;
  #frame: Frame | null = null;
  #stores: readonly Store[] = [];
  #interval = 0;
  readonly #decoders = new Map<number, Decoder>();
  readonly #quantized = new Set<number>();

  constructor(
    readonly bytes: Uint8Array,
    readonly visitor: JpegVisitor,
  ) {}

  read(): void {
    for (;;) {
      const marker = this.#marker();
      if (marker === 0xd9) return;
      const from = this.#at;
      const length = from + 2 > this.bytes.length ? 0 : u16(this.bytes, from);
      if (length < 2 || from + length > this.bytes.length) throw new JpegDamage("a segment is cut off");
      const body = this.bytes.subarray(from + 2, from + length);
      this.#at += length;
      if (marker >= 0xc0 && marker <= 0xc2) this.#stores = this.visitor.frame((this.#frame = frameOf(marker, body)));
      else if (marker === 0xc4) this.#readTables(body);
      else if (marker === 0xdd) this.#interval = body.length < 2 ? 0 : u16(body, 0);
      else if (marker === 0xda) this.#scan(body);
      else {
        if (marker === 0xdb) this.#readQuantization(body);
        this.visitor.segment(marker, this.bytes.subarray(from - 2, from + length));
      }
    }
  }

  #marker(): number {
    if (this.#at >= this.bytes.length) throw new JpegDamage("it is cut off");
    const from = this.#at;
    while (this.bytes[this.#at] === 0xff) this.#at++;
    const marker = this.bytes[this.#at++];
    if (marker === undefined) throw new JpegDamage("it is cut off");
    if (this.#at - from < 2 || marker === 0) throw new JpegExcess("there are bytes between its segments");
    return marker;
  }

  #readQuantization(body: Uint8Array): void {
    for (let at = 0; at < body.length;) {
      const [wide, id] = [body[at]! >> 4, body[at]! & 15];
      at += 1 + (wide === 0 ? 64 : 128);
      if (at > body.length || id > 3) throw new JpegDamage("a quantization table is cut off");
      this.#quantized.add(id);
    }
  }

  #readTables(body: Uint8Array): void {
    for (let at = 0; at < body.length;) {
      const key = body[at]!;
      const counts = body.subarray(at + 1, at + 17);
      const total = counts.reduce((n, c) => n + c, 0);
      const symbols = body.subarray(at + 17, at + 17 + total);
      if (counts.length < 16 || symbols.length < total || total > 256 || (key & 15) > 3 || key >> 4 > 1)
        throw new JpegDamage("a Huffman table is broken");
      this.#decoders.set(key, decoderOf({ counts, symbols }));
      at += 17 + total;
    }
  }

  #scan(header: Uint8Array): void {
    const frame = this.#frame;
    if (!frame) throw new JpegDamage("its picture data comes before its frame");
    const count = header[0] ?? 0;
    if (count < 1 || count > 4 || header.length < 4 + 2 * count) throw new JpegDamage("the header of its picture data is cut off");
    const parts = Array.from({ length: count }, (_, i): ScanPart => {
      const component = frame.components.findIndex((c) => c.header[0] === header[1 + 2 * i]);
      if (component < 0) throw new JpegDamage("its picture data is of an unknown component");
      if (!this.#quantized.has(frame.components[component]!.header[2]!)) throw new JpegDamage("a quantization table is missing");
      return { component, tables: header[2 + 2 * i]! };
    });
    this.visitor.scan(parts);
    // a scan of one component has its blocks alone (A.2.2)
    const alone = count === 1;
    const coded = parts.map(({ component, tables }) => {
      const own = frame.components[component]!;
      const state: Coded = { dc: this.#decoders.get(tables >> 4), ac: this.#decoders.get(0x10 | (tables & 15)), last: 0 };
      return { state, store: this.#stores[component]!, own, h: alone ? 1 : own.h, v: alone ? 1 : own.v };
    });
    const reader = new BitReader(this.bytes, this.#at);
    const [from = 0, to = 0, steps = 0] = header.subarray(1 + 2 * count);
    const blocks =
      frame.sof === PROGRESSIVE ? progressive(reader, { from, to, high: steps >> 4, low: steps & 15 }, count) : sequential(reader);
    const { across, down } = alone ? ownBlocks(frame, frame.width, frame.height, coded[0]!.own) : frame.units;
    for (let y = 0, n = 0; y < down; y++) {
      this.visitor.row();
      for (let x = 0; x < across; x++, n++) {
        if (this.#interval > 0 && n > 0 && n % this.#interval === 0) {
          this.#end(reader);
          reader.restart(n / this.#interval - 1);
          blocks.restart();
          for (const { state } of coded) state.last = 0;
        }
        for (const { state, store, h, v } of coded)
          for (let j = 0; j < v; j++) for (let i = 0; i < h; i++) blocks.read(state, store.values, store.place(x * h + i, y * v + j));
      }
    }
    this.#end(reader);
    this.#at = endOfScan(this.bytes, reader.at);
  }

  #end(reader: BitReader): void {
    if (reader.hasMore && this.visitor.excess === "refused") throw new JpegExcess("there are bytes after its picture data");
  }
}

const u16 = (bytes: Uint8Array, at: number): number => bytes[at]! * 256 + bytes[at + 1]!;

function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new JpegDamage("it is cut off");
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
}

/** Returns the size of a component alone, in blocks without those that only complete units (A.2.3). */
export function ownBlocks(
  { unit }: Pick<Frame, "unit">,
  width: number,
  height: number,
  { h, v }: Pick<FrameComponent, "h" | "v">,
): { across: number; down: number } {
  return { across: Math.ceil((width * h) / unit.width), down: Math.ceil((height * v) / unit.height) };
}

function frameOf(sof: number, body: Uint8Array): Frame {
  const height = u16(body, 1);
  const width = u16(body, 3);
  const components = Array.from({ length: body[5]! }, (_, i): FrameComponent => {
    const header = body.subarray(6 + 3 * i, 9 + 3 * i);
    const [h, v] = [header[1]! >> 4, header[1]! & 15];
    if (h < 1 || h > 4 || v < 1 || v > 4) throw new JpegDamage("a sampling factor is broken");
    return { header, h, v };
  });
  const most = (of: "h" | "v"): number => components.reduce((n, c) => Math.max(n, c[of]), 1);
  const unit = { width: 8 * most("h"), height: 8 * most("v") };
  return { sof, width, height, components, unit, units: { across: Math.ceil(width / unit.width), down: Math.ceil(height / unit.height) } };
}
