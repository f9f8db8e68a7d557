// Levels above B-T: validation data and time stamps of the document (SG-21 to SG-24).
import type { SigningEnvironment } from "./environment/environment.js";
import { PdfString, type PdfFile } from "../../pdf-reader/types.js";
import { OID } from "./asn1/names.js";
import { Asn1Fault } from "./asn1/read.js";
import { signedDataOf, type SignedData } from "./cms/signed-data.js";
import { timeStampIn, timeStampOf, timeStampsIn } from "./cms/time-stamp.js";
import { refuse } from "./core/fault.js";
import { MOST_TIME } from "./core/network.js";
import { timeStamped } from "./network/time-stamps.js";
import type { SignedPdf, Tsa } from "./core/options.js";
import { evidenceIn, withEvidence } from "./pdf/dss.js";
import { fileFields, type SignatureField } from "./pdf/fields.js";
import { filled } from "./pdf/fill.js";
import { openToSign, withPdfFaults } from "./pdf/open.js";
import { withSignature } from "./pdf/signature.js";
import { freeName } from "./pdf/target.js";
import { Collector } from "./revocation/collect.js";
import { evidenceOf, type Evidence } from "./revocation/files.js";
import { revisionCount } from "./verify/file/opened.js";
import type { Certificate } from "./x509/certificate.js";

/** Bytes for a time stamp (SG-9). */
export const TOKEN_ROOM = 16_384;
/** Digest of a document's time stamp. */
const DIGEST = "sha256";

/** Signatures of a CMS that a DSS has to prove, with certificates that came with them. */
export interface Proven {
  readonly cms: SignedData;
  readonly known: readonly Certificate[];
  /** was there before: answers of the file that are of its time or later prove it */
  readonly isOld: boolean;
}

/** The file with validation data of these signatures; the same bytes if nothing is missing. @throws RenderError */
export async function withValidation(
  pdf: Uint8Array,
  proven: readonly Proven[],
  environment: SigningEnvironment,
  until: number,
): Promise<Uint8Array> {
  const file = openToSign(pdf, environment);
  const given = givenEvidence(environment.revocation);
  const stored = withPdfFaults(() => evidenceIn(file));
  const collector = new Collector({ trust: environment.trust, stored, given, network: environment.network, until });
  const chains = withAsn1Faults(() => proven.flatMap(chainsOf));
  // an answer of use for a later time is of use for an earlier one
  for (const { leaf, known, since } of chains.toSorted((a, b) => b.since - a.since)) await collector.add(leaf, known, since);
  return withPdfFaults(() => withEvidence(file, collector, environment)) ?? pdf;
}

interface ProvenChain {
  readonly leaf: Certificate;
  readonly known: readonly Certificate[];
  /** time, milliseconds, of which an answer must be that the file has */
  readonly since: number;
}

/** Chains of a signature's certificate and of its time stamps'. @throws RenderError, Asn1Fault */
function chainsOf({ cms, known, isOld }: Proven): readonly ProvenChain[] {
  if (!cms.signer) return refuse("source", "a signature has no certificate of its signer");
  const stamps = cms.contentType === OID.tstInfo ? [timeStampIn(cms)] : timeStampsIn(cms).map(timeStampOf);
  // answers from before a signature tell nothing about a key that is used now
  const sinceOf = (at: number): number => (isOld ? at : Infinity);
  const own = { leaf: cms.signer, known: [...cms.certificates, ...known], since: sinceOf(Math.min(...stamps.map(({ at }) => at))) };
  const ofStamps = stamps.flatMap((stamp) =>
    stamp.cms.signer ? [{ leaf: stamp.cms.signer, known: stamp.cms.certificates, since: sinceOf(stamp.at) }] : [],
  );
  return cms.contentType === OID.tstInfo ? [own] : [own, ...ofStamps];
}

