// A request's outcome to one line of the log, without anything that a caller has said.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "platen-server/fastify";
import type { ServiceError } from "../errors/errors.js";

/** What a line has beside the request's id, route, status and time. */
type Facts = Readonly<Record<string, string | number>>;

const noted = new WeakMap<FastifyRequest, Facts>();

/** Adds to what the request's line will say. */
export const note = (req: FastifyRequest, facts: Facts): void => void noted.set(req, { ...noted.get(req), ...facts });

/**
 * Code and message of a refusal. Of a document's, the place that the message begins with is a field of its own, and what was found there is a
 * caller's, and stays out; reasons that the service itself gives are written whole.
 */
export function refusalFacts(e: ServiceError): Facts {
  // the service's own: what callers see, and the reason that only the log has
  if (!/^API-00|^API-50[24567]/.test(e.code))
    return { code: e.code, message: withoutMethod(e.message), ...(e.reason !== e.message && { reason: e.reason }) };
  const at = /^([a-z_$…][\w.[\]$…-]*): /i.exec(e.reason)?.[1];
  const rest = at === undefined ? e.reason : e.reason.slice(at.length + 2);
  return { code: e.code, ...(at !== undefined && { at: at.slice(0, 300) }), message: withoutFound(rest).slice(0, 300) };
}

/** A method may be any word: the line of a request that was one has it in a field of its own. */
const withoutMethod = (message: string): string => message.replace(/^(the method must be .*; found) \S+$/, "$1 …");

/**
 * A message without what it quotes of the request, whole or cut off: what stands in quotes, what is said to be found, and characters. What is
 * allowed stays.
 */
export const withoutFound = (message: string): string =>
  message
    .replaceAll(/ \(tried .*\)/g, "")
    .replaceAll(/"(?:[^"\\]|\\.)*(?:"|$)/g, "…")
    .replaceAll(/U\+[0-9A-F]{4,6}(?: \([^)]*\)| .(?= |$))?/gu, "…")
    .replaceAll(/(?<![\w-])found (?!.*\bfound\b)[^;]*?(?=; |, (?:it |the |expected|allowed|at most|at least|but |which )|$)/g, "found …");

/** Of text that was no HTTP, or of a method that Node gives an event of its own: such a request has no route and took no time. */
export const logFault = (log: FastifyBaseLogger, id: string, e: ServiceError): void =>
  log.info({ req_id: id, status: e.status, ...refusalFacts(e) }, "refused");

/** Looks that programs take all the time. */
const PROBES = ["/livez", "/readyz", "/health", "/metrics"];

export function logAnswered(req: FastifyRequest, reply: FastifyReply): void {
  const route = req.routeOptions.url ?? "none";
  const facts = { method: req.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10, ...noted.get(req) };
  if (reply.statusCode >= 500 && !PROBES.includes(route)) req.log.warn(facts, "failed");
  else if (reply.statusCode >= 400 && !PROBES.includes(route)) req.log.info(facts, "refused");
  else if (PROBES.includes(route)) req.log.debug(facts, "answered");
  else req.log.info(facts, "answered");
}
