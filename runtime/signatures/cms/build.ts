// SignedData of PAdES (ETSI EN 319 142-1, 5.3; SG-6): detached, one signer, DER.
import type { Digest, Scheme } from "../core/given.js";
import { createHash } from "node:crypto";
import { OID } from "../asn1/names.js";
import { context, integer, octets, oid, sequence, setOf, tagged, type Der } from "../asn1/write.js";
import { digestIdentifier, signatureIdentifier } from "../x509/algorithm.js";
import type { Certificate } from "../x509/certificate.js";

/** Parts of a signature that are the same for all documents of a signer. */
export interface SignatureForm {
  readonly scheme: Scheme;
  readonly digest: Digest;
  /** the signer's first, without the root */
  readonly certificates: readonly Certificate[];
}

/** The signed attributes as a SET, which is what the signer signs. */
export function signedAttributes({ scheme, digest, certificates }: SignatureForm, messageDigest: Uint8Array): Der {
  // SHA-256 is the default of ESSCertIDv2
  const ids = certificates.map((one) => sequence(octets(createHash("sha256").update(one.raw).digest()), issuerSerial(one)));
  return setOf(
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octets(messageDigest)),
    attribute(OID.signingCertificateV2, sequence(sequence(...ids))),
    attribute(OID.algorithmProtection, sequence(digestIdentifier(digest), implicit(1, signatureIdentifier(scheme, digest)))),
  );
}

/** Writes ContentInfo. @param tokens time stamps over the signature value */
export function signedData(
  { scheme, digest, certificates }: SignatureForm,
  attributes: Der,
  signature: Uint8Array,
  tokens: readonly Uint8Array[] = [],
): Der {
  const signer = certificates[0]!;
  const info = sequence(
    integer(1),
    sequence(signer.issuer, tagged(0x02, signer.serial)),
    digestIdentifier(digest),
    implicit(0, attributes),
    signatureIdentifier(scheme, digest),
    octets(signature),
    ...(tokens.length > 0 ? [context(1, ...tokens.map((token) => attribute(OID.timeStampToken, token)))] : []),
  );
  return sequence(
    oid(OID.signedData),
    context(
      0,
      sequence(
        integer(1),
        setOf(digestIdentifier(digest)),
        sequence(oid(OID.data)),
        context(0, ...certificates.map(({ raw }) => raw).toSorted(Buffer.compare)),
        setOf(info),
      ),
    ),
  );
}

const attribute = (type: string, value: Der): Der => sequence(oid(type), setOf(value));

/** IssuerSerial: the issuer as a directory name. */
const issuerSerial = (one: Certificate): Der => sequence(sequence(context(4, one.issuer)), tagged(0x02, one.serial));

/** A constructed value under another tag. */
function implicit(number: number, value: Der): Der {
  const out = new Uint8Array(value);
  out[0] = 0xa0 | number;
  return out;
}
