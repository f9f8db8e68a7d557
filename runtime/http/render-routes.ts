// POST /api/v1/pdf/render, /api/v1/template-render, /api/v1/brief/render, /api/v1/e-invoice/render and /api/v1/e-invoice/show.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "platen-server/fastify";
import type { Accounts } from "../accounts/accounts.js";
import { boundsOf } from "../accounts/bounds.js";
import { uuidV7 } from "../core/uuid.js";
import type { BodyKind } from "../engine/body-kind.js";
import { ServiceError } from "../errors/errors.js";
import { isTemplateId } from "../owner/templates.js";
import type { RenderFor } from "../pool/pool.js";
import { JobAnswers, type JobAnswersOptions } from "./job-answers.js";
import { queryOf } from "./manage/requests.js";
import { jobKindOf, KINDS, mayRepeat } from "./render-kinds.js";
import { answerRender, type Renders } from "./request/answer-render.js";
import type { Doorkeeper } from "./request/auth.js";
import { callerOf, contextOf } from "./request/context.js";
import { checkFileOrJson, checkMedia, isFile } from "./request/media-type.js";
import { admission, charge } from "./request/payment.js";

interface RenderRoutes extends Renders, JobAnswersOptions {
  readonly doorkeeper: Doorkeeper;
  readonly accounts: Accounts;
  readonly maxPages: number;
}

type RenderRequest = FastifyRequest<{ readonly Params: { readonly id?: string } }>;

export function renderRoutes(app: FastifyInstance, options: RenderRoutes): void {
  const { doorkeeper, accounts, deliveries, maxPages } = options;
  const jobs = new JobAnswers(options);

  const whoseOf = (req: RenderRequest, kind: BodyKind): RenderFor => {
    const { owner, policy } = callerOf(req);
    const { id: templateId = "" } = req.params;
    if (kind === "preview" && !isTemplateId(templateId)) throw new ServiceError("API-404", "the template does not exist");
    return {
      owner,
      kind,
      signs: true,
      ...boundsOf(policy),
      ...(kind === "preview" && { templateId }),
      ...(kind === "show" && { show: { isFile: isFile(req), query: { ...(req.query as object) } } }),
      ...(kind === "e_invoice" && { newJobId: uuidV7(deliveries.jobs.now()) }),
    };
  };

  const handle = async (req: RenderRequest, reply: FastifyReply, kind: BodyKind): Promise<FastifyReply> => {
    const { paceMs, payable } = contextOf(req).admission!;
    const whose = whoseOf(req, kind);
    const jobKind = jobKindOf(req, kind);
    const read = jobKind ? await jobs.later(req, reply, jobKind) : undefined;
    if (read === null) return reply;
    // rendering stops at payable pages
    const isPaid = payable < Math.min(whose.maxPages ?? Infinity, maxPages);
    try {
      return await answerRender(req, reply, options, {
        whose: isPaid ? { ...whose, maxPages: payable } : whose,
        ...(read && { body: read.body }),
        paceMs,
        pay: ({ pages }) => charge(req, accounts, pages),
        keepsBody: kind === "e_invoice",
        instead: (render, received) => jobs.delivered(req, render, received, read?.requestKey ?? null),
      });
    } catch (e) {
      throw isPaid && e instanceof ServiceError && e.code === "API-004" ? await accounts.overdrawn(callerOf(req).owner, payable) : e;
    }
  };

  for (const [path, kind] of Object.entries(KINDS))
    app.post<{ readonly Params: { readonly id?: string } }>(path, {
      onRequest: async (req) => {
        const caller = await doorkeeper.admit(req, kind === "preview" ? "manage" : "render");
        if (kind === "preview") queryOf(req);
        contextOf(req).admission = await admission(accounts, caller, mayRepeat(req, kind));
        if (kind === "show") checkFileOrJson(req);
        else checkMedia(req);
      },
      handler: (req, reply) => handle(req, reply, kind),
    });
}
