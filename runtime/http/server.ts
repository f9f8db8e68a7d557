// HTTP requests to answers: routes, authentication, limits and errors.
import { METHODS } from "node:http";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { Tokens } from "./auth.js";
import { contentDisposition } from "./disposition.js";
import { errorBody, publicError, ServiceError } from "../errors.js";
import { storeOf, type CheckedFamily } from "../fonts/font-files.js";
import { answerFaults, answerParserError, pathOfTarget, requestId } from "./http-faults.js";
import { isJson } from "./media-type.js";
import { contractVersion, version } from "../package.js";
import { Abandoned, RenderPool } from "../render/pool.js";
import type { ServiceSettings } from "../settings.js";
import { Traffic } from "./traffic.js";

/** Largest request body (core contract, Limits). */
const BODY_LIMIT = 16 * 1024 * 1024;
const MB = 1024 * 1024;
/** A request's headers are short: they must come sooner than its body. */
const HEADERS_MS = 20_000;
const RENDER = "/api/v1/pdf/render";
const ROUTES: Readonly<Record<string, string>> = { [RENDER]: "POST", "/health": "GET", "/livez": "GET", "/readyz": "GET" };
const WANTED_TYPE = "the Content-Type must be application/json, in UTF-8";
/** Only what works. */
const CAPABILITIES = [
  "layout.fixed_canvas",
  "layout.flow_document",
  "layout.chart",
  "data.projection",
  "output.pdfa",
  "output.pdfua",
  "output.encryption",
];

/** The service with its life cycle. */
export interface Service {
  readonly app: FastifyInstance;
  /** Done when a render can be answered. @throws StartFailure */
  start(): Promise<void>;
  /** Refuses what is new and finishes what runs, until `stopMs` is over; then whatever is left is cut off. */
  stop(): Promise<void>;
  /** ends the render processes at once */
  end(): void;
}

/**
 * The HTTP shell. Order of checks: route and method, authentication, media type, body size, then the request itself (decisions §2).
 * `fonts`: those of the installation's folder.
 */
