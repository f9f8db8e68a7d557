// POST /api/v1/e-invoice/validate: the report on an invoice in XML, or on the one that a PDF carries (I19). Free of charge.
import type { FastifyInstance, FastifyRequest } from "platen-server/fastify";
import { RULE_SETS, type RuleSet } from "../../compiler/einvoice/guideline.js";
import { ServiceError, unavailable } from "../errors/errors.js";
import { Abandoned, QUEUE_FULL, type RenderPool } from "../pool/pool.js";
import type { Doorkeeper } from "./auth.js";
import { note } from "./request-log.js";
import type { Traffic } from "./traffic.js";

export interface ValidateRoute {
  readonly doorkeeper: Doorkeeper;
  readonly pool: RenderPool;
  readonly traffic: Traffic;
}

/** Media types of an invoice. */
export const INVOICE_TYPES = ["application/xml", "text/xml", "application/pdf"];

/** To the renderer, which judges in its process. */
export interface VerdictCall {
  readonly judge: Uint8Array;
  readonly ruleSets: readonly RuleSet[];
}

function checkMedia({ headers }: FastifyRequest): void {
  const type = (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  if (!INVOICE_TYPES.includes(type)) throw new ServiceError("API-415", `the Content-Type must be ${INVOICE_TYPES.join(" or ")}`);
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw new ServiceError("API-415", "the Content-Encoding must be identity: compressed bodies are not read");
}

/** @throws ServiceError API-001 for another name */
function ruleSetsOf(given: unknown): readonly RuleSet[] {
  if (given === undefined || given === "") return [];
  const names = (Array.isArray(given) ? given.join(",") : String(given)).split(",");
  return names.map((name) => {
    const found = RULE_SETS.find((set) => set === name.trim());
    if (!found)
      throw new ServiceError("API-001", `rules: must be of ${RULE_SETS.join(", ")}, between commas; found ${name.trim().slice(0, 40)}`);
    return found;
  });
}

export function validateRoute(app: FastifyInstance, { doorkeeper, pool, traffic }: ValidateRoute): void {
  app.post<{ Querystring: { readonly rules?: unknown } }>("/api/v1/e-invoice/validate", {
    onRequest: async (req) => {
      const { owner } = await doorkeeper.check(req.headers.authorization);
      note(req, { owner });
      checkMedia(req);
    },
    handler: async (req, reply) => {
      const ruleSets = ruleSetsOf(req.query.rules);
      const gone = new AbortController();
      reply.raw.once("close", () => {
        if (!reply.raw.writableFinished) gone.abort();
      });
      try {
        traffic.declared(req.raw);
        if (pool.full) throw unavailable(QUEUE_FULL);
        const body = await traffic.read(req.raw, reply.raw);
        const call: VerdictCall = { judge: body, ruleSets };
        return await reply.send(await pool.call(call, gone.signal));
      } catch (e) {
        if (!gone.signal.aborted && !(e instanceof Abandoned)) throw e;
        req.log.info("the client has gone before it was answered");
        return reply.hijack();
      }
    },
  });
}
