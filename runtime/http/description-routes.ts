// GET /, /openapi.json, /openapi.yaml and /api/v1/e-invoice/capabilities: without external resources.
import { stringify } from "platen-server/yaml";
import { combinations } from "../../compiler/einvoice/container.js";
import { MAX_TTL_HOURS, MAX_URL_SECONDS } from "../../compiler/einvoice/request/delivery.js";
import type { Limits } from "../../compiler/core/limits.js";
import { indexHandler } from "./index-route.js";
import type { Description } from "./openapi.js";
import type { Handlers } from "./request/operations.js";

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

type OfDescription = "index" | "openApiJson" | "openApiYaml" | "eInvoiceCapabilities";

export function descriptionHandlers(document: Description, limits: Pick<Limits, "einvoice_xml_bytes">): Handlers<OfDescription> {
  const json = JSON.stringify(document);
  let yaml: string | null = null;
  return {
    index: indexHandler(document.paths),
    openApiJson: { handle: (_req, reply) => reply.header("Content-Type", "application/json; charset=utf-8").send(json) },
    openApiYaml: {
      handle: (_req, reply) =>
        reply.header("Content-Type", "application/yaml").send((yaml ??= stringify(document, { aliasDuplicateObjects: false }))),
    },
    eInvoiceCapabilities: { handle: () => ({ ...E_INVOICES, limits: { xml_bytes: limits.einvoice_xml_bytes, ...TIMES } }) },
  };
}
