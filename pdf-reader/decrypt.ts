// Decryption, by default with the empty user password (ISO 32000-2, 7.6; PDF-25).
import { concatBytes } from "../base/bytes.js";
import { lookup } from "../base/lookup.js";
import { hardened, NO_IV, PAD, rc4, rc4Rounds, SALT } from "./cipher.js";
import { integerOf, isDict, nameOf } from "./objects.js";
import { PdfFault, PdfString, type PdfRef, type PdfCrypto, type PdfDict, type PdfObject } from "./types.js";

type Method = "none" | "rc4" | "aes128" | "aes256";
const METHODS: Readonly<Record<string, Method>> = { None: "none", V2: "rc4", AESV2: "aes128", AESV3: "aes256" };
const NONE = new Uint8Array(0);

export class Decryption {
  readonly strings: Method;
  readonly streams: Method;
  /** false if metadata streams are not encrypted */
  readonly metadata: boolean;
  readonly filters: ReadonlyMap<string, Method>;

  private constructor(
    readonly crypto: PdfCrypto,
    readonly key: Uint8Array,
    readonly dict: PdfDict,
  ) {
    const filters = new Map<string, Method>();
    const isOld = (integerOf(dict.get("V")) ?? 0) < 4;
    const all = isOld ? null : dict.get("CF");
    if (isDict(all)) for (const [name, filter] of all) if (isDict(filter)) filters.set(name, methodOf(nameOf(filter.get("CFM")) ?? "None"));
    filters.set("Identity", "none");
    const named = (entry: string): Method => (isOld ? "rc4" : (filters.get(nameOf(dict.get(entry)) ?? "Identity") ?? "none"));
    this.filters = filters;
    this.strings = named("StrF");
    this.streams = named("StmF");
    this.metadata = isOld || dict.get("EncryptMetadata") !== false;
  }

  /** @param dict of /Encrypt, with direct values @throws PdfFault for a needed password, or another security handler */
  static of(
    dict: PdfDict,
    id: Uint8Array,
    { crypto, password = NONE }: { readonly crypto: PdfCrypto | null; readonly password?: Uint8Array | undefined },
  ): Decryption {
    const handler = nameOf(dict.get("Filter")) ?? "Standard";
    if (handler !== "Standard")
      throw new PdfFault(`is encrypted by the security handler ${handler}, found instead of Standard`, null, true);
    if (crypto === null) throw new PdfFault("is encrypted, and cannot be decrypted here", null, true);
    const [v, r] = [integerOf(dict.get("V")) ?? 0, integerOf(dict.get("R")) ?? 0];
    if (![1, 2, 4, 5].includes(v) || !(r >= 2 && r <= 6))
      throw new PdfFault(`is encrypted by an unknown algorithm (V ${v}, R ${r})`, null, true);
    const metadata = dict.get("EncryptMetadata") !== false;
    const key = r >= 5 ? key256(dict, r, crypto, password) : key128(dict, { r, v, metadata, password }, id, crypto);
    if (key === null) throw new PdfFault("needs a password: only files that open without one can be read", null, true);
    return new Decryption(crypto, key, dict);
  }

  string(bytes: Uint8Array, id: PdfRef): Uint8Array {
    return this.#plain(this.strings, bytes, id);
  }

  stream(bytes: Uint8Array, id: PdfRef, dict: PdfDict, crypt: string | null): Uint8Array {
    return this.#plain(this.#methodOf(dict, crypt), bytes, id);
  }

  sealString(bytes: Uint8Array, id: PdfRef): Uint8Array {
    return this.#sealed(this.strings, bytes, id);
  }

  sealStream(bytes: Uint8Array, id: PdfRef, dict: PdfDict, crypt: string | null): Uint8Array {
    return this.#sealed(this.#methodOf(dict, crypt), bytes, id);
  }

