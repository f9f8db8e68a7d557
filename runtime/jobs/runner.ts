import { messageOf } from "../../base/error.js";
import { randomUUID } from "node:crypto";
import { publicError, ServiceError, unavailable } from "../errors/errors.js";
import { Abandoned, type Log, type RenderPool } from "../pool/pool.js";
import { sha256 } from "../einvoice/verdict.js";
import { ArtifactError, type ArtifactStore } from "../store/artifacts.js";
import { DatabaseError } from "../store/database.js";
import { CONTENT_TYPES } from "./describe-job.js";
import type { CheckResult } from "./job-record.js";
import type { AnyJob, ArtifactName, JobOutcome, JobRecord, Jobs, Stored } from "./jobs.js";
import type { RenderWork } from "./render-work.js";

interface RunnerSettings {
  /** jobs at a time; 0: none is taken */
  readonly most: number;
  /** lease without renewal */
  readonly leaseMs: number;
  readonly onChecked?: (result: CheckResult) => void;
  readonly onRendered?: (result: CheckResult) => void;
  /** absent: validations only */
  readonly renders?: Pick<RenderWork, "run">;
  readonly onEnded?: () => void;
}

export type { CheckResult };

/** Polling interval for jobs of other or crashed services. */
const LOOK_MS = 500;
/** attempts that end the process */
const MOST_ATTEMPTS = 3;
/** Limit of unforeseen failures, which may be the database's. */
const MOST_UNFORESEEN = 10;
const LEAST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 30_000;
/** Retry interval while the object store is unavailable, until the job expires. */
const OUT_OF_REACH_MS = 5000;
const RENEWALS = 3;

class Damaged extends Error {}

/**
 * Jobs are leased one by one: if a service ends, another takes them over. Only the holder of the lease can end a job, so that it ends once.
 */
