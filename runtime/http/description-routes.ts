// GET /, /openapi.json, /openapi.yaml, /docs and /api/v1/e-invoice/capabilities: without external resources.
import type { FastifyInstance } from "platen-server/fastify";
import { stringify } from "platen-server/yaml";
import type { ServiceSettings } from "../core/settings.js";
import { combinations } from "../../compiler/einvoice/container.js";
import { MAX_TTL_HOURS, MAX_URL_SECONDS } from "../../compiler/einvoice/request.js";
import { agentTextRoutes } from "./agent-texts.js";
import { docsRoutes } from "./docs-routes.js";
import { indexRoute } from "./index-route.js";
import { openApi } from "./openapi.js";

/** Supported e-invoices (core contract, GET /api/v1/e-invoice/capabilities). */
const E_INVOICES = {
  schema_version: 1,
  package: "pdfa3_embedded_xml",
  pdfa_profile: "pdfa-3b",
  standards: combinations(),
  delivery_modes: ["inline_pdf", "object"],
  data_residency_modes: ["auto", "eu", "global"],
  validation_levels: ["basic", "strict"],
};
const TIMES = { url_ttl_seconds: { min: 1, max: MAX_URL_SECONDS }, retention_ttl_hours: { min: 1, max: MAX_TTL_HOURS } };

type Described = Pick<ServiceSettings, "baseUrl" | "sandboxRate" | "limits">;

export function descriptionRoutes(app: FastifyInstance, { baseUrl, sandboxRate, limits }: Described): void {
  const document = openApi([baseUrl ?? "/"], sandboxRate > 0);
  const json = JSON.stringify(document);
  indexRoute(app, document);
  let yaml: string | null = null;
  app.get("/openapi.json", (_req, reply) => reply.header("Content-Type", "application/json; charset=utf-8").send(json));
  app.get("/openapi.yaml", (_req, reply) =>
    reply.header("Content-Type", "application/yaml").send((yaml ??= stringify(document, { aliasDuplicateObjects: false }))),
  );
  agentTextRoutes(app);
  app.get("/api/v1/e-invoice/capabilities", () => ({ ...E_INVOICES, limits: { xml_bytes: limits.einvoice_xml_bytes, ...TIMES } }));
  docsRoutes(app, document);
}
