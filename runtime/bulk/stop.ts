/** A request to read no more records: by a signal, while those that run end (BK-26). */
export class Stop {
  isRequested = false;
  #wake: (() => void) | null = null;

  request(): void {
    this.isRequested = true;
    this.#wake?.();
  }

  /** Items until the request, also while the next one is awaited. */
  async *until<T>(items: AsyncGenerator<T>): AsyncGenerator<T, void> {
    let isAwaited = false;
    try {
      while (!this.isRequested) {
        const next = items.next();
        isAwaited = true;
        const result = await new Promise<IteratorResult<T> | null>((resolve, reject) => {
          this.#wake = () => resolve(null);
          next.then(resolve, reject);
        });
        if (!result) return void next.catch(() => undefined);
        isAwaited = false;
        if (result.done) return;
        yield result.value;
      }
    } finally {
      // an item that is awaited may never come
      if (!isAwaited) await items.return(undefined);
    }
  }
}