export function createService(settings: ServiceSettings, token: string, fonts: readonly CheckedFamily[]): Service {
  const tokens = new Tokens(token);
  const families = storeOf(fonts).families.map((f) => f.name);
  const traffic = new Traffic(BODY_LIMIT, settings.trafficMb * MB, settings.requestMs);
  let draining = false;

  const app = Fastify({
    logger: settings.logLevel === "silent" ? false : { level: settings.logLevel },
    logController: new LogController({ requestIdLogLabel: "req_id" }),
    requestTimeout: settings.requestMs,
    genReqId: (req) => requestId(req.headers["x-request-id"]),
    rewriteUrl: (req) => (/^https?:/i.test(req.url ?? "") ? pathOfTarget(req.url!) : (req.url ?? "/")),
    // Node's own answer has no envelope: the hook below adds it
    http: {
      requireHostHeader: false,
      headersTimeout: Math.min(HEADERS_MS, settings.requestMs),
      connectionsCheckingInterval: Math.max(50, Math.min(5000, settings.requestMs / 4)),
    },
    forceCloseConnections: "idle",
    clientErrorHandler: (e, socket) => answerParserError(e, socket, wrongMethod),
    frameworkErrors: (_e, req, reply) => {
      reply.header("X-Request-Id", req.id);
      void send(reply as FastifyReply, req as FastifyRequest, new ServiceError("API-001", "the URL is not valid"));
    },
  });
  const pool = new RenderPool({ ...settings, fonts }, app.log);
  app.server.maxConnections = settings.connections;
  answerFaults(app.server, wrongMethod);
  for (const method of METHODS) if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.removeAllContentTypeParsers();
  // the handler reads the body, within its own bounds
  app.addContentTypeParser("application/json", (_req, _body, done) => done(null, undefined));
  app.addHook("onRequest", (req, reply, done) => {
    reply.header("X-Request-Id", req.id);
    if (req.headers.host === undefined && req.raw.httpVersion === "1.1") {
      reply.header("Connection", "close");
      return done(new ServiceError("API-001", "the header Host is missing"));
    }
    // before anyone looks at the body of what no route takes
    if (req.is404) return done(wrongMethod(req.method, pathOfTarget(req.url)));
    done();
  });
  app.addHook("onSend", async (req, reply) => traffic.drain(req.raw, reply.raw));
  app.setErrorHandler((e, req, reply) => answerError(e, req, reply));

  app.post(RENDER, {
    onRequest: (req, _reply, done) => {
      tokens.check(req.headers.authorization);
      if (!isJson(req.headers["content-type"])) throw new ServiceError("API-415", WANTED_TYPE);
      const encoding = req.headers["content-encoding"]?.trim().toLowerCase() ?? "";
      if (encoding !== "" && encoding !== "identity")
        throw new ServiceError("API-415", "the Content-Encoding must be identity: compressed bodies are not read");
      done();
    },
    handler: async (req, reply) => {
      const gone = new AbortController();
      reply.raw.once("close", () => {
        if (!reply.raw.writableFinished) gone.abort();
      });
      try {
        const body = await traffic.read(req.raw, reply.raw);
        const { pdf, pages, output } = await pool.render(body, gone.signal);
        if (gone.signal.aborted) throw new Abandoned();
        traffic.answer(pdf.length, reply.raw);
        req.log.info({ pages, bytes: pdf.length }, "rendered");
        return reply
          .header("Content-Type", "application/pdf")
          .header("Content-Disposition", contentDisposition(output))
          .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      } catch (e) {
        if (!gone.signal.aborted && !(e instanceof Abandoned)) throw e;
        req.log.info("the client has gone before it was answered");
        return reply.hijack();
      }
    },
  });
  app.get("/health", () => ({
    status: draining ? "draining" : "ok",
    name: "platen",
    version,
    contract_version: contractVersion,
    runtime_profile: "full",
    capabilities: CAPABILITIES,
    fonts: [...new Set(families)].sort((a, b) => (a < b ? -1 : 1)),
  }));
  app.get("/livez", () => ({ status: "ok" }));
  app.get("/readyz", (_req, reply) =>
    reply.code(pool.ready && !draining ? 200 : 503).send({ status: draining ? "draining" : pool.ready ? "ok" : "starting" }),
  );

  return {
    app,
    start: () => pool.start(),
    async stop() {
      const until = Date.now() + settings.stopMs;
      draining = true;
      const cut = await pool.close(settings.stopMs);
      if (cut > 0) app.log.warn({ renders: cut }, "renders were cut off, since the service had to stop");
      // clients that do not take their answers are not waited for either
      const timer = setTimeout(() => app.server.closeAllConnections(), Math.max(0, until - Date.now()));
      await app.close();
      clearTimeout(timer);
    },
    end: () => pool.end(),
  };
}

function answerError(e: unknown, req: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = e instanceof Error && "code" in e ? e.code : undefined;
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return send(reply, req, new ServiceError("API-415", WANTED_TYPE));
  if (typeof code === "string" && code.startsWith("FST_ERR_CTP"))
    return send(reply, req, new ServiceError("API-001", "the body could not be read"));
  const error = publicError(e);
  if (error.code === "API-999" && !(e instanceof ServiceError)) req.log.error(e);
  // what a caller sent that is refused before it is rendered (tokens, media types) is no failed render
  else if (error.code !== "API-404" && !error.code.startsWith("API-1"))
    req.log.warn({ code: error.code, reason: error.reason }, "a render failed");
  return send(reply, req, error);
}

function send(reply: FastifyReply, req: FastifyRequest, e: ServiceError): FastifyReply {
  if (e.allow !== null) reply.header("Allow", e.allow);
  return reply.code(e.status).header("Content-Type", "application/json").send(errorBody(e, req.id));
}

/** A path that is no route, or a route that has not the method. */
function wrongMethod(method: string, path: string): ServiceError {
  const allowed = Object.hasOwn(ROUTES, path) ? ROUTES[path]! : null;
  // CONNECT names a host, and there is no proxy here
  if (allowed === null && method !== "CONNECT") return new ServiceError("API-404", "there is no such route");
  const e = new ServiceError(
    "API-405",
    `the method ${method.slice(0, 40)} is not allowed here${allowed === null ? "" : `, allowed is ${allowed}`}`,
  );
  e.allow = allowed ?? "";
  return e;
}
