// POST /api/v1/sign and /api/v1/verify (SG-35).
import type { FastifyInstance } from "platen-server/fastify";
import { boundsOf } from "../accounts/bounds.js";
import { queryOf } from "./manage/requests.js";
import { answerRender, type Renders } from "./request/answer-render.js";
import type { Doorkeeper } from "./request/auth.js";
import { callerOf } from "./request/context.js";
import { checkFileOrJson, checkMedia, isPdf, PDF_TYPE } from "./request/media-type.js";

interface SignRoutes extends Renders {
  readonly doorkeeper: Doorkeeper;
  /** files of certificates that the service trusts */
  readonly trust: readonly Uint8Array[];
}

export function signRoutes(app: FastifyInstance, { doorkeeper, trust, ...renders }: SignRoutes): void {
  app.post("/api/v1/sign", {
    onRequest: async (req) => {
      await doorkeeper.admit(req, "render");
      queryOf(req);
      checkMedia(req);
    },
    handler: (req, reply) => {
      const { owner, policy } = callerOf(req);
      return answerRender(req, reply, renders, { whose: { owner, kind: "sign", signs: true, ...boundsOf(policy) } });
    },
  });
  app.post("/api/v1/verify", {
    onRequest: async (req) => {
      await doorkeeper.admit(req, "render");
      queryOf(req);
      checkFileOrJson(req, [PDF_TYPE]);
    },
    handler: (req, reply) => {
      const { owner, policy } = callerOf(req);
      const whose = { owner, kind: "verify" as const, ...boundsOf(policy), isFile: isPdf(req), trust };
      return answerRender(req, reply, renders, { whose, type: "application/json" });
    },
  });
}
