// Description of /api/v1/sign and /api/v1/verify (SG-35).
import { answer, BYTES, failures, OF_RENDERS, OF_TOKENS, PDF, ref, requestId, type Json } from "./openapi-answers.js";
import type { Paths } from "./request/operations.js";

const text = (description: string): Json => ({ type: "string", description });
const object = (description: string, properties: Json, required: readonly string[]): Json => ({
  description,
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const described = (name: string, description: string): Json => ({ ...ref(name), description });
const side = (description: string): Json => ({ type: "number", description });

/** @param signature properties of an entry of `settings.signatures` */
export const signatureSchemas = (signature: Json): Json => ({
  SignRequest: object(
    "A PDF file and its signature",
    {
      source: described("FileSource", "The PDF file"),
      signature: object(
        "The signature; without `field` it is put in the only unsigned signature field, or a new one",
        {
          ...signature,
          field: text("Name of a signature field of the file, or of a new one"),
          page: { type: "integer", minimum: 1, default: 1, description: "Page of a new visible signature" },
          box: object(
            "Place of a new visible signature, from the top left of the page as shown, in millimetres",
            { left: side("From the left edge"), top: side("From the upper edge"), width: side("Width"), height: side("Height") },
            ["left", "top", "width", "height"],
          ),
        },
        ["signer"],
      ),
      output: described("OutputSettings", "Delivery of the signed file"),
    },
    ["source", "signature"],
  ),
  VerifyRequest: object(
    "A PDF file, and roots in addition to the service's",
    {
      source: described("FileSource", "The PDF file"),
      trust: { type: "array", maxItems: 100, items: text("Certificates in PEM"), description: "Roots that are trusted" },
    },
    ["source"],
  ),
});

const OF_SIGNATURES = [...OF_TOKENS.filter((code) => !/^API-2/.test(code)), ...OF_RENDERS];

export const SIGNATURE_PATHS: Paths = {
  "/api/v1/sign": {
    post: {
      operationId: "signPdf",
      summary: "Sign a PDF file",
      description: "The signature (PAdES) is appended: the bytes of the file stay. Signers are those of the service. Free of charge.",
      tags: ["Render"],
      parameters: [requestId],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: ref("SignRequest"),
            example: { source: { kind: "asset", key: "contract.pdf" }, signature: { signer: "seal", reason: "Approved" } },
          },
        },
      },
      responses: { ...PDF, ...failures(OF_SIGNATURES) },
    },
  },
  "/api/v1/verify": {
    post: {
      operationId: "verifyPdf",
      summary: "Judge the signatures of a PDF file",
      description: "The report is the answer whatever the signatures are. Nothing that a certificate names is fetched. Free of charge.",
      tags: ["Render"],
      parameters: [requestId],
      requestBody: {
        required: true,
        content: {
          "application/pdf": { schema: BYTES },
          "application/json": { schema: ref("VerifyRequest"), example: { source: { kind: "asset", key: "contract.pdf" } } },
        },
      },
      responses: { ...answer("The report", { type: "object" }), ...failures(OF_SIGNATURES) },
    },
  },
};
