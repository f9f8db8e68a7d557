import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { Tokens } from "./auth.js";
import { contentDisposition } from "./disposition.js";
import { errorBody, publicError, ServiceError } from "./errors.js";
import { FontStore } from "./fonts.js";
import { contractVersion, version } from "./package.js";
import { RenderPool } from "./pool.js";
import type { ServiceSettings } from "./settings.js";

/** Largest request body (core contract, Limits). */
const BODY_LIMIT = 16 * 1024 * 1024;
/** How much, and for how long, a refused body is still taken in. */
const DRAIN_LIMIT = 4 * BODY_LIMIT;
const DRAIN_MS = 5000;
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;
const RENDER = "/api/v1/pdf/render";
const METHODS: Readonly<Record<string, string>> = { [RENDER]: "POST", "/health": "GET", "/livez": "GET", "/readyz": "GET" };
/** Only what works. */
const CAPABILITIES = ["layout.fixed_canvas", "output.pdfa", "output.pdfua", "output.encryption"];

export interface Service {
  readonly app: FastifyInstance;
  /** finishes what runs, refuses what is new */
  stop(): Promise<void>;
}

/** The HTTP shell. Order of checks: route and method, authentication, media type, body size, then the request itself (decisions §2). */
export function createService(settings: ServiceSettings, token: string): Service {
  const pool = new RenderPool(settings);
  const tokens = new Tokens(token);
  const families = new FontStore().families.map((f) => f.name);
  let draining = false;

  const app = Fastify({
    logger: settings.logLevel === "silent" ? false : { level: settings.logLevel },
    bodyLimit: BODY_LIMIT,
    genReqId: (req) => {
      const given = req.headers["x-request-id"];
      return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
    },
    forceCloseConnections: "idle",
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_req, body, done) => done(null, body));
  app.addHook("onRequest", (req, reply, done) => {
    reply.header("X-Request-Id", req.id);
    done();
  });
  app.addHook("onSend", async (req) => drain(req.raw));
  app.setErrorHandler((e, req, reply) => answerError(app, e, req, reply));
  app.setNotFoundHandler((req, reply) => {
    const allowed = METHODS[req.url.split("?")[0]!];
    if (allowed) {
      reply.header("Allow", allowed);
      return send(reply, req, new ServiceError("API-405", `the method ${req.method} is not allowed here, allowed is ${allowed}`));
    }
    return send(reply, req, new ServiceError("API-404", "there is no such route"));
  });

  app.post(RENDER, {
    onRequest: (req, _reply, done) => {
      tokens.check(req.headers.authorization);
      if (!/^application\/json\s*(;|$)/i.test(req.headers["content-type"] ?? ""))
        throw new ServiceError("API-415", "the Content-Type must be application/json");
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
    fonts: families,
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

function answerError(app: FastifyInstance, e: unknown, req: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = e instanceof Error && "code" in e ? e.code : undefined;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return send(reply, req, new ServiceError("API-008", `the body is larger than ${BODY_LIMIT} bytes`));
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return send(reply, req, new ServiceError("API-415", "the Content-Type must be application/json"));
  if (typeof code === "string" && code.startsWith("FST_ERR_CTP"))
    return send(reply, req, new ServiceError("API-001", "the body could not be read"));
  const told = publicError(e);
  if (told.code === "API-999") app.log.error(e);
  return send(reply, req, told);
}

const send = (reply: FastifyReply, req: FastifyRequest, e: ServiceError): FastifyReply =>
  reply.code(e.status).header("Content-Type", "application/json").send(errorBody(e, req.id));
