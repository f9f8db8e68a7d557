/* Requests' bodies to PDFs, in render processes that are started, warmed up, bounded and replaced here. */
import type { Output } from "../http/disposition.js";
import { ServiceError, unavailable, type PublicCode } from "../errors.js";
import { RenderProcess, type ProcessEvents, type Verdict } from "./render-process.js";
import type { Answer, WorkerSettings } from "./worker-messages.js";

export interface PoolOptions extends WorkerSettings {
  readonly workers: number;
  /** renders that may wait, in all; none waiting still means one rendering in each process */
  readonly queue: number;
  readonly timeoutMs: number;
  /** how long a render may wait */
  readonly waitMs: number;
  /** documents that a process renders in the background, while nobody asks for anything */
  readonly warmUp: number;
}

export interface PooledRender {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly output: Output;
}

/** Where failures are written to, as Fastify's logger takes them. */
export interface Log {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Who asked for a render has gone: nobody is told of its end. */
export class Abandoned extends Error {}

/** No process became ready. */
export class StartFailure extends Error {}

interface Job {
  readonly id: number;
  readonly body: Uint8Array;
  readonly resolve: (r: PooledRender) => void;
  readonly reject: (e: Error) => void;
  /** of its time: waiting, then rendering */
  timer: NodeJS.Timeout | null;
}

type State = "starting" | "idle" | "practising" | "rendering" | "ended";

interface Member {
  readonly process: RenderProcess;
  state: State;
  job: Job | null;
  /** warm-up documents it has been given; endless where one ended a process before */
  practised: number;
  practice: NodeJS.Timeout | null;
  /** it is worn: another one is started */
  worn: boolean;
  /** that one has warmed up: it ends when it has nothing to do */
  leaves: boolean;
  /** the worn one whose place it takes once it has warmed up; null where it has a place of its own */
  replaces: Member | null;
}

/** A process warms up when nobody has asked it for anything for so long. */
const QUIET_MS = 20;
/** Documents that a process practises before it takes a worn one's place: what programs compile first is what they gain most from. */
const FIRST_PRACTICE = 30;
/** A render whose client has gone may end by itself for so long: a new process costs more than most renders. */
const GRACE_MS = 300;
/** Between processes that end before they are ready. */
const LEAST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 30_000;
/** So many of them without one that becomes ready, and the service does not start. */
const START_ATTEMPTS = 3;

const STOPPING = "the service is stopping";
const MESSAGES: Readonly<Record<Exclude<Verdict, "time" | "asked">, string>> = {
  memory: "the document needs more memory than a render may use",
  abandoned: "the client has gone",
  crashed: "the render stopped unexpectedly",
};

/** What a process said at its end, as the line of it that names the error. */
const inOneLine = (how: string): string =>
  (/^.*\b(?:\w*Error|FATAL ERROR|platen): .*$/m.exec(how) ?? [how.replace(/\s+/g, " ")])[0].slice(0, 300);

const isReady = (m: Member): boolean => m.state === "idle" || m.state === "practising" || m.state === "rendering";

/**
 * Renders in processes, each with one render at a time. One over its time or memory bound is ended with its process, which is replaced; the
 * others go on. A process that has become worn is replaced too, between two renders, when the new one is warm.
 */
export class RenderPool {
  readonly #members = new Set<Member>();
  readonly #queue: Job[] = [];
  #next = 0;
  #closing = false;
  #finished: (() => void) | null = null;
  #pause = LEAST_PAUSE_MS;
  readonly #pauses = new Set<NodeJS.Timeout>();
  #start: { readonly resolve: () => void; readonly reject: (e: StartFailure) => void; attempts: number } | null = null;

  constructor(
    readonly options: PoolOptions,
    readonly log: Log,
    /** what its processes run, where it is not the renderer */
    readonly program?: string,
  ) {}

  /** Starts the processes; done when the first is ready. @throws StartFailure with what the processes said. */
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

