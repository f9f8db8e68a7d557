import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "platen-server/fastify";
import { Accounts } from "../accounts/accounts.js";
import { Tokens } from "../accounts/tokens.js";
import { ownerLimitSetting, type OwnerLimitName } from "../core/owner-limits.js";
import { jobProcesses, type ServiceSettings } from "../core/settings.js";
import { exposedCollector, Rest } from "../engine/between-renders.js";
import { storeOf, type CheckedFamily } from "../fonts/font-files.js";
import { Callbacks } from "../jobs/callbacks.js";
import { Deliveries } from "../jobs/deliver.js";
import { Jobs } from "../jobs/jobs.js";
import type { AnyJob } from "../jobs/job-record.js";
import { RenderJobs } from "../jobs/render-jobs.js";
import { RenderWork } from "../jobs/render-work.js";
import { JobRunner, type CheckResult } from "../jobs/runner.js";
import { Submissions } from "../jobs/submit.js";
import { Sweeper } from "../jobs/sweep.js";
import { Assets } from "../owner/assets.js";
import { OwnersFonts } from "../owner/owners-fonts.js";
import { storedResources } from "../owner/stored-resources.js";
import { Templates } from "../owner/templates.js";
import { RenderPool, type PoolOptions } from "../pool/pool.js";
import type { SignerDesk } from "../signatures/signers/desk.js";
import type { ArtifactStore } from "../store/artifacts.js";
import type { Database } from "../store/database.js";
import { agentTextRoutes } from "./agent-texts.js";
import { createApp, observe } from "./app.js";
import { capabilitiesOf, LACKING } from "./capabilities.js";
import { descriptionHandlers } from "./description-routes.js";
import { docsRoutes } from "./docs-routes.js";
import { eInvoiceHandlers } from "./e-invoice-routes.js";
import { fileHandlers } from "./file-routes.js";
import { jobHandlers } from "./job-routes.js";
import type { LogOutput } from "./log-output.js";
import { accountHandlers, tokenHandlers } from "./manage/admin-routes.js";
import { assetHandlers, fontHandlers } from "./manage/asset-routes.js";
import { ManageContext } from "./manage/context.js";
import { templateHandlers } from "./manage/template-routes.js";
import { CALLS_MODULE, mcpRoute } from "./mcp-route.js";
import { operationHandlers } from "./operation-routes.js";
import { openApi } from "./openapi.js";
import { addOperations } from "./request/operations.js";
import { playgroundRoutes } from "./playground-routes.js";
import { RateLimit } from "./rate.js";
import { renderHandlers } from "./render-routes.js";
import { Doorkeeper } from "./request/auth.js";
import { Metrics } from "./request/metrics.js";
import { Tracing } from "./request/tracing.js";
import type { BodyBound, Traffic } from "./request/traffic.js";
import { sandboxHandlers } from "./sandbox-routes.js";
import { viewHandlers } from "./view-routes.js";

export interface Service {
  readonly app: FastifyInstance;
  /** Resolves when renders can be answered. @throws StartFailure */
  start(): Promise<void>;
  /** Finishes running requests for at most `stopMs`; then closes all connections. */
  stop(): Promise<void>;
  end(): void;
}

/** Inputs of a service. */
interface Foundations {
  readonly settings: ServiceSettings;
  readonly db: Database;
  readonly artifacts: ArtifactStore;
  /** fonts of the installation's folder */
  readonly fonts: readonly CheckedFamily[];
  /** null: requests have no signatures */
  readonly desk: SignerDesk | null;
  /** files of certificates that verification trusts */
  readonly trust: readonly Uint8Array[];
}

