// Trust in the certificates of signatures at a time: paths to an anchor, and revocation (SG-39).
import { Asn1Fault } from "../asn1/read.js";
import type { SignedData } from "../cms/signed-data.js";
import type { Certificate } from "../x509/certificate.js";
import type { CheckedSignature } from "./integrity.js";
import type { FindingCode, SignatureFinding, SignatureTrust } from "./report.js";
import { statementOf, type RevocationStatement, type RevocationStatus } from "./statements.js";
import { certificateOf, type ValidationData } from "./validation.js";

/** Certificates of a path (SG-43). */
const LONGEST_PATH = 32;
/** Certificates of a file that are looked at. */
const MOST_CERTIFICATES = 1000;
/** Answers are made a little before or after what they answer. */
const CLOCK_SKEW = 5 * 60_000;
/** Adobe's attribute with answers (ISO 32000-1, 12.8.3.3.2). */
const REVOCATION_ARCHIVE = "1.2.840.113583.1.1.8";

/** Judgement on a certificate with its path. */
export interface TrustJudgement {
  readonly trust: SignatureTrust;
  /** True if the revocation of each certificate that names a source is known. */
  readonly isChecked: boolean;
  readonly findings: readonly SignatureFinding[];
}

export interface TrustSources {
  readonly time: number;
  readonly trust: readonly Certificate[];
  readonly revocation: readonly Uint8Array[];
  /** Signatures and time stamps of the file. */
  readonly stores: readonly SignedData[];
  readonly data: ValidationData;
}

export class Trust {
  readonly #anchors: readonly Certificate[];
  readonly #known: readonly Certificate[];
  readonly #statements: readonly RevocationStatement[];
  readonly #judged = new Map<string, TrustJudgement>();

