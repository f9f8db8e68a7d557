// A rendered e-invoice that is to be delivered as an object to a job with its artifacts, whole or not at all.
import { ServiceError, unavailable } from "../errors/errors.js";
import type { Log, PooledRender } from "../pool/pool.js";
import { sha256 } from "../einvoice/verdict.js";
import type { InvoiceDelivery } from "../einvoice/delivery.js";
import { ArtifactError, type ArtifactStore } from "../store/artifacts.js";
import { uuidV7 } from "../core/uuid.js";
import { CONTENT_TYPES } from "./describe-job.js";
import { type ArtifactName, type JobRecord, type Jobs, type NewJob, type Stored } from "./jobs.js";

/** What deliveries need, and their bounds. */
export interface DeliverySettings {
  /** milliseconds that an hour of retention takes */
  readonly retentionHourMs: number;
  /** bytes of artifacts that an owner may have at a time */
  readonly ownerArtifacts: number;
}

/** One delivery. */
export interface Delivered {
  readonly owner: string;
  /** whether an account pays for it */
  readonly pays: boolean;
  /** as it was sent */
  readonly body: Uint8Array;
  readonly render: PooledRender;
  readonly delivery: InvoiceDelivery;
  /** throws where nobody waits for it any more */
  readonly stillWanted: () => void;
}

/** What is told of a job after it has expired, in hours. */
const REMEMBERED_HOURS = 24;

/** A job that an answer tells of. */
export interface DeliveredJob {
  readonly job: JobRecord;
  /** false: an earlier request has made it */
  readonly isNew: boolean;
}

export class Deliveries {
  constructor(
    readonly jobs: Jobs,
    readonly artifacts: ArtifactStore,
    readonly settings: DeliverySettings,
    readonly log: Log,
    /** a pending job was made */
    readonly onPending: () => void,
  ) {}

  /**
   * Writes the artifacts, then makes the job and takes its pages as one. Until then nothing is promised, and what was written is removed again: here, or
   * by whoever sweeps after a crash.
   * @throws ServiceError API-002 for an id that another body has, or too many artifacts; API-201 to API-204; API-505 where the object store fails
   */
  async deliver(delivered: Delivered): Promise<DeliveredJob> {
    const { owner, delivery, stillWanted } = delivered;
    const { jobId } = delivery.terms;
    if (delivery.isThere) return { job: await this.#there(owner, jobId), isNew: false };
    const folder = uuidV7(this.jobs.now());
    await this.jobs.begin(folder);
    let job: NewJob;
    try {
      const artifacts = await this.#write(folder, delivered);
      job = this.#jobOf(folder, artifacts, delivered);
      stillWanted();
    } catch (e) {
      await this.#discard(folder);
      throw e instanceof ArtifactError ? this.#outOfReach(e) : e;
    }
    // where this breaks off nobody knows whether the job is there: what was written stays, and a sweep finds out
    if (!(await this.jobs.create(job, delivered.pays))) {
      await this.#discard(folder);
      return { job: await this.#refused(delivered, job), isNew: false };
    }
    if (job.state === "pending") this.onPending();
    return { job: await this.#there(owner, jobId), isNew: true };
  }

  /** Undoes a job whose answer was not handed to its client, unless another request has been told of it, and gives its pages back. */
  async takeBack(job: JobRecord): Promise<void> {
    if (!(await this.jobs.takeBack(job))) return;
    await this.#discard(job.folder);
  }

  async #write(folder: string, { body, render, delivery }: Delivered): Promise<NewJob["artifacts"]> {
    const { xml, xmlSha256, storeRequest, outcome } = delivery;
    // a job that has failed gives away no PDF
    const pdfSha256 = outcome?.error ? null : delivery.pdfSha256;
    const report = outcome?.report ?? null;
    const objects: readonly (readonly [ArtifactName, Uint8Array, string])[] = [
      ...(pdfSha256 === null ? [] : ([["pdf", render.pdf, pdfSha256]] as const)),
      ["xml", xml, xmlSha256],
      ...(storeRequest ? ([["request", body, sha256(body)]] as const) : []),
      ...(report ? ([["report", report, sha256(report)]] as const) : []),
    ];
    const written = await Promise.allSettled(
      objects.map(async ([name, bytes, hash]): Promise<readonly [ArtifactName, Stored]> => {
        await this.artifacts.put({ folder, name }, bytes, CONTENT_TYPES[name]);
        return [name, { name, bytes: bytes.length, sha256: hash }];
      }),
    );
    // all of them have ended, so that nothing is written after the folder is removed
    const failed = written.find((w) => w.status === "rejected");
    if (failed) throw failed.reason;
    return Object.fromEntries(written.flatMap((w) => (w.status === "fulfilled" ? [w.value] : [])));
  }

  #jobOf(folder: string, artifacts: NewJob["artifacts"], { owner, render, delivery }: Delivered): NewJob {
    const { terms, execution, residency, storeRequest, xmlName, outcome, bodySha256 } = delivery;
    return {
      owner,
      id: terms.jobId,
      state: outcome === null ? "pending" : outcome.error ? "failed" : "completed",
      folder,
      bodySha256,
      facts: { terms, execution, residency, storeRequest, output: render.output, xmlName },
      artifacts,
      outcome: outcome && { valid: outcome.valid, ...(outcome.error && { error: outcome.error }) },
      ttlMs: delivery.ttlHours * this.settings.retentionHourMs,
      rememberMs: REMEMBERED_HOURS * this.settings.retentionHourMs,
      urlMs: delivery.urlSeconds * 1000,
      // what has failed costs nothing
      pages: outcome?.error ? 0 : render.pages,
      mostBytes: this.settings.ownerArtifacts,
    };
  }

  /** Why no job was made; of two requests with one body, the second gets the first one's job. */
  async #refused({ owner, delivery, pays }: Delivered, job: NewJob): Promise<JobRecord> {
    const earlier = await this.jobs.bodyOf(owner, job.id);
    if (earlier === delivery.bodySha256) return this.#there(owner, job.id);
    const at = (field: string, reason: string): ServiceError => new ServiceError("API-002", `settings.e_invoice.${field}: ${reason}`);
    if (earlier !== null) throw at("job_id", "there is a job of this id that another body has made");
    const bytes = Object.values(job.artifacts).reduce((sum, a) => sum + a.bytes, 0);
    const kept = await this.jobs.bytesOf(owner);
    if (kept + bytes > job.mostBytes)
      throw at(
        "delivery.mode",
        `the artifacts have ${bytes} bytes, of ${job.mostBytes} that an owner's may have ${kept} are taken until jobs expire`,
      );
    if (pays) throw await this.jobs.accounts.refusal(owner, job.pages);
    throw unavailable("an upload was given up before its job was made");
  }

  async #there(owner: string, id: string): Promise<JobRecord> {
    const job = await this.jobs.renewed(owner, id);
    if (!job) throw unavailable("a job was forgotten while it was asked for");
    return job;
  }

  /** What fails here is swept later. */
  async #discard(folder: string): Promise<void> {
    try {
      if (!(await this.jobs.doom(folder))) return;
      await this.artifacts.removeFolder(folder);
      await this.jobs.endUpload(folder);
    } catch (e) {
      this.log.warn({ reason: e instanceof Error ? e.message : String(e) }, "artifacts of no job are left for a sweep");
    }
  }

  #outOfReach(e: ArtifactError): ServiceError {
    this.log.error({ reason: e.message }, "the object store failed");
    return new ServiceError("API-505", "the artifacts cannot be kept at the moment");
  }
}
