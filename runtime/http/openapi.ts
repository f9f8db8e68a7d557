// OpenAPI 3.1 description (core contract, Machine-readable description).
import { readFileSync } from "node:fs";
import path from "node:path";
import { E_INVOICE_EXAMPLES } from "./e-invoice-example.js";
import { managementDescription } from "./openapi-manage.js";
import { accepted, jobPaths, OF_JOBS, PREFER } from "./openapi-jobs.js";
import { INVOICE_SCHEMAS, invoicePaths } from "./openapi-e-invoices.js";
import { CODES, type PublicCode } from "../errors/errors.js";
import { contractVersion, packageRoot } from "../core/package.js";

type Json = Readonly<Record<string, unknown>>;

const REQUEST_ID = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Smallest request, and one with paginated content. */
export const EXAMPLES = {
  "fixed-canvas": {
    summary: "One page, one text",
    value: { pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Hello from Platen" }] }] },
  },
  "flow-document": {
    summary: "Content that paginates itself",
    value: {
      settings: { profile: "pdfa-2b", metadata: { title: "Minutes", language: "en" } },
      flow_document: {
        page_masters: {
          main: {
            size: "a4",
            layout: { page_margin: { top: 20, right: 20, bottom: 20, left: 20 } },
            footer: {
              layout: { height: 10 },
              elements: [{ type: "text", layout: { left: 0, top: 3 }, content: "{page} of {total_pages}" }],
            },
          },
        },
        segments: [
          {
            page_master: "main",
            content: [
              {
                type: "block",
                element: { type: "text", content: "Minutes", style: { font_size: 18, font_weight: "bold" } },
                semantics: { role: "heading", heading_level: 1 },
              },
              { type: "block", element: { type: "text", content: "The meeting began at nine and ended before ten." } },
            ],
          },
        ],
      },
    },
  },
} as const;

const SHIPPING_LABEL = JSON.parse(readFileSync(path.join(packageRoot, "templates/data/shipping_label.minimal.json"), "utf8")) as unknown;

const TEMPLATE_EXAMPLES = {
  "shipping-label": {
    summary: "A label by the template that comes with the service",
    value: { template_id: "shipping_label", data: [SHIPPING_LABEL] },
  },
} as const;

const BRIEF_EXAMPLES = {
  brief: {
    summary: "A title, a paragraph, a table; absent fields have their defaults",
    value: {
      brief: {
        title: "Stock in November",
        parts: [
          { kind: "paragraph", text: "Counted on the last day of the month." },
          {
            kind: "table",
            text: "Stock by article",
            columns: ["Article", "Pieces"],
            rows: [
              ["Ruler", "120"],
              ["Pen", "1,480"],
            ],
          },
        ],
      },
    },
  },
} as const;

/** Example messages. */
const SAID: Partial<Record<PublicCode, string>> = {
  "API-001":
    'pages[0].size: did you mean "letter"? found "lettre"; must be one of a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, executive, label_100_100, label_100_150, label_4_6_in',
  "API-002": "pages[0].elements[2].height: must be greater than 0; found -20",
  "API-004": "the document has more than the 50 pages that are allowed",
  "API-007": "pages[0].elements[0].source.payload: the picture has 2048000 bytes, the token's policy allows 1000000",
  "API-008": "the body is larger than 16777216 bytes",
  "API-101": "the Authorization header is missing or not of the form: Bearer <token>",
  "API-104": "the token needs the scope render",
  "API-201": "the account has no active subscription",
  "API-203": "the render needs 2 page credits, of 100 a day 0 are left",
  "API-301": "more than 60 requests in a minute from this address",
  "API-404": "the route does not exist",
  "API-412": "If-Match is not met: the resource has another ETag",
  "API-415": "the Content-Type must be application/json, in UTF-8",
  "API-501": "the render took longer than 60000 ms",
};

/** Responses by status. */
function failures(codes: readonly PublicCode[]): Json {
  const byStatus = new Map<number, PublicCode[]>();
  for (const code of codes) for (const status of CODES[code].statuses) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => {
      const shown = of.find((c) => SAID[c] !== undefined) ?? of[0]!;
      const message = CODES[shown].redacted ?? SAID[shown] ?? CODES[shown].means;
      return [
        String(status),
        {
          description: of.map((c) => `${c}: ${CODES[c].means}`).join(". "),
          headers: REQUEST_ID,
          content: {
            "application/json": {
              schema: ref("Error"),
              example: { error: true, code: shown, message, req_id: "0b7e9a0e-5c1f-4a43-9c5e-3b9d4d6a2f11" },
            },
          },
        },
      ];
    }),
  );
}

