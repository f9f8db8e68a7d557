import { createHash, timingSafeEqual } from "node:crypto";
import { LOCAL, SCOPES, type Caller, type Scope, type Tokens } from "../accounts/tokens.js";
import { ServiceError } from "../errors/errors.js";

export interface Authenticated extends Caller {
  readonly unlimited: boolean;
}

const hash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Token of the environment (running, B4). */
const BOOTSTRAP: Authenticated = { id: "bootstrap", owner: LOCAL, scopes: SCOPES, policy: {}, unlimited: true };

export class Doorkeeper {
  readonly #bootstrap: Buffer | null;

  /** @param bootstrap valid independent of the registry, without limits (decisions §3) */
  constructor(
    readonly tokens: Tokens,
    bootstrap: string | null,
  ) {
    this.#bootstrap = bootstrap === null ? null : hash(bootstrap);
  }

  /**
   * @throws ServiceError API-101 for a missing or malformed header, API-102 for an unknown token, API-103 for an expired or revoked one,
   * API-104 without the scope
   */
  async check(header: string | undefined, scope: Scope): Promise<Authenticated> {
    const caller = await this.#callerOf(header);
    if (caller.scopes.includes(scope)) return caller;
    const e = new ServiceError("API-104", `the token needs the scope ${scope}`);
    e.headers = { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` };
    throw e;
  }

  async #callerOf(header: string | undefined): Promise<Authenticated> {
    const token = /^Bearer ([\x21-\x7e]+)$/.exec(header ?? "")?.[1];
    if (token === undefined) throw new ServiceError("API-101", "the Authorization header is missing or not of the form: Bearer <token>");
    if (this.#bootstrap && timingSafeEqual(hash(token), this.#bootstrap)) return BOOTSTRAP;
    return { ...(await this.tokens.callerOf(token)), unlimited: false };
  }
}
