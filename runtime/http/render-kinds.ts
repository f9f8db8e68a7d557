import type { FastifyRequest } from "platen-server/fastify";
import type { BodyKind } from "../engine/body-kind.js";
import type { RenderJobKind } from "../jobs/types.js";
import { prefersAsync } from "./prefer.js";
import { hasRequestKey } from "./request-key.js";

/** Renders that may be answered with a job (running, D1). */
const JOB_OF_KIND: Readonly<Partial<Record<BodyKind, RenderJobKind>>> = { document: "pdf", template: "template", e_invoice: "e_invoice" };

const isAsync = (req: FastifyRequest): boolean => prefersAsync(req.headers["prefer"]);

/** True if the request may repeat one that made a job; of an e-invoice the body says whether it makes one. */
export const mayRepeat = (req: FastifyRequest, kind: BodyKind): boolean =>
  hasRequestKey(req) && (kind === "e_invoice" || (JOB_OF_KIND[kind] !== undefined && isAsync(req)));

/** Kind of the job that may answer a request; null if only its render does. */
export function jobKindOf(req: FastifyRequest, kind: BodyKind): RenderJobKind | null {
  const jobKind = JOB_OF_KIND[kind];
  return jobKind !== undefined && (isAsync(req) || mayRepeat(req, kind)) ? jobKind : null;
}