/** @throws RenderError API-002 for a file that holds something else */
function givenEvidence(files: readonly Uint8Array[]): Evidence {
  const all = files.map((file) => evidenceOf(file) ?? refuse("revocation", "a file has no OCSP answer, CRL or certificate in PEM or DER"));
  return {
    certificates: all.flatMap(({ certificates }) => certificates),
    ocsps: all.flatMap(({ ocsps }) => ocsps),
    crls: all.flatMap(({ crls }) => crls),
  };
}

/** The file with a DocTimeStamp over all of it. @throws RenderError */
export async function withDocumentTimeStamp(
  pdf: Uint8Array,
  tsa: Tsa,
  environment: SigningEnvironment,
  until: number,
): Promise<{ readonly pdf: Uint8Array; readonly field: string }> {
  const file = openToSign(pdf, environment);
  const found = withPdfFaults(() => fileFields(file));
  const name = freeName(found.names, "TimeStamp");
  const parts = {
    target: { name },
    request: {},
    found,
    look: null,
    entries: { type: "DocTimeStamp", subFilter: "ETSI.RFC3161", about: {} },
  } as const;
  const stamped = await filled(
    (room) => withPdfFaults(() => withSignature(file, { ...parts, room }, environment)),
    TOKEN_ROOM,
    (data) => timeStamped(tsa, data, DIGEST, { ...environment, until }),
  );
  return { pdf: stamped, field: name };
}

const unreadable = (name: string): never => refuse("source", `the signature in ${name} cannot be read`);

function withAsn1Faults<T>(work: () => T, name = "the file"): T {
  try {
    return work();
  } catch (e) {
    if (e instanceof Asn1Fault) return unreadable(name);
    throw e;
  }
}

/** A signature of the file, with its CMS. @throws RenderError API-002 */
function cmsOf(file: PdfFile, { name, signature }: SignatureField): SignedData {
  const contents = file.get(signature?.get("Contents"));
  if (!(contents instanceof PdfString)) return unreadable(name);
  return withAsn1Faults(() => signedDataOf(contents.bytes), name);
}

const isTimeStamp = (file: PdfFile, { signature }: SignatureField): boolean => {
  const filter = file.get(signature?.get("SubFilter"));
  return filter !== null && typeof filter === "object" && "value" in filter && filter.value === "ETSI.RFC3161";
};

/** Raises the signatures of a file, or renews them once more (SG-24). @throws RenderError */
export async function raisePdf(pdf: Uint8Array, level: "b-lt" | "b-lta", environment: SigningEnvironment): Promise<SignedPdf> {
  const { tsa } = environment;
  const until = Date.now() + MOST_TIME;
  const file = openToSign(pdf, environment);
  const { signatures, certified } = withPdfFaults(() => fileFields(file));
  const signed = signatures.filter(({ signature }) => signature);
  const approvals = signed.filter((field) => !isTimeStamp(file, field));
  const last = approvals.at(-1);
  if (!last) return refuse("source", "the PDF file has no signature that can be raised");
  const proven = signed.map((field): Proven & { readonly field: SignatureField } => ({
    field,
    cms: cmsOf(file, field),
    known: [],
    isOld: true,
  }));
  for (const { field, cms } of proven)
    if (approvals.includes(field) && timeStampsIn(cms).length === 0)
      return refuse("source", `the signature in ${field.name} has no time stamp: it cannot be raised`);
  const selected = level === "b-lta" ? proven : proven.filter(({ field }) => approvals.includes(field));
  const validated = await withValidation(pdf, selected, environment, until);
  const about = { level, signer: null, warnings: [] };
  const revisionOf = (made: Uint8Array): number => revisionCount(made.subarray(file.headerAt), environment.budgets);
  if (level === "b-lt") {
    const kind = certified !== null && approvals.length === 1 ? "certification" : "approval";
    return { ...about, pdf: validated, field: last.name, kind, revision: revisionOf(validated) };
  }
  if (!tsa) return refuse("level", "b-lta needs a time stamp authority");
  const stamped = await withDocumentTimeStamp(validated, tsa, environment, until);
  return { ...about, ...stamped, kind: "time_stamp", revision: revisionOf(stamped.pdf) };
}
