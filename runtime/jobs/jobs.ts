// Store of e-invoice jobs.
import type { Accounts, Paid } from "../accounts/accounts.js";
import type { Output } from "../core/disposition.js";
import type { InvoiceTerms } from "../einvoice/verdict.js";
import { DatabaseError, type Database, type Row, type Statement, type Value } from "../store/database.js";
import type { JobError } from "../einvoice/report.js";
import type { JobStatus } from "./types.js";

export const ARTIFACTS = ["pdf", "xml", "request", "report"] as const;
export type ArtifactName = (typeof ARTIFACTS)[number];
export const STATES: readonly JobStatus[] = ["pending", "completed", "failed"];

/** Reference to an object in the job's folder. */
export interface Stored {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}
export type StoredArtifacts = Readonly<Partial<Record<ArtifactName, Stored>>>;

/** Data fixed at creation. */
export interface JobFacts {
  readonly terms: InvoiceTerms;
  readonly execution: "sync" | "async";
  readonly residency: "eu" | "global";
  readonly storeRequest: boolean;
  /** disposition of the PDF */
  readonly output: Output;
  /** of the embedded file and of the artifact */
  readonly xmlName: string;
}

/** `valid`: absent if the invoice was not judged. */
export interface JobOutcome {
  readonly valid?: boolean;
  readonly error?: JobError;
}

export interface JobRecord {
  readonly owner: string;
  readonly id: string;
  readonly state: JobStatus;
  readonly folder: string;
  readonly bodySha256: string;
  readonly facts: JobFacts;
  readonly artifacts: StoredArtifacts;
  readonly outcome: JobOutcome | null;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly urlUntilMs: number;
  /** true once artifacts are deleted */
  readonly removed: boolean;
  /** number of started checks */
  readonly attempts: number;
  readonly paid: Paid;
}

export interface NewJob extends Pick<JobRecord, "owner" | "id" | "state" | "folder" | "bodySha256" | "facts" | "artifacts" | "outcome"> {
  readonly ttlMs: number;
  /** time from expiry to removal */
  readonly rememberMs: number;
  readonly urlMs: number;
  readonly pages: number;
  /** limit of the owner's artifacts */
  readonly mostBytes: number;
}

/** Delay per waiting job of the owner, for fairness. */
const TURN_MS = 1000;
/** Creation time of an abandoned upload. */
const DOOMED = -1;

/** Atomic statements; times are from the given clock. */
export class Jobs {
  constructor(
    readonly db: Database,
    readonly accounts: Accounts,
    readonly now: () => number = Date.now,
  ) {}

  /** Records a folder before any writes. */
  async begin(folder: string): Promise<void> {
    await this.db.run("INSERT INTO e_invoice_uploads (folder, created_ms) VALUES (?, ?)", folder, this.now());
  }

  /**
   * Creates a job and charges its pages.
   * @returns false if the id exists, the owner has too many artifacts, the account cannot pay, or the upload was abandoned
   */
  async create(job: NewJob, pays: boolean): Promise<boolean> {
    const { owner, id, state, folder, artifacts } = job;
    const payment = pays && job.pages > 0 ? await this.accounts.payment(owner, job.pages) : null;
    const now = this.now();
    const bytes = bytesOf(artifacts);
    const paid = payment ? job.pages : 0;
    const text: readonly Value[] = [owner, id, state, folder, job.bodySha256, JSON.stringify(job.facts), JSON.stringify(artifacts)];
    const times = [bytes, now, now + job.ttlMs, now + job.ttlMs + job.rememberMs, job.urlMs, Math.min(now + job.urlMs, now + job.ttlMs)];
    const big = "CAST(? AS BIGINT)";
    const ofAccount = (column: string, none: string): string =>
      payment ? `COALESCE((SELECT ${column} FROM accounts WHERE owner = ?), ${none})` : none;
    const insert: Statement = {
      sql: `INSERT INTO e_invoice_jobs (owner, id, state, folder, body_sha256, facts, artifacts, outcome,
           bytes, created_ms, expires_ms, forget_ms, url_ms, url_until_ms, removed, pdf_taken, due_ms, lease, lease_until_ms, attempts,
           paid_pages, paid_wallet, paid_period)
         SELECT ?, ?, ?, ?, ?, ?, ?, ?, ${times.map(() => big).join(", ")}, 0, 0,
           ${big} + ${TURN_MS} * (SELECT COUNT(*) FROM e_invoice_jobs WHERE owner = ? AND state = 'pending'), '', 0, 0,
           ${big}, ${ofAccount("last_wallet", "0")}, ${ofAccount("period_key", "''")}
         WHERE (SELECT COALESCE(SUM(bytes), 0) FROM e_invoice_jobs WHERE owner = ? AND removed = 0) + ${big} <= ${big}
         ON CONFLICT (owner, id) DO NOTHING`,
      values: [
        ...[...text, job.outcome && JSON.stringify(job.outcome), ...times, now, owner, paid],
        ...[...(payment ? [owner, owner] : []), owner, bytes, job.mostBytes],
      ],
    };
    const uploaded = { sql: "DELETE FROM e_invoice_uploads WHERE folder = ? AND created_ms >= 0", values: [folder] };
    return this.db.together([...(payment ? [payment] : []), insert, uploaded]);
  }

