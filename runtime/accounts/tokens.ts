// Registry of bearer tokens, stored as hashes.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { ServiceError } from "../errors/errors.js";
import type { Database, Row } from "../store/database.js";
import type { TokenPolicy } from "./files.js";

export type TokenState = "active" | "suspended" | "revoked";
export type Surface = "public" | "internal";

/** Owner and policy of a valid token. */
export interface Caller {
  readonly owner: string;
  readonly policy: TokenPolicy;
}

export interface TokenEntry {
  readonly id: string;
  readonly owner: string;
  readonly state: TokenState | "expired";
  readonly surface: Surface;
  /** ISO 8601 */
  readonly expires: string | null;
  readonly created: string;
  readonly policy: TokenPolicy;
}

/** Shown only once. */
export interface NewToken {
  readonly id: string;
  readonly token: string;
}

/** Lookup time by the hash of a 256-bit secret reveals nothing. */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** 256 random bits (decisions §3). */
const newToken = (): string => `plt_${randomBytes(32).toString("base64url")}`;

/** Tokens created by the service itself. */
export const LOCAL = "local";

/** Printable in shells, logs and lists. */
const OWNER = /^[\p{L}\p{N}._@:-]{1,128}$/u;
export const isOwner = (name: string): boolean => OWNER.test(name);

export class Tokens {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
  ) {}

  /** `expires`: Unix ms. */
  async create(owner: string, { policy, expires, surface = "public" }: TokenOptions = {}): Promise<NewToken> {
    const made = { id: randomUUID(), token: newToken() };
    await this.db.run(
      "INSERT INTO tokens (id, hash, owner, state, surface, policy, expires_ms, created_ms) VALUES (?, ?, ?, 'active', ?, ?, ?, ?)",
      ...[made.id, hashOf(made.token), owner, surface, policy ? JSON.stringify(policy) : null, expires ?? null, this.now()],
    );
    return made;
  }

  async any(): Promise<boolean> {
    return (await this.db.all("SELECT id FROM tokens LIMIT 1")).length > 0;
  }

  /** @throws ServiceError API-102 for an unknown token or one of another surface, API-103 for a revoked, suspended or expired one */
  async callerOf(token: string): Promise<Caller> {
    const [row] = await this.db.all("SELECT owner, state, surface, policy, expires_ms FROM tokens WHERE hash = ?", hashOf(token));
    if (!row) throw new ServiceError("API-102", "");
    if (row["surface"] !== "public") throw new ServiceError("API-102", "a token of another surface");
    const state = this.#stateOf(row);
    if (state !== "active") throw new ServiceError("API-103", `the token is ${state}`);
    return { owner: row["owner"] as string, policy: policyOf(row) };
  }

  /** Tokens, oldest first. */
  async list(owner: string | null): Promise<readonly TokenEntry[]> {
    const columns = "id, owner, state, surface, policy, expires_ms, created_ms";
    const rows =
      owner === null
        ? await this.db.all(`SELECT ${columns} FROM tokens ORDER BY created_ms, id`)
        : await this.db.all(`SELECT ${columns} FROM tokens WHERE owner = ? ORDER BY created_ms, id`, owner);
    return rows.map((row) => ({
      id: row["id"] as string,
      owner: row["owner"] as string,
      state: this.#stateOf(row),
      surface: row["surface"] as Surface,
      expires: row["expires_ms"] === null ? null : new Date(row["expires_ms"] as number).toISOString(),
      created: new Date(row["created_ms"] as number).toISOString(),
      policy: policyOf(row),
    }));
  }

  /** Revocation is permanent. @returns resulting state, null for an unknown token */
  async setState(id: string, state: TokenState): Promise<TokenState | null> {
    await this.db.run("UPDATE tokens SET state = ? WHERE id = ? AND state <> 'revoked'", state, id);
    const [row] = await this.db.all("SELECT state FROM tokens WHERE id = ?", id);
    return row ? (row["state"] as TokenState) : null;
  }

  #stateOf(row: Row): TokenState | "expired" {
    const state = row["state"] as TokenState;
    const expires = row["expires_ms"] as number | null;
    return state === "active" && expires !== null && expires <= this.now() ? "expired" : state;
  }
}

export interface TokenOptions {
  readonly policy?: TokenPolicy | undefined;
  readonly expires?: number | undefined;
  readonly surface?: Surface | undefined;
}

const policyOf = (row: Row): TokenPolicy => (row["policy"] === null ? {} : (JSON.parse(row["policy"] as string) as TokenPolicy));
