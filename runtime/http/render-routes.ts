// POST /api/v1/pdf/render, /api/v1/template-render, /api/v1/brief/render, /api/v1/e-invoice/render and /api/v1/e-invoice/show.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "platen-server/fastify";
import { UNBOUNDED, type Accounts, type Admitted } from "../accounts/accounts.js";
import { boundsOf } from "../accounts/bounds.js";
import { ServiceError } from "../errors/errors.js";
import { answerRender, checkMedia, unlessGone, type Renders } from "./answer-render.js";
import { checkFileType, FILE_TYPES } from "./e-invoice-routes.js";
import { isJson, mediaTypeOf } from "./media-type.js";
import type { BodyKind } from "../engine/body-kind.js";
import type { Authenticated, Doorkeeper } from "./auth.js";
import { isTemplateId } from "../owner/templates.js";
import { queryOf } from "./manage/requests.js";
import { note } from "./request-log.js";
import { uuidV7 } from "../core/uuid.js";
import { Abandoned, type PooledRender } from "../pool/pool.js";
import type { Deliveries } from "../jobs/deliver.js";
import { describeAny, describeJob } from "../jobs/describe-job.js";
import type { Submissions } from "../jobs/submit.js";
import type { RenderJobKind } from "../jobs/types.js";
import { inspectJson, MOST_INLINE_BYTES } from "../pool/inspect-json.js";
import { prefersAsync } from "./prefer.js";
import type { Received, Instead } from "./answer-render.js";

export { WANTED_TYPE } from "./answer-render.js";

export interface RenderRoutes extends Renders {
  readonly doorkeeper: Doorkeeper;
  readonly accounts: Accounts;
  readonly deliveries: Deliveries;
  readonly submissions: Submissions;
  /** "" if not configured */
  readonly base: string;
  readonly maxPages: number;
}

const KINDS: Readonly<Record<string, BodyKind>> = {
  "/api/v1/pdf/render": "document",
  "/api/v1/template-render": "template",
  "/api/v1/e-invoice/render": "e_invoice",
  "/api/v1/brief/render": "brief",
  "/api/v1/templates/:id/preview": "preview",
  "/api/v1/e-invoice/show": "show",
};

/** Renders that may be answered with a job (running, D1). */
const JOB_KINDS: Readonly<Partial<Record<BodyKind, RenderJobKind>>> = { document: "pdf", template: "template", e_invoice: "e_invoice" };

const isFile = ({ headers }: FastifyRequest): boolean => FILE_TYPES.includes(mediaTypeOf(headers["content-type"]));

function checkShown(req: FastifyRequest): void {
  if (isFile(req)) checkFileType(req);
  else if (isJson(req.headers["content-type"])) checkMedia(req);
  else throw new ServiceError("API-415", `the Content-Type must be ${[...FILE_TYPES, "application/json"].join(", ")}`);
}

/** Caller data known before the body is read. */
interface Admission extends Admitted {
  readonly caller: Authenticated;
}

