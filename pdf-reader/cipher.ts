// Security handler parts shared by reading and writing (ISO 32000-2, 7.6).
import { concatBytes } from "../base/bytes.js";
import type { PdfCrypto } from "./types.js";

/** Bytes that extend a password to 32 bytes (algorithm 2). */
export const PAD = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e,
  0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);
/** "sAlT": AESV2 key of an object (algorithm 1) */
export const SALT = [0x73, 0x41, 0x6c, 0x54];
export const NO_IV = new Uint8Array(16);

/** Revision 6 (algorithm 2.B): each round is chosen by the previous result. */
export function hardened(crypto: Pick<PdfCrypto, "sha" | "aes">, password: Uint8Array, salt: Uint8Array, about: Uint8Array): Uint8Array {
  let k = crypto.sha(256, concatBytes([password, salt, about]));
  for (let round = 1; ; round++) {
    const once = concatBytes([password, k, about]);
    const many = new Uint8Array(once.length * 64);
    for (let i = 0; i < 64; i++) many.set(once, i * once.length);
    const e = crypto.aes(k.subarray(0, 16), k.subarray(16, 32), many, false);
    const rest = e.subarray(0, 16).reduce((a, b) => a + b, 0) % 3;
    k = crypto.sha(rest === 0 ? 256 : rest === 1 ? 384 : 512, e);
    if (round >= 64 && e.at(-1)! <= round - 32) return k.slice(0, 32);
  }
}

/** RC4 in twenty rounds with varied keys (algorithms 3 and 5). */
export function rc4Rounds(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  let out = bytes;
  for (let i = 0; i < 20; i++)
    out = rc4(
      key.map((b) => b ^ i),
      out,
    );
  return out;
}

export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const s = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    const a = s[i]!;
    j = (j + a + key[i % key.length]!) & 255;
    s[i] = s[j]!;
    s[j] = a;
  }
  const out = new Uint8Array(bytes.length);
  let i = 0;
  let j = 0;
  for (let at = 0; at < bytes.length; at++) {
    i = (i + 1) & 255;
    const a = s[i]!;
    j = (j + a) & 255;
    const b = s[j]!;
    s[i] = b;
    s[j] = a;
    out[at] = bytes[at]! ^ s[(a + b) & 255]!;
  }
  return out;
}
