// GET /health, /livez, /readyz and /metrics: how the service is, for people and for programs.
import type { FastifyInstance } from "fastify";
import { HYPHENATED } from "../../compiler/text/unicode/hyphenation.js";
import { contractVersion, version } from "../package.js";
import type { RenderPool } from "../render/pool.js";
import type { RuntimeProfile } from "../settings.js";
import type { Metrics } from "./metrics.js";

export interface Operations {
  readonly pool: RenderPool;
  readonly metrics: Metrics;
  readonly state: { readonly draining: boolean };
  readonly profile: RuntimeProfile;
  readonly capabilities: readonly string[];
  readonly families: readonly string[];
}

export function operationRoutes(app: FastifyInstance, { pool, metrics, state, profile, capabilities, families }: Operations): void {
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
  app.get("/readyz", (_req, reply) =>
    reply.code(pool.ready && !state.draining ? 200 : 503).send({ status: state.draining ? "draining" : pool.ready ? "ok" : "starting" }),
  );
  app.get("/metrics", async (_req, reply) => reply.header("Content-Type", metrics.contentType).send(await metrics.text()));
}
