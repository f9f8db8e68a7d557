// POST /api/v1/pdf/render, /api/v1/template-render and /api/v1/e-invoice/render: a token, an account, a body to a PDF.
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Accounts, Admitted } from "../accounts/accounts.js";
import { boundsOf } from "../accounts/bounds.js";
import { answerRender, checkMedia, type Renders } from "./answer-render.js";
import type { BodyKind } from "../render/worker-messages.js";
import type { Authenticated, Doorkeeper } from "./auth.js";
import { note } from "./request-log.js";

export { WANTED_TYPE } from "./answer-render.js";

export interface RenderRoutes extends Renders {
  readonly doorkeeper: Doorkeeper;
  readonly accounts: Accounts;
}

/** What the body of each route is. */
const KINDS: Readonly<Record<string, BodyKind>> = {
  "/api/v1/pdf/render": "document",
  "/api/v1/template-render": "template",
  "/api/v1/e-invoice/render": "e_invoice",
};

/** What is known of a request's caller before its body is read. */
interface Admission extends Admitted {
  readonly caller: Authenticated;
}

export function renderRoutes(app: FastifyInstance, { doorkeeper, accounts, ...renders }: RenderRoutes): void {
  const admissions = new WeakMap<FastifyRequest, Admission>();
  for (const [path, kind] of Object.entries(KINDS))
    app.post(path, {
      onRequest: async (req) => {
        const caller = await doorkeeper.check(req.headers.authorization);
        const admitted = caller.unlimited ? { paceMs: 0 } : await accounts.admit(caller.owner);
        checkMedia(req);
        note(req, { owner: caller.owner });
        admissions.set(req, { caller, ...admitted });
      },
      handler: async (req, reply) => {
        const { caller, paceMs } = admissions.get(req)!;
        const { owner, policy, unlimited } = caller;
        try {
          return await answerRender(req, reply, renders, {
            whose: { owner, kind, ...boundsOf(policy) },
            before: async ({ pages }) => {
              if (!unlimited) await accounts.charge(owner, pages);
              if (paceMs > 0) await pause(paceMs);
            },
          });
        } finally {
          admissions.delete(req);
        }
      },
    });
}
