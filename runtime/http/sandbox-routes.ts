// POST /api/playground: without a token (core contract, Public sandbox).
import type { FastifyInstance } from "platen-server/fastify";
import { ServiceError } from "../errors/errors.js";
import { answerRender, checkMedia, type Renders } from "./answer-render.js";
import type { RateLimit } from "./rate.js";

/** Bytes of a body. */
const BODY_LIMIT = 262_144;
const ENDPOINTS = ["pdf-render"];
/** Not a valid owner name: no owner's assets. */
const whoseOf = (address: string): { readonly owner: string } => ({ owner: `sandbox ${address}` });

export function sandboxRoutes(app: FastifyInstance, { rate, ...renders }: Renders & { readonly rate: RateLimit }): void {
  app.post<{ Querystring: { readonly endpoint?: unknown } }>("/api/playground", {
    onRequest: async (req) => {
      const { endpoint } = req.query;
      if (typeof endpoint !== "string" || !ENDPOINTS.includes(endpoint))
        throw new ServiceError("API-404", `the query needs endpoint=${ENDPOINTS.join(" or endpoint=")}`);
      // Authorization is ignored (decisions §3)
      if (!rate.take(req.ip)) throw new ServiceError("API-301", `more than ${rate.most} requests in a minute from this address`);
      checkMedia(req);
    },
    handler: (req, reply) => answerRender(req, reply, renders, { whose: whoseOf(req.ip), bodyLimit: BODY_LIMIT }),
  });
}
