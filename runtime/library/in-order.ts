// Work on the items of an input, several at once, with results in the order of the input.

/** Work on the items of an input. */
interface InOrder<I, H, R> {
  /** A copy of an item as it is read, which its maker does not change. */
  readonly hold: (item: I) => H;
  /** @param n number of the item, from 1 */
  readonly work: (item: H, n: number) => Promise<R>;
  /** items that are worked on at once */
  readonly lanes: number;
  /** items that are read beyond the result that is awaited */
  readonly ahead: number;
  readonly signal?: AbortSignal | undefined;
  /** failures after which an item is worked on once more, while no other is */
  readonly isTriedAgain?: (failure: unknown) => boolean;
}

interface Entry<R> {
  readonly result: Promise<R>;
  readonly begin: () => void;
}

/**
 * Yields results in the order of the input, which is read only while results are taken. A failure of the input, or of work, is thrown after the
 * results before it. An input that is left early is closed.
 */
export async function* inOrder<I, H, R>(input: Iterable<I> | AsyncIterable<I>, how: InOrder<I, H, R>): AsyncGenerator<R, void> {
  const run = new Run(input, how);
  try {
    for (;;) {
      const entry = await run.next();
      if (!entry) return;
      yield await run.untilAborted(entry.result);
      run.taken++;
    }
  } finally {
    await run.close();
  }
}

class Run<I, H, R> {
  taken = 0;
  readonly #input: Iterator<I> | AsyncIterator<I>;
  readonly #entries: Entry<R>[] = [];
  readonly #waiting: Entry<R>[] = [];
  #read = 0;
  #running = 0;
  #alone = 0;
  #pull: Promise<void> | null = null;
  #ended = false;
  #closed = false;
  #failure: { readonly reason: unknown } | null = null;
  #changed: (() => void) | null = null;
  readonly #whenIdle: (() => void)[] = [];
  /** ends with the last of the items that are worked on alone */
  #turn: Promise<void> = Promise.resolve();
  #abandon: ((reason: unknown) => void) | null = null;
  readonly #abort = (): void => this.#abandon?.(this.how.signal!.reason);

  constructor(
    input: Iterable<I> | AsyncIterable<I>,
    readonly how: InOrder<I, H, R>,
  ) {
    this.#input = Symbol.asyncIterator in input ? input[Symbol.asyncIterator]() : input[Symbol.iterator]();
    how.signal?.addEventListener("abort", this.#abort);
  }

  /** Races the signal without a chain of promises that lives as long as it. */
  untilAborted<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.how;
    if (!signal) return work;
    return new Promise((resolve, reject) => {
      this.#abandon = reject;
      work.then(resolve, reject);
      if (signal.aborted) this.#abort();
    });
  }

  /** Null at the end of the input. @throws its failure */
  async next(): Promise<Entry<R> | null> {
    this.how.signal?.throwIfAborted();
    for (;;) {
      this.#readOn();
      const entry = this.#entries.shift();
      if (entry) return entry;
      if (this.#failure) throw this.#failure.reason;
      if (this.#ended) return null;
      await this.untilAborted(new Promise<void>((resolve) => (this.#changed = resolve)));
    }
  }

  /** Reads while there is room. A result that is ready does not wait for the next item. */
  #readOn(): void {
    this.#pull ??= this.#reading().finally(() => {
      this.#pull = null;
      this.#changed?.();
    });
  }

  async #reading(): Promise<void> {
    while (!this.#ended && !this.#closed && this.#read < this.taken + 1 + this.how.ahead) {
      try {
        const { done, value } = await this.#input.next();
        if (this.#closed) return;
        if (done) this.#ended = true;
        else this.#add(value);
      } catch (reason) {
        this.#failure = { reason };
        this.#ended = true;
      }
      this.#changed?.();
    }
  }

  #add(given: I): void {
    const n = ++this.#read;
    const item = this.how.hold(given);
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const result = begun.then(() => this.#worked(item, n));
    // seen when its turn comes
    result.catch(() => undefined);
    const entry = { result, begin };
    this.#entries.push(entry);
    this.#waiting.push(entry);
    this.#dispatch();
  }

  #dispatch(): void {
    while (!this.#closed && this.#alone === 0 && this.#running < this.how.lanes && this.#waiting.length > 0) {
      this.#running++;
      this.#waiting.shift()!.begin();
    }
  }

  async #worked(item: H, n: number): Promise<R> {
    try {
      return await this.how.work(item, n);
    } catch (e) {
      if (this.#closed || !this.how.isTriedAgain?.(e)) throw e;
      return await this.#again(item, n);
    } finally {
      this.#running--;
      this.#whenIdle.shift()?.();
      this.#dispatch();
    }
  }

  /** Waits until no other item is worked on; several take turns. */
  async #again(item: H, n: number): Promise<R> {
    this.#alone++;
    try {
      while (this.#running > this.#alone) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
      const last = this.#turn;
      let end!: () => void;
      this.#turn = new Promise((resolve) => (end = resolve));
      await last;
      try {
        return await this.how.work(item, n);
      } finally {
        end();
      }
    } finally {
      this.#alone--;
      for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  /** Closes an input that has not ended. One that is being read may never answer, and is not awaited. */
  async close(): Promise<void> {
    this.#closed = true;
    this.how.signal?.removeEventListener("abort", this.#abort);
    if (this.#ended) return;
    const closing = Promise.resolve(this.#input.return?.());
    if (this.#pull) closing.catch(() => undefined);
    else await closing;
  }
}
