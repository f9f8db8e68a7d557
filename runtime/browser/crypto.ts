// Hashes and ciphers without crypto.subtle, which pages over plain HTTP lack.
import { cbc } from "@noble/ciphers/aes.js";
import { md5 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { PdfCrypto } from "../../pdf-reader/types.js";
import type { Crypto } from "../../backends/pdf/syntax/encrypt.js";
import type { BlobId } from "../../ir/ir.js";

const SHA = { 256: sha256, 384: sha384, 512: sha512 } as const;

/** Salts are random: encrypted documents differ each time. */
export const browserCrypto: Crypto & PdfCrypto = {
  md5: (bytes) => md5(bytes),
  sha: (bits, bytes) => SHA[bits](bytes),
  aes: (key, iv, bytes, padding) => cbc(key, iv, { disablePadding: !padding }).encrypt(bytes),
  decrypt: (key, iv, bytes) => cbc(key, iv, { disablePadding: true }).decrypt(bytes),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

/** Begins a hash over bytes as they come. */
export const sha256Begun = (): ReturnType<typeof sha256.create> => sha256.create();

export const blobIdOf = (bytes: Uint8Array): BlobId => `sha256-${bytesToHex(sha256(bytes))}`;
