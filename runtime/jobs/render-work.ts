import { SentBody } from "../../compiler/request/sent-body.js";
import { UNBOUNDED } from "../accounts/accounts.js";
import { boundsOf } from "../accounts/bounds.js";
import { uuidV7 } from "../core/uuid.js";
import { sha256 } from "../einvoice/verdict.js";
import { ServiceError } from "../errors/errors.js";
import type { RefusalPlace } from "../errors/findings.js";
import { ProcessCrashed, type PooledRender, type RenderFor, type RenderPool } from "../pool/pool.js";
import type { ArtifactStore } from "../store/artifacts.js";
import { CONTENT_TYPES } from "./describe-job.js";
import type { CheckResult, RenderJobRecord, Stored, StoredArtifacts } from "./job-record.js";
import type { RenderJobs } from "./render-jobs.js";
import { BODY } from "./submit.js";

interface RenderWorkSettings {
  readonly maxPages: number;
  /** bytes of an owner's artifacts */
  readonly ownerArtifacts: number;
}

const KINDS: Readonly<Record<RenderJobRecord["kind"], NonNullable<RenderFor["kind"]>>> = {
  pdf: "document",
  template: "template",
  e_invoice: "e_invoice",
};
/** Attempts that end the service or the render process; a document that ends them each time is not rendered. */
const MOST_ATTEMPTS = 5;

/** Bytes of what the error of a job tells of its place. */
const MOST_PLACE = 16_384;

/** Removes a large patch: it has values of the request. */
function withinBound(place: RefusalPlace): RefusalPlace {
  const { patch: _, ...rest } = place;
  return JSON.stringify(place).length <= MOST_PLACE ? place : rest;
}

class BodyDamaged extends Error {}

export class RenderWork {
  constructor(
    readonly renders: RenderJobs,
    readonly artifacts: ArtifactStore,
    readonly pool: Pick<RenderPool, "render">,
    readonly settings: RenderWorkSettings,
    readonly onRendered: (render: PooledRender, job: RenderJobRecord) => void = () => undefined,
  ) {}

  /**
   * Completes the job, or fails it with the synchronous answer's error.
   * @param gone aborted when the lease is lost
   * @throws ServiceError with status 503, ProcessCrashed, ArtifactError, DatabaseError: to be repeated
   */
  async run(job: RenderJobRecord, lease: string, gone: AbortSignal): Promise<CheckResult> {
    if (job.attempts > MOST_ATTEMPTS) return this.#failed(job, lease, new ProcessCrashed());
    let render: PooledRender;
    try {
      render = await this.#rendered(job, gone);
    } catch (e) {
      if (e instanceof BodyDamaged) return this.#failed(job, lease, new ServiceError("API-505", "the job's request cannot be read"));
      if (e instanceof ProcessCrashed && job.attempts < MOST_ATTEMPTS) throw e;
      if (e instanceof ServiceError && e.status !== 503) return this.#failed(job, lease, e);
      throw e;
    }
    const { pdf, pages, output, carried } = render;
    const artifacts: StoredArtifacts = {
      pdf: await this.#put(job, "pdf", lease, pdf),
      ...(carried && { xml: await this.#put(job, "xml", lease, carried.xml) }),
    };
    const facts = { ...job.facts, output, ...(carried && { xmlName: carried.name }) };
    const done = await this.renders.complete(job, lease, { facts, artifacts, pages }, this.settings.ownerArtifacts);
    if (done === "done") {
      this.onRendered(render, job);
      await this.#removeBody(job);
      return "completed";
    }
    await this.#discard(job, artifacts);
    if (done === "lost") return "again";
    const bytes = Object.values(artifacts).reduce((sum, a) => sum + a.bytes, 0);
    const full = `the artifacts have ${bytes} bytes, more than are left of the ${this.settings.ownerArtifacts} that an owner's jobs may have`;
    return this.#failed(job, lease, done === "full" ? new ServiceError("API-002", full) : done);
  }

  async #rendered({ owner, kind, folder, bodySha256, facts }: RenderJobRecord, gone: AbortSignal): Promise<PooledRender> {
    const { jobs } = this.renders;
    const { accounts } = jobs;
    const body = await this.#bodyOf(folder, bodySha256);
    const { payable } = facts.pays ? await accounts.admit(owner) : UNBOUNDED;
    const bounds = boundsOf(facts.policy);
    // rendering stops at payable pages
    const isPaid = payable < Math.min(bounds.maxPages ?? Infinity, this.settings.maxPages);
    const own = { isJob: true, ...(isPaid && { maxPages: payable }), ...(kind === "e_invoice" && { newJobId: uuidV7(jobs.now()) }) };
    try {
      return await this.pool.render(body, { owner, kind: KINDS[kind], signs: true, ...bounds, ...own }, gone);
    } catch (e) {
      throw isPaid && e instanceof ServiceError && e.code === "API-004" ? await accounts.overdrawn(owner, payable) : e;
    }
  }

  async #bodyOf(folder: string, hash: string | null): Promise<SentBody> {
    const bytes = await this.artifacts.get({ folder, name: BODY });
    if (!bytes || sha256(bytes) !== hash) throw new BodyDamaged();
    return new SentBody(bytes);
  }

  /** One object per attempt: a lost lease does no harm. */
  async #put({ folder }: RenderJobRecord, artifact: "pdf" | "xml", lease: string, bytes: Uint8Array): Promise<Stored> {
    const name = `${artifact}.${lease}`;
    await this.artifacts.put({ folder, name }, bytes, CONTENT_TYPES[artifact]);
    return { name, bytes: bytes.length, sha256: sha256(bytes) };
  }

  async #failed(job: RenderJobRecord, lease: string, { code, message, place }: ServiceError): Promise<CheckResult> {
    if (!(await this.renders.fail(job, lease, { code, message, ...(place && withinBound(place)) }))) return "again";
    await this.#removeBody(job);
    return "failed";
  }

  /** The sweeper repeats failed removals. */
  async #removeBody(job: RenderJobRecord): Promise<void> {
    try {
      await this.artifacts.remove({ folder: job.folder, name: BODY });
      await this.renders.bodyRemoved(job);
    } catch {}
  }

  /** Discards the folder of a lost attempt; a deleted job's folder is the sweeper's. */
  async #discard({ folder }: RenderJobRecord, artifacts: StoredArtifacts): Promise<void> {
    for (const { name } of Object.values(artifacts)) await this.artifacts.remove({ folder, name }).catch(() => undefined);
  }
}
