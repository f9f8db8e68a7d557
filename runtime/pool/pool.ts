// Request bodies to PDFs, in render processes that are started, warmed up, bounded and replaced here.
import type { Output } from "../core/disposition.js";
import { publicError, ServiceError, unavailable, type PublicCode } from "../errors/errors.js";
import { DatabaseError } from "../store/database.js";
import { FairQueue } from "./fair-queue.js";
import { RenderProcess, type ProcessEvents, type Verdict } from "./render-process.js";
import type { InvoiceDelivery } from "../einvoice/delivery.js";
import type { Outcome } from "../einvoice/verdict.js";
import type { ResourceQuery } from "../owner/resource-query.js";
import type { BodyKind } from "../engine/body-kind.js";
import type { CacheCounts, InvoiceCheck, RenderBounds, RenderResult, WorkerRequest, WorkerSettings } from "./worker-messages.js";

/** The pool's limits, beside the settings of its processes. */
export interface PoolOptions extends WorkerSettings {
  readonly workers: number;
  /** renders that may wait, in all; none waiting still means one rendering in each process */
  readonly queue: number;
  readonly timeoutMs: number;
  /** how long a render may wait; null: as long as the queue takes */
  readonly waitMs: number | null;
  /** how long a render whose client has gone may continue; GRACE_MS if absent */
  readonly graceMs?: number;
  /** a process that starts counts as idle: a render waits for it */
  readonly admitsAtStart?: boolean;
  /** processes without work do not keep Node alive */
  readonly releasesNode?: boolean;
  /** warm-up documents that a process renders while there are no requests */
  readonly warmUp: number;
  /** what an owner has, null where there is nothing of that name; absent where owners have nothing */
  readonly resourceOf?: (owner: string, query: ResourceQuery) => Promise<Uint8Array | null>;
}

/** Whose render it is, and what bounds it. */
export interface RenderFor extends Omit<RenderBounds, "ownResources"> {
  readonly owner: string;
  /** a document's description where absent */
  readonly kind?: BodyKind;
}

/** A PDF, its number of pages, and how it is offered to the client. */
export interface PooledRender {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly output: Output;
  /** of an e-invoice that is delivered as an object */
  readonly delivery: InvoiceDelivery | null;
  /** milliseconds by phase */
  readonly phases: Readonly<Record<string, number>>;
  /** of the process that rendered it, since its last one */
  readonly caches: CacheCounts;
}

/** Where failures are written to, as Fastify's logger takes them. */
export interface Log {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The client of a render has gone: there is no answer. */
export class Abandoned extends Error {}

/** No process became ready. */
export class StartFailure extends Error {}

interface RenderTask {
  readonly id: number;
  readonly owner: string;
  /** what a process is told */
  readonly message: (id: number) => WorkerRequest;
  readonly resolve: (r: Extract<RenderResult, { readonly ok: true }>) => void;
  readonly reject: (e: Error) => void;
  readonly progress: ((progress: unknown) => void) | undefined;
  /** of its time: waiting, then rendering */
  timer: NodeJS.Timeout | null;
  /** why it fails where something of its owner's could not be read from the store */
  unavailable: ServiceError | null;
}

type State = "starting" | "idle" | "warming-up" | "rendering" | "ended";

interface Member {
  readonly process: RenderProcess;
  state: State;
  task: RenderTask | null;
  /** warm-up documents it has been given; Infinity where one ended a process before */
  warmUps: number;
  warmUpTimer: NodeJS.Timeout | null;
  /** it is worn: another one is started */
  worn: boolean;
  /** that one has warmed up: it ends when it has nothing to do */
  retiring: boolean;
  /** the worn one whose place it takes once it has warmed up; null where it has a place of its own */
  replaces: Member | null;
}

/** A process warms up when it has had no request for so long. */
const QUIET_MS = 20;
/** Warm-up documents before a process takes a worn one's place: the first ones gain most. */
const FIRST_WARM_UPS = 30;
/** A render whose client has gone may end by itself for so long: a new process costs more than most renders. */
const GRACE_MS = 300;
/** Between processes that end before they are ready. */
const LEAST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 30_000;
/** So many of them without one that becomes ready, and the service does not start. */
const START_ATTEMPTS = 3;

export const QUEUE_FULL = "the queue is full";
const STOPPING = "the service is stopping";
const MESSAGES: Readonly<Record<Exclude<Verdict, "time" | "asked">, string>> = {
  memory: "the document needs more memory than a render may use",
  abandoned: "the client has gone",
  crashed: "the render stopped unexpectedly",
};

/** The line of a process's last output that names the error. */
const errorLine = (how: string): string =>
  (/^.*\b(?:\w*Error|FATAL ERROR|platen): .*$/m.exec(how) ?? [how.replace(/\s+/g, " ")])[0].slice(0, 300);

/** A worn process takes a render where no other is idle. */
const isBetter = (a: Member, b: Member): boolean => (a.worn === b.worn ? a.warmUps > b.warmUps : b.worn);

const isReady = (m: Member): boolean => m.state === "idle" || m.state === "warming-up" || m.state === "rendering";

/**
 * Renders in processes, each with one render at a time. One over its time or memory bound is ended with its process, which is replaced; the
 * others go on. A process that has become worn is replaced too, between two renders, when the new one is warm.
 */
export class RenderPool {
  readonly #members = new Set<Member>();
  readonly #queue = new FairQueue<RenderTask>();
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
    /** what its processes run, where it is not the renderer */
    readonly program?: string,
  ) {}

