// Description of /api/v1/form/read and /api/v1/form/fill (FM-52).
import { answer, BYTES, failures, OF_RENDERS, OF_TOKENS, PDF, ref, requestId, type Json } from "./openapi-answers.js";
import type { Paths } from "./request/operations.js";

const described = (name: string, description: string): Json => ({ ...ref(name), description });
const flag = (description: string): Json => ({ type: "boolean", default: false, description });
const SOURCE = described("FileSource", "The PDF file");

export const FORM_SCHEMAS: Json = {
  ReadFormRequest: {
    description: "A PDF file whose form is read",
    type: "object",
    properties: { source: SOURCE },
    required: ["source"],
    additionalProperties: false,
  },
  FillFormRequest: {
    description: "A PDF file, and values for its form",
    type: "object",
    properties: {
      source: SOURCE,
      values: {
        type: "object",
        description: "Values by full names, as `values` of the form that is read; null clears, other fields stay",
        additionalProperties: {
          anyOf: [{ type: ["string", "number", "boolean", "null"] }, { type: "array", items: { type: "string" } }],
        },
      },
      flatten: flag("Fields become content of their pages"),
      read_only: flag("Read-only fields are filled in too"),
      output: described("OutputSettings", "Delivery of the filled file"),
    },
    required: ["source"],
    additionalProperties: false,
  },
  Form: {
    description: "The form of a PDF file",
    type: "object",
    properties: {
      form: { enum: ["acroform", "xfa", "none"], description: "Kind of the form" },
      pages: { type: "integer", description: "Number of pages" },
      signed: { type: "boolean", description: "A field is signed" },
      fields: {
        type: "array",
        items: { type: "object" },
        description: "Fields with their kinds, values, options and places in millimetres",
      },
      values: { type: "object", description: "Values by full names of the fields that can be filled in" },
      schema: { type: "object", description: "JSON Schema of the values" },
      warnings: { type: "array", items: { type: "string" }, description: "Parts of the form that cannot be read" },
    },
    required: ["form", "pages", "signed", "fields", "values", "schema", "warnings"],
  },
};

const OF_FORMS = [...OF_TOKENS.filter((code) => !/^API-2/.test(code)), ...OF_RENDERS];
const EXAMPLE = { source: { kind: "asset", key: "application.pdf" } };

export const FORM_PATHS: Paths = {
  "/api/v1/form/read": {
    post: {
      operationId: "readForm",
      summary: "Read the form of a PDF file",
      description: "Fields with their values, and a JSON Schema of the values. Free of charge.",
      tags: ["Render"],
      parameters: [requestId],
      requestBody: {
        required: true,
        content: { "application/pdf": { schema: BYTES }, "application/json": { schema: ref("ReadFormRequest"), example: EXAMPLE } },
      },
      responses: { ...answer("The form", ref("Form")), ...failures(OF_FORMS) },
    },
  },
  "/api/v1/form/fill": {
    post: {
      operationId: "fillForm",
      summary: "Fill in the form of a PDF file",
      description:
        "All values are checked first. The bytes of the file stay, and values with their looks are appended; with `flatten` the file is written anew. Free of charge.",
      tags: ["Render"],
      parameters: [requestId],
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: ref("FillFormRequest"), example: { ...EXAMPLE, values: { "person.name": "Ada", agree: true } } },
        },
      },
      responses: { ...PDF, ...failures(OF_FORMS) },
    },
  },
};
