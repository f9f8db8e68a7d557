// Verification of a signature against the bytes that it covers (SG-39, SG-41).
import { createHash } from "node:crypto";
import { concatBytes } from "../../../base/bytes.js";
import { OID } from "../asn1/names.js";
import { Asn1Fault } from "../asn1/read.js";
import { checkSignedData, signedDataOf, type SignedData } from "../cms/signed-data.js";
import { faultOfTimeStamp, timeStampOf, timeStampsIn, type TimeStamp } from "../cms/time-stamp.js";
import type { FindingCode, SignatureFinding } from "./report/report.js";

/** A signature whose structure can be read. */
export interface CheckedSignature {
  readonly cms: SignedData;
  /** Of a time stamp of the document. */
  readonly stamp: TimeStamp | null;
  /** Right time stamps over the signature value, the earliest first. */
  readonly stamps: readonly TimeStamp[];
  readonly isIntact: boolean;
  /** False if it lacks what a baseline signature has. */
  readonly isBaseline: boolean;
}

export const TIME_STAMP = "ETSI.RFC3161";
export const PADES = "ETSI.CAdES.detached";
const DETACHED = "adbe.pkcs7.detached";
const DIGEST = "adbe.pkcs7.sha1";

const WEAK: ReadonlySet<string> = new Set(["sha1", "md5"]);
const LEAST_RSA_BITS = 2048;

const isWeakKey = ({ signer }: SignedData): boolean => {
  const key = signer?.publicKey;
  return !!key?.asymmetricKeyType?.startsWith("rsa") && (key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS;
};

/** @returns null if the signature cannot be read; faults are findings */
export function checkSignature(
  contents: Uint8Array,
  signed: readonly Uint8Array[],
  subFilter: string,
  findings: SignatureFinding[],
): CheckedSignature | null {
  const report = (code: FindingCode, message: string, severity: SignatureFinding["severity"] = "error"): void =>
    void findings.push({ code, severity, message });
  try {
    if (subFilter === TIME_STAMP) return checkDocumentTimeStamp(contents, signed, report);
    if (![PADES, DETACHED, DIGEST].includes(subFilter)) {
      report("cms_malformed", `signatures of the kind ${subFilter === "" ? "without /SubFilter" : subFilter.slice(0, 60)} are not read`);
      return null;
    }
    return checkApproval(contents, signed, subFilter, report);
  } catch (e) {
    if (!(e instanceof Asn1Fault)) throw e;
    report("cms_malformed", `the signature cannot be read: ${e.message}`);
    return null;
  }
}

type Report = (code: FindingCode, message: string, severity?: SignatureFinding["severity"]) => void;

function checkDocumentTimeStamp(contents: Uint8Array, signed: readonly Uint8Array[], report: Report): CheckedSignature {
  const stamp = timeStampOf(contents);
  const fault = faultOfTimeStamp(stamp, signed);
  if (fault !== null) report(fault === "is of other data" ? "digest_mismatch" : "time_stamp_invalid", `the time stamp ${fault}`);
  reportWeak(stamp.cms, [stamp.digest], report);
  return { cms: stamp.cms, stamp, stamps: [], isIntact: fault === null, isBaseline: true };
}

function checkApproval(contents: Uint8Array, signed: readonly Uint8Array[], subFilter: string, report: Report): CheckedSignature {
  const cms = signedDataOf(contents);
  const { digestMatches, signatureMatches, certificateMatches } = checkContent(cms, signed, subFilter);
  if (!digestMatches) report("digest_mismatch", "the signed bytes of the file are not those that were signed");
  if (!cms.signer) report("signature_mismatch", "the signature has no certificate of its signer");
  else if (!signatureMatches) report("signature_mismatch", `the signature is not one of the key of ${cms.signer.name}`);
  if (certificateMatches === false) report("certificate_mismatch", "the certificate that the signer names is not the one of the signature");
  let isBaseline = subFilter === PADES;
  if (subFilter !== PADES) report("not_pades", `the signature is of the kind ${subFilter}, which is not PAdES`, "warning");
  else if (certificateMatches === null || !cms.signedAttributes) {
    isBaseline = false;
    report("not_pades", "the signature does not name the certificate of its signer, as PAdES asks", "warning");
  }
  if (subFilter === PADES && cms.signedAttributes?.has(OID.signingTime))
    report("signing_time_attribute", "the signature has an attribute with the time of signing, which PAdES does not allow", "warning");
  reportWeak(cms, subFilter === DIGEST ? ["sha1"] : [], report);
  const stamps = timeStampsIn(cms).flatMap((token) => rightStamp(token, cms, report) ?? []);
  const isIntact = digestMatches && signatureMatches;
  return { cms, stamp: null, stamps: stamps.toSorted((a, b) => a.at - b.at), isIntact, isBaseline };
}

function checkContent(cms: SignedData, signed: readonly Uint8Array[], subFilter: string): ReturnType<typeof checkSignedData> {
  if (subFilter !== DIGEST) {
    if (cms.content !== null) throw new Asn1Fault("it has content, where the file is what is signed");
    return checkSignedData(cms, signed);
  }
  const hash = createHash("sha1").update(concatBytes(signed)).digest();
  const checked = checkSignedData(cms, null);
  return { ...checked, digestMatches: checked.digestMatches && cms.content !== null && Buffer.compare(hash, cms.content) === 0 };
}

function rightStamp(token: Uint8Array, cms: SignedData, report: Report): TimeStamp | null {
  let fault: string | null;
  try {
    const stamp = timeStampOf(token);
    fault = faultOfTimeStamp(stamp, [cms.signature]);
    reportWeak(stamp.cms, [stamp.digest], report);
    if (fault === null) return stamp;
  } catch (e) {
    if (!(e instanceof Asn1Fault)) throw e;
    fault = `cannot be read: ${e.message}`;
  }
  report("time_stamp_invalid", `the time stamp ${fault}`);
  return null;
}

function reportWeak(cms: SignedData, digests: readonly string[], report: Report): void {
  const weak = [cms.digest, cms.algorithm.digest, ...digests].find((digest) => WEAK.has(digest ?? ""));
  if (weak !== undefined) report("weak_algorithm", `the digest ${weak} can be forged`, "warning");
  else if (isWeakKey(cms)) report("weak_algorithm", `RSA keys of less than ${LEAST_RSA_BITS} bits can be broken`, "warning");
}
