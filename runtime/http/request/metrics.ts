// Prometheus (decisions §3). Labels have no values from callers.
import { Counter, Gauge, Histogram, Registry } from "platen-server/prom-client";
import type { CallbackResult } from "../../jobs/callbacks.js";
import type { Jobs } from "../../jobs/jobs.js";
import type { CheckResult } from "../../jobs/runner.js";
import { CACHE_NAMES } from "../../pool/added-counts.js";
import type { EndedSignature } from "../../signatures/signers/desk.js";
import { processFigures, residentBytes, startSeconds } from "./process-figures.js";
import type { PooledRender, RenderPool } from "../../pool/pool.js";

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const MS = 1000;

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#made(
    new Counter({ name: "platen_requests_total", help: "Requests answered", labelNames: ["route", "method", "status"], registers: [] }),
  );
  readonly #duration = this.#made(
    new Histogram({
      name: "platen_request_seconds",
      help: "Time from a request's head to the end of its answer",
      labelNames: ["route"],
      buckets: SECONDS,
      registers: [],
    }),
  );
  readonly #phases = this.#made(
    new Histogram({
      name: "platen_phase_seconds",
      help: "Time that a pass takes in a render",
      labelNames: ["phase"],
      buckets: SECONDS,
      registers: [],
    }),
  );
  readonly #pages = this.#made(new Counter({ name: "platen_pages_total", help: "Pages rendered", registers: [] }));
  readonly #bytes = this.#made(new Counter({ name: "platen_pdf_bytes_total", help: "Bytes of PDFs rendered", registers: [] }));
  readonly #hits = this.#made(
    new Counter({ name: "platen_cache_hits_total", help: "What a cache was asked for and had", labelNames: ["cache"], registers: [] }),
  );
  readonly #misses = this.#made(
    new Counter({
      name: "platen_cache_misses_total",
      help: "What a cache was asked for and had not",
      labelNames: ["cache"],
      registers: [],
    }),
  );
  readonly #errors = this.#made(
    new Counter({ name: "platen_errors_total", help: "Refusals and failures", labelNames: ["code"], registers: [] }),
  );

  readonly #signatures = this.#made(
    new Counter({ name: "platen_signatures_total", help: "Signatures", labelNames: ["level", "result"], registers: [] }),
  );
  readonly #checks = this.#made(
    new Counter({ name: "platen_job_checks_total", help: "Checks of pending e-invoice jobs", labelNames: ["result"], registers: [] }),
  );
  readonly #jobRenders = this.#made(
    new Counter({ name: "platen_job_renders_total", help: "Renders of jobs", labelNames: ["result"], registers: [] }),
  );
  readonly #callbacks = this.#made(
    new Counter({ name: "platen_callbacks_total", help: "Attempts of callbacks", labelNames: ["result"], registers: [] }),
  );
  readonly #swept = this.#made(
    new Counter({ name: "platen_jobs_expired_total", help: "Jobs whose artifacts were deleted", registers: [] }),
  );

  constructor(pool: RenderPool, jobs: Pick<Jobs, "counts">) {
    this.#processes(pool);
    for (const cache of CACHE_NAMES) {
      this.#hits.inc({ cache }, 0);
      this.#misses.inc({ cache }, 0);
    }
    this.#made(
      new Gauge({
        name: "platen_jobs",
        help: "Jobs in the store",
        labelNames: ["state"],
        registers: [],
        async collect() {
          // other metrics are independent of the database
          const states = await jobs.counts().catch(() => null);
          this.reset();
          if (states) for (const [state, n] of states) this.set({ state }, n);
        },
      }),
    );
    this.#made(
      new Gauge({
        name: "platen_renders_waiting",
        help: "Renders in the queue",
        registers: [],
        collect() {
          this.set(pool.load.waiting);
        },
      }),
    );
    this.#made(
      new Gauge({
        name: "platen_renders_running",
        help: "Renders that run",
        registers: [],
        collect() {
          this.set(pool.load.rendering);
        },
      }),
    );
  }

  #processes(pool: RenderPool): void {
    const figures: readonly (readonly [string, string, () => number | null])[] = [
      ["process_cpu_seconds_total", "User and system CPU time of the service in seconds", () => processFigures().cpuSeconds],
      ["process_resident_memory_bytes", "Resident memory of the service in bytes", () => processFigures().residentBytes],
      ["process_start_time_seconds", "Start of the service since the Unix epoch in seconds", () => startSeconds],
      ["process_open_fds", "Open file descriptors of the service", () => processFigures().openFds],
      ["process_max_fds", "Most open file descriptors of the service", () => processFigures().maxFds],
      [
        "platen_worker_resident_memory_bytes",
        "Resident memory of all render processes in bytes",
        () => pool.pids.reduce((sum, pid) => sum + residentBytes(pid), 0),
      ],
    ];
    for (const [name, help, read] of figures) {
      // counters cannot be set
      const isCounter = name.endsWith("_total");
      const metric: Gauge | Counter = isCounter
        ? new Counter({ name, help, registers: [], collect: () => set(metric) })
        : new Gauge({ name, help, registers: [], collect: () => set(metric) });
      const set = (m: Gauge | Counter): void => {
        const value = read();
        m.reset();
        if (value === null) return;
        if (m instanceof Gauge) m.set(value);
        else m.inc(value);
      };
      this.#made(metric);
    }
  }

  #made<T extends Parameters<Registry["registerMetric"]>[0]>(metric: T): T {
    this.#registry.registerMetric(metric);
    return metric;
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** @param route pattern; "none" if undefined */
  answered(route: string | undefined, method: string, status: number, ms: number): void {
    const known = route ?? "none";
    this.#requests.inc({ route: known, method: route === undefined ? "any" : method, status: String(status) });
    this.#duration.observe({ route: known }, ms / MS);
  }

  rendered({ pages, bytes, phases, caches }: Pick<PooledRender, "pages" | "phases" | "caches"> & { readonly bytes: number }): void {
    this.#pages.inc(pages);
    this.#bytes.inc(bytes);
    for (const [phase, ms] of Object.entries(phases)) this.#phases.observe({ phase }, ms / MS);
    for (const [cache, { hits, misses }] of Object.entries(caches)) {
      this.#hits.inc({ cache }, hits);
      this.#misses.inc({ cache }, misses);
    }
  }

  signed({ level, result }: Pick<EndedSignature, "level" | "result">): void {
    this.#signatures.inc({ level, result });
  }

  checked(result: CheckResult): void {
    this.#checks.inc({ result });
  }

  renderedJob(result: CheckResult): void {
    this.#jobRenders.inc({ result });
  }

  calledBack(result: CallbackResult): void {
    this.#callbacks.inc({ result });
  }

  swept(jobs: number): void {
    this.#swept.inc(jobs);
  }

  refused(code: string): void {
    this.#errors.inc({ code });
  }
}