const ANYWHERE: readonly PublicCode[] = ["API-999"];
const OF_RENDERS: readonly PublicCode[] = [
  ...(["API-001", "API-002", "API-004", "API-007", "API-008", "API-415", "API-501", "API-502", "API-503", "API-504"] as const),
  ...(["API-505", "API-506", "API-507", "API-900"] as const),
  ...ANYWHERE,
];
const OF_TOKENS: readonly PublicCode[] = ["API-101", "API-102", "API-103", "API-104", "API-201", "API-202", "API-203", "API-204"];

const PDF = {
  "200": {
    description: "The PDF",
    headers: {
      ...REQUEST_ID,
      "Content-Disposition": {
        description: "inline, or attachment where settings.output.mode is file, with the file's name",
        schema: { type: "string" },
      },
    },
    content: { "application/pdf": { schema: { type: "string", contentMediaType: "application/pdf" } } },
  },
};

const PDF_OR_JOB = {
  "200": {
    description: "The PDF; where settings.e_invoice.delivery.mode is object, the job",
    headers: PDF["200"].headers,
    content: { ...PDF["200"].content, "application/json": { schema: ref("EInvoiceJob") } },
  },
};

const ACCEPTED = accepted(REQUEST_ID, ref);

const JOB_ID = {
  name: "job_id",
  in: "path",
  required: true,
  description: "The job's, of the token's owner",
  schema: { type: "string", format: "uuid" },
};

const ARTIFACT = {
  "200": {
    description: "The artifact, as it was made",
    headers: {
      ...REQUEST_ID,
      "Content-Disposition": {
        description: "As in settings.output for the PDF, else attachment; with the file name",
        schema: { type: "string" },
      },
    },
    content: {
      "application/pdf": { schema: { type: "string", contentMediaType: "application/pdf" } },
      "application/xml": { schema: { type: "string", contentMediaType: "application/xml" } },
      "application/json": { schema: { anyOf: [ref("EInvoiceReport"), ref("EInvoiceRequest")] } },
    },
  },
};

const body = { required: true, content: { "application/json": { schema: ref("DocumentRequest"), examples: EXAMPLES } } };
const requestId = { $ref: "#/components/parameters/RequestId" };

const answer = (description: string, schema: Json, type = "application/json"): Json => ({
  "200": { description, headers: REQUEST_ID, content: { [type]: { schema } } },
});
const text = { type: "string" };

