// Entropy-coded data of JPEG files, read to its end (ISO/IEC 10918-1, annexes F and G).

/** The picture data is damaged or cut off. */
export class JpegDamage extends Error {}

/** Bytes between segments, or bits after the last block: decoders differ. */
export class JpegExcess extends Error {}

interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly quantization: number;
  /** size in blocks of a scan of this component alone */
  readonly columns: number;
  readonly rows: number;
  /** interleaved scans are padded to whole units */
  readonly stride: number;
  /** nonzero coefficients by block, for refinements; progressive only */
  readonly nonzero: Uint8Array | null;
}

interface Frame {
  readonly progressive: boolean;
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
  readonly unitsAcross: number;
  readonly unitsDown: number;
}

interface Table {
  /** largest code by length, -1 if none */
  readonly most: Int32Array;
  readonly offset: Int32Array;
  readonly values: Uint8Array;
}

const BLOCK = 64;

/**
 * Reads all scans of a file that `compiler/picture/jpeg.ts` has accepted.
 * @param admit receives the size before the picture data is read; its exceptions propagate
 * @throws JpegDamage, JpegExcess
 */
export function checkJpegData(bytes: Uint8Array, admit: (width: number, height: number) => void): void {
  new Reader(bytes, admit).read();
}

class Reader {
  #at = 2;
  #frame: Frame | null = null;
  readonly #tables = new Map<number, Table>();
  readonly #quantized = new Set<number>();
  #restartEvery = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly admit: (width: number, height: number) => void,
  ) {}

  read(): void {
    for (;;) {
      const marker = this.#marker();
      if (marker === 0xd9) return;
      const length = this.#u16(this.#at);
      const body = this.bytes.subarray(this.#at + 2, this.#at + length);
      if (length < 2 || body.length !== length - 2) throw new JpegDamage("a segment is cut off");
      this.#at += length;
      if (marker === 0xc4) this.#readTables(body);
      else if (marker === 0xdb) this.#readQuantization(body);
      else if (marker === 0xdd) this.#restartEvery = this.#two(body, 0);
      else if (marker >= 0xc0 && marker <= 0xc2) this.#frame = frameOf(body, marker === 0xc2, this.admit);
      else if (marker === 0xda) this.#scan(body);
    }
  }

  #marker(): number {
    if (this.#at >= this.bytes.length) throw new JpegDamage("it is cut off");
    if (this.bytes[this.#at] !== 0xff) throw new JpegExcess("there are bytes between its segments");
    while (this.bytes[this.#at] === 0xff) this.#at++;
    const marker = this.bytes[this.#at++];
    if (marker === undefined) throw new JpegDamage("it is cut off");
    if (marker === 0) throw new JpegExcess("there are bytes between its segments");
    return marker;
  }

  #u16(at: number): number {
    return this.#two(this.bytes, at);
  }

  #two(bytes: Uint8Array, at: number): number {
    if (at + 2 > bytes.length) throw new JpegDamage("a segment is cut off");
    return bytes[at]! * 256 + bytes[at + 1]!;
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
      const values = body.subarray(at + 17, at + 17 + total);
      if (counts.length < 16 || values.length < total || total > 256 || (key & 15) > 3 || key >> 4 > 1)
        throw new JpegDamage("a Huffman table is broken");
      this.#tables.set(key, tableOf(counts, values));
      at += 17 + total;
    }
  }

  #table(kind: 0 | 1, id: number): Table {
    const table = this.#tables.get((kind << 4) | id);
    if (!table) throw new JpegDamage("a Huffman table is missing");
    return table;
  }

  #scan(header: Uint8Array): void {
    const frame = this.#frame;
    if (!frame) throw new JpegDamage("its picture data comes before its frame");
    const count = header[0] ?? 0;
    if (count < 1 || count > 4 || header.length < 4 + 2 * count) throw new JpegDamage("the header of its picture data is cut off");
    const parts = Array.from({ length: count }, (_, i) => {
      const component = frame.components.find((c) => c.id === header[1 + 2 * i]);
      if (!component) throw new JpegDamage("its picture data is of an unknown component");
      if (!this.#quantized.has(component.quantization)) throw new JpegDamage("a quantization table is missing");
      return { component, dc: header[2 + 2 * i]! >> 4, ac: header[2 + 2 * i]! & 15 };
    });
    const [from, to, steps] = [header[1 + 2 * count]!, header[2 + 2 * count]!, header[3 + 2 * count]!];
    const bits = new Bits(this.bytes, this.#at);
    const coder = frame.progressive ? progressive(bits, { from, to, high: steps >> 4 }) : sequential(bits);
    const blocks = parts.map(({ component, dc, ac }) => ({
      component,
      read: coder(
        component,
        () => this.#table(0, dc),
        () => this.#table(1, ac),
      ),
    }));
    const alone = blocks.length === 1 ? blocks[0]! : null;
    const units = alone ? alone.component.columns * alone.component.rows : frame.unitsAcross * frame.unitsDown;
    let left = this.#restartEvery;
    let restart = 0;
    for (let unit = 0; unit < units; unit++) {
      if (this.#restartEvery > 0 && left === 0) {
        bits.restart(restart);
        restart = (restart + 1) & 7;
        left = this.#restartEvery;
        for (const block of blocks) block.read.reset();
      }
      left--;
      if (alone) {
        const { columns, stride } = alone.component;
        alone.read.block(Math.floor(unit / columns) * stride + (unit % columns));
        continue;
      }
      const [x, y] = [unit % frame.unitsAcross, Math.floor(unit / frame.unitsAcross)];
      for (const { component, read } of blocks)
        for (let v = 0; v < component.down; v++)
          for (let h = 0; h < component.across; h++) read.block((y * component.down + v) * component.stride + x * component.across + h);
    }
    this.#at = bits.end();
  }
}

function frameOf(body: Uint8Array, isProgressive: boolean, admit: (width: number, height: number) => void): Frame {
  const height = body[1]! * 256 + body[2]!;
  const width = body[3]! * 256 + body[4]!;
  admit(width, height);
  const count = body[5]!;
  const factors = Array.from({ length: count }, (_, i) => ({
    id: body[6 + 3 * i]!,
    quantization: body[8 + 3 * i]!,
    across: body[7 + 3 * i]! >> 4,
    down: body[7 + 3 * i]! & 15,
  }));
  if (factors.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
    throw new JpegDamage("a sampling factor is broken");
  const most = (of: "across" | "down"): number => factors.reduce((n, f) => Math.max(n, f[of]), 1);
  const [h, v] = [most("across"), most("down")];
  const unitsAcross = Math.ceil(width / (8 * h));
  const unitsDown = Math.ceil(height / (8 * v));
  const components = factors.map(({ id, across, down, quantization }): Component => {
    const stride = unitsAcross * across;
    return {
      id,
      across,
      down,
      quantization,
      columns: Math.ceil(Math.ceil((width * across) / h) / 8),
      rows: Math.ceil(Math.ceil((height * down) / v) / 8),
      stride,
      nonzero: isProgressive ? new Uint8Array(stride * unitsDown * down * BLOCK) : null,
    };
  });
  return { progressive: isProgressive, width, height, components, unitsAcross, unitsDown };
}

function tableOf(counts: Uint8Array, values: Uint8Array): Table {
  const most = new Int32Array(17).fill(-1);
  const offset = new Int32Array(17);
  for (let length = 1, code = 0, at = 0; length <= 16; length++, code <<= 1) {
    const n = counts[length - 1]!;
    if (n === 0) continue;
    if (code + n > 1 << length) throw new JpegDamage("a Huffman table is broken");
    offset[length] = at - code;
    code += n;
    at += n;
    most[length] = code - 1;
  }
  return { most, offset, values };
}

/** Without stuffed zeros. */
class Bits {
  #buffer = 0;
  #count = 0;

  constructor(
    readonly bytes: Uint8Array,
    private at: number,
  ) {}

  bit(): number {
    if (this.#count === 0) this.#fill();
    this.#count--;
    return (this.#buffer >> this.#count) & 1;
  }

  bits(n: number): number {
    let value = 0;
    for (let i = 0; i < n; i++) value = (value << 1) | this.bit();
    return value;
  }

  symbol({ most, offset, values }: Table): number {
    for (let length = 1, code = 0; length <= 16; length++) {
      code = (code << 1) | this.bit();
      if (code <= most[length]!) return values[code + offset[length]!]!;
    }
    throw new JpegDamage("its picture data has a code that is in no Huffman table");
  }

  restart(number: number): void {
    const marker = this.#next();
    if (marker !== 0xd0 + number) throw new JpegDamage("a restart marker is missing");
  }

  end(): number {
    this.#count = 0;
    if (this.bytes[this.at] !== 0xff && this.at < this.bytes.length) throw new JpegExcess("there are bytes after its picture data");
    return this.at;
  }

  #fill(): void {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new JpegDamage("its picture data is cut off");
    if (byte !== 0xff) this.at++;
    else if (this.bytes[this.at + 1] === 0) this.at += 2;
    else throw new JpegDamage("its picture data is cut off");
    this.#buffer = byte;
    this.#count = 8;
  }

  #next(): number {
    this.#count = 0;
    if (this.bytes[this.at] !== 0xff) throw new JpegExcess("there are bytes after its picture data");
    while (this.bytes[this.at] === 0xff) this.at++;
    return this.bytes[this.at++] ?? 0;
  }
}

interface BlockReader {
  block(index: number): void;
  reset(): void;
}
type Coder = (component: Component, dc: () => Table, ac: () => Table) => BlockReader;

const sequential =
  (bits: Bits): Coder =>
  (_, dcOf, acOf) => {
    const [dc, ac] = [dcOf(), acOf()];
    return {
      reset: () => undefined,
      block: () => {
        const size = bits.symbol(dc);
        if (size > 15) throw new JpegDamage("its picture data has a size that is too large");
        bits.bits(size);
        for (let k = 1; k < BLOCK; k++) {
          const symbol = bits.symbol(ac);
          const length = symbol & 15;
          if (length === 0 && symbol !== 0xf0) {
            if (symbol === 0) return;
            throw new JpegDamage("its picture data has an unknown run");
          }
          k += symbol >> 4;
          if (k >= BLOCK) throw new JpegDamage("its picture data has too many coefficients");
          bits.bits(length);
        }
      },
    };
  };

interface Band {
  readonly from: number;
  readonly to: number;
  /** 0: the first scan of these coefficients */
  readonly high: number;
}

function progressive(bits: Bits, { from, to, high }: Band): Coder {
  if (from > to || to >= BLOCK || (from === 0 && to !== 0)) throw new JpegDamage("a scan is of unknown coefficients");
  return ({ nonzero }, dcOf, acOf) => {
    const first = high === 0;
    if (from === 0) {
      const dc = first ? dcOf() : null;
      return {
        reset: () => undefined,
        block: () => {
          if (dc) bits.bits(bits.symbol(dc));
          else bits.bit();
        },
      };
    }
    const ac = acOf();
    let run = 0;
    /** Reads one bit of each coefficient that is not zero, over `zeros` that are. @returns index of the next zero */
    const refine = (at: number, k: number, zeros: number): number => {
      for (; k <= to; k++) {
        if (nonzero![at + k]) bits.bit();
        else if (zeros-- === 0) return k;
      }
      return k;
    };
    return {
      reset: () => void (run = 0),
      block: (index) => {
        const at = index * BLOCK;
        if (run > 0) {
          run--;
          if (!first) refine(at, from, BLOCK);
          return;
        }
        for (let k = from; k <= to; k++) {
          const symbol = bits.symbol(ac);
          const [zeros, size] = [symbol >> 4, symbol & 15];
          if (size === 0 && zeros < 15) {
            run = (1 << zeros) - 1 + bits.bits(zeros);
            if (!first) refine(at, k, BLOCK);
            return;
          }
          if (first) {
            k += zeros;
            if (size === 0) continue;
            if (k > to) throw new JpegDamage("its picture data has too many coefficients");
            bits.bits(size);
          } else {
            if (size > 1) throw new JpegDamage("its picture data refines by more than one bit");
            if (size === 1) bits.bit();
            k = refine(at, k, zeros);
            if (size === 0) continue;
            if (k > to) throw new JpegDamage("its picture data has too many coefficients");
          }
          nonzero![at + k] = 1;
        }
      },
    };
  };
}
