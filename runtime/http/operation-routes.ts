// GET /health, /livez, /readyz and /metrics.
import { messageOf } from "../../base/error.js";
import type { FastifyInstance, FastifyRequest } from "platen-server/fastify";
import { HYPHENATED } from "../../compiler/text/unicode/hyphenation.js";
import { contractVersion, version } from "../core/package.js";
import type { RenderPool } from "../pool/pool.js";
import type { RuntimeProfile } from "../core/settings.js";
import type { Database } from "../store/database.js";
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

export function operationRoutes(app: FastifyInstance, { pool, db, metrics, state, profile, capabilities, families }: Operations): void {
  const fonts = [...new Set(families)].sort((a, b) => (a < b ? -1 : 1));
  app.get("/health", () => ({
    status: state.draining ? "draining" : "ok",
    name: "platen",
    version,
    contract_version: contractVersion,
    runtime_profile: profile,
    capabilities,
    fonts,
    hyphenation: HYPHENATED,
  }));
  app.get("/livez", () => ({ status: "ok" }));
  app.get("/readyz", async (req, reply) => {
    const status = state.draining ? "draining" : !pool.ready ? "starting" : (await stored(req)) ? "ok" : "unavailable";
    return reply.code(status === "ok" ? 200 : 503).send({ status });
  });
  const stored = (req: FastifyRequest): Promise<boolean> =>
    db.check().then(
      () => true,
      (e: unknown) => {
        note(req, { reason: messageOf(e) });
        return false;
      },
    );
  app.get("/metrics", async (_req, reply) => reply.header("Content-Type", metrics.contentType).send(await metrics.text()));
}
