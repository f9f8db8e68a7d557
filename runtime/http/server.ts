import { METHODS } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "platen-server/fastify";
import { Accounts } from "../accounts/accounts.js";
import { Tokens } from "../accounts/tokens.js";
import { errorBody, publicError, ServiceError } from "../errors/errors.js";
import { storeOf, type CheckedFamily } from "../fonts/font-files.js";
import { Callbacks } from "../jobs/callbacks.js";
import { Deliveries } from "../jobs/deliver.js";
import { Jobs } from "../jobs/jobs.js";
import { RenderJobs } from "../jobs/render-jobs.js";
import { RenderWork } from "../jobs/render-work.js";
import { JobRunner, type CheckResult } from "../jobs/runner.js";
import { Submissions } from "../jobs/submit.js";
import { Sweeper } from "../jobs/sweep.js";
import { accountRoutes, tokenRoutes } from "./manage/admin-routes.js";
import { assetRoutes, fontRoutes } from "./manage/asset-routes.js";
import { ManageContext } from "./manage/context.js";
import { templateRoutes } from "./manage/template-routes.js";
import { Assets } from "../owner/assets.js";
import { OwnersFonts } from "../owner/owners-fonts.js";
import { Templates } from "../owner/templates.js";
import { storedResources } from "../owner/stored-resources.js";
import { RenderPool } from "../pool/pool.js";
import type { ServiceSettings } from "../core/settings.js";
import type { ArtifactStore } from "../store/artifacts.js";
import type { Database } from "../store/database.js";
import { Doorkeeper } from "./auth.js";
import { Cors } from "./cors.js";
import { capabilitiesOf, LACKING } from "./capabilities.js";
import { descriptionRoutes } from "./description-routes.js";
import { answerFaults, answerParserError, pathOfTarget, requestId } from "./http-faults.js";
import { eInvoiceRoutes } from "./e-invoice-routes.js";
import { jobRoutes } from "./job-routes.js";
import type { LogOutput } from "./log-output.js";
import { CALLS_MODULE, mcpRoute } from "./mcp-route.js";
import { Metrics } from "./metrics.js";
import { operationRoutes } from "./operation-routes.js";
import { playgroundRoutes } from "./playground-routes.js";
import { RateLimit } from "./rate.js";
import { logAnswered, logFault, note, refusalFacts } from "./request-log.js";
import { renderRoutes, WANTED_TYPE } from "./render-routes.js";
import { RouteMethods, routePattern } from "./route-methods.js";
import { sandboxRoutes } from "./sandbox-routes.js";
import { Tracing } from "./tracing.js";
import { Traffic } from "./traffic.js";

const MB = 1024 * 1024;
/** Headers are small: less time than for bodies. */
const HEADERS_MS = 20_000;

const MAX_PARAMETER = 1 << 16;

export interface Service {
  readonly app: FastifyInstance;
  /** Resolves when renders can be answered. @throws StartFailure */
  start(): Promise<void>;
  /** Finishes running requests for at most `stopMs`; then closes all connections. */
  stop(): Promise<void>;
  end(): void;
}

/**
 * Order: route and method, authentication, account, media type, body size, request (decisions §2). `fonts`: of the installation's folder.
 */
