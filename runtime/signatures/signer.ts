// Signers: key files, and hooks for keys that stay elsewhere (SG-4, SG-5, SG-34).
import { keysOf } from "../../base/lookup.js";
import type { Algorithms, Digest, KeyFiles, Scheme, Signer } from "./core/given.js";
import type { KeyObject } from "node:crypto";
import { refuse } from "./core/fault.js";
import { openKey, type OpenKey } from "./keys/key-file.js";
import { DIGEST_BYTES, isSignedBy, signed } from "./x509/algorithm.js";
import type { Certificate } from "./x509/certificate.js";
import { certificatesOf, chainOf } from "./x509/certificate.js";
import { OID } from "./asn1/names.js";
import { Asn1Fault } from "./asn1/read.js";

/** An opened signer, for any number of documents. */
export interface OpenSigner {
  readonly certificate: Certificate;
  /** the certificate's and its issuers', without the root */
  readonly chain: readonly Certificate[];
  /** all that came with the key, roots too */
  readonly known: readonly Certificate[];
  readonly scheme: Scheme;
  readonly digest: Digest;
  readonly bits: number;
  /** bytes of the longest signature */
  readonly longest: number;
  sign(data: Uint8Array): Promise<Uint8Array>;
}

const CURVES = new Map<string, { readonly bits: number; readonly digest: Digest }>([
  ["prime256v1", { bits: 256, digest: "sha256" }],
  ["secp384r1", { bits: 384, digest: "sha384" }],
  ["secp521r1", { bits: 521, digest: "sha512" }],
  ["brainpoolP256r1", { bits: 256, digest: "sha256" }],
  ["brainpoolP384r1", { bits: 384, digest: "sha256" }],
  ["brainpoolP512r1", { bits: 512, digest: "sha256" }],
]);

const bytesOf = (given: string | Uint8Array): Uint8Array => (typeof given === "string" ? new Uint8Array(Buffer.from(given)) : given);

/**
 * @throws KeyFault for a file or password that is wrong
 * @throws RenderError API-002 for a key or an algorithm that is not supported
 */
export function openKeyFiles(files: KeyFiles, algorithms: Algorithms = {}): OpenSigner {
  const file = "pkcs12" in files ? files.pkcs12 : bytesOf(files.key);
  const open = openKey(file, files.password, (files.certificates ?? []).map(bytesOf));
  const scheme = schemeOf(open.certificate, algorithms.pss ?? false);
  const about = algorithmOf(open.certificate, scheme, algorithms);
  return { ...openedWith(open.certificate, open.others), ...about, sign: localSign(open, about) };
}

const localSign =
  ({ key }: OpenKey, { scheme, digest }: { readonly scheme: Scheme; readonly digest: Digest }): OpenSigner["sign"] =>
  (data) =>
    Promise.resolve(signed(scheme, digest, key, data));

/** Opens a hook, whose signatures are verified with its certificate. @throws RenderError */
export function openHook(hook: Signer, algorithms: Pick<Algorithms, "digest"> = {}): OpenSigner {
  const certificates = hookCertificates(hook);
  const [certificate] = certificates;
  if (!certificate) return refuse("signer", "it has no certificate");
  const about = algorithmOf(certificate, hook.algorithm, algorithms);
  const { digest, scheme } = about;
  return {
    ...openedWith(certificate, certificates.slice(1)),
    ...about,
    async sign(data) {
      const signature = await hook.sign(data, { digest });
      const key = certificate.publicKey;
      const salt = scheme === "rsa_pss" && { salt: DIGEST_BYTES[digest] };
      if (!(signature instanceof Uint8Array) || !key || !isSignedBy({ scheme, digest, ...salt }, key, data, signature))
        return refuse("signer", "the signature that it returned is not of its certificate's key");
      return signature;
    },
  };
}

/** The signer's first: the one that issued none of the others. */
function hookCertificates({ certificates }: Signer): readonly Certificate[] {
  try {
    const all = certificates.map(bytesOf).flatMap(certificatesOf);
    const leaf = all.find((one) => !one.isAuthority && !all.some((other) => other !== one && other.isIssuedBy(one))) ?? all[0];
    return leaf ? [leaf, ...all.filter((one) => one !== leaf)] : [];
  } catch (e) {
    if (e instanceof Asn1Fault) return refuse("signer", `a certificate cannot be read: ${e.message}`);
    throw e;
  }
}

