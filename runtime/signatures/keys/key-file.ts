// A private key and certificates, of PKCS #12 or PEM (SG-3).
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { Asn1, Asn1Fault } from "../asn1/read.js";
import type { Certificate } from "../x509/certificate.js";
import { certificatesOf } from "../x509/certificate.js";
import { KeyFault, wrongPassword } from "./password.js";
import { isPkcs12, openPkcs12, type KeyStore } from "./pkcs12.js";

/** A key with its certificate and those given with it. */
export interface OpenKey {
  readonly key: KeyObject;
  readonly certificate: Certificate;
  /** further ones, in any order */
  readonly others: readonly Certificate[];
}

/** @param more files of certificates in PEM or DER @throws KeyFault */
export function openKey(bytes: Uint8Array, password: string | undefined, more: readonly Uint8Array[] = []): OpenKey {
  const store = isPkcs12(bytes) ? openPkcs12(bytes, password) : pemStore(bytes, password);
  const certificates = [...store.certificates, ...more.flatMap(certificatesIn)];
  if (store.keys.length === 0) throw new KeyFault("there is no private key in it");
  if (certificates.length === 0) throw new KeyFault("no certificate was given, and the key's file has none");
  for (const key of store.keys) {
    const certificate = certificates.find((one) => isOfKey(one, key));
    if (certificate) return { key, certificate, others: certificates.filter((one) => !one.equals(certificate)) };
  }
  throw new KeyFault("none of the certificates is of this key");
}

function certificatesIn(file: Uint8Array): readonly Certificate[] {
  const found = certificatesOr(file);
  if (found.length === 0) throw new KeyFault("a file of certificates has none in PEM or DER");
  return found;
}

function certificatesOr(file: Uint8Array): readonly Certificate[] {
  try {
    return certificatesOf(file);
  } catch (e) {
    if (e instanceof Asn1Fault) throw new KeyFault(`a certificate cannot be read: ${e.message}`);
    throw e;
  }
}

const KEY = /-----BEGIN ((?:ENCRYPTED |RSA |EC )?PRIVATE KEY)-----[^-]+-----END \1-----/g;

function pemStore(bytes: Uint8Array, password: string | undefined): KeyStore {
  const text = Buffer.from(bytes).toString("latin1");
  const blocks = [...text.matchAll(KEY)].map(([block]) => block);
  if (blocks.length === 0) throw new KeyFault("it is neither a PKCS #12 file nor a private key in PEM");
  return { keys: blocks.map((block) => pemKey(block, password)), certificates: certificatesOr(bytes) };
}

function pemKey(pem: string, password: string | undefined): KeyObject {
  const isEncrypted = /ENCRYPTED/.test(pem);
  if (isEncrypted && password === undefined) throw wrongPassword(password);
  try {
    return createPrivateKey({ key: pem, format: "pem", ...(isEncrypted && { passphrase: password }) });
  } catch {
    throw isEncrypted ? wrongPassword(password) : new KeyFault("the private key cannot be read");
  }
}

/** Compares the bits of the public key: algorithm identifiers of RSA and RSASSA-PSS differ. */
function isOfKey(certificate: Certificate, key: KeyObject): boolean {
  const info = createPublicKey(key).export({ type: "spki", format: "der" });
  return Buffer.compare(Asn1.of(new Uint8Array(info)).item(1).bits, certificate.keyBits) === 0;
}
