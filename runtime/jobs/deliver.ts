import { messageOf } from "../../base/error.js";
import { ServiceError, unavailable } from "../errors/errors.js";
import type { Log, PooledRender } from "../pool/pool.js";
import { sha256 } from "../einvoice/verdict.js";
import type { InvoiceDelivery, ModelFile } from "../einvoice/delivery.js";
import { ArtifactError, type ArtifactStore } from "../store/artifacts.js";
import { uuidV7 } from "../core/uuid.js";
import { CONTENT_TYPES } from "./describe-job.js";
import type { JobFacts, RequestKey } from "./job-record.js";
import { jobOfKey } from "./request-key.js";
import { type AnyJob, type ArtifactName, type JobRecord, type Jobs, type NewJob, type Stored } from "./jobs.js";

export interface DeliverySettings {
  /** ms per hour of retention */
  readonly retentionHourMs: number;
  /** bytes per owner */
  readonly ownerArtifacts: number;
}

interface Delivered {
  readonly owner: string;
  /** an account is charged */
  readonly pays: boolean;
  readonly tokenId?: string;
  /** bytes as received */
  readonly body: Uint8Array;
  readonly render: PooledRender;
  readonly delivery: InvoiceDelivery;
  readonly requestKey?: RequestKey | null;
  /** throws if abandoned */
  readonly throwIfGone: () => void;
}

/** hours for which an expired job remains readable */
export const REMEMBERED_HOURS = 24;

interface DeliveredJob {
  readonly job: JobRecord;
  /** false if an earlier request created it */
  readonly isNew: boolean;
}

const MODEL = "model";
const modelFacts = ({ bytes, sha256, total }: ModelFile): Pick<JobFacts, "model" | "total"> => ({
  model: { name: MODEL, bytes: bytes.length, sha256 },
  total,
});

export class Deliveries {
  constructor(
    readonly jobs: Jobs,
    readonly artifacts: ArtifactStore,
    readonly settings: DeliverySettings,
    readonly log: Log,
    readonly onPending: () => void,
  ) {}

