// Requests of addresses to whether there have been too many of them in a minute.

const MINUTE_MS = 60_000;
/** Addresses that are remembered; beyond, those that were longest without a request are forgotten. */
const MOST_ADDRESSES = 10_000;

/** Counts each address's requests in the last minute. Refused ones do not count. */
export class RateLimit {
  /** the times of an address's requests, oldest first; addresses in the order of their last request */
  readonly #seen = new Map<string, number[]>();

  constructor(
    /** a minute */
    readonly most: number,
    readonly now: () => number = Date.now,
  ) {}

  /** @returns whether one more is within the limit; it then counts */
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
