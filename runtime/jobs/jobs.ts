import type { Accounts } from "../accounts/accounts.js";
import { DatabaseError, type Database, type Row, type Statement, type Value } from "../store/database.js";
import { ownerLock } from "../store/owner-lock.js";
import {
  bytesOf,
  IS_PENDING,
  QUEUED,
  recordOf,
  JOB_KINDS,
  STATES,
  type AnyJob,
  type ArtifactName,
  type JobOutcome,
  type JobRecord,
  type RequestKey,
  type Stored,
  type StoredArtifacts,
} from "./job-record.js";
import type { JobStatus, RenderJobKind } from "./types.js";
import { intOf, oneOf, textOf } from "../store/row.js";

export type { AnyJob, ArtifactName, JobOutcome, JobRecord, Stored };

export interface NewJob extends Pick<JobRecord, "owner" | "id" | "state" | "folder" | "bodySha256" | "facts" | "artifacts" | "outcome"> {
  readonly ttlMs: number;
  /** time from expiry to removal */
  readonly rememberMs: number;
  readonly urlMs: number;
  readonly pages: number;
  readonly mostBytes: number;
  readonly tokenId?: string;
  readonly requestKey?: RequestKey | null;
}

export interface NewRow {
  readonly owner: string;
  readonly id: string;
  readonly state: string;
  readonly folder: string;
  readonly bodySha256: string;
  readonly facts: object;
  readonly artifacts: StoredArtifacts;
  readonly outcome: JobOutcome | null;
  readonly bytes: number;
  readonly ttlMs: number;
  readonly rememberMs: number;
  readonly urlMs: number;
  readonly mostBytes: number;
  readonly kind: RenderJobKind;
  readonly delivery: "object" | "async";
  readonly storesBody: boolean;
  readonly tokenId: string;
  readonly paidPages: number;
  readonly requestKey: RequestKey | null;
}

interface JobFilter {
  readonly status: JobStatus | null;
  readonly kind: RenderJobKind | null;
}
/** Creation time and id: the order of lists. */
export type JobPlace = readonly [number, string];

const BIG = "CAST(? AS BIGINT)";
const DOOMED = -1;

/** Statements are atomic; times are the given clock's. */
export class Jobs {
  constructor(
    readonly db: Database,
    readonly accounts: Accounts,
    readonly now: () => number = Date.now,
    readonly mostPending = 1_000_000_000,
  ) {}

  async begin(folder: string): Promise<void> {
    await this.db.run("INSERT INTO e_invoice_uploads (folder, created_ms) VALUES (?, ?)", folder, this.now());
  }

  /**
   * @returns false if the id or the request's key exists, the owner has too many artifacts or pending jobs, the account cannot pay, or the
   * upload was abandoned
   */
  async create(job: NewJob, pays: boolean): Promise<boolean> {
    const { owner, folder, artifacts, tokenId = "", requestKey = null } = job;
    const payment = pays && job.pages > 0 ? await this.accounts.payment(owner, job.pages) : null;
    const paidPages = payment ? job.pages : 0;
    const fixed = { kind: "e_invoice", delivery: "object", storesBody: false } as const;
    const row: NewRow = { ...job, ...fixed, tokenId, requestKey, paidPages, bytes: bytesOf(artifacts) };
    return this.db.together([ownerLock(owner), ...(payment ? [payment] : []), this.insertion(row), endOfUpload(folder)]);
  }

