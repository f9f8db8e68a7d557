import { parsedJson } from "../../base/json.js";
import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../core/package.js";
import { FORMS } from "../views/report-form.js";
import { E_INVOICE_EXAMPLES } from "./e-invoice-example.js";
import {
  answer,
  ANYWHERE,
  ARTIFACT,
  BYTES,
  failures,
  OF_RENDERS,
  OF_TOKENS,
  PDF,
  ref,
  REQUEST_ID,
  requestId,
  type Json,
} from "./openapi-answers.js";
import { ARRIVED_FILE, INSPECT_LANGUAGE, INVOICE_FILE, invoicePaths } from "./openapi-e-invoices.js";
import { FORM_PATHS } from "./openapi-forms.js";
import { SIGNATURE_PATHS } from "./openapi-signatures.js";
import type { Operation, Paths, RequestBody } from "./request/operations.js";
import { accepted, IDEMPOTENCY_KEY, OF_JOBS, PREFER } from "./openapi-jobs.js";

const EXAMPLES = {
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

const SHIPPING_LABEL = parsedJson(readFileSync(path.join(packageRoot, "templates/data/shipping_label.minimal.json"), "utf8"));

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

const PDF_OR_JOB = {
  "200": {
    description: "The PDF; where settings.e_invoice.delivery.mode is object, the job",
    headers: PDF["200"].headers,
    content: { ...PDF["200"].content, "application/json": { schema: ref("EInvoiceJob") } },
  },
};

const ACCEPTED = accepted(REQUEST_ID, ref);

export const JOB_ID = {
  name: "job_id",
  in: "path",
  required: true,
  description: "The job's, of the token's owner",
  schema: { type: "string", format: "uuid" },
};

const body: RequestBody = {
  required: true,
  content: { "application/json": { schema: ref("DocumentRequest"), examples: EXAMPLES } },
};

const DOCUMENT_OR_BRIEF: RequestBody = {
  required: true,
  content: {
    "application/json": { schema: { anyOf: [ref("DocumentRequest"), ref("BriefRequest")] }, examples: { ...EXAMPLES, ...BRIEF_EXAMPLES } },
  },
};
const inQuery = (name: string, description: string, schema: Json): Json => ({ name, in: "query", description, schema });
const PAGE = inQuery("page", "The page that is shown, from 1.", { type: "integer", minimum: 1, default: 1 });
const RULES = inQuery("rules", "Further rules, between commas.", { type: "string", enum: ["peppol", "fr_ctc", "peppol,fr_ctc"] });
const PAGES = { "Platen-Pages": { description: "Pages of the document", schema: { type: "integer" } } };
const ONLY_TRUE = { type: "string", enum: ["true"] };

/** A route that shows a document in another form (FH-15). */
function viewPath(
  operationId: Operation["operationId"],
  summary: string,
  parameters: readonly Json[],
  type: string,
  costs: boolean,
): { readonly post: Operation } {
  const schema = type.startsWith("text/") || type.includes("xml") ? { type: "string" } : BYTES;
  const codes = costs ? [...OF_TOKENS, ...OF_RENDERS] : OF_TOKENS.filter((code) => code.startsWith("API-1")).concat(OF_RENDERS);
  return {
    post: {
      operationId,
      summary,
      description: costs ? "Costs the credit of a page." : "Free of charge.",
      tags: ["Render"],
      parameters: [...parameters, requestId],
      requestBody: DOCUMENT_OR_BRIEF,
      responses: {
        "200": { description: summary, headers: { ...REQUEST_ID, ...PAGES }, content: { [type]: { schema } } },
        ...failures(codes),
      },
    },
  };
}

const CHECKED: Json = {
  type: "object",
  properties: {
    ok: { type: "boolean", description: "True if no finding is an error" },
    findings: { type: "array", items: ref("Finding"), description: "Errors, then warnings" },
    accessibility: {
      ...ref("AccessibilityReport"),
      description: "With accessibility=true, unless more than PDF/UA refuses the document",
    },
  },
  required: ["ok", "findings"],
  additionalProperties: false,
};

const VIEW_PATHS: Paths = {
  "/api/v1/check": {
    post: {
      operationId: "check",
      summary: "Check a document",
      description:
        "Errors of the first stage that finds any, and warnings, of a request, a brief, a template or a request with an e-invoice; a refused document is an answer. Free of charge.",
      tags: ["Render"],
      parameters: [
        inQuery("accessibility", "Also reports what breaks WCAG 2.2 AA or PDF/UA; of a template it is refused.", ONLY_TRUE),
        inQuery("format", "The accessibility report alone, in this form; with accessibility=true.", { type: "string", enum: [...FORMS] }),
        requestId,
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { type: "object" }, examples: { ...EXAMPLES, ...BRIEF_EXAMPLES } } },
      },
      responses: {
        "200": {
          description: "The findings, or with format the accessibility report alone",
          headers: REQUEST_ID,
          content: {
            "application/json": { schema: CHECKED },
            "application/pdf": { schema: BYTES },
            "text/html; charset=utf-8": { schema: { type: "string" } },
            "application/ld+json": { schema: { type: "object" } },
          },
        },
        ...failures(OF_TOKENS.filter((code) => code.startsWith("API-1")).concat(OF_RENDERS)),
      },
    },
  },
  "/api/v1/png": viewPath(
    "renderPng",
    "Show a page as PNG",
    [
      PAGE,
      inQuery("dpi", "Pixels per inch.", { type: "number", minimum: 18, maximum: 600, default: 144 }),
      inQuery("width", "Pixels of the width, in place of dpi.", { type: "integer", minimum: 16, maximum: 4000 }),
    ],
    "image/png",
    true,
  ),
  "/api/v1/svg": viewPath("renderSvg", "Show a page as SVG", [PAGE], "image/svg+xml; charset=utf-8", true),
  "/api/v1/text": viewPath(
    "extractText",
    "Text of a document in reading order",
    [
      inQuery("tags", "The structure instead: elements with their texts.", ONLY_TRUE),
      inQuery("artifacts", "Headers, footers and layers too.", ONLY_TRUE),
    ],
    "text/plain; charset=utf-8",
    false,
  ),
};