  /**
   * Removes a job that answered at most one request, refunds its pages and marks its folder as abandoned.
   * @returns true if done
   */
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

  /** Bytes of an owner's artifacts. */
  async bytesOf(owner: string): Promise<number> {
    const [row] = await this.db.all("SELECT COALESCE(SUM(bytes), 0) AS n FROM e_invoice_jobs WHERE owner = ? AND removed = 0", owner);
    return Number(row!["n"]);
  }

  /** Hash of the body that created the job. */
  async bodyOf(owner: string, id: string): Promise<string | null> {
    const [row] = await this.db.all("SELECT body_sha256 FROM e_invoice_jobs WHERE owner = ? AND id = ?", owner, id);
    return row ? (row["body_sha256"] as string) : null;
  }

  async find(owner: string, id: string): Promise<JobRecord | null> {
    const [row] = await this.db.all("SELECT * FROM e_invoice_jobs WHERE owner = ? AND id = ?", owner, id);
    return row ? recordOf(row) : null;
  }

  /** Job, renewed if the store is writable. */
  async seen(owner: string, id: string): Promise<JobRecord | null> {
    return this.renewed(owner, id).catch((e: unknown) => {
      if (e instanceof DatabaseError) return this.find(owner, id);
      throw e;
    });
  }

  /** Extends the download time, at most until expiry; counts one more answered request. */
  async renewed(owner: string, id: string): Promise<JobRecord | null> {
    const now = this.now();
    const [row] = await this.db.all(
      `UPDATE e_invoice_jobs SET told = told + 1, url_until_ms = CASE WHEN ? + url_ms < expires_ms THEN ? + url_ms ELSE expires_ms END
       WHERE owner = ? AND id = ? RETURNING *`,
      ...[now, now, owner, id],
    );
    return row ? recordOf(row) : null;
  }

  /** Records that the PDF was downloaded. @returns true if the job is still pending */
  async takePdf(owner: string, id: string): Promise<boolean> {
    return (await this.db.run("UPDATE e_invoice_jobs SET pdf_taken = 1 WHERE owner = ? AND id = ? AND state = 'pending'", owner, id)) > 0;
  }

  /** Leases the next job; null if none is free. */
  async claim(lease: string, leaseMs: number): Promise<JobRecord | null> {
    const now = this.now();
    const [row] = await this.db.all(
      `UPDATE e_invoice_jobs SET lease = ?, lease_until_ms = ?, attempts = attempts + 1
       WHERE (owner, id) = (SELECT owner, id FROM e_invoice_jobs WHERE state = 'pending' AND lease_until_ms <= ? AND expires_ms > ?
         ORDER BY due_ms, id LIMIT 1 ${this.db.skipLocked}) RETURNING *`,
      ...[lease, now + leaseMs, now, now],
    );
    return row ? recordOf(row) : null;
  }

  /** @returns true if still valid */
  async keepLease({ owner, id }: JobRecord, lease: string, leaseMs: number): Promise<boolean> {
    const held = "owner = ? AND id = ? AND lease = ? AND state = 'pending'";
    return (await this.db.run(`UPDATE e_invoice_jobs SET lease_until_ms = ? WHERE ${held}`, this.now() + leaseMs, owner, id, lease)) > 0;
  }

  /** Releases the lease for another attempt after a delay. @param counts false if this was not an attempt */
  async release({ owner, id }: JobRecord, lease: string, afterMs: number, counts: boolean): Promise<void> {
    await this.db.run(
      `UPDATE e_invoice_jobs SET lease = '', lease_until_ms = ?, attempts = attempts - ?
       WHERE owner = ? AND id = ? AND lease = ? AND state = 'pending'`,
      ...[this.now() + afterMs, counts ? 0 : 1, owner, id, lease],
    );
  }

