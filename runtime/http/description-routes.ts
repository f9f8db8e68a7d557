// GET /openapi.json, /openapi.yaml and /docs: the service's description for programs and for people, from no address but the service's own.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { stringify } from "yaml";
import type { ServiceSettings } from "../settings.js";
import { openApi } from "./openapi.js";

const require = createRequire(import.meta.url);

/** What the page loads, beside the document: the reference's own files. */
const FILES = { "swagger-ui.css": "text/css; charset=utf-8", "swagger-ui-bundle.js": "text/javascript; charset=utf-8" } as const;

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Platen API</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><div id="reference"></div><script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body>
</html>
`;
const START = `SwaggerUIBundle({ url: "openapi.json", dom_id: "#reference", deepLinking: true, validatorUrl: null });\n`;
/** The page loads what the service gives, and its own styles and pictures, nothing else. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function descriptionRoutes(app: FastifyInstance, { baseUrl, sandboxRate }: Pick<ServiceSettings, "baseUrl" | "sandboxRate">): void {
  const document = openApi([baseUrl ?? "/"], sandboxRate > 0);
  const json = JSON.stringify(document);
  // made when it is first asked for: a start does not wait for it
  let yaml: string | null = null;
  app.get("/openapi.json", (_req, reply) => reply.header("Content-Type", "application/json; charset=utf-8").send(json));
  app.get("/openapi.yaml", (_req, reply) =>
    reply.header("Content-Type", "application/yaml").send((yaml ??= stringify(document, { aliasDuplicateObjects: false }))),
  );
  app.get("/docs", (_req, reply) =>
    reply.header("Content-Type", "text/html; charset=utf-8").header("Content-Security-Policy", POLICY).send(PAGE),
  );
  app.get("/docs/start.js", (_req, reply) => reply.header("Content-Type", "text/javascript; charset=utf-8").send(START));
  for (const [name, type] of Object.entries(FILES)) {
    app.get(`/docs/${name}`, (_req, reply) => {
      const folder = path.dirname(require.resolve("swagger-ui-dist/package.json"));
      return reply.header("Content-Type", type).send(readFileSync(path.join(folder, name)));
    });
  }
}
