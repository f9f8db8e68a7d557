import type { ServiceError } from "../errors/errors.js";
import type { JobError } from "../einvoice/report.js";
import type { Statement } from "../store/database.js";
import { ownerLock } from "../store/owner-lock.js";
import { bytesOf, QUEUED, recordOf, type AnyJob, type RenderFacts, type RenderJobRecord, type StoredArtifacts } from "./job-record.js";
import { endOfUpload, type Jobs, type NewRow } from "./jobs.js";

interface RenderedArtifacts {
  readonly facts: RenderFacts;
  readonly artifacts: StoredArtifacts;
  readonly pages: number;
}

/** "lost": the lease is another's, or the job was deleted; "full": too many bytes of artifacts. */
type Completion = "done" | "lost" | "full" | ServiceError;

const MINE = `owner = ? AND id = ? AND lease = ? AND state = '${QUEUED}'`;

export class RenderJobs {
  constructor(readonly jobs: Jobs) {}

  /** @returns false if the request's key exists, the owner has too many artifacts or pending jobs, or the upload was abandoned */
  async submit(row: Omit<NewRow, "state" | "delivery" | "paidPages" | "outcome" | "artifacts" | "storesBody">): Promise<boolean> {
    const whole: NewRow = { ...row, state: QUEUED, delivery: "async", paidPages: 0, outcome: null, artifacts: {}, storesBody: true };
    return this.jobs.db.together([ownerLock(row.owner), this.jobs.insertion(whole), endOfUpload(row.folder)]);
  }

  /** Charges the pages in the same transaction. @returns the refusal of an account that cannot pay */
  async complete(job: RenderJobRecord, lease: string, done: RenderedArtifacts, mostBytes: number): Promise<Completion> {
    const { owner, id } = job;
    const { db, accounts } = this.jobs;
    const { facts, artifacts, pages } = done;
    const payment = facts.pays && pages > 0 ? await accounts.payment(owner, pages) : null;
    const now = this.jobs.now();
    const bytes = bytesOf(artifacts);
    const others = "(SELECT COALESCE(SUM(bytes), 0) FROM e_invoice_jobs WHERE owner = ? AND removed = 0 AND id <> ?)";
    const end: Statement = {
      sql: `UPDATE e_invoice_jobs SET state = 'completed', facts = ?, artifacts = ?, bytes = ?, pages = ?, ended_ms = ?, lease = '', paid_pages = ?,
         url_until_ms = CASE WHEN ? + url_ms < expires_ms THEN ? + url_ms ELSE expires_ms END
         WHERE ${MINE} AND ${others} + CAST(? AS BIGINT) <= CAST(? AS BIGINT)`,
      values: [
        ...[JSON.stringify(facts), JSON.stringify(artifacts), bytes, pages, now, payment ? pages : 0, now, now],
        ...[owner, id, lease, owner, id, bytes, mostBytes],
      ],
    };
    if (await db.together([ownerLock(owner), ...(payment ? [payment] : []), end])) return "done";
    const [held] = await db.all(`SELECT ${others} AS n FROM e_invoice_jobs WHERE ${MINE}`, owner, id, owner, id, lease);
    if (!held) return "lost";
    return Number(held["n"]) + bytes > mostBytes ? "full" : accounts.refusal(owner, pages);
  }

  /** @param lease null: any holder @returns false if the lease is another's, or the job has ended */
  async fail({ owner, id }: AnyJob, lease: string | null, error: JobError): Promise<boolean> {
    const changed = await this.jobs.db.run(
      `UPDATE e_invoice_jobs SET state = 'failed', outcome = ?, bytes = 0, ended_ms = ?, lease = ''
       WHERE owner = ? AND id = ? AND state = '${QUEUED}'${lease === null ? "" : " AND lease = ?"}`,
      ...[JSON.stringify({ error }), this.jobs.now(), owner, id, ...(lease === null ? [] : [lease])],
    );
    return changed > 0;
  }

  async withBody(most: number): Promise<readonly AnyJob[]> {
    const rows = await this.jobs.db.all(
      "SELECT * FROM e_invoice_jobs WHERE body_kept = 1 AND state IN ('completed', 'failed') AND removed = 0 LIMIT ?",
      most,
    );
    return rows.map(recordOf);
  }

  async bodyRemoved({ owner, id, folder }: AnyJob): Promise<void> {
    await this.jobs.db.run("UPDATE e_invoice_jobs SET body_kept = 0 WHERE owner = ? AND id = ? AND folder = ?", owner, id, folder);
  }

  /** Leases the callback of an ended job, and counts an attempt. @param busy tokens whose receivers are not to be called now */
  async claimCallback(lease: string, leaseMs: number, busy: readonly string[]): Promise<AnyJob | null> {
    const { db } = this.jobs;
    const now = this.jobs.now();
    const [row] = await db.all(
      `UPDATE e_invoice_jobs SET callback_lease = ?, callback_due_ms = ?, callback_attempts = callback_attempts + 1
       WHERE (owner, id) = (SELECT owner, id FROM e_invoice_jobs WHERE callback_state = 'pending' AND state IN ('completed', 'failed')
         AND callback_due_ms <= ? ${busy.length === 0 ? "" : `AND token_id NOT IN (${busy.map(() => "?").join(", ")})`}
         ORDER BY callback_due_ms, created_ms LIMIT 1 ${db.skipLocked}) AND callback_state = 'pending' RETURNING *`,
      ...[lease, now + leaseMs, now, ...busy],
    );
    return row ? recordOf(row) : null;
  }

  /** @param next delay; null: no further attempt */
  async callbackEnded(
    { owner, id, folder }: AnyJob,
    lease: string,
    status: "delivered" | "failed",
    lastStatus: number | null,
    next: number | null,
  ): Promise<void> {
    const isAgain = status === "failed" && next !== null;
    await this.jobs.db.run(
      `UPDATE e_invoice_jobs SET callback_state = ?, callback_status = ?, callback_due_ms = ?, callback_lease = ''
       WHERE owner = ? AND id = ? AND folder = ? AND callback_lease = ?`,
      ...[isAgain ? "pending" : status, lastStatus, this.jobs.now() + (next ?? 0), owner, id, folder, lease],
    );
  }

  async callbackReleased({ owner, id, folder }: AnyJob, lease: string): Promise<void> {
    await this.jobs.db.run(
      `UPDATE e_invoice_jobs SET callback_due_ms = ?, callback_lease = '', callback_attempts = callback_attempts - 1
       WHERE owner = ? AND id = ? AND folder = ? AND callback_lease = ?`,
      ...[this.jobs.now(), owner, id, folder, lease],
    );
  }
}