/** Order: route and method, authentication, account, media type, body size, request (decisions §2). */
export function createService(foundations: Foundations, output: LogOutput): Service {
  const { settings, db } = foundations;
  const http = createApp(settings, output);
  const { app } = http;
  const parts = partsOf(foundations, app.log);
  const traffic = observe(http, settings, parts);
  const state = { draining: false };
  addRoutes(app, foundations, parts, traffic, state);
  const { pool, rest, runner, sweeper, callbacks } = parts;
  return {
    app,
    async start() {
      await pool.start();
      rest.begin();
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

type Parts = ReturnType<typeof partsOf>;

/** Accounts, jobs and render processes, and what counts them. */
function partsOf({ settings, db, artifacts, fonts, desk }: Foundations, log: FastifyBaseLogger) {
  const { ownerLimits } = settings;
  const accounts = new Accounts(db);
  const tokens = new Tokens(db, Date.now, ownerLimits.owner_tokens);
  const jobs = new Jobs(db, accounts, Date.now, ownerLimits.owner_jobs);
  const renderJobs = new RenderJobs(jobs);
  const lacking = LACKING[settings.runtimeProfile];
  const stored = storedResources(db, jobs);
  const resourceOf: PoolOptions["resourceOf"] = (owner, query) =>
    query.kind === "signing" ? (desk?.reply(owner, query.question) ?? Promise.resolve(null)) : stored(owner, query);
  const rest = new Rest(
    () => pool.load.rendering > 0,
    () => undefined,
    exposedCollector(),
  );
  const pool = new RenderPool(
    {
      ...settings,
      onAnswer: () => rest.begin(),
      lacking,
      fonts,
      resourceOf,
      ...(desk && { signersOf: (owner: string) => desk.offered(owner) }),
      ...(settings.mcp && { callsModule: CALLS_MODULE }),
    },
    log,
  );
  const metrics = new Metrics(pool, jobs);
  desk?.watch((ended) => {
    metrics.signed(ended);
    log.info(ended, "a signature");
  });
  const tracing = new Tracing();
  const callbacks = new Callbacks(
    renderJobs,
    tokens,
    {
      retryMs: settings.callbackRetryMs,
      allowed: settings.callbackAllow,
      base: settings.baseUrl ?? "",
      onSent: (result) => metrics.calledBack(result),
    },
    log,
  );
  const renders = new RenderWork(renderJobs, artifacts, pool, settings, (render, { facts }) => {
    metrics.rendered({ ...render, bytes: render.pdf.length });
    tracing.job(facts.trace, render);
  });
  const checks = {
    most: jobProcesses(settings),
    leaseMs: settings.leaseMs,
    onChecked: (result: CheckResult) => metrics.checked(result),
    onRendered: (result: CheckResult) => metrics.renderedJob(result),
    onEnded: () => callbacks.wake(),
    renders,
  };
  const runner = new JobRunner(jobs, artifacts, pool, checks, log);
  const sweeper = new Sweeper(jobs, artifacts, settings.sweepMs, log, (n) => metrics.swept(n));
  const deliveries = new Deliveries(jobs, artifacts, settings, log, () => runner.wake());
  const submissions = new Submissions(renderJobs, artifacts, settings, log, () => runner.wake());
  return { accounts, tokens, jobs, pool, rest, metrics, tracing, callbacks, runner, sweeper, deliveries, submissions };
}

function addRoutes(
  app: FastifyInstance,
  { settings, db, artifacts, fonts, desk, trust }: Foundations,
  { accounts, tokens, jobs, pool, metrics, tracing, runner, deliveries, submissions }: Parts,
  traffic: Traffic,
  state: { readonly draining: boolean },
): void {
  const { ownerLimits, maxPages } = settings;
  const renders = { pool, traffic, metrics, tracing };
  const doorkeeper = new Doorkeeper(tokens, settings.bootstrapToken);
  const base = settings.baseUrl ?? "";
  const cx = new ManageContext(pool, traffic, base);
  const templates = new Templates(db, Date.now, ownerLimits);
  const bound = (name: OwnerLimitName): BodyBound => ({ bytes: ownerLimits[name], setting: ownerLimitSetting(name) });
  const profile = settings.runtimeProfile;
  const families = storeOf(fonts).families.map((f) => f.name);
  const document = openApi([settings.baseUrl ?? "/"], settings.sandboxRate > 0);
  const cancel = (job: AnyJob): void => runner.cancel(job);
  addOperations(app, doorkeeper, document.paths, {
    ...renderHandlers({ ...renders, accounts, deliveries, submissions, base, maxPages }),
    ...viewHandlers({ ...renders, accounts }),
    ...fileHandlers({ ...renders, trust }),
    ...eInvoiceHandlers(renders),
    ...jobHandlers({ cx, jobs, deliveries, artifacts, traffic, cancel, base, log: app.log }),
    ...templateHandlers(cx, templates, bound("template_bytes")),
    ...assetHandlers(cx, new Assets(db, Date.now, ownerLimits), bound("asset_bytes")),
    ...fontHandlers(cx, new OwnersFonts(db, Date.now, ownerLimits), bound("font_bytes")),
    ...tokenHandlers(cx, tokens, settings.callbackAllow),
    ...accountHandlers(cx, accounts),
    ...sandboxHandlers({ ...renders, rate: new RateLimit(settings.sandboxRate), limits: settings.limits }),
    ...operationHandlers({ pool, db, metrics, state, profile, capabilities: capabilitiesOf(profile, desk !== null), families }),
    ...descriptionHandlers(document, settings.limits),
  });
  if (settings.mcp) mcpRoute(app, { ...renders, ...settings, doorkeeper, accounts, templates });
  agentTextRoutes(app);
  docsRoutes(app, document);
  playgroundRoutes(app, settings.sandboxRate > 0);
}
