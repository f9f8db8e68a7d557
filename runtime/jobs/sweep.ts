import { messageOf } from "../../base/error.js";
import type { Log } from "../pool/pool.js";
import type { ArtifactStore } from "../store/artifacts.js";
import type { Jobs } from "./jobs.js";
import { RenderJobs } from "./render-jobs.js";
import { BODY } from "./submit.js";

/** Limit per step; a full one is repeated immediately. */
const MOST = 100;
/** longer than any upload: it starts after the render, and an unresponsive object store fails much sooner */
export const ABANDONED_MS = 15 * 60_000;

/** Any number of services: steps are idempotent and repeated on failure. */
export class Sweeper {
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #stopped = false;
  readonly renders: RenderJobs;

  constructor(
    readonly jobs: Jobs,
    readonly artifacts: ArtifactStore,
    readonly intervalMs: number,
    readonly log: Log,
    readonly onRemoved: (jobs: number) => void = () => undefined,
  ) {
    this.renders = new RenderJobs(jobs);
  }

  start(): void {
    this.#later(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** @returns true if more may remain */
  async sweep(): Promise<boolean> {
    let most = 0;
    const each = async <T>(found: readonly T[], end: (item: T) => Promise<void>): Promise<void> => {
      most = Math.max(most, found.length);
      for (const item of found) {
        if (this.#stopped) return;
        await end(item);
      }
    };
    await each(await this.renders.withBody(MOST), async (job) => {
      await this.artifacts.remove({ folder: job.folder, name: BODY });
      await this.renders.bodyRemoved(job);
    });
    await each(await this.jobs.expired(MOST), async (job) => {
      if (job.state === "pending" && job.delivery === "async")
        await this.renders.fail(job, null, { code: "API-501", message: "the job expired before it was rendered" });
      if (job.state === "pending" && job.delivery === "object") {
        const error = { code: "API-501", message: "the job expired before its validation was done" };
        await this.jobs.finish(job, null, { error }, null);
      }
      await this.artifacts.removeFolder(job.folder);
      await this.jobs.markRemoved(job);
      this.onRemoved(1);
    });
    await each(await this.jobs.forgotten(MOST), async (job) => {
      // a check running at expiry may have written its report
      await this.artifacts.removeFolder(job.folder);
      await this.jobs.forget(job);
    });
    await each(await this.jobs.abandoned(ABANDONED_MS, MOST), async (folder) => {
      if (!(await this.jobs.doom(folder))) return;
      await this.artifacts.removeFolder(folder);
      await this.jobs.endUpload(folder);
    });
    return most === MOST;
  }

  #later(ms: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.sweep()
        .catch((e: unknown) => {
          this.log.warn({ reason: messageOf(e) }, "a sweep of expired jobs broke off");
          return false;
        })
        .then((more) => this.#later(more ? 0 : this.intervalMs));
    }, ms);
    this.#timer.unref();
  }
}
