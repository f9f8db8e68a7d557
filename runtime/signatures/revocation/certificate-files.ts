// Files of certificates that a caller names.
import { Asn1Fault } from "../asn1/read.js";
import { refuse } from "../core/fault.js";
import { certificatesOf, type Certificate } from "../x509/certificate.js";

interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** @throws RenderError API-002 for a file without certificates */
export const certificateFiles = (files: readonly NamedFile[]): readonly Certificate[] =>
  files.flatMap(({ name, bytes }) => {
    const found = certificatesIn(bytes);
    return found.length > 0 ? found : refuse("trust", `${name} has no certificate in PEM or DER`);
  });

function certificatesIn(bytes: Uint8Array): readonly Certificate[] {
  try {
    return certificatesOf(bytes);
  } catch (e) {
    if (e instanceof Asn1Fault) return [];
    throw e;
  }
}