export function createService(
  settings: ServiceSettings,
  db: Database,
  artifacts: ArtifactStore,
  fonts: readonly CheckedFamily[],
  output: LogOutput,
): Service {
  const families = storeOf(fonts).families.map((f) => f.name);
  const state = { draining: false };
  const routes = new RouteMethods();
  const cors = new Cors(settings.corsOrigin, routes);

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
    rewriteUrl: (req) => (/^https?:/i.test(req.url ?? "") ? pathOfTarget(req.url!) : (req.url ?? "/")),
    // Node's answer has no envelope: the hook below adds it
    http: {
      requireHostHeader: false,
      headersTimeout: Math.min(HEADERS_MS, settings.requestMs),
      connectionsCheckingInterval: Math.max(50, Math.min(5000, settings.requestMs / 4)),
    },
    forceCloseConnections: "idle",
    clientErrorHandler: (e, socket) => answerParserError(e, socket, wrongMethod, faultLog),
    frameworkErrors: (_e, req, reply) => {
      reply.header("X-Request-Id", req.id);
      cors.allow(req as FastifyRequest, reply as FastifyReply);
      const refusal = new ServiceError("API-001", "the URL is not valid");
      faultLog(req.id, refusal);
      void send(reply as FastifyReply, req as FastifyRequest, refusal);
    },
  });
  const accounts = new Accounts(db);
  const jobs = new Jobs(db, accounts, Date.now, settings.ownerLimits.owner_jobs);
  const renderJobs = new RenderJobs(jobs);
  const lacking = LACKING[settings.runtimeProfile];
  const pool = new RenderPool(
    {
      ...settings,
      lacking,
      fonts,
      resourceOf: storedResources(db, jobs),
      ...(settings.mcp && { callsModule: CALLS_MODULE }),
    },
    app.log,
  );
  const metrics = new Metrics(pool, jobs);
  const tracing = new Tracing();
  // half of the processes are for requests
  const most = Math.max(1, Math.floor(settings.workers / 2));
  const work = new RenderWork(renderJobs, artifacts, pool, settings, (render, { facts }) => {
    metrics.rendered({ ...render, bytes: render.pdf.length });
    tracing.job(facts.trace, render);
  });
  const checks = {
    most,
    leaseMs: settings.leaseMs,
    onChecked: (result: CheckResult) => metrics.checked(result),
    onRendered: (result: CheckResult) => metrics.renderedJob(result),
    onEnded: () => callbacks.wake(),
    renders: work,
  };
  const runner = new JobRunner(jobs, artifacts, pool, checks, app.log);
  const sweeper = new Sweeper(jobs, artifacts, settings.sweepMs, app.log, (n) => metrics.swept(n));
  const deliveries = new Deliveries(jobs, artifacts, settings, app.log, () => runner.wake());
  const submissions = new Submissions(renderJobs, artifacts, settings, app.log, () => runner.wake());
  app.server.maxConnections = settings.connections;

  app.addHook("onRoute", ({ url, method }) => routes.add(url, [method].flat()));
  const wrongMethod = (method: string, path: string): ServiceError => {
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
  };

  answerFaults(app.server, wrongMethod, faultLog);
  for (const method of METHODS) if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.removeAllContentTypeParsers();
  // handlers read bodies within limits
  app.addContentTypeParser("*", (_req, _body, done) => done(null, undefined));
  app.addHook("onRequest", (req, reply, done) => {
    tracing.begin(req);
    reply.header("X-Request-Id", req.id);
    reply.header("X-Content-Type-Options", "nosniff");
    reply.header("Cache-Control", "no-store");
    if (req.headers.host === undefined && req.raw.httpVersion === "1.1") {
      reply.header("Connection", "close");
      return done(new ServiceError("API-001", "the header Host is missing"));
    }
    if (cors.allow(req, reply) && cors.preflight(req, reply)) return;
    // refuse before the body is read
    if (req.is404) return done(wrongMethod(req.method, pathOfTarget(req.url)));
    done();
  });
  const traffic = new Traffic(settings.bodyLimit, settings.trafficMb * MB, settings.requestMs);
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

  const renders = { pool, traffic, metrics, tracing };
  const { ownerLimits } = settings;
  const tokens = new Tokens(db, Date.now, ownerLimits.owner_tokens);
  const callbacks = new Callbacks(
    renderJobs,
    tokens,
    {
      retryMs: settings.callbackRetryMs,
      allowed: settings.callbackAllow,
      base: settings.baseUrl ?? "",
      onSent: (result) => metrics.calledBack(result),
    },
    app.log,
  );
  const doorkeeper = new Doorkeeper(tokens, settings.bootstrapToken);
  const base = settings.baseUrl ?? "";
  renderRoutes(app, { ...renders, doorkeeper, accounts, deliveries, submissions, base, maxPages: settings.maxPages });
  eInvoiceRoutes(app, { doorkeeper, pool, traffic });
  const cx = new ManageContext(doorkeeper, pool, traffic, base);
  jobRoutes(app, { doorkeeper, cx, jobs, deliveries, artifacts, traffic, cancel: (job) => runner.cancel(job), base });
  const templates = new Templates(db, Date.now, ownerLimits);
  templateRoutes(app, cx, templates, ownerLimits);
  assetRoutes(app, cx, new Assets(db, Date.now, ownerLimits), ownerLimits);
  fontRoutes(app, cx, new OwnersFonts(db, Date.now, ownerLimits), ownerLimits);
  tokenRoutes(app, cx, tokens, settings.callbackAllow);
  accountRoutes(app, cx, accounts);
  if (settings.mcp) mcpRoute(app, { ...renders, ...settings, doorkeeper, accounts, templates });
  if (settings.sandboxRate > 0) sandboxRoutes(app, { ...renders, rate: new RateLimit(settings.sandboxRate), limits: settings.limits });
  operationRoutes(app, {
    pool,
    db,
    metrics,
    state,
    profile: settings.runtimeProfile,
    capabilities: capabilitiesOf(settings.runtimeProfile),
    families,
  });
  descriptionRoutes(app, settings);
  playgroundRoutes(app, settings.sandboxRate > 0);

  return {
    app,
    async start() {
      await pool.start();
      runner.start();
      sweeper.start();
      callbacks.start();
    },
    async stop() {
      const until = Date.now() + settings.stopMs;
      state.draining = true;
      // a running check finishes, or is released for another service
      const jobsEnded = Promise.all([runner.stop(), sweeper.stop(), callbacks.stop()]);
      const cut = await pool.close(settings.stopMs);
      if (cut > 0) app.log.warn({ renders: cut }, "renders were cut off, since the service had to stop");
      // bounds the wait for clients that do not read their answers
      const timer = setTimeout(() => app.server.closeAllConnections(), Math.max(0, until - Date.now()));
      await app.close();
      clearTimeout(timer);
      await Promise.race([jobsEnded, pause(Math.max(0, until - Date.now()))]);
      await db.close();
    },
    end: () => pool.end(),
  };
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
