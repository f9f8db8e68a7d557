// Signature algorithms and digests of certificates, CMS and OCSP (RFC 3279, 4055, 5754, 5758, 8410).
import { keysOf } from "../../../base/lookup.js";
import { constants, sign as signWith, verify as verifyWith, type KeyObject } from "node:crypto";
import type { Digest, Scheme } from "../core/given.js";
import { Asn1Fault, type Asn1 } from "../asn1/read.js";
import { context, integer, nothing, oid, sequence, type Der } from "../asn1/write.js";
import { OID } from "../asn1/names.js";

/** Digests that a verified file may use. */
export type AnyDigest = Digest | "md5" | "sha1" | "sha224" | "sha3-256" | "sha3-384" | "sha3-512";

interface DigestFacts {
  readonly oid: string;
  readonly rsa: string | null;
  readonly ecdsa: string | null;
}

const DIGESTS: Readonly<Record<AnyDigest, DigestFacts>> = {
  md5: { oid: "1.2.840.113549.2.5", rsa: "1.2.840.113549.1.1.4", ecdsa: null },
  sha1: { oid: "1.3.14.3.2.26", rsa: "1.2.840.113549.1.1.5", ecdsa: "1.2.840.10045.4.1" },
  sha224: { oid: "2.16.840.1.101.3.4.2.4", rsa: "1.2.840.113549.1.1.14", ecdsa: "1.2.840.10045.4.3.1" },
  sha256: { oid: "2.16.840.1.101.3.4.2.1", rsa: "1.2.840.113549.1.1.11", ecdsa: "1.2.840.10045.4.3.2" },
  sha384: { oid: "2.16.840.1.101.3.4.2.2", rsa: "1.2.840.113549.1.1.12", ecdsa: "1.2.840.10045.4.3.3" },
  sha512: { oid: "2.16.840.1.101.3.4.2.3", rsa: "1.2.840.113549.1.1.13", ecdsa: "1.2.840.10045.4.3.4" },
  "sha3-256": { oid: "2.16.840.1.101.3.4.2.8", rsa: "2.16.840.1.101.3.4.3.14", ecdsa: "2.16.840.1.101.3.4.3.10" },
  "sha3-384": { oid: "2.16.840.1.101.3.4.2.9", rsa: "2.16.840.1.101.3.4.3.15", ecdsa: "2.16.840.1.101.3.4.3.11" },
  "sha3-512": { oid: "2.16.840.1.101.3.4.2.10", rsa: "2.16.840.1.101.3.4.3.16", ecdsa: "2.16.840.1.101.3.4.3.12" },
};
const NAMES = keysOf(DIGESTS);
const BY_OID = new Map(NAMES.map((name) => [DIGESTS[name].oid, name]));
const BY_RSA = new Map(NAMES.map((name) => [DIGESTS[name].rsa, name]));
const BY_ECDSA = new Map(NAMES.map((name) => [DIGESTS[name].ecdsa, name]));

/** An algorithm with what verification needs; a PSS salt in bytes. */
export interface SignatureAlgorithm {
  readonly scheme: Scheme;
  readonly digest: AnyDigest;
  readonly salt?: number;
}

/** @throws Asn1Fault for a digest that is not supported */
export function digestOf(algorithm: Asn1): AnyDigest {
  const name = algorithm.item(0).oid;
  const found = BY_OID.get(name);
  if (!found) throw new Asn1Fault(`the digest ${name} is not supported`);
  return found;
}

/** @param digest of the signer, for algorithms that name none @throws Asn1Fault for an algorithm that is not supported */
export function signatureAlgorithmOf(algorithm: Asn1, digest: AnyDigest | null = null): SignatureAlgorithm {
  const name = algorithm.item(0).oid;
  if (name === OID.ed25519) return { scheme: "ed25519", digest: digest ?? "sha512" };
  if (name === OID.rsaPss) return pssOf(algorithm);
  const rsa = name === OID.rsa ? digest : BY_RSA.get(name);
  if (rsa) return { scheme: "rsa_pkcs1", digest: rsa };
  const ecdsa = name === OID.ec ? digest : BY_ECDSA.get(name);
  if (ecdsa) return { scheme: "ecdsa", digest: ecdsa };
  throw new Asn1Fault(`the signature algorithm ${name} is not supported`);
}

/** RSASSA-PSS-params (RFC 4055, 3.1). */
function pssOf(algorithm: Asn1): SignatureAlgorithm {
  const params = algorithm.items[1];
  const digest = params?.context(0);
  const mgf = params?.context(1);
  const salt = params?.context(2);
  const hash = digest ? digestOf(digest.item(0)) : "sha1";
  const masked = mgf ? digestOf(mgf.item(0).item(1)) : "sha1";
  if (masked !== hash) throw new Asn1Fault("the digests of RSASSA-PSS and its MGF1 differ");
  return { scheme: "rsa_pss", digest: hash, salt: salt ? salt.item(0).number : 20 };
}

export const digestIdentifier = (digest: AnyDigest): Der => sequence(oid(DIGESTS[digest].oid));

const digestWithNull = (digest: AnyDigest): Der => sequence(oid(DIGESTS[digest].oid), nothing());

/** Bytes of a digest. */
export const DIGEST_BYTES: Readonly<Record<Digest, number>> = { sha256: 32, sha384: 48, sha512: 64 };

/** Writes the AlgorithmIdentifier of a signature. */
export function signatureIdentifier(scheme: Scheme, digest: Digest): Der {
  if (scheme === "ed25519") return sequence(oid(OID.ed25519));
  if (scheme === "ecdsa") return sequence(oid(DIGESTS[digest].ecdsa!));
  if (scheme === "rsa_pkcs1") return sequence(oid(DIGESTS[digest].rsa!), nothing());
  const hash = digestWithNull(digest);
  const params = sequence(context(0, hash), context(1, sequence(oid(OID.mgf1), hash)), context(2, integer(DIGEST_BYTES[digest])));
  return sequence(oid(OID.rsaPss), params);
}

/** Kinds of keys of each scheme. */
const FITS: Readonly<Record<Scheme, readonly string[]>> = {
  rsa_pkcs1: ["rsa"],
  rsa_pss: ["rsa", "rsa-pss"],
  ecdsa: ["ec"],
  ed25519: ["ed25519"],
};

/** Verifies a signature; false too for a key of another kind. */
export function isSignedBy({ scheme, digest, salt }: SignatureAlgorithm, key: KeyObject, data: Uint8Array, signature: Uint8Array): boolean {
  if (!FITS[scheme].includes(key.asymmetricKeyType ?? "")) return false;
  try {
    if (scheme === "ed25519") return verifyWith(null, data, key, signature);
    const pss = scheme === "rsa_pss" && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt ?? 20 };
    return verifyWith(digest, data, { key, ...pss }, signature);
  } catch {
    return false;
  }
}

export function signed(scheme: Scheme, digest: Digest, key: KeyObject, data: Uint8Array): Uint8Array {
  if (scheme === "ed25519") return signWith(null, data, key);
  const pss = scheme === "rsa_pss" && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: DIGEST_BYTES[digest] };
  return signWith(digest, data, { key, ...pss });
}
