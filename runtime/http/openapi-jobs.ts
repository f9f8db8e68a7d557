// Description of job routes (running, D).
import type { PublicCode } from "../errors/errors.js";
import type { Operation, Paths } from "./request/operations.js";

type Json = Readonly<Record<string, unknown>>;

interface JobParts {
  readonly requestId: Json;
  readonly headers: Json;
  readonly ref: (name: string) => Json;
  readonly failures: (codes: readonly PublicCode[]) => Json;
  readonly jobId: Json;
  readonly artifact: Json;
}

export const OF_JOBS: readonly PublicCode[] = ["API-101", "API-102", "API-103", "API-104", "API-404", "API-900", "API-999"];

const text = { type: "string" };
const query = (name: string, description: string, schema: Json): Json => ({ name, in: "query", description, schema });

export const PREFER = {
  name: "Prefer",
  in: "header",
  description: "respond-async: the answer is a job, which renders later (RFC 7240)",
  schema: text,
};

export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "For a request that makes a job: the same request with the same key finds the job of the first one",
  // quotes around the key do not count
  schema: { ...text, minLength: 1, maxLength: 257, pattern: "^[!-~]+$" },
};

export const accepted = (headers: Json, ref: JobParts["ref"]): Json => ({
  "202": {
    description: "The job, for a request that prefers respond-async",
    headers: {
      ...headers,
      Location: { description: "Address of the job", schema: text },
      "Preference-Applied": { description: "respond-async", schema: text },
    },
    content: { "application/json": { schema: ref("RenderJob") } },
  },
});

export function jobPaths({ requestId, headers, ref, failures, jobId, artifact }: JobParts): Paths {
  const job = { anyOf: [ref("RenderJob"), ref("EInvoiceJob")] };
  const answer = (description: string, schema: Json): Json => ({
    "200": { description, headers, content: { "application/json": { schema } } },
  });
  const operation = (operationId: Operation["operationId"], summary: string, parameters: readonly Json[], responses: Json): Operation => ({
    ...{ operationId, summary, tags: ["Render"], parameters: [...parameters, requestId], responses },
  });
  const list = {
    type: "object",
    properties: {
      items: { type: "array", items: job, description: "In their order" },
      next_cursor: { ...text, description: "Absent on the last page" },
    },
    required: ["items"],
    additionalProperties: false,
  };
  const filters = [
    query("limit", "Items of a page", { type: "integer", minimum: 1, maximum: 200, default: 50 }),
    query("cursor", "The next_cursor of the page before", { ...text, pattern: "^[A-Za-z0-9_-]+$" }),
    query("status", "Of which status", { ...text, enum: ["pending", "completed", "failed"] }),
    query("kind", "Of which kind", { ...text, enum: ["pdf", "template", "e_invoice"] }),
  ];
  const codes = failures([...OF_JOBS, "API-001"]);
  const listCodes = failures([...OF_JOBS.filter((code) => code !== "API-404"), "API-001", "API-002"]);
  return {
    "/api/v1/jobs": {
      get: operation("listJobs", "List jobs, newest first", filters, { ...answer("A page of the list", list), ...listCodes }),
    },
    "/api/v1/jobs/{job_id}": {
      get: {
        ...operation("job", "Read a job, of asynchronous renders and of object deliveries", [jobId], {
          ...answer("The job", job),
          ...codes,
        }),
        description: "Extends the download time of its artifacts.",
      },
      delete: {
        ...operation("deleteJob", "Delete a job with its artifacts", [jobId], { "204": { description: "It is gone", headers }, ...codes }),
        description: "A job that waits or runs ends, without credits and without a callback.",
      },
    },
    "/api/v1/jobs/{job_id}/artifacts/{artifact}": {
      get: operation(
        "jobArtifact",
        "Download an artifact of a job",
        [jobId, { name: "artifact", in: "path", required: true, schema: { ...text, enum: ["pdf", "xml", "request", "report"] } }],
        { ...artifact, ...failures([...OF_JOBS, "API-001", "API-505"]) },
      ),
    },
  };
}
