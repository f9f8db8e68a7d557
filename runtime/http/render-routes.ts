// Routes whose answer is a PDF of a request, or a job that makes it.
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import type { Accounts } from "../accounts/accounts.js";
import { boundsOf } from "../accounts/bounds.js";
import { uuidV7 } from "../core/uuid.js";
import type { BodyKind } from "../engine/body-kind.js";
import { ServiceError } from "../errors/errors.js";
import { isTemplateId } from "../owner/templates.js";
import type { RenderFor } from "../pool/pool.js";
import { JobAnswers, type JobAnswersOptions } from "./job-answers.js";
import type { Handlers, Served } from "./request/operations.js";
import { jobKindOf, mayRepeat } from "./render-kinds.js";
import { answerRender, type Renders } from "./request/answer-render.js";
import { callerOf, contextOf } from "./request/context.js";
import { isFile } from "./request/media-type.js";
import { admission, charge } from "./request/payment.js";

interface RenderRoutes extends Renders, JobAnswersOptions {
  readonly accounts: Accounts;
  readonly maxPages: number;
}

type RenderRequest = FastifyRequest<{ readonly Params: { readonly id?: string } }>;

type OfRenders = "renderPdf" | "renderTemplate" | "renderEInvoice" | "renderBrief" | "previewTemplate" | "showEInvoice";

export function renderHandlers(options: RenderRoutes): Handlers<OfRenders> {
  const { accounts, deliveries, maxPages } = options;
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

  const served = (kind: BodyKind, query: Pick<Served, "takesAnyQuery">): Served => ({
    ...query,
    async admit(req) {
      contextOf(req).admission = await admission(accounts, callerOf(req), mayRepeat(req, kind));
    },
    handle: (req: RenderRequest, reply) => handle(req, reply, kind),
  });
  const anyQuery = { takesAnyQuery: true } as const;
  return {
    renderPdf: served("document", anyQuery),
    renderTemplate: served("template", anyQuery),
    renderEInvoice: served("e_invoice", anyQuery),
    renderBrief: served("brief", anyQuery),
    previewTemplate: served("preview", {}),
    showEInvoice: served("show", anyQuery),
  };
}