  /**
   * No change if the id or the request's key exists, or the owner has too many artifacts or pending jobs. Owners take turns: due after the
   * owner's others, but not before jobs already waiting.
   */
  insertion(row: NewRow): Statement {
    const { owner, id, state, folder, bodySha256, facts, artifacts, outcome, bytes, ttlMs, rememberMs, urlMs, kind, delivery } = row;
    const { requestKey } = row;
    const now = this.now();
    const isPending = state === "pending" || state === QUEUED;
    const text: readonly Value[] = [owner, id, state, folder, bodySha256, JSON.stringify(facts), JSON.stringify(artifacts)];
    const times = [bytes, now, now + ttlMs, now + ttlMs + rememberMs, urlMs, Math.min(now + urlMs, now + ttlMs)];
    const ofAccount = (column: string, none: string): string =>
      row.paidPages > 0 ? `COALESCE((SELECT ${column} FROM accounts WHERE owner = ?), ${none})` : none;
    return {
      sql: `INSERT INTO e_invoice_jobs (owner, id, state, folder, body_sha256, facts, artifacts, outcome,
           bytes, created_ms, expires_ms, forget_ms, url_ms, url_until_ms, removed, pdf_taken, due_ms, lease, lease_until_ms, attempts,
           paid_pages, paid_wallet, paid_period, kind, delivery, ended_ms, body_kept, token_id, request_key, request_sha256, callback_state)
         SELECT ?, ?, ?, ?, ?, ?, ?, ?, ${times.map(() => BIG).join(", ")}, 0, 0,
           (SELECT MAX(turn) FROM (
             SELECT COALESCE((SELECT MAX(due_ms) + 1 FROM e_invoice_jobs WHERE owner = ? AND ${IS_PENDING}), 0) AS turn
             UNION ALL SELECT COALESCE((SELECT MIN(due_ms) FROM e_invoice_jobs WHERE ${IS_PENDING}), ${BIG})) AS turns), '', 0, 0,
           ${BIG}, ${ofAccount("last_wallet", "0")}, ${ofAccount("period_key", "''")}, ?, ?, ${BIG}, CAST(? AS INTEGER), ?, ?, ?,
           CASE WHEN EXISTS (SELECT 1 FROM tokens WHERE id = ? AND callback_url IS NOT NULL) THEN 'pending' ELSE '' END
         WHERE (SELECT COALESCE(SUM(bytes), 0) FROM e_invoice_jobs WHERE owner = ? AND removed = 0) + ${BIG} <= ${BIG}
           AND (SELECT COUNT(*) FROM e_invoice_jobs WHERE owner = ? AND ${IS_PENDING}) + ${BIG} <= ${BIG}
           ${requestKey ? "AND NOT EXISTS (SELECT 1 FROM e_invoice_jobs WHERE owner = ? AND request_key = ?)" : ""}
         ON CONFLICT (owner, id) DO NOTHING`,
      values: [
        ...[...text, outcome && JSON.stringify(outcome), ...times, owner, now, row.paidPages],
        ...[...(row.paidPages > 0 ? [owner, owner] : []), kind, delivery, isPending ? null : now, row.storesBody ? 1 : 0],
        ...[row.tokenId, requestKey?.key ?? null, requestKey?.bodySha256 ?? null],
        ...[row.tokenId, owner, bytes, row.mostBytes, owner, isPending ? 1 : 0, this.mostPending],
        ...(requestKey ? [owner, requestKey.key] : []),
      ],
    };
  }

  async pendingOf(owner: string): Promise<number> {
    const [row] = await this.db.all(`SELECT COUNT(*) AS n FROM e_invoice_jobs WHERE owner = ? AND ${IS_PENDING}`, owner);
    return Number(row!["n"]);
  }

  /** If it answered at most one request: refunds its pages and marks its folder as abandoned. @returns true if done */
  async takeBack(job: JobRecord): Promise<boolean> {
    const { owner, id, folder, state, paid } = job;
    return this.db.together([
      {
        sql: "DELETE FROM e_invoice_jobs WHERE owner = ? AND id = ? AND folder = ? AND state = ? AND told = 1 AND pdf_taken = 0",
        values: [owner, id, folder, state],
      },
      { sql: "INSERT INTO e_invoice_uploads (folder, created_ms) VALUES (?, ?)", values: [folder, this.now()] },
      ...(paid.pages > 0 ? [this.accounts.repayment(owner, paid)] : []),
    ]);
  }

  async bytesOf(owner: string): Promise<number> {
    const [row] = await this.db.all("SELECT COALESCE(SUM(bytes), 0) AS n FROM e_invoice_jobs WHERE owner = ? AND removed = 0", owner);
    return Number(row!["n"]);
  }

  async bodyOf(owner: string, id: string): Promise<string | null> {
    const [row] = await this.db.all("SELECT body_sha256 FROM e_invoice_jobs WHERE owner = ? AND id = ?", owner, id);
    return row ? textOf(row, "body_sha256") : null;
  }

  /** Id and request of the job that the key made; null if there is none. */
  async ofKey(owner: string, key: string): Promise<(RequestKey & { readonly id: string }) | null> {
    const [row] = await this.db.all("SELECT id, kind, request_sha256 FROM e_invoice_jobs WHERE owner = ? AND request_key = ?", owner, key);
    if (!row) return null;
    return { key, id: textOf(row, "id"), kind: oneOf(row, "kind", JOB_KINDS), bodySha256: textOf(row, "request_sha256") };
  }

  async find(owner: string, id: string): Promise<JobRecord | null> {
    return asObject(await this.findAny(owner, id));
  }

  async findAny(owner: string, id: string): Promise<AnyJob | null> {
    const [row] = await this.db.all("SELECT * FROM e_invoice_jobs WHERE owner = ? AND id = ?", owner, id);
    return row ? recordOf(row) : null;
  }

