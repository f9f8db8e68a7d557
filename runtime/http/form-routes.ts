// POST /api/v1/form/read and /api/v1/form/fill (FM-52).
import type { FastifyInstance } from "platen-server/fastify";
import { boundsOf } from "../accounts/bounds.js";
import { queryOf } from "./manage/requests.js";
import { answerRender, type Renders } from "./request/answer-render.js";
import type { Doorkeeper } from "./request/auth.js";
import { callerOf } from "./request/context.js";
import { checkFileOrJson, checkMedia, isPdf, PDF_TYPE } from "./request/media-type.js";

interface FormRoutes extends Renders {
  readonly doorkeeper: Doorkeeper;
}

export function formRoutes(app: FastifyInstance, { doorkeeper, ...renders }: FormRoutes): void {
  app.post("/api/v1/form/read", {
    onRequest: async (req) => {
      await doorkeeper.admit(req, "render");
      queryOf(req);
      checkFileOrJson(req, [PDF_TYPE]);
    },
    handler: (req, reply) => {
      const { owner, policy } = callerOf(req);
      const whose = { owner, kind: "read_form" as const, ...boundsOf(policy), isFile: isPdf(req) };
      return answerRender(req, reply, renders, { whose, type: "application/json" });
    },
  });
  app.post("/api/v1/form/fill", {
    onRequest: async (req) => {
      await doorkeeper.admit(req, "render");
      queryOf(req);
      checkMedia(req);
    },
    handler: (req, reply) => {
      const { owner, policy } = callerOf(req);
      return answerRender(req, reply, renders, { whose: { owner, kind: "fill_form", ...boundsOf(policy) } });
    },
  });
}
