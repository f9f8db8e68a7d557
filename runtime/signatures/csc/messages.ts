// Messages of the CSC API v2 (Cloud Signature Consortium, 2.0.0.2; SG-32).
import { isObject } from "../../../base/json.js";
import type { Digest, Scheme } from "../core/given.js";
import { CscFault } from "./fault.js";

/** A credential that can sign. */
export interface Credential {
  /** the signer's first, DER */
  readonly certificates: readonly Uint8Array[];
  /** algorithms of the key, OIDs */
  readonly algorithms: ReadonlySet<string>;
  /** signatures of one authorization */
  readonly multisign: number;
  /** an authorization is needed before a signature */
  readonly isExplicit: boolean;
}

const HASHES: Readonly<Record<Digest, string>> = {
  sha256: "2.16.840.1.101.3.4.2.1",
  sha384: "2.16.840.1.101.3.4.2.2",
  sha512: "2.16.840.1.101.3.4.2.3",
};
export const hashOid = (digest: Digest): string => HASHES[digest];

const RSA = "1.2.840.113549.1.1.1";
const PSS = "1.2.840.113549.1.1.10";
const WITH: Readonly<Record<"rsa_pkcs1" | "ecdsa", Readonly<Record<Digest, string>>>> = {
  rsa_pkcs1: { sha256: "1.2.840.113549.1.1.11", sha384: "1.2.840.113549.1.1.12", sha512: "1.2.840.113549.1.1.13" },
  ecdsa: { sha256: "1.2.840.10045.4.3.2", sha384: "1.2.840.10045.4.3.3", sha512: "1.2.840.10045.4.3.4" },
};

/**
 * Algorithm of a signature among those of the key: the one with its digest, else the key's own.
 * @throws CscFault for a key without it
 */
export function signAlgorithm(scheme: Scheme, digest: Digest, { algorithms }: Pick<Credential, "algorithms">): string {
  const acceptable =
    scheme === "rsa_pss" ? [PSS] : scheme === "rsa_pkcs1" ? [WITH.rsa_pkcs1[digest], RSA] : scheme === "ecdsa" ? [WITH.ecdsa[digest]] : [];
  const found = acceptable.find((oid) => algorithms.has(oid));
  if (found === undefined) throw new CscFault(`the credential's key has no algorithm for ${scheme} with ${digest}`);
  return found;
}

const textsOf = (v: unknown): readonly string[] => (Array.isArray(v) ? v.filter((item) => typeof item === "string") : []);

/** Answer of credentials/info. @throws CscFault */
export function credentialOf(answer: unknown): Credential {
  const { key, cert, multisign, auth } = isObject(answer) ? answer : {};
  if (!isObject(key) || !isObject(cert)) throw new CscFault("credentials/info told neither key nor certificates");
  if (key["status"] === "disabled") throw new CscFault("the credential's key is disabled");
  if (cert["status"] !== undefined && cert["status"] !== "valid")
    throw new CscFault(`the credential's certificate is ${wordOf(cert["status"])}`);
  const certificates = textsOf(cert["certificates"]).map((text) => new Uint8Array(Buffer.from(text, "base64")));
  if (certificates.length === 0) throw new CscFault("credentials/info told no certificate");
  const several = typeof multisign === "number" && Number.isInteger(multisign) && multisign >= 1 ? multisign : 1;
  const mode = isObject(auth) ? auth["mode"] : undefined;
  return {
    certificates,
    algorithms: new Set(textsOf(key["algo"])),
    multisign: Math.min(several, MOST_AT_ONCE),
    isExplicit: mode !== "oauth2token",
  };
}
const MOST_AT_ONCE = 100;

/** A word of an answer that a message may have. */
const wordOf = (v: unknown): string => (typeof v === "string" && /^[\w-]{1,40}$/.test(v) ? v : "of another status");

/** Answer of oauth2/token: the token and the time that it is valid, seconds. @throws CscFault */
export function tokenOf(answer: unknown): { readonly token: string; readonly seconds: number } {
  const { access_token: token, expires_in: seconds } = isObject(answer) ? answer : {};
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) throw new CscFault("oauth2/token gave no token");
  return { token, seconds: typeof seconds === "number" && seconds > 0 ? seconds : 3600 };
}

/** Answer of credentials/authorize. @throws CscFault */
export function activationOf(answer: unknown): string {
  const { SAD: activation } = isObject(answer) ? answer : {};
  if (typeof activation !== "string" || activation === "") throw new CscFault("credentials/authorize gave no activation data");
  return activation;
}

/** Answer of signatures/signHash. @throws CscFault */
export function signaturesOf(answer: unknown, count: number): readonly Uint8Array[] {
  const signatures = textsOf(isObject(answer) ? answer["signatures"] : undefined).map(
    (text) => new Uint8Array(Buffer.from(text, "base64")),
  );
  if (signatures.length !== count) throw new CscFault(`signatures/signHash gave ${signatures.length} signatures for ${count} hashes`);
  return signatures;
}
