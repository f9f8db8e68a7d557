// OCSP requests and answers (RFC 6960).
import { createHash } from "node:crypto";
import { OID } from "../asn1/names.js";
import { Asn1, Asn1Fault, TAG } from "../asn1/read.js";
import { integer, octets, sequence, tagged, type Der } from "../asn1/write.js";
import { digestIdentifier, digestOf, isSignedBy, signatureAlgorithmOf, type AnyDigest } from "../x509/algorithm.js";
import { Certificate } from "../x509/certificate.js";

/** State of a certificate, with the times of the statement in milliseconds. */
export interface RevocationState {
  readonly state: "good" | "revoked" | "unknown";
  /** null unless revoked */
  readonly revokedAt: number | null;
  readonly thisUpdate: number;
  /** null: none is promised */
  readonly nextUpdate: number | null;
  /** the delegate that signed; null if the issuer did */
  readonly delegate: Certificate | null;
}

/** Difference of clocks, milliseconds. */
export const CLOCK_SKEW = 300_000;

/** True for an answer of a time, of a later one, or that was still current then. */
export const isOfUse = ({ thisUpdate, nextUpdate }: RevocationState, at: number): boolean =>
  thisUpdate >= at - CLOCK_SKEW || (nextUpdate !== null && nextUpdate >= at);

const hashed = (digest: AnyDigest, bytes: Uint8Array): Uint8Array => createHash(digest).update(bytes).digest();
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** OCSPRequest for one certificate; SHA-1 is what all responders know, and is no signature. */
export function ocspRequest({ serial }: Certificate, issuer: Certificate): Der {
  const id = sequence(
    digestIdentifier("sha1"),
    octets(hashed("sha1", issuer.subject)),
    octets(hashed("sha1", issuer.keyBits)),
    tagged(0x02, serial),
  );
  return sequence(sequence(sequence(sequence(id))));
}

interface Answer {
  readonly signed: Uint8Array;
  readonly algorithm: Asn1;
  readonly signature: Uint8Array;
  readonly responses: readonly Asn1[];
  readonly certificates: readonly Certificate[];
}

/** Null for an answer without a status of certificates. */
function answerOf(der: Uint8Array): Answer | null {
  const root = Asn1.of(der);
  if (!root.item(0).is(TAG.enumerated) || root.item(0).number !== 0) return null;
  const [type, bytes] = root.item(1).item(0).sequence;
  if (type?.oid !== OID.ocspBasic || !bytes) return null;
  const [data, algorithm, signature, certificates] = Asn1.of(bytes.octets).sequence;
  const responses = data?.items.find((item) => item.is(TAG.sequence));
  if (!data || !algorithm || !signature || !responses) throw new Asn1Fault("an OCSP answer is too short");
  return {
    signed: data.raw,
    algorithm,
    signature: signature.bits,
    responses: responses.sequence,
    certificates: (certificates?.item(0).sequence ?? []).map((one) => new Certificate(one)),
  };
}

/** Reads a certificate's state; null if the answer is not of it, or not signed by its issuer or a delegate. @throws Asn1Fault */
export function ocspState(der: Uint8Array, certificate: Certificate, issuer: Certificate): RevocationState | null {
  const answer = answerOf(der);
  const response = answer?.responses.find((one) => isOf(one.item(0), certificate, issuer));
  if (!answer || !response) return null;
  const signers = [issuer, ...answer.certificates.filter((one) => isDelegate(one, issuer))];
  const algorithm = signatureAlgorithmOf(answer.algorithm);
  const signer = signers.find(({ publicKey }) => publicKey && isSignedBy(algorithm, publicKey, answer.signed, answer.signature));
  if (!signer) return null;
  const [, status, thisUpdate, ...rest] = response.sequence;
  if (!status || !thisUpdate) throw new Asn1Fault("a status is too short");
  return {
    state: status.isContext(0) ? "good" : status.isContext(1) ? "revoked" : "unknown",
    revokedAt: status.isContext(1) ? status.item(0).time : null,
    thisUpdate: thisUpdate.time,
    nextUpdate: rest.find((item) => item.isContext(0))?.item(0).time ?? null,
    delegate: signer === issuer ? null : signer,
  };
}

function isOf(id: Asn1, { serial }: Certificate, issuer: Certificate): boolean {
  const [algorithm, name, key, number] = id.sequence;
  if (!algorithm || !name || !key || !number) return false;
  const digest = digestOf(algorithm);
  return (
    same(integer(number.content), integer(serial)) &&
    same(name.octets, hashed(digest, issuer.subject)) &&
    same(key.octets, hashed(digest, issuer.keyBits))
  );
}

const isDelegate = (one: Certificate, issuer: Certificate): boolean =>
  one.extendedUsage?.purposes.includes(OID.ocspSigning) === true && one.isIssuedBy(issuer);
