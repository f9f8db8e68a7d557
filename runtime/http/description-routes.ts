// GET /, /openapi.json, /openapi.yaml, /docs and /api/v1/e-invoice/capabilities: without external resources.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "platen-server/fastify";
import { stringify } from "platen-server/yaml";
import type { ServiceSettings } from "../core/settings.js";
import { combinations } from "../../compiler/einvoice/container.js";
import { MAX_TTL_HOURS, MAX_URL_SECONDS } from "../../compiler/einvoice/request.js";
import { indexRoute } from "./index-route.js";
import { openApi } from "./openapi.js";
import { referencePage } from "./reference/page.js";

/** Files of the reference page. */
const FILES = { "reference.css": "text/css; charset=utf-8", "reference.js": "text/javascript; charset=utf-8" } as const;
/** Own files and requests to this service only, no inline scripts or styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

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
  // created at first request, for a fast start
  let yaml: string | null = null;
  app.get("/openapi.json", (_req, reply) => reply.header("Content-Type", "application/json; charset=utf-8").send(json));
  app.get("/openapi.yaml", (_req, reply) =>
    reply.header("Content-Type", "application/yaml").send((yaml ??= stringify(document, { aliasDuplicateObjects: false }))),
  );
  app.get("/api/v1/e-invoice/capabilities", () => ({ ...E_INVOICES, limits: { xml_bytes: limits.einvoice_xml_bytes, ...TIMES } }));
  let page: string | null = null;
  app.get("/docs", (_req, reply) =>
    reply
      .header("Content-Type", "text/html; charset=utf-8")
      .header("Content-Security-Policy", POLICY)
      .send((page ??= referencePage(document))),
  );
  for (const [name, type] of Object.entries(FILES)) {
    let file: Buffer | null = null;
    app.get(`/docs/${name}`, (_req, reply) =>
      reply.header("Content-Type", type).send((file ??= readFileSync(path.join(import.meta.dirname, "reference", name)))),
    );
  }
}
