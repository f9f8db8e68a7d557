import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { Crypto } from "../../backends/pdf/syntax/encrypt.js";
import type { PdfCrypto } from "../../pdf-reader/types.js";

const aesOf = (key: Uint8Array): `aes-${128 | 256}-cbc` => (key.length === 16 ? "aes-128-cbc" : "aes-256-cbc");

/** Salts are random: encrypted documents differ. */
export const nodeCrypto: Crypto & PdfCrypto = {
  md5: (bytes) => createHash("md5").update(bytes).digest(),
  sha: (bits, bytes) => createHash(`sha${bits}`).update(bytes).digest(),
  aes(key, iv, bytes, padding) {
    const cipher = createCipheriv(aesOf(key), key, iv).setAutoPadding(padding);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  },
  decrypt(key, iv, bytes) {
    const cipher = createDecipheriv(aesOf(key), key, iv).setAutoPadding(false);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  },
  random: (length) => randomBytes(length),
};
