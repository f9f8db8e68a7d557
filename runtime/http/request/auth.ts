import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "platen-server/fastify";
import { LOCAL, SCOPES, type Scope, type Tokens } from "../../accounts/tokens.js";
import { ServiceError } from "../../errors/errors.js";
import { contextOf, type Authenticated } from "./context.js";
import { note } from "./request-log.js";

const hash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Token of the environment (running, B4). */
const BOOTSTRAP: Authenticated = { id: "bootstrap", owner: LOCAL, scopes: SCOPES, policy: {}, unlimited: true };

/** As RFC 9110 (11.6.1) and RFC 6750 have it. */
function challenged(refusal: ServiceError, challenge: string): ServiceError {
  refusal.headers = { "WWW-Authenticate": challenge };
  return refusal;
}

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
   * The caller of a request, which its context has from then on.
   * @throws ServiceError API-101 for a missing or malformed header, API-102 for an unknown token, API-103 for an expired or revoked one,
   * API-104 without the scope
   */
  async admit(req: FastifyRequest, scope: Scope): Promise<Authenticated> {
    const caller = await this.#callerOf(req.headers.authorization);
    if (caller.scopes.includes(scope)) {
      contextOf(req).caller = caller;
      note(req, { owner: caller.owner });
      return caller;
    }
    const refusal = new ServiceError("API-104", `the token needs the scope ${scope}`);
    throw challenged(refusal, `Bearer error="insufficient_scope", scope="${scope}"`);
  }

  async #callerOf(header: string | undefined): Promise<Authenticated> {
    const token = /^Bearer ([\x21-\x7e]+)$/.exec(header ?? "")?.[1];
    if (token === undefined)
      throw challenged(new ServiceError("API-101", "the Authorization header is missing or not of the form: Bearer <token>"), "Bearer");
    if (this.#bootstrap && timingSafeEqual(hash(token), this.#bootstrap)) return BOOTSTRAP;
    try {
      return { ...(await this.tokens.callerOf(token)), unlimited: false };
    } catch (e) {
      // the database may be away
      throw e instanceof ServiceError && e.status === 401 ? challenged(e, 'Bearer error="invalid_token"') : e;
    }
  }
}
