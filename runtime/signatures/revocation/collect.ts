// Chains to their roots, and answers on the revocation of each certificate (SG-21).
import { Asn1Fault } from "../asn1/read.js";
import { refuse, unavailable } from "../core/fault.js";
import { hostOf, NetworkFault, type AuthorityRequest, type Network } from "../core/network.js";
import type { Certificate } from "../x509/certificate.js";
import { crlState, MOST_CRL_BYTES } from "./crl.js";
import { issuersIn, type Evidence } from "./files.js";
import { CLOCK_SKEW, isOfUse, ocspRequest, ocspState, type RevocationState } from "./ocsp.js";

const MOST_BYTES = 1 << 20;
const LONGEST_CHAIN = 16;

interface Sources {
  readonly trust: readonly Certificate[];
  /** of the file's DSS: of the time of what is proven, or later, as the time stamps over it prove */
  readonly stored: Evidence;
  /** of the caller: must be current */
  readonly given: Evidence;
  readonly network: Network;
  /** milliseconds of `Date.now()` */
  readonly until: number;
}

/** Collects what a DSS needs; each item once. */
export class Collector {
  readonly certificates: Certificate[] = [];
  readonly ocsps: Uint8Array[] = [];
  readonly crls: Uint8Array[] = [];
  readonly #fetched: Certificate[] = [];
  readonly #done: Certificate[] = [];

  constructor(readonly sources: Sources) {}

  /**
   * A chain's certificates and the answers on them.
   * @param known certificates that came with it
   * @param since time of which an answer of the DSS must be; later times come first
   * @throws RenderError
   */
  async add(leaf: Certificate, known: readonly Certificate[], since: number): Promise<void> {
    const chain = await this.#chain(leaf, known);
    for (const one of chain) if (!this.certificates.some((other) => other.equals(one))) this.certificates.push(one);
    for (const [i, one] of chain.entries()) {
      const issuer = chain[i + 1];
      if (!issuer || this.#done.some((other) => other.equals(one))) continue;
      this.#done.push(one);
      if (one.isUnchecked) continue;
      const delegate = await this.#answer(one, issuer, since);
      if (delegate) await this.add(delegate, [issuer, ...chain], since);
    }
  }

  async #chain(leaf: Certificate, known: readonly Certificate[]): Promise<readonly Certificate[]> {
    const { trust, stored } = this.sources;
    const roots = [...trust, ...stored.certificates, ...known];
    const chain = [leaf];
    for (let at = leaf; ; at = chain.at(-1)!) {
      if (trust.some((one) => one.equals(at)) || (at.isSelfSigned && roots.some((one) => one.equals(at)))) return chain;
      const issuer = at.isSelfSigned || chain.length >= LONGEST_CHAIN ? undefined : await this.#issuerOf(at, known);
      if (!issuer)
        return refuse("trust", `the chain of ${leaf.name} ends at ${at.name}, whose issuer ${at.issuerText} is not a root that is given`);
      chain.push(issuer);
    }
  }

  async #issuerOf(one: Certificate, known: readonly Certificate[]): Promise<Certificate | undefined> {
    const { trust, stored, given } = this.sources;
    const near = [...known, ...trust, ...stored.certificates, ...given.certificates, ...this.#fetched].find((other) =>
      one.isIssuedBy(other),
    );
    if (near) return near;
    for (const address of one.issuerAddresses) {
      const answer = await this.#asked({ address, mostBytes: MOST_BYTES });
      if (answer instanceof NetworkFault) continue;
      this.#fetched.push(...issuersIn(answer));
      const found = this.#fetched.find((other) => one.isIssuedBy(other));
      if (found) return found;
    }
    return undefined;
  }

  /** Keeps an answer on the certificate. @returns the delegate that signed it */
  async #answer(one: Certificate, issuer: Certificate, since: number): Promise<Certificate | null> {
    const { stored, given } = this.sources;
    const local = [
      ...[...this.ocsps, ...given.ocsps].map((der) => ({ der, kind: "ocsps" as const, isOfFile: false })),
      ...stored.ocsps.map((der) => ({ der, kind: "ocsps" as const, isOfFile: true })),
      ...[...this.crls, ...given.crls].map((der) => ({ der, kind: "crls" as const, isOfFile: false })),
      ...stored.crls.map((der) => ({ der, kind: "crls" as const, isOfFile: true })),
    ];
    for (const { der, kind, isOfFile } of local) {
      const state = stateIn(kind, der, one, issuer);
      if (state && (isOfFile ? isOfUse(state, since) : isCurrent(state))) return this.#keep(kind, der, one, state);
    }
    const { ocspAddresses, crlAddresses } = one;
    if (ocspAddresses.length + crlAddresses.length === 0) return null;
    const faults: string[] = [];
    const requests = [
      ...ocspAddresses.map((address) => ({
        kind: "ocsps" as const,
        request: { address, post: { type: "application/ocsp-request", body: ocspRequest(one, issuer) }, mostBytes: MOST_BYTES },
      })),
      ...crlAddresses.map((address) => ({ kind: "crls" as const, request: { address, mostBytes: MOST_CRL_BYTES } })),
    ];
    for (const { kind, request } of requests) {
      const answer = await this.#asked(request);
      const state = answer instanceof NetworkFault ? null : stateIn(kind, answer, one, issuer);
      if (!(answer instanceof NetworkFault) && state && isCurrent(state)) return this.#keep(kind, answer, one, state);
      faults.push(
        answer instanceof NetworkFault ? answer.message : `${hostOf(request.address)} gave no current answer that can be verified`,
      );
    }
    return unavailable("revocation", `${one.name}: ${faults.join("; ")}`);
  }

  #keep(kind: "ocsps" | "crls", der: Uint8Array, one: Certificate, { state, revokedAt, delegate }: RevocationState): Certificate | null {
    if (state === "revoked") return refuse("signer", `the certificate of ${one.name} was revoked on ${dayOf(revokedAt ?? 0)}`);
    if (state === "unknown") return refuse("signer", `the certificate of ${one.name} is unknown to its issuer's OCSP responder`);
    if (!this[kind].some((other) => Buffer.compare(other, der) === 0)) this[kind].push(der);
    return delegate;
  }

  async #asked(request: Omit<AuthorityRequest, "until">): Promise<Uint8Array | NetworkFault> {
    try {
      return await this.sources.network({ ...request, until: this.sources.until });
    } catch (e) {
      if (e instanceof NetworkFault) return e;
      throw e;
    }
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Null for an answer of another certificate, and for one that cannot be read or verified. */
function stateIn(kind: "ocsps" | "crls", der: Uint8Array, one: Certificate, issuer: Certificate): RevocationState | null {
  try {
    return kind === "ocsps" ? ocspState(der, one, issuer) : crlState(der, one, issuer);
  } catch (e) {
    if (e instanceof Asn1Fault) return null;
    throw e;
  }
}

function isCurrent({ thisUpdate, nextUpdate }: RevocationState): boolean {
  const now = Date.now();
  return thisUpdate <= now + CLOCK_SKEW && (nextUpdate === null || nextUpdate >= now - CLOCK_SKEW);
}
