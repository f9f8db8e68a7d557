// Keys and certificates of PKCS #12 files (RFC 7292, RFC 9579).
import { createDecipheriv, createHash, createHmac, createPrivateKey, pbkdf2Sync, timingSafeEqual, type KeyObject } from "node:crypto";
import { concatBytes } from "../../../base/bytes.js";
import { OID } from "../asn1/names.js";
import { Asn1, Asn1Fault, TAG } from "../asn1/read.js";
import { digestOf } from "../x509/algorithm.js";
import { Certificate } from "../x509/certificate.js";
import { KeyFault, wrongPassword } from "./password.js";
import { rc2Decrypted } from "./rc2.js";

/** Private keys and certificates of a file. */
export interface KeyStore {
  readonly keys: readonly KeyObject[];
  readonly certificates: readonly Certificate[];
}

const BAG = "1.2.840.113549.1.12.10.1";
const PBES2 = "1.2.840.113549.1.5.13";
const PBKDF2 = "1.2.840.113549.1.5.12";
const PBMAC1 = "1.2.840.113549.1.5.14";
const X509 = "1.2.840.113549.1.9.22.1";
/** Rounds of a key derivation, above which a file is refused. */
const MOST_ROUNDS = 10_000_000;

const HMACS = new Map([
  ["1.2.840.113549.2.7", "sha1"],
  ["1.2.840.113549.2.8", "sha224"],
  ["1.2.840.113549.2.9", "sha256"],
  ["1.2.840.113549.2.10", "sha384"],
  ["1.2.840.113549.2.11", "sha512"],
]);
/** Ciphers of PBES2 with their bytes of key. */
const CIPHERS = new Map([
  ["2.16.840.1.101.3.4.1.2", { name: "aes-128-cbc", key: 16 }],
  ["2.16.840.1.101.3.4.1.22", { name: "aes-192-cbc", key: 24 }],
  ["2.16.840.1.101.3.4.1.42", { name: "aes-256-cbc", key: 32 }],
  ["1.2.840.113549.3.7", { name: "des-ede3-cbc", key: 24 }],
]);
/** Schemes of PKCS #12 itself: bytes of key; RC2 has as many effective bits. */
const OLD = new Map([
  ["1.2.840.113549.1.12.1.3", { key: 24, isRc2: false }],
  ["1.2.840.113549.1.12.1.4", { key: 16, isRc2: false }],
  ["1.2.840.113549.1.12.1.5", { key: 16, isRc2: true }],
  ["1.2.840.113549.1.12.1.6", { key: 5, isRc2: true }],
]);

/** Forms of one password: UTF-8 for PBES2, UTF-16 with a final zero for the schemes of PKCS #12. */
interface Password {
  readonly utf8: Uint8Array;
  readonly utf16: Uint8Array;
}

function passwordForms(text: string): readonly Password[] {
  const utf8 = new Uint8Array(Buffer.from(text, "utf8"));
  const utf16 = new Uint8Array(Buffer.from(`${text}\0`, "utf16le").swap16());
  // programs differ in whether an empty password has its zero
  return text === ""
    ? [
        { utf8, utf16 },
        { utf8, utf16: new Uint8Array() },
      ]
    : [{ utf8, utf16 }];
}

export const isPkcs12 = (bytes: Uint8Array): boolean => {
  try {
    const [version, safe] = Asn1.of(bytes).sequence;
    return version !== undefined && version.is(TAG.integer) && safe !== undefined && safe.is(TAG.sequence) && safe.item(0).is(TAG.oid);
  } catch {
    return false;
  }
};

/** @throws KeyFault */
export function openPkcs12(bytes: Uint8Array, password: string | undefined): KeyStore {
  try {
    const [, safe, mac] = Asn1.of(bytes).sequence;
    const content = safe?.context(0)?.item(0).octets;
    if (!content || safe.item(0).oid !== OID.data) throw new KeyFault("a PKCS #12 file that is signed instead of protected by a password");
    const right = passwordForms(password ?? "").find((form) => !mac || isRightMac(mac, content, form));
    if (!right) throw wrongPassword(password);
    const found: { keys: KeyObject[]; certificates: Certificate[] } = { keys: [], certificates: [] };
    for (const info of Asn1.of(content).sequence) readBags(contentOf(info, right, password), right, password, found);
    return found;
  } catch (e) {
    if (e instanceof Asn1Fault) throw new KeyFault(`it is not a PKCS #12 file that can be read: ${e.message}`);
    throw e;
  }
}

function contentOf(info: Asn1, form: Password, password: string | undefined): Uint8Array {
  const [type, content] = info.sequence;
  const inner = content?.item(0);
  if (type?.oid === OID.data && inner) return inner.octets;
  if (type?.oid !== OID.encryptedData || !inner) throw new KeyFault(`the contents ${type?.oid ?? "without a type"} are not supported`);
  const [, algorithm, bytes] = inner.item(1).items;
  if (!algorithm || !bytes) throw new Asn1Fault("EncryptedData is too short");
  return decrypted(algorithm, bytes.octets, form, password);
}

function readBags(
  bytes: Uint8Array,
  form: Password,
  password: string | undefined,
  found: { readonly keys: KeyObject[]; readonly certificates: Certificate[] },
): void {
  for (const bag of Asn1.of(bytes).sequence) {
    const value = bag.item(1).item(0);
    const kind = bag.item(0).oid;
    if (kind === `${BAG}.1`) found.keys.push(privateKeyOf(value.raw));
    else if (kind === `${BAG}.2`) found.keys.push(privateKeyOf(decrypted(value.item(0), value.item(1).octets, form, password)));
    else if (kind === `${BAG}.3` && value.item(0).oid === X509) found.certificates.push(new Certificate(value.item(1).item(0).octets));
    else if (kind === `${BAG}.6`) readBags(value.raw, form, password, found);
  }
}

