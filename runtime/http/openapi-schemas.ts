import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../core/package.js";
import { CODES } from "../errors/errors.js";
import { ref, type Json } from "./openapi-answers.js";
import { INVOICE_SCHEMAS } from "./openapi-e-invoices.js";

const text = { type: "string" };

/** @param management schemas of management routes */
export function schemas(management: Json): Json {
  const { $defs: invoiceDefs, $comment: _n, $schema: _d, $id: _i, ...invoice } = schemaOf("e-invoice-settings");
  const { $defs, $comment: _note, $schema: _draft, $id: _id, ...request } = schemaOf("document-request");
  const { $defs: jobDefs, $comment: _jn, $schema: _jd, $id: _ji, ...job } = schemaOf("e-invoice-job");
  const { $defs: renderJobDefs, $comment: _rjn, $schema: _rjd, $id: _rji, ...renderJob } = schemaOf("render-job");
  const { $defs: reportDefs, $comment: _rn, $schema: _rd, $id: _ri, ...report } = schemaOf("e-invoice-report");
  const { $defs: policyDefs, $comment: _pn, $schema: _pd, $id: _pi, ...policy } = schemaOf("token-policy");
  const { $defs: accountDefs, $comment: _an, $schema: _ad, $id: _ai, ...account } = schemaOf("account");
  return {
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
    ...management,
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
  };
}

const schemaOf = (name: string): Json => JSON.parse(readFileSync(path.join(packageRoot, "schemas", `${name}.schema.json`), "utf8")) as Json;

/** Missing fields of a brief are absent; the published schema requires all, as models need it. */
const lenient = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "required" && Array.isArray(value) ? value.filter((name) => name === "kind") : value,
  ) as Json;

function briefSettings($defs: Json): Json {
  const { properties } = $defs["Settings"] as { readonly properties: Json };
  return Object.fromEntries(["profile", "output", "metadata", "security"].map((name) => [name, rewritten(properties[name] as Json)]));
}

const rewritten = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