export function renderRoutes(
  app: FastifyInstance,
  { doorkeeper, accounts, deliveries, submissions, base, maxPages, ...renders }: RenderRoutes,
): void {
  const admissions = new WeakMap<FastifyRequest, Admission>();
  /** Logs failed refunds. */
  const giving = (owner: string, back: () => Promise<void>) => (): Promise<void> =>
    back().catch((e: unknown) =>
      app.log.error(
        { owner, reason: e instanceof Error ? e.message : String(e) },
        "the credits of an answer that was not sent are not given back",
      ),
    );
  /** Null for delivery in the answer. */
  const delivered = (req: FastifyRequest, render: PooledRender, { body, gone, turn }: Received): Promise<Instead> | null => {
    const { delivery } = render;
    if (!delivery) return null;
    const { caller } = admissions.get(req)!;
    return (async () => {
      // artifacts are in memory until written
      const bytes = render.pdf.length + delivery.xml.length;
      renders.traffic.hold(bytes);
      try {
        const stillWanted = (): void => {
          if (gone.aborted) throw new Abandoned();
        };
        await turn();
        const { owner, unlimited } = caller;
        const { job, isNew } = await deliveries.deliver({
          owner,
          tokenId: caller.id,
          pays: !unlimited,
          body: body!,
          render,
          delivery,
          stillWanted,
        });
        note(req, { job: job.id });
        const giveBack = isNew ? giving(owner, () => deliveries.takeBack(job)) : () => Promise.resolve();
        return { json: describeJob(job, deliveries.jobs.now(), base), giveBack };
      } finally {
        renders.traffic.release(bytes);
      }
    })();
  };
  /** Body of an e-invoice that is delivered as an object in any case (running, A3); null if the request was answered. */
  const answeredLater = async (req: FastifyRequest, reply: FastifyReply, kind: RenderJobKind): Promise<Buffer | null> => {
    const { caller } = admissions.get(req)!;
    let body: Buffer | null = null;
    await unlessGone(req, reply, async (gone) => {
      const { owner, id: tokenId, policy, unlimited } = caller;
      renders.traffic.declared(req.raw);
      const read = await renders.traffic.read(req.raw, reply.raw);
      const { refusal, isObjectDelivery } =
        read.length <= MOST_INLINE_BYTES ? inspectJson(read) : (await renders.pool.inspect(read, owner, "json", gone.signal)).json!;
      if (refusal) throw new ServiceError("API-001", refusal.message, { reason: refusal.logged });
      if (kind === "e_invoice" && isObjectDelivery) {
        body = read;
        return null;
      }
      const stillWanted = (): void => {
        if (gone.signal.aborted) throw new Abandoned();
      };
      const trace = renders.tracing.traceparent(req);
      const job = await submissions.submit({ owner, tokenId, kind, body: read, policy, pays: !unlimited, trace, stillWanted });
      note(req, { job: job.id });
      return reply
        .code(202)
        .header("Location", `${base}/api/v1/jobs/${job.id}`)
        .header("Preference-Applied", "respond-async")
        .send(describeAny(job, deliveries.jobs.now(), base));
    });
    return body;
  };
  for (const [path, kind] of Object.entries(KINDS))
    app.post<{ readonly Params: { readonly id?: string } }>(path, {
      onRequest: async (req) => {
        const caller = await doorkeeper.check(req.headers.authorization, kind === "preview" ? "manage" : "render");
        if (kind === "preview") queryOf(req);
        const admitted = caller.unlimited ? UNBOUNDED : await accounts.admit(caller.owner);
        if (kind === "show") checkShown(req);
        else checkMedia(req);
        note(req, { owner: caller.owner });
        admissions.set(req, { caller, ...admitted });
      },
      handler: async (req, reply) => {
        const { caller, paceMs, payable } = admissions.get(req)!;
        const { owner, policy, unlimited } = caller;
        const { id: templateId = "" } = req.params;
        if (kind === "preview" && !isTemplateId(templateId)) throw new ServiceError("API-404", "the template does not exist");
        const jobKind = JOB_KINDS[kind];
        const body = jobKind && prefersAsync(req.headers["prefer"]) ? await answeredLater(req, reply, jobKind) : undefined;
        if (body === null) return reply;
        const bounds = boundsOf(policy);
        // rendering stops at payable pages
        const paid = payable < Math.min(bounds.maxPages ?? Infinity, maxPages);
        try {
          return await answerRender(req, reply, renders, {
            whose: {
              owner,
              kind,
              ...bounds,
              ...(paid && { maxPages: payable }),
              ...(kind === "preview" && { templateId }),
              ...(kind === "show" && { show: { isFile: isFile(req), query: { ...(req.query as object) } } }),
              ...(kind === "e_invoice" && { newJobId: uuidV7(deliveries.jobs.now()) }),
            },
            ...(body && { body }),
            paceMs,
            pay: async ({ pages }) => {
              const paid = unlimited ? null : await accounts.charge(owner, pages);
              return paid && giving(owner, () => accounts.giveBack(owner, paid));
            },
            keepsBody: kind === "e_invoice",
            instead: (render, received) => delivered(req, render, received),
          });
        } catch (e) {
          throw paid && e instanceof ServiceError && e.code === "API-004" ? await accounts.overdrawn(owner, payable) : e;
        } finally {
          admissions.delete(req);
        }
      },
    });
}