const OF_JUDGEMENTS = [
  ...(["API-001", "API-002", "API-008", "API-101", "API-102", "API-103"] as const),
  ...(["API-104", "API-415", "API-501", "API-900", "API-999"] as const),
];

export const RENDER_PATHS: Paths = {
  "/api/v1/pdf/render": {
    post: {
      operationId: "renderPdf",
      summary: "Render a document",
      tags: ["Render"],
      parameters: [PREFER, IDEMPOTENCY_KEY, requestId],
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
      parameters: [PREFER, IDEMPOTENCY_KEY, requestId],
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
      parameters: [PREFER, IDEMPOTENCY_KEY, requestId],
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
  ...VIEW_PATHS,
  ...SIGNATURE_PATHS,
  ...FORM_PATHS,
  "/api/v1/e-invoice/validate": {
    post: {
      operationId: "validateEInvoice",
      summary: "Judge an invoice",
      description:
        "The body is an invoice in CII or UBL, or a PDF that carries one. The report is the answer whether the invoice is valid or not, also for XML that is not well-formed. Free of charge.",
      tags: ["Render"],
      parameters: [RULES, requestId],
      requestBody: INVOICE_FILE,
      responses: {
        ...answer("The report, without a job", { type: "object" }),
        ...failures(OF_JUDGEMENTS),
      },
    },
  },
  "/api/v1/e-invoice/inspect": {
    post: {
      operationId: "inspectEInvoice",
      summary: "Decide about an incoming invoice",
      description:
        "The body is a file that arrived, of any kind. The report has a decision, findings with their consequence and remedy, what the pages show of the invoice, its terms, and the answer to its sender. Accept: application/sarif+json answers with SARIF 2.1.0. Parameters are beside a file, fields beside content. Nothing is stored. Free of charge.",
      tags: ["Render"],
      parameters: [
        RULES,
        { name: "language", in: "query", description: "Language of the answer; default: the seller's", schema: INSPECT_LANGUAGE },
        { name: "name", in: "query", description: "Name of the file in the report", schema: { type: "string" } },
        requestId,
      ],
      requestBody: ARRIVED_FILE,
      responses: {
        "200": {
          description: "The report, whatever the file is",
          headers: REQUEST_ID,
          content: {
            "application/json": { schema: ref("InspectReport") },
            "application/sarif+json": { schema: { type: "object" } },
          },
        },
        ...failures(OF_JUDGEMENTS),
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
  "/api/v1/e-invoice/capabilities": {
    get: {
      operationId: "eInvoiceCapabilities",
      summary: "Which e-invoices there are",
      tags: ["Render"],
      security: [],
      parameters: [requestId],
      responses: { ...answer("The registry", { type: "object" }), ...failures(ANYWHERE) },
    },
  },
};

export const SANDBOX_PATHS: Paths = {
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
};
