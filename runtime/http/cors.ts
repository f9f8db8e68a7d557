// Cross-origin requests of browsers (Fetch standard; running, F1 to F4): preflights and headers of answers.
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import type { CorsOrigins } from "../core/settings.js";
import { pathOfTarget } from "./http-faults.js";
import type { RouteMethods } from "./request/route-methods.js";

const REQUEST_HEADERS =
  "Authorization, Content-Type, X-Request-Id, Prefer, Idempotency-Key, If-Match, If-None-Match, traceparent, tracestate";
const OF_MCP = "Accept, Mcp-Protocol-Version, Mcp-Session-Id, Last-Event-ID";
const ANSWER_HEADERS = "X-Request-Id, Content-Disposition, ETag, Location, Preference-Applied, Platen-Pages";
const MAX_AGE_S = "600";

const PATHS = ["/api/playground", "/mcp", "/health", "/openapi.json", "/openapi.yaml"];
/** Pages of other origins never administer tokens and accounts. */
const isCovered = (path: string): boolean =>
  PATHS.includes(path) || (path.startsWith("/api/v1/") && path !== "/api/v1/admin" && !path.startsWith("/api/v1/admin/"));

export class Cors {
  /** @param origins null: no header, no preflight */
  constructor(
    readonly origins: CorsOrigins | null,
    readonly routes: RouteMethods,
  ) {}

  /** Sets the headers of an answer. @returns true if the origin may read it */
  allow(req: Pick<FastifyRequest, "url" | "headers">, reply: FastifyReply): boolean {
    if (this.origins === null || !isCovered(pathOfTarget(req.url))) return false;
    if (this.origins !== "*") reply.header("Vary", "Origin");
    const { origin } = req.headers;
    if (origin === undefined || !(this.origins === "*" || this.origins.includes(origin))) return false;
    reply.header("Access-Control-Allow-Origin", this.origins === "*" ? "*" : origin);
    reply.header("Access-Control-Expose-Headers", ANSWER_HEADERS);
    return true;
  }

  /**
   * For an allowed origin and a path with a route.
   * @returns false for any other request
   */
  preflight(req: FastifyRequest, reply: FastifyReply): boolean {
    if (req.method !== "OPTIONS" || req.headers["access-control-request-method"] === undefined) return false;
    const methods = this.routes.of(pathOfTarget(req.url));
    if (!methods) return false;
    reply
      .code(204)
      .header("Access-Control-Allow-Methods", [...methods].sort().join(", "))
      .header("Access-Control-Allow-Headers", pathOfTarget(req.url) === "/mcp" ? `${REQUEST_HEADERS}, ${OF_MCP}` : REQUEST_HEADERS)
      .header("Access-Control-Max-Age", MAX_AGE_S)
      .removeHeader("Access-Control-Expose-Headers")
      .send();
    return true;
  }
}
