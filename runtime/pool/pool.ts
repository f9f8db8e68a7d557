import { messageOf } from "../../base/error.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import { publicError, ServiceError, unavailable, type PublicCode } from "../errors/errors.js";
import { DatabaseError } from "../store/database.js";
import { isBetter, isReady, knows, workerSettings, type Member, type RenderTask } from "./members.js";
import { RenderProcess, type ProcessEvents, type Verdict } from "./render-process.js";
import { TaskQueue } from "./task-queue.js";
import type { Inspected, InspectedKind } from "./inspect.js";
import type { Outcome } from "../einvoice/verdict.js";
import type { ResourceQuery } from "../owner/resource-query.js";
import { largeBody, type LargeBody } from "../engine/edit-session.js";
import type { Log, PooledRender, PoolOptions, RenderFor } from "./pool-options.js";
import type { InvoiceCheck, ModuleAnswer, RenderRequest, RenderResult } from "./worker-messages.js";

export type { Log, PooledRender, PoolOptions, RenderFor } from "./pool-options.js";

export class Abandoned extends Error {}

/** Processes end before they are ready. */
export class StartFailure extends Error {}

/** The process ended without a verdict on its document, for example by a signal. */
export class ProcessCrashed extends ServiceError {
  constructor() {
    super("API-501", MESSAGES.crashed);
  }
}

/** Idle time before warm-up. */
const QUIET_MS = 20;
/** Warm-up documents before a process replaces a worn one: the first have the largest effect. */
const FIRST_WARM_UPS = 30;
/** Time for an abandoned render to finish: a new process costs more than most renders. */
const GRACE_MS = 300;
/** Backoff after processes that end before they are ready. */
const LEAST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 30_000;
const START_ATTEMPTS = 3;

export const QUEUE_FULL = "the queue is full";
const STOPPING = "the service is stopping";
const MESSAGES: Readonly<Record<Exclude<Verdict, "time" | "asked">, string>> = {
  memory: "the document needs more memory than a render may use",
  abandoned: "the client has gone",
  crashed: "the render stopped unexpectedly",
};

const errorLine = (how: string): string =>
  (/^.*\b(?:\w*Error|FATAL ERROR|platen): .*$/m.exec(how) ?? [how.replace(/\s+/g, " ")])[0].slice(0, 300);

const bytesOf = (body: Uint8Array | SentBody): Uint8Array => (body instanceof SentBody ? body.bytes! : body);

/** Of a body that is sent now. */
function releasedBytes(body: Uint8Array | SentBody): Uint8Array {
  const bytes = bytesOf(body);
  if (body instanceof SentBody) body.read(null);
  return bytes;
}

const unixMs = (): number => performance.timeOrigin + performance.now();

/**
 * Runs one render at a time per process. Exceeding time or memory limits ends the process, which is replaced. Worn processes are replaced
 * between renders once the new one is warm.
 */
export class RenderPool {
  readonly #members = new Set<Member>();
  readonly #queue = new TaskQueue();
  #next = 0;
  #closing = false;
  #finished: (() => void) | null = null;
  #whenGone: (() => void) | null = null;
  #pause = LEAST_PAUSE_MS;
  readonly #pauses = new Set<NodeJS.Timeout>();
  #start: { readonly resolve: () => void; readonly reject: (e: StartFailure) => void; attempts: number } | null = null;

  constructor(
    readonly options: PoolOptions,
    readonly log: Log,
    /** default: the renderer */
    readonly program?: string,
  ) {}

