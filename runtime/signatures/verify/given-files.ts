// Certificates in files of the caller (SG-36).
import { Asn1Fault } from "../asn1/read.js";
import { certificatesOf, type Certificate } from "../x509/certificate.js";

/** Reads the certificates of a file in PEM or DER; none for other files. */
export function certificatesIn(bytes: Uint8Array): readonly Certificate[] {
  try {
    return certificatesOf(bytes);
  } catch (e) {
    if (e instanceof Asn1Fault) return [];
    throw e;
  }
}
