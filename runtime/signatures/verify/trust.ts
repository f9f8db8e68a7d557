// Trust in the certificates of signatures at a time: paths to an anchor, and revocation (SG-39).
import { Asn1Fault } from "../asn1/read.js";
import type { SignedData } from "../cms/signed-data.js";
import type { Certificate } from "../x509/certificate.js";
import type { CheckedSignature } from "./integrity.js";
import type { FindingCode, SignatureFinding, SignatureTrust } from "./report/report.js";
import { NetworkFault, type AuthorityRequest, type Network } from "../core/network.js";
import { crlState, MOST_CRL_BYTES } from "../revocation/crl.js";
import { evidenceOf, issuersIn, type Evidence } from "../revocation/files.js";
import { isOfUse, ocspRequest, ocspState, type RevocationState } from "../revocation/ocsp.js";
import { joined } from "./validation.js";

/** Certificates of a path (SG-43). */
const LONGEST_PATH = 32;
/** Certificates of a file that are looked at. */
const MOST_CERTIFICATES = 1000;
const MOST_BYTES = 1 << 20;
/** Requests of one report, and the time of each, ms. */
const MOST_REQUESTS = 50;
const REQUEST_TIME = 20_000;
/** Adobe's attribute with answers (ISO 32000-1, 12.8.3.3.2). */
const REVOCATION_ARCHIVE = "1.2.840.113583.1.1.8";

/** Judgement on a certificate with its path. */
export interface TrustJudgement {
  readonly trust: SignatureTrust;
  /** True if the revocation of each certificate that names a source is known. */
  readonly isChecked: boolean;
  readonly findings: readonly SignatureFinding[];
}

interface TrustSources {
  readonly trust: readonly Certificate[];
  /** Evidence of the caller. */
  readonly evidence: Evidence;
  /** Signatures and time stamps of the file. */
  readonly stores: readonly SignedData[];
  /** Data of the file's `/DSS`. */
  readonly data: Evidence;
  /** Null: offline. */
  readonly network: Network | null;
}

export class Trust {
  readonly #anchors: readonly Certificate[];
  readonly #known: Certificate[];
  readonly #ocsps: Uint8Array[];
  readonly #crls: Uint8Array[];
  readonly #judged = new Map<string, Promise<TrustJudgement>>();
  /** States of a certificate according to all statements, by its digest. */
  readonly #states = new Map<string, readonly RevocationState[]>();
  readonly #asked = new Set<string>();

