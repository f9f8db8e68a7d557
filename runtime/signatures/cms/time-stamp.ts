// Time stamps (RFC 3161): request, answer, token.
import type { Digest } from "../core/given.js";
import { createHash } from "node:crypto";
import { OID } from "../asn1/names.js";
import { Asn1, Asn1Fault, TAG } from "../asn1/read.js";
import { integer, octets, sequence, truth, type Der } from "../asn1/write.js";
import { digestIdentifier, digestOf, type AnyDigest } from "../x509/algorithm.js";
import type { Certificate } from "../x509/certificate.js";
import { checkSignedData, signedDataOf, type SignedData } from "./signed-data.js";

/** A token with its TSTInfo. */
export interface TimeStamp {
  readonly cms: SignedData;
  /** milliseconds */
  readonly at: number;
  readonly digest: AnyDigest;
  readonly imprint: Uint8Array;
  /** content of the INTEGER; null if absent */
  readonly nonce: Uint8Array | null;
}

/** @throws Asn1Fault */
export const timeStampOf = (token: Uint8Array): TimeStamp => timeStampIn(signedDataOf(token));

/** @throws Asn1Fault for a CMS that is not a token */
export function timeStampIn(cms: SignedData): TimeStamp {
  if (cms.contentType !== OID.tstInfo || !cms.content) throw new Asn1Fault("it is not a time stamp token");
  const [, , imprint, , at, ...rest] = Asn1.of(cms.content).sequence;
  if (!imprint || !at) throw new Asn1Fault("a TSTInfo is too short");
  return {
    cms,
    at: at.time,
    digest: digestOf(imprint.item(0)),
    imprint: imprint.item(1).octets,
    nonce: rest.find((item) => item.is(TAG.integer))?.content ?? null,
  };
}

/**
 * Judges a token; null if it is right for the data: imprint, signature, its certificate named by ESS and made for time stamps. Trust is not part of it.
 * @returns the fault, in words that continue "the time stamp"
 */
export function faultOfTimeStamp(stamp: TimeStamp, data: readonly Uint8Array[]): string | null {
  const hash = createHash(stamp.digest);
  for (const part of data) hash.update(part);
  if (Buffer.compare(hash.digest(), stamp.imprint) !== 0) return "is of other data";
  if (!stamp.cms.signer) return "has no certificate of its signer";
  const { digestMatches, signatureMatches, certificateMatches } = checkSignedData(stamp.cms, null);
  if (!digestMatches || !signatureMatches) return "has a wrong signature";
  if (certificateMatches !== true) return "does not name the certificate of its signer";
  return isForTimeStamps(stamp.cms.signer) ? null : "is signed by a certificate that is not for time stamps alone";
}

/** The extended key usage is critical and timeStamping alone (2.3). */
function isForTimeStamps({ extendedUsage }: Certificate): boolean {
  return (
    extendedUsage !== null &&
    extendedUsage.isCritical &&
    extendedUsage.purposes.length === 1 &&
    extendedUsage.purposes[0] === OID.timeStamping
  );
}

/** Writes a TimeStampReq. @param nonce of eight bytes */
export const timeStampRequest = (digest: Digest, imprint: Uint8Array, nonce: Uint8Array): Der =>
  sequence(integer(1), sequence(digestIdentifier(digest), octets(imprint)), integer(nonce), truth());

/** The token of a TimeStampResp. @throws Asn1Fault for a refusal too */
export function tokenOf(answer: Uint8Array): Uint8Array {
  const [status, token] = Asn1.of(answer).sequence;
  const code = status?.item(0).number;
  if (code !== 0 && code !== 1) {
    const words =
      status?.items
        .find((item) => item.is(TAG.sequence))
        ?.items.map((item) => item.text)
        .join(" ") ?? "";
    throw new Asn1Fault(`the time stamp was refused with status ${code ?? "none"}${words === "" ? "" : `: ${words.slice(0, 100)}`}`);
  }
  if (!token) throw new Asn1Fault("the answer has no token");
  return token.raw;
}

/** True if the token answers the request. */
export const isAnswerTo = (stamp: TimeStamp, digest: Digest, imprint: Uint8Array, nonce: Uint8Array): boolean =>
  stamp.digest === digest &&
  Buffer.compare(stamp.imprint, imprint) === 0 &&
  stamp.nonce !== null &&
  Buffer.compare(integer(stamp.nonce), integer(nonce)) === 0;

/** The tokens over the signature value; more than one is possible. */
export function timeStampsIn(cms: SignedData): readonly Uint8Array[] {
  return (cms.unsignedAttributes.get(OID.timeStampToken) ?? []).map(({ raw }) => raw);
}
