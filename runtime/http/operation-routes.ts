// GET /health, /livez, /readyz and /metrics.
import { messageOf } from "../../base/error.js";
import type { FastifyRequest } from "platen-server/fastify";
import { HYPHENATED } from "../../compiler/text/unicode/hyphenation.js";
import { contractVersion, version } from "../core/package.js";
import type { RenderPool } from "../pool/pool.js";
import type { RuntimeProfile } from "../core/settings.js";
import type { Database } from "../store/database.js";
import type { Handlers } from "./request/operations.js";
import type { Metrics } from "./request/metrics.js";
import { note } from "./request/request-log.js";

interface Operations {
  readonly pool: RenderPool;
  readonly db: Pick<Database, "check">;
  readonly metrics: Metrics;
  readonly state: { readonly draining: boolean };
  readonly profile: RuntimeProfile;
  readonly capabilities: readonly string[];
  readonly families: readonly string[];
}

export function operationHandlers(operations: Operations): Handlers<"health" | "livez" | "readyz" | "metrics"> {
  const { pool, db, metrics, state, profile, capabilities, families } = operations;
  const fonts = [...new Set(families)].sort((a, b) => (a < b ? -1 : 1));
  const stored = (req: FastifyRequest): Promise<boolean> =>
    db.check().then(
      () => true,
      (e: unknown) => {
        note(req, { reason: messageOf(e) });
        return false;
      },
    );
  return {
    health: {
      handle: () => ({
        status: state.draining ? "draining" : "ok",
        name: "platen",
        version,
        contract_version: contractVersion,
        runtime_profile: profile,
        capabilities,
        fonts,
        hyphenation: HYPHENATED,
      }),
    },
    livez: { handle: () => ({ status: "ok" }) },
    readyz: {
      async handle(req, reply) {
        const status = state.draining ? "draining" : !pool.ready ? "starting" : (await stored(req)) ? "ok" : "unavailable";
        return reply.code(status === "ok" ? 200 : 503).send({ status });
      },
    },
    metrics: { handle: async (_req, reply) => reply.header("Content-Type", metrics.contentType).send(await metrics.text()) },
  };
}
