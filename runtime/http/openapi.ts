// OpenAPI 3.1 (core contract, Machine-readable description).
import { contractVersion } from "../core/package.js";
import {
  answer,
  ANYWHERE,
  ARTIFACT,
  failures,
  OF_RENDERS,
  OF_TOKENS,
  PDF,
  ref,
  REQUEST_ID,
  requestId,
  type Json,
} from "./openapi-answers.js";
import { jobPaths } from "./openapi-jobs.js";
import { managementDescription } from "./openapi-manage.js";
import { withDefaultsInWords } from "./openapi-defaults.js";
import { JOB_ID, RENDER_PATHS, SANDBOX_PATHS } from "./openapi-renders.js";
import type { Operation, Paths } from "./request/operations.js";
import { schemas } from "./openapi-schemas.js";

const text = { type: "string" };

function get(operationId: Operation["operationId"], summary: string, responses: Json): { readonly get: Operation } {
  const parts = { operationId, summary, tags: ["Operations"], security: [], parameters: [requestId] } as const;
  return { get: { ...parts, responses: { ...responses, ...failures(ANYWHERE) } } };
}

const OPERATION_PATHS: Paths = {
  "/": get("index", "The routes of this service", {
    "200": {
      description: "The routes; as a page for browsers",
      headers: REQUEST_ID,
      content: { "application/json": { schema: ref("Index") }, "text/html": { schema: text } },
    },
  }),
  "/health": get("health", "Version, capabilities and fonts", answer("How the service is", ref("Health"))),
  "/livez": get("livez", "Whether the process answers", answer("It does", ref("Status"))),
  "/readyz": get("readyz", "Whether a render can be answered", {
    ...answer("It can", ref("Status")),
    "503": {
      description: "It is starting or stopping, or its database cannot be used",
      headers: REQUEST_ID,
      content: { "application/json": { schema: ref("Status") } },
    },
  }),
  "/metrics": get("metrics", "Figures for Prometheus", answer("The figures", text, "text/plain; version=0.0.4; charset=utf-8")),
  "/openapi.json": get("openApiJson", "This document", answer("This document", { type: "object" })),
  "/openapi.yaml": get("openApiYaml", "This document as YAML", answer("This document", { type: "object" }, "application/yaml")),
};

/** The document; the routes are registered from its paths. */
export interface Description extends Json {
  readonly paths: Paths;
  readonly components: Readonly<Record<"schemas" | "parameters" | "headers" | "securitySchemes", Json>>;
}

/** @param servers public URLs */
export function openApi(servers: readonly string[], hasSandbox: boolean): Description {
  const management = managementDescription({
    pdf: PDF,
    renders: [...OF_TOKENS, ...OF_RENDERS],
    requestId,
    headers: REQUEST_ID,
    ref,
    failures,
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Platen",
      version: contractVersion,
      summary: "Turns JSON descriptions of documents into PDF",
      description:
        "Pages with exact coordinates, or content that paginates itself, become PDF, PDF/A and PDF/UA. A message begins with the path in the request, followed by what is allowed and what was found.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: servers.map((url) => ({ url })),
    security: [{ bearer: [] }],
    tags: [
      { name: "Render", description: "Documents" },
      { name: "Management", description: "Templates, assets and fonts of the token's owner, with the scope manage" },
      { name: "Administration", description: "Tokens and accounts of every owner, with the scope admin" },
      { name: "Operations", description: "State and capabilities of the service" },
    ],
    paths: {
      ...RENDER_PATHS,
      ...jobPaths({ requestId, headers: REQUEST_ID, ref, failures, jobId: JOB_ID, artifact: ARTIFACT }),
      ...management.paths,
      ...(hasSandbox && SANDBOX_PATHS),
      ...OPERATION_PATHS,
    },
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "platen tokens create makes one" } },
      parameters: {
        RequestId: {
          name: "X-Request-Id",
          in: "header",
          description:
            "Comes back in the answer and in the body of an error; one that is not 1 to 128 visible ASCII characters is replaced",
          schema: { type: "string" },
        },
      },
      headers: { RequestId: { description: "The caller's, or one that was made", schema: { type: "string" } } },
      schemas: withDefaultsInWords(schemas(management.schemas)),
    },
  };
}
