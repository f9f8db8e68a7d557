// Validation data that a file carries: certificates, OCSP answers and CRLs of its /DSS (ETSI EN 319 142-1, 5.4.2).
import { arrayOf, dictOf } from "../../../base/pdf/objects.js";
import { PdfStream, type PdfFile } from "../../../base/pdf/types.js";
import { Asn1Fault } from "../asn1/read.js";
import { Certificate } from "../x509/certificate.js";
import { statementOf, type RevocationStatement } from "./statements.js";

/** Certificates and statements of a file at most (SG-43). */
const MOST_ENTRIES = 100;
const MOST_BYTES = 1 << 20;

export interface ValidationData {
  readonly certificates: readonly Certificate[];
  readonly statements: readonly RevocationStatement[];
}

export function validationOf(file: PdfFile): ValidationData {
  const store = dictOf(file, file.catalog.get("DSS"));
  const streams = (key: string): readonly Uint8Array[] =>
    ((store && arrayOf(file, store.get(key))) ?? []).slice(0, MOST_ENTRIES).flatMap((given) => {
      const found = file.get(given);
      return found instanceof PdfStream ? [file.decode(found).bytes] : [];
    });
  return {
    certificates: streams("Certs").flatMap((bytes) => certificateOf(bytes) ?? []),
    statements: [...streams("OCSPs"), ...streams("CRLs")].flatMap((bytes) => statementOf(bytes) ?? []),
  };
}

/** Null for bytes that are not a certificate. */
export function certificateOf(bytes: Uint8Array): Certificate | null {
  if (bytes.length > MOST_BYTES) return null;
  try {
    return new Certificate(bytes);
  } catch (e) {
    if (e instanceof Asn1Fault) return null;
    throw e;
  }
}
