import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../core/package.js";
import { CODES } from "../errors/errors.js";
import { isJson, ref, type Json } from "./openapi-answers.js";
import { signatureSchemas } from "./openapi-signatures.js";
import { FORM_SCHEMAS } from "./openapi-forms.js";
import { INVOICE_SCHEMAS } from "./openapi-e-invoices.js";

const text = { type: "string" };

/** @param management schemas of management routes */
export function schemas(management: Json): Json {
  return {
    ...published("document-request", "DocumentRequest"),
    ...published("e-invoice-settings", "EInvoiceSettings"),
    ...published("e-invoice-job", "EInvoiceJob"),
    ...published("render-job", "RenderJob"),
    ...published("e-invoice-report", "EInvoiceReport"),
    ...published("inspect-report", "InspectReport"),
    ...published("inspect-policy", "InspectPolicy"),
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
    ...published("finding", "Finding"),
    ...published("accessibility-report", "AccessibilityReport", "Accessibility"),
    ...published("token-policy", "TokenPolicy"),
    ...published("account", "AccountFile"),
    ...management,
    BriefRequest: {
      description: "A brief, and the settings that it may have",
      type: "object",
      properties: {
        brief: lenient(partOf(schemaOf("brief"), "properties", "brief")),
        settings: {
          description: "Settings of the document",
          type: "object",
          properties: briefSettings(),
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
    ...FORM_SCHEMAS,
    ...signatureSchemas(rewritten(partOf(schemaOf("document-request"), "$defs", "SignatureSettings", "properties"))),
    Error: {
      description: "Body of every answer that is not a success",
      type: "object",
      properties: {
        error: { type: "boolean", const: true, description: "Always true" },
        code: { type: "string", enum: Object.keys(CODES), description: "What failed" },
        message: { type: "string", description: "One line: the place in the request, what was found and what is allowed" },
        req_id: { type: "string", description: "X-Request-Id of the answer" },
        ...placeOfRefusal(),
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

/** An object of a schema by its path. */
function partOf(schema: Json, ...names: readonly string[]): Json {
  let part: unknown = schema;
  for (const name of names) part = isJson(part) ? part[name] : undefined;
  if (isJson(part)) return part;
  throw new Error(`the schema has no ${names.join(".")}`);
}

function parsed(text: string, revive?: (key: string, value: unknown) => unknown): Json {
  const value: unknown = JSON.parse(text, revive);
  if (isJson(value)) return value;
  throw new Error("a schema is an object");
}

const schemaOf = (name: string): Json => parsed(readFileSync(path.join(packageRoot, "schemas", `${name}.schema.json`), "utf8"));

/** A published schema under its name, and its definitions. @param prefix of definitions whose names others have too */
function published(file: string, name: string, prefix = ""): Json {
  const { $defs = {}, $comment: _note, $schema: _draft, $id: _id, ...schema } = schemaOf(file);
  const definitions = Object.entries(isJson($defs) ? $defs : {}).map(([own, definition]) => [`${prefix}${own}`, definition]);
  return rewritten({ ...Object.fromEntries(definitions), [name]: schema }, prefix);
}

/** Missing fields of a brief are absent; the published schema requires all, as models need it. */
const lenient = (schema: Json): Json =>
  parsed(JSON.stringify(schema), (key, value) =>
    key === "required" && Array.isArray(value) ? value.filter((name) => name === "kind") : value,
  );

function briefSettings(): Json {
  const properties = partOf(schemaOf("document-request"), "$defs", "Settings", "properties");
  return Object.fromEntries(
    ["profile", "output", "metadata", "security", "direction", "signatures"].map((name) => [name, rewritten(partOf(properties, name))]),
  );
}

/** Properties of a finding that a refusal has too (FH-9). */
function placeOfRefusal(): Json {
  const properties = partOf(schemaOf("finding"), "properties");
  const names = ["path", "line", "column", "found", "allowed", "suggestion", "patch"];
  return Object.fromEntries(names.map((name) => [name, rewritten(partOf(properties, name))]));
}

const rewritten = (schema: Json, prefix = ""): Json =>
  parsed(JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}`), (_key, value) =>
    isJson(value) && Array.isArray(value["prefixItems"]) ? listOf(value) : value,
  );

/** A tuple of one type as a list of that length, which generators of clients know. */
function listOf({ prefixItems, ...tuple }: Json): Json {
  const [first] = prefixItems as readonly Json[];
  return { ...tuple, items: first };
}
