// Certificates and statements in files of the caller, in PEM or DER (SG-22, SG-36).
import { Asn1Fault } from "../asn1/read.js";
import { certificatesOf, type Certificate } from "../x509/certificate.js";

/** Certificates of a file; none for other files. */
export function certificatesIn(bytes: Uint8Array): readonly Certificate[] {
  try {
    return certificatesOf(bytes);
  } catch (e) {
    if (e instanceof Asn1Fault) return [];
    throw e;
  }
}

/** Structures in DER: the file itself, or those of its PEM blocks. */
export function statementsIn(bytes: Uint8Array): readonly Uint8Array[] {
  if (bytes[0] === 0x30) return [bytes];
  const text = Buffer.from(bytes).toString("latin1");
  return [...text.matchAll(/-----BEGIN (?:CERTIFICATE|X509 CRL|OCSP RESPONSE)-----([^-]*)-----END/g)].map(
    ([, body]) => new Uint8Array(Buffer.from(body!, "base64")),
  );
}