  /** What waits, and what is being rendered. */
  get load(): { readonly waiting: number; readonly rendering: number } {
    return { waiting: this.#queue.length, rendering: [...this.#members].filter((m) => m.job).length };
  }

  /**
   * @param gone aborted when nobody wants the result any more
   * @throws ServiceError API-900 (503) when nothing more may wait, it waited too long, or the pool is closing; the render's own error; Abandoned
   */
  render(body: Uint8Array, gone?: AbortSignal): Promise<PooledRender> {
    if (gone?.aborted) return Promise.reject(new Abandoned());
    if (this.#closing) return Promise.reject(unavailable(STOPPING));
    if (!this.#hasRoom()) return Promise.reject(unavailable("the queue is full"));
    return new Promise((resolve, reject) => {
      const leave = (): void => this.#abandon(job);
      const job: Job = {
        id: this.#next++,
        body,
        resolve: (r) => (gone?.removeEventListener("abort", leave), resolve(r)),
        reject: (e) => (gone?.removeEventListener("abort", leave), reject(e)),
        timer: setTimeout(() => this.#refuse(job, unavailable(`it waited for ${this.options.waitMs} ms`)), this.options.waitMs),
      };
      gone?.addEventListener("abort", leave, { once: true });
      this.#queue.push(job);
      this.#dispatch();
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

  /** Ends everything at once. */
  end(): void {
    this.#closing = true;
    for (const timer of this.#pauses) clearTimeout(timer);
    for (const job of this.#queue.splice(0)) this.#settle(job).reject(unavailable(STOPPING));
    for (const member of this.#members) {
      if (member.job) this.#settle(member.job).reject(unavailable(STOPPING));
      member.job = null;
      this.#leave(member, "asked");
    }
  }

  /** A process that practises is as good as idle: what comes waits for the end of one small document. */
  #hasRoom(): boolean {
    const soon = [...this.#members].filter((m) => m.state === "practising" && !m.replaces).length;
    return this.#free() !== null || this.#queue.length < this.options.queue + soon;
  }

  #spawn(replaces: Member | null, practised = 0): void {
    if (this.#closing && this.#queue.length === 0) return;
    const { fonts, assetDir, memoryMb, maxPages } = this.options;
    const events: ProcessEvents = {
      ready: () => this.#ready(member),
      practised: () => this.#idle(member),
      answered: (answer) => this.#answered(member, answer),
      said: (text) => this.log.warn({ pid: member.process.pid, said: text.trim() }, "a render process wrote"),
      ended: (verdict, how) => this.#ended(member, verdict, how),
    };
    const process = new RenderProcess({ fonts, assetDir, memoryMb, maxPages }, events, this.program);
    const member: Member = { process, state: "starting", job: null, practised, practice: null, worn: false, leaves: false, replaces };
    this.#members.add(member);
  }

  #ready(member: Member): void {
    if (member.state !== "starting") return;
    this.#pause = LEAST_PAUSE_MS;
    this.#start?.resolve();
    this.#start = null;
    this.#idle(member);
  }

  /** It has nothing to do: it takes what waits, or practises if nobody wants anything for a while. */
  #idle(member: Member): void {
    if (member.state === "ended") return;
    member.state = "idle";
    if (member.leaves) return this.#leave(member, "asked");
    const old = member.replaces;
    if (old) {
      if (member.practised < Math.min(this.options.warmUp, FIRST_PRACTICE)) return this.#practise(member);
      member.replaces = null;
      old.leaves = true;
      if (old.state !== "rendering") this.#leave(old, "asked");
    }
    this.#dispatch();
    this.#practiseSoon(member);
  }

  /** At most half of the processes practise, and none while another starts, so that a request finds an idle one and the cores free. */
  #practiseSoon(member: Member): void {
    if (member.state !== "idle" || this.#closing || member.practised >= this.options.warmUp) return;
    member.practice = setTimeout(() => {
      if (member.state !== "idle") return;
      const others = [...this.#members];
      const most = Math.max(1, Math.floor(this.options.workers / 2));
      if (others.some((m) => m.state === "starting") || others.filter((m) => m.state === "practising").length >= most)
        return this.#practiseSoon(member);
      this.#practise(member);
    }, QUIET_MS);
  }

  #practise(member: Member): void {
    member.state = "practising";
    member.process.order({ practise: member.practised++ });
  }

  #free(): Member | null {
    let best: Member | null = null;
    for (const m of this.#members) if (m.state === "idle" && !m.replaces && (!best || m.practised > best.practised)) best = m;
    return best;
  }

  #dispatch(): void {
    for (let member; this.#queue.length > 0 && (member = this.#free());) {
      const job = this.#settle(this.#queue.shift()!);
      if (member.practice) clearTimeout(member.practice);
      member.state = "rendering";
      member.job = job;
      job.timer = setTimeout(() => this.#overdue(member, job), this.options.timeoutMs);
      member.process.order({ id: job.id, body: job.body });
    }
    if (!this.#busy()) this.#finished?.();
  }

  #busy(): boolean {
    return this.#queue.length > 0 || [...this.#members].some((m) => m.job);
  }

  #settle(job: Job): Job {
    if (job.timer) clearTimeout(job.timer);
    job.timer = null;
    return job;
  }

  /** An answer that has come but was not read yet still counts. */
  #overdue(member: Member, job: Job): void {
    setImmediate(() => {
      if (member.job === job) this.#leave(member, "time");
    });
  }

  #refuse(job: Job, e: Error): void {
    const at = this.#queue.indexOf(job);
    if (at < 0) return;
    this.#queue.splice(at, 1);
    this.#settle(job).reject(e);
    this.#dispatch();
  }

  #abandon(job: Job): void {
    this.#refuse(job, new Abandoned());
    for (const member of this.#members)
      if (member.job === job)
        setTimeout(() => {
          if (member.job === job) this.#leave(member, "abandoned");
        }, GRACE_MS).unref();
  }

  #answered(member: Member, answer: Answer): void {
    const { job } = member;
    if (!job || job.id !== answer.id) return;
    member.job = null;
    this.#settle(job);
    if (answer.ok) job.resolve({ pdf: answer.pdf, pages: answer.pages, output: answer.output });
    else {
      if (answer.stack !== null)
        this.log.error({ pid: member.process.pid, stack: answer.stack }, "a render failed in a way that was not foreseen");
      job.reject(new ServiceError(answer.code as PublicCode, answer.message));
      if (answer.exhausted) return this.#leave(member, "memory");
    }
    if (answer.worn && !member.worn) {
      member.worn = true;
      this.#spawn(member);
    }
    this.#idle(member);
  }

  /** Ends a member; what it was rendering is answered when it has ended. */
  #leave(member: Member, verdict: Verdict): void {
    if (member.practice) clearTimeout(member.practice);
    member.state = "ended";
    member.process.end(verdict);
  }

  #ended(member: Member, verdict: Verdict, how: string): void {
    const { job, state } = member;
    this.#members.delete(member);
    for (const m of this.#members) if (m.replaces === member) m.replaces = null;
    // whose place it should have taken is worn still, and will say so again
    if (member.replaces && state !== "starting") member.replaces.worn = false;
    if (member.practice) clearTimeout(member.practice);
    member.job = null;
    member.state = "ended";
    if (job) this.#settle(job).reject(verdict === "abandoned" ? new Abandoned() : this.#errorOf(verdict));
    if (verdict !== "asked") this.log.warn({ pid: member.process.pid, verdict, how }, "a render process has ended and is replaced");
    if (state === "starting" && verdict !== "asked") this.#startLater(member, how);
    else if (this.#places() < this.options.workers) this.#spawn(null, state === "practising" ? Infinity : 0);
    this.#dispatch();
  }

  /** Processes there are or will be, not counting those that wait for another's place, or leave. */
  #places(): number {
    return [...this.#members].filter((m) => !m.replaces && !m.leaves).length + this.#pauses.size;
  }

  /** A process ended before it was ready: others will too, so each waits longer. */
  #startLater(member: Member, how: string): void {
    const { replaces } = member;
    if (this.#start && ++this.#start.attempts >= START_ATTEMPTS) {
      this.#start.reject(new StartFailure(`render processes end before they are ready: ${inOneLine(how)}`));
      this.#start = null;
      return this.end();
    }
    const timer = setTimeout(() => {
      this.#pauses.delete(timer);
      this.#spawn(replaces && this.#members.has(replaces) ? replaces : null);
    }, this.#pause);
    this.#pauses.add(timer);
    this.#pause = Math.min(MOST_PAUSE_MS, this.#pause * 2);
  }

  #errorOf(verdict: Verdict): ServiceError {
    if (verdict === "asked") return unavailable(STOPPING);
    if (verdict === "time") return new ServiceError("API-501", `the render took longer than ${this.options.timeoutMs} ms`);
    return new ServiceError("API-501", MESSAGES[verdict]);
  }
}