  /**
   * Ends a job: refunds a failed one, and removes its PDF unless downloaded.
   * @param lease null: any holder
   * @returns "withdrawn" if the PDF must be deleted
   */
  async finish(job: JobRecord, lease: string | null, outcome: JobOutcome, report: Stored | null): Promise<"done" | "withdrawn" | "lost"> {
    const { owner, id, artifacts, paid } = job;
    const all: StoredArtifacts = { ...artifacts, ...(report && { report }) };
    const end = (state: JobStatus, kept: StoredArtifacts, more: string): Statement => ({
      sql: `UPDATE e_invoice_jobs SET state = ?, outcome = ?, artifacts = ?, bytes = ?, lease = ''
         WHERE owner = ? AND id = ? AND state = 'pending'${lease === null ? "" : " AND lease = ?"}${more}`,
      values: [state, JSON.stringify(outcome), JSON.stringify(kept), bytesOf(kept), owner, id, ...(lease === null ? [] : [lease])],
    });
    if (outcome.error) {
      const { pdf: _withdrawn, ...others } = all;
      const withdrawn = end("failed", others, " AND pdf_taken = 0");
      if (await this.db.together([withdrawn, ...(paid.pages > 0 ? [this.accounts.repayment(owner, paid)] : [])])) return "withdrawn";
    }
    const { sql, values } = end(outcome.error ? "failed" : "completed", all, "");
    return (await this.db.run(sql, ...values)) > 0 ? "done" : "lost";
  }

  /** Jobs with artifacts to be deleted, oldest first. */
  async expired(most: number): Promise<readonly JobRecord[]> {
    const rows = await this.db.all(
      "SELECT * FROM e_invoice_jobs WHERE removed = 0 AND expires_ms <= ? ORDER BY expires_ms LIMIT ?",
      ...[this.now(), most],
    );
    return rows.map(recordOf);
  }

  async markRemoved({ owner, id, folder }: JobRecord): Promise<void> {
    await this.db.run("UPDATE e_invoice_jobs SET removed = 1 WHERE owner = ? AND id = ? AND folder = ?", owner, id, folder);
  }

  /** Jobs to be removed. */
  async forgotten(most: number): Promise<readonly JobRecord[]> {
    const rows = await this.db.all(
      "SELECT * FROM e_invoice_jobs WHERE removed = 1 AND forget_ms <= ? ORDER BY forget_ms LIMIT ?",
      this.now(),
      most,
    );
    return rows.map(recordOf);
  }

  async forget({ owner, id, folder }: JobRecord): Promise<void> {
    await this.db.run("DELETE FROM e_invoice_jobs WHERE owner = ? AND id = ? AND folder = ?", owner, id, folder);
  }

  /** Folders without a job. */
  async abandoned(ageMs: number, most: number): Promise<readonly string[]> {
    const rows = await this.db.all(
      "SELECT folder FROM e_invoice_uploads WHERE created_ms <= ? ORDER BY created_ms LIMIT ?",
      ...[this.now() - ageMs, most],
    );
    return rows.map((row) => row["folder"] as string);
  }

  /** Prevents a job for the folder. @returns true if it existed without one */
  async doom(folder: string): Promise<boolean> {
    return (await this.db.run("UPDATE e_invoice_uploads SET created_ms = ? WHERE folder = ?", DOOMED, folder)) > 0;
  }

  async endUpload(folder: string): Promise<void> {
    await this.db.run("DELETE FROM e_invoice_uploads WHERE folder = ?", folder);
  }

  /** Number of jobs by state. */
  async counts(): Promise<ReadonlyMap<JobStatus, number>> {
    const rows = await this.db.all("SELECT state, COUNT(*) AS n FROM e_invoice_jobs GROUP BY state");
    const found = new Map(rows.map((row) => [row["state"], Number(row["n"])]));
    return new Map(STATES.map((state) => [state, found.get(state) ?? 0]));
  }
}

const bytesOf = (artifacts: StoredArtifacts): number => Object.values(artifacts).reduce((sum, a) => sum + a.bytes, 0);

function recordOf(row: Row): JobRecord {
  const text = (name: string): string => row[name] as string;
  const number = (name: string): number => row[name] as number;
  return {
    owner: text("owner"),
    id: text("id"),
    state: text("state") as JobStatus,
    folder: text("folder"),
    bodySha256: text("body_sha256"),
    facts: JSON.parse(text("facts")) as JobFacts,
    artifacts: JSON.parse(text("artifacts")) as StoredArtifacts,
    outcome: row["outcome"] === null ? null : (JSON.parse(text("outcome")) as JobOutcome),
    createdMs: number("created_ms"),
    expiresMs: number("expires_ms"),
    urlUntilMs: number("url_until_ms"),
    removed: row["removed"] === 1,
    attempts: number("attempts"),
    paid: { pages: number("paid_pages"), wallet: number("paid_wallet"), period: text("paid_period") },
  };
}