  constructor(readonly sources: TrustSources) {
    const { trust, revocation, stores, data } = sources;
    this.#anchors = trust;
    const given = revocation.flatMap((bytes) => certificateOf(bytes) ?? []);
    this.#known = [...trust, ...given, ...data.certificates, ...stores.flatMap(({ certificates }) => certificates)].slice(
      0,
      MOST_CERTIFICATES,
    );
    this.#statements = [
      ...revocation.flatMap((bytes) => statementOf(bytes) ?? []),
      ...data.statements,
      ...stores.flatMap((cms) => [...cms.crls, ...archived(cms)].flatMap((bytes) => statementOf(bytes) ?? [])),
    ];
  }

  /** Judges the signer of a signature at a time. */
  async judge(cms: SignedData, at: number, use: "signature" | "time_stamp"): Promise<TrustJudgement> {
    const { signer } = cms;
    if (!signer) return { trust: "unknown", isChecked: false, findings: [] };
    const key = `${signer.sha256} ${at} ${use}`;
    let judged = this.#judged.get(key);
    if (!judged) this.#judged.set(key, (judged = this.#judge(signer, at, use)));
    return judged;
  }

  #judge(signer: Certificate, at: number, use: "signature" | "time_stamp"): TrustJudgement {
    const findings: SignatureFinding[] = [];
    const report = (code: FindingCode, message: string, severity: SignatureFinding["severity"] = "warning"): void =>
      void findings.push({ code, severity, message });
    if (use === "signature" && !isForSignatures(signer))
      report("key_usage", `the certificate of ${signer.name} is not for signatures`, "error");
    const { path, isAnchored } = this.#pathOf(signer);
    const isAnchor = (one: Certificate): boolean => this.#anchors.some((anchor) => anchor.equals(one));
    const checked = path.filter((one) => !isAnchor(one));
    let trust: SignatureTrust = isAnchored ? "trusted" : this.#anchors.length === 0 ? "unknown" : "untrusted";
    if (trust === "unknown") report("untrusted", "no certificates are given that are trusted");
    if (trust === "untrusted") report("untrusted", `the certificate of ${signer.name} does not lead to one that is trusted`, "error");
    for (const one of checked) {
      if (at > one.notAfter) {
        report("expired", `the certificate of ${one.name} was valid until ${dayOf(one.notAfter)}`, "error");
        if (trust === "trusted") trust = "expired";
      }
      if (at < one.notBefore) {
        report("not_yet_valid", `the certificate of ${one.name} is valid from ${dayOf(one.notBefore)} only`, "error");
        if (trust === "trusted") trust = "untrusted";
      }
    }
    let isChecked = true;
    checked.forEach((one, i) => {
      const issuer = path[i + 1];
      const status = issuer ? this.#statusOf(one, issuer, at) : null;
      if (status?.status === "revoked") {
        report("revoked", `the certificate of ${one.name} was revoked on ${dayOf(status.revokedAt ?? status.from)}`, "error");
        trust = "revoked";
      } else if (status?.status !== "good" && namesSource(one)) {
        isChecked = false;
        report("no_revocation", `nothing here tells if the certificate of ${one.name} was revoked`);
      }
    });
    return { trust, isChecked, findings };
  }

  /** A path to an anchor, else the longest that is known. */
  #pathOf(leaf: Certificate): { readonly path: readonly Certificate[]; readonly isAnchored: boolean } {
    let longest: readonly Certificate[] = [leaf];
    const rest: (readonly Certificate[])[] = [[leaf]];
    for (let tries = 0; rest.length > 0 && tries < MOST_CERTIFICATES; tries++) {
      const path = rest.pop()!;
      const last = path.at(-1)!;
      if (this.#anchors.some((anchor) => anchor.equals(last))) return { path, isAnchored: true };
      if (path.length > longest.length) longest = path;
      if (path.length >= LONGEST_PATH) continue;
      const issuers = this.#known.filter((one) => mayIssue(one) && !path.some((known) => known.equals(one)) && last.isIssuedBy(one));
      const distinct = issuers.filter((one, i) => issuers.findIndex((other) => other.equals(one)) === i);
      // anchors last, as the last is taken first
      rest.push(...distinct.map((one) => [...path, one]).toReversed());
    }
    return { path: longest, isAnchored: false };
  }

  /** Revocation before a time counts; an answer is of use if it is of then, or later. */
  #statusOf(certificate: Certificate, issuer: Certificate, at: number, statements = this.#statements): RevocationStatus | null {
    let best: RevocationStatus | null = null;
    for (const statement of statements) {
      const status = statusIn(statement, certificate, issuer, this.#known);
      if (!status) continue;
      if (status.status === "revoked" && (status.revokedAt ?? status.from) <= at) return status;
      const isOfUse = status.from >= at - CLOCK_SKEW || (status.until !== null && status.until >= at);
      if (!isOfUse) continue;
      // revoked later: it was good then
      const known: RevocationStatus = status.status === "revoked" ? { ...status, status: "good" } : status;
      if (best?.status !== "good") best = known;
    }
    return best;
  }

  /** True if the file has the answers for all certificates of a signature and its time stamp. */
  hasMaterial({ cms, stamps }: CheckedSignature): boolean {
    const { certificates, statements } = this.sources.data;
    if (certificates.length === 0 && statements.length === 0) return false;
    return [cms, ...stamps.map((stamp) => stamp.cms)].every(({ signer }) => {
      if (!signer) return false;
      const { path } = this.#pathOf(signer);
      return path.every((one, i) => {
        const issuer = path[i + 1];
        if (!namesSource(one) || one.isSelfSigned) return true;
        return issuer !== undefined && statements.some((statement) => statusIn(statement, one, issuer, this.#known)?.status !== undefined);
      });
    });
  }
}

function statusIn(
  statement: RevocationStatement,
  certificate: Certificate,
  issuer: Certificate,
  known: readonly Certificate[],
): RevocationStatus | null {
  try {
    return statement.statusOf(certificate, issuer, known);
  } catch (e) {
    if (e instanceof Asn1Fault) return null;
    throw e;
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const isForSignatures = ({ keyUsage }: Certificate): boolean =>
  keyUsage === null || keyUsage.has("digital_signature") || keyUsage.has("non_repudiation");

const mayIssue = (one: Certificate): boolean => one.isAuthority && (one.keyUsage?.has("cert_sign") ?? true);

const namesSource = (one: Certificate): boolean => !one.isUnchecked && (one.ocspAddresses.length > 0 || one.crlAddresses.length > 0);

/** CRLs and OCSP answers among the signed attributes. */
function archived(cms: SignedData): readonly Uint8Array[] {
  const found = cms.signedAttributes?.get(REVOCATION_ARCHIVE)?.[0];
  if (!found) return [];
  return [0, 1].flatMap(
    (number) =>
      found
        .context(number)
        ?.item(0)
        .items.map(({ raw }) => raw) ?? [],
  );
}
