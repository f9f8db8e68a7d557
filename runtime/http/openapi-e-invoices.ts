import { CII_PROFILES, UBL_PROFILES } from "../../compiler/einvoice/model/room.js";
import { LANGUAGES } from "../../compiler/einvoice/show/labels/table.js";
import { BYTES } from "./openapi-answers.js";
import type { Paths, RequestBody } from "./request/operations.js";
import { ARRIVED_TYPES, FILE_TYPES } from "./request/media-type.js";

type Json = Readonly<Record<string, unknown>>;
const text = { type: "string" };
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const bodiesOf = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: type.endsWith("xml") ? text : BYTES }]));
const FILES: Json = bodiesOf(FILE_TYPES);
/** A file, or one in JSON for clients that send nothing else (FH-18). */
export const INVOICE_FILE: RequestBody = {
  required: true,
  content: {
    ...FILES,
    "application/json": { schema: ref("EInvoiceFile"), examples: { xml: { summary: "XML", value: { xml: "<Invoice/>" } } } },
  },
};

/** A file that arrived, or one in JSON with a policy (IN-36). */
export const ARRIVED_FILE: RequestBody = {
  required: true,
  content: {
    ...bodiesOf(ARRIVED_TYPES),
    "application/json": {
      schema: ref("EInvoiceInspectRequest"),
      examples: {
        policy: { summary: "A file with a policy", value: { content: "PEludm9pY2UvPg==", name: "a.xml", policy: { law: "de" } } },
      },
    },
  },
};

/** @param failures of the routes, by status @param pdf answer that is a PDF */
export const invoicePaths = (parameters: readonly Json[], headers: Json, failures: Json, pdf: Json): Paths => ({
  "/api/v1/e-invoice/read": {
    post: {
      operationId: "readEInvoice",
      summary: "Read an e-invoice as data",
      description:
        "CII or UBL, or the invoice that a PDF carries, becomes the terms of EN 16931. It is not judged; what has no term is in left_out.",
      tags: ["Render"],
      parameters,
      requestBody: INVOICE_FILE,
      responses: {
        "200": { description: "The terms", headers, content: { "application/json": { schema: ref("EInvoiceRead") } } },
        ...failures,
      },
    },
  },
  "/api/v1/e-invoice/write": {
    post: {
      operationId: "writeEInvoice",
      summary: "Write an e-invoice's XML from data",
      description:
        "Absent sums are worked out. At the level strict, which is the default, a broken rule refuses it with the path of its term. Accept: application/json answers with the findings that do not refuse it, such as the terms that profile_loss leaves out.",
      tags: ["Render"],
      parameters,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: ref("EInvoiceWriteRequest"),
            examples: { xrechnung: { summary: "An XRechnung in UBL", value: EXAMPLE } },
          },
        },
      },
      responses: {
        "200": {
          description: "The XML; with its findings for a request that accepts JSON and not XML",
          headers,
          content: { "application/xml": { schema: text }, "application/json": { schema: ref("EInvoiceWritten") } },
        },
        ...failures,
      },
    },
  },
  "/api/v1/e-invoice/show": {
    post: {
      operationId: "showEInvoice",
      summary: "Show an e-invoice",
      description:
        "Every term of an invoice in CII, UBL, a PDF that carries one, or as data becomes a row of a tagged PDF (PDF/UA-1). It is not judged. language and attach are parameters beside a file, fields beside data.",
      tags: ["Render"],
      parameters: [
        ...parameters,
        { name: "language", in: "query", description: "Language of the labels, beside a file", schema: LANGUAGE },
        { name: "attach", in: "query", description: "PDF/A-3b with the XML inside, beside a file", schema: ATTACH },
      ],
      requestBody: {
        required: true,
        content: { ...FILES, "application/json": { schema: ref("EInvoiceShowRequest"), examples: SHOW_EXAMPLES } },
      },
      responses: { ...pdf, ...failures },
    },
  },
});

const LANGUAGE = { type: "string", enum: LANGUAGES, default: "en" };
export const INSPECT_LANGUAGE = { type: "string", enum: LANGUAGES };
const ATTACH = { type: "boolean", default: false };

const EXAMPLE = {
  syntax: "ubl",
  profile: "xrechnung",
  invoice: {
    invoice_number: "2026-042",
    invoice_issue_date: "2026-11-26",
    invoice_currency_code: "EUR",
    payment_due_date: "2026-12-26",
    buyer_reference: "04011000-12345-34",
    seller: {
      name: "Tischlerei Holm GmbH",
      vat_identifier: "DE123456789",
      electronic_address: { value: "info@holm.example", scheme: "EM" },
      postal_address: { line_1: "Werkstr. 7", city: "Kiel", post_code: "24103", country_code: "DE" },
      contact: { point: "Jana Holm", telephone_number: "+49 431 1234", email_address: "jana@holm.example" },
    },
    buyer: {
      name: "Stadt Kiel",
      electronic_address: { value: "rechnung@kiel.example", scheme: "EM" },
      postal_address: { line_1: "Rathausplatz 1", city: "Kiel", post_code: "24103", country_code: "DE" },
    },
    delivery: { actual_delivery_date: "2026-11-20" },
    payment_instructions: { payment_means_type_code: "58", credit_transfers: [{ payment_account_identifier: "DE89370400440532013000" }] },
    lines: [
      { quantity: 3, unit_code: "C62", price: { net: "149.90" }, vat: { category_code: "S", rate: 19 }, item: { name: "Regal" } },
      { quantity: "2.5", unit_code: "HUR", price: { net: 60 }, vat: { category_code: "S", rate: 19 }, item: { name: "Montage" } },
    ],
  },
};

