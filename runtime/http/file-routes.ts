// Routes about a PDF file: its signatures (SG-35) and its form (FM-52).
import type { FastifyInstance } from "platen-server/fastify";
import { boundsOf } from "../accounts/bounds.js";
import { queryOf } from "./manage/requests.js";
import { answerRender, type Renders } from "./request/answer-render.js";
import type { Doorkeeper } from "./request/auth.js";
import { callerOf } from "./request/context.js";
import { checkFileOrJson, checkMedia, isPdf, PDF_TYPE } from "./request/media-type.js";

interface FileRoutes extends Renders {
  readonly doorkeeper: Doorkeeper;
  /** files of certificates that the service trusts */
  readonly trust: readonly Uint8Array[];
}

export function fileRoutes(app: FastifyInstance, { doorkeeper, trust, ...renders }: FileRoutes): void {
  /** The answer is the file, changed. */
  const changes = (path: string, work: { readonly kind: "sign" | "fill_form"; readonly signs?: true }): void => {
    app.post(path, {
      onRequest: async (req) => {
        await doorkeeper.admit(req, "render");
        queryOf(req);
        checkMedia(req);
      },
      handler: (req, reply) => {
        const { owner, policy } = callerOf(req);
        return answerRender(req, reply, renders, { whose: { owner, ...work, ...boundsOf(policy) } });
      },
    });
  };
  /** The answer is JSON about the file, which may be the body. */
  const reports = (path: string, work: { readonly kind: "verify" | "read_form"; readonly trust?: readonly Uint8Array[] }): void => {
    app.post(path, {
      onRequest: async (req) => {
        await doorkeeper.admit(req, "render");
        queryOf(req);
        checkFileOrJson(req, [PDF_TYPE]);
      },
      handler: (req, reply) => {
        const { owner, policy } = callerOf(req);
        const whose = { owner, ...work, ...boundsOf(policy), isFile: isPdf(req) };
        return answerRender(req, reply, renders, { whose, type: "application/json" });
      },
    });
  };
  changes("/api/v1/sign", { kind: "sign", signs: true });
  reports("/api/v1/verify", { kind: "verify", trust });
  reports("/api/v1/form/read", { kind: "read_form" });
  changes("/api/v1/form/fill", { kind: "fill_form" });
}
