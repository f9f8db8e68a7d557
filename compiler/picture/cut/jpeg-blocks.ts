// Coefficients of one block from one scan (ISO/IEC 10918-1, F.2.2 and G.1.2).
import { BrokenScan, type BitReader, type Decoder } from "./jpeg-bits.js";

export interface Coded {
  readonly dc: Decoder | undefined;
  readonly ac: Decoder | undefined;
  last: number;
}

export interface BlockReader {
  readonly read: (coded: Coded, block: Int16Array) => void;
  readonly restart: () => void;
}

/** Bits of a DC difference of 8-bit samples: at most 11 (table F.1). */
function lengthOf(symbol: number): number {
  if (symbol > 11) throw new BrokenScan("a difference of too many bits");
  return symbol;
}

const table = (decoder: Decoder | undefined): Decoder => {
  if (!decoder) throw new BrokenScan("a missing Huffman table");
  return decoder;
};

export function sequential(reader: BitReader): BlockReader {
  const read = (coded: Coded, block: Int16Array): void => {
    const ac = table(coded.ac);
    coded.last += reader.value(lengthOf(reader.symbol(table(coded.dc))));
    block[0] = coded.last;
    for (let k = 1; k < 64; k++) {
      const symbol = reader.symbol(ac);
      const size = symbol & 15;
      if (size === 0 && symbol !== 0xf0) return;
      k += symbol >> 4;
      if (size === 0) continue;
      if (k > 63) throw new BrokenScan("a block with too many coefficients");
      block[k] = reader.value(size);
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

export function progressive(reader: BitReader, { from, to, high, low }: Progress): BlockReader {
  if (to > 63 || from > to || low > 13 || (from === 0 && to > 0)) throw new BrokenScan("an impossible scan");
  /** blocks without further coefficients */
  let ended = 0;
  const restart = (): void => void (ended = 0);
  const runOf = (r: number): number => (1 << r) + reader.bits(r);
  const firstDc = (coded: Coded, block: Int16Array): void => {
    coded.last += reader.value(lengthOf(reader.symbol(table(coded.dc))));
    block[0] = coded.last << low;
  };
  const nextDc = (_: Coded, block: Int16Array): void => {
    block[0]! |= reader.bits(1) << low;
  };
  const firstAc = ({ ac }: Coded, block: Int16Array): void => {
    if (ended > 0) return void ended--;
    for (let k = from; k <= to; k++) {
      const symbol = reader.symbol(table(ac));
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) return void (ended = runOf(zeros) - 1);
      k += zeros;
      if (size === 0) continue;
      if (k > to) throw new BrokenScan("a block with too many coefficients");
      block[k] = reader.value(size) << low;
    }
  };
  const refine = (block: Int16Array, k: number): void => {
    if (reader.bits(1) === 1 && (block[k]! & (1 << low)) === 0) block[k]! += block[k]! > 0 ? 1 << low : -1 << low;
  };
  const nextAc = ({ ac }: Coded, block: Int16Array): void => {
    let k = from;
    for (; ended === 0 && k <= to; k++) {
      const symbol = reader.symbol(table(ac));
      let zeros = symbol >> 4;
      if ((symbol & 15) === 0 && zeros < 15) {
        ended = runOf(zeros);
        break;
      }
      const value = (symbol & 15) === 0 ? 0 : reader.bits(1) === 1 ? 1 << low : -1 << low;
      for (; k <= to; k++) {
        if (block[k] !== 0) refine(block, k);
        else if (--zeros < 0) break;
      }
      if (value === 0) continue;
      if (k > to) throw new BrokenScan("a block with too many coefficients");
      block[k] = value;
    }
    if (ended === 0) return;
    for (; k <= to; k++) if (block[k] !== 0) refine(block, k);
    ended--;
  };
  const read = from === 0 ? (high === 0 ? firstDc : nextDc) : high === 0 ? firstAc : nextAc;
  return { read, restart };
}