  #methodOf(dict: PdfDict, crypt: string | null): Method {
    if (crypt !== null) return this.filters.get(crypt) ?? "none";
    return !this.metadata && nameOf(dict.get("Type")) === "Metadata" ? "none" : this.streams;
  }

  #plain(method: Method, bytes: Uint8Array, id: PdfRef): Uint8Array {
    if (method === "none") return bytes;
    const key = this.#keyOf(method, id);
    return method === "rc4" ? rc4(key, bytes) : this.#aes(key, bytes);
  }

  /** The initialization vector is a hash, so that the same changes give the same bytes. */
  #sealed(method: Method, bytes: Uint8Array, id: PdfRef): Uint8Array {
    if (method === "none") return bytes;
    const key = this.#keyOf(method, id);
    if (method === "rc4") return rc4(key, bytes);
    const iv = this.crypto.md5(concatBytes([key, [id.num & 255, (id.num >> 8) & 255, (id.num >> 16) & 255], bytes]));
    return concatBytes([iv, this.crypto.aes(key, iv, bytes, true)]);
  }

  #keyOf(method: Exclude<Method, "none">, { num, gen }: PdfRef): Uint8Array {
    if (method === "aes256") return this.key;
    const about = [num & 255, (num >> 8) & 255, (num >> 16) & 255, gen & 255, (gen >> 8) & 255];
    const hash = this.crypto.md5(concatBytes(method === "aes128" ? [this.key, about, SALT] : [this.key, about]));
    return hash.slice(0, Math.min(this.key.length + 5, 16));
  }

  #aes(key: Uint8Array, bytes: Uint8Array): Uint8Array {
    const whole = (bytes.length - 16) & ~15;
    if (whole <= 0) return NONE;
    const plain = this.crypto.decrypt(key, bytes.subarray(0, 16), bytes.subarray(16, 16 + whole));
    // broken data has no padding
    const padding = plain.at(-1)!;
    return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain;
  }
}

function methodOf(name: string): Method {
  const method = lookup(METHODS, name);
  if (method === undefined) throw new PdfFault(`is encrypted by an unknown method (${name})`, null, true);
  return method;
}

const bytesOf = (v: PdfObject | undefined, length: number): Uint8Array => {
  const out = new Uint8Array(length);
  if (v instanceof PdfString) out.set(v.bytes.subarray(0, length));
  return out;
};
const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((x, i) => x === b[i]);

/** Revisions 2 to 4 (algorithms 2, 4 and 5). Null if the file needs a password. */
function key128(
  dict: PdfDict,
  { r, v, metadata, password }: { readonly r: number; readonly v: number; readonly metadata: boolean; readonly password: Uint8Array },
  id: Uint8Array,
  crypto: PdfCrypto,
): Uint8Array | null {
  // in bytes by mistake of the writer
  const length = v === 4 ? 128 : v === 1 ? 40 : (integerOf(dict.get("Length")) ?? 40);
  const given = r === 2 ? 5 : Math.max(5, Math.min(16, length < 40 ? length : length >> 3));
  const p = integerOf(dict.get("P")) ?? 0;
  const permissions = [p & 255, (p >> 8) & 255, (p >> 16) & 255, (p >> 24) & 255];
  const first = crypto.md5(
    concatBytes([
      concatBytes([password, PAD]).subarray(0, 32),
      bytesOf(dict.get("O"), 32),
      permissions,
      id,
      r >= 4 && !metadata ? [255, 255, 255, 255] : [],
    ]),
  );
  const user = bytesOf(dict.get("U"), 32);
  if (r === 2) {
    const key = first.slice(0, 5);
    return isEqual(rc4(key, PAD), user) ? key : null;
  }
  const check = crypto.md5(concatBytes([PAD, id]));
  for (const n of new Set([given, 16, 5])) {
    let key = first.slice(0, n);
    for (let i = 0; i < 50; i++) key = crypto.md5(key).slice(0, n);
    if (isEqual(rc4Rounds(key, check), user.subarray(0, 16))) return key;
  }
  return null;
}

/** Revisions 5 and 6 (algorithm 2.A), by the user's or else the owner's password. Null if the file needs one. */
function key256(dict: PdfDict, r: number, crypto: PdfCrypto, password: Uint8Array): Uint8Array | null {
  const user = bytesOf(dict.get("U"), 48);
  for (const [entry, key, about] of [
    ["U", "UE", NONE],
    ["O", "OE", user],
  ] as const) {
    const check = bytesOf(dict.get(entry), 48);
    const hash = (salt: Uint8Array): Uint8Array =>
      r === 5 ? crypto.sha(256, concatBytes([password, salt, about])) : hardened(crypto, password, salt, about);
    if (!isEqual(hash(check.subarray(32, 40)), check.subarray(0, 32))) continue;
    return crypto.decrypt(hash(check.subarray(40, 48)), NO_IV, bytesOf(dict.get(key), 32)).slice(0, 32);
  }
  return null;
}
