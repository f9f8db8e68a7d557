const MINUTE_MS = 60_000;
/** addresses longest without a request are removed first */
const MOST_ADDRESSES = 10_000;

/** Counts requests of the last minute, except refused ones. */
export class RateLimit {
  /** request times, oldest first; addresses in the order of their last request */
  readonly #seen = new Map<string, number[]>();

  constructor(
    readonly most: number,
    readonly now: () => number = Date.now,
  ) {}

  /** @returns true if within the limit, and counted */
  take(address: string): boolean {
    const since = this.now() - MINUTE_MS;
    const times = (this.#seen.get(address) ?? []).filter((t) => t > since);
    const allowed = times.length < this.most;
    if (allowed) times.push(this.now());
    this.#seen.delete(address);
    this.#seen.set(address, times);
    if (this.#seen.size > MOST_ADDRESSES) this.#seen.delete(this.#seen.keys().next().value!);
    return allowed;
  }
}