function openedWith(certificate: Certificate, others: readonly Certificate[]): Pick<OpenSigner, "certificate" | "chain" | "known"> {
  const whole = chainOf(certificate, others);
  const chain = whole.filter((one, i) => i === 0 || !one.isSelfSigned);
  return { certificate, chain, known: [certificate, ...others] };
}

function schemeOf({ keyAlgorithm }: Certificate, pss: boolean): Scheme {
  if (keyAlgorithm === OID.rsaPss) return "rsa_pss";
  if (keyAlgorithm === OID.rsa) return pss ? "rsa_pss" : "rsa_pkcs1";
  if (pss) refuse("pss", "only RSA has it");
  return keyAlgorithm === OID.ed25519 ? "ed25519" : "ecdsa";
}

const RSA_BITS = [2048, 8192] as const;
const ALLOWED = "RSA of 2048 to 8192 bits, ECDSA on P-256, P-384, P-521, brainpoolP256r1, brainpoolP384r1 or brainpoolP512r1, or Ed25519";
const KEYS: Readonly<Record<Scheme, readonly string[]>> = {
  rsa_pkcs1: ["rsa"],
  rsa_pss: ["rsa", "rsa-pss"],
  ecdsa: ["ec"],
  ed25519: ["ed25519"],
};

function algorithmOf(
  certificate: Certificate,
  scheme: Scheme,
  given: Algorithms,
): Pick<OpenSigner, "scheme" | "digest" | "bits" | "longest"> {
  const key = certificate.publicKey;
  const type = key?.asymmetricKeyType ?? "";
  if (!KEYS[scheme].includes(type)) return refuse("signer", `a key of kind ${kindOf(key)}; allowed: ${ALLOWED}`);
  const details = key?.asymmetricKeyDetails;
  if (scheme === "ed25519") {
    if (given.digest !== undefined) refuse("digest", "Ed25519 has SHA-512 always");
    return { scheme, digest: "sha512", bits: 256, longest: 64 };
  }
  if (scheme === "ecdsa") {
    const curve = CURVES.get(details?.namedCurve ?? "");
    if (!curve) return refuse("signer", `a key of kind ${kindOf(key)}; allowed: ${ALLOWED}`);
    // SEQUENCE of two INTEGERs
    return { scheme, digest: given.digest ?? curve.digest, bits: curve.bits, longest: 2 * (Math.ceil(curve.bits / 8) + 3) + 3 };
  }
  const bits = details?.modulusLength ?? 0;
  if (bits < RSA_BITS[0] || bits > RSA_BITS[1]) return refuse("signer", `an RSA key of ${bits} bits; allowed: ${ALLOWED}`);
  const fixed = details?.hashAlgorithm;
  if (fixed === undefined) return { scheme, digest: given.digest ?? "sha256", bits, longest: Math.ceil(bits / 8) };
  const digest = keysOf(DIGEST_BYTES).find((name) => name === fixed);
  if (!digest || (given.digest !== undefined && given.digest !== digest)) return refuse("digest", `the key allows ${fixed} alone`);
  return { scheme, digest, bits, longest: Math.ceil(bits / 8) };
}

function kindOf(key: KeyObject | null): string {
  if (!key) return "unknown";
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  return namedCurve === undefined ? (key.asymmetricKeyType ?? "unknown") : `EC on ${namedCurve}`;
}

const DAY = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Dates and usage (SG-4). @param now milliseconds @throws RenderError API-002 */
export function checkMaySign({ certificate }: OpenSigner, now: number): void {
  const { name, notBefore, notAfter, keyUsage } = certificate;
  if (now < notBefore) refuse("signer", `the certificate of ${name} is valid from ${DAY(notBefore)}`);
  if (now > notAfter) refuse("signer", `the certificate of ${name} was valid until ${DAY(notAfter)}`);
  if (keyUsage && !keyUsage.has("digital_signature") && !keyUsage.has("non_repudiation"))
    refuse("signer", `the certificate of ${name} is not for signatures: its key usage is ${[...keyUsage].join(", ")}`);
}