  constructor(readonly sources: TrustSources) {
    const { trust, evidence, stores, data } = sources;
    this.#anchors = trust;
    const carried = joined(stores.flatMap((cms) => [...cms.crls, ...archived(cms)].flatMap((bytes) => evidenceOf(bytes) ?? [])));
    const own = stores.flatMap(({ certificates }) => certificates);
    this.#known = [...trust, ...evidence.certificates, ...data.certificates, ...own].slice(0, MOST_CERTIFICATES);
    this.#ocsps = [...evidence.ocsps, ...data.ocsps, ...carried.ocsps];
    this.#crls = [...evidence.crls, ...data.crls, ...carried.crls];
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

  async #judge(signer: Certificate, at: number, use: "signature" | "time_stamp"): Promise<TrustJudgement> {
    const findings: SignatureFinding[] = [];
    const report = (code: FindingCode, message: string, severity: SignatureFinding["severity"] = "warning"): void =>
      void findings.push({ code, severity, message });
    if (use === "signature" && !isForSignatures(signer))
      report("key_usage", `the certificate of ${signer.name} is not for signatures`, "error");
    const { path, isAnchored } = await this.#completedPath(signer);
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
    for (const [i, one] of checked.entries()) {
      const issuer = path[i + 1];
      const found = issuer ? await this.#stateOf(one, issuer, at) : null;
      if (found?.state === "revoked") {
        report("revoked", `the certificate of ${one.name} was revoked on ${dayOf(found.revokedAt ?? found.thisUpdate)}`, "error");
        trust = "revoked";
      } else if (found?.state !== "good" && namesSource(one)) {
        isChecked = false;
        report("no_revocation", `nothing here tells if the certificate of ${one.name} was revoked`);
      }
    }
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

  /** Online, with issuers from the addresses of the certificates. */
  async #completedPath(leaf: Certificate): Promise<{ readonly path: readonly Certificate[]; readonly isAnchored: boolean }> {
    for (;;) {
      const found = this.#pathOf(leaf);
      const last = found.path.at(-1)!;
      if (
        found.isAnchored ||
        last.isSelfSigned ||
        !(await this.#askedAny(
          last.issuerAddresses.map((address) => ({ address, mostBytes: MOST_BYTES })),
          (answer) => void this.#known.push(...issuersIn(answer)),
        ))
      )
        return found;
    }
  }

  /** True if an address that was not asked before has answered. */
  async #askedAny(requests: readonly Omit<AuthorityRequest, "until">[], take: (answer: Uint8Array) => void): Promise<boolean> {
    const { network } = this.sources;
    let hasAnswer = false;
    for (const request of network ? requests : []) {
      const key = `${request.address} ${request.post ? Buffer.from(request.post.body).toString("base64") : ""}`;
      if (hasAnswer || this.#asked.has(key) || this.#asked.size >= MOST_REQUESTS) continue;
      this.#asked.add(key);
      try {
        take(await network!({ ...request, until: Date.now() + REQUEST_TIME }));
        hasAnswer = true;
      } catch (e) {
        if (!(e instanceof NetworkFault)) throw e;
      }
    }
    return hasAnswer;
  }

  async #stateOf(one: Certificate, issuer: Certificate, at: number): Promise<RevocationState | null> {
    const found = this.#stateAt(one, issuer, at);
    if (found !== null && found.state !== "unknown") return found;
    const isAsked = await this.#askedAny(
      [
        ...one.ocspAddresses.map((address) => ({
          address,
          post: { type: "application/ocsp-request", body: ocspRequest(one, issuer) },
          mostBytes: MOST_BYTES,
        })),
        ...one.crlAddresses.map((address) => ({ address, mostBytes: MOST_CRL_BYTES })),
      ],
      (answer) => {
        const { ocsps = [], crls = [] } = evidenceOf(answer) ?? {};
        this.#ocsps.push(...ocsps);
        this.#crls.push(...crls);
      },
    );
    if (!isAsked) return found;
    this.#states.delete(one.sha256);
    return this.#stateAt(one, issuer, at);
  }

  /** Revocation before a time counts; a statement is of use if it is of then, or later. */
  #stateAt(one: Certificate, issuer: Certificate, at: number): RevocationState | null {
    let best: RevocationState | null = null;
    for (const found of this.#statesOf(one, issuer)) {
      if (found.state === "revoked" && (found.revokedAt ?? found.thisUpdate) <= at) return found;
      // revoked later: it was good then
      if (isOfUse(found, at) && best?.state !== "good") best = found.state === "revoked" ? { ...found, state: "good" } : found;
    }
    return best;
  }

  #statesOf(one: Certificate, issuer: Certificate): readonly RevocationState[] {
    const key = one.sha256;
    let states = this.#states.get(key);
    if (!states) this.#states.set(key, (states = statesIn({ ocsps: this.#ocsps, crls: this.#crls }, one, issuer)));
    return states;
  }

  /** True if the file has statements on all certificates of a signature and its time stamps that name a source. */
  hasMaterial({ cms, stamps }: CheckedSignature): boolean {
    const { data } = this.sources;
    if (data.certificates.length + data.ocsps.length + data.crls.length === 0) return false;
    return [cms, ...stamps.map((stamp) => stamp.cms)].every(({ signer }) => {
      if (!signer) return false;
      const { path } = this.#pathOf(signer);
      return path.every((one, i) => {
        const issuer = path[i + 1];
        if (!namesSource(one) || one.isSelfSigned) return true;
        return issuer !== undefined && statesIn(data, one, issuer).length > 0;
      });
    });
  }
}

/** States of a certificate; statements of others, and those that cannot be read or verified, are passed over. */
function statesIn({ ocsps, crls }: Pick<Evidence, "ocsps" | "crls">, one: Certificate, issuer: Certificate): readonly RevocationState[] {
  const stateIn = (read: typeof ocspState, der: Uint8Array): readonly RevocationState[] => {
    try {
      const state = read(der, one, issuer);
      return state ? [state] : [];
    } catch (e) {
      if (e instanceof Asn1Fault) return [];
      throw e;
    }
  };
  return [...ocsps.flatMap((der) => stateIn(ocspState, der)), ...crls.flatMap((der) => stateIn(crlState, der))];
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
