// Files of revocation data and certificates, told apart by their content (SG-22).
import { Asn1, Asn1Fault, TAG } from "../asn1/read.js";
import { Certificate } from "../x509/certificate.js";
import { isCrl } from "./crl.js";

/** Data at hand for chains and their revocation. */
export interface Evidence {
  readonly certificates: readonly Certificate[];
  readonly ocsps: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
}

/** Reads the evidence of a file; null for one that has none. */
export function evidenceOf(file: Uint8Array): Evidence | null {
  const found: { readonly certificates: Certificate[]; readonly ocsps: Uint8Array[]; readonly crls: Uint8Array[] } = {
    certificates: [],
    ocsps: [],
    crls: [],
  };
  const blocks = file[0] === 0x30 ? [file] : pemBlocks(file);
  for (const block of blocks) {
    const certificate = certificateOr(block);
    if (certificate) found.certificates.push(certificate);
    else if (isOcsp(block)) found.ocsps.push(block);
    else if (isCrl(block)) found.crls.push(block);
    else return null;
  }
  return blocks.length > 0 ? found : null;
}

function pemBlocks(file: Uint8Array): readonly Uint8Array[] {
  const text = Buffer.from(file).toString("latin1");
  return [...text.matchAll(/-----BEGIN [A-Z0-9 ]+-----([^-]*)-----END/g)].map(([, body]) => new Uint8Array(Buffer.from(body!, "base64")));
}

function certificateOr(der: Uint8Array): Certificate | null {
  try {
    return new Certificate(der);
  } catch (e) {
    if (e instanceof Asn1Fault) return null;
    throw e;
  }
}

function isOcsp(der: Uint8Array): boolean {
  try {
    return Asn1.of(der).item(0).is(TAG.enumerated);
  } catch (e) {
    if (e instanceof Asn1Fault) return false;
    throw e;
  }
}

/** Certificates that an address of caIssuers gives: one in DER or PEM, or a SignedData of them (RFC 5280, 4.2.2.1). */
export function issuersIn(answer: Uint8Array): readonly Certificate[] {
  const direct = evidenceOf(answer)?.certificates;
  if (direct) return direct;
  try {
    const set = Asn1.of(answer).item(1).item(0).context(0);
    return (set?.items ?? []).map((one) => new Certificate(one));
  } catch (e) {
    if (e instanceof Asn1Fault) return [];
    throw e;
  }
}
