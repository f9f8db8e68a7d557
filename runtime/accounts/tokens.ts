// Registry of bearer tokens, stored as hashes.
import { ownJson } from "../../base/json.js";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { ServiceError } from "../errors/errors.js";
import type { Database, Row } from "../store/database.js";
import { ownerLock } from "../store/owner-lock.js";
import type { TokenPolicy } from "./files.js";
import { intOf, intOrNull, oneOf, textOf, timeOf } from "../store/row.js";

const TOKEN_STATES = ["active", "suspended", "revoked"] as const;
export type TokenState = (typeof TOKEN_STATES)[number];
const SURFACES = ["public", "internal"] as const;
export type Surface = (typeof SURFACES)[number];

/** Rights of a token; none implies another (running, B1). */
export const SCOPES = ["render", "manage", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Caller {
  readonly id: string;
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly policy: TokenPolicy;
}

interface TokenEntry {
  readonly id: string;
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly state: TokenState | "expired";
  readonly surface: Surface;
  /** ISO 8601 */
  readonly expires: string | null;
  readonly created: string;
  readonly policy: TokenPolicy;
  /** told of the end of jobs */
  readonly callback?: { readonly url: string };
}

/** Shown once. */
interface NewToken {
  readonly id: string;
  readonly token: string;
  readonly callback?: Callback;
}

/** URL, and the key that signs what is sent to it (Standard Webhooks 1.0). */
export interface Callback {
  readonly url: string;
  /** whsec_ and base64 of 32 bytes */
  readonly secret: string;
}

const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** Lookup time by a hash of 256 random bits reveals nothing. */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** 256 random bits (decisions §3). */
const newToken = (): string => `plt_${randomBytes(32).toString("base64url")}`;

/** Tokens created by the service itself. */
export const LOCAL = "local";

/** printable in shells, logs and lists */
const OWNER = /^[\p{L}\p{N}._@:-]{1,128}$/u;
export const isOwner = (name: string): boolean => OWNER.test(name);

export class Tokens {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
    readonly most = 1_000_000_000,
  ) {}

  /** `expires`: Unix ms. @throws ServiceError API-002 beyond `most` */
  async create(
    owner: string,
    { policy, expires, surface = "public", scopes = ["render"], callback }: TokenOptions = {},
  ): Promise<NewToken> {
    const told = callback === undefined ? null : { url: callback.url, secret: newSecret() };
    const made = { id: randomUUID(), token: newToken(), ...(told && { callback: told }) };
    const isMade = await this.db.together([
      ownerLock(owner),
      {
        sql: `INSERT INTO tokens (id, hash, owner, state, surface, policy, expires_ms, created_ms, scopes, callback_url,
         callback_secret)
       SELECT ?, ?, ?, 'active', ?, ?, CAST(? AS BIGINT), CAST(? AS BIGINT), ?, ?, ? FROM (SELECT COUNT(*) AS n FROM tokens WHERE owner = ? AND state <> 'revoked') AS others
       WHERE n < ?`,
        values: [
          ...[made.id, hashOf(made.token), owner, surface, policy ? JSON.stringify(policy) : null, expires ?? null, this.now()],
          ...[SCOPES.filter((s) => scopes.includes(s)).join(","), told?.url ?? null, told?.secret ?? null, owner, this.most],
        ],
      },
    ]);
    if (!isMade)
      throw new ServiceError("API-002", `the owner must have at most ${this.most} (PLATEN_LIMIT_OWNER_TOKENS) tokens that are not revoked`);
    return made;
  }

  async any(): Promise<boolean> {
    return (await this.db.all("SELECT id FROM tokens LIMIT 1")).length > 0;
  }

  /** @throws ServiceError API-102 for an unknown token or one of another surface, API-103 for a revoked, suspended or expired one */
  async callerOf(token: string): Promise<Caller> {
    const [row] = await this.db.all(
      "SELECT id, owner, scopes, state, surface, policy, expires_ms FROM tokens WHERE hash = ?",
      hashOf(token),
    );
    if (!row) throw new ServiceError("API-102", "");
    if (row["surface"] !== "public") throw new ServiceError("API-102", "a token of another surface");
    const state = this.#stateOf(row);
    if (state !== "active") throw new ServiceError("API-103", `the token is ${state}`);
    return { id: textOf(row, "id"), owner: textOf(row, "owner"), scopes: scopesOf(row), policy: policyOf(row) };
  }

  async list(owner: string | null): Promise<readonly TokenEntry[]> {
    const rows =
      owner === null
        ? await this.db.all(`SELECT ${COLUMNS} FROM tokens ORDER BY created_ms, id`)
        : await this.db.all(`SELECT ${COLUMNS} FROM tokens WHERE owner = ? ORDER BY created_ms, id`, owner);
    return rows.map((row) => this.#entryOf(row));
  }

  /** Tokens, newest first, after the place of an earlier page. @returns with the place after each */
  async page(owner: string | null, after: TokenPlace | null, count: number): Promise<readonly (readonly [TokenEntry, TokenPlace])[]> {
    const rows = await this.db.all(
      `SELECT ${COLUMNS} FROM tokens WHERE (? = 1 OR owner = ?) AND (? = 1 OR created_ms < ? OR (created_ms = ? AND id < ?))
       ORDER BY created_ms DESC, id DESC LIMIT ?`,
      ...[owner === null ? 1 : 0, owner ?? "", after === null ? 1 : 0, after?.[0] ?? 0, after?.[0] ?? 0, after?.[1] ?? "", count],
    );
    return rows.map((row) => [this.#entryOf(row), [intOf(row, "created_ms"), textOf(row, "id")]]);
  }

  async find(id: string): Promise<TokenEntry | null> {
    const [row] = await this.db.all(`SELECT ${COLUMNS} FROM tokens WHERE id = ?`, id);
    return row ? this.#entryOf(row) : null;
  }

  /** With a new secret. @returns null for an unknown token */
  async setCallback(id: string, url: string): Promise<Callback | null> {
    const secret = newSecret();
    const sql = "UPDATE tokens SET callback_url = ?, callback_secret = ? WHERE id = ?";
    return (await this.db.run(sql, url, secret, id)) > 0 ? { url, secret } : null;
  }

  /** @returns true if it existed */
  async removeCallback(id: string): Promise<boolean> {
    const sql = "UPDATE tokens SET callback_url = NULL, callback_secret = NULL WHERE id = ? AND callback_url IS NOT NULL";
    return (await this.db.run(sql, id)) > 0;
  }

  async callbackOf(id: string): Promise<Callback | null> {
    const [row] = await this.db.all("SELECT callback_url, callback_secret FROM tokens WHERE id = ? AND callback_url IS NOT NULL", id);
    return row ? { url: textOf(row, "callback_url"), secret: textOf(row, "callback_secret") } : null;
  }

  #entryOf(row: Row): TokenEntry {
    return {
      id: textOf(row, "id"),
      owner: textOf(row, "owner"),
      scopes: scopesOf(row),
      state: this.#stateOf(row),
      surface: oneOf(row, "surface", SURFACES),
      expires: row["expires_ms"] === null ? null : timeOf(row, "expires_ms"),
      created: timeOf(row, "created_ms"),
      policy: policyOf(row),
      ...(row["callback_url"] !== null && { callback: { url: textOf(row, "callback_url") } }),
    };
  }

  /** Revocation is permanent. @returns resulting state, null for an unknown token */
  async setState(id: string, state: TokenState): Promise<TokenState | null> {
    await this.db.run("UPDATE tokens SET state = ? WHERE id = ? AND state <> 'revoked'", state, id);
    const [row] = await this.db.all("SELECT state FROM tokens WHERE id = ?", id);
    return row ? oneOf(row, "state", TOKEN_STATES) : null;
  }

  #stateOf(row: Row): TokenState | "expired" {
    const state = oneOf(row, "state", TOKEN_STATES);
    const expires = intOrNull(row, "expires_ms");
    return state === "active" && expires !== null && expires <= this.now() ? "expired" : state;
  }
}

export interface TokenOptions {
  /** default: render */
  readonly scopes?: readonly Scope[] | undefined;
  readonly policy?: TokenPolicy | undefined;
  readonly expires?: number | undefined;
  readonly surface?: Surface | undefined;
  readonly callback?: { readonly url: string } | undefined;
}

export type TokenPlace = readonly [number, string];

const COLUMNS = "id, owner, scopes, state, surface, policy, expires_ms, created_ms, callback_url";

/** A scope of a later release gives no right. */
const scopesOf = (row: Row): readonly Scope[] => {
  const given = textOf(row, "scopes").split(",");
  return SCOPES.filter((s) => given.includes(s));
};

const policyOf = (row: Row): TokenPolicy => (row["policy"] === null ? {} : ownJson(textOf(row, "policy")));
