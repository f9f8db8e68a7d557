// Certificate revocation lists (RFC 5280, 5). They may have a million entries, which are passed over by their headers alone.
import { OID } from "../asn1/names.js";
import { Asn1, Asn1Fault, lengthOfFirst } from "../asn1/read.js";
import { isSignedBy, signatureAlgorithmOf } from "../x509/algorithm.js";
import type { Certificate } from "../x509/certificate.js";
import type { RevocationState } from "./ocsp.js";

/** Bytes of a list (SG-20). */
export const MOST_CRL_BYTES = 16 << 20;
const SEQUENCE = 0x30;

/** Values of a constructed one, without a look inside. @throws Asn1Fault */
function* partsOf(raw: Uint8Array): Generator<Uint8Array> {
  const length = lengthOfFirst(raw);
  if (length === null || length > raw.length) throw new Asn1Fault("a structure ends too early");
  const header = raw[1]! < 128 ? 2 : 2 + (raw[1]! & 127);
  for (let at = header; at < length;) {
    const part = lengthOfFirst(raw.subarray(at, at + 6));
    if (part === null || at + part > length) throw new Asn1Fault("a structure ends too early");
    yield raw.subarray(at, at + part);
    at += part;
  }
}

interface List {
  readonly signed: Uint8Array;
  readonly algorithm: Asn1;
  readonly signature: Uint8Array;
  readonly issuer: Uint8Array;
  readonly thisUpdate: number;
  readonly nextUpdate: number | null;
  /** null if the list is empty */
  readonly revoked: Uint8Array | null;
  readonly extensions: ReadonlySet<string>;
  /** the list is of all certificates that its issuer issued, for all reasons */
  readonly isWhole: boolean;
}

const isTime = (part: Uint8Array | undefined): part is Uint8Array => part !== undefined && (part[0] === 0x17 || part[0] === 0x18);

function listOf(der: Uint8Array): List {
  const [signed, algorithm, signature] = partsOf(der);
  if (!signed || !algorithm || !signature) throw new Asn1Fault("a list is too short");
  const parts = [...partsOf(signed)];
  if (parts[0]?.[0] === 0x02) parts.shift();
  const [, issuer, thisUpdate, ...rest] = parts;
  if (!issuer || !isTime(thisUpdate)) throw new Asn1Fault("it is not a revocation list");
  const nextUpdate = isTime(rest[0]) ? rest.shift() : undefined;
  const revoked = rest[0]?.[0] === SEQUENCE ? rest.shift()! : null;
  const extensions = rest[0] ? Asn1.of(rest[0]).item(0).sequence : [];
  const point = extensions.find((one) => one.item(0).oid === OID.issuingPoint);
  return {
    signed,
    algorithm: Asn1.of(algorithm),
    signature: Asn1.of(signature).bits,
    issuer,
    thisUpdate: Asn1.of(thisUpdate).time,
    nextUpdate: nextUpdate ? Asn1.of(nextUpdate).time : null,
    revoked,
    extensions: new Set(extensions.map((one) => one.item(0).oid)),
    // onlySomeReasons, indirectCRL, onlyContainsAttributeCerts
    isWhole: !point || ![3, 4, 5].some((number) => Asn1.of(point.items.at(-1)!.octets).context(number)),
  };
}

/** True if the bytes have the form of a list. */
export function isCrl(der: Uint8Array): boolean {
  try {
    listOf(der);
    return true;
  } catch (e) {
    if (e instanceof Asn1Fault) return false;
    throw e;
  }
}

/** Reads a certificate's state; null if the list is not one of its issuer, or a part of one. @throws Asn1Fault */
export function crlState(der: Uint8Array, certificate: Certificate, issuer: Certificate): RevocationState | null {
  const list = listOf(der);
  const key = issuer.publicKey;
  if (!list.isWhole || list.extensions.has(OID.deltaCrl) || Buffer.compare(list.issuer, issuer.subject) !== 0 || !key) return null;
  if (!isSignedBy(signatureAlgorithmOf(list.algorithm), key, list.signed, list.signature)) return null;
  const revokedAt = list.revoked ? revocationIn(list.revoked, certificate.serial) : null;
  const { thisUpdate, nextUpdate } = list;
  return { state: revokedAt === null ? "good" : "revoked", revokedAt, thisUpdate, nextUpdate, delegate: null };
}

function revocationIn(revoked: Uint8Array, serial: Uint8Array): number | null {
  for (const entry of partsOf(revoked)) {
    const [number, time] = partsOf(entry);
    if (number && time && Buffer.compare(number.subarray(2), serial) === 0) return Asn1.of(time).time;
  }
  return null;
}