  /** Renewed if the store is writable. */
  async seen(owner: string, id: string): Promise<AnyJob | null> {
    return this.renewedAny(owner, id).catch((e: unknown) => {
      if (e instanceof DatabaseError) return this.findAny(owner, id);
      throw e;
    });
  }

  async renewed(owner: string, id: string): Promise<JobRecord | null> {
    return asObject(await this.renewedAny(owner, id));
  }

  /** Extends the download time up to expiry; counts an answered request. */
  async renewedAny(owner: string, id: string): Promise<AnyJob | null> {
    const now = this.now();
    const [row] = await this.db.all(
      `UPDATE e_invoice_jobs SET told = told + 1, url_until_ms = CASE WHEN ? + url_ms < expires_ms THEN ? + url_ms ELSE expires_ms END
       WHERE owner = ? AND id = ? RETURNING *`,
      ...[now, now, owner, id],
    );
    return row ? recordOf(row) : null;
  }

  /** Newest first, after the place of an earlier page. @returns with the place after each */
  async page(
    owner: string,
    { status, kind }: JobFilter,
    after: JobPlace | null,
    count: number,
  ): Promise<readonly (readonly [AnyJob, JobPlace])[]> {
    const { byCodePoint } = this.db;
    const [created, id] = after ?? [0, ""];
    const states = status === null ? [] : status === "pending" ? ["pending", QUEUED] : [status];
    const rows = await this.db.all(
      `SELECT * FROM e_invoice_jobs WHERE owner = ?${after === null ? "" : ` AND (created_ms < ? OR (created_ms = ? AND id ${byCodePoint} < ?))`}
         ${states.length === 0 ? "" : `AND state IN (${states.map(() => "?").join(", ")})`}${kind === null ? "" : " AND kind = ?"}
       ORDER BY created_ms DESC, id ${byCodePoint} DESC LIMIT ?`,
      ...[owner, ...(after === null ? [] : [created, created, id]), ...states, ...(kind === null ? [] : [kind]), count],
    );
    return rows.map((row) => [recordOf(row), [intOf(row, "created_ms"), textOf(row, "id")]]);
  }

  /**
   * In any state; marks its folder abandoned, refunds a pending job.
   * @returns null if absent
   */
  async remove(owner: string, id: string): Promise<AnyJob | null> {
    for (;;) {
      const [row] = await this.db.all("SELECT * FROM e_invoice_jobs WHERE owner = ? AND id = ?", owner, id);
      if (!row) return null;
      const job = recordOf(row);
      const isRefunded = job.state === "pending" && !job.pdfTaken && job.paid.pages > 0;
      const isRemoved = await this.db.together([
        {
          sql: "DELETE FROM e_invoice_jobs WHERE owner = ? AND id = ? AND folder = ? AND state = ? AND pdf_taken = ?",
          values: [owner, id, job.folder, row["state"]!, row["pdf_taken"]!],
        },
        { sql: "INSERT INTO e_invoice_uploads (folder, created_ms) VALUES (?, ?)", values: [job.folder, this.now()] },
        ...(isRefunded ? [this.accounts.repayment(owner, job.paid)] : []),
      ]);
      if (isRemoved) return job;
    }
  }

  /** @returns true if the job is still pending */
  async takePdf(owner: string, id: string): Promise<boolean> {
    return (await this.db.run("UPDATE e_invoice_jobs SET pdf_taken = 1 WHERE owner = ? AND id = ? AND state = 'pending'", owner, id)) > 0;
  }

  /** Null if none is free. */
  async claim(lease: string, leaseMs: number): Promise<AnyJob | null> {
    const now = this.now();
    const [row] = await this.db.all(
      `UPDATE e_invoice_jobs SET lease = ?, lease_until_ms = ?, attempts = attempts + 1
       WHERE (owner, id) = (SELECT owner, id FROM e_invoice_jobs WHERE ${IS_PENDING} AND lease_until_ms <= ? AND expires_ms > ?
         ORDER BY due_ms, id LIMIT 1 ${this.db.skipLocked}) RETURNING *`,
      ...[lease, now + leaseMs, now, now],
    );
    return row ? recordOf(row) : null;
  }

  /** @returns true if still valid */
  async keepLease({ owner, id }: AnyJob, lease: string, leaseMs: number): Promise<boolean> {
    const held = `owner = ? AND id = ? AND lease = ? AND ${IS_PENDING}`;
    return (await this.db.run(`UPDATE e_invoice_jobs SET lease_until_ms = ? WHERE ${held}`, this.now() + leaseMs, owner, id, lease)) > 0;
  }