function privateKeyOf(der: Uint8Array): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: "der", type: "pkcs8" });
  } catch {
    throw new KeyFault("the key in the PKCS #12 file is of a kind that is not supported");
  }
}

function isRightMac(mac: Asn1, content: Uint8Array, form: Password): boolean {
  const [info, salt, rounds] = mac.items;
  if (!info || !salt) throw new Asn1Fault("MacData is too short");
  const algorithm = info.item(0);
  const expected = info.item(1).octets;
  const [hash, key] =
    algorithm.item(0).oid === PBMAC1
      ? macKeyOf(algorithm.item(1), form)
      : [
          digestOf(algorithm),
          derived(digestOf(algorithm), form.utf16, salt.octets, { id: 3, rounds: roundsOf(rounds), length: expected.length }),
        ];
  const actual = createHmac(hash, key).update(content).digest();
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** PBMAC1-params: PBKDF2 and an HMAC. */
function macKeyOf(params: Asn1, form: Password): readonly [string, Uint8Array] {
  const hash = HMACS.get(params.item(1).item(0).oid);
  const length = params
    .item(0)
    .item(1)
    .items.find((item, i) => i > 1 && item.is(TAG.integer))?.number;
  if (hash === undefined || length === undefined || length > 64) throw new KeyFault("its PBMAC1 is of a kind that is not supported");
  return [hash, pbkdf2(params.item(0), form, length)];
}

function pbkdf2(algorithm: Asn1, form: Password, length: number): Uint8Array {
  if (algorithm.item(0).oid !== PBKDF2) throw new KeyFault(`the key derivation ${algorithm.item(0).oid} is not supported`);
  const [salt, rounds, ...rest] = algorithm.item(1).items;
  const prf = rest.find((item) => item.is(TAG.sequence));
  const hash = prf ? HMACS.get(prf.item(0).oid) : "sha1";
  if (!salt || hash === undefined) throw new KeyFault("its PBKDF2 is of a kind that is not supported");
  return pbkdf2Sync(form.utf8, salt.octets, roundsOf(rounds), length, hash);
}

function roundsOf(given: Asn1 | undefined): number {
  const rounds = given?.number ?? 1;
  if (rounds < 1 || rounds > MOST_ROUNDS) throw new KeyFault(`its key derivation has ${rounds} rounds; ${MOST_ROUNDS} are allowed`);
  return rounds;
}

/** @throws KeyFault for a wrong password */
function decrypted(algorithm: Asn1, data: Uint8Array, form: Password, password: string | undefined): Uint8Array {
  const name = algorithm.item(0).oid;
  const params = algorithm.item(1);
  try {
    if (name === PBES2) {
      const cipher = CIPHERS.get(params.item(1).item(0).oid);
      if (!cipher) throw new KeyFault(`the cipher ${params.item(1).item(0).oid} is not supported`);
      return deciphered(cipher.name, pbkdf2(params.item(0), form, cipher.key), params.item(1).item(1).octets, data);
    }
    const old = OLD.get(name);
    if (!old) throw new KeyFault(`the encryption ${name} is not supported`);
    const about = { rounds: roundsOf(params.items[1]) };
    const salt = params.item(0).octets;
    const key = derived("sha1", form.utf16, salt, { ...about, id: 1, length: old.key });
    const iv = derived("sha1", form.utf16, salt, { ...about, id: 2, length: 8 });
    if (old.isRc2) return unpadded(rc2Decrypted(key, old.key * 8, iv, data));
    return deciphered("des-ede3-cbc", old.key === 24 ? key : concatBytes([key, key.subarray(0, 8)]), iv, data);
  } catch (e) {
    if (e instanceof KeyFault || e instanceof Asn1Fault) throw e;
    throw wrongPassword(password);
  }
}

function deciphered(cipher: string, key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const out = createDecipheriv(cipher, key, iv);
  return new Uint8Array(Buffer.concat([out.update(data), out.final()]));
}

function unpadded(bytes: Uint8Array): Uint8Array {
  const count = bytes.at(-1) ?? 0;
  if (count < 1 || count > 8 || !bytes.subarray(-count).every((byte) => byte === count)) throw new Error("the padding is wrong");
  return bytes.subarray(0, -count);
}

/** Key derivation of PKCS #12 (appendix B.2). `id`: 1 key, 2 IV, 3 MAC. */
function derived(
  hash: string,
  password: Uint8Array,
  salt: Uint8Array,
  { id, rounds, length }: { readonly id: 1 | 2 | 3; readonly rounds: number; readonly length: number },
): Uint8Array {
  const block = hash === "sha384" || hash === "sha512" ? 128 : 64;
  const filled = (bytes: Uint8Array): Uint8Array =>
    Uint8Array.from({ length: block * Math.ceil(bytes.length / block) }, (_, i) => bytes[i % bytes.length]!);
  const diversifier = new Uint8Array(block).fill(id);
  const input = concatBytes([filled(salt), filled(password)]);
  const parts: Uint8Array[] = [];
  for (let made = 0; made < length;) {
    let a: Uint8Array = createHash(hash).update(diversifier).update(input).digest();
    for (let round = 1; round < rounds; round++) a = createHash(hash).update(a).digest();
    parts.push(a);
    made += a.length;
    for (let at = 0; at < input.length; at += block) {
      let carry = 1;
      for (let i = block - 1; i >= 0; i--) {
        carry += input[at + i]! + a[i % a.length]!;
        input[at + i] = carry & 255;
        carry >>= 8;
      }
    }
  }
  return concatBytes(parts).subarray(0, length);
}