  /**
   * Writes artifacts, then creates the job and charges its pages in one transaction. A failure removes them: here, or by the sweeper after
   * a crash.
   * @throws ServiceError API-002 for an id or a key of another body, or too many artifacts; API-201 to API-204; API-505 if the object store fails
   */
  async deliver(delivered: Delivered): Promise<DeliveredJob> {
    const { owner, delivery, throwIfGone } = delivered;
    const { jobId } = delivery.terms;
    if (delivery.isThere) return { job: await this.#there(owner, jobId), isNew: false };
    const folder = uuidV7(this.jobs.now());
    await this.jobs.begin(folder);
    let job: NewJob;
    try {
      const artifacts = await this.#write(folder, delivered);
      job = this.#jobOf(folder, artifacts, delivered);
      throwIfGone();
    } catch (e) {
      await this.#discard(folder);
      throw e instanceof ArtifactError ? this.#outOfReach(e) : e;
    }
    // after an interruption the job may exist: the sweeper decides
    if (!(await this.jobs.create(job, delivered.pays))) {
      await this.#discard(folder);
      return { job: await this.#refused(delivered, job), isNew: false };
    }
    if (job.state === "pending") this.onPending();
    return { job: await this.#there(owner, jobId), isNew: true };
  }

  /** Refunds, unless another request was answered with the job. */
  async takeBack(job: JobRecord): Promise<void> {
    if (!(await this.jobs.takeBack(job))) return;
    await this.#discard(job.folder);
  }

  /** Deletes a job and its artifacts. @returns the job; null if there is none */
  async remove(owner: string, id: string): Promise<AnyJob | null> {
    const job = await this.jobs.remove(owner, id);
    if (!job) return null;
    // running work may still write
    if (job.lease !== "") await this.artifacts.removeFolder(job.folder).catch(() => undefined);
    else await this.#discard(job.folder);
    return job;
  }

  async #write(folder: string, { body, render, delivery }: Delivered): Promise<NewJob["artifacts"]> {
    const { xml, xmlSha256, storeRequest, outcome } = delivery;
    const pdfSha256 = outcome?.error ? null : delivery.pdfSha256;
    const report = outcome?.report ?? null;
    const objects: readonly (readonly [ArtifactName, Uint8Array, string])[] = [
      ...(pdfSha256 === null ? [] : ([["pdf", render.pdf, pdfSha256]] as const)),
      ["xml", xml, xmlSha256],
      ...(storeRequest ? ([["request", body, sha256(body)]] as const) : []),
      ...(report ? ([["report", report, sha256(report)]] as const) : []),
    ];
    if (delivery.model) await this.artifacts.put({ folder, name: MODEL }, delivery.model.bytes, "application/json");
    const written = await Promise.allSettled(
      objects.map(async ([name, bytes, hash]): Promise<readonly [ArtifactName, Stored]> => {
        await this.artifacts.put({ folder, name }, bytes, CONTENT_TYPES[name]);
        return [name, { name, bytes: bytes.length, sha256: hash }];
      }),
    );
    // no write follows the removal
    const failed = written.find((w) => w.status === "rejected");
    if (failed) throw failed.reason;
    return Object.fromEntries(written.flatMap((w) => (w.status === "fulfilled" ? [w.value] : [])));
  }

  #jobOf(folder: string, artifacts: NewJob["artifacts"], { owner, tokenId = "", render, delivery, requestKey = null }: Delivered): NewJob {
    const { terms, execution, residency, storeRequest, xmlName, outcome, bodySha256, model } = delivery;
    return {
      owner,
      tokenId,
      requestKey,
      id: terms.jobId,
      state: outcome === null ? "pending" : outcome.error ? "failed" : "completed",
      folder,
      bodySha256,
      facts: { terms, execution, residency, storeRequest, output: render.output, xmlName, ...(model && modelFacts(model)) },
      artifacts,
      outcome: outcome && { valid: outcome.valid, ...(outcome.error && { error: outcome.error }) },
      ttlMs: delivery.ttlHours * this.settings.retentionHourMs,
      rememberMs: REMEMBERED_HOURS * this.settings.retentionHourMs,
      urlMs: delivery.urlSeconds * 1000,
      // failed jobs are free of charge
      pages: outcome?.error ? 0 : render.pages,
      mostBytes: this.settings.ownerArtifacts,
    };
  }

  /** A second request with the same key, or the same id and body, receives the first one's job. */
  async #refused({ owner, delivery, pays, requestKey }: Delivered, job: NewJob): Promise<JobRecord> {
    const first = requestKey ? await jobOfKey(this.jobs, owner, requestKey) : null;
    if (first?.delivery === "object") return first;
    const earlier = await this.jobs.bodyOf(owner, job.id);
    if (earlier === delivery.bodySha256) return this.#there(owner, job.id);
    const at = (field: string, reason: string): ServiceError => new ServiceError("API-002", `settings.e_invoice.${field}: ${reason}`);
    if (earlier !== null) throw at("job_id", "there is a job of this id that another body has made");
    if (job.state === "pending" && (await this.jobs.pendingOf(owner)) >= this.jobs.mostPending)
      throw unavailable(`an owner has at most ${this.jobs.mostPending} (PLATEN_LIMIT_OWNER_JOBS) pending jobs`);
    const bytes = Object.values(job.artifacts).reduce((sum, a) => sum + a.bytes, 0);
    const used = await this.jobs.bytesOf(owner);
    if (used + bytes > job.mostBytes)
      throw at(
        "delivery.mode",
        `the artifacts have ${bytes} bytes, of ${job.mostBytes} that an owner's may have ${used} are taken until jobs expire`,
      );
    if (pays) throw await this.jobs.accounts.refusal(owner, job.pages);
    throw unavailable("an upload was given up before its job was made");
  }

  async #there(owner: string, id: string): Promise<JobRecord> {
    const job = await this.jobs.renewed(owner, id);
    if (!job) throw unavailable("a job was forgotten while it was asked for");
    return job;
  }

  /** The sweeper repeats failed removals. */
  async #discard(folder: string): Promise<void> {
    try {
      if (!(await this.jobs.doom(folder))) return;
      await this.artifacts.removeFolder(folder);
      await this.jobs.endUpload(folder);
    } catch (e) {
      this.log.warn({ reason: messageOf(e) }, "artifacts of no job are left for a sweep");
    }
  }

  #outOfReach(e: ArtifactError): ServiceError {
    this.log.error({ reason: e.message }, "the object store failed");
    return new ServiceError("API-505", "the artifacts cannot be stored at the moment");
  }
}
