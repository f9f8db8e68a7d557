// POST /api/playground, without a token (core contract, Public sandbox).
import { withinContract, type Limits } from "../../compiler/core/limits.js";
import type { FastifyRequest } from "platen-server/fastify";
import { ServiceError } from "../errors/errors.js";
import type { Handlers } from "./request/operations.js";
import { answerRender, type Renders } from "./request/answer-render.js";
import type { RateLimit } from "./rate.js";
import type { BodyBound } from "./request/traffic.js";

const BODY_BOUND: BodyBound = { bytes: 262_144, setting: null };
const ENDPOINTS = ["pdf-render"];
/** Not a valid owner name: has no assets. */
const whoseOf = (address: string): { readonly owner: string } => ({ owner: `sandbox ${address}` });

interface SandboxRoutes extends Renders {
  readonly rate: RateLimit;
  /** of the service; the contract's hold where they are smaller */
  readonly limits: Limits;
}

export function sandboxHandlers({ rate, limits: given, ...renders }: SandboxRoutes): Handlers<"tryPdf"> {
  const limits = withinContract(given);
  return {
    tryPdf: {
      admit(req: FastifyRequest<{ Querystring: { readonly endpoint?: unknown } }>) {
        const { endpoint } = req.query;
        if (typeof endpoint !== "string" || !ENDPOINTS.includes(endpoint))
          throw new ServiceError("API-404", `the query needs endpoint=${ENDPOINTS.join(" or endpoint=")}`);
        // Authorization is ignored (decisions §3)
        if (!rate.take(req.ip)) throw new ServiceError("API-301", `more than ${rate.most} requests in a minute from this address`);
      },
      handle: (req, reply) => answerRender(req, reply, renders, { whose: { ...whoseOf(req.ip), limits }, bodyBound: BODY_BOUND }),
    },
  };
}
