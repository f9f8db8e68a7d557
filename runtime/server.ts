import { METHODS, type IncomingMessage } from "node:http";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { Tokens } from "./auth.js";
import { contentDisposition } from "./disposition.js";
import { errorBody, publicError, ServiceError } from "./errors.js";
import { answerFaults, answerParserError, pathOfTarget, requestId } from "./http-faults.js";
import { isJson } from "./media-type.js";
import { contractVersion, version } from "./package.js";
import { RenderPool } from "./pool.js";
import type { ServiceSettings } from "./settings.js";

/** Largest request body (core contract, Limits). */
const BODY_LIMIT = 16 * 1024 * 1024;
/** How much, and for how long, a refused body is still taken in. */
const DRAIN_LIMIT = 4 * BODY_LIMIT;
const DRAIN_MS = 5000;
const RENDER = "/api/v1/pdf/render";
const ROUTES: Readonly<Record<string, string>> = { [RENDER]: "POST", "/health": "GET", "/livez": "GET", "/readyz": "GET" };
const WANTED_TYPE = "the Content-Type must be application/json, in UTF-8";
/** Only what works. */
const CAPABILITIES = ["layout.fixed_canvas", "output.pdfa", "output.pdfua", "output.encryption"];

export interface Service {
  readonly app: FastifyInstance;
  /** finishes what runs, refuses what is new */
  stop(): Promise<void>;
}

/**
 * The HTTP shell. Order of checks: route and method, authentication, media type, body size, then the request itself (decisions §2).
 * `families`: names that texts may ask for.
 */
export function createService(settings: ServiceSettings, token: string, families: readonly string[]): Service {
  const pool = new RenderPool(settings);
  const tokens = new Tokens(token);
  let draining = false;

  const app = Fastify({
    logger: settings.logLevel === "silent" ? false : { level: settings.logLevel },
    bodyLimit: BODY_LIMIT,
    genReqId: (req) => requestId(req.headers["x-request-id"]),
    rewriteUrl: (req) => (/^https?:/i.test(req.url ?? "") ? pathOfTarget(req.url!) : (req.url ?? "/")),
    // Node's own answer has no envelope: the hook below says what is missing
    http: { requireHostHeader: false },
    forceCloseConnections: "idle",
    clientErrorHandler: (e, socket) => answerParserError(e, socket, wrongMethod),
    frameworkErrors: (_e, req, reply) => {
      reply.header("X-Request-Id", req.id);
      void send(reply as FastifyReply, req as FastifyRequest, new ServiceError("API-001", "the URL is not valid"));
    },
  });
  answerFaults(app.server, wrongMethod);
  for (const method of METHODS) if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_req, body, done) => done(null, body));
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
  app.addHook("onSend", async (req) => drain(req.raw));
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
      const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
      const { pdf, pages, output } = await pool.render(body);
      req.log.info({ pages, bytes: pdf.length }, "rendered");
      return reply
        .header("Content-Type", "application/pdf")
        .header("Content-Disposition", contentDisposition(output))
        .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
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
    async stop() {
      draining = true;
      await pool.close();
      await app.close();
    },
  };
}

/**
 * Takes in what is left of a refused body, within bounds: a connection that is closed on unread bytes is reset, and a client that is
 * still sending would never see the answer.
 */
function drain(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let left = DRAIN_LIMIT;
    const stop = (): void => {
      clearTimeout(timer);
      body.off("data", count).off("end", stop).off("close", stop).off("error", stop);
      resolve();
    };
    const count = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) stop();
    };
    const timer = setTimeout(stop, DRAIN_MS);
    body.on("data", count).on("end", stop).on("close", stop).on("error", stop);
    body.resume();
  });
}

function answerError(e: unknown, req: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = e instanceof Error && "code" in e ? e.code : undefined;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return send(reply, req, new ServiceError("API-008", `the body is larger than ${BODY_LIMIT} bytes`));
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return send(reply, req, new ServiceError("API-415", WANTED_TYPE));
  if (typeof code === "string" && code.startsWith("FST_ERR_CTP"))
    return send(reply, req, new ServiceError("API-001", "the body could not be read"));
  const told = publicError(e);
  if (told.code === "API-999" && !(e instanceof ServiceError)) req.log.error(e);
  return send(reply, req, told);
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