/** @param servers public URLs */
export function openApi(servers: readonly string[], hasSandbox: boolean): Json {
  const { $defs: invoiceDefs, $comment: _n, $schema: _d, $id: _i, ...invoice } = schemaOf("e-invoice-settings");
  const { $defs, $comment: _note, $schema: _draft, $id: _id, ...request } = schemaOf("document-request");
  const { $defs: jobDefs, $comment: _jn, $schema: _jd, $id: _ji, ...job } = schemaOf("e-invoice-job");
  const { $defs: renderJobDefs, $comment: _rjn, $schema: _rjd, $id: _rji, ...renderJob } = schemaOf("render-job");
  const { $defs: reportDefs, $comment: _rn, $schema: _rd, $id: _ri, ...report } = schemaOf("e-invoice-report");
  const { $defs: policyDefs, $comment: _pn, $schema: _pd, $id: _pi, ...policy } = schemaOf("token-policy");
  const { $defs: accountDefs, $comment: _an, $schema: _ad, $id: _ai, ...account } = schemaOf("account");
  const management = managementDescription({
    pdf: PDF,
    renders: [...OF_TOKENS, ...OF_RENDERS],
    requestId,
    headers: REQUEST_ID,
    ref,
    failures,
  });
  const get = (operationId: string, summary: string, responses: Json, tag = "Operations"): Json => ({
    get: { operationId, summary, tags: [tag], security: [], parameters: [requestId], responses: { ...responses, ...failures(ANYWHERE) } },
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
      "/api/v1/pdf/render": {
        post: {
          operationId: "renderPdf",
          summary: "Render a document",
          tags: ["Render"],
          parameters: [PREFER, requestId],
          requestBody: body,
          responses: { ...PDF, ...ACCEPTED, ...failures([...OF_TOKENS, ...OF_RENDERS]) },
        },
      },
      "/api/v1/template-render": {
        post: {
          operationId: "renderTemplate",
          summary: "Render records through a published template",
          description: "Each record becomes a document, and their pages follow each other in one PDF.",
          tags: ["Render"],
          parameters: [PREFER, requestId],
          requestBody: {
            required: true,
            content: { "application/json": { schema: ref("TemplateRequest"), examples: TEMPLATE_EXAMPLES } },
          },
          responses: { ...PDF, ...ACCEPTED, ...failures([...OF_TOKENS, ...OF_RENDERS]) },
        },
      },
      "/api/v1/e-invoice/render": {
        post: {
          operationId: "renderEInvoice",
          summary: "Render an e-invoice",
          description:
            "The PDF/A-3b shows the document, and carries the XML byte for byte. It is the answer, or with the delivery mode object an artifact of a job.",
          tags: ["Render"],
          parameters: [PREFER, requestId],
          requestBody: {
            required: true,
            content: { "application/json": { schema: ref("EInvoiceRequest"), examples: E_INVOICE_EXAMPLES } },
          },
          responses: { ...PDF_OR_JOB, ...ACCEPTED, ...failures([...OF_TOKENS, ...OF_RENDERS]) },
        },
      },
      "/api/v1/brief/render": {
        post: {
          operationId: "renderBrief",
          summary: "Render a brief",
          description: "A flat form of a document, which a person or a language model fills, becomes a tagged document.",
          tags: ["Render"],
          parameters: [requestId],
          requestBody: { required: true, content: { "application/json": { schema: ref("BriefRequest"), examples: BRIEF_EXAMPLES } } },
          responses: { ...PDF, ...failures([...OF_TOKENS, ...OF_RENDERS]) },
        },
      },
      "/api/v1/e-invoice/validate": {
        post: {
          operationId: "validateEInvoice",
          summary: "Judge an invoice",
          description:
            "The body is an invoice in CII or UBL, or a PDF that carries one. The report is the answer whether the invoice is valid or not, also for XML that is not well-formed. Free of charge.",
          tags: ["Render"],
          parameters: [
            {
              name: "rules",
              in: "query",
              description: "Further rules, between commas.",
              schema: { type: "string", enum: ["peppol", "fr_ctc", "peppol,fr_ctc"] },
            },
            requestId,
          ],
          requestBody: {
            required: true,
            content: {
              "application/xml": { schema: { type: "string" } },
              "text/xml": { schema: { type: "string" } },
              "application/pdf": { schema: { type: "string", contentMediaType: "application/pdf" } },
            },
          },
          responses: {
            ...answer("The report, without a job", { type: "object" }),
            ...failures([...OF_JOBS, "API-001", "API-002", "API-415"]),
          },
        },
      },
      ...invoicePaths([requestId], REQUEST_ID, failures([...OF_TOKENS, ...OF_RENDERS]), PDF),
      "/api/v1/e-invoice/jobs/{job_id}": {
        get: {
          operationId: "eInvoiceJob",
          summary: "What has become of an object delivery",
          description: "Asking moves on the time until which artifacts can be downloaded.",
          tags: ["Render"],
          parameters: [JOB_ID, requestId],
          responses: { ...answer("The job", ref("EInvoiceJob")), ...failures([...OF_JOBS, "API-001"]) },
        },
      },
      "/api/v1/e-invoice/jobs/{job_id}/artifacts/{artifact}": {
        get: {
          operationId: "eInvoiceArtifact",
          summary: "Download what an object delivery has made",
          tags: ["Render"],
          parameters: [
            JOB_ID,
            { name: "artifact", in: "path", required: true, schema: { type: "string", enum: ["pdf", "xml", "request", "report"] } },
            requestId,
          ],
          responses: { ...ARTIFACT, ...failures([...OF_JOBS, "API-001", "API-505"]) },
        },
      },
      "/api/v1/e-invoice/capabilities": get(
        "eInvoiceCapabilities",
        "Which e-invoices there are",
        answer("The registry", { type: "object" }),
        "Render",
      ),
      ...jobPaths({ requestId, headers: REQUEST_ID, ref, failures, jobId: JOB_ID, artifact: ARTIFACT }),
      ...management.paths,
      ...(hasSandbox && {
        "/api/playground": {
          post: {
            operationId: "tryPdf",
            summary: "Render a document without a token, to try things",
            description: "A body has at most 262,144 bytes. An Authorization header is ignored.",
            tags: ["Render"],
            security: [],
            parameters: [{ name: "endpoint", in: "query", required: true, schema: { type: "string", enum: ["pdf-render"] } }, requestId],
            requestBody: body,
            responses: { ...PDF, ...failures(["API-301", "API-404", ...OF_RENDERS]) },
          },
        },
      }),
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
      schemas: {
        ...rewritten($defs as Json),
        DocumentRequest: rewritten(request),
        ...rewritten(invoiceDefs as Json),
        EInvoiceSettings: rewritten(invoice),
        ...rewritten(jobDefs as Json),
        EInvoiceJob: rewritten(job),
        ...rewritten(renderJobDefs as Json),
        RenderJob: rewritten(renderJob),
        ...rewritten(reportDefs as Json),
        EInvoiceReport: rewritten(report),
        EInvoiceRequest: {
          description: "A document's description whose settings.e_invoice has the invoice",
          allOf: [
            ref("DocumentRequest"),
            {
              type: "object",
              properties: { settings: { type: "object", properties: { e_invoice: ref("EInvoiceSettings") }, required: ["e_invoice"] } },
              required: ["settings"],
            },
          ],
        },
        ...rewritten(policyDefs as Json),
        TokenPolicy: rewritten(policy),
        ...rewritten(accountDefs as Json),
        AccountFile: rewritten(account),
        ...management.schemas,
        BriefRequest: {
          description: "A brief, and the settings that it may have",
          type: "object",
          properties: {
            brief: lenient((schemaOf("brief")["properties"] as Json)["brief"] as Json),
            settings: {
              description: "Settings of the document",
              type: "object",
              properties: briefSettings($defs as Json),
              additionalProperties: false,
            },
          },
          required: ["brief"],
          additionalProperties: false,
        },
        TemplateRequest: {
          type: "object",
          properties: {
            template_id: { type: "string", description: "One of the owner's published templates, or one that comes with the service" },
            data: { type: "array", minItems: 1, maxItems: 10, items: { type: "object" }, description: "A record for each document" },
            output: {
              type: "object",
              description: "How the PDF is delivered",
              properties: {
                mode: {
                  type: "string",
                  enum: ["binary", "file"],
                  default: "binary",
                  description: "Shown in the browser, or offered as a download",
                },
                file_name: { ...text, description: "Name of the file; .pdf is appended unless it is there" },
              },
              additionalProperties: false,
            },
          },
          required: ["template_id", "data"],
          additionalProperties: false,
        },
        ...INVOICE_SCHEMAS,
        Error: {
          description: "Body of every answer that is not a success",
          type: "object",
          properties: {
            error: { type: "boolean", const: true, description: "Always true" },
            code: { type: "string", enum: Object.keys(CODES), description: "What failed" },
            message: { type: "string", description: "One line: the place in the request, what was found and what is allowed" },
            req_id: { type: "string", description: "X-Request-Id of the answer" },
            findings: { type: "array", items: ref("Finding"), description: "Of a template that was refused" },
          },
          required: ["error", "code", "message", "req_id"],
          additionalProperties: false,
        },
        Status: {
          type: "object",
          properties: {
            status: {
              type: "string",
              enum: ["ok", "starting", "draining", "unavailable"],
              description: "draining: it is stopping; unavailable: the database cannot be used",
            },
          },
          required: ["status"],
          additionalProperties: false,
        },
        Index: {
          type: "object",
          properties: {
            name: { type: "string", const: "platen", description: "The program" },
            version: { ...text, description: "Version of the program" },
            routes: {
              type: "array",
              description: "All routes there are",
              items: {
                type: "object",
                properties: {
                  method: { ...text, description: "Such as GET" },
                  path: { ...text, description: "The path, with its parameters in braces" },
                  summary: { ...text, description: "Purpose of the route" },
                },
                required: ["method", "path", "summary"],
                additionalProperties: false,
              },
            },
          },
          required: ["name", "version", "routes"],
          additionalProperties: false,
        },
        Health: {
          type: "object",
          properties: {
            status: { type: "string", enum: ["ok", "draining"], description: "draining: it is stopping" },
            name: { type: "string", const: "platen", description: "The program" },
            version: { ...text, description: "Version of the program" },
            contract_version: {
              ...text,
              description: "Version of the public contract, as info.version; fields may be added to this answer without a new one",
            },
            runtime_profile: {
              type: "string",
              enum: ["full", "shipping-label"],
              description: "shipping-label: without Flow Documents and named data",
            },
            capabilities: { type: "array", items: text, description: "What this service can do" },
            fonts: { type: "array", items: text, description: "Families that everybody's font_family may name; owners may have more" },
            hyphenation: {
              type: "array",
              items: text,
              description: "Languages (primary subtags of metadata.language) that justified text is hyphenated in",
            },
          },
          required: ["status", "name", "version", "contract_version", "runtime_profile", "capabilities", "fonts", "hyphenation"],
          additionalProperties: false,
        },
      },
    },
  };
}

const schemaOf = (name: string): Json => JSON.parse(readFileSync(path.join(packageRoot, "schemas", `${name}.schema.json`), "utf8")) as Json;

/** The service takes missing fields of a brief as absent; the published schema requires all, as models need it. */
const lenient = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "required" && Array.isArray(value) ? value.filter((name) => name === "kind") : value,
  ) as Json;

function briefSettings($defs: Json): Json {
  const { properties } = $defs["Settings"] as { readonly properties: Json };
  return Object.fromEntries(["profile", "output", "metadata", "security"].map((name) => [name, rewritten(properties[name] as Json)]));
}

const rewritten = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
