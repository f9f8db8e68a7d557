import { messageOf } from "../../base/error.js";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { packageRoot } from "../core/package.js";
import { DatabaseError, type Database, type Row, type Statement } from "./database.js";
import { clockMs } from "./lock-queue.js";
import type { Answer, Call, Result, ThreadData } from "./sqlite-messages.js";
import { BUSY_MS, type FileIdentity } from "./sqlite-statements.js";
import { watched, type Statements } from "./watched.js";

/** Time beyond a statement's for the thread to refuse it by itself. */
const LATE_MS = 500;

/**
 * Created if absent, and migrated; statements are executed by another thread, so that this one answers while they wait for a lock or a disk.
 * @throws DatabaseError
 */
export async function openThreaded(dir: string): Promise<Database> {
  const file = new ThreadedFile(dir);
  await file.open();
  return watched(file, () => null);
}

interface Pending {
  resolve(result: Result): void;
  reject(e: Error): void;
}

class ThreadedFile implements Statements {
  readonly skipLocked = "";
  readonly byCodePoint = "";
  readonly #pending = new Map<number, Pending>();
  #thread: Promise<Worker> | null = null;
  #identity: FileIdentity | null = null;
  #next = 0;
  #isClosed = false;

  constructor(readonly dir: string) {}

  async open(): Promise<void> {
    await this.#started();
  }

  async all(sql: string, ...values: Statement["values"]): Promise<readonly Row[]> {
    return (await this.#call("all", [{ sql, values }])) as readonly Row[];
  }

  async run(sql: string, ...values: Statement["values"]): Promise<number> {
    return (await this.#call("run", [{ sql, values }])) as number;
  }

  async together(statements: readonly Statement[]): Promise<boolean> {
    return (await this.#call("together", statements)) as boolean;
  }

  /** Closes the file after what waits. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const thread = await this.#thread?.catch(() => null);
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once("exit", resolve));
    thread.postMessage({ kind: "close" } satisfies Call);
    thread.ref();
    await ended;
  }

  async #call(kind: "all" | "run" | "together", statements: readonly Statement[]): Promise<Result> {
    if (this.#isClosed) throw new DatabaseError("the database is closed");
    const until = clockMs() + BUSY_MS;
    const thread = await this.#started();
    return await new Promise<Result>((resolve, reject) => {
      const id = this.#next++;
      // reads only: a write that has begun may still be committed
      const timer = kind === "all" ? setTimeout(() => this.#late(id), BUSY_MS + LATE_MS) : undefined;
      const ended = (): void => {
        clearTimeout(timer);
        this.#pending.delete(id);
        if (this.#pending.size === 0) thread.unref();
      };
      this.#pending.set(id, {
        resolve: (result) => (ended(), resolve(result)),
        reject: (e) => (ended(), reject(e)),
      });
      if (this.#pending.size === 1) thread.ref();
      thread.postMessage({ id, kind, statements, until } satisfies Call);
    });
  }

  #late(id: number): void {
    this.#pending.get(id)?.reject(new DatabaseError(`no answer for ${BUSY_MS} ms`));
  }

  /** Another thread follows one that has ended. */
  #started(): Promise<Worker> {
    this.#thread ??= this.#start().catch((e: unknown) => {
      this.#thread = null;
      throw e;
    });
    return this.#thread;
  }

  #start(): Promise<Worker> {
    const workerData: ThreadData = { dir: this.dir, identity: this.#identity };
    const thread = new Worker(path.join(packageRoot, "dist/runtime/store/sqlite-thread.js"), { workerData });
    return new Promise((resolve, reject) => {
      thread.on("message", (answer: Answer) => {
        if ("opened" in answer) {
          this.#identity = answer.opened;
          thread.unref();
          resolve(thread);
        } else if ("unopened" in answer) reject(new DatabaseError(answer.unopened));
        else this.#answered(answer);
      });
      let reason = "the database's thread has ended";
      thread.on("error", (e) => (reason = messageOf(e)));
      thread.on("exit", () => {
        this.#thread = null;
        const e = new DatabaseError(reason);
        reject(e);
        for (const pending of [...this.#pending.values()]) pending.reject(e);
      });
    });
  }

  #answered(answer: Extract<Answer, { readonly id: number }>): void {
    const pending = this.#pending.get(answer.id);
    if ("result" in answer) pending?.resolve(answer.result);
    else pending?.reject("unusable" in answer ? new DatabaseError(answer.unusable) : new Error(answer.faulty));
  }
}
