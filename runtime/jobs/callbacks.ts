// Callbacks of ended jobs: attempts, and their delays (running, E).
import { messageOf } from "../../base/error.js";
import { randomUUID } from "node:crypto";
import type { Tokens } from "../accounts/tokens.js";
import type { Cidr } from "../core/addresses.js";
import type { Log } from "../pool/pool.js";
import { describeAny } from "./describe-job.js";
import type { AnyJob } from "./job-record.js";
import type { RenderJobs } from "./render-jobs.js";
import { sendCallback, type Lookup, type Sent } from "./send-callback.js";

interface CallbackSettings {
  readonly retryMs: number;
  readonly allowed: readonly Cidr[];
  /** "" if not configured */
  readonly base: string;
  readonly lookup?: Lookup;
  readonly onSent?: (result: CallbackResult) => void;
}

/** "again": another attempt follows. */
export type CallbackResult = "delivered" | "failed" | "again";

const MOST_CALLBACK_ATTEMPTS = 8;
const TIMEOUT_MS = 10_000;
/** for an attempt and its statements */
const LEASE_MS = 30_000;
const MOST_DELAY_MS = 3_600_000;
const SPREAD = 0.2;
/** in all, and per token: a receiver that hangs delays no other's */
const MOST_SENDING = 256;
const MOST_OF_TOKEN = 4;
/** for due callbacks, and those of other or crashed services */
const LOOK_MS = 500;

/** Returns the delay after attempt n, from 1; null after the last. @param random 0 to 1 */
export function delayAfter(attempt: number, retryMs: number, random: number): number | null {
  if (attempt >= MOST_CALLBACK_ATTEMPTS) return null;
  const delay = Math.min(MOST_DELAY_MS, retryMs * 4 ** (attempt - 1));
  return Math.round(delay * (1 - SPREAD + 2 * SPREAD * random));
}

/** Leased one by one by any number of services; sent at least once, with one id. */
export class Callbacks {
  readonly #sending = new Set<Promise<void>>();
  readonly #byToken = new Map<string, number>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #again = false;

  constructor(
    readonly renders: RenderJobs,
    readonly tokens: Tokens,
    readonly settings: CallbackSettings,
    readonly log: Log & { info(facts: object, message: string): void },
  ) {}

  start(): void {
    this.wake();
  }

  wake(): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = this.#look().then(() => {
      this.#looking = null;
      if (!this.#stopping.signal.aborted) this.#timer = setTimeout(() => this.wake(), LOOK_MS).unref();
    });
  }

  /** Another service, or the next start, repeats them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#sending);
  }

  async #look(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    try {
      do {
        this.#again = false;
        while (!this.#stopping.signal.aborted && this.#sending.size < MOST_SENDING) {
          const lease = randomUUID();
          const busy = [...this.#byToken].flatMap(([token, n]) => (n >= MOST_OF_TOKEN ? [token] : []));
          const job = await this.renders.claimCallback(lease, LEASE_MS, busy);
          if (!job) break;
          this.#count(job.tokenId, 1);
          const sent = this.#send(job, lease).finally(() => {
            this.#sending.delete(sent);
            this.#count(job.tokenId, -1);
            this.wake();
          });
          this.#sending.add(sent);
        }
      } while (this.#again);
    } catch (e) {
      this.log.warn({ reason: messageOf(e) }, "callbacks cannot be looked for");
    }
  }

  #count(token: string, by: number): void {
    const n = (this.#byToken.get(token) ?? 0) + by;
    if (n > 0) this.#byToken.set(token, n);
    else this.#byToken.delete(token);
  }

  /** Never throws: after a failed write the lease expires. */
  async #send(job: AnyJob, lease: string): Promise<void> {
    try {
      const sent = await this.#sent(job);
      if (sent === "stopped") return await this.renders.callbackReleased(job, lease);
      const attempt = job.callback!.attempts;
      const isDelivered = sent.status !== null && sent.status >= 200 && sent.status < 300;
      const isGone = sent.status === null && sent.reason === NO_CALLBACK;
      const next = isDelivered || isGone ? null : delayAfter(attempt, this.settings.retryMs, Math.random());
      await this.renders.callbackEnded(job, lease, isDelivered ? "delivered" : "failed", sent.status, next);
      const result: CallbackResult = isDelivered ? "delivered" : next === null ? "failed" : "again";
      this.settings.onSent?.(result);
      const facts = {
        job: job.id,
        owner: job.owner,
        attempt,
        status: sent.status,
        ...(sent.status === null && { reason: sent.reason }),
        result,
      };
      this.log.info(facts, "a callback was sent");
    } catch (e) {
      this.log.warn({ job: job.id, reason: messageOf(e) }, "a callback cannot be written");
    }
  }

  async #sent(job: AnyJob): Promise<Sent | "stopped"> {
    const callback = await this.tokens.callbackOf(job.tokenId);
    if (!callback) return { status: null, reason: NO_CALLBACK };
    const now = this.renders.jobs.now();
    const data = describeAny((await this.renders.jobs.seen(job.owner, job.id)) ?? job, now, this.settings.base);
    const body = JSON.stringify({ type: `job.${job.state}`, timestamp: new Date(job.endedMs ?? now).toISOString(), data });
    const { allowed, lookup } = this.settings;
    const { signal } = this.#stopping;
    // job ids are chosen by owners, folders are unique
    const message = { id: `msg_${job.folder.replaceAll("-", "")}`, body };
    const sent = await sendCallback(callback, message, { allowed, timeoutMs: TIMEOUT_MS, signal, now, ...(lookup && { lookup }) });
    return signal.aborted && sent.status === null ? "stopped" : sent;
  }
}

const NO_CALLBACK = "the token has no callback";
