// Verification of the signatures of a PDF file (SG-36 to SG-43).
import { createHash } from "node:crypto";
import { formOf } from "../../../pdf-reader/form.js";
import { nameOf, textOf } from "../../../pdf-reader/objects.js";
import { certificationOf } from "../../../pdf-reader/signature-rules.js";
import { PdfFault, type PdfBudgets, type PdfCrypto, type PdfFile } from "../../../pdf-reader/types.js";
import { fail } from "../../../compiler/core/fail.js";
import { at, ROOT } from "../../../compiler/core/src.js";
import type { Network } from "../core/network.js";
import { evidenceOf } from "../revocation/files.js";
import type { Certificate } from "../x509/certificate.js";
import { changesSince } from "./changes/changes.js";
import type { FoundChange } from "./changes/comparison.js";
import { Links } from "./changes/links.js";
import { checkSignature, PADES, TIME_STAMP, type CheckedSignature } from "./integrity.js";
import { deceptiveLooks } from "./looks.js";
import { isRebuilt, openEarlier, openFile, type OpenedFile } from "./file/opened.js";
import {
  SIGNATURE_REPORT_VERSION,
  type FindingCode,
  type SignatureChange,
  type SignatureFinding,
  type SignatureReport,
  type SignatureVerdict,
  type VerifiedSignature,
} from "./report/report.js";
import { Layout, offsetOf, revisionAt } from "./file/revisions.js";
import { lockOf, rightsOf } from "./rights.js";
import {
  MOST_SIGNATURES,
  scannedPlace,
  signatureFields,
  signedBytesOf,
  type SignatureField,
  type SignedBytes,
} from "./file/signature-fields.js";
import { Trust, type TrustJudgement } from "./trust.js";
import { joined, validationOf } from "./validation.js";

export interface VerifyEnvironment {
  readonly budgets: PdfBudgets;
  readonly crypto: PdfCrypto;
  /** Clock of the judgement, milliseconds. */
  readonly time: number;
  readonly trust: readonly Certificate[];
  /** Files of the caller with OCSP answers, CRLs and certificates; others are passed over. */
  readonly revocation: readonly Uint8Array[];
  /** Null: offline. */
  readonly network: Network | null;
}

/** A signature before trust is judged. */
interface Found {
  readonly field: SignatureField;
  readonly range: SignedBytes | null;
  readonly subFilter: string;
  readonly checked: CheckedSignature | null;
  readonly findings: SignatureFinding[];
  coverage: VerifiedSignature["coverage"];
  revision: number;
  changes: readonly SignatureChange[];
}

const CERTIFY = { 1: "no_changes", 2: "fill_forms", 3: "annotate" } as const;

/** @throws RenderError API-002 for a file that cannot be read */
export async function verifySignatures(pdf: Uint8Array, environment: VerifyEnvironment): Promise<SignatureReport> {
  try {
    return await new Verification(pdf, environment).report();
  } catch (e) {
    if (!(e instanceof PdfFault)) throw e;
    return fail("API-002", "verify-source", at(ROOT, "source"), e.message);
  }
}

class Verification {
  readonly #opened: OpenedFile;
  readonly #file: PdfFile;
  readonly #layout: Layout;
  /** Null until revisions are compared. */
  #links: Links | null = null;

  constructor(
    readonly pdf: Uint8Array,
    readonly environment: VerifyEnvironment,
  ) {
    this.#opened = openFile(pdf, environment);
    const { bytes, file, sections, revisions } = this.#opened;
    this.#file = file;
    this.#layout = new Layout(bytes, file, sections, revisions, environment.budgets);
  }