  /** Starts the processes; done when the first is ready. @throws StartFailure with the processes' output */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#start = { resolve, reject, attempts: 0 };
      for (let i = 0; i < this.options.workers; i++) this.#spawn(null);
    });
  }

  /** Some process has rendered its first documents and can take a render, now or when it has done what it is doing. */
  get ready(): boolean {
    return !this.#closing && [...this.#members].some(isReady);
  }

  /** Nothing more may wait; it could not be rendered at once either. Not while it closes, which is another reason to refuse. */
  get full(): boolean {
    return !this.#closing && !this.#hasRoom();
  }

  /** What waits, and what is being rendered. */
  get load(): { readonly waiting: number; readonly rendering: number } {
    return { waiting: this.#queue.length, rendering: [...this.#members].filter((m) => m.task).length };
  }

  /**
   * @param gone aborted when the client has gone
   * @throws ServiceError API-900 (503) when nothing more may wait, it waited too long, or the pool is closing; the render's own error; Abandoned
   */
  async render(body: Uint8Array, whose: RenderFor, gone?: AbortSignal): Promise<PooledRender> {
    const { owner, kind = "document", ...bounds } = whose;
    const ownResources = this.options.resourceOf !== undefined;
    const answer = await this.#do(owner, (id) => ({ id, kind, body, bounds: { ...bounds, ownResources } }), gone);
    if (!("pdf" in answer)) throw new Error("a render was answered as a check");
    const { pdf, pages, output, phases, delivery, caches } = answer;
    return { pdf, pages, output, phases, delivery, caches };
  }

  /**
   * Judges an invoice with its finished PDF; it waits and takes its owner's turn as a render does.
   * @throws ServiceError as `render`
   */
  async check(pdf: Uint8Array, owner: string, check: InvoiceCheck): Promise<Outcome> {
    const answer = await this.#do(owner, (id) => ({ id, body: pdf, check }));
    if (!("outcome" in answer)) throw new Error("a check was answered as a render");
    return answer.outcome;
  }

  /**
   * Has the pool's program answer a call.
   * @throws ServiceError as `render`; Abandoned
   */
  async call(call: unknown, gone?: AbortSignal, progress?: (progress: unknown) => void): Promise<unknown> {
    const answer = await this.#do("", (id) => ({ id, call }), gone, progress);
    if (!("answer" in answer)) throw new Error("a call was answered as a render");
    return answer.answer;
  }

  #do(
    owner: string,
    message: RenderTask["message"],
    gone?: AbortSignal,
    progress?: (progress: unknown) => void,
  ): Promise<Extract<RenderResult, { readonly ok: true }>> {
    if (gone?.aborted) return Promise.reject(new Abandoned());
    if (this.#closing) return Promise.reject(unavailable(STOPPING));
    if (!this.#hasRoom()) return Promise.reject(unavailable(QUEUE_FULL));
    return new Promise((resolve, reject) => {
      const abandon = (): void => this.#abandon(task);
      const task: RenderTask = {
        id: this.#next++,
        owner,
        message,
        resolve: (r) => (gone?.removeEventListener("abort", abandon), resolve(r)),
        reject: (e) => (gone?.removeEventListener("abort", abandon), reject(e)),
        progress,
        unavailable: null,
        timer: null,
      };
      const { waitMs } = this.options;
      if (waitMs !== null) task.timer = setTimeout(() => this.#refuse(task, unavailable(`it waited for ${waitMs} ms`)), waitMs);
      gone?.addEventListener("abort", abandon, { once: true });
      this.#queue.push(owner, task);
      this.#dispatch();
      this.#hold();
    });
  }

  /**
   * Refuses what is new, finishes what runs and what waits, for at most `ms`, then ends the processes.
   * @returns how many renders had to be cut off
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

  /** Done when no process is left. */
  get gone(): Promise<void> {
    if (this.#members.size === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#whenGone = resolve));
  }

  /** Ends everything at once. */
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

  /** A process that warms up counts as idle: a request waits for the end of one document, a long one at most where it is warm already. */
  #hasRoom(): boolean {
    const { admitsAtStart = false } = this.options;
    const isSoon = ({ state }: Member): boolean => state === "warming-up" || (admitsAtStart && state === "starting");
    const soon = [...this.#members].filter((m) => isSoon(m) && !m.replaces).length + (admitsAtStart ? this.#pauses.size : 0);
    return this.#free() !== null || this.#queue.length < this.options.queue + soon;
  }

  #spawn(replaces: Member | null, warmUps = 0): void {
    if (this.#closing && this.#queue.length === 0) return;
    const { fonts, assetDir, memoryMb, maxPages, lacking, dataResidency } = this.options;
    const events: ProcessEvents = {
      ready: () => this.#ready(member),
      warmedUp: () => this.#idle(member),
      needs: (query) => void this.#give(member, query),
      result: (answer) => this.#answered(member, answer),
      progress: (progress) => member.task?.progress?.(progress),
      wroteOutput: (text) => this.log.warn({ pid: member.process.pid, said: text.trim() }, "a render process wrote"),
      ended: (verdict, how) => this.#ended(member, verdict, how),
    };
    const process = new RenderProcess({ fonts, assetDir, memoryMb, maxPages, lacking, dataResidency }, events, this.program);
    const member: Member = { process, state: "starting", task: null, warmUps, warmUpTimer: null, worn: false, retiring: false, replaces };
    this.#members.add(member);
    this.#hold();
  }

  /** While there is work, or a start to wait for, the processes keep Node alive. */
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

  /** The process has nothing to do: it takes a waiting task, or warms up if there is none for a while. */
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

  /** At most half of the processes warm up, and none while another starts, so that a request finds an idle one and free cores. */
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

  #free(): Member | null {
    let best: Member | null = null;
    for (const m of this.#members) if (m.state === "idle" && !m.replaces && (!best || isBetter(m, best))) best = m;
    return best;
  }

  #dispatch(): void {
    for (let member; this.#queue.length > 0 && (member = this.#free());) {
      const task = this.#settle(this.#queue.shift()!);
      if (member.warmUpTimer) clearTimeout(member.warmUpTimer);
      member.state = "rendering";
      member.task = task;
      task.timer = setTimeout(() => this.#overdue(member, task), this.options.timeoutMs);
      member.process.send(task.message(task.id));
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

  /** An answer that has come but was not read yet still counts. */
  #overdue(member: Member, task: RenderTask): void {
    setImmediate(() => {
      if (member.task === task) this.#endProcess(member, "time");
    });
  }

  #refuse(task: RenderTask, e: Error): void {
    if (!this.#queue.remove(task.owner, task)) return;
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

  /** Of a process that has ended meanwhile, or renders something else, nobody waits for it. */
  async #give(member: Member, query: ResourceQuery): Promise<void> {
    const { task } = member;
    if (!task) return;
    const given = await (this.options.resourceOf?.(task.owner, query) ?? Promise.resolve(null)).catch((e: unknown) => {
      this.log.error({ reason: e instanceof Error ? e.message : String(e) }, `an owner's ${query.kind} cannot be read`);
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
    if (answer.ok) task.resolve(answer);
    else {
      if (answer.stack !== null)
        this.log.error({ pid: member.process.pid, stack: answer.stack }, "a render failed in a way that was not foreseen");
      task.reject(task.unavailable ?? new ServiceError(answer.code as PublicCode, answer.message, { reason: answer.logged }));
    }
    // what a render leaves behind must not refuse the next one, which may be another owner's
    if (answer.exhausted) return this.#endProcess(member, "memory");
    if (answer.worn && !member.worn) {
      member.worn = true;
      this.#spawn(member);
    }
    this.#idle(member);
  }

  /** Ends a member; what it was rendering is answered when it has ended. */
  #endProcess(member: Member, verdict: Verdict): void {
    if (member.warmUpTimer) clearTimeout(member.warmUpTimer);
    member.state = "ended";
    member.process.end(verdict);
  }

  #ended(member: Member, verdict: Verdict, how: string): void {
    const { task, state } = member;
    this.#members.delete(member);
    for (const m of this.#members) if (m.replaces === member) m.replaces = null;
    // the one it should have replaced is still worn, and its next result reports that again
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

  /** Processes there are or will be, not counting those that wait for another's place, or leave. */
  #processCount(): number {
    return [...this.#members].filter((m) => !m.replaces && !m.retiring).length + this.#pauses.size;
  }

  /** A process ended before it was ready: others will too, so each waits longer. */
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
    return new ServiceError("API-501", MESSAGES[verdict]);
  }
}