  /** Resolves when the first is ready. @throws StartFailure with the output */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#start = { resolve, reject, attempts: 0 };
      for (let i = 0; i < this.options.workers; i++) this.#spawn(null);
    });
  }

  get ready(): boolean {
    return !this.#closing && [...this.#members].some(isReady);
  }

  /** True if no request can wait. False while closing, which is refused for another reason. */
  get full(): boolean {
    return !this.#closing && !this.#hasRoom();
  }

  get pids(): readonly number[] {
    return [...this.#members].flatMap((m) => m.process.pid ?? []);
  }

  get load(): { readonly waiting: number; readonly rendering: number } {
    return { waiting: this.#queue.length, rendering: [...this.#members].filter((m) => m.task).length };
  }

  /**
   * @param body released once it is sent to a process, if the caller gives it away
   * @param gone client disconnected
   * @throws ServiceError API-900 (503) if the queue is full, the wait timed out, or the pool is closing; the render's error; Abandoned
   */
  async render(body: Uint8Array | SentBody, whose: RenderFor, gone?: AbortSignal): Promise<PooledRender> {
    const { owner, kind = "document", signs = false, ...bounds } = whose;
    const signers = signs ? this.options.signersOf?.(owner) : undefined;
    const ownResources = this.options.resourceOf !== undefined;
    const times = { queued: unixMs(), begun: 0 };
    const message = (id: number, edit: boolean | null): RenderRequest => ({
      id,
      kind,
      body: releasedBytes(body),
      bounds: { ...bounds, ownResources, ...(signers && { signers }) },
      edit,
    });
    const answer = await this.#do(owner, message, gone, {
      isJob: bounds.isJob === true,
      signs,
      onBegun: (at) => (times.begun = at),
      large: largeBody(bytesOf(body), () => JSON.stringify([owner, kind, bounds])),
    });
    if (!("pdf" in answer)) throw new Error("a render was answered as a check");
    const { pdf, pages, output, phases, delivery, caches, carried } = answer;
    return { pdf, pages, output, phases, delivery, caches, times, ...(carried && { carried }) };
  }

  /** Checks the file of a job, queued like its render. @throws ServiceError as `render` */
  async check(pdf: Uint8Array, owner: string, check: InvoiceCheck): Promise<Outcome> {
    const answer = await this.#do(owner, (id) => ({ id, body: pdf, check }), undefined, { isJob: true });
    if (!("outcome" in answer)) throw new Error("a check was answered as a render");
    return answer.outcome;
  }

  /**
   * Checks a file that an owner puts into the store, queued like a render.
   * @throws ServiceError as `render`; Abandoned
   */
  async inspect(body: Uint8Array, owner: string, inspect: InspectedKind, gone?: AbortSignal): Promise<Inspected> {
    const answer = await this.#do(owner, (id) => ({ id, body, inspect }), gone);
    if (!("inspected" in answer)) throw new Error("an inspection was answered as a render");
    return answer.inspected;
  }

  /**
   * By `callsModule` in a process.
   * @throws ServiceError as `render`; Abandoned
   */
  async callModule(call: unknown, whose: Omit<RenderFor, "kind">, gone?: AbortSignal): Promise<ModuleAnswer> {
    const { owner, ...bounds } = whose;
    const ownResources = this.options.resourceOf !== undefined;
    const answer = await this.#do(owner, (id) => ({ id, moduleCall: call, bounds: { ...bounds, ownResources } }), gone);
    if (!("ofModule" in answer)) throw new Error("a module's call was answered as a render");
    return answer;
  }

  /**
   * Has the pool's program answer a call, which is made when it is sent, and receives whether `large` is an edit. `signsAs`: owner of the
   * signers that it may ask about.
   * @throws ServiceError as `render`; Abandoned
   */
  async call(
    call: () => unknown,
    gone?: AbortSignal,
    progress?: (progress: unknown) => void,
    { large = null, signsAs }: { readonly large?: LargeBody | null; readonly signsAs?: string | undefined } = {},
  ): Promise<unknown> {
    const how = { progress, large, signs: signsAs !== undefined };
    const answer = await this.#do(signsAs ?? "", (id, edit) => ({ id, call: call(), edit }), gone, how);
    if (!("answer" in answer)) throw new Error("a call was answered as a render");
    return answer.answer;
  }

  #do(
    owner: string,
    message: RenderTask["message"],
    gone?: AbortSignal,
    {
      isJob = false,
      signs = false,
      progress,
      onBegun,
      large = null,
    }: Partial<Pick<RenderTask, "isJob" | "signs" | "progress" | "onBegun" | "large">> = {},
  ): Promise<Extract<RenderResult, { readonly ok: true }>> {
    if (gone?.aborted) return Promise.reject(new Abandoned());
    if (this.#closing) return Promise.reject(unavailable(STOPPING));
    if (!this.#hasRoom(isJob)) return Promise.reject(unavailable(QUEUE_FULL));
    return new Promise((resolve, reject) => {
      const abandon = (): void => this.#abandon(task);
      const task: RenderTask = {
        id: this.#next++,
        owner,
        isJob,
        signs,
        message,
        large,
        resolve: (r) => (gone?.removeEventListener("abort", abandon), resolve(r)),
        reject: (e) => (gone?.removeEventListener("abort", abandon), reject(e)),
        progress,
        onBegun,
        unavailable: null,
        timer: null,
      };
      const { waitMs } = this.options;
      if (waitMs !== null) task.timer = setTimeout(() => this.#refuse(task, unavailable(`it waited for ${waitMs} ms`)), waitMs);
      gone?.addEventListener("abort", abandon, { once: true });
      this.#queue.push(task);
      this.#dispatch();
      this.#hold();
    });
  }

  /**
   * Finishes running and waiting renders for at most `ms`.
   * @returns number of aborted renders
   */
  async close(ms: number): Promise<number> {
    this.#closing = true;
    if (this.#busy()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#finished = () => (clearTimeout(timer), resolve());
      });
    }
    const { waiting, rendering } = this.load;
    this.end();
    return waiting + rendering;
  }

  /** Refuses new work and that which waits; what runs continues. */
  refuseWaiting(): void {
    this.#closing = true;
    for (const task of this.#queue.clear()) this.#settle(task).reject(unavailable(STOPPING));
    this.#hold();
  }

  get gone(): Promise<void> {
    if (this.#members.size === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#whenGone = resolve));
  }

  end(): void {
    this.#closing = true;
    for (const timer of this.#pauses) clearTimeout(timer);
    for (const task of this.#queue.clear()) this.#settle(task).reject(unavailable(STOPPING));
    for (const member of this.#members) {
      if (member.task) this.#settle(member.task).reject(unavailable(STOPPING));
      member.task = null;
      this.#endProcess(member, "asked");
    }
  }

  /** Warm-up counts as idle: requests wait for one document, a long one only in a warm process. */
  #hasRoom(isJob = false): boolean {
    const { admitsAtStart = false } = this.options;
    const isSoon = ({ state }: Member): boolean => state === "warming-up" || (admitsAtStart && state === "starting");
    const soon = [...this.#members].filter((m) => isSoon(m) && !m.replaces).length + (admitsAtStart ? this.#pauses.size : 0);
    return this.#free() !== null || this.#queue.before(isJob) < this.options.queue + soon;
  }

  #spawn(replaces: Member | null, warmUps = 0): void {
    if (this.#closing && this.#queue.length === 0) return;
    const events: ProcessEvents = {
      ready: () => this.#ready(member),
      warmedUp: () => this.#idle(member),
      needs: (query) => void this.#give(member, query),
      result: (answer) => this.#answered(member, answer),
      progress: (progress) => member.task?.progress?.(progress),
      wroteOutput: (text) => this.log.warn({ pid: member.process.pid, output: text.trim() }, "a render process wrote"),
      ended: (verdict, how) => this.#ended(member, verdict, how),
    };
    const process = new RenderProcess(workerSettings(this.options), events, this.program);
    const member: Member = {
      process,
      state: "starting",
      task: null,
      warmUps,
      warmUpTimer: null,
      worn: false,
      retiring: false,
      replaces,
      lastLarge: null,
    };
    this.#members.add(member);
    this.#hold();
  }

  /** Processes keep Node alive during work and starts. */
  #hold(): void {
    if (!this.options.releasesNode) return;
    const isBusy = this.#closing || this.#busy();
    for (const m of this.#members) m.process.hold(isBusy || m.state === "starting");
  }

  #ready(member: Member): void {
    if (member.state !== "starting") return;
    this.#pause = LEAST_PAUSE_MS;
    this.#start?.resolve();
    this.#start = null;
    this.#idle(member);
  }

  #idle(member: Member): void {
    if (member.state === "ended") return;
    member.state = "idle";
    if (member.retiring) return this.#endProcess(member, "asked");
    const old = member.replaces;
    if (old) {
      if (member.warmUps < Math.min(this.options.warmUp, FIRST_WARM_UPS)) return this.#warmUp(member);
      member.replaces = null;
      old.retiring = true;
      if (old.state !== "rendering") this.#endProcess(old, "asked");
    }
    this.#dispatch();
    this.#scheduleWarmUp(member);
    this.#hold();
  }

  /** At most half warm up, none while another starts: requests find idle processes and free cores. */
  #scheduleWarmUp(member: Member): void {
    if (member.state !== "idle" || this.#closing || member.warmUps >= this.options.warmUp) return;
    member.warmUpTimer = setTimeout(() => {
      if (member.state !== "idle") return;
      const others = [...this.#members];
      const most = Math.max(1, Math.floor(this.options.workers / 2));
      if (others.some((m) => m.state === "starting") || others.filter((m) => m.state === "warming-up").length >= most)
        return this.#scheduleWarmUp(member);
      this.#warmUp(member);
    }, QUIET_MS);
    if (this.options.releasesNode) member.warmUpTimer.unref();
  }

  #warmUp(member: Member): void {
    member.state = "warming-up";
    member.process.send({ warmUp: member.warmUps++ });
  }

  /** Best for a task; undefined: any. */
  #free(task?: RenderTask): Member | null {
    let best: Member | null = null;
    for (const m of this.#members) {
      if (m.state !== "idle" || m.replaces) continue;
      if (task && knows(m, task)) return m;
      if (!best || isBetter(m, best)) best = m;
    }
    return best;
  }

  #dispatch(): void {
    while (this.#queue.length > 0 && this.#free()) {
      const task = this.#settle(this.#queue.shift()!);
      const member = this.#free(task)!;
      const edit = task.large && knows(member, task);
      if (task.large) member.lastLarge = task.large;
      if (member.warmUpTimer) clearTimeout(member.warmUpTimer);
      member.state = "rendering";
      member.task = task;
      task.onBegun?.(unixMs());
      task.timer = setTimeout(() => this.#overdue(member, task), this.options.timeoutMs);
      member.process.send(task.message!(task.id, edit));
      task.message = null;
    }
    if (!this.#busy()) this.#finished?.();
  }

  #busy(): boolean {
    return this.#queue.length > 0 || [...this.#members].some((m) => m.task);
  }

  #settle(task: RenderTask): RenderTask {
    if (task.timer) clearTimeout(task.timer);
    task.timer = null;
    return task;
  }

  /** A result that is received but not yet read still counts. */
  #overdue(member: Member, task: RenderTask): void {
    setImmediate(() => {
      if (member.task === task) this.#endProcess(member, "time");
    });
  }

  #refuse(task: RenderTask, e: Error): void {
    if (!this.#queue.remove(task)) return;
    this.#settle(task).reject(e);
    this.#dispatch();
  }

  #abandon(task: RenderTask): void {
    this.#refuse(task, new Abandoned());
    for (const member of this.#members)
      if (member.task === task)
        setTimeout(() => {
          if (member.task === task) this.#endProcess(member, "abandoned");
        }, this.options.graceMs ?? GRACE_MS).unref();
  }

  /** Discarded if the task has ended. */
  async #give(member: Member, query: ResourceQuery): Promise<void> {
    const { task } = member;
    if (!task) return;
    const mayAsk = query.kind !== "signing" || task.signs;
    const given = await ((mayAsk && this.options.resourceOf?.(task.owner, query)) || Promise.resolve(null)).catch((e: unknown) => {
      this.log.error({ reason: messageOf(e) }, `an owner's ${query.kind} cannot be read`);
      if (e instanceof DatabaseError) task.unavailable = publicError(e);
      return "unreadable" as const;
    });
    if (member.task === task) member.process.send({ given });
  }

  #answered(member: Member, answer: RenderResult): void {
    const { task } = member;
    if (!task || task.id !== answer.id) return;
    member.task = null;
    this.#settle(task);
    this.options.onAnswer?.();
    if (answer.ok) task.resolve(answer);
    else {
      if (answer.stack !== null)
        this.log.error({ pid: member.process.pid, stack: answer.stack }, "a render failed in a way that was not foreseen");
      const refusal = new ServiceError(answer.code as PublicCode, answer.message, { reason: answer.logged });
      if (answer.findings) refusal.findings = answer.findings;
      if (answer.place) refusal.place = answer.place;
      task.reject(task.unavailable ?? refusal);
    }
    // remaining memory must not refuse the next render, possibly of another owner
    if (answer.exhausted) return this.#endProcess(member, "memory");
    if (answer.worn && !member.worn) {
      member.worn = true;
      this.#spawn(member);
    }
    this.#idle(member);
  }

  #endProcess(member: Member, verdict: Verdict): void {
    if (member.warmUpTimer) clearTimeout(member.warmUpTimer);
    member.state = "ended";
    member.process.end(verdict);
  }

  #ended(member: Member, verdict: Verdict, how: string): void {
    const { task, state } = member;
    this.#members.delete(member);
    for (const m of this.#members) if (m.replaces === member) m.replaces = null;
    // the worn process stays: its next result starts another attempt
    if (member.replaces && state !== "starting") member.replaces.worn = false;
    if (member.warmUpTimer) clearTimeout(member.warmUpTimer);
    member.task = null;
    member.state = "ended";
    if (task) this.#settle(task).reject(verdict === "abandoned" ? new Abandoned() : this.#errorOf(verdict));
    if (verdict !== "asked") this.log.warn({ pid: member.process.pid, verdict, how }, "a render process has ended and is replaced");
    if (state === "starting" && verdict !== "asked") this.#startLater(member, how);
    else if (this.#processCount() < this.options.workers) this.#spawn(null, state === "warming-up" ? Infinity : 0);
    this.#dispatch();
    this.#hold();
    if (this.#members.size === 0) this.#whenGone?.();
  }

  /** Number of present and planned processes, without waiting replacements and retiring ones. */
  #processCount(): number {
    return [...this.#members].filter((m) => !m.replaces && !m.retiring).length + this.#pauses.size;
  }

  #startLater(member: Member, how: string): void {
    const { replaces } = member;
    if (this.#start && ++this.#start.attempts >= START_ATTEMPTS) {
      this.#start.reject(new StartFailure(`render processes end before they are ready: ${errorLine(how)}`));
      this.#start = null;
      return this.end();
    }
    const timer = setTimeout(() => {
      this.#pauses.delete(timer);
      this.#spawn(replaces && this.#members.has(replaces) ? replaces : null);
    }, this.#pause);
    this.#pauses.add(timer);
    if (this.options.releasesNode && !this.#busy()) timer.unref();
    this.#pause = Math.min(MOST_PAUSE_MS, this.#pause * 2);
  }

  #errorOf(verdict: Verdict): ServiceError {
    if (verdict === "asked") return unavailable(STOPPING);
    if (verdict === "time") return new ServiceError("API-501", `the render took longer than ${this.options.timeoutMs} ms`);
    return verdict === "crashed" ? new ProcessCrashed() : new ServiceError("API-501", MESSAGES[verdict]);
  }
}
