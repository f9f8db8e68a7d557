// SignedData of CMS with one signer (RFC 5652), read and verified.
import { createHash } from "node:crypto";
import { OID } from "../asn1/names.js";
import { Asn1, Asn1Fault } from "../asn1/read.js";
import { concatBytes } from "../../../base/bytes.js";
import { digestOf, isSignedBy, signatureAlgorithmOf, type AnyDigest, type SignatureAlgorithm } from "../x509/algorithm.js";
import { Certificate } from "../x509/certificate.js";

/** Values of an attribute by its type. */
type Attributes = ReadonlyMap<string, readonly Asn1[]>;

/** A CMS signature; bytes that follow it, as the padding of `/Contents`, are ignored. */
export interface SignedData {
  /** the whole ContentInfo */
  readonly raw: Uint8Array;
  readonly contentType: string;
  /** null if detached */
  readonly content: Uint8Array | null;
  readonly certificates: readonly Certificate[];
  /** CertificateLists and OCSP answers that it carries */
  readonly crls: readonly Uint8Array[];
  /** null if it is not among the certificates */
  readonly signer: Certificate | null;
  readonly digest: AnyDigest;
  readonly algorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
  readonly signedAttributes: Attributes | null;
  readonly unsignedAttributes: Attributes;
  /** DER of the signed attributes as they are signed; null without any */
  readonly signedBytes: Uint8Array | null;
}

/** @throws Asn1Fault, also for several signers */
export function signedDataOf(bytes: Uint8Array): SignedData {
  const root = Asn1.first(bytes);
  if (root.sequence[0]?.oid !== OID.signedData) throw new Asn1Fault("it is not a SignedData");
  const [, , encapsulated, ...rest] = root.item(1).item(0).sequence;
  const infos = rest.at(-1)?.set ?? [];
  const [info] = infos;
  if (!encapsulated || !info || infos.length !== 1) throw new Asn1Fault(`it has ${infos.length} signers, not one`);
  const certificates = (rest.find((item) => item.isContext(0))?.items ?? []).flatMap((item) =>
    item.block.idBlock.tagClass === 1 ? [new Certificate(item)] : [],
  );
  const parts = [...info.sequence];
  const [, sid, digestAlgorithm] = parts.splice(0, 3);
  const attributes = parts[0]?.isContext(0) ? parts.shift() : undefined;
  const [algorithm, signature, more] = parts;
  if (!sid || !digestAlgorithm || !algorithm || !signature) throw new Asn1Fault("a SignerInfo is too short");
  const digest = digestOf(digestAlgorithm);
  return {
    raw: root.raw,
    contentType: encapsulated.item(0).oid,
    content: encapsulated.context(0)?.item(0).octets ?? null,
    certificates,
    crls: (rest.find((item) => item.isContext(1))?.items ?? []).map((item) => item.raw),
    signer: certificates.find((one) => isNamedBy(one, sid)) ?? null,
    digest,
    algorithm: signatureAlgorithmOf(algorithm, digest),
    signature: signature.octets,
    signedAttributes: attributes ? attributesOf(attributes) : null,
    unsignedAttributes: more ? attributesOf(more) : new Map(),
    // they are signed as a SET (5.4)
    signedBytes: attributes ? concatBytes([Uint8Array.of(0x31), attributes.raw.subarray(1)]) : null,
  };
}

/** SignerIdentifier: issuer and serial number, or the subject's key identifier. */
function isNamedBy(certificate: Certificate, sid: Asn1): boolean {
  if (sid.isContext(0)) return certificate.subjectKey !== null && Buffer.compare(certificate.subjectKey, sid.content) === 0;
  const [issuer, serial] = sid.sequence;
  return (
    issuer !== undefined &&
    serial !== undefined &&
    Buffer.compare(certificate.issuer, issuer.raw) === 0 &&
    Buffer.compare(certificate.serial, serial.content) === 0
  );
}

function attributesOf(given: Asn1): Attributes {
  const found = new Map<string, readonly Asn1[]>();
  for (const item of given.items) {
    const name = item.item(0).oid;
    if (found.has(name)) throw new Asn1Fault(`the attribute ${name} occurs twice`);
    found.set(name, item.item(1).set);
  }
  return found;
}

/** Result of a verification against the signed bytes; trust in the certificate is not part of it. */
interface SignatureCheck {
  /** the content's digest is that of the attribute, or of the signature without attributes */
  readonly digestMatches: boolean;
  readonly signatureMatches: boolean;
  /** null if no ESS attribute names a certificate */
  readonly certificateMatches: boolean | null;
}

/** @param content detached content in parts; null for encapsulated content */
export function checkSignedData(cms: SignedData, content: readonly Uint8Array[] | null): SignatureCheck {
  const data = content ?? (cms.content ? [cms.content] : []);
  const key = cms.signer?.publicKey ?? null;
  const certificateMatches = cms.signer ? essMatches(cms, cms.signer) : null;
  if (!cms.signedBytes || !cms.signedAttributes) {
    const matches = key !== null && isSignedBy(cms.algorithm, key, concatBytes(data), cms.signature);
    return { digestMatches: matches, signatureMatches: matches, certificateMatches };
  }
  const hash = createHash(cms.digest);
  for (const part of data) hash.update(part);
  const expected = cms.signedAttributes.get(OID.messageDigest)?.[0]?.octets;
  const type = cms.signedAttributes.get(OID.contentType)?.[0]?.oid;
  return {
    digestMatches: expected !== undefined && Buffer.compare(hash.digest(), expected) === 0 && type === cms.contentType,
    signatureMatches: key !== null && isSignedBy(cms.algorithm, key, cms.signedBytes, cms.signature) && isProtected(cms),
    certificateMatches,
  };
}

/** CMSAlgorithmProtection (RFC 6211) names the same algorithms, if it is there. */
function isProtected(cms: SignedData): boolean {
  const found = cms.signedAttributes?.get(OID.algorithmProtection)?.[0];
  if (!found) return true;
  const signature = found.context(1);
  if (digestOf(found.item(0)) !== cms.digest || !signature) return false;
  // implicit: its items are those of an AlgorithmIdentifier
  const { scheme, digest, salt } = signatureAlgorithmOf(signature, cms.digest);
  return scheme === cms.algorithm.scheme && digest === cms.algorithm.digest && salt === cms.algorithm.salt;
}

/** ESSCertID and ESSCertIDv2 (RFC 2634, RFC 5035): the first names the signer's certificate. */
function essMatches(cms: SignedData, signer: Certificate): boolean | null {
  const found = [OID.signingCertificateV2, OID.signingCertificate].flatMap((name) =>
    (cms.signedAttributes?.get(name) ?? []).map((value) => ({ value, isFirst: name === OID.signingCertificate })),
  );
  if (found.length === 0) return null;
  return found.every(({ value, isFirst }) => {
    const id = value.item(0).item(0);
    const named = !isFirst && id.items.length > 0 && id.item(0).is(16);
    const digest: AnyDigest = isFirst ? "sha1" : named ? digestOf(id.item(0)) : "sha256";
    const expected = id.item(named ? 1 : 0).octets;
    return Buffer.compare(createHash(digest).update(signer.raw).digest(), expected) === 0;
  });
}
