import { FairQueue } from "./fair-queue.js";
import type { RenderTask } from "./members.js";

/** Requests whose answer is awaited come before jobs (BK-34); within both, owners take turns. */
export class TaskQueue {
  readonly #requests = new FairQueue<RenderTask>();
  readonly #jobs = new FairQueue<RenderTask>();

  get length(): number {
    return this.#requests.length + this.#jobs.length;
  }

  /** Number of tasks that come before a new one. */
  before(isJob: boolean): number {
    return isJob ? this.length : this.#requests.length;
  }

  push(task: RenderTask): void {
    this.#of(task).push(task.owner, task);
  }

  shift(): RenderTask | undefined {
    return this.#requests.shift() ?? this.#jobs.shift();
  }

  /** @returns true if queued */
  remove(task: RenderTask): boolean {
    return this.#of(task).remove(task.owner, task);
  }

  clear(): readonly RenderTask[] {
    return [...this.#requests.clear(), ...this.#jobs.clear()];
  }

  #of({ isJob }: RenderTask): FairQueue<RenderTask> {
    return isJob ? this.#jobs : this.#requests;
  }
}
