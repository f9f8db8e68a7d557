// The HTTP server without routes: faults, headers, and what every request passes through.
import { METHODS } from "node:http";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "platen-server/fastify";
import { VARIABLES, type ServiceSettings } from "../core/settings.js";
import { errorBody, publicError, ServiceError } from "../errors/errors.js";
import { Cors } from "./cors.js";
import { answerFaults, answerParserError, normalTarget, pathOfTarget, requestId } from "./http-faults.js";
import type { LogOutput } from "./log-output.js";
import { WANTED_TYPE } from "./request/media-type.js";
import type { Metrics } from "./request/metrics.js";
import { logAnswered, logFault, note, refusalFacts } from "./request/request-log.js";
import { RouteMethods, routePattern } from "./request/route-methods.js";
import type { Tracing } from "./request/tracing.js";
import { Traffic } from "./request/traffic.js";

const MB = 1024 * 1024;
/** Headers are small: less time than for bodies. */
const HEADERS_MS = 20_000;

const MAX_PARAMETER = 1 << 16;

/** A server whose routes are added to `app`. */
interface HttpApp {
  readonly app: FastifyInstance;
  /** methods of the routes by path */
  readonly routes: RouteMethods;
  readonly cors: Cors;
}

export function createApp(settings: ServiceSettings, output: LogOutput): HttpApp {
  const routes = new RouteMethods();
  const cors = new Cors(settings.corsOrigin, routes);
  const refuses = (method: string, path: string): ServiceError => wrongMethod(routes, method, path);
  const faultLog = (id: string, e: ServiceError): void => logFault(app.log, id, e);
  const app = Fastify({
    logger: settings.logLevel === "silent" ? false : { level: settings.logLevel, stream: output },
    logController: new LogController({ requestIdLogLabel: "req_id", disableRequestLogging: true }),
    requestTimeout: settings.requestMs,
    // accepts any text as job id, and then does not find it
    routerOptions: { maxParamLength: MAX_PARAMETER },
    // the first hop is the socket
    trustProxy: (_address, hop) => hop < settings.trustProxy,
    genReqId: (req) => requestId(req.headers["x-request-id"]),
    // one path for the router, CORS and the table of methods
    rewriteUrl: (req) => normalTarget(req.url ?? "/"),
    // Node's answer has no envelope: the hook below adds it
    http: {
      requireHostHeader: false,
      headersTimeout: Math.min(HEADERS_MS, settings.requestMs),
      connectionsCheckingInterval: Math.max(50, Math.min(5000, settings.requestMs / 4)),
    },
    forceCloseConnections: "idle",
    clientErrorHandler: (e, socket) => answerParserError(e, socket, refuses, faultLog),
    frameworkErrors: (_e, req, reply) => {
      reply.header("X-Request-Id", req.id);
      cors.allow(req, reply);
      const refusal = new ServiceError("API-001", "the URL is not valid");
      faultLog(req.id, refusal);
      void send(reply, req, refusal);
    },
  });
  app.server.maxConnections = settings.connections;
  app.addHook("onRoute", ({ url, method }) => routes.add(url, [method].flat()));
  answerFaults(app.server, refuses, faultLog);
  for (const method of METHODS) if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.removeAllContentTypeParsers();
  // handlers read bodies within limits
  app.addContentTypeParser("*", (_req, _body, done) => done(null, undefined));
  return { app, routes, cors };
}

/** Hooks of every request. @returns the bound of bodies and answers in flight, which the hooks keep */
export function observe(
  { app, routes, cors }: HttpApp,
  settings: ServiceSettings,
  { metrics, tracing }: { readonly metrics: Metrics; readonly tracing: Tracing },
): Traffic {
  app.addHook("onRequest", (req, reply, done) => {
    tracing.begin(req);
    reply.header("X-Request-Id", req.id);
    reply.header("X-Content-Type-Options", "nosniff");
    reply.header("Cache-Control", "no-store");
    if (req.headers.host === undefined && req.raw.httpVersion === "1.1") {
      reply.header("Connection", "close");
      return done(new ServiceError("API-001", "the header Host is missing"));
    }
    // the type of no body: Fastify refuses a malformed one
    if (req.method === "DELETE" && !["content-length", "transfer-encoding"].some((name) => name in req.headers))
      delete req.raw.headers["content-type"];
    if (cors.allow(req, reply) && cors.preflight(req, reply)) return;
    // refuse before the body is read
    if (req.is404) return done(wrongMethod(routes, req.method, pathOfTarget(req.url)));
    done();
  });
  const traffic = new Traffic({ bytes: settings.bodyLimit, setting: VARIABLES.bodyLimit }, settings.trafficMb * MB, settings.requestMs);
  app.addHook("onSend", async (req, reply) => traffic.drain(req.raw, reply.raw));
  app.addHook("onResponse", async (req, reply) => {
    metrics.answered(routePattern(req.routeOptions.url), req.method, reply.statusCode, reply.elapsedTime);
    logAnswered(req, reply);
    tracing.end(req, reply);
  });
  app.setErrorHandler((e, req, reply) => {
    const error = asServiceError(e, req);
    metrics.refused(error.code);
    note(req, refusalFacts(error));
    return send(reply, req, error);
  });
  return traffic;
}

/** Refusal of a path without such a method. */
function wrongMethod(routes: RouteMethods, method: string, path: string): ServiceError {
  const allowed = routes.of(path);
  // its target is a host, and proxying is not supported
  if (!allowed && method !== "CONNECT") {
    const near = routes.near(path);
    return new ServiceError("API-404", `the route does not exist${near === undefined ? "" : `; did you mean ${near}?`}`);
  }
  const names = [...(allowed ?? [])].sort().join(", ");
  const e = new ServiceError(
    "API-405",
    names === ""
      ? `there is no method ${method.slice(0, 40)} here`
      : `the method must be ${names.replaceAll(", ", " or ")} here; found ${method.slice(0, 40)}`,
  );
  e.allow = names;
  return e;
}

function asServiceError(e: unknown, req: FastifyRequest): ServiceError {
  const code = e instanceof Error && "code" in e ? e.code : undefined;
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new ServiceError("API-415", WANTED_TYPE);
  if (typeof code === "string" && code.startsWith("FST_ERR_CTP")) return new ServiceError("API-001", "the body could not be read");
  const error = publicError(e);
  if (error.code === "API-999" && !(e instanceof ServiceError)) req.log.error(e);
  return error;
}

function send(reply: FastifyReply, req: FastifyRequest, e: ServiceError): FastifyReply {
  if (e.allow !== null) reply.header("Allow", e.allow);
  reply.headers(e.headers);
  return reply.code(e.status).header("Content-Type", "application/json").send(errorBody(e, req.id));
}
