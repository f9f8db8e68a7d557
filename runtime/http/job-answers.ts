// Answers of the render routes that are jobs (running, A3, D1, D2).
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import { ServiceError } from "../errors/errors.js";
import { sha256 } from "../einvoice/verdict.js";
import type { Deliveries } from "../jobs/deliver.js";
import { describeAny, describeJob } from "../jobs/describe-job.js";
import type { RequestKey } from "../jobs/job-record.js";
import type { AnyJob } from "../jobs/jobs.js";
import { jobOfKey } from "../jobs/request-key.js";
import type { Submissions } from "../jobs/submit.js";
import type { RenderJobKind } from "../jobs/types.js";
import { inspectJson, MOST_INLINE_BYTES, type InspectedJson } from "../pool/inspect-json.js";
import { Abandoned, type PooledRender } from "../pool/pool.js";
import { prefersAsync } from "./prefer.js";
import { requestKeyOf } from "./request-key.js";
import type { Instead, Received, Renders } from "./request/answer-render.js";
import { unlessGone } from "./request/client-gone.js";
import { callerOf, contextOf } from "./request/context.js";
import { giving } from "./request/refund.js";
import { note } from "./request/request-log.js";

export interface JobAnswersOptions extends Pick<Renders, "pool" | "traffic" | "tracing"> {
  readonly deliveries: Deliveries;
  readonly submissions: Submissions;
  /** "" if not configured */
  readonly base: string;
}

/** Body that was read, of a request that is rendered now. */
interface ReadRequest {
  readonly body: Buffer;
  readonly requestKey: RequestKey | null;
}

export class JobAnswers {
  constructor(readonly options: JobAnswersOptions) {}

  /** Request that is rendered now: of an e-invoice, as an object in any case; null if it was answered with a job. */
  async later(req: FastifyRequest, reply: FastifyReply, kind: RenderJobKind): Promise<ReadRequest | null> {
    const { traffic, deliveries } = this.options;
    const isAsync = prefersAsync(req.headers["prefer"]);
    let now: ReadRequest | null = null;
    await unlessGone(req, reply, async (gone) => {
      const { owner } = callerOf(req);
      traffic.declared(req.raw);
      const body = await traffic.read(req.raw, reply.raw);
      const { refusal, isObjectDelivery } = await this.#inspected(body, owner, gone);
      if (refusal) {
        const error = new ServiceError("API-001", refusal.message, { reason: refusal.logged });
        error.place = refusal.place;
        throw error;
      }
      const isObject = kind === "e_invoice" && isObjectDelivery;
      const key = isObject || isAsync ? requestKeyOf(req) : null;
      const requestKey = key === null ? null : { key, kind, bodySha256: sha256(body) };
      const first = requestKey && (await jobOfKey(deliveries.jobs, owner, requestKey));
      if (first) return this.#answer(req, reply, first);
      const ofAccount = contextOf(req).admission?.refusal;
      if (ofAccount) throw ofAccount;
      if (isObject || !isAsync) {
        now = { body, requestKey };
        return null;
      }
      return this.#answer(req, reply, await this.#submitted(req, kind, { body, requestKey }, gone));
    });
    return now;
  }

  async #inspected(body: Buffer, owner: string, gone: AbortSignal): Promise<InspectedJson> {
    if (body.length <= MOST_INLINE_BYTES) return inspectJson(body);
    return (await this.options.pool.inspect(body, owner, "json", gone)).json!;
  }

  #submitted(req: FastifyRequest, kind: RenderJobKind, { body, requestKey }: ReadRequest, gone: AbortSignal): Promise<AnyJob> {
    const { submissions, tracing } = this.options;
    const { owner, id: tokenId, policy, unlimited } = callerOf(req);
    const trace = tracing.traceparent(req);
    return submissions.submit({ owner, tokenId, kind, body, policy, pays: !unlimited, trace, requestKey, throwIfGone: throwingIf(gone) });
  }

  /** The status is that of the first answer with the job. */
  #answer(req: FastifyRequest, reply: FastifyReply, job: AnyJob): FastifyReply {
    const { deliveries, base } = this.options;
    note(req, { job: job.id });
    if (job.delivery === "async")
      reply.code(202).header("Location", `${base}/api/v1/jobs/${job.id}`).header("Preference-Applied", "respond-async");
    return reply.send(describeAny(job, deliveries.jobs.now(), base));
  }

  /** The job that a render was delivered to; null for delivery in the answer. */
  delivered(req: FastifyRequest, render: PooledRender, received: Received, requestKey: RequestKey | null): Promise<Instead> | null {
    const { delivery } = render;
    return delivery && this.#delivered(req, render, delivery, received, requestKey);
  }

  async #delivered(
    req: FastifyRequest,
    render: PooledRender,
    delivery: NonNullable<PooledRender["delivery"]>,
    { body, gone, turn }: Received,
    requestKey: RequestKey | null,
  ): Promise<Instead> {
    const { traffic, deliveries, base } = this.options;
    const { owner, id: tokenId, unlimited } = callerOf(req);
    // artifacts are in memory until written
    const bytes = render.pdf.length + delivery.xml.length;
    traffic.hold(bytes);
    try {
      await turn();
      const given = { owner, tokenId, pays: !unlimited, body: body!, render, delivery, requestKey, throwIfGone: throwingIf(gone) };
      const { job, isNew } = await deliveries.deliver(given);
      note(req, { job: job.id });
      const giveBack = isNew ? giving(req.log, owner, () => deliveries.takeBack(job)) : () => Promise.resolve();
      return { json: describeJob(job, deliveries.jobs.now(), base), giveBack };
    } finally {
      traffic.release(bytes);
    }
  }
}

const throwingIf = (gone: AbortSignal) => (): void => {
  if (gone.aborted) throw new Abandoned();
};
