/** Memory limits of wasm modules (WebAssembly Core 2.0, 5.4.5 and 5.5.8). */
import { concatBytes } from "../../base/bytes.js";

/** Size of a wasm page in bytes. */
const WASM_PAGE = 1 << 16;

export const pagesOf = (mebibytes: number): number => (mebibytes * 1024 * 1024) / WASM_PAGE;

const MEMORY_SECTION = 5;

/**
 * Copies a module with its memory limited to `maximum` pages of 64 KiB.
 * @throws Error if the module declares no memory
 */
export function withMaximum(module: Uint8Array, maximum: number): Uint8Array<ArrayBuffer> {
  for (let at = 8; at < module.length;) {
    const id = module[at]!;
    const [size, body] = readUnsigned(module, at + 1);
    if (id === MEMORY_SECTION) {
      const [minimum] = readUnsigned(module, body + 2);
      const section = [1, 1, ...unsigned(minimum), ...unsigned(maximum)];
      return concatBytes([module.subarray(0, at), Uint8Array.of(id, section.length, ...section), module.subarray(body + size)]);
    }
    at = body + size;
  }
  throw new Error("the wasm module declares no memory");
}

function readUnsigned(bytes: Uint8Array, at: number): readonly [value: number, end: number] {
  let value = 0;
  for (let i = at, factor = 1; ; i++, factor *= 128) {
    value += (bytes[i]! & 127) * factor;
    if (bytes[i]! < 128) return [value, i + 1];
  }
}

function unsigned(value: number): readonly number[] {
  const out: number[] = [];
  for (; value > 127; value >>>= 7) out.push((value & 127) | 128);
  return [...out, value];
}