const SHOW_EXAMPLES = {
  german: { summary: "An invoice as data, with German labels", value: { invoice: EXAMPLE.invoice, language: "de" } },
};

export const INVOICE_SCHEMAS: Json = {
  EInvoiceShowRequest: {
    description: "Body of the e-invoice show route: the invoice as data",
    type: "object",
    properties: {
      invoice: { ...ref("InvoiceModel"), description: "Terms of the invoice" },
      language: { ...LANGUAGE, description: "Language of the labels" },
      attach: { ...ATTACH, description: "PDF/A-3b with the XML inside" },
    },
    required: ["invoice"],
    additionalProperties: false,
  },
  EInvoiceInspectRequest: {
    description: "Body of the e-invoice inspect route: a file with what is said about it",
    type: "object",
    properties: {
      content: { ...text, description: "The file, in base64" },
      name: { ...text, description: "Name of the file in the report" },
      language: { ...INSPECT_LANGUAGE, description: "Language of the answer; default: the seller's" },
      rules: { type: "array", items: { type: "string", enum: ["peppol", "fr_ctc"] }, description: "Further rules" },
      policy: { ...ref("InspectPolicy"), description: "Law, effects of rules, today, own and known numbers" },
    },
    required: ["content"],
    additionalProperties: false,
  },
  EInvoiceFile: {
    description: "An e-invoice's file in JSON: exactly one of its fields",
    type: "object",
    properties: {
      xml: { ...text, description: "CII or UBL" },
      pdf: { ...text, description: "A PDF that carries one, in base64" },
    },
    additionalProperties: false,
  },
  EInvoiceWriteRequest: {
    description: "Body of the e-invoice write route",
    type: "object",
    properties: {
      invoice: { ...ref("InvoiceModel"), description: "Terms of the invoice" },
      syntax: { type: "string", enum: ["cii", "ubl"], description: "Syntax of the XML" },
      profile: {
        type: "string",
        enum: [...new Set([...CII_PROFILES, ...UBL_PROFILES])],
        description: `In CII ${CII_PROFILES.join(", ")}; in UBL ${UBL_PROFILES.join(", ")}. Default: that of the specification identifier (BT-24), else en16931`,
      },
      profile_loss: {
        type: "string",
        enum: ["refuse", "allow"],
        default: "refuse",
        description: "Terms without a place in the profile: refused with their name, or left out",
      },
      validation: {
        type: "object",
        description: "Validation of the XML",
        properties: {
          level: { type: "string", enum: ["strict", "basic"], default: "strict", description: "basic writes an invalid invoice too" },
          rule_sets: {
            type: "array",
            items: { type: "string", enum: ["peppol", "fr_ctc"] },
            description: "Further rules, at the level strict",
          },
        },
        additionalProperties: false,
      },
    },
    required: ["invoice", "syntax"],
    additionalProperties: false,
  },
  EInvoiceWritten: {
    description: "XML of an invoice, and what was found in it",
    type: "object",
    properties: {
      xml: { ...text, description: "The XML" },
      findings: {
        type: "array",
        items: ref("ReportFinding"),
        description: "Warnings; at the level basic errors too. PROFILE-LOSS is a term that was left out",
      },
    },
    required: ["xml", "findings"],
    additionalProperties: false,
  },
  EInvoiceRead: {
    description: "Terms of an e-invoice's XML",
    type: "object",
    properties: {
      schema_version: { type: "integer", const: 1, description: "Version of this schema" },
      syntax: { type: "string", enum: ["cii", "ubl"], description: "Syntax of the XML" },
      document: { type: "string", enum: ["invoice", "credit_note"], description: "By root element or type code" },
      profile: { type: ["string", "null"], description: "That of the guideline; null if it is unknown" },
      guideline: { type: ["string", "null"], description: "Specification identifier (BT-24)" },
      invoice: { ...ref("InvoiceModel"), description: "Terms of the invoice" },
      left_out: {
        type: "array",
        description: "Elements and attributes with a value that no term takes",
        items: {
          type: "object",
          properties: { location: { ...text, description: "XPath" }, value: { ...text, description: "The value" } },
          required: ["location", "value"],
          additionalProperties: false,
        },
      },
    },
    required: ["schema_version", "syntax", "document", "profile", "guideline", "invoice", "left_out"],
    additionalProperties: false,
  },
};