  async report(): Promise<SignatureReport> {
    const { pdf } = this;
    const fields = signatureFields(this.#file);
    if (fields.length > MOST_SIGNATURES) throw new PdfFault(`has more than ${MOST_SIGNATURES} signatures`);
    const found = fields.map((field) => this.#check(field));
    found.sort((a, b) => (a.range?.end ?? Infinity) - (b.range?.end ?? Infinity));
    await this.#compare(found);
    const signatures = await this.#judge(found);
    const verdicts = signatures.map(({ verdict }) => verdict);
    return {
      schema_version: SIGNATURE_REPORT_VERSION,
      verdict:
        verdicts.length === 0 ? "unsigned" : verdicts.includes("invalid") ? "invalid" : verdicts.includes("unknown") ? "unknown" : "valid",
      file: {
        bytes: pdf.length,
        sha256: createHash("sha256").update(pdf).digest("hex"),
        revisions: Math.max(1, this.#opened.revisions.length),
      },
      signatures,
    };
  }

  #check(field: SignatureField): Found {
    const { bytes, file, places, sections } = this.#opened;
    const findings: SignatureFinding[] = [];
    const shift = this.pdf.length - bytes.length;
    const all = sections.length > 0 || !field.ref ? places : new Map([[field.ref.num, scannedPlace(bytes, field.ref)]]);
    const range = signedBytesOf(field, { file, bytes, shift, places: all, budgets: this.environment.budgets });
    const subFilter = nameOf(file.get(field.value.get("SubFilter"))) ?? "";
    const about = { field, subFilter, findings, coverage: "partial" as const, revision: 1, changes: [] };
    if ("code" in range) {
      findings.push(range);
      return { ...about, range: null, checked: null };
    }
    const signed = [this.pdf.subarray(0, range.gapAt + shift), this.pdf.subarray(range.gapEnd + shift, range.end + shift)];
    return { ...about, range, checked: checkSignature(range.contents, signed, subFilter, findings) };
  }

  async #compare(all: readonly Found[]): Promise<void> {
    const { bytes, revisions } = this.#opened;
    const last = revisions.at(-1);
    const intact = new Set(all.flatMap(({ checked, field }) => (checked?.isIntact && field.ref ? [field.ref.num] : [])));
    const [twice] = all.length === 0 || isRebuilt(this.#opened) ? [] : this.#layout.duplicates(bytes.length);
    for (const found of all) {
      const { range, findings } = found;
      if (!range) continue;
      const index = revisions.findIndex(({ end, endOfSpace }) => range.end >= end && range.end <= endOfSpace);
      const isWhole = index >= 0 ? revisions[index] === last && last?.endOfSpace === bytes.length : range.end === bytes.length;
      found.revision = index >= 0 ? index + 1 : revisionAt(revisions, range.end - 1);
      found.coverage = isWhole ? "whole_file" : index >= 0 ? "revision" : "partial";
      if (isRebuilt(this.#opened)) {
        report(
          findings,
          "rebuilt",
          "the cross-reference of the file is broken: readers may show different pages",
          isWhole ? "warning" : "error",
        );
        if (!isWhole) found.changes = [this.#placed({ kind: "unknown_object", permitted: false, object: null })];
        continue;
      }
      if (found.coverage === "partial") report(findings, "byte_range", "the signed bytes do not end where a revision of the file ends");
      if (twice) report(findings, "duplicate_object", `the object ${twice.num} occurs twice in one revision`);
      if (found.coverage === "revision") found.changes = await this.#changes(range.end, intact, findings);
    }
  }

  /** Changes since the revision that ends at `end`. */
  async #changes(end: number, intact: ReadonlySet<number>, findings: SignatureFinding[]): Promise<readonly SignatureChange[]> {
    const { environment } = this;
    const { file, revisions } = this.#opened;
    const forbidden: FoundChange[] = [];
    const strays = this.#layout.strays(end);
    const afterLast = strays.find(({ at: place }) => place >= (revisions.at(-1)?.end ?? 0));
    if (afterLast) report(findings, "trailing_bytes", `bytes follow the end of the file, from ${afterLast.at}`);
    for (const { num } of strays) forbidden.push({ kind: "unknown_object", permitted: false, object: num });
    const earlier = openEarlier(this.#opened, end, environment);
    const old = earlier.file;
    const rights = rightsOf(old);
    const links = (this.#links ??= new Links(file));
    const { changes, looks, shadows } = changesSince(old, this.#opened, { rights, intact, links });
    const tools = { sha256: (part: Uint8Array): string => createHash("sha256").update(part).digest("hex") };
    const deceptive = await deceptiveLooks(old, file, looks, { isCertified: rights.isCertified, tools });
    if (earlier.isRebuilt()) {
      report(findings, "rebuilt", "the cross-reference of the signed revision is broken");
      forbidden.push({ kind: "unknown_object", permitted: false, object: null });
    }
    if (shadows.length > 0) report(findings, "shadow_content", `the object ${shadows[0]} was signed without being shown, and is shown now`);
    for (const { field } of deceptive.slice(0, 1))
      report(findings, "shadow_content", `the look of the field ${field} covers or imitates what was signed`);
    const all = [...changes, ...deceptive, ...forbidden].map((change) => this.#placed(change)).toSorted((a, b) => a.revision - b.revision);
    const first = all.find(({ permitted }) => !permitted);
    if (first) report(findings, "forbidden_change", `a change after the signature is not permitted: ${placeOf(first)}`);
    return all;
  }

  #placed({ kind, permitted, page, field, object }: FoundChange): SignatureChange {
    const { places, revisions } = this.#opened;
    const offset = object === null ? null : offsetOf(places, object);
    return {
      kind,
      revision: offset === null ? Math.max(1, revisions.length) : revisionAt(revisions, offset),
      permitted,
      ...(page !== undefined && { page }),
      ...(field !== undefined && { field }),
      ...(object !== null && { object }),
    };
  }

  async #judge(all: readonly Found[]): Promise<readonly VerifiedSignature[]> {
    const { environment } = this;
    const data = validationOf(this.#file);
    const stores = all.flatMap(({ checked }) => (checked ? [checked.cms, ...checked.stamps.map(({ cms }) => cms)] : []));
    const evidence = joined(environment.revocation.flatMap((file) => evidenceOf(file) ?? []));
    const trust = new Trust({ ...environment, evidence, stores, data });
    const places = new Map(formOf(this.#file).fields.map((field) => [field.name, field.widgets[0]]));
    // time stamps that cover a signature prove that it was there
    const proofs: { readonly end: number; readonly at: number }[] = [];
    for (const { checked, range } of all) {
      if (!checked?.isIntact || !checked.stamp || !range) continue;
      const judged = await trust.judge(checked.cms, checked.stamp.at, "time_stamp");
      if (judged.trust === "trusted" && judged.isChecked) proofs.push({ end: range.end, at: checked.stamp.at });
    }
    const verified: VerifiedSignature[] = [];
    for (const found of all) verified.push(await this.#verified(found, { trust, proofs, box: places.get(found.field.name), all }));
    return verified;
  }

  async #verified(
    found: Found,
    {
      trust,
      proofs,
      box,
      all,
    }: {
      readonly trust: Trust;
      readonly proofs: readonly { readonly end: number; readonly at: number }[];
      readonly box:
        { readonly page: number; readonly left: number; readonly top: number; readonly width: number; readonly height: number } | undefined;
      readonly all: readonly Found[];
    },
  ): Promise<VerifiedSignature> {
    const { field, range, checked, subFilter, findings, changes } = found;
    const file = this.#file;
    const isStamp = subFilter === TIME_STAMP;
    const certified = isStamp ? null : certificationOf(file, field.value);
    const own = checked?.stamps[0] ?? null;
    const stampJudged = own ? await trust.judge(own.cms, own.at, "time_stamp") : null;
    const times = [
      ...(own && stampJudged?.trust === "trusted" && stampJudged.isChecked ? [own.at] : []),
      ...proofs.filter(({ end }) => range !== null && end > range.end).map(({ at: time }) => time),
      ...(isStamp && checked?.stamp ? [checked.stamp.at] : []),
    ];
    const at = times.length > 0 ? Math.min(...times) : this.environment.time;
    const judged: TrustJudgement = checked
      ? await trust.judge(checked.cms, at, isStamp ? "time_stamp" : "signature")
      : { trust: "unknown", isChecked: false, findings: [] };
    findings.push(...judged.findings);
    const isIntact = checked?.isIntact === true;
    const change = changes.length === 0 ? "none" : changes.every(({ permitted }) => permitted) ? "allowed" : "forbidden";
    const text = (key: string): string | null => textOf(file, field.value.get(key));
    const lock = lockOf(file, field.value);
    const signer = checked?.cms.signer ?? null;
    const [reason, location, contact, claimed] = [text("Reason"), text("Location"), text("ContactInfo"), text("M")];
    const claimedAt = isStamp ? null : claimed === null ? null : isoOf(claimed);
    const stamp = isStamp ? (checked?.stamp ?? null) : own;
    const stampTrust = isStamp ? judged.trust : (stampJudged?.trust ?? "unknown");
    const isVisible = box !== undefined && box.width > 0 && box.height > 0;
    return {
      field: field.name,
      kind: isStamp ? "time_stamp" : certified === null ? "approval" : "certification",
      sub_filter: subFilter,
      level: levelOf(found, trust, all),
      verdict: verdictOf({ isIntact, change, judged, findings, stampTrust: own ? stampTrust : null }),
      integrity: isIntact ? "intact" : "broken",
      trust: judged.trust,
      coverage: found.coverage,
      revision: found.revision,
      changes: change,
      change_list: changes,
      signer: signer && {
        name: signer.name,
        subject: signer.subjectText,
        issuer: signer.issuerText,
        serial: signer.serialText,
        not_before: new Date(signer.notBefore).toISOString(),
        not_after: new Date(signer.notAfter).toISOString(),
        sha256: signer.sha256,
      },
      algorithm: checked && { signature: checked.cms.algorithm.scheme, digest: checked.cms.digest, bits: bitsOf(signer) },
      ...(claimedAt !== null && { claimed_at: claimedAt }),
      ...(stamp && {
        time_stamp: { at: new Date(stamp.at).toISOString(), authority: stamp.cms.signer?.name ?? "", trust: stampTrust },
      }),
      ...(certified !== null && { certify: CERTIFY[certified] }),
      ...(lock && { lock }),
      ...(reason !== null && { reason }),
      ...(location !== null && { location }),
      ...(contact !== null && { contact }),
      ...(isVisible && {
        page: box.page,
        box: { left: box.left, top: box.top, width: box.width, height: box.height },
      }),
      findings,
    };
  }
}

function report(findings: SignatureFinding[], code: FindingCode, message: string, severity: SignatureFinding["severity"] = "error"): void {
  findings.push({ code, severity, message });
}

const placeOf = ({ kind, page, field, object, revision }: SignatureChange): string =>
  [
    kind,
    field !== undefined ? `field ${field}` : null,
    page !== undefined ? `page ${page}` : null,
    object !== undefined ? `object ${object}` : null,
    `revision ${revision}`,
  ]
    .filter((part) => part !== null)
    .join(", ");

const UNKNOWN: ReadonlySet<FindingCode> = new Set<FindingCode>(["weak_algorithm", "rebuilt", "key_usage"]);
const INVALID: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "certificate_mismatch",
  "time_stamp_invalid",
  "revoked",
  "trailing_bytes",
  "duplicate_object",
  "shadow_content",
  "byte_range",
]);

function verdictOf({
  isIntact,
  change,
  judged,
  findings,
}: {
  readonly isIntact: boolean;
  readonly change: VerifiedSignature["changes"];
  readonly judged: TrustJudgement;
  readonly findings: readonly SignatureFinding[];
  readonly stampTrust: VerifiedSignature["trust"] | null;
}): SignatureVerdict {
  if (!isIntact || change === "forbidden" || judged.trust === "revoked" || findings.some(({ code }) => INVALID.has(code))) return "invalid";
  if (judged.trust !== "trusted" || !judged.isChecked || findings.some(({ code }) => UNKNOWN.has(code))) return "unknown";
  return "valid";
}

/** Level of a PAdES signature; null for others. */
function levelOf({ checked, subFilter, range }: Found, trust: Trust, all: readonly Found[]): VerifiedSignature["level"] {
  if (subFilter !== PADES || !checked?.isBaseline || !checked.isIntact || !range) return null;
  const archives = all.filter((other) => other.checked?.stamp && other.checked.isIntact && other.range && other.range.end > range.end);
  if (checked.stamps.length === 0 && archives.length === 0) return "B-B";
  if (!trust.hasMaterial(checked)) return "B-T";
  return archives.length > 0 ? "B-LTA" : "B-LT";
}

function bitsOf(signer: Certificate | null): number {
  const details = signer?.publicKey?.asymmetricKeyDetails;
  if (!details) return 0;
  if (details.modulusLength !== undefined) return details.modulusLength;
  return CURVE_BITS.get(details.namedCurve ?? "") ?? (signer.publicKey?.asymmetricKeyType === "ed25519" ? 256 : 0);
}

const CURVE_BITS: ReadonlyMap<string, number> = new Map([
  ["prime256v1", 256],
  ["secp384r1", 384],
  ["secp521r1", 521],
  ["brainpoolP256r1", 256],
  ["brainpoolP384r1", 384],
  ["brainpoolP512r1", 512],
]);

/** A date of PDF (7.9.4) in ISO 8601; null for another text. */
function isoOf(text: string): string | null {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?/.exec(text);
  if (!parts) return null;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", , sign, zoneHour = "00", zoneMinute = "00"] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${zoneHour}:${zoneMinute}` : "Z"}`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
