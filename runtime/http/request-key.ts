import type { FastifyRequest } from "platen-server/fastify";
import { must } from "../../compiler/help/reason.js";
import { ServiceError } from "../errors/errors.js";
import { REQUEST_KEY } from "../jobs/request-key.js";

const HEADER = "idempotency-key";
const QUOTED = /^"(.*)"$/s;
const KEY = /^[\x21-\x7e]{1,255}$/;

export const hasRequestKey = ({ headers }: FastifyRequest): boolean => headers[HEADER] !== undefined;

/** Reads the header; null without it. @throws ServiceError API-002 for another form (BK-33) */
export function requestKeyOf(req: FastifyRequest): string | null {
  const sent = req.raw.headersDistinct[HEADER] ?? [];
  if (sent.length === 0) return null;
  const wrong = (reason: string): ServiceError => new ServiceError("API-002", `${REQUEST_KEY}: ${reason}`);
  if (sent.length > 1) throw wrong("the header occurs more than once");
  const text = sent[0]!.trim();
  const key = QUOTED.exec(text)?.[1] ?? text;
  if (KEY.test(key)) return key;
  const found = key === "" ? "an empty one" : key.length > 255 ? `${key.length} characters` : "others";
  throw wrong(must("1 to 255 visible ASCII characters without spaces", found).text);
}
