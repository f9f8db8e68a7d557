import { isObject } from "../../base/json.js";
import { CODES, type PublicCode } from "../errors/errors.js";

export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json => isObject(value);

export const REQUEST_ID = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
export const requestId = { $ref: "#/components/parameters/RequestId" };
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const SAID: Partial<Record<PublicCode, string>> = {
  "API-001":
    'pages[0].size: did you mean "letter"? found "lettre"; must be one of a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, executive, label_100_100, label_100_150, label_4_6_in',
  "API-002": "pages[0].elements[2].height: must be greater than 0; found -20",
  "API-004": "the document has more than the 50 pages that are allowed",
  "API-007": "pages[0].elements[0].source.payload: the picture has 2048000 bytes, the token's policy allows 1000000",
  "API-008": "the body must have at most 16777216 bytes (PLATEN_MAX_BODY_MB); found 20000000",
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

export function failures(codes: readonly PublicCode[]): Json {
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

export const ANYWHERE: readonly PublicCode[] = ["API-999"];
export const OF_RENDERS: readonly PublicCode[] = [
  ...(["API-001", "API-002", "API-004", "API-007", "API-008", "API-415", "API-501", "API-502", "API-503", "API-504"] as const),
  ...(["API-505", "API-506", "API-507", "API-900"] as const),
  ...ANYWHERE,
];
export const OF_TOKENS: readonly PublicCode[] = ["API-101", "API-102", "API-103", "API-104", "API-201", "API-202", "API-203", "API-204"];

/** A body of bytes; OpenAPI 3.1 has `contentMediaType` for it, which generators do not know (FH-18). */
export const BYTES: Json = { type: "string", format: "binary" };

export const PDF = {
  "200": {
    description: "The PDF",
    headers: {
      ...REQUEST_ID,
      "Content-Disposition": {
        description: "inline, or attachment where settings.output.mode is file, with the file's name",
        schema: { type: "string" },
      },
    },
    content: { "application/pdf": { schema: BYTES } },
  },
};

export const ARTIFACT = {
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
      "application/pdf": { schema: BYTES },
      "application/xml": { schema: { type: "string" } },
      "application/json": { schema: { anyOf: [ref("EInvoiceReport"), ref("EInvoiceRequest")] } },
    },
  },
};

export const answer = (description: string, schema: Json, type = "application/json"): Json => ({
  "200": { description, headers: REQUEST_ID, content: { [type]: { schema } } },
});