  /** Releases the lease for another attempt after a delay. @param counts false if this was not an attempt */
  async release({ owner, id }: AnyJob, lease: string, afterMs: number, counts: boolean): Promise<void> {
    await this.db.run(
      `UPDATE e_invoice_jobs SET lease = '', lease_until_ms = ?, attempts = attempts - ?
       WHERE owner = ? AND id = ? AND lease = ? AND ${IS_PENDING}`,
      ...[this.now() + afterMs, counts ? 0 : 1, owner, id, lease],
    );
  }

  /**
   * Refunds a failed job and removes its PDF unless downloaded.
   * @param lease null: any holder
   * @returns "withdrawn" if the PDF must be deleted
   */
  async finish(
    job: Pick<AnyJob, "owner" | "id" | "artifacts" | "paid">,
    lease: string | null,
    outcome: JobOutcome,
    report: Stored | null,
  ): Promise<"done" | "withdrawn" | "lost"> {
    const { owner, id, artifacts, paid } = job;
    const all: StoredArtifacts = { ...artifacts, ...(report && { report }) };
    const end = (state: JobStatus, artifacts: StoredArtifacts, more: string): Statement => ({
      sql: `UPDATE e_invoice_jobs SET state = ?, outcome = ?, artifacts = ?, bytes = ?, lease = '', ended_ms = ${BIG}
         WHERE owner = ? AND id = ? AND state = 'pending'${lease === null ? "" : " AND lease = ?"}${more}`,
      values: [
        state,
        JSON.stringify(outcome),
        JSON.stringify(artifacts),
        bytesOf(artifacts),
        this.now(),
        owner,
        id,
        ...(lease === null ? [] : [lease]),
      ],
    });
    if (outcome.error) {
      const { pdf: _withdrawn, ...others } = all;
      const withdrawn = end("failed", others, " AND pdf_taken = 0");
      if (await this.db.together([withdrawn, ...(paid.pages > 0 ? [this.accounts.repayment(owner, paid)] : [])])) return "withdrawn";
    }
    const { sql, values } = end(outcome.error ? "failed" : "completed", all, "");
    return (await this.db.run(sql, ...values)) > 0 ? "done" : "lost";
  }

  async expired(most: number): Promise<readonly AnyJob[]> {
    const rows = await this.db.all(
      "SELECT * FROM e_invoice_jobs WHERE removed = 0 AND expires_ms <= ? ORDER BY expires_ms LIMIT ?",
      ...[this.now(), most],
    );
    return rows.map(recordOf);
  }

  async markRemoved({ owner, id, folder }: AnyJob): Promise<void> {
    await this.db.run("UPDATE e_invoice_jobs SET removed = 1 WHERE owner = ? AND id = ? AND folder = ?", owner, id, folder);
  }

  async forgotten(most: number): Promise<readonly AnyJob[]> {
    const rows = await this.db.all(
      "SELECT * FROM e_invoice_jobs WHERE removed = 1 AND forget_ms <= ? ORDER BY forget_ms LIMIT ?",
      this.now(),
      most,
    );
    return rows.map(recordOf);
  }

  async forget({ owner, id, folder }: AnyJob): Promise<void> {
    await this.db.run("DELETE FROM e_invoice_jobs WHERE owner = ? AND id = ? AND folder = ?", owner, id, folder);
  }

  async abandoned(ageMs: number, most: number): Promise<readonly string[]> {
    const rows = await this.db.all(
      "SELECT folder FROM e_invoice_uploads WHERE created_ms <= ? ORDER BY created_ms LIMIT ?",
      ...[this.now() - ageMs, most],
    );
    return rows.map((row) => textOf(row, "folder"));
  }

  /** Prevents a job for it. @returns true if it existed without one */
  async doom(folder: string): Promise<boolean> {
    return (await this.db.run("UPDATE e_invoice_uploads SET created_ms = ? WHERE folder = ?", DOOMED, folder)) > 0;
  }

  async endUpload(folder: string): Promise<void> {
    await this.db.run("DELETE FROM e_invoice_uploads WHERE folder = ?", folder);
  }

  async counts(): Promise<ReadonlyMap<JobStatus, number>> {
    const rows = await this.db.all("SELECT state, COUNT(*) AS n FROM e_invoice_jobs GROUP BY state");
    const found = (state: string): number => Number(rows.find((row: Row) => row["state"] === state)?.["n"] ?? 0);
    return new Map(STATES.map((state) => [state, found(state) + (state === "pending" ? found(QUEUED) : 0)]));
  }
}

const asObject = (job: AnyJob | null): JobRecord | null => (job?.delivery === "object" ? job : null);

/** Changes nothing if the upload was abandoned. */
export const endOfUpload = (folder: string): Statement => ({
  sql: "DELETE FROM e_invoice_uploads WHERE folder = ? AND created_ms >= 0",
  values: [folder],
});
