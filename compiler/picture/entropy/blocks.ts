// Coefficients of one block from one scan (ISO/IEC 10918-1, F.2.2 and G.1.2).
import { JpegDamage, type BitReader, type Decoder } from "./bits.js";

/** Coefficients of a component, 64 a block in zigzag order; as flags only those that are not zero are told apart. */
export type Coefficients = Int16Array | Uint8Array;

/** A component in a scan. */
export interface Coded {
  readonly dc: Decoder | undefined;
  readonly ac: Decoder | undefined;
  /** value that the next difference is added to */
  last: number;
}

interface BlockReader {
  /** Reads a block into `values` from `at`. @throws JpegDamage */
  readonly read: (coded: Coded, values: Coefficients, at: number) => void;
  readonly restart: () => void;
}

const MOST = 63;

function table(decoder: Decoder | undefined): Decoder {
  if (!decoder) throw new JpegDamage("a Huffman table is missing");
  return decoder;
}

/** Difference of 8-bit samples: at most 11 bits (table F.1). */
function difference(reader: BitReader, dc: Decoder): number {
  const size = reader.symbol(dc);
  if (size > 11) throw new JpegDamage("its picture data has a size that is too large");
  return reader.value(size);
}

function within(k: number, to: number): void {
  if (k > to) throw new JpegDamage("its picture data has too many coefficients");
}

export function sequential(reader: BitReader): BlockReader {
  const read = (coded: Coded, values: Coefficients, at: number): void => {
    const ac = table(coded.ac);
    coded.last += difference(reader, table(coded.dc));
    values[at] = coded.last;
    for (let k = 1; k <= MOST; k++) {
      const symbol = reader.symbol(ac);
      const size = symbol & 15;
      if (size === 0 && symbol !== 0xf0) return;
      k += symbol >> 4;
      if (size === 0) continue;
      within(k, MOST);
      values[at + k] = reader.value(size);
    }
  };
  return { read, restart: () => undefined };
}

/** Coefficients `from` to `to` without their last `low` bits; `high`: 0 at first. */
interface Progress {
  readonly from: number;
  readonly to: number;
  readonly high: number;
  readonly low: number;
}

/** @param components of the scan @throws JpegDamage for an impossible scan (G.1.1.1) */
export function progressive(reader: BitReader, { from, to, high, low }: Progress, components: number): BlockReader {
  if (to > MOST || from > to || low > 13 || (from === 0 ? to > 0 : components > 1))
    throw new JpegDamage("a scan is of unknown coefficients");
  /** blocks without further coefficients */
  let ended = 0;
  const restart = (): void => void (ended = 0);
  const runOf = (r: number): number => (1 << r) + reader.bits(r);
  const set = (values: Coefficients, at: number, value: number): void => {
    values[at] = values instanceof Uint8Array ? 1 : value << low;
  };
  const firstDc = (coded: Coded, values: Coefficients, at: number): void => {
    coded.last += difference(reader, table(coded.dc));
    values[at] = coded.last << low;
  };
  const nextDc = (_: Coded, values: Coefficients, at: number): void => {
    values[at]! |= reader.bits(1) << low;
  };
  const firstAc = ({ ac }: Coded, values: Coefficients, at: number): void => {
    if (ended > 0) return void ended--;
    for (let k = from; k <= to; k++) {
      const symbol = reader.symbol(table(ac));
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) return void (ended = runOf(zeros) - 1);
      k += zeros;
      if (size === 0) continue;
      within(k, to);
      set(values, at + k, reader.value(size));
    }
  };
  const refine = (values: Coefficients, at: number): void => {
    if (reader.bits(1) === 0 || values instanceof Uint8Array) return;
    const value = values[at]!;
    if ((value & (1 << low)) === 0) values[at] = value + (value > 0 ? 1 << low : -1 << low);
  };
  const nextAc = ({ ac }: Coded, values: Coefficients, at: number): void => {
    let k = from;
    for (; ended === 0 && k <= to; k++) {
      const symbol = reader.symbol(table(ac));
      let zeros = symbol >> 4;
      const size = symbol & 15;
      if (size === 0 && zeros < 15) {
        ended = runOf(zeros);
        break;
      }
      if (size > 1) throw new JpegDamage("its picture data refines by more than one bit");
      const value = size === 0 ? 0 : reader.bits(1) === 1 ? 1 : -1;
      for (; k <= to; k++) {
        if (values[at + k] !== 0) refine(values, at + k);
        else if (--zeros < 0) break;
      }
      if (value === 0) continue;
      within(k, to);
      set(values, at + k, value);
    }
    if (ended === 0) return;
    for (; k <= to; k++) if (values[at + k] !== 0) refine(values, at + k);
    ended--;
  };
  const read = from === 0 ? (high === 0 ? firstDc : nextDc) : high === 0 ? firstAc : nextAc;
  return { read, restart };
}
