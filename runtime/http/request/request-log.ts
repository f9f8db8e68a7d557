import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "platen-server/fastify";
import { contextOf, type Facts } from "./context.js";
import { routePattern } from "./route-methods.js";
import type { ServiceError } from "../../errors/errors.js";

export function note(req: FastifyRequest, more: Facts): void {
  const context = contextOf(req);
  context.facts = { ...context.facts, ...more };
}

/** The place is a separate field, without the caller's value; the service's own reasons are complete. */
export function refusalFacts(e: ServiceError): Facts {
  if (!/^API-00|^API-50[24567]/.test(e.code))
    return { code: e.code, message: withoutMethod(e.message), ...(e.reason !== e.message && { reason: e.reason }) };
  const at = /^([a-z_$…][\w.[\]$…-]*): /i.exec(e.reason)?.[1];
  const rest = at === undefined ? e.reason : e.reason.slice(at.length + 2);
  return { code: e.code, ...(at !== undefined && { at: at.slice(0, 300) }), message: withoutFound(rest).slice(0, 300) };
}

/** The method may be any word: a separate field. */
const withoutMethod = (message: string): string => message.replace(/^(the method must be .*; found) \S+$/, "$1 …");

/** Removes quoted strings (even if truncated), found values and characters. */
export const withoutFound = (message: string): string =>
  message
    .replaceAll(/ \(tried .*\)/g, "")
    .replaceAll(/"(?:[^"\\]|\\.)*(?:"|$)/g, "…")
    .replaceAll(/U\+[0-9A-F]{4,6}(?: \([^)]*\)| .(?= |$))?/gu, "…")
    .replaceAll(/(?<![\w-])found (?!.*\bfound\b)[^;]*?(?=; |, (?:it |the |expected|allowed|at most|at least|but |which )|$)/g, "found …");

/** Logs faults without route and duration. */
export const logFault = (log: FastifyBaseLogger, id: string, e: ServiceError): void =>
  log.info({ req_id: id, status: e.status, ...refusalFacts(e) }, "refused");

const PROBES = ["/livez", "/readyz", "/health", "/metrics"];

export function logAnswered(req: FastifyRequest, reply: FastifyReply): void {
  const route = routePattern(req.routeOptions.url) ?? "none";
  const line = {
    method: req.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...contextOf(req).facts,
  };
  if (reply.statusCode >= 500 && !PROBES.includes(route)) req.log.warn(line, "failed");
  else if (reply.statusCode >= 400 && !PROBES.includes(route)) req.log.info(line, "refused");
  else if (PROBES.includes(route)) req.log.debug(line, "answered");
  else req.log.info(line, "answered");
}
