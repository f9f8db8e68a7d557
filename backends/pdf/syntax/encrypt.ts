// Standard security handler (ISO 32000-2, 7.6).
import { concatBytes } from "../../../base/bytes.js";
import { hardened, NO_IV, PAD, rc4Rounds, SALT } from "../../../pdf-reader/cipher.js";
import type { Permission, Protection } from "../../../ir/protection.js";
import { Bytes, name, type Dict } from "./object.js";

/** Cryptographic functions of the environment. AES is CBC; `padding` is PKCS #7. */
export interface Crypto {
  md5(bytes: Uint8Array): Uint8Array;
  sha(bits: 256 | 384 | 512, bytes: Uint8Array): Uint8Array;
  aes(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array, padding: boolean): Uint8Array;
  random(length: number): Uint8Array;
}

export interface Encryption {
  readonly dict: Dict;
  readonly id: Uint8Array;
  encrypt(bytes: Uint8Array, num: number): Uint8Array;
}

/** Makes the standard security handler (ISO 32000-2, 7.6.4): revision 6 (aes_256), 4 (aes_128). */
export const encryption = (protection: Protection, crypto: Crypto): Encryption =>
  protection.algorithm === "aes_256" ? revision6(protection, crypto) : revision4(protection, crypto);

/** Bits of /P cleared by a denied permission, counted from 1 (table 22). */
const BITS: Readonly<Record<Permission, number>> = {
  print: 3,
  modify: 4,
  copy: 5,
  annotate: 6,
  fill_forms: 9,
  extract_accessibility: 10,
  assemble: 11,
  print_high_quality: 12,
};

/** /P as a signed number: reserved bits are 1, the lowest two 0. */
const permissions = (denied: readonly Permission[]): number => denied.reduce((p, d) => p & ~(1 << (BITS[d] - 1)), ~3);

const little = (p: number): number[] => [p & 255, (p >> 8) & 255, (p >> 16) & 255, (p >> 24) & 255];
const join = (...parts: readonly ArrayLike<number>[]): Uint8Array => concatBytes(parts);

function filter(method: "AESV2" | "AESV3", more: Dict): Dict {
  const bytes = method === "AESV3" ? 32 : 16;
  return {
    Filter: name("Standard"),
    Length: bytes * 8,
    CF: { StdCF: { Type: name("CryptFilter"), CFM: name(method), AuthEvent: name("DocOpen"), Length: bytes } },
    StmF: name("StdCF"),
    StrF: name("StdCF"),
    ...more,
  };
}

function revision6({ open, owner, denied }: Protection, crypto: Crypto): Encryption {
  const key = crypto.random(32);
  const master = owner ?? open;
  const locked = (password: Uint8Array, about: Uint8Array): { readonly check: Uint8Array; readonly key: Uint8Array } => {
    const [forCheck, forKey] = [crypto.random(8), crypto.random(8)];
    return {
      check: join(hardened(crypto, password, forCheck, about), forCheck, forKey),
      key: crypto.aes(hardened(crypto, password, forKey, about), NO_IV, key, false),
    };
  };
  const user = locked(open, new Uint8Array());
  const master6 = locked(master, user.check);
  const p = permissions(denied);
  const permissionsBlock = join(little(p), [255, 255, 255, 255], [0x54, 0x61, 0x64, 0x62], crypto.random(4));
  return {
    id: crypto.random(16),
    dict: filter("AESV3", {
      V: 5,
      R: 6,
      P: p,
      U: new Bytes(user.check),
      UE: new Bytes(user.key),
      O: new Bytes(master6.check),
      OE: new Bytes(master6.key),
      // one ECB block equals one CBC block with a zero IV
      Perms: new Bytes(crypto.aes(key, NO_IV, permissionsBlock, false)),
    }),
    encrypt: (bytes) => withIv(crypto, key, bytes),
  };
}

function revision4({ open, owner, denied }: Protection, crypto: Crypto): Encryption {
  const id = crypto.random(16);
  const p = permissions(denied);
  const rehashed = (bytes: Uint8Array): Uint8Array => {
    let k = crypto.md5(bytes);
    for (let i = 0; i < 50; i++) k = crypto.md5(k);
    return k;
  };
  // algorithms 3, 2 and 5
  const o = rc4Rounds(rehashed(padded(owner ?? open)), padded(open));
  const key = rehashed(join(padded(open), o, little(p), id));
  const u = join(rc4Rounds(key, crypto.md5(join(PAD, id))), new Uint8Array(16));
  return {
    id,
    dict: filter("AESV2", { V: 4, R: 4, P: p, O: new Bytes(o), U: new Bytes(u) }),
    encrypt: (bytes, num) => withIv(crypto, crypto.md5(join(key, [num & 255, (num >> 8) & 255, (num >> 16) & 255, 0, 0], SALT)), bytes),
  };
}

/** Encrypted data after its 16-byte random IV (algorithms 1 and 1.A). */
function withIv(crypto: Crypto, key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const iv = crypto.random(16);
  return join(iv, crypto.aes(key, iv, bytes, true));
}

const padded = (password: Uint8Array): Uint8Array => join(password, PAD).slice(0, 32);
