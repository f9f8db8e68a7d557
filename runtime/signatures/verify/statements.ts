// Statements on the revocation of certificates: OCSP answers (RFC 6960) and CRLs (RFC 5280, 5).
import { createHash } from "node:crypto";
import { OID } from "../asn1/names.js";
import { Asn1, Asn1Fault, TAG } from "../asn1/read.js";
import { digestOf, isSignedBy, signatureAlgorithmOf } from "../x509/algorithm.js";
import { Certificate } from "../x509/certificate.js";

/** Bytes of a statement at most (SG-20). */
const MOST_BYTES = 16 << 20;

/** Status of a certificate according to one statement; times in milliseconds. */
export interface RevocationStatus {
  readonly status: "good" | "revoked" | "unknown";
  readonly revokedAt: number | null;
  readonly from: number;
  /** Null: no later statement is announced. */
  readonly until: number | null;
}

export interface RevocationStatement {
  readonly raw: Uint8Array;
  /** Null if it says nothing of the certificate, or is not signed by one who may. */
  statusOf(certificate: Certificate, issuer: Certificate, known: readonly Certificate[]): RevocationStatus | null;
}

/** An OCSP answer or a CRL; null for other bytes. */
export function statementOf(bytes: Uint8Array): RevocationStatement | null {
  try {
    const root = Asn1.of(bytes, MOST_BYTES);
    return root.item(0).is(TAG.enumerated) ? new OcspAnswer(root) : new RevocationList(root);
  } catch (e) {
    if (e instanceof Asn1Fault) return null;
    throw e;
  }
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** True if the last part of a signed structure is a signature of its first part. */
function isSigned(root: Asn1, { publicKey }: Certificate): boolean {
  const [body, algorithm, signature] = root.sequence;
  if (!publicKey || !body || !algorithm || !signature) return false;
  try {
    return isSignedBy(signatureAlgorithmOf(algorithm), publicKey, body.raw, signature.bits);
  } catch (e) {
    if (e instanceof Asn1Fault) return false;
    throw e;
  }
}

class OcspAnswer implements RevocationStatement {
  readonly raw: Uint8Array;
  readonly #basic: Asn1;
  readonly #certificates: readonly Certificate[];
  readonly #responses: readonly Asn1[];
  readonly #signers = new Map<Certificate, boolean>();

  constructor(root: Asn1) {
    this.raw = root.raw;
    const parts = root.context(0)?.item(0).sequence;
    if (root.item(0).number !== 0 || parts?.[0]?.oid !== OID.ocspBasic) throw new Asn1Fault("it is not a successful answer");
    this.#basic = Asn1.of(parts[1]!.octets);
    const [data, , , certificates] = this.#basic.sequence;
    this.#certificates = certificates?.item(0).sequence.map((item) => new Certificate(item)) ?? [];
    const responses = data?.sequence.findLast((item) => item.is(TAG.sequence));
    this.#responses = responses?.items ?? [];
  }

  statusOf(certificate: Certificate, issuer: Certificate, known: readonly Certificate[]): RevocationStatus | null {
    const response = this.#responses.find((one) => isOf(one.item(0), certificate, issuer));
    if (!response || !this.#isFrom(issuer, known)) return null;
    const [, status, from, next] = response.sequence;
    if (!status || !from) return null;
    const isRevoked = status.isContext(1);
    return {
      status: isRevoked ? "revoked" : status.isContext(0) ? "good" : "unknown",
      revokedAt: isRevoked ? status.item(0).time : null,
      from: from.time,
      until: next?.isContext(0) ? next.item(0).time : null,
    };
  }

  /** Signed by the issuer, or by a responder that the issuer made one. */
  #isFrom(issuer: Certificate, known: readonly Certificate[]): boolean {
    let found = this.#signers.get(issuer);
    if (found === undefined) {
      found =
        isSigned(this.#basic, issuer) ||
        [...this.#certificates, ...known].some(
          (one) => one.extendedUsage?.purposes.includes(OID.ocspSigning) === true && one.isIssuedBy(issuer) && isSigned(this.#basic, one),
        );
      this.#signers.set(issuer, found);
    }
    return found;
  }
}

/** CertID: digests of the issuer's name and key, and the serial number. */
function isOf(id: Asn1, certificate: Certificate, issuer: Certificate): boolean {
  const digest = digestOf(id.item(0));
  const hash = (bytes: Uint8Array): Uint8Array => createHash(digest).update(bytes).digest();
  return (
    same(id.item(3).content, certificate.serial) &&
    same(id.item(1).octets, hash(issuer.subject)) &&
    same(id.item(2).octets, hash(issuer.keyBits))
  );
}

class RevocationList implements RevocationStatement {
  readonly raw: Uint8Array;
  readonly #root: Asn1;
  readonly #issuer: Uint8Array;
  readonly #from: number;
  readonly #until: number | null;
  readonly #revoked = new Map<string, number>();
  readonly #isPartial: boolean;
  readonly #signers = new Map<Certificate, boolean>();

  constructor(root: Asn1) {
    this.raw = root.raw;
    this.#root = root;
    const parts = [...root.item(0).sequence];
    if (parts[0]?.is(TAG.integer)) parts.shift();
    const [, issuer, from, ...rest] = parts;
    if (!issuer || !from) throw new Asn1Fault("a revocation list is too short");
    this.#issuer = issuer.raw;
    this.#from = from.time;
    const isTime = (item: Asn1 | undefined): item is Asn1 => !!item && (item.is(TAG.utcTime) || item.is(TAG.generalizedTime));
    this.#until = isTime(rest[0]) ? rest.shift()!.time : null;
    for (const entry of rest[0]?.is(TAG.sequence) ? rest[0].items : [])
      this.#revoked.set(Buffer.from(entry.item(0).content).toString("hex"), entry.item(1).time);
    const extensions = rest.find((item) => item.isContext(0))?.item(0).items ?? [];
    const names = extensions.map((item) => item.item(0).oid);
    // lists of changes, and of other issuers or reasons
    this.#isPartial = names.includes(OID.deltaCrl) || names.includes(OID.issuingPoint);
  }

  statusOf(certificate: Certificate, issuer: Certificate): RevocationStatus | null {
    if (!same(this.#issuer, issuer.subject) || !same(certificate.issuer, this.#issuer)) return null;
    let isFrom = this.#signers.get(issuer);
    if (isFrom === undefined) {
      isFrom = (issuer.keyUsage?.has("crl_sign") ?? true) && isSigned(this.#root, issuer);
      this.#signers.set(issuer, isFrom);
    }
    if (!isFrom) return null;
    const revokedAt = this.#revoked.get(Buffer.from(certificate.serial).toString("hex")) ?? null;
    // what a partial list does not have may be in another
    if (revokedAt === null && this.#isPartial) return null;
    return { status: revokedAt === null ? "good" : "revoked", revokedAt, from: this.#from, until: this.#until };
  }
}