export class JobRunner {
  readonly #running = new Set<Promise<void>>();
  readonly #gone = new Map<string, AbortController>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(
    readonly jobs: Jobs,
    readonly artifacts: ArtifactStore,
    readonly pool: Pick<RenderPool, "check">,
    readonly settings: RunnerSettings,
    readonly log: Log & { info(facts: object, message: string): void },
  ) {}

  start(): void {
    this.wake();
  }

  wake(): void {
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = this.#look().then(() => {
      this.#looking = null;
      if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), LOOK_MS).unref();
    });
  }

  cancel({ owner, id }: Pick<AnyJob, "owner" | "id">): void {
    this.#gone.get(keyOf(owner, id))?.abort();
  }

  /** Running checks end or are released. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#running);
  }

  async #look(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    try {
      do {
        this.#again = false;
        while (!this.#stopped && this.#running.size < this.settings.most) {
          const lease = randomUUID();
          const job = await this.jobs.claim(lease, this.settings.leaseMs);
          if (!job) break;
          const check = this.#check(job, lease).finally(() => {
            this.#running.delete(check);
            if (!this.#stopped) this.wake();
          });
          this.#running.add(check);
        }
      } while (this.#again);
    } catch (e) {
      this.log.warn({ reason: reasonOf(e) }, "pending jobs cannot be looked for");
    }
  }

  /** Never throws: after a failed write the lease expires. */
  async #check(job: AnyJob, lease: string): Promise<void> {
    const { leaseMs } = this.settings;
    const gone = new AbortController();
    const key = keyOf(job.owner, job.id);
    this.#gone.set(key, gone);
    const renew = (): Promise<void> =>
      this.jobs.keepLease(job, lease, leaseMs).then(
        (isHeld) => {
          if (!isHeld) gone.abort();
        },
        () => undefined,
      );
    const keep = setInterval(() => void renew(), leaseMs / RENEWALS);
    const began = performance.now();
    const isRender = job.delivery === "async";
    try {
      const result = await this.#worked(job, lease, gone.signal).catch((e: unknown) => this.#brokeOff(job, lease, e));
      (isRender ? this.settings.onRendered : this.settings.onChecked)?.(result);
      if (result !== "again") this.settings.onEnded?.();
      const facts = {
        job: job.id,
        owner: job.owner,
        ...(isRender && { kind: job.kind }),
        result,
        ms: Math.round(performance.now() - began),
      };
      this.log.info(facts, isRender ? "a job was rendered" : "an e-invoice job was checked");
    } catch (e) {
      this.log.warn({ job: job.id, reason: reasonOf(e) }, "a checked job cannot be written");
    } finally {
      clearInterval(keep);
      this.#gone.delete(key);
    }
  }

  #worked(job: AnyJob, lease: string, gone: AbortSignal): Promise<CheckResult> {
    if (job.delivery === "object") return this.#checked(job, lease);
    const { renders } = this.settings;
    return renders ? renders.run(job, lease, gone) : Promise.reject(unavailable("the service renders no jobs"));
  }

  async #checked(job: JobRecord, lease: string): Promise<CheckResult> {
    const { owner, facts } = job;
    const { terms, model, total = null } = facts;
    const stored = (name: ArtifactName): Promise<Uint8Array> => this.#read(job, name, job.artifacts[name]);
    const [pdf, xml, source] = await Promise.all([stored("pdf"), stored("xml"), model && this.#read(job, "invoice", model)]);
    const { valid, error, report } = await this.pool.check(pdf, owner, { terms, xml, ...(source && { model: source }), total });
    let written: Stored | null = null;
    if (report) {
      // one object per attempt: a lost lease does no harm
      written = { name: `report.${lease}`, bytes: report.length, sha256: sha256(report) };
      await this.artifacts.put({ folder: job.folder, name: written.name }, report, CONTENT_TYPES.report);
    }
    return this.#finish(job, lease, { valid, ...(error && { error }) }, written);
  }

  async #read({ folder }: JobRecord, name: ArtifactName | "invoice", stored: Stored | undefined): Promise<Uint8Array> {
    const bytes = stored ? await this.artifacts.get({ folder, name: stored.name }) : null;
    if (!bytes || sha256(bytes) !== stored!.sha256) throw new Damaged(`the ${name} of a pending job differs from what was written`);
    return bytes;
  }

  async #finish(job: JobRecord, lease: string, outcome: JobOutcome, report: Stored | null): Promise<CheckResult> {
    const done = await this.jobs.finish(job, lease, outcome, report);
    if (done === "withdrawn") await this.#removeLater(job, job.artifacts.pdf);
    if (done === "lost") {
      await this.#removeLater(job, report);
      return "again";
    }
    await this.#removeLater(job, job.facts.model);
    return outcome.error ? "failed" : "completed";
  }

  /** The sweeper repeats failed removals. */
  async #removeLater({ folder }: JobRecord, stored: Stored | null | undefined): Promise<void> {
    if (stored) await this.artifacts.remove({ folder, name: stored.name }).catch(() => undefined);
  }

  async #brokeOff(job: AnyJob, lease: string, e: unknown): Promise<CheckResult> {
    // the job was deleted, or is another's
    if (e instanceof Abandoned) return "again";
    this.log.warn({ job: job.id, attempt: job.attempts, reason: reasonOf(e) }, "the work on a job broke off");
    const pause = Math.min(MOST_PAUSE_MS, LEAST_PAUSE_MS * 2 ** Math.min(10, job.attempts));
    const again = async (counts: boolean, ms: number): Promise<CheckResult> => {
      await this.jobs.release(job, lease, ms, counts);
      return "again";
    };
    if (e instanceof ArtifactError || e instanceof DatabaseError) return again(false, OUT_OF_REACH_MS);
    if (e instanceof ServiceError && e.status === 503) return again(false, this.#stopped ? 0 : LEAST_PAUSE_MS);
    if (job.delivery === "async") return again(true, pause);
    const failed = (code: string, message: string): Promise<CheckResult> => this.#finish(job, lease, { error: { code, message } }, null);
    if (e instanceof Damaged) return failed("API-505", "the job's artifacts cannot be read");
    if (!(e instanceof ServiceError))
      return job.attempts < MOST_UNFORESEEN ? again(true, pause) : failed("API-999", publicError(e).message);
    return job.attempts < MOST_ATTEMPTS ? again(true, pause) : failed(e.code, e.message);
  }
}

const keyOf = (owner: string, id: string): string => `${owner}\n${id}`;

const reasonOf = (e: unknown): string => (e instanceof ServiceError ? `${e.code} ${e.reason}` : messageOf(e));
