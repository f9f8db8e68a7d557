/** Interval between attempts, ms. */
const STEP_MS = 10;

interface Waiting {
  /** False if the lock is still held. */
  attempt(): boolean;
  readonly until: number;
  refuse(failure: Error): void;
}

/** Returns a time that is monotonic, and equal in all threads of a process, ms. */
export function clockMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/**
 * Attempts in their order, repeated while another process holds the lock. The thread is free between attempts, so that waits of several
 * statements overlap.
 */
export class LockQueue {
  readonly #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;
  #whenEmpty: (() => void) | null = null;
  /** failure of the last attempt */
  #failure = new Error();

  constructor(readonly isLocked: (e: unknown) => boolean) {}

  /**
   * @param attempt changes nothing if it fails
   * @param until time of `clockMs`, after which the failure of the last attempt is the result
   */
  do<T>(attempt: () => T, until: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        until,
        attempt: () => {
          try {
            resolve(attempt());
          } catch (e) {
            const failure = e instanceof Error ? e : new Error(String(e));
            if (this.isLocked(e)) {
              this.#failure = failure;
              return false;
            }
            reject(failure);
          }
          return true;
        },
        refuse: reject,
      };
      // earlier statements come first
      if (this.#waiting.length === 0 && waiting.attempt()) return;
      this.#waiting.push(waiting);
      this.#timer ??= setTimeout(() => this.#poll(), STEP_MS);
    });
  }

  /** Resolves when nothing waits. */
  get empty(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#whenEmpty = resolve));
  }

  #poll(): void {
    this.#timer = null;
    while (this.#waiting.length > 0 && this.#waiting[0]!.attempt()) this.#waiting.shift();
    const now = clockMs();
    // the order is that of their ends
    while (this.#waiting.length > 0 && this.#waiting[0]!.until <= now) this.#waiting.shift()!.refuse(this.#failure);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#poll(), STEP_MS);
    else this.#whenEmpty?.();
  }
}
